//! Prospecting (im51).

use super::operation::Operation;
use super::{Cycle, Line, Outcome, purse};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, State};

/// Carries out a `prospect` line.
pub fn prospect(game: &AgeOfImperialism, turn: &mut Cycle<'_>, op: &mut Operation, line: &Line) {
    let Order::Prospect { at, prefer } = &line.order else { return };
    turn.next_moment();
    let power = op.mover;
    let price = (game.format.diplomacy.prospect.value, 0);
    let outcome = if let Err(reason) = may(turn.state(), op, at) {
        Outcome::failed(&rules::PROSPECT, reason)
    } else if purse::pay(turn, power, price, (Reason::Prospecting, &rules::PROSPECT)) {
        *op.prospected.entry(at.clone()).or_default() += 1;
        let kept = search(game, turn, (op, at), prefer);
        Outcome::done(&rules::PROSPECT, kept_in_words(at, kept))
    } else {
        Outcome::failed(&rules::PROSPECT, purse::lacks(turn, power, price))
    };
    outcome.tell(turn, power, line);
}

/// True if an engineer of the mover is there who has not prospected, and a chit to replace.
fn may(state: &State, op: &Operation, at: &str) -> Result<(), String> {
    let land = state.land(at);
    let engineers = land.force(op.mover).engineer;
    let done = op.prospected.get(at).copied().unwrap_or(0);
    match &land.chit {
        _ if engineers == 0 => Err(format!("no engineer of yours is in {at}")),
        _ if done >= engineers => {
            Err(format!("every engineer in {at} has prospected in this phase"))
        }
        None => Err(format!("{at} has no resource chit yet")),
        Some(chit) if chit.developed => Err(format!("the resource of {at} is developed")),
        Some(_) => Ok(()),
    }
}

/// The chit goes back, others are drawn, and one of them is laid down; its value.
fn search(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    (op, at): (&Operation, &str),
    prefer: &[u32],
) -> u32 {
    let power = op.mover;
    let rule = &rules::PROSPECT;
    turn.record(rule, Event::Prospected { power, at: at.to_owned() });
    turn.record(rule, Event::ChitDiscarded { at: at.to_owned() });
    let schools = turn.state().count(power, Building::School);
    let count = (schools / game.format.diplomacy.prospect_schools.value).max(1);
    let engineer = format!("engineer-{}", op.prospected.get(at).copied().unwrap_or(1));
    let mut left = game.chits_left(turn.state()).expect("the container holds what is not out");
    let mut draw = turn.chance().draw(&["prospect", power.name(), at, &engineer]);
    let mut values = Vec::new();
    while values.len() < count as usize && !left.is_empty() {
        let place = usize::try_from(draw.below(left.len() as u64)).expect("below the length");
        values.push(left.remove(place));
    }
    let wanted = prefer.iter().copied().find(|value| values.contains(value));
    let kept = wanted.or(values.iter().copied().max()).expect("as many chits as regions");
    turn.record(rule, Event::ChitLaid { at: at.to_owned() });
    turn.record(rule, Event::ChitDrawn { at: at.to_owned(), value: kept });
    turn.record(rule, Event::ChitsDrawn { power, at: at.to_owned(), values, kept });
    let owner = turn.state().land(at).owner.filter(|owner| *owner != power);
    for reader in std::iter::once(power).chain(owner) {
        see(turn, reader, (at, kept));
    }
    kept
}

/// The prospector knows the chit, and so does the power that controls the region (im8).
fn see(turn: &mut Cycle<'_>, power: Power, (at, value): (&str, u32)) {
    turn.record(&rules::PROSPECT, Event::ChitSeen { power, at: at.to_owned(), value });
}

fn kept_in_words(at: &str, value: u32) -> String {
    if value == 0 {
        format!("the resource of {at} is worth nothing")
    } else {
        format!("the resource of {at} is worth {value} PP")
    }
}
