//! The change that an event makes. It checks nothing.

use super::events::{Discovery, Event, Party, Place};
use super::force::{Force, Kind};
use super::names::{Fleet, Region};
use super::power::Power;
use super::state::{
    Alliance, Building, Chit, Land, Marker, Open, Purse, Revolt, Secret, Squadron, State, Step, War,
};

/// Applies an event.
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
pub fn apply(state: &mut State, event: &Event) {
    let State { open, secret } = state;
    match event {
        Event::StepBegan { turn, step } => begin(open, *turn, *step),
        Event::Gone { .. } => open.gone += 1,
        Event::OrderSet { order } => open.order.clone_from(order),
        Event::Picked { power, region } => {
            let land = land(open, region);
            land.owner = Some(*power);
            land.armies.insert(*power, Force::of(Kind::Infantry, 1));
            // A region of the set-up has a dot, as everybody knows (im12).
            land.chit = Some(Chit { public: true, ..Chit::default() });
            secret.chits.insert(region.clone(), 0);
        }
        Event::GivenBack { power, region } => {
            *land(open, region) = Land::default();
            secret.chits.remove(region);
            open.mulligans.insert(*power);
        }
        Event::WarDeclared { by, on } => {
            open.wars.push(War { by: *by, on: *on, ready: std::iter::empty().collect() });
            open.belligerents.extend([*by, *on]);
        }
        Event::MovementBegan { power } => {
            let own = open.wars.iter_mut().filter(|war| war.by == *power || war.on == *power);
            own.for_each(|war| {
                war.ready.insert(*power);
            });
        }
        Event::PeaceMade { between: (a, b) } => {
            let of = [(*a, *b), (*b, *a)];
            open.wars.retain(|war| !of.contains(&(war.by, war.on)));
        }
        Event::Allied { between } => {
            open.alliances.push(Alliance { of: *between, notice: None });
        }
        Event::NoticeGiven { by, to, phases } => {
            let of = [(*by, *to), (*to, *by)];
            let pacts = open.alliances.iter_mut().filter(|pact| of.contains(&pact.of));
            pacts.for_each(|pact| pact.notice = Some(*phases));
        }
        Event::AllianceEnded { between } => open.alliances.retain(|pact| pact.of != *between),
        Event::GameEnded { .. } => open.step = Step::Over,
        Event::Scored { power, total, .. } => {
            open.points.insert(*power, *total);
        }
        Event::Won { powers } => open.winners.clone_from(powers),
        Event::Received { power, pp, dp, .. } => add(purse(secret, *power), *pp, *dp),
        Event::Collected { power, pp, dp } => add(purse(secret, *power), pp.values().sum(), *dp),
        Event::Paid { power, pp, dp, .. } => take(purse(secret, *power), *pp, *dp),
        Event::Given { from, to, pp } => {
            take(purse(secret, *from), *pp, 0);
            add(purse(secret, *to), *pp, 0);
        }
        Event::DisbandedAboard { power, units, fleet } => {
            squadron(open, *power, *fleet).cargo.take(units);
        }
        Event::Raised { power, units, at } => put(open, *power, units, at),
        Event::Launched { power, fleet, sea } => {
            let new = Squadron { sea: sea.clone(), cargo: Force::default() };
            open.fleets.entry(*power).or_default().insert(*fleet, new);
            open.launched.insert(*power, *fleet);
        }
        Event::Erected { building, at, .. } => {
            land(open, at).buildings.insert(*building);
        }
        Event::CanalOpened { at, .. } => open.canal = Some(at.clone()),
        Event::Razed { building, at, .. } => {
            let buildings = &mut land(open, at).buildings;
            buildings.remove(building);
            if *building == Building::City {
                buildings.remove(&Building::School);
            }
        }
        Event::LaidUp { power, fleet } | Event::Sunk { power, fleet } => {
            if let Some(fleets) = open.fleets.get_mut(power) {
                fleets.remove(fleet);
            }
        }
        Event::MarkerLaid { at } => land(open, at).marker = Some(Marker::default()),
        Event::MarkerDrawn { at, face } => {
            secret.faces.insert(at.clone(), *face);
        }
        Event::MarkerSeen { power, at, .. } => {
            marker(open, at).seen.insert(*power);
        }
        Event::MarkerOpened { at, .. } => {
            let marker = marker(open, at);
            (marker.open, marker.public) = (true, true);
        }
        Event::ChitLaid { at } => land(open, at).chit = Some(Chit::default()),
        Event::ChitDrawn { at, value } => {
            secret.chits.insert(at.clone(), *value);
        }
        Event::ChitSeen { power, at, .. } => {
            chit(open, at).seen.insert(*power);
        }
        Event::ChitDiscarded { at } => {
            land(open, at).chit = None;
            secret.chits.remove(at);
        }
        Event::Developed { at, .. } => {
            let chit = chit(open, at);
            (chit.developed, chit.public) = (true, true);
        }
        Event::SpherePlaced { of, at } => *land(open, at).spheres.entry(*of).or_default() += 1,
        Event::SphereRemoved { of, at, count } => {
            let spheres = &mut land(open, at).spheres;
            let left = spheres.get(of).copied().unwrap_or(0).saturating_sub(*count);
            if left == 0 {
                spheres.remove(of);
            } else {
                spheres.insert(*of, left);
            }
        }
        Event::Weakened { at, by, .. } => {
            let marker = marker(open, at);
            marker.lost = marker.lost.saturating_add(*by);
        }
        Event::Westernized { at } => {
            let land = land(open, at);
            land.marker = None;
            land.spheres.clear();
            land.revolt = None;
            secret.faces.remove(at);
        }
        Event::Incited { at, .. } => {
            open.incited.insert(at.clone());
        }
        Event::Revolted { at, army, sides } => {
            land(open, at).revolt = Some(Revolt { army: *army, sides: sides.clone() });
        }
        Event::RevoltEnded { at } => land(open, at).revolt = None,
        Event::Explored { power, at, finding: Discovery::Lost } => {
            remove(open, *power, &Force::of(Kind::Explorer, 1), at);
        }
        Event::Marched { power, units, from, to }
        | Event::Reinforced { power, units, from, to } => {
            remove(open, *power, units, from);
            put(open, *power, units, to);
        }
        Event::Boarded { power, units, from, fleet } => {
            remove(open, *power, units, from);
            squadron(open, *power, *fleet).cargo.add(units);
        }
        Event::Sailed { power, fleets, to, .. } => {
            for fleet in fleets {
                squadron(open, *power, *fleet).sea.clone_from(to);
            }
        }
        Event::Disembarked { power, units, fleet, at } => {
            squadron(open, *power, *fleet).cargo.take(units);
            put(open, *power, units, at);
        }
        Event::Lost { power, units, at } | Event::Disbanded { power, units, at } => {
            remove(open, *power, units, at);
        }
        Event::Retreated { power, units, from, to, fleets } => {
            remove(open, *power, units, from);
            match to {
                Place::Region(region) => put(open, *power, units, region),
                Place::Sea(_) => {
                    for (fleet, cargo) in fleets {
                        squadron(open, *power, *fleet).cargo.add(cargo);
                    }
                }
            }
        }
        Event::Converted { power, party, at } => {
            remove(open, *power, &Force::of(*party, 1), at);
            put(open, *power, &Force::of(Kind::Infantry, 1), at);
        }
        Event::Gained { power, at } | Event::Ceded { at, to: power, .. } => {
            land(open, at).owner = Some(*power);
        }
        Event::Reverted { at, .. } => {
            let land = land(open, at);
            (land.owner, land.revolt) = (None, None);
            if let Some(marker) = &mut land.marker {
                marker.open = false;
            }
            ruin(land);
        }
        // Natives that keep their region have shown their marker; it lies face-down again (im7).
        Event::BattleEnded { at, winner: Some(Party::Natives) } => {
            let land = land(open, at);
            if let Some(marker) = land.marker.as_mut().filter(|_| land.owner.is_none()) {
                marker.open = false;
            }
        }

        // What these tell is done by the events around them, or changes nothing.
        Event::BidMade { .. }
        | Event::PortClosed { .. }
        | Event::RevoltRolled { .. }
        | Event::ReinforcementRolled { .. }
        | Event::AfarRolled { .. }
        | Event::NavalJoined { .. }
        | Event::NavalRound { .. }
        | Event::Broadside { .. }
        | Event::BrokenOff { .. }
        | Event::NavalEnded { .. }
        | Event::BattleJoined { .. }
        | Event::RoundBegan { .. }
        | Event::Modified { .. }
        | Event::Volley { .. }
        | Event::Combined { .. }
        | Event::NativesLost { .. }
        | Event::BattleEnded { .. }
        | Event::ExploreRolled { .. }
        | Event::Explored { .. }
        | Event::Prospected { .. }
        | Event::ChitsDrawn { .. }
        | Event::GoalShown { .. } => {}
    }
}

fn begin(open: &mut Open, turn: u32, step: Step) {
    (open.turn, open.step, open.gone) = (turn, step, 0);
    open.incited.clear();
    for pact in &mut open.alliances {
        if step.is_movement() {
            pact.notice = pact.notice.map(|phases| phases.saturating_sub(1));
        }
    }
}

fn ruin(land: &mut Land) {
    land.buildings.clear();
    if let Some(chit) = &mut land.chit {
        chit.developed = false;
    }
}

fn land<'s>(open: &'s mut Open, region: &Region) -> &'s mut Land {
    open.lands.get_mut(region).expect("events name regions in play")
}

fn marker<'s>(open: &'s mut Open, region: &Region) -> &'s mut Marker {
    land(open, region).marker.as_mut().expect("the event is about a marker that lies there")
}

fn chit<'s>(open: &'s mut Open, region: &Region) -> &'s mut Chit {
    land(open, region).chit.as_mut().expect("the event is about a chit that lies there")
}

fn purse(secret: &mut Secret, power: Power) -> &mut Purse {
    secret.purses.entry(power).or_default()
}

fn add(purse: &mut Purse, pp: u32, dp: u32) {
    purse.pp += pp;
    purse.dp += dp;
}

fn take(purse: &mut Purse, pp: u32, dp: u32) {
    purse.pp -= pp;
    purse.dp -= dp;
}

fn squadron(open: &mut Open, power: Power, number: Fleet) -> &mut Squadron {
    let fleets = open.fleets.get_mut(&power).expect("events name fleets that are afloat");
    fleets.get_mut(&number).expect("events name fleets that are afloat")
}

fn put(open: &mut Open, power: Power, units: &Force, at: &Region) {
    land(open, at).armies.entry(power).or_default().add(units);
}

/// Takes units away; who has none left there is not listed there.
fn remove(open: &mut Open, power: Power, units: &Force, at: &Region) {
    let armies = &mut land(open, at).armies;
    if let Some(force) = armies.get_mut(&power) {
        force.take(units);
        if force.is_empty() {
            armies.remove(&power);
        }
    }
}
