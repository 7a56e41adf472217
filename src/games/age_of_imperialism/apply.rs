//! The change that an event makes. It checks nothing.

use super::events::{Event, Finding, Party, Place};
use super::force::{Force, Kind};
use super::power::Power;
use super::state::{
    Alliance, Building, Chit, Fleet, Land, Marker, Purse, Revolt, State, Step, War,
};

/// Applies an event.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::StepBegan { turn, step } => begin(state, *turn, *step),
        Event::Gone { .. } => state.gone += 1,
        Event::OrderSet { order } => state.order.clone_from(order),
        Event::Picked { power, region } => {
            let land = land(state, region);
            land.owner = Some(*power);
            land.armies.insert(*power, Force::of(Kind::Infantry, 1));
            // A region of the set-up has a dot, as everybody knows (im12).
            land.chit = Some(Chit { public: true, ..Chit::default() });
            state.secrets.chits.insert(region.clone(), 0);
        }
        Event::GivenBack { power, region } => {
            *land(state, region) = Land::default();
            state.secrets.chits.remove(region);
            state.mulligans.insert(*power);
        }
        Event::WarDeclared { by, on } => {
            state.wars.push(War { by: *by, on: *on, ready: std::iter::empty().collect() });
            state.belligerents.extend([*by, *on]);
        }
        Event::MovementBegan { power } => {
            let own = state.wars.iter_mut().filter(|war| war.by == *power || war.on == *power);
            own.for_each(|war| {
                war.ready.insert(*power);
            });
        }
        Event::PeaceMade { between: (a, b) } => {
            let of = [(*a, *b), (*b, *a)];
            state.wars.retain(|war| !of.contains(&(war.by, war.on)));
        }
        Event::Allied { between } => {
            state.alliances.push(Alliance { of: *between, notice: None });
        }
        Event::NoticeGiven { by, to, phases } => {
            let of = [(*by, *to), (*to, *by)];
            let pacts = state.alliances.iter_mut().filter(|pact| of.contains(&pact.of));
            pacts.for_each(|pact| pact.notice = Some(*phases));
        }
        Event::AllianceEnded { between } => state.alliances.retain(|pact| pact.of != *between),
        Event::GameEnded { .. } => state.step = Step::Over,
        Event::Scored { power, total, .. } => {
            state.points.insert(*power, *total);
        }
        Event::Won { powers } => state.winners.clone_from(powers),
        _ => points(state, event),
    }
}

fn begin(state: &mut State, turn: u32, step: Step) {
    (state.turn, state.step, state.gone) = (turn, step, 0);
    state.incited.clear();
    for pact in &mut state.alliances {
        if step.is_movement() {
            pact.notice = pact.notice.map(|phases| phases.saturating_sub(1));
        }
    }
}

/// Purses and what is paid for.
fn points(state: &mut State, event: &Event) {
    match event {
        Event::Received { power, pp, dp, .. } => add(purse(state, *power), *pp, *dp),
        Event::Collected { power, pp, dp } => add(purse(state, *power), pp.values().sum(), *dp),
        Event::Paid { power, pp, dp, .. } => take(purse(state, *power), *pp, *dp),
        Event::Given { from, to, pp } => {
            take(purse(state, *from), *pp, 0);
            add(purse(state, *to), *pp, 0);
        }
        Event::Disbanded { power, units, at } => remove(state, *power, units, at),
        Event::DisbandedAboard { power, units, fleet } => {
            fleet_mut(state, *power, *fleet).cargo.take(units);
        }
        Event::Raised { power, units, at } => put(state, *power, units, at),
        Event::Launched { power, fleet, sea } => {
            let new = Fleet { sea: sea.clone(), cargo: Force::default() };
            state.fleets.entry(*power).or_default().insert(*fleet, new);
            state.launched.insert(*power, *fleet);
        }
        Event::Erected { building, at, .. } => {
            land(state, at).buildings.insert(*building);
        }
        Event::CanalOpened { at, .. } => state.canal = Some(at.clone()),
        Event::Razed { building, at, .. } => {
            let buildings = &mut land(state, at).buildings;
            buildings.remove(building);
            if *building == Building::City {
                buildings.remove(&Building::School);
            }
        }
        Event::LaidUp { power, fleet } | Event::Sunk { power, fleet } => {
            if let Some(fleets) = state.fleets.get_mut(power) {
                fleets.remove(fleet);
            }
        }
        _ => natives(state, event),
    }
}

/// Markers, chits, spheres of influence and revolts.
fn natives(state: &mut State, event: &Event) {
    match event {
        Event::MarkerLaid { at } => land(state, at).marker = Some(Marker::default()),
        Event::MarkerDrawn { at, face } => {
            state.secrets.faces.insert(at.clone(), *face);
        }
        Event::MarkerSeen { power, at, .. } => {
            marker(state, at).seen.insert(*power);
        }
        Event::MarkerOpened { at, .. } => {
            let marker = marker(state, at);
            (marker.open, marker.public) = (true, true);
        }
        Event::ChitLaid { at } => land(state, at).chit = Some(Chit::default()),
        Event::ChitDrawn { at, value } => {
            state.secrets.chits.insert(at.clone(), *value);
        }
        Event::ChitSeen { power, at, .. } => {
            chit(state, at).seen.insert(*power);
        }
        Event::ChitDiscarded { at } => {
            land(state, at).chit = None;
            state.secrets.chits.remove(at);
        }
        Event::Developed { at, .. } => {
            let chit = chit(state, at);
            (chit.developed, chit.public) = (true, true);
        }
        Event::SpherePlaced { of, at } => *land(state, at).spheres.entry(*of).or_default() += 1,
        Event::SphereRemoved { of, at, count } => {
            let spheres = &mut land(state, at).spheres;
            let left = spheres.get(of).copied().unwrap_or(0).saturating_sub(*count);
            if left == 0 {
                spheres.remove(of);
            } else {
                spheres.insert(*of, left);
            }
        }
        Event::Weakened { at, by, .. } => {
            let marker = marker(state, at);
            marker.lost = marker.lost.saturating_add(*by);
        }
        Event::Westernized { at } => {
            let land = land(state, at);
            land.marker = None;
            land.spheres.clear();
            land.revolt = None;
            state.secrets.faces.remove(at);
        }
        Event::Incited { at, .. } => {
            state.incited.insert(at.clone());
        }
        Event::Revolted { at, army, sides } => {
            land(state, at).revolt = Some(Revolt { army: *army, sides: sides.clone() });
        }
        Event::RevoltEnded { at } => land(state, at).revolt = None,
        Event::Explored { power, at, finding: Finding::Lost } => {
            remove(state, *power, &Force::of(Kind::Explorer, 1), at);
        }
        _ => movement(state, event),
    }
}

fn movement(state: &mut State, event: &Event) {
    match event {
        Event::Marched { power, units, from, to }
        | Event::Reinforced { power, units, from, to } => {
            remove(state, *power, units, from);
            put(state, *power, units, to);
        }
        Event::Boarded { power, units, from, fleet } => {
            remove(state, *power, units, from);
            fleet_mut(state, *power, *fleet).cargo.add(units);
        }
        Event::Sailed { power, fleets, to, .. } => {
            for fleet in fleets {
                fleet_mut(state, *power, *fleet).sea.clone_from(to);
            }
        }
        Event::Disembarked { power, units, fleet, at } => {
            fleet_mut(state, *power, *fleet).cargo.take(units);
            put(state, *power, units, at);
        }
        Event::Lost { power, units, at } => remove(state, *power, units, at),
        Event::Retreated { power, units, from, to, fleets } => {
            remove(state, *power, units, from);
            match to {
                Place::Region(region) => put(state, *power, units, region),
                Place::Sea(_) => {
                    for (fleet, cargo) in fleets {
                        fleet_mut(state, *power, *fleet).cargo.add(cargo);
                    }
                }
            }
        }
        Event::Converted { power, party, at } => {
            remove(state, *power, &Force::of(*party, 1), at);
            put(state, *power, &Force::of(Kind::Infantry, 1), at);
        }
        Event::Gained { power, at } | Event::Ceded { at, to: power, .. } => {
            land(state, at).owner = Some(*power);
        }
        Event::Reverted { at, .. } => {
            let land = land(state, at);
            (land.owner, land.revolt) = (None, None);
            if let Some(marker) = &mut land.marker {
                marker.open = false;
            }
            ruin(land);
        }
        Event::Ruined { at } => ruin(land(state, at)),
        // Natives that keep their region have shown their marker; it lies face-down again (im7).
        Event::BattleEnded { at, winner } if *winner == Some(Party::Natives) => {
            let land = land(state, at);
            if let Some(marker) = land.marker.as_mut().filter(|_| land.owner.is_none()) {
                marker.open = false;
            }
        }
        _ => {}
    }
}

fn ruin(land: &mut Land) {
    land.buildings.clear();
    if let Some(chit) = &mut land.chit {
        chit.developed = false;
    }
}

fn land<'s>(state: &'s mut State, region: &str) -> &'s mut Land {
    state.lands.get_mut(region).expect("events name regions in play")
}

fn marker<'s>(state: &'s mut State, region: &str) -> &'s mut Marker {
    land(state, region).marker.as_mut().expect("the event is about a marker that lies there")
}

fn chit<'s>(state: &'s mut State, region: &str) -> &'s mut Chit {
    land(state, region).chit.as_mut().expect("the event is about a chit that lies there")
}

fn purse(state: &mut State, power: Power) -> &mut Purse {
    state.secrets.purses.entry(power).or_default()
}

fn add(purse: &mut Purse, pp: u32, dp: u32) {
    purse.pp += pp;
    purse.dp += dp;
}

fn take(purse: &mut Purse, pp: u32, dp: u32) {
    purse.pp -= pp;
    purse.dp -= dp;
}

fn fleet_mut(state: &mut State, power: Power, number: u32) -> &mut Fleet {
    let fleets = state.fleets.get_mut(&power).expect("events name fleets that are afloat");
    fleets.get_mut(&number).expect("events name fleets that are afloat")
}

fn put(state: &mut State, power: Power, units: &Force, at: &str) {
    land(state, at).armies.entry(power).or_default().add(units);
}

/// Takes units away; who has none left there is not listed there.
fn remove(state: &mut State, power: Power, units: &Force, at: &str) {
    let armies = &mut land(state, at).armies;
    if let Some(force) = armies.get_mut(&power) {
        force.take(units);
        if force.is_empty() {
            armies.remove(&power);
        }
    }
}
