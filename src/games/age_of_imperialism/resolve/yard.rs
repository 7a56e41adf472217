//! What building at set-up and in construction have in common (im6, im11, im24, im26).

use super::{Cycle, Fate, Hitch, purse};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open, Purse};
use crate::games::age_of_imperialism::switches::Switch;
use crate::games::age_of_imperialism::works::Work;

/// What an order wants built.
#[derive(Debug, Clone, Copy)]
pub struct Bill<'o> {
    /// What.
    pub what: Work,
    /// The region.
    pub at: &'o Region,
    /// For a fleet: where.
    pub sea: Option<&'o Sea>,
    /// How many.
    pub count: u32,
}

impl Bill<'_> {
    /// How many can be had at this price, of so many that there is room for, if the reserve stays.
    pub fn fits(&self, turn: &Cycle<'_>, power: Power, price: u32, room: u32, reserve: u32) -> u32 {
        let pp = turn.state().purse(power).pp.saturating_sub(reserve);
        let affordable = pp.checked_div(price).unwrap_or(u32::MAX);
        self.count.min(room).min(affordable)
    }

    /// Why no more than those that were made.
    pub fn hitch(
        &self,
        turn: &Cycle<'_>,
        power: Power,
        made: u32,
        room: u32,
        price: u32,
    ) -> Option<Hitch> {
        if made == self.count {
            None
        } else if made == room {
            let why = Reason::RoomGone { at: self.at.clone() };
            Some((rules::BUILD, why))
        } else {
            Some(too_dear(turn, power, price))
        }
    }

    /// What the author is told when so many were made.
    pub fn outcome(&self, made: u32, hitch: Option<Hitch>, rule: &Rule) -> Fate {
        let Some((why, reason)) = hitch else {
            let at = self.at.clone();
            return Fate::done(rule, Reason::Built { what: self.what, count: made, at });
        };
        if made == 0 {
            return Fate::failed(&why, reason);
        }
        let some = Reason::SomeBuilt { what: self.what, count: made, wanted: self.count };
        Fate::partly(&why, Reason::Several { reasons: vec![some, reason] })
    }
}

/// There is not enough in hand, or it is kept.
pub fn too_dear(turn: &Cycle<'_>, power: Power, price: u32) -> Hitch {
    if turn.state().purse(power).pp < price {
        (rules::BUILD, purse::lacks(turn, power, Purse::pp(price)))
    } else {
        (rules::BUILD, Reason::Kept { price })
    }
}

/// Pays for land units and raises them.
pub fn raise(turn: &mut Cycle<'_>, power: Power, kind: Kind, at: &Region, number: u32, price: u32) {
    if number > 0 {
        purse::pay(turn, power, Purse::pp(number * price), Purpose::Building, &rules::BUILD);
        let units = Force::of(kind, number);
        turn.record(&rules::BUILD, Event::Raised { power, units, at: at.clone() });
    }
}

/// Pays for fleets and launches them, each with the next number.
pub fn launch(turn: &mut Cycle<'_>, power: Power, sea: &Sea, number: u32, price: u32) {
    if number > 0 {
        purse::pay(turn, power, Purse::pp(number * price), Purpose::Building, &rules::BUILD);
    }
    for _ in 0..number {
        let fleet = turn.state().open.launched.get(&power).map_or(1, |last| last.0 + 1);
        turn.record(
            &rules::DEVELOP,
            Event::Launched { power, fleet: Fleet(fleet), sea: sea.clone() },
        );
    }
}

/// The sea area into which a fleet is put.
pub fn berth(game: &AgeOfImperialism, bill: &Bill<'_>) -> Result<Sea, Hitch> {
    let chart = &game.board.chart;
    match bill.sea {
        Some(sea) if chart.on_coast(bill.at, sea) => Ok(sea.clone()),
        Some(sea) => {
            let (at, sea, coast) = (bill.at.clone(), sea.clone(), chart.coast(bill.at).cloned());
            Err((rules::DEVELOP, Reason::NotOffCoast { at, sea, coast: coast.collect() }))
        }
        None => {
            let first = chart.coast(bill.at).next().cloned();
            first.ok_or_else(|| (rules::DEVELOP, Reason::NoCoast { at: bill.at.clone() }))
        }
    }
}

/// Why a building cannot stand in a region beside what is there.
pub fn fits(
    game: &AgeOfImperialism,
    state: &Open,
    building: Building,
    at: &Region,
) -> Result<(), Hitch> {
    let land = state.land(at);
    let built = |building: Building| land.buildings.contains(&building);
    if built(building) {
        return Err((rules::BUILDINGS, Reason::HasBuilding { at: at.clone(), building }));
    }
    let other = land.buildings.iter().find(|other| other.is_exclusive());
    if let Some(other) = other.filter(|_| building.is_exclusive())
        && game.switches.several_buildings == Switch::No
    {
        let why = Reason::HasBuilding { at: at.clone(), building: *other };
        return Err((rules::BUILDINGS, why));
    }
    if building == Building::School && !built(Building::City) {
        return Err((rules::BUILDINGS, Reason::NoCity { at: at.clone() }));
    }
    if building == Building::Port && game.board.chart.coast(at).next().is_none() {
        return Err((rules::DEVELOP, Reason::NoCoast { at: at.clone() }));
    }
    Ok(())
}

/// Why the canal cannot be built in a region (im66).
pub fn canal_fits(game: &AgeOfImperialism, state: &Open, at: &Region) -> Result<(), Hitch> {
    let straits = game.board.chart.straits.iter();
    let mut canals = straits.filter(|strait| strait.kind == Gate::Canal);
    if game.switches.suez_canal == Switch::No || !canals.any(|strait| strait.region.contains(at)) {
        return Err((rules::CANAL, Reason::NoCanalIn { at: at.clone() }));
    }
    if state.canal.is_some() { Err((rules::CANAL, Reason::CanalStands)) } else { Ok(()) }
}

/// Puts up a building at its full price, if it fits and can be paid.
pub fn erect(
    turn: &mut Cycle<'_>,
    power: Power,
    building: Building,
    at: &Region,
) -> Result<(), Hitch> {
    fits(turn.game(), &turn.state().open, building, at)?;
    let price = turn.game().format.buildings[&building].value;
    if !purse::pay(turn, power, Purse::pp(price), Purpose::Building, &rules::BUILD) {
        return Err(too_dear(turn, power, price));
    }
    turn.record(&rules::BUILD, Event::Erected { power, building, at: at.clone() });
    Ok(())
}
