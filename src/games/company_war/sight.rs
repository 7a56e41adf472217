//! Who sees what: all fog of war of Company War.
//!
//! Counters stand openly on the map, so positions, damage, points and rolls are public. Secret
//! are: which carriers hold troops (cw15, cw43), and everything that is written in orders. Orders
//! are no part of the state, so what is not carried out leaves no trace in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::CompanyWar;
use super::events::Event;
use super::names::Ship;
use super::scenario::Side;
use super::state::{Condition, Open, Secret, State, Unit};
use crate::engine::{Audience, Chance, Lasting, Reader, Sight, Throw};

/// More points than any game brings, so that sums of them stay numbers.
const MOST_POINTS: u32 = 1_000_000;
/// More ships than any roll allows to move.
const MOST_SHIPS: u32 = 1_000_000;

/// What a reader may know: what everybody sees, and what they know of the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// The reader's side; `None` for a spectator or the moderator.
    pub side: Option<Side>,
    /// What everybody sees.
    pub open: Open,
    /// The carriers with troops; among the sides the Mazianni alone know them (cw43).
    pub aboard: Option<BTreeSet<Ship>>,
    /// How many carriers have troops; everybody can count the counters (cw15).
    pub loads: usize,
}

impl View {
    /// True if the reader knows that the ship has troops aboard.
    pub fn loaded(&self, ship: &Ship) -> bool {
        self.aboard.as_ref().is_some_and(|aboard| aboard.contains(ship))
    }
}

impl Sight for CompanyWar {
    type View = View;

    /// At a jump point those see the fire whose ships lie there; of a fight elsewhere one learns
    /// what became of the counters.
    fn witnesses(&self, state: &State, event: &Event) -> Audience {
        match event {
            Event::Loaded { .. } => Audience::only(&Side::Mazianni.seat()),
            Event::Launched { .. }
            | Event::Recovered { .. }
            | Event::CombatRolled { .. }
            | Event::CombatInitiative { .. } => self.present(&state.open),
            // Who aims, fires or is fired upon is there, and so nobody has to be looked for.
            Event::Aimed { unit, target }
            | Event::Fired { unit, target, .. }
            | Event::Evaded { unit: target, from: unit, .. } => self.seats(unit, target),
            Event::StepBegan { .. }
            | Event::Deployed { .. }
            | Event::Declared { .. }
            | Event::Rolled { .. }
            | Event::Announced { .. }
            | Event::Begins { .. }
            | Event::Passed { .. }
            | Event::Went { .. }
            | Event::Jumped { .. }
            | Event::Stopped { .. }
            | Event::Pinned { .. }
            | Event::Reduced { .. }
            | Event::BattleJoined { .. }
            | Event::StoodOff { .. }
            | Event::RoundBegan { .. }
            | Event::Damaged { .. }
            | Event::Destroyed { .. }
            | Event::TroopsLost { .. }
            | Event::Fled { .. }
            | Event::BattleEnded { .. }
            | Event::Bombarded { .. }
            | Event::StationDestroyed { .. }
            | Event::Repaired { .. }
            | Event::RiderReplaced { .. }
            | Event::Landed { .. }
            | Event::Embarked { .. }
            | Event::Stormed { .. }
            | Event::Returned
            | Event::Scored { .. } => Audience::Everyone,
        }
    }

    fn throws(&self, event: &Event) -> Vec<Throw> {
        if let Event::Rolled { dice, .. } = event {
            return Throw::each(self.format.initiative.sides, dice);
        }
        if let Event::CombatRolled { dice, .. }
        | Event::Fired { dice, .. }
        | Event::Evaded { dice, .. }
        | Event::Bombarded { dice, .. } = event
        {
            return Throw::each(self.format.combat.sides, dice);
        }
        Vec::new()
    }

    fn lasting(&self) -> Lasting {
        if self.format.troops.value == 0 {
            return Lasting::Cycles(1);
        }
        Lasting::Game("which carriers have troops aboard stays hidden until they land (cw43)")
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        let side = reader.seat().and_then(Side::of);
        let knows = reader.sees_all() || side == Some(Side::Mazianni);
        let aboard = &state.secret.aboard;
        let (open, loads) = (state.open.clone(), aboard.len());
        View { side, open, aboard: knows.then(|| aboard.clone()), loads }
    }

    /// All ships of the scenario must be there, each with its riders.
    fn recognizes(&self, view: &View) -> bool {
        let (open, hulls) = (&view.open, &self.chart.hulls);
        let riders = |(ship, riders): (&Ship, usize)| usize::from(hulls[ship].riders) == riders;
        let unit = |unit: &Unit| match unit {
            Unit::Ship(_) => true,
            Unit::Rider(ship, n) => (1..=hulls[ship].riders).contains(n),
        };
        let battle = open.battle.iter().all(|battle| {
            let aims = battle.aims.iter().flat_map(|(from, to)| [from, to]);
            battle.launched.iter().chain(aims).all(unit)
        });
        open.ships.len() == hulls.len()
            && open.ships.iter().map(|(ship, vessel)| (ship, vessel.riders.len())).all(riders)
            && battle
            && view.loads <= hulls.len()
            && open.turn <= self.turns()
            && open.points.values().all(|points| points.unsigned_abs() < MOST_POINTS)
            && open.allowance.values().all(|ships| *ships < MOST_SHIPS)
    }

    /// The unknown troops are on any carriers that could hold them.
    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let open = view.open.clone();
        let aboard = view.aboard.clone().unwrap_or_else(|| {
            let whole = |ship: &&Ship| open.ships[*ship].condition != Condition::Lost;
            let fleet = self.chart.fleet(Side::Mazianni);
            let mut carriers: Vec<Ship> = fleet.filter(whole).cloned().collect();
            chance.draw(&["imagine", "troops"]).shuffle(&mut carriers);
            carriers.into_iter().take(view.loads).collect()
        });
        State { open, secret: Secret { aboard } }
    }
}

impl CompanyWar {
    /// The seats of two units.
    fn seats(&self, one: &Unit, other: &Unit) -> Audience {
        let seat = |unit: &Unit| self.chart.hulls[unit.ship()].side.seat();
        Audience::Seats([seat(one), seat(other)].into())
    }

    /// The seats with a ship, or a rider that lost its carrier, where the combat is.
    fn present(&self, open: &Open) -> Audience {
        let Some(battle) = &open.battle else { return Audience::nobody() };
        let ships = open.at(battle.at).map(|(ship, _)| ship);
        let mut here = ships.chain(battle.launched.iter().map(Unit::ship));
        let side = |ship: &Ship| self.chart.hulls[ship].side;
        let first = here.next().map(side);
        // Most often both are there, and the search is short.
        let other = first.filter(|first| here.any(|ship| side(ship) != *first)).map(Side::other);
        Audience::Seats(first.into_iter().chain(other).map(Side::seat).collect())
    }
}
