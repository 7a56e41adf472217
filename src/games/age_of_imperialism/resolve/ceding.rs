//! Ceding regions (im35).

use super::{Cycle, Line, Sheets, containers, picked, purse, retreat, used};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::format::Switch;
use crate::games::age_of_imperialism::orders::{Occasion, Order};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Building;

/// True if the owner of a region offers it to a power.
pub fn offered(turn: &Cycle<'_>, orders: &Sheets, (owner, to): (Power, Power), at: &str) -> bool {
    offer(turn, orders, (owner, to), at).is_some()
}

/// The line that offers a region, which must not be in revolt.
fn offer<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    (owner, to): (Power, Power),
    here: &str,
) -> Option<&'o Line> {
    let land = turn.state().land(here);
    if land.owner != Some(owner) || land.revolt.is_some() {
        return None;
    }
    let offers = picked(turn, orders, owner, |order| match order {
        Order::Cede { at, to: taker } => (at == here && *taker == to).then_some(()),
        _ => None,
    });
    offers.first().map(|(line, ())| *line)
}

/// A region passes to a power whose brigade has moved in; the former owner's units withdraw.
pub fn hand_over(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (from, to): (Power, Power),
    at: &str,
) {
    if let Some(line) = offer(turn, orders, (from, to), at) {
        used(turn, from, line, &rules::CEDE, &format!("{to} took {at} over"));
    }
    scorch(game, turn, orders, (from, at));
    turn.record(&rules::CEDE, Event::Ceded { at: at.to_owned(), from, to });
    retreat::withdraw(game, turn, orders, from, at);
    for guest in strangers(turn, (from, to), at) {
        retreat::withdraw(game, turn, orders, guest, at);
    }
    containers::lay_chit(game, turn, at, to);
}

/// Guests of the former owner whom the new one does not know as allies (im69). Explorers may stay
/// for a while (im71).
fn strangers(turn: &Cycle<'_>, (from, to): (Power, Power), at: &str) -> Vec<Power> {
    let state = turn.state();
    let stranger = |power: &Power| {
        let force = state.land(at).force(*power);
        let known = [from, to].contains(power) || state.allied(*power, to);
        !known && force.total() > force.explorer
    };
    state.order.iter().copied().filter(stranger).collect()
}

/// What a power destroys before it hands a region over, as far as it can pay (im67).
fn scorch(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (of, here): (Power, &str),
) {
    if game.switches.scorched_earth == Switch::No {
        return;
    }
    let lines = picked(turn, orders, of, |order| match order {
        Order::Scorch { at, when } => {
            let here = at.as_ref().is_none_or(|at| at == here);
            here.then_some(matches!(when, Occasion::Leaving | Occasion::Either))
        }
        _ => None,
    });
    let Some((line, true)) = lines.first().copied() else { return };
    let price = game.format.diplomacy.scorch.value;
    let mut razed = 0;
    for building in [
        Building::School,
        Building::City,
        Building::Factory,
        Building::Port,
        Building::Railroad,
        Building::Fort,
    ] {
        let stands = turn.state().land(here).buildings.contains(&building);
        if stands && purse::pay(turn, of, (0, price), (Reason::Scorching, &rules::SCORCH)) {
            let at = here.to_owned();
            turn.record(&rules::SCORCH, Event::Razed { power: of, building, at });
            razed += 1;
        }
    }
    if razed > 0 {
        used(turn, of, line, &rules::SCORCH, &format!("buildings of {here} were destroyed"));
    }
}
