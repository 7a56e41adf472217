//! Naval battles (im49).

use super::operation::Operation;
use super::{Cycle, asks};
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::{Fleet, Sea};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::{Limit, Standing};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Building;

/// One of the two sides.
struct Navy {
    power: Power,
    /// Fleets that are still afloat.
    fleets: Vec<Fleet>,
    /// Fleets at the beginning.
    began: usize,
}

impl Navy {
    fn new(power: Power, fleets: Vec<Fleet>) -> Self {
        Self { power, began: fleets.len(), fleets }
    }
}

/// Fights fleets of the moving power, which come first, against those of another in a sea area;
/// true if the moving ones may finish their move: the enemy is sunk or broke off.
pub fn fight(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    sea: &Sea,
    (moving, fleets): (Power, &[Fleet]),
    (enemy, against): (Power, &[Fleet]),
) -> bool {
    op.naval_battles += 1;
    let name = format!("battle-{}", op.naval_battles);
    let mut sides = [Navy::new(moving, fleets.to_vec()), Navy::new(enemy, against.to_vec())];
    let [mover, other] = &sides;
    turn.next_moment();
    let (ours, theirs) = (mover.fleets.clone(), other.fleets.clone());
    let sea = sea.clone();
    turn.record(
        &rules::NAVAL,
        Event::NavalJoined { sea: sea.clone(), mover: moving, moving: ours, enemy, fleets: theirs },
    );
    let rounds = turn.game().format.naval.rounds.value;
    let mut round = 0;
    let winner = loop {
        round += 1;
        turn.next_moment();
        turn.record(&rules::NAVAL, Event::NavalRound { sea: sea.clone(), round });
        exchange(turn, op.mover, &name, round, &mut sides);
        match [sides[0].fleets.is_empty(), sides[1].fleets.is_empty()] {
            [true, true] => break None,
            [true, false] => break Some(enemy),
            [false, true] => break Some(moving),
            [false, false] => {}
        }
        let quitter = quitter(turn, &sides, round);
        // A battle that would never end is broken off by the mover.
        if let Some(power) = quitter.or((round >= rounds).then_some(moving)) {
            turn.record(&rules::NAVAL, Event::BrokenOff { power });
            break Some(if power == moving { enemy } else { moving });
        }
    };
    turn.record(&rules::NAVAL, Event::NavalEnded { sea, winner });
    let won = winner == Some(moving);
    if !won && moving == op.mover {
        op.becalm(&sides[0].fleets);
    }
    won
}

/// Both sides fire at once, then both lose what was hit, the mover first.
fn exchange(turn: &mut Cycle<'_>, mover: Power, name: &str, round: u32, sides: &mut [Navy; 2]) {
    let round = format!("round-{round}");
    let labels = ["naval", mover.name(), name, &round];
    let by_mover = broadside(turn, &labels, &sides[0], sides[1].power);
    let by_enemy = broadside(turn, &labels, &sides[1], sides[0].power);
    for (side, hits) in sides.iter_mut().zip([by_enemy, by_mover]) {
        sink(turn, side, hits);
    }
}

/// The fleets of a side fire; how often they hit.
fn broadside(turn: &mut Cycle<'_>, labels: &[&str; 4], side: &Navy, enemy: Power) -> u32 {
    let game = turn.game();
    let table = &game.format.naval;
    let schools = |power| turn.state().open.count(power, Building::School);
    let better = schools(side.power) > schools(enemy);
    let drm = if better { table.schools.value } else { 0 };
    let sides = u8::try_from(game.format.battle.sides.value).expect("sides are at most 100");
    let [what, mover, battle, round] = *labels;
    let mut draw = turn.chance().draw(&[what, mover, battle, round, side.power.name()]);
    let name = draw.name();
    let dice: Vec<u8> = side.fleets.iter().map(|_| draw.die(sides)).collect();
    let hit = |die: &&u8| u32::from(**die) + drm >= table.hit.value;
    let hits = u32::try_from(dice.iter().filter(hit).count()).expect("fleets are few");
    let drm = i32::try_from(drm).expect("numbers of the tables are small");
    let broadside = Event::Broadside { power: side.power, dice, drm, hits };
    turn.record_drawn(&rules::NAVAL, name, broadside);
    hits
}

/// A side loses a fleet for each hit, with all aboard; its owner chooses which.
fn sink(turn: &mut Cycle<'_>, side: &mut Navy, hits: u32) {
    let power = side.power;
    let lost = side.fleets.len().min(hits as usize);
    if lost == 0 {
        return;
    }
    let lines = turn.picked(&power.seat(), asks!(Order::Sink { first } => first));
    let wishes = lines.first().copied();
    let named: &[Fleet] = wishes.map_or(&[], |(_, first)| first);
    let state = &turn.state().open;
    let load = |fleet: &Fleet| turn.game().portage(&state.fleets[&power][fleet].cargo);
    let place = |fleet: &Fleet| named.iter().position(|n| n == fleet).unwrap_or(usize::MAX);
    side.fleets.sort_by_key(|fleet| (place(fleet), load(fleet), *fleet));
    let chosen = lost < side.fleets.len() && side.fleets[..lost].iter().any(|f| named.contains(f));
    let sunk: Vec<Fleet> = side.fleets.drain(..lost).collect();
    side.fleets.sort_unstable();
    for fleet in sunk {
        turn.record(&rules::NAVAL, Event::Sunk { power, fleet });
    }
    if let Some((line, _)) = wishes.filter(|_| chosen) {
        turn.used(&power.seat(), line, &rules::NAVAL, Reason::SinkUsed);
    }
}

/// The side that breaks off after a round, if one does; the mover is asked first.
fn quitter(turn: &mut Cycle<'_>, sides: &[Navy; 2], round: u32) -> Option<Power> {
    let [mover, enemy] = sides;
    let mut asked = [(mover, enemy), (enemy, mover)].into_iter();
    asked.find(|(side, other)| gives_up(turn, side, other, round)).map(|(s, _)| s.power)
}

fn gives_up(turn: &mut Cycle<'_>, side: &Navy, other: &Navy, round: u32) -> bool {
    let lines = turn.picked(&side.power.seat(), asks!(Order::BreakOff { when } => when));
    let when = lines.first().map_or(&Limit::Half, |(_, when)| *when);
    if let Some((line, _)) = lines.first() {
        turn.used(&side.power.seat(), line, &rules::NAVAL, Reason::BreakOffUsed);
    }
    let count = |fleets: usize| u32::try_from(fleets).expect("fleets are few");
    when.has_come(&Standing {
        round,
        fought: count(side.began),
        own: count(side.fleets.len()),
        enemy: count(other.fleets.len()),
    })
}
