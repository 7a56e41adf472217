//! Phase 3: repairs and the replacement of riders (cw36 to cw40).

use super::{Cycle, settle};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Dock, Kind, Per};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition, Open};

/// What was ordered, repairs before riders and each in the order of the file; then what else can be
/// done, so that no default takes away what an order needs (cw52).
pub fn run(turn: &mut Cycle<'_>) {
    let game = turn.game();
    turn.next_moment();
    let mut yard = Yard::default();
    for side in Side::BOTH {
        for (given, ship) in turn.picked(&side.seat(), asks!(Order::Repair { ship } => ship)) {
            let done = yard.repair(turn, side, ship);
            settle(turn, side, given, &rules::REPAIR, done);
        }
    }
    let asked = turn.picked(&Side::Union.seat(), asks!(Order::ReplaceRider { carrier } => carrier));
    for (given, carrier) in asked {
        let done = replace(turn, carrier);
        settle(turn, Side::Union, given, &rules::RIDERS_REPLACED, done);
    }
    for side in Side::BOTH {
        for ship in game.chart.fleet(side) {
            let _ = yard.repair(turn, side, ship);
        }
    }
    for carrier in game.chart.fleet(Side::Union) {
        let _ = replace(turn, carrier);
    }
}

/// What the docks have done in this turn.
#[derive(Debug, Default)]
struct Yard {
    done: Vec<(Side, Jp)>,
}

impl Yard {
    fn repair(&mut self, turn: &mut Cycle<'_>, side: Side, ship: &Ship) -> Result<Reason, Reason> {
        let (game, open) = (turn.game(), &turn.state().open);
        let named = ship.clone();
        if open.ships[ship].condition != Condition::Damaged {
            return Err(Reason::Undamaged { ship: named });
        }
        if game.chart.hulls[ship].kind == Kind::Dartship {
            return Err(Reason::NeverRepaired);
        }
        let at = game.rested(open, side, ship)?;
        let dock = game.docks(side).iter().find(|d| game.chart.station(&d.station) == Some(at));
        let Some(dock) = dock else { return Err(Reason::NoDock { ship: named, at }) };
        // A carrier that got a rider is served (cw40).
        if open.ships[ship].docked {
            return Err(Reason::DockedAlready { ship: named });
        }
        if !self.has_room(open, dock, side, at) {
            return Err(Reason::DockFull { at });
        }
        self.done.push((side, at));
        let rule = match side {
            Side::Mazianni => &rules::MAZIANNI_DOCKS,
            Side::Union => &rules::UNION_DOCKS,
        };
        turn.record(rule, Event::Repaired { ship: ship.clone(), at });
        Ok(Reason::Repaired { ship: named, at })
    }

    fn has_room(&self, open: &Open, dock: &Dock, side: Side, at: Jp) -> bool {
        let now = self.done.iter().filter(|done| **done == (side, at)).count();
        let done = match dock.per {
            Per::Turn => u32::try_from(now).expect("docks are small"),
            Per::Game => open.used.get(&at).copied().unwrap_or(0),
        };
        done < dock.ships
    }
}

/// One rider counter a turn for each carrier that rests at the base (cw40).
fn replace(turn: &mut Cycle<'_>, carrier: &Ship) -> Result<Reason, Reason> {
    let (game, open) = (turn.game(), &turn.state().open);
    let vessel = &open.ships[carrier];
    let ship = carrier.clone();
    // A lost rider before a damaged one.
    let place = |wanted: Condition| vessel.riders.iter().position(|r| *r == wanted);
    let Some(place) = place(Condition::Lost).or_else(|| place(Condition::Damaged)) else {
        return Err(Reason::RidersWhole { ship });
    };
    let at = game.rested(open, Side::Union, carrier)?;
    if !game.replaces_riders(at) {
        return Err(Reason::NoDock { ship, at });
    }
    if vessel.docked {
        return Err(Reason::DockedAlready { ship });
    }
    let rider = u8::try_from(place + 1).expect("riders are few");
    let event = Event::RiderReplaced { carrier: carrier.clone(), rider };
    turn.record(&rules::RIDERS_REPLACED, event);
    Ok(Reason::RiderReplaced { ship, rider })
}

impl CompanyWar {
    /// The docks of a side (cw38, cw39).
    pub(in crate::games::company_war) fn docks(&self, side: Side) -> &[Dock] {
        match side {
            Side::Mazianni => &self.format.repair.mazianni,
            Side::Union => &self.format.repair.union,
        }
    }

    /// True if ships of the side are repaired there.
    pub(in crate::games::company_war) fn is_dock(&self, side: Side, at: Jp) -> bool {
        self.docks(side).iter().any(|dock| self.chart.station(&dock.station) == Some(at))
    }

    /// True if the Union replaces riders there (cw40).
    pub(in crate::games::company_war) fn replaces_riders(&self, at: Jp) -> bool {
        self.chart.station(&self.format.repair.riders.station) == Some(at)
    }

    /// The station where a ship rested for the whole turn, if it is there for the side: the ship
    /// began there, did not move, fire or get fired upon (cw36).
    fn rested(&self, open: &Open, side: Side, ship: &Ship) -> Result<Jp, Reason> {
        let vessel = &open.ships[ship];
        let named = ship.clone();
        let Some(at) = vessel.at.filter(|_| vessel.afloat()) else {
            return Err(Reason::Destroyed { ship: named });
        };
        if vessel.moved || vessel.began != Some(at) {
            return Err(Reason::Moved { ship: named });
        }
        if vessel.fought {
            return Err(Reason::Fought { ship: named });
        }
        if open.destroyed.contains(&at) {
            return Err(Reason::Ruin { at });
        }
        // A station that the Mazianni garrison repairs nothing for the Union (cw54).
        if side == Side::Union && super::scoring::garrison(self, open, at).is_some() {
            return Err(Reason::EnemyHolds { at });
        }
        Ok(at)
    }
}
