//! Land movement (im27, im28).

use super::operation::{Operation, Party, force_of, tired};
use super::{Cycle, Fate, Hitch, ceding, containers};
use crate::games::age_of_imperialism::events::{Event, Place};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open};

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
    from: &'l Region,
    to: &'l Region,
    welcome: Welcome,
    cost: u32,
}

/// Marches along a path as far as units can.
pub fn march(turn: &mut Cycle<'_>, op: &mut Operation, units: &Force, path: &[Region]) -> Fate {
    let [start, .., end] = path else {
        return Fate::failed(&rules::MARCH, Reason::ShortPath);
    };
    let mut group = op.there(&turn.state().open, start, units);
    if group.is_empty() {
        return Fate::failed(&rules::MARCH, Reason::NoneThere { at: start.clone() });
    }
    for (steps, names) in path.windows(2).enumerate() {
        let (leg, party) = match next(turn, op, &names[0], &names[1], &group) {
            Ok(next) => next,
            Err((rule, reason)) if steps == 0 => return Fate::failed(&rule, reason),
            Err((rule, reason)) => return Fate::partly(&rule, reason),
        };
        let halted = step(turn, op, &leg, &party);
        group = tired(&party, leg.cost);
        if halted && steps + 2 < path.len() {
            return Fate::partly(&rules::ENTRY, Reason::BrigadesStop { at: leg.to.clone() });
        }
    }
    reached(units, &force_of(&group), end)
}

fn reached(units: &Force, group: &Force, end: &Region) -> Fate {
    let (at, units, mut behind) = (end.clone(), *group, *units);
    behind.take(group);
    if behind.is_empty() {
        Fate::done(&rules::MARCH, Reason::Reached { units, at })
    } else {
        Fate::partly(&rules::MARCH, Reason::SomeReached { units, at, behind })
    }
}

/// The next step and the part of a group that can take it, or why nobody can.
fn next<'l>(
    turn: &Cycle<'_>,
    op: &Operation,
    from: &'l Region,
    to: &'l Region,
    group: &Party,
) -> Result<(Leg<'l>, Party), Hitch> {
    let game = turn.game();
    let state = &turn.state().open;
    if !game.board.chart.touch(from, to) {
        let near = game.board.chart.near(from).cloned().collect();
        let why = Reason::NotTouching { from: from.clone(), to: to.clone(), near };
        return Err((rules::MARCH, why));
    }
    let welcome = welcome(turn, op.mover, to);
    if welcome == Welcome::Closed {
        return Err((rules::ENTRY, closed(state, op.mover, to)));
    }
    let cost = u32::from(!state.land(from).buildings.contains(&Building::Railroad));
    let able = op.able(game, group, cost);
    if able.is_empty() {
        return Err((rules::MARCH, Reason::NoMovesLeft));
    }
    let free = op.free(state, from, &able);
    if free.is_empty() {
        return Err((rules::REVOLT, Reason::HeldByRevolt { at: from.clone() }));
    }
    let (welcome, party) = covered(state, op.mover, welcome, free.clone());
    if party.is_empty() {
        let units = force_of(&free);
        return Err((rules::ENTRY, Reason::NeedBrigade { units, to: to.clone() }));
    }
    Ok((Leg { from, to, welcome, cost }, party))
}

/// Those of a party that may enter a region, and how it receives them: parties need a brigade with
/// them where no friend holds it, except explorers among natives (im28).
pub fn covered(state: &Open, power: Power, welcome: Welcome, mut party: Party) -> (Welcome, Party) {
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
pub fn welcome(turn: &Cycle<'_>, power: Power, to: &Region) -> Welcome {
    let state = &turn.state().open;
    let land = state.land(to);
    match land.owner {
        None => Welcome::Native,
        Some(owner) if owner != power && ceding::offered(turn, owner, power, to) => {
            Welcome::Offered(owner)
        }
        Some(_) if state.lets_in(power, to) => Welcome::Friendly,
        Some(owner) if land.revolt.is_none() && state.may_attack(power, owner) => Welcome::Hostile,
        Some(_) => Welcome::Closed,
    }
}

/// Why a region may not be entered.
pub fn closed(state: &Open, power: Power, to: &Region) -> Reason {
    let (at, land) = (to.clone(), state.land(to));
    match land.owner {
        Some(_) if land.revolt.is_some() => Reason::InRevolt { at },
        Some(owner) if state.at_war(power, owner) => Reason::NotYetAtWar { with: owner },
        Some(owner) => Reason::NotAtWarWithOwner { at, owner },
        None => Reason::NotYours { at },
    }
}

/// Takes a step; true if the units move no farther.
fn step(turn: &mut Cycle<'_>, op: &mut Operation, leg: &Leg<'_>, party: &Party) -> bool {
    let units = force_of(party);
    let (from, to) = (leg.from.clone(), leg.to.clone());
    turn.next_moment();
    turn.record(&rules::MARCH, Event::Marched { power: op.mover, units, from: from.clone(), to });
    op.leave(leg.from, party);
    let halted = leg.welcome.halts() && units.brigades() > 0;
    if halted {
        op.halt(leg.to, &units);
    } else {
        op.arrive(leg.to, &tired(party, leg.cost));
    }
    enter(turn, op, leg.to, leg.welcome, Place::Region(from), &units);
    halted
}

/// What follows when units have come into a region: natives get a marker, an enemy is under
/// attack, and what is offered changes hands.
pub fn enter(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    to: &Region,
    welcome: Welcome,
    from: Place,
    units: &Force,
) {
    if welcome == Welcome::Native {
        containers::lay_marker(turn, to);
    }
    if units.brigades() == 0 {
        return;
    }
    match welcome {
        Welcome::Native | Welcome::Hostile => op.entered(to, from, units),
        Welcome::Offered(owner) => {
            let mover = op.mover;
            ceding::hand_over(turn, op, owner, mover, to);
        }
        Welcome::Friendly | Welcome::Closed => {}
    }
}
