//! Interception of fleets (im30, im68).

use super::operation::Operation;
use super::{Cycle, asks, naval_battle, straits};
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::{Fleet, Sea};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Odds;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::switches::Switch;

/// What the mover announces: where, whose fleets, and what the draws about it are called.
struct Announcement<'a> {
    sea: &'a Sea,
    power: Power,
    number: String,
    /// Fleets may come from a neighbouring sea area (im68).
    afar: bool,
}

/// Fleets of an enemy who may intercept, and the sea area from which they would come, if they are
/// not there.
struct Hunters {
    fleets: Vec<Fleet>,
    from: Option<Sea>,
}

/// Announces what these fleets of the mover do in a sea area; false if they were kept from it.
pub fn announced(turn: &mut Cycle<'_>, op: &mut Operation, sea: &Sea, fleets: &[Fleet]) -> bool {
    let power = op.mover;
    let afar = turn.game().switches.naval_interception == Switch::Yes;
    hunt(turn, op, sea, power, fleets, afar)
}

/// Lets enemies intercept fleets of a power onto which units have retreated (im34). All its fleets
/// in that sea area lie there together.
pub fn after_retreat(turn: &mut Cycle<'_>, op: &mut Operation, power: Power, sea: &Sea) {
    let fleets = turn.state().open.fleets_at(power, sea);
    hunt(turn, op, sea, power, &fleets, false);
}

/// Asks every enemy who may intercept, in an order that is drawn; false if the fleets were
/// stopped.
fn hunt(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    sea: &Sea,
    power: Power,
    fleets: &[Fleet],
    afar: bool,
) -> bool {
    op.announcements += 1;
    let number = format!("announcement-{}", op.announcements);
    let announcement = Announcement { sea, power, number, afar };
    let mut enemies = enemies(turn, &announcement);
    if enemies.len() > 1 {
        let labels = ["interception", op.mover.name(), &announcement.number, sea.as_str()];
        turn.chance().draw(&labels).shuffle(&mut enemies);
    }
    for enemy in enemies {
        let afloat = turn.state().open.fleets_at(power, sea);
        let moving: Vec<Fleet> = fleets.iter().copied().filter(|f| afloat.contains(f)).collect();
        let Some(hunters) = sent(turn, &announcement, enemy, moving.len()) else { continue };
        let against = (enemy, hunters.fleets.as_slice());
        if arrive(turn, op, &announcement, enemy, &hunters)
            && !naval_battle::fight(turn, op, sea, (power, &moving), against)
        {
            return false;
        }
    }
    true
}

/// Enemies with fleets in the sea area who may attack, in the order of play; under the option also
/// those who have fleets next to it.
fn enemies(turn: &Cycle<'_>, announcement: &Announcement<'_>) -> Vec<Power> {
    let state = &turn.state().open;
    let mut enemies = state.enemies(announcement.power);
    enemies.retain(|enemy| {
        state.may_attack(*enemy, announcement.power)
            && hunters(turn, announcement, *enemy, &[]).is_some()
    });
    enemies
}

/// The fleets with which a power can intercept, if there are any: those in the sea area, or, if none
/// of its fleets is there, some next to it (im68). Only those that are named, if some are.
fn hunters(
    turn: &Cycle<'_>,
    announcement: &Announcement<'_>,
    power: Power,
    named: &[Fleet],
) -> Option<Hunters> {
    let there = turn.state().open.fleets_at(power, announcement.sea);
    let (from, mut fleets) = match there.is_empty() {
        false => (None, there),
        true if announcement.afar => base(turn, power, announcement.sea, named)?,
        true => return None,
    };
    fleets.retain(|fleet| is_sent(*fleet, named));
    (!fleets.is_empty()).then_some(Hunters { fleets, from })
}

/// True if an order that names fleets, or none, sends this one.
fn is_sent(fleet: Fleet, named: &[Fleet]) -> bool {
    named.is_empty() || named.contains(&fleet)
}

/// The neighbouring sea area where a power has the most fleets that can come, of those that are
/// named, and these fleets (im68).
fn base(
    turn: &Cycle<'_>,
    power: Power,
    sea: &Sea,
    named: &[Fleet],
) -> Option<(Option<Sea>, Vec<Fleet>)> {
    let mut near = turn.game().board.chart.next_seas(sea);
    near.sort_unstable();
    let mut best: Option<(&Sea, Vec<Fleet>)> = None;
    for from in near {
        let mut fleets = turn.state().open.fleets_at(power, from);
        fleets.retain(|fleet| is_sent(*fleet, named));
        let more = fleets.len() > best.as_ref().map_or(0, |(_, most)| most.len());
        if more && straits::open(turn, power, from, sea) {
            best = Some((from, fleets));
        }
    }
    best.map(|(from, fleets)| (Some(from.clone()), fleets))
}

/// The fleets that the orders of a power send against so many; without any it sends none. The first
/// order counts that fits the sea area and the mover and has one of its fleets at hand.
fn sent(
    turn: &mut Cycle<'_>,
    announcement: &Announcement<'_>,
    enemy: Power,
    moving: usize,
) -> Option<Hunters> {
    let lines = turn.picked(
        &enemy.seat(),
        asks!(
            Order::Intercept { sea, power, fleets, when }
                if sea.as_ref().is_none_or(|sea| sea == announcement.sea)
                    && power.is_none_or(|power| power == announcement.power) => (fleets, *when)
        ),
    );
    let (line, when, hunters) = lines.into_iter().find_map(|(line, (fleets, when))| {
        Some((line, when, hunters(turn, announcement, enemy, fleets)?))
    })?;
    let reason = Reason::InterceptUsed { sea: announcement.sea.clone() };
    turn.used(&enemy.seat(), line, &rules::INTERCEPT, reason);
    let goes = match when {
        Odds::Never => false,
        Odds::Always => true,
        Odds::AtLeast(own, theirs) => {
            hunters.fleets.len() as u64 * u64::from(theirs) >= moving as u64 * u64::from(own)
        }
    };
    goes.then_some(hunters)
}

/// Brings fleets from a neighbouring sea area, if they are not there; true if they are there then.
fn arrive(
    turn: &mut Cycle<'_>,
    op: &Operation,
    announcement: &Announcement<'_>,
    power: Power,
    hunters: &Hunters,
) -> bool {
    let game = turn.game();
    let Some(from) = &hunters.from else { return true };
    let to = announcement.sea.clone();
    let sides = u8::try_from(game.format.battle.sides.value).expect("sides are at most 100");
    let labels = ["afar", op.mover.name(), &announcement.number, power.name()];
    turn.next_moment();
    let mut draw = turn.chance().draw(&labels);
    let (name, die) = (draw.name(), draw.die(sides));
    let comes = u32::from(die) >= game.format.naval.afar.value;
    let rolled = Event::AfarRolled { power, from: from.clone(), to: to.clone(), die, comes };
    turn.record_drawn(&rules::AFAR, name, rolled);
    if comes {
        let fleets = hunters.fleets.clone();
        let sailed = Event::Sailed { power, fleets, from: from.clone(), to };
        turn.record(&rules::AFAR, sailed);
        straits::passed(turn, power, from, announcement.sea);
    }
    comes
}
