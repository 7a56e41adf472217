//! A plain computer player, made of what may be ordered.
//!
//! It settles around its home, sends explorers to the natives, over sea too, builds cities and what
//! earns on them, and spends what is left. It keeps a garrison where enemies stand and generals
//! behind it, who come to the help of regions under attack. Once it has its first cities it declares
//! war on a neighbour who has left a region weak, attacks by land and sea where it is clearly
//! stronger, and makes peace when it is weaker or nothing is to be had. Choices are drawn, so that
//! many games differ; everything is judged by the power's own view.

mod campaign;
mod fleets;
mod odds;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use super::AgeOfImperialism;
use super::names::Region;
use super::order::Order;
use super::power::Power;
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use super::state::Step;
use super::switches::Selection;
use super::works::Work;
use crate::engine::Chance;
use crate::engine::board::Reach;
use crate::engine::board::search::spread;
use crate::engine::contract::staff::{Draft, Luck};

/// The strength that the staff expects of natives it knows nothing about.
const USUAL_NATIVES: u32 = 9;

/// One in so many powers begins with a general, if he could be of help.
const COMMANDERS: u64 = 2;

/// Orders for the steps of the coming cycle.
pub fn suggest(game: &AgeOfImperialism, view: &View, chance: &mut Chance) -> Vec<Order> {
    let memo = Memo::default();
    let Some(standpoint) = Standpoint::of(game, view, &memo) else { return Vec::new() };
    let luck = Luck::of(chance, standpoint.power.name());
    let mut staff =
        Staff { standpoint, shipped: BTreeMap::new(), draft: Draft::new(game, view, luck) };
    match view.open.step {
        Step::Picks if game.switches.region_selection == Selection::Random => staff.mulligan(),
        Step::Picks => staff.picks(),
        Step::First | Step::Second => {
            staff.offered(1);
            staff.campaign();
        }
        // Each time one more of a kind for each region.
        Step::Placement => {
            staff.commander();
            staff.offered(3);
            staff.spend();
        }
        Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
            staff.offered(2);
            staff.spend();
        }
        Step::Over => {}
    }
    staff.draft.orders()
}

struct Staff<'a> {
    standpoint: Standpoint<'a>,
    /// Explorers that go aboard a fleet, by the region where they stood.
    shipped: BTreeMap<Region, u32>,
    draft: Draft<'a, AgeOfImperialism>,
}

impl<'a> Deref for Staff<'a> {
    type Target = Standpoint<'a>;

    fn deref(&self) -> &Standpoint<'a> {
        &self.standpoint
    }
}

impl Staff<'_> {
    /// Gives of what may be ordered as much as its odds have it, so often; what is built may be
    /// built again.
    fn offered(&mut self, times: usize) {
        let own = self.standpoint;
        let odds = |order: &Order| own.odds(order);
        let again = |order: &Order| matches!(order, Order::Build { .. });
        let wanted = |order: &Order, given: &[Order]| own.is_wanted(order, given);
        self.draft.offered(times, odds, again, wanted);
    }

    fn give(&mut self, order: Order) {
        self.draft.give(order);
    }

    /// Home first, then what lies near it.
    fn picks(&mut self) {
        let homes = self.game.board.homes.iter().find(|(power, _)| *power == self.power);
        let homes = homes.map(|(_, regions)| regions.clone()).unwrap_or_default();
        let steps = self.steps(&homes);
        let order = self.chart.order.clone();
        let mut regions = self.draft.luck.shuffled("picks", order);
        regions.retain(|region| !homes.contains(region));
        regions.sort_by_key(|region| steps.cost(&region).unwrap_or(u32::MAX));
        let mut regions: Vec<Region> = homes.into_iter().chain(regions).collect();
        regions.retain(|region| self.is_native(region));
        self.give(Order::Pick { regions });
    }

    /// Some powers begin with a general, where he can come to the help of regions that border on
    /// another power (im36).
    fn commander(&mut self) {
        let others: Vec<Power> = self.others().collect();
        let foreign = self.neighbours_of(&others);
        let borders = |at: &&Region| {
            self.owns(at) && foreign.iter().any(|beyond| self.chart.touch(at, beyond))
        };
        let helped = |at: &Region| self.chart.near(at).filter(borders).count();
        let best = self.owned().max_by_key(|at| helped(at)).filter(|at| helped(at) > 0).cloned();
        if let Some(at) = best.filter(|_| self.draft.luck.one_in("commander", COMMANDERS)) {
            self.give(Order::Build { what: Work::General, at, count: 1, sea: None, engineers: 0 });
        }
    }

    /// A dealt region that touches no other of one's own is given back.
    fn mulligan(&mut self) {
        let lonely = |region: &Region| !self.chart.near(region).any(|next| self.owns(next));
        if let Some(region) = self.owned().find(|region| lonely(region)).cloned() {
            self.give(Order::Mulligan { region });
        }
    }
}

impl<'a> Standpoint<'a> {
    /// Brigades of enemies next to a region.
    fn threat(&self, region: &Region) -> u32 {
        let armies = self.chart.near(region).flat_map(|next| &self.land(next).armies);
        let hostile = armies.filter(|(power, _)| self.at_war(**power));
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
        spread(goals, |region| self.chart.near(region))
    }

    /// Regions next to own ones that the natives hold, in the order of their names.
    fn frontier(&self) -> Vec<Region> {
        let near: BTreeSet<&Region> = self.owned().flat_map(|own| self.chart.near(own)).collect();
        near.into_iter().filter(|region| self.is_native(region)).cloned().collect()
    }

    /// Regions of these powers next to quiet own ones.
    fn neighbours_of(&self, powers: &[Power]) -> Vec<Region> {
        let theirs = |region: &&Region| self.stranger(region).is_some_and(|p| powers.contains(&p));
        let near = |region: &&Region| self.chart.near(region).any(|own| self.owns_in_quiet(own));
        self.chart.order.iter().filter(theirs).filter(near).cloned().collect()
    }
}
