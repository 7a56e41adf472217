//! A plain computer player.
//!
//! It settles around its home, sends explorers to the natives, builds cities and what earns on
//! them, keeps a garrison where enemies stand, attacks where it is clearly stronger, and makes
//! peace when it is weaker. Choices are drawn, so that many games differ; everything is judged by
//! the power's own view.

mod fleets;
mod movement;
mod production;
mod set_up;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::AgeOfImperialism;
use super::force::{Force, Kind};
use super::orders::Order;
use super::power::Power;
use super::sight::View;
use super::state::{Building, Land, Region, State, Step};
use crate::engine::Chance;

/// The strength that the staff expects of natives it knows nothing about.
const USUAL_NATIVES: u32 = 9;

/// Orders for the steps of the coming cycle.
pub fn suggest(game: &AgeOfImperialism, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(power) = view.power else { return Vec::new() };
    let mut staff = Staff { game, view, power, chance, orders: Vec::new() };
    match view.open.step {
        Step::Picks => staff.picks(),
        Step::Placement => staff.placement(),
        Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
            staff.production();
        }
        Step::First | Step::Second => staff.movement(),
        Step::Over => {}
    }
    staff.orders
}

struct Staff<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    power: Power,
    chance: &'a mut Chance,
    orders: Vec<Order>,
}

impl<'a> Staff<'a> {
    fn state(&self) -> &'a State {
        &self.view.open
    }

    fn land(&self, region: &str) -> &'a Land {
        self.state().land(region)
    }

    /// True in one of so many cases.
    fn one_in(&mut self, what: &str, cases: u64) -> bool {
        self.chance.draw(&["staff", self.power.name(), what]).below(cases) == 0
    }

    fn shuffled(&mut self, what: &str, mut list: Vec<Region>) -> Vec<Region> {
        self.chance.draw(&["staff", self.power.name(), what]).shuffle(&mut list);
        list
    }

    /// Own regions in the order of the map.
    fn owned(&self) -> Vec<Region> {
        let own = |region: &&Region| self.land(region).owner == Some(self.power);
        self.game.board.chart.order.iter().filter(own).cloned().collect()
    }

    fn force(&self, region: &str) -> Force {
        self.land(region).force(self.power)
    }

    /// Brigades of enemies next to a region.
    fn threat(&self, region: &str) -> u32 {
        let near = self.game.board.chart.near(region);
        let enemies = near.map(|next| {
            let armies = self.land(next).armies.iter();
            let hostile = armies.filter(|(power, _)| self.state().at_war(self.power, **power));
            hostile.map(|(_, force)| force.brigades()).sum::<u32>()
        });
        enemies.sum()
    }

    /// Brigades of a region that are not needed there.
    fn spare(&self, region: &str) -> u32 {
        let land = self.land(region);
        let rebels = land.revolt.as_ref().map_or(0, |revolt| revolt.army.brigades());
        let needed = 1 + self.threat(region).div_ceil(2) + rebels;
        land.force(self.power).brigades().saturating_sub(needed)
    }

    /// What the power expects of the natives of a region.
    fn natives(&self, region: &str) -> u32 {
        self.state().strength(region).map_or(USUAL_NATIVES, u32::from)
    }

    /// Steps from each region to the nearest of these, over land.
    fn distances(&self, goals: &[Region]) -> BTreeMap<Region, u32> {
        let mut steps: BTreeMap<Region, u32> = goals.iter().map(|g| (g.clone(), 0)).collect();
        let mut open: VecDeque<Region> = goals.iter().cloned().collect();
        while let Some(here) = open.pop_front() {
            let next = steps[&here] + 1;
            for region in self.game.board.chart.near(&here) {
                if !steps.contains_key(region) {
                    steps.insert(region.clone(), next);
                    open.push_back(region.clone());
                }
            }
        }
        steps
    }

    /// Regions next to own ones that the natives hold.
    fn frontier(&self) -> Vec<Region> {
        let chart = &self.game.board.chart;
        let near: BTreeSet<&Region> =
            self.state().owned(self.power).flat_map(|(region, _)| chart.near(region)).collect();
        let native = |region: &&&Region| self.land(region).owner.is_none();
        near.iter().filter(native).map(|region| (*region).clone()).collect()
    }

    /// True if the region can take another building of the kind of which it has one at most.
    fn is_free(&self, region: &str) -> bool {
        let land = self.land(region);
        land.revolt.is_none() && !land.buildings.iter().any(|building| building.is_exclusive())
    }

    fn has(&self, region: &str, building: Building) -> bool {
        self.land(region).buildings.contains(&building)
    }

    /// Units of a kind on the map.
    fn count(&self, kind: Kind) -> u32 {
        self.state().lands.values().map(|land| land.force(self.power).get(kind)).sum()
    }

    /// Brigades of a power on the map.
    fn brigades(&self, power: Power) -> u32 {
        self.state().lands.values().map(|land| land.force(power).brigades()).sum()
    }
}
