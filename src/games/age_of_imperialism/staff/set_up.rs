//! First regions and first units.

use super::Staff;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::state::Region;
use crate::games::age_of_imperialism::switches::Selection;
use crate::games::age_of_imperialism::works::{Product, Work};

impl Staff<'_> {
    /// Home first, then what lies near it.
    pub(super) fn picks(&mut self) {
        if self.game.switches.region_selection == Selection::Random {
            return self.mulligan();
        }
        let homes = self.homes();
        let steps = self.distances(&homes);
        let order = self.game.board.chart.order.clone();
        let mut regions = self.shuffled("picks", order);
        regions.sort_by_key(|region| steps.get(region).copied().unwrap_or(u32::MAX));
        let mut wishes = homes;
        for region in regions {
            if !wishes.contains(&region) {
                wishes.push(region);
            }
        }
        self.orders.push(Order::Pick { regions: wishes });
    }

    fn homes(&self) -> Vec<Region> {
        let homes = self.game.board.homes.iter().find(|(power, _)| *power == self.power);
        homes.map(|(_, regions)| regions.clone()).unwrap_or_default()
    }

    /// A dealt region that touches no other of one's own is given back.
    fn mulligan(&mut self) {
        let chart = &self.game.board.chart;
        let lonely = |region: &Region| {
            !chart.near(region).any(|next| self.land(next).owner == Some(self.power))
        };
        let region = self.owned().into_iter().find(lonely);
        if self.state().mulligans.contains(&self.power) {
            return;
        }
        self.orders.extend(region.map(|region| Order::Mulligan { region }));
    }

    /// A city, explorers, a fleet for those who need one, and infantry for the rest.
    pub(super) fn placement(&mut self) {
        let mut money = self.state().purse(self.power).pp.max(self.game.board.purse.0);
        let owned = self.owned();
        let frontier = |region: &&Region| {
            let near = self.game.board.chart.near(region);
            near.filter(|next| self.land(next).owner.is_none()).count()
        };
        let Some(capital) = owned.iter().max_by_key(frontier).cloned() else { return };
        if self.is_free(&capital) {
            self.buy(&mut money, Work::City, &capital, None);
        }
        let second = owned.iter().find(|r| **r != capital && self.is_free(r)).cloned();
        if let Some(second) = second.filter(|_| !self.one_in("one city", 4)) {
            self.buy(&mut money, Work::City, &second, None);
        }
        self.buy(&mut money, Work::Explorer, &capital, None);
        let coast = self.game.board.chart.coast(&capital).next().cloned();
        if let Some(sea) = coast.filter(|_| self.one_in("fleet", 3)) {
            self.buy(&mut money, Work::Fleet, &capital, Some(sea));
        }
        self.buy(&mut money, Work::Cavalry, &capital, None);
        let order = self.shuffled("garrisons", owned);
        for region in order.iter().cycle().take(3 * order.len()) {
            self.buy(&mut money, Work::Infantry, region, None);
        }
    }

    /// Orders one of a kind if there is enough left for it.
    pub(super) fn buy(
        &mut self,
        money: &mut u32,
        what: Work,
        at: &str,
        sea: Option<String>,
    ) -> bool {
        let price = self.game.price(what);
        if *money < price {
            return false;
        }
        *money -= price;
        let building = matches!(what.product(), Product::Building(_));
        let engineers = u32::from(building && self.force(at).engineer > 0);
        let at = at.to_owned();
        self.orders.push(Order::Build { what, at, count: 1, sea, engineers });
        true
    }
}
