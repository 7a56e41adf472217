//! Land movement (im27, im28).

use super::operation::{Operation, Party, force_of, tired};
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

impl Welcome {
    /// True if brigades that enter such a region move no farther (im28, im35).
    fn halts(self) -> bool {
        matches!(self, Self::Native | Self::Hostile | Self::Offered(_))
    }
}

/// A step of a march.
struct Leg<'l> {
    from: &'l str,
    to: &'l str,
    welcome: Welcome,
    cost: u32,
}

/// Marches along a path as far as units can.
pub fn march(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (units, path): (&Force, &[Region]),
) -> Outcome {
    let [start, .., end] = path else {
        return Outcome::failed(&rules::MARCH, "the path leads nowhere");
    };
    let mut group = op.there(turn.state(), start, units);
    if group.is_empty() {
        return Outcome::failed(&rules::MARCH, format!("the units are not in {start}"));
    }
    for (steps, names) in path.windows(2).enumerate() {
        let names = (names[0].as_str(), names[1].as_str());
        let (leg, party) = match next(game, turn, orders, op, (names, &group)) {
            Ok(next) => next,
            Err((rule, reason)) if steps == 0 => return Outcome::failed(&rule, reason),
            Err((rule, reason)) => return Outcome::partly(&rule, reason),
        };
        let halted = step(game, turn, orders, op, (&leg, &party));
        group = tired(&party, leg.cost);
        if halted && steps + 2 < path.len() {
            let reason = format!("brigades must stop at {}", leg.to);
            return Outcome::partly(&rules::ENTRY, reason);
        }
    }
    reached(units, &force_of(&group), end)
}

fn reached(units: &Force, group: &Force, end: &str) -> Outcome {
    let mut behind = *units;
    behind.take(group);
    if behind.is_empty() {
        Outcome::done(&rules::MARCH, format!("{group} reached {end}"))
    } else {
        Outcome::partly(&rules::MARCH, format!("{group} reached {end}, {behind} did not"))
    }
}

/// The next step and the part of a group that can take it, or why nobody can.
fn next<'l>(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    op: &Operation,
    ((from, to), group): ((&'l str, &'l str), &Party),
) -> Result<(Leg<'l>, Party), (Rule, String)> {
    let state = turn.state();
    if !game.board.chart.touch(from, to) {
        return Err((rules::MARCH, format!("{from} and {to} do not touch")));
    }
    let welcome = welcome(turn, orders, op.mover, to);
    if welcome == Welcome::Closed {
        return Err((rules::ENTRY, closed(state, op.mover, to)));
    }
    let cost = u32::from(!state.land(from).buildings.contains(&Building::Railroad));
    let able = op.able(game, group, cost);
    if able.is_empty() {
        let reason = format!("the units have no movement points left in {from}");
        return Err((rules::MARCH, reason));
    }
    let free = op.free(state, from, &able);
    if free.is_empty() {
        return Err((rules::REVOLT, format!("the revolt in {from} holds the brigades there")));
    }
    let (welcome, party) = covered(state, op.mover, welcome, free);
    if party.is_empty() {
        return Err((rules::ENTRY, format!("parties need a brigade to enter {to}")));
    }
    Ok((Leg { from, to, welcome, cost }, party))
}

/// Those of a party that may enter a region, and how it receives them: parties need a brigade with
/// them where no friend holds it, except explorers among natives (im28).
pub fn covered(
    state: &State,
    power: Power,
    welcome: Welcome,
    mut party: Party,
) -> (Welcome, Party) {
    if party.iter().any(|(kind, ..)| kind.is_brigade()) {
        return (welcome, party);
    }
    match welcome {
        Welcome::Friendly => {}
        // Without a brigade nothing is taken over, but an ally's guests are welcome.
        Welcome::Offered(owner) if state.allied(owner, power) => {
            return (Welcome::Friendly, party);
        }
        Welcome::Native => party.retain(|(kind, ..)| *kind == Kind::Explorer),
        Welcome::Hostile | Welcome::Offered(_) | Welcome::Closed => party.clear(),
    }
    (welcome, party)
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

/// Takes a step; true if the units move no farther.
fn step(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (leg, party): (&Leg<'_>, &Party),
) -> bool {
    let units = force_of(party);
    let (from, to) = (leg.from.to_owned(), leg.to.to_owned());
    turn.next_moment();
    turn.record(&rules::MARCH, Event::Marched { power: op.mover, units, from: from.clone(), to });
    op.leave(leg.from, party);
    let halted = leg.welcome.halts() && units.brigades() > 0;
    if halted {
        op.halt(leg.to, &units);
    } else {
        op.arrive(leg.to, &tired(party, leg.cost));
    }
    enter(game, turn, orders, op, (leg.to, leg.welcome), (Place::Region(from), &units));
    halted
}

/// What follows when units have come into a region: natives get a marker, an enemy is under
/// attack, and what is offered changes hands.
pub fn enter(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (to, welcome): (&str, Welcome),
    (from, units): (Place, &Force),
) {
    if welcome == Welcome::Native {
        containers::lay_marker(game, turn, to);
    }
    if units.brigades() == 0 {
        return;
    }
    match welcome {
        Welcome::Native | Welcome::Hostile => op.entered(to, from, units),
        Welcome::Offered(owner) => {
            let mover = op.mover;
            ceding::hand_over(game, turn, orders, op, (owner, mover, to));
        }
        Welcome::Friendly | Welcome::Closed => {}
    }
}
