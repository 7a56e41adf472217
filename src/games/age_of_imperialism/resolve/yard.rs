//! What building at set-up and in construction have in common (im6, im11, im24, im26).

use super::{Cycle, Outcome, purse};
use crate::base::words::count;
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Sea, State};
use crate::games::age_of_imperialism::switches::Switch;
use crate::games::age_of_imperialism::works::{Product, Work};

/// The rule that stops a line, and a sentence about it.
pub type Hitch = (Rule, String);

/// What an order wants built.
#[derive(Debug, Clone, Copy)]
pub struct Bill<'o> {
    /// What.
    pub what: Work,
    /// The region.
    pub at: &'o str,
    /// For a fleet: where.
    pub sea: Option<&'o str>,
    /// How many.
    pub count: u32,
}

impl Bill<'_> {
    /// How many can be had at this price, of so many that there is room for, if the reserve stays.
    pub fn fits(
        &self,
        turn: &Cycle<'_>,
        power: Power,
        (price, room, reserve): (u32, u32, u32),
    ) -> u32 {
        let pp = turn.state().purse(power).pp.saturating_sub(reserve);
        let affordable = pp.checked_div(price).unwrap_or(u32::MAX);
        self.count.min(room).min(affordable)
    }

    /// Why no more than those that were made.
    pub fn hitch(
        &self,
        turn: &Cycle<'_>,
        power: Power,
        (made, room): (u32, u32),
        price: u32,
    ) -> Option<Hitch> {
        if made == self.count {
            None
        } else if made == room {
            let why = format!("no more of them can be built in {} in this phase", self.at);
            Some((rules::BUILD, why))
        } else {
            Some(too_dear(turn, power, price))
        }
    }

    /// What the author is told when so many were made.
    pub fn outcome(&self, (made, hitch): (u32, Option<Hitch>), rule: &Rule) -> Outcome {
        let Some((why, reason)) = hitch else {
            return Outcome::done(rule, format!("{} in {}", self.counted(made), self.at));
        };
        if made == 0 {
            return Outcome::failed(&why, reason);
        }
        Outcome::partly(&why, format!("{} of {}; {reason}", self.counted(made), self.count))
    }

    fn counted(&self, made: u32) -> String {
        match self.what.product() {
            Product::Unit(kind) if kind.is_brigade() => format!("{made} {}", kind.word()),
            _ => count(made, self.what.word()),
        }
    }
}

/// There is not enough in hand, or it is kept.
pub fn too_dear(turn: &Cycle<'_>, power: Power, price: u32) -> Hitch {
    if turn.state().purse(power).pp < price {
        (rules::BUILD, purse::lacks(turn, power, (price, 0)))
    } else {
        (rules::BUILD, format!("it costs {price} PP, and what is in hand is to be kept"))
    }
}

/// Pays for land units and raises them.
pub fn raise(
    turn: &mut Cycle<'_>,
    power: Power,
    (kind, at): (Kind, &str),
    (number, price): (u32, u32),
) {
    if number > 0 {
        purse::pay(turn, power, (number * price, 0), (Reason::Building, &rules::BUILD));
        let units = Force::of(kind, number);
        turn.record(&rules::BUILD, Event::Raised { power, units, at: at.to_owned() });
    }
}

/// Pays for fleets and launches them, each with the next number.
pub fn launch(turn: &mut Cycle<'_>, power: Power, sea: &str, (number, price): (u32, u32)) {
    if number > 0 {
        purse::pay(turn, power, (number * price, 0), (Reason::Building, &rules::BUILD));
    }
    for _ in 0..number {
        let fleet = turn.state().launched.get(&power).copied().unwrap_or(0) + 1;
        turn.record(&rules::DEVELOP, Event::Launched { power, fleet, sea: sea.to_owned() });
    }
}

/// The sea area into which a fleet is put.
pub fn berth(game: &AgeOfImperialism, bill: &Bill<'_>) -> Result<Sea, Hitch> {
    let chart = &game.board.chart;
    match bill.sea {
        Some(sea) if chart.on_coast(bill.at, sea) => Ok(sea.to_owned()),
        Some(sea) => Err((rules::DEVELOP, format!("{sea} is not on the coast of {}", bill.at))),
        None => {
            let first = chart.coast(bill.at).next().cloned();
            first.ok_or_else(|| (rules::DEVELOP, format!("{} has no coast", bill.at)))
        }
    }
}

/// Why a building cannot stand in a region beside what is there.
pub fn fits(
    game: &AgeOfImperialism,
    state: &State,
    building: Building,
    at: &str,
) -> Result<(), Hitch> {
    let land = state.land(at);
    let built = |building: Building| land.buildings.contains(&building);
    if built(building) {
        return Err((rules::BUILDINGS, format!("there is a {} in {at}", building.word())));
    }
    let other = land.buildings.iter().find(|other| other.is_exclusive());
    if let Some(other) = other.filter(|_| building.is_exclusive())
        && game.switches.several_buildings == Switch::No
    {
        let why = format!("{at} has a {}, and there is room for no other", other.word());
        return Err((rules::BUILDINGS, why));
    }
    if building == Building::School && !built(Building::City) {
        return Err((rules::BUILDINGS, format!("there is no city in {at}")));
    }
    if building == Building::Port && game.board.chart.coast(at).next().is_none() {
        return Err((rules::DEVELOP, format!("{at} has no coast")));
    }
    Ok(())
}

/// Puts up a building at its full price, if it fits and can be paid.
pub fn erect(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    power: Power,
    (building, at): (Building, &str),
) -> Result<(), Hitch> {
    fits(game, turn.state(), building, at)?;
    let price = game.format.buildings[&building].value;
    if !purse::pay(turn, power, (price, 0), (Reason::Building, &rules::BUILD)) {
        return Err(too_dear(turn, power, price));
    }
    turn.record(&rules::BUILD, Event::Erected { power, building, at: at.to_owned() });
    Ok(())
}
