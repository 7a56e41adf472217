//! Who sees what: all fog of war of Company War.
//!
//! Counters stand openly on the map, so positions, damage, points and rolls are public. Secret
//! are: which carriers hold troops (cw15, cw43), and everything that is written in orders. Orders
//! are no part of the state, so what is not carried out leaves no trace in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::CompanyWar;
use super::events::Event;
use super::scenario::Side;
use super::state::{Condition, Ship, State, Unit};
use crate::engine::{Audience, Chance, Reader, Seat};

/// More points than any game brings, so that sums of them stay numbers.
const MOST_POINTS: u32 = 1_000_000;
/// More ships than any roll allows to move.
const MOST_SHIPS: u32 = 1_000_000;

/// What a reader may know: the state without its secret, and what he knows of that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// The reader's side; `None` for a spectator or the moderator.
    pub side: Option<Side>,
    /// The state; the carriers with troops are left out.
    pub open: State,
    /// The carriers with troops; among the sides the Mazianni alone know them (cw43).
    pub aboard: Option<BTreeSet<Ship>>,
    /// How many carriers have troops; everybody can count the counters (cw15).
    pub loads: usize,
}

/// The side of a seat.
pub fn side_of(seat: &Seat) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == seat.as_str())
}

/// The seat of a side.
pub fn seat_of(side: Side) -> Seat {
    side.name().parse().expect("side names are seat names")
}

/// What the reader may know of the state.
pub fn view(state: &State, reader: &Reader) -> View {
    let side = reader.seat().and_then(side_of);
    let knows = reader.sees_all() || side == Some(Side::Mazianni);
    let mut open = state.clone();
    let aboard = std::mem::take(&mut open.aboard);
    let loads = aboard.len();
    View { side, open, aboard: knows.then_some(aboard), loads }
}

impl CompanyWar {
    /// Who learns of an event.
    ///
    /// At a jump point those see the fire whose ships lie there; of a fight elsewhere one learns
    /// what became of the counters.
    pub(super) fn audience(&self, state: &State, event: &Event) -> Audience {
        match event {
            Event::Loaded { .. } => Audience::only(&seat_of(Side::Mazianni)),
            Event::Launched { .. }
            | Event::Recovered { .. }
            | Event::CombatRolled { .. }
            | Event::CombatInitiative { .. }
            | Event::Aimed { .. }
            | Event::Fired { .. }
            | Event::Evaded { .. } => self.present(state),
            _ => Audience::Everyone,
        }
    }

    /// The seats with a ship, or a rider that lost its carrier, where the combat is.
    fn present(&self, state: &State) -> Audience {
        let Some(battle) = &state.battle else { return Audience::nobody() };
        let ships = state.at(battle.at).map(|(ship, _)| ship);
        let here = ships.chain(battle.launched.iter().map(Unit::ship));
        let sides = here.map(|ship| self.chart.hulls[ship].side);
        Audience::Seats(sides.collect::<BTreeSet<_>>().into_iter().map(seat_of).collect())
    }

    /// True if ships, riders, jump points and counts of a view are those of this scenario.
    pub(super) fn recognizes(&self, view: &View) -> bool {
        let state = &view.open;
        let hulls = &self.chart.hulls;
        let fleet = state.ships.len() == hulls.len()
            && state.ships.iter().all(|(ship, vessel)| {
                let points = [vessel.at, vessel.began];
                hulls.get(ship).is_some_and(|h| vessel.riders.len() == usize::from(h.riders))
                    && points.iter().flatten().all(|jp| self.chart.points.contains_key(jp))
            });
        let unit = |unit: &Unit| match unit {
            Unit::Ship(ship) => hulls.contains_key(ship),
            Unit::Rider(ship, n) => {
                hulls.get(ship).is_some_and(|hull| (1..=hull.riders).contains(n))
            }
        };
        let battle = state.battle.iter().all(|battle| {
            let aims = battle.aims.iter().flat_map(|(from, to)| [from, to]);
            battle.launched.iter().chain(aims).all(unit)
        });
        let carriers = view.aboard.iter().flatten();
        let points = state.landed.iter().chain(&state.destroyed).chain(state.hits.keys());
        fleet
            && battle
            && carriers.chain(&state.aboard).all(|ship| hulls.contains_key(ship))
            && points.into_iter().all(|jp| self.chart.points.contains_key(jp))
            && view.loads <= hulls.len()
            && state.turn <= self.turns()
            && state.points.values().all(|points| points.unsigned_abs() < MOST_POINTS)
            && state.allowance.values().all(|ships| *ships < MOST_SHIPS)
    }

    /// A state that the view allows: the unknown troops on any carriers that could hold them.
    pub(super) fn imagined(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = view.open.clone();
        state.aboard = view.aboard.clone().unwrap_or_else(|| {
            let whole = |ship: &&Ship| state.ships[*ship].condition != Condition::Lost;
            let mut carriers: Vec<Ship> =
                self.chart.fleet(Side::Mazianni).filter(whole).cloned().collect();
            chance.draw(&["imagine", "troops"]).shuffle(&mut carriers);
            carriers.into_iter().take(view.loads).collect()
        });
        state
    }
}
