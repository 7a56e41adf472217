//! Naval movement (im29 to im33).

use super::marching::{self, Welcome};
use super::operation::{Operation, Party, force_of};
use super::{Cycle, Fate, Hitch, interception, naval_battle, straits};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Place};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Open;

fn cargo(state: &Open, power: Power, number: Fleet) -> Force {
    state.squadron(power, number).map(|fleet| fleet.cargo).unwrap_or_default()
}

/// Of the fleets that are named those that lie in a sea area, each once.
fn lying(state: &Open, power: Power, named: &[Fleet], sea: &Sea) -> Vec<Fleet> {
    let there = state.fleets_at(power, sea);
    there.into_iter().filter(|fleet| named.contains(fleet)).collect()
}

/// True if some of the fleets that are named are not among these.
fn misses(named: &[Fleet], fleets: &[Fleet]) -> bool {
    named.iter().any(|fleet| !fleets.contains(fleet))
}

/// Units go aboard, as many as have a movement point and find room.
pub fn board(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    units: &Force,
    from: &Region,
    fleet: Fleet,
) -> Fate {
    let party = match boarders(turn.game(), &turn.state().open, op, units, from, fleet) {
        Ok(party) => party,
        Err((rule, reason)) => return Fate::failed(&rule, reason),
    };
    let (power, aboard) = (op.mover, force_of(&party));
    turn.next_moment();
    let event = Event::Boarded { power, units: aboard, from: from.clone(), fleet };
    turn.record(&rules::CARRY, event);
    op.leave(from, &party);
    let (units, mut ashore) = (aboard, *units);
    ashore.take(&aboard);
    if ashore.is_empty() {
        Fate::done(&rules::CARRY, Reason::Boarded { units, fleet })
    } else {
        Fate::partly(&rules::CARRY, Reason::SomeBoarded { units, fleet, ashore })
    }
}

fn boarders(
    game: &AgeOfImperialism,
    state: &Open,
    op: &Operation,
    units: &Force,
    from: &Region,
    number: Fleet,
) -> Result<Party, Hitch> {
    let Some(fleet) = state.squadron(op.mover, number) else {
        let own = state.fleets_of(op.mover).map(|(fleet, _)| fleet).collect();
        return Err((rules::CARRY, Reason::NoSuchFleet { fleet: number, own }));
    };
    if !game.board.chart.on_coast(from, &fleet.sea) {
        let reason = Reason::NoneOff { at: from.clone() };
        return Err((rules::CARRY, reason));
    }
    let there = op.there(state, from, units);
    if there.is_empty() {
        return Err((rules::CARRY, Reason::NoneThere { at: from.clone() }));
    }
    let able = op.able(game, &there, 1);
    if able.is_empty() {
        return Err((rules::CARRY, Reason::NoMovesLeft));
    }
    let free = op.free(state, from, &able);
    if free.is_empty() {
        return Err((rules::REVOLT, Reason::HeldByRevolt { at: from.clone() }));
    }
    let mut room = game.format.fleet.carries.value.saturating_sub(game.portage(&fleet.cargo));
    let mut party = Party::new();
    for (kind, spent, wanted) in free {
        let each = game.format.units[&kind].portage.value;
        let fits = room.checked_div(each).map_or(wanted, |most| most.min(wanted));
        room -= fits * each;
        party.extend((fits > 0).then_some((kind, spent, fits)));
    }
    if party.is_empty() {
        return Err((rules::CARRY, Reason::NoRoom { fleet: number }));
    }
    Ok(party)
}

/// Sails along a path as far as fleets can.
pub fn sail(turn: &mut Cycle<'_>, op: &mut Operation, named: &[Fleet], path: &[Sea]) -> Fate {
    let [start, .., end] = path else {
        return Fate::failed(&rules::SAIL, Reason::ShortPath);
    };
    let mut group = lying(&turn.state().open, op.mover, named, start);
    if group.is_empty() {
        return Fate::failed(&rules::SAIL, Reason::NoneInSea { sea: start.clone() });
    }
    for (steps, leg) in path.windows(2).enumerate() {
        group = match sail_on(turn, op, &group, &leg[0], &leg[1]) {
            Ok(group) => group,
            Err((rule, reason)) if steps == 0 => return Fate::failed(&rule, reason),
            Err((rule, reason)) => return Fate::partly(&rule, reason),
        };
    }
    let part = misses(named, &group);
    let reason = Reason::Sailed { fleets: group, sea: end.clone() };
    if part { Fate::partly(&rules::SAIL, reason) } else { Fate::done(&rules::SAIL, reason) }
}

/// One step to a neighbouring sea area; the fleets that have taken it.
fn sail_on(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    group: &[Fleet],
    from: &Sea,
    to: &Sea,
) -> Result<Vec<Fleet>, Hitch> {
    let game = turn.game();
    let power = op.mover;
    if !game.board.chart.next_seas(from).into_iter().any(|sea| sea == to) {
        let near = game.board.chart.next_seas(from).into_iter().cloned().collect();
        let why = Reason::NotJoined { from: from.clone(), to: to.clone(), near };
        return Err((rules::SAIL, why));
    }
    if !straits::open(turn, power, from, to) {
        return Err((rules::STRAITS, straits::shut(game, from, to)));
    }
    let able: Vec<Fleet> = group.iter().copied().filter(|f| op.can_sail(game, *f)).collect();
    if able.is_empty() {
        return Err((rules::SAIL, Reason::FleetsTired));
    }
    if !interception::announced(turn, op, from, &able) {
        return Err((rules::INTERCEPT, Reason::FleetsStopped { sea: from.clone() }));
    }
    let fleets = lying(&turn.state().open, power, &able, from);
    turn.next_moment();
    let (from_sea, to_sea) = (from.clone(), to.clone());
    let event = Event::Sailed { power, fleets: fleets.clone(), from: from_sea, to: to_sea };
    turn.record(&rules::SAIL, event);
    straits::passed(turn, power, from, to);
    op.sail(&fleets);
    Ok(fleets)
}

/// What a `land` line asks.
pub struct Landing<'o> {
    /// The numbers of the fleets.
    pub fleets: &'o [Fleet],
    /// Who; all that are aboard, if it names none.
    pub units: Option<&'o Force>,
    /// The region.
    pub at: &'o Region,
}

impl Landing<'_> {
    /// The units that are to land; all that are aboard, if the line names none.
    fn wanted(&self, state: &Open, power: Power, fleets: &[Fleet]) -> Force {
        let aboard = |mut sum: Force, fleet: &Fleet| {
            sum.add(&cargo(state, power, *fleet));
            sum
        };
        self.units.copied().unwrap_or_else(|| fleets.iter().fold(Force::default(), aboard))
    }
}

/// Who lands from which fleet, and how the region receives them.
struct Boats {
    welcome: Welcome,
    from: Vec<(Fleet, Force)>,
    units: Force,
}

/// Puts units ashore from fleets that lie together.
pub fn land(turn: &mut Cycle<'_>, op: &mut Operation, landing: &Landing<'_>) -> Fate {
    let at = landing.at;
    let chart = &turn.game().board.chart;
    let sea_of =
        |number: &Fleet| turn.state().open.squadron(op.mover, *number).map(|f| f.sea.clone());
    let mut seas = landing.fleets.iter().filter_map(sea_of);
    let Some(sea) = seas.find(|sea| chart.on_coast(at, sea)) else {
        let reason = Reason::NoneOff { at: at.clone() };
        return Fate::failed(&rules::CARRY, reason);
    };
    let group = lying(&turn.state().open, op.mover, landing.fleets, &sea);
    if let Err((rule, reason)) = boats(turn, op, landing, &group) {
        return Fate::failed(&rule, reason);
    }
    let wanted = landing.wanted(&turn.state().open, op.mover, &group);
    if !interception::announced(turn, op, &sea, &group) {
        return Fate::failed(&rules::INTERCEPT, Reason::FleetsStopped { sea });
    }
    let group = lying(&turn.state().open, op.mover, &group, &sea);
    let boats = match boats(turn, op, landing, &group) {
        Ok(boats) => boats,
        // Those who were to land went down with their fleets.
        Err((_, reason)) => return Fate::failed(&rules::INTERCEPT, reason),
    };
    let rule = if boats.welcome == Welcome::Hostile { &rules::INVASION } else { &rules::CARRY };
    put_ashore(turn, op, &boats, rule, &sea, at);
    let mut aboard = wanted;
    aboard.take(&boats.units);
    if aboard.is_empty() && !misses(landing.fleets, &group) {
        Fate::done(rule, Reason::Landed { units: boats.units, at: at.clone() })
    } else {
        Fate::partly(rule, Reason::OnlyLanded { units: boats.units, at: at.clone() })
    }
}

/// Who can land: the cargo of those fleets that have a movement point left.
fn boats(
    turn: &Cycle<'_>,
    op: &Operation,
    landing: &Landing<'_>,
    group: &[Fleet],
) -> Result<Boats, Hitch> {
    let (state, at) = (&turn.state().open, landing.at);
    let welcome = marching::welcome(turn, op.mover, at);
    if welcome == Welcome::Closed {
        return Err((rules::ENTRY, marching::closed(state, op.mover, at)));
    }
    let wanted = landing.wanted(state, op.mover, group);
    let mut left = wanted;
    let (mut from, mut units, mut tired) = (Vec::new(), Force::default(), false);
    for fleet in group {
        let going = cargo(state, op.mover, *fleet).common(&left);
        let able = op.can_sail(turn.game(), *fleet);
        tired |= !able && !going.is_empty();
        if able && !going.is_empty() {
            left.take(&going);
            units.add(&going);
            from.push((*fleet, going));
        }
    }
    if from.is_empty() && tired {
        return Err((rules::SAIL, Reason::FleetsTired));
    }
    if from.is_empty() {
        let why = Reason::NobodyLands { units: wanted, fleets: group.to_vec() };
        return Err((rules::CARRY, why));
    }
    let all = units;
    let party: Party = units.iter().map(|(kind, count)| (kind, 0, count)).collect();
    let (welcome, party) = marching::covered(state, op.mover, welcome, party);
    let units = force_of(&party);
    if units.is_empty() {
        return Err((rules::ENTRY, Reason::NeedBrigade { units: all, to: at.clone() }));
    }
    // Of parties alone only explorers may be left, and each fleet's share is cut accordingly.
    for (_, force) in &mut from {
        *force = force.common(&units);
    }
    from.retain(|(_, force)| !force.is_empty());
    Ok(Boats { welcome, from, units })
}

fn put_ashore(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    boats: &Boats,
    rule: &Rule,
    sea: &Sea,
    at: &Region,
) {
    turn.next_moment();
    for (fleet, units) in &boats.from {
        let (power, at) = (op.mover, at.clone());
        let event = Event::Disembarked { power, units: *units, fleet: *fleet, at };
        turn.record(rule, event);
        op.sail(&[*fleet]);
    }
    op.halt(at, &boats.units);
    if boats.welcome == Welcome::Hostile {
        op.landed.entry(at.clone()).or_default().add(&boats.units);
    }
    let from = Place::Sea(sea.clone());
    marching::enter(turn, op, at, boats.welcome, from, &boats.units);
}

/// Attacks enemy fleets in the same sea area.
pub fn engage(turn: &mut Cycle<'_>, op: &mut Operation, named: &[Fleet], enemy: Power) -> Fate {
    let state = &turn.state().open;
    if !state.may_attack(op.mover, enemy) {
        let reason = if state.at_war(op.mover, enemy) {
            Reason::NotYetAtWar { with: enemy }
        } else {
            Reason::NotAtWar { with: enemy }
        };
        return Fate::failed(&rules::WAR, reason);
    }
    let seas = named.iter().filter_map(|f| state.squadron(op.mover, *f).map(|f| &f.sea));
    let mut shared = seas.filter(|sea| !state.fleets_at(enemy, sea).is_empty());
    let Some(sea) = shared.next().cloned() else {
        return Fate::failed(&rules::ENGAGE, Reason::NoneWithEnemy { enemy });
    };
    let group = lying(state, op.mover, named, &sea);
    let against = state.fleets_at(enemy, &sea);
    let won = naval_battle::fight(turn, op, &sea, (op.mover, &group), (enemy, &against));
    let reason = Reason::Engaged { sea, won, fleets: group.len() };
    if misses(named, &group) {
        Fate::partly(&rules::ENGAGE, reason)
    } else {
        Fate::done(&rules::ENGAGE, reason)
    }
}
