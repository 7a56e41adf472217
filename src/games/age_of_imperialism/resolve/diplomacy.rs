//! Dealings with natives in the production phase (im18 to im21).

use std::collections::BTreeSet;

use super::{Cycle, Outcome, Sheets, picked, purse, revolt};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Influence, Reason};
use crate::games::age_of_imperialism::orders::{Means, Order};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Land, Region};

/// What a power has done once already in this phase.
#[derive(Debug, Default)]
struct Done {
    /// Regions where it paid for the removal of a sphere of influence.
    removed: BTreeSet<Region>,
    /// Regions where it paid to westernize.
    paid: BTreeSet<Region>,
}

/// A power removes spheres of influence, westernizes and incites.
pub fn run(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    turn.next_moment();
    let lines = picked(turn, orders, power, |order| match order {
        Order::RemoveInfluence { .. } | Order::Westernize { .. } | Order::Incite { .. } => {
            Some(order)
        }
        _ => None,
    });
    let mut done = Done::default();
    for (line, order) in lines {
        let outcome = match order {
            Order::RemoveInfluence { at, of } => remove(game, turn, (power, *of), at, &mut done),
            Order::Westernize { at, pay, influence } => {
                westernize(game, turn, (power, at), (*pay, *influence), &mut done)
            }
            Order::Incite { at, with, bribe } => {
                incite(game, turn, orders, (power, at), (*with, *bribe))
            }
            _ => continue,
        };
        outcome.tell(turn, power, line);
    }
    presence(game, turn, power);
}

/// Removes one sphere of influence (im18).
fn remove(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    (power, of): (Power, Power),
    at: &str,
    done: &mut Done,
) -> Outcome {
    if of == power {
        return remove_own(turn, power, at);
    }
    let land = turn.state().land(at);
    let rule = &rules::REMOVAL;
    if land.owner != Some(power) {
        return Outcome::failed(rule, format!("{at} is not yours"));
    }
    if !land.spheres.contains_key(&of) {
        return Outcome::failed(rule, format!("{of} have no sphere of influence in {at}"));
    }
    if !turn.state().at_war(power, of) {
        if done.removed.contains(at) {
            return Outcome::failed(rule, format!("one was removed from {at} in this phase"));
        }
        let dp = game.format.diplomacy.removal.value;
        if !purse::pay(turn, power, (0, dp), (Reason::Removal, rule)) {
            return Outcome::failed(rule, purse::lacks(turn, power, (0, dp)));
        }
        done.removed.insert(at.to_owned());
    }
    turn.record(rule, Event::SphereRemoved { of, at: at.to_owned(), count: 1 });
    Outcome::done(rule, format!("a sphere of influence of {of} is gone from {at}"))
}

/// Removes one of a power's own spheres of influence, wherever it is (im18).
pub fn remove_own(turn: &mut Cycle<'_>, power: Power, at: &str) -> Outcome {
    let rule = &rules::REMOVAL;
    if !turn.state().land(at).spheres.contains_key(&power) {
        return Outcome::failed(rule, format!("you have no sphere of influence in {at}"));
    }
    turn.record(rule, Event::SphereRemoved { of: power, at: at.to_owned(), count: 1 });
    Outcome::done(rule, format!("a sphere of influence of yours is gone from {at}"))
}

/// Pays and gives up spheres of influence to weaken natives (im19).
fn westernize(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    (power, at): (Power, &str),
    (pays, influence): (bool, u32),
    done: &mut Done,
) -> Outcome {
    let rule = &rules::WESTERNIZE;
    if let Some(why) = not_westernized(turn.state().land(at), power, at) {
        return Outcome::failed(rule, why);
    }
    let mut short = Vec::new();
    let mut taken = 0;
    if pays {
        let table = &game.format.diplomacy;
        let price = (0, table.westernize.value);
        if done.paid.contains(at) {
            short.push(format!("it was paid for {at} in this phase"));
        } else if purse::pay(turn, power, price, (Reason::Westernizing, rule)) {
            done.paid.insert(at.to_owned());
            taken += table.westernize_strength.value;
            weaken(game, turn, at, (table.westernize_strength.value, Influence::Paid));
        } else {
            short.push(purse::lacks(turn, power, price));
        }
    }
    // Once a region is westernized, its spheres of influence are gone.
    let spheres = turn.state().land(at).spheres.get(&power).copied().unwrap_or(0);
    let count = influence.min(spheres);
    if count > 0 {
        taken += count;
        turn.record(rule, Event::SphereRemoved { of: power, at: at.to_owned(), count });
        weaken(game, turn, at, (count, Influence::Sphere));
    }
    if count < influence && turn.state().land(at).marker.is_some() {
        short.push(format!("you have {spheres} spheres of influence in {at}"));
    }
    let state = turn.state();
    let left = match state.strength(at) {
        Some(strength) => format!("the natives of {at} have strength {strength}"),
        None => format!("{at} is westernized"),
    };
    match (taken, short.is_empty()) {
        (0, true) => Outcome::failed(rule, "nothing was offered for it"),
        (0, false) => Outcome::failed(rule, short.join("; ")),
        (_, true) => Outcome::done(rule, left),
        (_, false) => Outcome::partly(rule, format!("{left}; {}", short.join("; "))),
    }
}

fn not_westernized(land: &Land, power: Power, at: &str) -> Option<String> {
    if land.owner != Some(power) {
        Some(format!("{at} is not yours"))
    } else if land.marker.is_none() {
        Some(format!("{at} is westernized"))
    } else if land.revolt.is_some() {
        Some(format!("{at} is in revolt"))
    } else {
        None
    }
}

/// What buildings and explorers do by themselves (im19).
fn presence(game: &AgeOfImperialism, turn: &mut Cycle<'_>, power: Power) {
    for at in &game.board.chart.order {
        let land = turn.state().land(at);
        if not_westernized(land, power, at).is_some() {
            continue;
        }
        let helps = |building: &&Building| **building != Building::Fort;
        let built = u32::try_from(land.buildings.iter().filter(helps).count()).unwrap_or(0);
        let points = built + land.force(power).explorer;
        if points > 0 {
            weaken(game, turn, at, (points, Influence::Presence));
        }
    }
}

/// Takes strength from the natives of a region; too little of it, and the region is westernized
/// (im7).
fn weaken(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    at: &str,
    (points, why): (u32, Influence),
) {
    let by = u8::try_from(points).unwrap_or(u8::MAX);
    turn.record(&rules::WESTERNIZE, Event::Weakened { at: at.to_owned(), by, why });
    let soft = game.format.natives.westernized_below.value;
    if turn.state().strength(at).is_some_and(|left| u32::from(left) < soft) {
        turn.record(&rules::MARKERS, Event::Westernized { at: at.to_owned() });
    } else {
        restore_balance(turn, at);
    }
}

/// In a region of a power there are no more spheres of influence than its strength: those of
/// enemies go first, then those of others, its own last (im50).
pub fn restore_balance(turn: &mut Cycle<'_>, at: &str) {
    let state = turn.state();
    let (Some(strength), Some(owner)) = (state.strength(at), state.land(at).owner) else { return };
    let rank = |power: &Power| match *power {
        own if own == owner => 2,
        other if state.at_war(owner, other) => 0,
        _ => 1,
    };
    let mut powers = state.order.clone();
    powers.sort_by_key(rank);
    let mut excess = state.land(at).influence().saturating_sub(u32::from(strength));
    for of in powers {
        let there = turn.state().land(at).spheres.get(&of).copied().unwrap_or(0);
        let count = there.min(excess);
        if count > 0 {
            turn.record(&rules::EXPLORE, Event::SphereRemoved { of, at: at.to_owned(), count });
            excess -= count;
        }
    }
}

/// Incites the natives of another power's region (im20, im21).
fn incite(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (power, at): (Power, &str),
    (with, bribe): (Means, bool),
) -> Outcome {
    let rule = &rules::INCITE;
    if let Some(why) = quiet(turn, power, at) {
        return Outcome::failed(rule, why);
    }
    if (with == Means::Dp || bribe) && !reaches(game, turn, power, at) {
        let why = format!("you have neither a quiet region next to {at} nor a fleet off its coast");
        return Outcome::failed(&rules::BRIBE, why);
    }
    let table = &game.format.diplomacy;
    let mut dp = if bribe { table.bribe.value } else { 0 };
    if with == Means::Dp {
        dp += table.incite.value;
    } else if !turn.state().land(at).spheres.contains_key(&power) {
        return Outcome::failed(rule, format!("you have no sphere of influence in {at}"));
    }
    if !purse::pay(turn, power, (0, dp), (Reason::Inciting, rule)) {
        return Outcome::failed(rule, purse::lacks(turn, power, (0, dp)));
    }
    let region = at.to_owned();
    if with == Means::Influence {
        let event = Event::SphereRemoved { of: power, at: region.clone(), count: 1 };
        turn.record(rule, event);
    }
    turn.record(rule, Event::Incited { power, at: region, bribe });
    if revolt::roll(game, turn, orders, at, Some((power, bribe))) {
        Outcome::done(rule, format!("the natives of {at} revolt"))
    } else {
        Outcome::done(rule, format!("the natives of {at} were tempted, but stay quiet"))
    }
}

/// Why the natives of a region cannot be incited by a power.
fn quiet(turn: &Cycle<'_>, power: Power, at: &str) -> Option<String> {
    let land = turn.state().land(at);
    match land.owner {
        None => Some(format!("{at} belongs to its natives")),
        Some(owner) if owner == power => Some(format!("{at} is your own")),
        Some(_) if land.marker.is_none() => Some(format!("{at} is westernized")),
        Some(_) if land.revolt.is_some() => Some(format!("{at} is in revolt already")),
        Some(_) if turn.state().incited.contains(at) => {
            Some(format!("it was attempted in {at} in this phase"))
        }
        Some(_) => None,
    }
}

/// True if a power has a region next to this one that is not in revolt, or a fleet off its coast.
fn reaches(game: &AgeOfImperialism, turn: &Cycle<'_>, power: Power, at: &str) -> bool {
    let state = turn.state();
    let chart = &game.board.chart;
    let near = |region: &Region| {
        let land = state.land(region);
        land.owner == Some(power) && land.revolt.is_none()
    };
    chart.near(at).any(near) || chart.coast(at).any(|sea| !state.fleets_at(power, sea).is_empty())
}
