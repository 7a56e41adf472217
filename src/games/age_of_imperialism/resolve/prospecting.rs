//! Prospecting (im51).

use super::operation::Operation;
use super::{Cycle, Fate, purse};
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open, Purse};

/// Carries out a `prospect` line.
pub fn prospect(turn: &mut Cycle<'_>, op: &mut Operation, at: &Region, prefer: &[u32]) -> Fate {
    turn.next_moment();
    let rule = &rules::PROSPECT;
    let price = Purse::pp(turn.game().format.diplomacy.prospect.value);
    if let Err(reason) = may(&turn.state().open, op, at) {
        Fate::failed(rule, reason)
    } else if purse::pay(turn, op.mover, price, Purpose::Prospecting, rule) {
        *op.prospected.entry(at.clone()).or_default() += 1;
        let kept = search(turn, op, at, prefer);
        Fate::done(rule, worth(at, kept))
    } else {
        Fate::failed(rule, purse::lacks(turn, op.mover, price))
    }
}

/// True if an engineer of the mover is there who has not prospected, and a chit to replace.
fn may(state: &Open, op: &Operation, at: &Region) -> Result<(), Reason> {
    let land = state.land(at);
    let engineers = land.force(op.mover).engineer;
    let done = op.prospected.get(at).copied().unwrap_or(0);
    match &land.chit {
        _ if engineers == 0 => Err(Reason::NoEngineer { at: at.clone() }),
        _ if done >= engineers => Err(Reason::EngineersDone { at: at.clone() }),
        None => Err(Reason::NoChit { at: at.clone() }),
        Some(chit) if chit.developed => Err(Reason::DevelopedAlready { at: at.clone() }),
        Some(_) => Ok(()),
    }
}

/// The chit goes back, others are drawn, and one of them is laid down; its value.
fn search(turn: &mut Cycle<'_>, op: &Operation, at: &Region, prefer: &[u32]) -> u32 {
    let game = turn.game();
    let power = op.mover;
    let rule = &rules::PROSPECT;
    turn.record(rule, Event::Prospected { power, at: at.clone() });
    turn.record(rule, Event::ChitDiscarded { at: at.clone() });
    let schools = turn.state().open.count(power, Building::School);
    let count = (schools / game.format.diplomacy.prospect_schools.value).max(1);
    let engineer = format!("engineer-{}", op.prospected.get(at).copied().unwrap_or(1));
    let mut left =
        game.chits_left(&turn.state().secret).expect("the container holds what is not out");
    let mut draw = turn.chance().draw(&["prospect", power.name(), at.as_str(), &engineer]);
    let name = draw.name();
    let values: Vec<u32> = (0..count).map_while(|_| left.draw(&mut draw)).collect();
    let wanted = prefer.iter().copied().find(|value| values.contains(value));
    let kept = wanted.or(values.iter().copied().max()).expect("as many chits as regions");
    turn.record(rule, Event::ChitLaid { at: at.clone() });
    turn.record_drawn(rule, name.clone(), Event::ChitDrawn { at: at.clone(), value: kept });
    turn.record_drawn(rule, name, Event::ChitsDrawn { power, at: at.clone(), values, kept });
    let owner = turn.state().open.land(at).owner.filter(|owner| *owner != power);
    for reader in std::iter::once(power).chain(owner) {
        see(turn, reader, at, kept);
    }
    kept
}

/// The prospector knows the chit, and so does the power that controls the region (im8).
fn see(turn: &mut Cycle<'_>, power: Power, at: &Region, value: u32) {
    turn.record(&rules::PROSPECT, Event::ChitSeen { power, at: at.clone(), value });
}

fn worth(at: &Region, value: u32) -> Reason {
    let at = at.clone();
    if value == 0 { Reason::Worthless { at } } else { Reason::Worth { at, value } }
}
