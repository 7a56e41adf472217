//! Retreats (im34, im45).

use std::collections::{BTreeMap, BTreeSet};

use super::battle::{Battle, End, Role};
use super::operation::Operation;
use super::{Cycle, Line, asks, fire, losses};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Party, Place};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea, Spot};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::{Limit, Standing};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Open;

/// After a round the attacker first and then the defender may retreat (im40).
pub fn offered(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle) -> Option<End> {
    for role in Role::BOTH {
        let natives = battle.side(role).party == Party::Natives;
        if natives || !wants(turn, battle, role) {
            continue;
        }
        // One that would like to retreat and cannot fights on.
        if let Some(to) = places(turn, op, battle, role).first() {
            go(turn, op, battle, role, to);
            return Some(End::Won(role.other()));
        }
    }
    None
}

/// True if the moment has come at which a side retreats; without an order when half of its brigades
/// are lost.
fn wants(turn: &mut Cycle<'_>, battle: &Battle, role: Role) -> bool {
    let Some(chief) = battle.side(role).chief else { return false };
    let when = match policy(turn, chief, &battle.at) {
        Some((line, when, _)) => {
            turn.used(&chief.seat(), line, &rules::RETREAT, Reason::RetreatUsed);
            when
        }
        None => &Limit::Half,
    };
    let count = |role| battle.force(&turn.state().open, role).brigades();
    when.has_come(&Standing {
        round: battle.round,
        fought: battle.side(role).fought,
        own: count(role),
        enemy: count(role.other()),
    })
}

/// The `retreat` order of a power that counts for a region.
fn policy<'o>(
    turn: &Cycle<'o>,
    power: Power,
    here: &Region,
) -> Option<(&'o Line, &'o Limit, &'o [Spot])> {
    let policies = turn.picked(
        &power.seat(),
        asks!(
            Order::Retreat { at, when, to } if at.as_ref().is_none_or(|at| at == here)
                => (when, to.as_slice())
        ),
    );
    policies.into_iter().next().map(|(line, (when, to))| (line, when, to))
}

/// A side that must retreat does so, or is eliminated.
pub fn leave(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle, role: Role) {
    let natives = battle.side(role).party == Party::Natives;
    if natives || battle.force(&turn.state().open, role).is_empty() {
        return;
    }
    match places(turn, op, battle, role).first() {
        Some(to) => go(turn, op, battle, role, to),
        None => {
            for power in battle.side(role).powers.clone() {
                lose(turn, power, &battle.at);
            }
        }
    }
}

/// All units of a power that are still in a region are lost.
fn lose(turn: &mut Cycle<'_>, power: Power, at: &Region) {
    let units = turn.state().open.land(at).force(power);
    if !units.is_empty() {
        turn.record(&rules::RETREAT, Event::Lost { power, units, at: at.clone() });
    }
}

/// A side retreats, all of it to one place.
pub fn go(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle, role: Role, to: &Place) {
    if let Some(chief) = battle.side(role).chief
        && let Some((line, ..)) = policy(turn, chief, &battle.at)
    {
        turn.used(&chief.seat(), line, &rules::RETREAT, Reason::RefugeUsed);
    }
    let powers = battle.side(role).powers.clone();
    match to {
        Place::Region(region) => {
            for power in powers {
                let units = step_back(turn, power, &battle.at, region);
                arrive(&turn.state().open, op, region, power, &units);
            }
        }
        Place::Sea(sea) => {
            fire::parting_shot(turn, battle, role);
            for power in powers {
                let (_, sequence) = losses::wishes(turn, power, false);
                if embark(turn, power, &sequence, &battle.at, sea) {
                    battle.aboard.push((power, sea.clone()));
                }
                lose(turn, power, &battle.at);
            }
        }
    }
}

/// The units of a power go to a region.
fn step_back(turn: &mut Cycle<'_>, power: Power, at: &Region, to: &Region) -> Force {
    let units = turn.state().open.land(at).force(power);
    if !units.is_empty() {
        let (from, to) = (at.clone(), Place::Region(to.clone()));
        let fleets = BTreeMap::new();
        turn.record(&rules::RETREAT, Event::Retreated { power, units, from, to, fleets });
    }
    units
}

/// Units that have come into a region where the mover must still fight are late for its first round.
fn arrive(state: &Open, op: &mut Operation, to: &Region, power: Power, units: &Force) {
    if op.awaits(state, to) {
        let there = op.late.entry(to.clone()).or_default();
        there.entry(power).or_default().add(units);
    }
}

/// As many units of a power as fit go aboard its fleets in a sea area, brigades first; true if
/// there were any. Those that would be lost first in battle stay behind first.
fn embark(turn: &mut Cycle<'_>, power: Power, sequence: &[Kind], at: &Region, sea: &Sea) -> bool {
    let mut room = room(turn.game(), &turn.state().open, power, sea);
    let mut left = turn.state().open.land(at).force(power);
    let mut fleets: BTreeMap<Fleet, Force> = BTreeMap::new();
    let mut units = Force::default();
    let mut kinds: Vec<Kind> = sequence.iter().rev().copied().collect();
    kinds.sort_by_key(|kind| !kind.is_brigade());
    for kind in kinds {
        let portage = turn.game().format.units[&kind].portage.value;
        while left.get(kind) > 0
            && let Some((number, free)) = room.iter_mut().find(|(_, free)| *free >= portage)
        {
            *free -= portage;
            *left.slot(kind) -= 1;
            *units.slot(kind) += 1;
            *fleets.entry(*number).or_default().slot(kind) += 1;
        }
    }
    if units.is_empty() {
        return false;
    }
    let (from, to) = (at.clone(), Place::Sea(sea.clone()));
    turn.record(&rules::REEMBARK, Event::Retreated { power, units, from, to, fleets });
    true
}

/// The fleets of a power in a sea area by number, and the portage points that each has left (im32).
fn room(game: &AgeOfImperialism, state: &Open, power: Power, sea: &Sea) -> Vec<(Fleet, u32)> {
    let carries = game.format.fleet.carries.value;
    let here = state.fleets_of(power).filter(|(_, fleet)| fleet.sea == *sea);
    here.map(|(number, fleet)| (number, carries.saturating_sub(game.portage(&fleet.cargo))))
        .collect()
}

/// Where a side may retreat, the most wanted place first.
pub fn places(turn: &Cycle<'_>, op: &Operation, battle: &Battle, role: Role) -> Vec<Place> {
    let (game, state) = (turn.game(), &turn.state().open);
    let side = battle.side(role);
    let there = |power: &&Power| !state.land(&battle.at).force(**power).is_empty();
    let powers: Vec<Power> = side.powers.iter().filter(there).copied().collect();
    let found = match role {
        Role::Attacker => way_back(game, state, op, &battle.at),
        Role::Defender => ways_out(game, state, &powers, &battle.at),
    };
    let order = side.chief.and_then(|chief| policy(turn, chief, &battle.at));
    ranked(game, state, found, order.map_or(&[], |(_, _, to)| to))
}

/// The places from which the mover's force came and where it is still welcome.
fn way_back(game: &AgeOfImperialism, state: &Open, op: &Operation, at: &Region) -> BTreeSet<Place> {
    let from = op.origins.get(at).into_iter().flat_map(BTreeMap::keys);
    let open = |place: &&Place| match place {
        Place::Region(region) => friendly(state, op.mover, region),
        Place::Sea(sea) => fits(game, state, op.mover, at, sea),
    };
    from.filter(open).cloned().collect()
}

/// Adjacent regions where all these powers are welcome, and sea areas on the coast where one of
/// them has a fleet with room.
fn ways_out(
    game: &AgeOfImperialism,
    state: &Open,
    powers: &[Power],
    at: &Region,
) -> BTreeSet<Place> {
    let welcome = |region: &&Region| powers.iter().all(|power| friendly(state, *power, region));
    let regions = game.board.chart.near(at).filter(welcome).cloned().map(Place::Region);
    let port = |sea: &&Sea| powers.iter().any(|power| fits(game, state, *power, at, sea));
    let seas = game.board.chart.coast(at).filter(port).cloned().map(Place::Sea);
    regions.chain(seas).collect()
}

/// True for a power's own regions, and those of its allies that are not in revolt (im69).
fn friendly(state: &Open, power: Power, region: &Region) -> bool {
    let land = state.land(region);
    land.owner.is_some_and(|owner| {
        owner == power || (state.allied(owner, power) && land.revolt.is_none())
    })
}

/// True if a fleet of the power in the sea area has room for one of its units in the region.
fn fits(game: &AgeOfImperialism, state: &Open, power: Power, at: &Region, sea: &Sea) -> bool {
    let units = state.land(at).force(power);
    let least = units.iter().map(|(kind, _)| game.format.units[&kind].portage.value).min();
    let room = room(game, state, power, sea);
    least.is_some_and(|least| room.iter().any(|(_, free)| *free >= least))
}

/// The wishes first; then regions not under attack, regions under attack, sea areas, each in the
/// order of the map.
fn ranked(
    game: &AgeOfImperialism,
    state: &Open,
    places: BTreeSet<Place>,
    wishes: &[Spot],
) -> Vec<Place> {
    let order = &game.board.chart.order;
    let key = |place: &Place| {
        let (name, class, at) = match place {
            Place::Region(region) => {
                let at = order.iter().position(|name| name == region);
                (Spot::from(region), usize::from(attacked(state, region)), at)
            }
            // Sea areas have no place in the order of regions; they keep the order of their names.
            Place::Sea(sea) => (Spot::from(sea), 2, None),
        };
        (wishes.iter().position(|wish| *wish == name).unwrap_or(wishes.len()), class, at)
    };
    let mut list: Vec<Place> = places.into_iter().collect();
    list.sort_by_key(key);
    list
}

/// True if a battle is still to be fought in a region of a power.
fn attacked(state: &Open, region: &Region) -> bool {
    let land = state.land(region);
    let hostile = |power: &Power| {
        land.owner.is_some_and(|owner| owner != *power && !state.allied(owner, *power))
    };
    let invaded = land.armies.iter().any(|(p, force)| force.brigades() > 0 && hostile(p));
    land.revolt.is_some() || invaded
}

/// All units of a power leave a region at once for an adjacent region of theirs or fleet, or are
/// lost (im35). Nobody fires at them. `op` is the phase in which it happens, if it is in one.
pub fn withdraw(turn: &mut Cycle<'_>, op: Option<&mut Operation>, power: Power, at: &Region) {
    if turn.state().open.land(at).force(power).is_empty() {
        return;
    }
    let order = policy(turn, power, at);
    let found = ways_out(turn.game(), &turn.state().open, &[power], at);
    let places = ranked(turn.game(), &turn.state().open, found, order.map_or(&[], |(_, _, to)| to));
    if let Some((line, ..)) = order.filter(|_| !places.is_empty()) {
        turn.used(&power.seat(), line, &rules::RETREAT, Reason::RefugeUsed);
    }
    match places.first() {
        Some(Place::Region(region)) => {
            let units = step_back(turn, power, at, region);
            if let Some(op) = op {
                arrive(&turn.state().open, op, region, power, &units);
            }
        }
        Some(Place::Sea(sea)) => {
            let (_, sequence) = losses::wishes(turn, power, false);
            embark(turn, power, &sequence, at, sea);
        }
        None => {}
    }
    lose(turn, power, at);
}
