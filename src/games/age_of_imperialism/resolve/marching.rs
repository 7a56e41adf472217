//! Land movement (im27, im28).

use super::operation::{Operation, Party, force_of};
use super::{Cycle, Outcome, Sheets, ceding, containers};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Place};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Region, State};

/// How a region receives units of a power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Welcome {
    /// It is the power's own, or an ally's.
    Friendly,
    /// The natives hold it.
    Native,
    /// An enemy holds it, and may be attacked.
    Hostile,
    /// Its owner cedes it (im35).
    Offered(Power),
    /// It may not be entered.
    Closed,
}

/// Marches along a path as far as units can.
pub fn march(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (units, path): (&Force, &[Region]),
) -> Outcome {
    let mut group = *units;
    let mut behind = Force::default();
    for (steps, leg) in path.windows(2).enumerate() {
        let (from, to) = (leg[0].as_str(), leg[1].as_str());
        let party = match next_party(game, turn, orders, op, (from, to, &group)) {
            Ok(party) => party,
            Err((rule, reason)) if steps == 0 => return Outcome::failed(&rule, reason),
            Err((rule, reason)) => return Outcome::partly(&rule, reason),
        };
        let going = force_of(&party);
        let mut left = group;
        left.take(&going);
        behind.add(&left);
        step(game, turn, orders, op, (from, to, &party));
        group = going;
        let stopped = group.brigades() > 0 && turn.state().land(to).owner != Some(op.mover);
        if stopped && steps + 2 < path.len() && !ally_holds(turn.state(), op.mover, to) {
            return Outcome::partly(&rules::ENTRY, format!("brigades must stop at {to}"));
        }
    }
    let end = path.last().map_or("", String::as_str);
    if behind.is_empty() {
        Outcome::done(&rules::MARCH, format!("{group} reached {end}"))
    } else {
        Outcome::partly(&rules::MARCH, format!("{group} reached {end}; {behind} could not follow"))
    }
}

fn ally_holds(state: &State, power: Power, at: &str) -> bool {
    state.land(at).owner.is_some_and(|owner| state.allied(owner, power))
}

/// The part of a group that can take the next step, or why nobody can.
fn next_party(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    op: &Operation,
    (from, to, group): (&str, &str, &Force),
) -> Result<Party, (Rule, String)> {
    let state = turn.state();
    if !game.board.chart.touch(from, to) {
        return Err((rules::MARCH, format!("{from} and {to} do not touch")));
    }
    let welcome = welcome(turn, orders, op.mover, to);
    if welcome == Welcome::Closed {
        return Err((rules::ENTRY, closed(state, op.mover, to)));
    }
    let there = state.land(from).force(op.mover).common(group);
    let free = loyal(game, state, op, (from, &there));
    let cost = u32::from(!state.land(from).buildings.contains(&Building::Railroad));
    let mut party = op.able(game, state, (from, &free, cost));
    let brigades = force_of(&party).brigades() > 0;
    if welcome != Welcome::Friendly && !brigades {
        let alone = |kind: Kind| kind == Kind::Explorer && welcome == Welcome::Native;
        party.retain(|(kind, ..)| alone(*kind));
    }
    if party.is_empty() {
        return Err(stuck(op, (from, to), (&there, &free), welcome));
    }
    Ok(party)
}

fn stuck(
    op: &Operation,
    (from, to): (&str, &str),
    (there, free): (&Force, &Force),
    welcome: Welcome,
) -> (Rule, String) {
    if there.is_empty() {
        (rules::MARCH, format!("the units are not in {from}"))
    } else if free.is_empty() && op.rebels.contains(from) {
        (rules::REVOLT, format!("they are held by the revolt in {from}"))
    } else if welcome != Welcome::Friendly && free.brigades() == 0 {
        (rules::ENTRY, format!("parties need a brigade to enter {to}"))
    } else {
        (rules::MARCH, format!("they have no movement points left in {from}"))
    }
}

/// In a revolt only brigades in excess of the natives' may leave (im23).
fn loyal(
    game: &AgeOfImperialism,
    state: &State,
    op: &Operation,
    (from, group): (&str, &Force),
) -> Force {
    debug_assert!(game.board.chart.sites.contains_key(from));
    let land = state.land(from);
    let Some(revolt) = land.revolt.as_ref().filter(|_| op.rebels.contains(from)) else {
        return *group;
    };
    let mut room = land.force(op.mover).brigades().saturating_sub(revolt.army.brigades());
    let mut free = *group;
    for kind in Kind::BRIGADES {
        let slot = free.slot(kind);
        *slot = (*slot).min(room);
        room -= *slot;
    }
    free
}

/// How a region receives units of a power now (im28, im35, im69).
pub fn welcome(turn: &Cycle<'_>, orders: &Sheets, power: Power, to: &str) -> Welcome {
    let state = turn.state();
    let land = state.land(to);
    match land.owner {
        None => Welcome::Native,
        Some(owner) if owner == power => Welcome::Friendly,
        Some(_) if land.revolt.is_some() => Welcome::Closed,
        Some(owner) if ceding::offered(turn, orders, (owner, power), to) => Welcome::Offered(owner),
        Some(owner) if state.allied(owner, power) => Welcome::Friendly,
        Some(owner) if state.may_attack(power, owner) => Welcome::Hostile,
        Some(_) => Welcome::Closed,
    }
}

/// Why a region may not be entered.
pub fn closed(state: &State, power: Power, to: &str) -> String {
    let land = state.land(to);
    match land.owner {
        Some(_) if land.revolt.is_some() => format!("{to} is in revolt"),
        Some(owner) if state.at_war(power, owner) => {
            format!("the war with {owner} cannot be fought before your next movement phase")
        }
        Some(owner) => format!("{to} belongs to {owner}, with whom there is no war"),
        None => format!("{to} cannot be entered"),
    }
}

fn step(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (from, to, party): (&str, &str, &Party),
) {
    let welcome = welcome(turn, orders, op.mover, to);
    let cost = u32::from(!turn.state().land(from).buildings.contains(&Building::Railroad));
    let units = force_of(party);
    if welcome == Welcome::Native {
        containers::lay_marker(game, turn, to);
    }
    turn.next_moment();
    let (power, from_name) = (op.mover, from.to_owned());
    turn.record(
        &rules::MARCH,
        Event::Marched { power, units, from: from_name.clone(), to: to.to_owned() },
    );
    op.leave(from, party);
    match welcome {
        Welcome::Friendly | Welcome::Closed => op.arrive(to, party, cost),
        Welcome::Offered(owner) => {
            op.halt(to, &units);
            if units.brigades() > 0 {
                ceding::hand_over(game, turn, orders, (owner, power), to);
            }
        }
        Welcome::Native if units.brigades() == 0 => op.arrive(to, party, cost),
        Welcome::Native | Welcome::Hostile => {
            op.halt(to, &units);
            op.entered(to, Place::Region(from_name), &units);
        }
    }
}
