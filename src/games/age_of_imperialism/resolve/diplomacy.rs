//! Dealings with natives in the production phase (im18 to im21).

use std::collections::BTreeSet;

use super::{Cycle, Fate, asks, natives, purse, revolt};
use crate::games::age_of_imperialism::events::{Event, Influence, Purpose};
use crate::games::age_of_imperialism::map::Chart;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::{Means, Order};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Open, Purse};

/// What a power has done once already in this phase.
#[derive(Debug, Default)]
struct Done {
    /// Regions where it paid for the removal of a sphere of influence.
    removed: BTreeSet<Region>,
    /// Regions where it paid to westernize.
    paid: BTreeSet<Region>,
}

/// What a line asks of the natives of a region.
enum Dealing<'o> {
    Remove(&'o Region, Power),
    Westernize(&'o Region, bool, u32),
    Incite(&'o Region, Means, bool),
}

/// A power removes spheres of influence, westernizes and incites.
pub fn run(turn: &mut Cycle<'_>, power: Power) {
    turn.next_moment();
    let lines = turn.picked(
        &power.seat(),
        asks!(
            Order::RemoveInfluence { at, of } => Dealing::Remove(at, *of),
            Order::Westernize { at, pay, influence } => Dealing::Westernize(at, *pay, *influence),
            Order::Incite { at, with, bribe } => Dealing::Incite(at, *with, *bribe),
        ),
    );
    let mut done = Done::default();
    for (line, dealing) in lines {
        let fate = match dealing {
            Dealing::Remove(at, of) => remove(turn, power, of, at, &mut done),
            Dealing::Westernize(at, pay, influence) => {
                westernize(turn, power, at, pay, influence, &mut done)
            }
            Dealing::Incite(at, with, bribe) => incite(turn, power, at, with, bribe),
        };
        turn.answer(&power.seat(), line, fate);
    }
    presence(turn, power);
}

/// Removes one sphere of influence (im18).
fn remove(turn: &mut Cycle<'_>, power: Power, of: Power, at: &Region, done: &mut Done) -> Fate {
    if of == power {
        return remove_own(turn, power, at);
    }
    let land = turn.state().open.land(at);
    let rule = &rules::REMOVAL;
    if land.owner != Some(power) {
        return Fate::failed(rule, Reason::NotYours { at: at.clone() });
    }
    if !land.spheres.contains_key(&of) {
        return Fate::failed(rule, Reason::NoSphereOf { power: of, at: at.clone() });
    }
    if !turn.state().open.at_war(power, of) {
        if done.removed.contains(at) {
            return Fate::failed(rule, Reason::RemovedHere { at: at.clone() });
        }
        let dp = turn.game().format.diplomacy.removal.value;
        if !purse::pay(turn, power, Purse::dp(dp), Purpose::Removal, rule) {
            return Fate::failed(rule, purse::lacks(turn, power, Purse::dp(dp)));
        }
        done.removed.insert(at.clone());
    }
    turn.record(rule, Event::SphereRemoved { of, at: at.clone(), count: 1 });
    Fate::done(rule, Reason::SphereGone { of, at: at.clone() })
}

/// Removes one of a power's own spheres of influence, wherever it is (im18).
pub fn remove_own(turn: &mut Cycle<'_>, power: Power, at: &Region) -> Fate {
    let rule = &rules::REMOVAL;
    if !turn.state().open.land(at).spheres.contains_key(&power) {
        return Fate::failed(rule, Reason::NoSphere { at: at.clone() });
    }
    turn.record(rule, Event::SphereRemoved { of: power, at: at.clone(), count: 1 });
    Fate::done(rule, Reason::OwnSphereGone { at: at.clone() })
}

/// Pays and gives up spheres of influence to weaken natives (im19).
fn westernize(
    turn: &mut Cycle<'_>,
    power: Power,
    at: &Region,
    pays: bool,
    influence: u32,
    done: &mut Done,
) -> Fate {
    let rule = &rules::WESTERNIZE;
    if let Some(why) = not_westernized(turn.state().open.land(at), power, at) {
        return Fate::failed(rule, why);
    }
    let mut short = Vec::new();
    let mut taken = 0;
    if pays {
        let table = &turn.game().format.diplomacy;
        let price = Purse::dp(table.westernize.value);
        if done.paid.contains(at) {
            short.push(Reason::PaidHere { at: at.clone() });
        } else if purse::pay(turn, power, price, Purpose::Westernizing, rule) {
            done.paid.insert(at.clone());
            taken += table.westernize_strength.value;
            weaken(turn, power, at, table.westernize_strength.value, Influence::Paid);
        } else {
            short.push(purse::lacks(turn, power, price));
        }
    }
    // Once a region is westernized, its spheres of influence are gone.
    let spheres = turn.state().open.land(at).spheres.get(&power).copied().unwrap_or(0);
    let count = influence.min(spheres);
    if count > 0 {
        taken += count;
        turn.record(rule, Event::SphereRemoved { of: power, at: at.clone(), count });
        weaken(turn, power, at, count, Influence::Sphere);
    }
    if count < influence && turn.state().open.land(at).marker.is_some() {
        short.push(Reason::OnlySpheres { spheres, at: at.clone() });
    }
    let state = turn.state();
    let left = match state.strength(at) {
        Some(strength) => Reason::NativesLeft { at: at.clone(), strength },
        None => Reason::IsWesternized { at: at.clone() },
    };
    match (taken, short.is_empty()) {
        (0, true) => Fate::failed(rule, Reason::NothingOffered),
        (0, false) => Fate::failed(rule, Reason::Several { reasons: short }),
        (_, true) => Fate::done(rule, left),
        (_, false) => {
            let reasons = std::iter::once(left).chain(short).collect();
            Fate::partly(rule, Reason::Several { reasons })
        }
    }
}

fn not_westernized(land: &Land, power: Power, at: &Region) -> Option<Reason> {
    if land.owner != Some(power) {
        Some(Reason::NotYours { at: at.clone() })
    } else if land.marker.is_none() {
        Some(Reason::IsWesternized { at: at.clone() })
    } else if land.revolt.is_some() {
        Some(Reason::InRevolt { at: at.clone() })
    } else {
        None
    }
}

/// What buildings and explorers do by themselves (im19).
fn presence(turn: &mut Cycle<'_>, power: Power) {
    for at in &turn.game().board.chart.order {
        let land = turn.state().open.land(at);
        if not_westernized(land, power, at).is_some() {
            continue;
        }
        let points = land.presence(power);
        if points > 0 {
            weaken(turn, power, at, points, Influence::Presence);
        }
    }
}

/// Takes strength from the natives of a power's region.
fn weaken(turn: &mut Cycle<'_>, power: Power, at: &Region, points: u32, why: Influence) {
    let by = u8::try_from(points).unwrap_or(u8::MAX);
    turn.record(&rules::WESTERNIZE, Event::Weakened { at: at.clone(), by, why });
    natives::settle(turn, power, at);
}

/// Incites the natives of another power's region (im20, im21).
fn incite(turn: &mut Cycle<'_>, power: Power, at: &Region, with: Means, bribe: bool) -> Fate {
    let rule = &rules::INCITE;
    if let Some(why) = quiet(&turn.state().open, power, at) {
        return Fate::failed(rule, why);
    }
    let near = reaches(&turn.game().board.chart, &turn.state().open, power, at);
    if (with == Means::Dp || bribe) && !near {
        let why = Reason::OutOfReach { at: at.clone() };
        return Fate::failed(&rules::BRIBE, why);
    }
    let table = &turn.game().format.diplomacy;
    let mut dp = if bribe { table.bribe.value } else { 0 };
    if with == Means::Dp {
        dp += table.incite.value;
    } else if !turn.state().open.land(at).spheres.contains_key(&power) {
        return Fate::failed(rule, Reason::NoSphere { at: at.clone() });
    }
    if !purse::pay(turn, power, Purse::dp(dp), Purpose::Inciting, rule) {
        return Fate::failed(rule, purse::lacks(turn, power, Purse::dp(dp)));
    }
    let region = at.clone();
    if with == Means::Influence {
        let event = Event::SphereRemoved { of: power, at: region.clone(), count: 1 };
        turn.record(rule, event);
    }
    turn.record(rule, Event::Incited { power, at: region, bribe });
    if revolt::roll(turn, at, Some((power, bribe))) {
        Fate::done(rule, Reason::Stirred { at: at.clone() })
    } else {
        Fate::done(rule, Reason::StayQuiet { at: at.clone() })
    }
}

/// Why the natives of a region cannot be incited by a power (im20).
pub fn quiet(state: &Open, power: Power, at: &Region) -> Option<Reason> {
    let (land, place) = (state.land(at), || at.clone());
    match land.owner {
        None => Some(Reason::NotAnothers { at: place() }),
        Some(_) if land.marker.is_none() => Some(Reason::IsWesternized { at: place() }),
        Some(_) if land.revolt.is_some() => Some(Reason::InRevoltAlready { at: place() }),
        Some(_) if state.incited.contains(at) => Some(Reason::InciteTried { at: place() }),
        Some(owner) => (owner == power).then(|| Reason::NotAnothers { at: place() }),
    }
}

/// True if a power has a region next to this one that is not in revolt, or a fleet off its coast (im21).
pub fn reaches(chart: &Chart, state: &Open, power: Power, at: &Region) -> bool {
    let near = |region: &Region| {
        let land = state.land(region);
        land.owner == Some(power) && land.revolt.is_none()
    };
    chart.near(at).any(near) || chart.coast(at).any(|sea| !state.fleets_at(power, sea).is_empty())
}
