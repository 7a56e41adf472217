//! Phase 3: repairs and the replacement of riders (cw36 to cw40).

use super::{Cycle, Sheets, answer, picked};
use crate::engine::{Code, Given};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Dock, Kind, Per};
use crate::games::company_war::orders::Order;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Condition, Ship, State};

/// Repairs what was ordered, in the order of the file, then what else can be repaired (cw52).
pub fn run(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    turn.next_moment();
    for side in Side::BOTH {
        let mut yard = Yard::default();
        let asked = picked(turn, orders, side, |order| match order {
            Order::Repair { ship } => Some(ship),
            _ => None,
        });
        for (given, ship) in asked {
            let done = yard.repair(game, turn, (side, ship));
            respond(turn, side, given, done, &rules::REPAIR);
        }
        for ship in game.chart.fleet(side) {
            if turn.state().ships[ship].condition == Condition::Damaged {
                let _ = yard.repair(game, turn, (side, ship));
            }
        }
    }
    replace_riders(game, turn, orders);
}

fn respond(
    turn: &mut Cycle<'_>,
    side: Side,
    given: &Given<Order>,
    done: Result<String, String>,
    rule: &crate::engine::Rule,
) {
    let (code, reason) = match done {
        Ok(reason) => (Code::Done, reason),
        Err(reason) => (Code::Failed, reason),
    };
    answer(turn, side, given, (code, rule), &reason);
}

/// What a side's docks have done in this turn.
#[derive(Debug, Default)]
struct Yard {
    done: Vec<Jp>,
}

impl Yard {
    fn repair(
        &mut self,
        game: &CompanyWar,
        turn: &mut Cycle<'_>,
        (side, ship): (Side, &Ship),
    ) -> Result<String, String> {
        let state = turn.state();
        if state.ships[ship].condition != Condition::Damaged {
            return Err(format!("{ship} is not damaged"));
        }
        if game.chart.hulls[ship].kind == Kind::Dartship {
            return Err("dartships are never repaired".to_owned());
        }
        let at = game.rested(state, side, ship)?;
        let place = game.chart.place(at);
        let dock = game.docks(side).iter().find(|d| game.chart.station(&d.station) == Some(at));
        let Some(dock) = dock else { return Err(format!("{place} repairs no ships of yours")) };
        if !self.has_room(state, dock, at) {
            return Err(format!("{place} has no capacity left"));
        }
        self.done.push(at);
        let rule = match side {
            Side::Mazianni => &rules::MAZIANNI_DOCKS,
            Side::Union => &rules::UNION_DOCKS,
        };
        turn.record(rule, Event::Repaired { ship: ship.clone(), at });
        Ok(format!("{ship} is repaired at {place}"))
    }

    fn has_room(&self, state: &State, dock: &Dock, at: Jp) -> bool {
        let now = self.done.iter().filter(|jp| **jp == at).count();
        let done = match dock.per {
            Per::Turn => u32::try_from(now).expect("docks are small"),
            Per::Game => state.used.get(&at).copied().unwrap_or(0),
        };
        done < dock.ships
    }
}

/// One rider counter a turn for each carrier that rests at the base (cw40).
fn replace_riders(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let asked = picked(turn, orders, Side::Union, |order| match order {
        Order::ReplaceRider { carrier } => Some(carrier),
        _ => None,
    });
    for (given, carrier) in asked {
        let done = replace(game, turn, carrier);
        respond(turn, Side::Union, given, done, &rules::RIDERS_REPLACED);
    }
    for carrier in game.chart.fleet(Side::Union) {
        let _ = replace(game, turn, carrier);
    }
}

fn replace(game: &CompanyWar, turn: &mut Cycle<'_>, carrier: &Ship) -> Result<String, String> {
    let state = turn.state();
    let vessel = &state.ships[carrier];
    // A lost rider before a damaged one.
    let place = |wanted: Condition| vessel.riders.iter().position(|r| *r == wanted);
    let Some(place) = place(Condition::Lost).or_else(|| place(Condition::Damaged)) else {
        return Err(format!("{carrier} has all its riders"));
    };
    let at = game.rested(state, Side::Union, carrier)?;
    if game.chart.station(&game.format.repair.riders.station) != Some(at) {
        return Err(format!("riders are replaced at {}", game.format.repair.riders.station));
    }
    if vessel.docked {
        return Err(format!("{carrier} was in dock in this turn already"));
    }
    let rider = u8::try_from(place + 1).expect("riders are few");
    let event = Event::RiderReplaced { carrier: carrier.clone(), rider };
    turn.record(&rules::RIDERS_REPLACED, event);
    Ok(format!("rider {rider} of {carrier} is replaced"))
}

impl CompanyWar {
    /// The docks of a side (cw38, cw39).
    fn docks(&self, side: Side) -> &[Dock] {
        match side {
            Side::Mazianni => &self.format.repair.mazianni,
            Side::Union => &self.format.repair.union,
        }
    }

    /// True if ships of the side are repaired there.
    pub(in crate::games::company_war) fn is_dock(&self, side: Side, at: Jp) -> bool {
        self.docks(side).iter().any(|dock| self.chart.station(&dock.station) == Some(at))
    }

    /// The station where a ship rested for the whole turn, if it is there for the side: the ship
    /// began there, did not move, fire or get fired upon (cw36).
    fn rested(&self, state: &State, side: Side, ship: &Ship) -> Result<Jp, String> {
        let vessel = &state.ships[ship];
        let Some(at) = vessel.at.filter(|_| vessel.afloat()) else {
            return Err(format!("{ship} is lost"));
        };
        if vessel.moved || vessel.began != Some(at) {
            return Err(format!("{ship} did not begin the turn at rest there"));
        }
        if vessel.fought {
            return Err(format!("{ship} fired or was fired upon"));
        }
        if state.destroyed.contains(&at) {
            return Err("the station is destroyed".to_owned());
        }
        if self.held_by_enemy(state, side, at) {
            return Err("the enemy holds the station".to_owned());
        }
        Ok(at)
    }

    /// A station that the Mazianni garrison repairs nothing for the Union (cw54).
    fn held_by_enemy(&self, state: &State, side: Side, at: Jp) -> bool {
        side == Side::Union && super::scoring::garrison(self, state, at).is_some()
    }
}
