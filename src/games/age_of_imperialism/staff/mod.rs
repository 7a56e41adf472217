//! A plain computer player, made of what may be ordered.
//!
//! It settles around its home, sends explorers to the natives, over sea too, builds cities and what
//! earns on them, and spends what is left. It keeps a garrison where enemies stand, declares war on
//! a neighbour who has left a region weak, attacks by land and sea where it is clearly stronger, and
//! makes peace when it is weaker or nothing is to be had. Choices are drawn, so that many games
//! differ; everything is judged by the power's own view.

mod campaign;
mod fleets;
mod odds;

use std::collections::{BTreeMap, BTreeSet};

use super::AgeOfImperialism;
use super::choices;
use super::force::Force;
use super::names::Region;
use super::orders::Order;
use super::power::Power;
use super::sight::View;
use super::state::{Land, Open, Step};
use super::switches::Selection;
use crate::engine::Chance;
use crate::engine::board::Reach;
use crate::engine::board::search::spread;
use crate::engine::staff::{Luck, is_sound};

/// The strength that the staff expects of natives it knows nothing about.
const USUAL_NATIVES: u32 = 9;

/// Orders for the steps of the coming cycle.
pub fn suggest(game: &AgeOfImperialism, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(power) = view.power else { return Vec::new() };
    let luck = Luck::of(chance, power.name());
    let shipped = BTreeMap::new();
    let mut staff = Staff { game, view, power, luck, shipped, orders: Vec::new() };
    match view.open.step {
        Step::Picks if game.switches.region_selection == Selection::Random => staff.mulligan(),
        Step::Picks => staff.picks(),
        Step::First | Step::Second => {
            staff.offered(1);
            staff.campaign();
        }
        // Each time one more of a kind for each region.
        Step::Placement => {
            staff.offered(3);
            staff.spend();
        }
        Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
            staff.offered(2);
            staff.spend();
        }
        Step::Over => {}
    }
    staff.orders
}

struct Staff<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    power: Power,
    luck: Luck<'a>,
    /// Explorers that go aboard a fleet, by the region where they stood.
    shipped: BTreeMap<Region, u32>,
    orders: Vec<Order>,
}

impl<'a> Staff<'a> {
    fn open(&self) -> &'a Open {
        &self.view.open
    }

    fn land(&self, region: &Region) -> &'a Land {
        self.open().land(region)
    }

    fn force(&self, region: &Region) -> Force {
        self.land(region).force(self.power)
    }

    /// Own regions in the order of the map.
    fn owned(&self) -> Vec<Region> {
        let own = |region: &&Region| self.land(region).owner == Some(self.power);
        self.game.board.chart.order.iter().filter(own).cloned().collect()
    }

    /// Gives of what may be ordered as much as its odds have it, the most wanted first, so often;
    /// but nothing that the check finds fault with beside what was given before.
    fn offered(&mut self, times: usize) {
        let choices = choices::choices(self.game, self.view);
        let offers = choices.into_iter().flat_map(|choice| choice.offers);
        let orders = self.luck.shuffled("offers", offers.map(|offer| offer.order).collect());
        let mut wanted: Vec<(u64, Order)> =
            orders.into_iter().map(|order| (self.odds(&order), order)).collect();
        wanted.sort_by_key(|(odds, _)| std::cmp::Reverse(*odds));
        for time in 0..times {
            for (n, (odds, order)) in wanted.iter().enumerate() {
                let again = time > 0 && !matches!(order, Order::Build { .. });
                let labels = [time, n].map(|number| number.to_string());
                let mut draw = || self.luck.draw(&[&labels[0], &labels[1]]).below(100);
                if !again && draw() < *odds && self.is_wanted(order) {
                    self.give(order.clone());
                }
            }
        }
    }

    /// Gives an order, if the check finds no fault with it.
    fn give(&mut self, order: Order) {
        if is_sound(self.game, self.view, &self.orders, &order) {
            self.orders.push(order);
        }
    }

    /// Home first, then what lies near it.
    fn picks(&mut self) {
        let homes = self.game.board.homes.iter().find(|(power, _)| *power == self.power);
        let homes = homes.map(|(_, regions)| regions.clone()).unwrap_or_default();
        let steps = self.steps(&homes);
        let order = self.game.board.chart.order.clone();
        let mut regions = self.luck.shuffled("picks", order);
        regions.retain(|region| !homes.contains(region));
        regions.sort_by_key(|region| steps.cost(&region).unwrap_or(u32::MAX));
        let mut regions: Vec<Region> = homes.into_iter().chain(regions).collect();
        regions.retain(|region| self.land(region).owner.is_none());
        self.give(Order::Pick { regions });
    }

    /// A dealt region that touches no other of one's own is given back.
    fn mulligan(&mut self) {
        let own = |region: &Region| self.land(region).owner == Some(self.power);
        let lonely = |region: &Region| !self.game.board.chart.near(region).any(own);
        if let Some(region) = self.owned().into_iter().find(lonely) {
            self.give(Order::Mulligan { region });
        }
    }

    /// Brigades of enemies next to a region.
    fn threat(&self, region: &Region) -> u32 {
        let near = self.game.board.chart.near(region);
        let armies = near.flat_map(|next| &self.land(next).armies);
        let hostile = armies.filter(|(power, _)| self.open().at_war(self.power, **power));
        hostile.map(|(_, force)| force.brigades()).sum()
    }

    /// What the power expects of the natives of a region.
    fn natives(&self, region: &Region) -> u32 {
        self.view.strength(region).map_or(USUAL_NATIVES, u32::from)
    }

    /// Steps from each region to the nearest of these, over land.
    fn steps<'r>(&self, goals: &'r [Region]) -> Reach<&'r Region>
    where
        'a: 'r,
    {
        let chart = &self.game.board.chart;
        spread(goals, |region| chart.near(region))
    }

    /// Regions next to own ones that the natives hold.
    fn frontier(&self) -> Vec<Region> {
        let chart = &self.game.board.chart;
        let near: BTreeSet<&Region> =
            self.open().owned(self.power).flat_map(|(region, _)| chart.near(region)).collect();
        let native = |region: &&&Region| self.land(region).owner.is_none();
        near.iter().filter(native).map(|region| (*region).clone()).collect()
    }

    /// Regions of these powers next to quiet own ones.
    fn neighbours_of(&self, powers: &[Power]) -> Vec<Region> {
        let chart = &self.game.board.chart;
        let quiet = |region: &Region| {
            let land = self.land(region);
            land.owner == Some(self.power) && land.revolt.is_none()
        };
        let theirs =
            |region: &&Region| self.land(region).owner.is_some_and(|owner| powers.contains(&owner));
        let near = |region: &&Region| chart.near(region).any(quiet);
        chart.order.iter().filter(theirs).filter(near).cloned().collect()
    }
}
