//! Who sees what: what ships allocate, plot, have in store and aim at is their own side's alone
//! (md75); everything else is public (md9).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Mechad;
use super::events::Event;
use super::impulses::IMPULSES;
use super::names::{Class, Missile, Ship, Side};
use super::plan::{Allocation, is_default};
use super::scenario::SideRow;
use super::state::{Flying, Hold, Open, Plot, Secret, State, Status, Target, Unit};
use super::units::stocked;
use crate::engine::{Audience, Chance, Lasting, Reader, Sight, Throw};

/// What a reader may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reader's side; `None` for a spectator or the moderator.
    pub side: Option<Side>,
    /// What everybody sees.
    pub open: Open,
    /// What the side knows of its own ships; the moderator knows it of all.
    pub holds: BTreeMap<Ship, Hold>,
    /// What its drones and torpedoes are aimed at.
    pub aims: BTreeMap<Missile, Ship>,
    /// What it plotted.
    pub plots: BTreeMap<Side, Plot>,
    /// The squadron that it chose and that comes later.
    #[serde(default, skip_serializing_if = "is_default")]
    pub musters: BTreeMap<Side, Vec<Class>>,
}

impl Mechad {
    /// The side of a reader.
    fn side_of(&self, reader: &Reader) -> Option<Side> {
        let seat = reader.seat()?;
        let mut sides = self.scenario.sides.iter().filter(|(_, row)| row.seat);
        sides.find(|(side, _)| side.as_str() == seat.as_str()).map(|(side, _)| side.clone())
    }

    /// What a side may know; nobody's, if there is none (md75).
    pub fn seen(&self, state: &State, side: Option<&Side>) -> View {
        let own = |other: &Side| side == Some(other);
        let holds = state.secret.holds.iter();
        let holds = holds.filter(|(ship, _)| own(&state.open.units[*ship].side));
        // Who takes a ship does not learn what was spent on it (md90).
        let held = |(ship, hold): (&Ship, &Hold)| {
            let own = state.open.units[ship].prize.is_none();
            (ship.clone(), Hold { options: if own { hold.options } else { 0 }, ..hold.clone() })
        };
        let aims = state.secret.aims.iter();
        let flies =
            |missile: &Missile| state.open.missiles.get(missile).is_some_and(|m| own(&m.side));
        let aims = aims.filter(|(missile, _)| flies(missile));
        let plots = state.secret.plots.iter().filter(|(other, _)| own(other));
        let musters = state.secret.musters.iter().filter(|(other, _)| own(other));
        View {
            side: side.cloned(),
            open: state.open.clone(),
            holds: holds.map(held).collect(),
            aims: aims.map(|(missile, ship)| (missile.clone(), ship.clone())).collect(),
            plots: plots.map(|(side, plot)| (side.clone(), plot.clone())).collect(),
            musters: musters.map(|(side, list)| (side.clone(), list.clone())).collect(),
        }
    }

    fn owner(&self, state: &State, ship: &Ship) -> Audience {
        state.open.units.get(ship).map_or_else(Audience::nobody, |unit| self.seat_of(&unit.side))
    }

    fn seat_of(&self, side: &Side) -> Audience {
        match self.scenario.sides.get(side) {
            Some(row) if row.seat => Audience::only(&side.seat()),
            _ => Audience::nobody(),
        }
    }
}

impl Sight for Mechad {
    type View = View;

    fn witnesses(&self, state: &State, event: &Event) -> Audience {
        match event {
            Event::Supplied { ship, .. }
            | Event::Manned { ship, .. }
            | Event::Charged { ship, .. }
            | Event::Rearmed { ship, .. }
            | Event::Loaded { ship, .. }
            | Event::Followed { ship, .. }
            | Event::Screened { ship, .. }
            | Event::Spent { ship, .. }
            | Event::Discharged { ship, .. }
            | Event::Braced { ship, .. }
            | Event::Mended { ship, .. } => self.owner(state, ship),
            Event::Allocated(plan) => self.owner(state, &plan.ship),
            Event::Kept { side, .. } | Event::Broke { side } | Event::Mustered { side, .. } => {
                self.seat_of(side)
            }
            Event::Aimed { missile, .. } => {
                let flying = state.open.missiles.get(missile);
                flying.map_or_else(Audience::nobody, |flying| self.seat_of(&flying.side))
            }
            Event::StepBegan { .. }
            | Event::Joined { .. }
            | Event::Placed { .. }
            | Event::Outfitted { .. }
            | Event::TurnBegan { .. }
            | Event::Gathered { .. }
            | Event::Arrived { .. }
            | Event::Announced { .. }
            | Event::Sped { .. }
            | Event::Dropped { .. }
            | Event::Transported { .. }
            | Event::Raided { .. }
            | Event::Fought { .. }
            | Event::Taken { .. }
            | Event::Chaffed { .. }
            | Event::Dazzled { .. }
            | Event::Weaseled { .. }
            | Event::Lured { .. }
            | Event::Landed { .. }
            | Event::Attempted { .. }
            | Event::Energized { .. }
            | Event::ImpulseBegan { .. }
            | Event::Moved { .. }
            | Event::Stayed { .. }
            | Event::Floated { .. }
            | Event::Left { .. }
            | Event::Homed { .. }
            | Event::Expired { .. }
            | Event::Impact { .. }
            | Event::Strayed { .. }
            | Event::Detonated { .. }
            | Event::Raised { .. }
            | Event::Scrambled { .. }
            | Event::Fired { .. }
            | Event::Launched { .. }
            | Event::Swatted { .. }
            | Event::Lashed { .. }
            | Event::Terminated { .. }
            | Event::Shot { .. }
            | Event::Parried { .. }
            | Event::Distorted { .. }
            | Event::Struck { .. }
            | Event::Reinforced { .. }
            | Event::NodeLost { .. }
            | Event::Damaged { .. }
            | Event::Hurt { .. }
            | Event::Crippled { .. }
            | Event::Destroyed { .. }
            | Event::Provoked { .. }
            | Event::Tainted { .. }
            | Event::Contested { .. }
            | Event::Credited { .. }
            | Event::Stung { .. }
            | Event::Repaired { .. }
            | Event::Halted { .. }
            | Event::TurnEnded { .. }
            | Event::Surrendered { .. }
            | Event::Ended(_) => Audience::Everyone,
        }
    }

    fn throws(&self, event: &Event) -> Vec<Throw> {
        if let Event::Gathered { die, .. }
        | Event::Impact { die, .. }
        | Event::Raided { die, .. }
        | Event::Dazzled { die, .. }
        | Event::Attempted { die, .. }
        | Event::Swatted { die, .. }
        | Event::Parried { die, .. }
        | Event::Contested { die, .. } = event
        {
            return vec![Throw::die(6, *die)];
        }
        if let Event::Fought { dice, .. } | Event::Lashed { dice, .. } | Event::Shot { dice, .. } =
            event
        {
            return Throw::each(6, dice);
        }
        if let Event::Damaged { rolls, .. } = event {
            let two = |roll: &u8| Throw { dice: 2, sides: 6, total: u64::from(*roll) };
            return rolls.iter().map(two).collect();
        }
        Vec::new()
    }

    /// What is bought in secret lasts. All else that is hidden is energy, weapons and aims, which three turns use up.
    fn lasting(&self) -> Lasting {
        let chosen = |row: &SideRow| row.force.is_some() && row.arrives.is_some();
        if self.scenario.outfit || self.scenario.sides.values().any(chosen) {
            return Lasting::Game(
                "what was bought or chosen before the battle stays hidden (md81, md90)",
            );
        }
        let turn = 1 + IMPULSES.div_ceil(self.switches.block.impulses());
        Lasting::Cycles(3 * turn)
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        if reader.sees_all() {
            let Secret { holds, aims, plots, musters } = state.secret.clone();
            return View { side: None, open: state.open.clone(), holds, aims, plots, musters };
        }
        self.seen(state, self.side_of(reader).as_ref())
    }

    fn recognizes(&self, view: &View) -> bool {
        let open = &view.open;
        let there = |ship: &Ship| open.units.contains_key(ship);
        let times = open.impulse <= IMPULSES
            && open.until <= IMPULSES
            && open.turn <= self.scenario.turns + 1
            && [open.launched, open.stings].iter().all(|number| *number <= 100_000)
            && [open.rescue, open.squadrons].iter().all(|number| *number <= 1_000);
        let flies = |flying: &Flying| {
            let worn = [flying.travelled, flying.hits, flying.lashed];
            there(&flying.by) && flying.since <= open.now() && worn.iter().all(|by| *by < 9_999)
        };
        let links = open.trams.iter().all(|tram| there(&tram.by))
            && open.missiles.values().all(flies)
            && open.credits.keys().all(there)
            && open.boarders.keys().all(there)
            && open.boarders.values().flat_map(BTreeMap::values).all(|parties| *parties <= 1_000)
            && view.musters.values().all(|list| list.len() <= 100)
            && view.plots.values().all(|plot| plot.breaks <= 1_000)
            && view.aims.values().all(there)
            && view.aims.keys().all(|missile| open.missiles.contains_key(missile))
            && open.trams.iter().all(|tram| match &tram.target {
                Target::Ship(ship) => there(ship),
                Target::Missile(missile) => open.missiles.contains_key(missile),
            });
        let units = open.units.values().all(|unit| self.is_possible(unit, open));
        let holds = view.holds.iter().all(|(ship, hold)| {
            let own = |unit: &Unit| view.side.as_ref().is_none_or(|side| *side == unit.side);
            open.units.get(ship).is_some_and(|unit| own(unit) && possible(unit, hold, ship))
        });
        let own = |unit: &&Unit| view.side.as_ref() == Some(&unit.side);
        let whole = match &view.side {
            Some(_) => open.units.values().filter(own).count() == view.holds.len(),
            None => view.holds.is_empty() || view.holds.len() == open.units.len(),
        };
        times && links && units && holds && whole
    }

    /// Other ships are as their weapon status at the beginning has it, and other missiles are aimed
    /// at the first enemy on the map.
    fn imagine(&self, view: &View, _: &mut Chance) -> State {
        let mut secret = Secret {
            holds: view.holds.clone(),
            aims: view.aims.clone(),
            plots: view.plots.clone(),
            musters: view.musters.clone(),
        };
        for (ship, unit) in &view.open.units {
            secret.holds.entry(ship.clone()).or_insert_with(|| stocked(self, unit));
        }
        if view.side.is_some() || view.holds.is_empty() {
            for (missile, flying) in &view.open.missiles {
                let enemy = |unit: &Unit| self.scenario.enemies(&flying.side, &unit.side);
                let mut targets = view.open.here().filter(|(_, unit)| enemy(unit));
                let own = view.side.as_ref() == Some(&flying.side);
                if let Some((ship, _)) = targets.next().filter(|_| !own) {
                    secret.aims.entry(missile.clone()).or_insert_with(|| ship.clone());
                }
            }
        }
        State { open: view.open.clone(), secret }
    }
}

impl Mechad {
    /// A unit of a form and size that occurs.
    fn is_possible(&self, unit: &Unit, open: &Open) -> bool {
        let row = self.class(unit);
        let small = |number: &u32| *number <= 1_000;
        let soon = open.now() + 2 * IMPULSES;
        let series = unit.series.as_ref().map(|series| &series.last);
        let fired = unit.mounts.iter().flat_map(|mount| &mount.fired).chain(&unit.rear);
        let moments = fired.chain([&unit.whips_from, &unit.chaff_until]);
        let mut moments = moments.chain(&unit.launched).chain(series);
        let aboard = match &unit.status {
            Status::Aboard(home) => open.units.contains_key(home),
            Status::Here | Status::Away | Status::Destroyed | Status::Captured => true,
        };
        unit.shields.len() == row.shields.len()
            && unit.mounts.len() <= 80
            && unit.mounts.iter().all(|m| m.part.is_weapon() && m.fired.len() <= 100 && m.hits <= 2)
            && [unit.speed, unit.before].iter().all(|speed| *speed <= 32)
            && [unit.field, unit.low, unit.ecm, unit.eccm].iter().all(small)
            && unit.low <= unit.field.max(1_000)
            && unit.extra.values().all(small)
            && unit.lost.values().all(small)
            && unit.shields.iter().all(small)
            && unit.mounts.iter().all(|mount| mount.used <= 1_000)
            && [unit.chaffed, unit.options].iter().all(small)
            && [unit.straight, unit.level, unit.rest].iter().all(|number| *number <= 100_000)
            && moments.all(|moment| *moment <= soon)
            && aboard
    }
}

/// What the owner of a unit knows of it is of a form that occurs.
fn possible(unit: &Unit, hold: &Hold, ship: &Ship) -> bool {
    let mounts = u32::try_from(unit.mounts.len()).unwrap_or(0);
    hold.loads.keys().all(|number| (1..=mounts).contains(number))
        && hold.loads.values().all(|load| *load <= 1_000)
        && hold.reinforced.len() == 6
        && hold.capacitor <= 1_000
        && hold.battery <= 1_000
        && hold.cannon <= 1_000
        && hold.store <= 10_000
        && hold.weasel <= 2
        && [hold.parties, hold.fixed, hold.beams, hold.options]
            .iter()
            .all(|number| *number <= 1_000)
        && hold.armed.values().chain(&hold.reinforced).all(|number| *number <= 1_000)
        && hold.repairs.values().all(|number| *number <= 1_000)
        && hold.legs.values().all(|made| *made <= 100_000)
        && hold.plan.as_ref().is_none_or(|plan| plan.ship == *ship && modest(plan))
}

/// A plan with numbers of a size that occurs.
fn modest(plan: &Allocation) -> bool {
    let energy = [plan.speed, plan.field, plan.capacitor, plan.cannon, plan.ecm, plan.eccm];
    let more = [plan.charge, plan.transport, plan.crew, plan.disengage.unwrap_or(0)];
    let loads = plan.load.values().chain(plan.unload.values()).chain(plan.changes.values());
    let parts = plan.arm.values().chain(plan.guards.values()).chain(&plan.reinforce);
    energy.iter().chain(&more).chain(loads).chain(parts).all(|number| *number <= 1_000)
}
