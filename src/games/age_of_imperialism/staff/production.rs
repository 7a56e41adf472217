//! Money, natives and building.

use super::Staff;
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::orders::{Means, Order};
use crate::games::age_of_imperialism::policies::Upkeep;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Building, Region, Stance};
use crate::games::age_of_imperialism::switches::TurnOrder;
use crate::games::age_of_imperialism::works::Work;

impl Staff<'_> {
    pub(super) fn production(&mut self) {
        self.bid();
        self.treaties();
        let cities = self.state().count(self.power, Building::City);
        let mut money = self.forecast();
        if cities > 0 && money >= 60 && self.one_in("goodwill", 2) {
            money -= self.game.format.income.dp_price.value;
            self.orders.push(Order::BuyDp { count: 1 });
        }
        self.orders.push(Order::Unpaid { first: vec![Upkeep::Engineer, Upkeep::Fleet] });
        self.natives_at_home();
        self.trouble_abroad();
        self.build(money);
    }

    fn bid(&mut self) {
        let hand = self.state().purse(self.power).pp;
        if self.game.switches.turn_order == TurnOrder::Auction && self.one_in("bid", 2) {
            self.orders.push(Order::Bid { pp: hand / 4, wants: Vec::new() });
        }
    }

    /// About what will be in hand after income and upkeep.
    fn forecast(&self) -> u32 {
        let state = self.state();
        let income = &self.game.format.income;
        let land = |building: Building| state.count(self.power, building);
        let regions = u32::try_from(state.owned(self.power).count()).unwrap_or(0);
        let earns = regions * income.region.value
            + land(Building::City) * income.city.value
            + land(Building::Factory) * income.factory.value;
        let all = |kind: Kind| self.count(kind);
        let units: u32 = Kind::ALL.into_iter().map(all).sum();
        let fleets = state.fleets.get(&self.power).map_or(0, std::collections::BTreeMap::len);
        let upkeep = (units + u32::try_from(fleets).unwrap_or(0)) * income.upkeep.value;
        (state.purse(self.power).pp + earns).saturating_sub(upkeep)
    }

    /// Own natives are westernized, the weakest first; rebels against enemies are helped.
    fn natives_at_home(&mut self) {
        let mut regions: Vec<Region> = self.owned();
        regions.retain(|region| {
            let land = self.land(region);
            land.marker.is_some() && land.revolt.is_none()
        });
        regions.sort_by_key(|region| self.natives(region));
        let dp = self.state().purse(self.power).dp;
        for region in regions.into_iter().take(dp.div_ceil(2) as usize) {
            let influence = self.land(&region).spheres.get(&self.power).copied().unwrap_or(0);
            self.orders.push(Order::Westernize { at: region, pay: true, influence });
        }
        let enemies = self.state().enemies(self.power);
        for region in self.owned() {
            for enemy in &enemies {
                if self.land(&region).spheres.contains_key(enemy) {
                    let at = region.clone();
                    self.orders.push(Order::RemoveInfluence { at, of: *enemy });
                }
            }
        }
    }

    /// Enemies' natives are incited where that is possible.
    fn trouble_abroad(&mut self) {
        let enemies = self.state().enemies(self.power);
        for enemy in &enemies {
            let side = Stance::Support;
            self.orders.push(Order::OnRevolt { at: None, against: Some(*enemy), side });
        }
        let near = self.neighbours_of(&enemies);
        let target = near.into_iter().find(|region| {
            let land = self.land(region);
            land.marker.is_some() && land.revolt.is_none()
        });
        let rich = self.state().purse(self.power).dp >= 3;
        if let Some(at) = target.filter(|_| rich && self.one_in("incite", 2)) {
            self.orders.push(Order::Incite { at, with: Means::Dp, bribe: false });
        }
    }

    /// Regions of these powers next to quiet own ones.
    pub(super) fn neighbours_of(&self, powers: &[Power]) -> Vec<Region> {
        let chart = &self.game.board.chart;
        let quiet = |region: &&Region| {
            let land = self.land(region);
            land.owner == Some(self.power) && land.revolt.is_none()
        };
        let theirs = |region: &&Region| {
            let owner = self.land(region).owner;
            owner.is_some_and(|owner| powers.contains(&owner))
        };
        let near = |region: &&Region| chart.near(region).any(|next| quiet(&next));
        chart.order.iter().filter(theirs).filter(near).cloned().collect()
    }

    /// Troops where enemies stand, then a city, then what earns, then explorers and the rest.
    fn build(&mut self, mut money: u32) {
        let owned = self.owned();
        for region in &owned {
            if self.threat(region) > self.force(region).brigades() {
                self.buy(&mut money, Work::Infantry, region, None);
            }
        }
        self.develop(&mut money, &owned);
        let cities: Vec<Region> =
            owned.iter().filter(|r| self.has(r, Building::City)).cloned().collect();
        if let Some(site) = self.site(&owned, &cities) {
            let (what, at) = site;
            self.buy(&mut money, what, &at, None);
        }
        let home = self.shuffled("home", cities);
        let Some(home) = home.first().cloned() else { return };
        if self.count(Kind::Explorer) < 3 && !self.frontier().is_empty() {
            self.buy(&mut money, Work::Explorer, &home, None);
        }
        self.launch(&mut money, &owned);
        // A city pays for itself in three turns, so the staff saves for one while it has few.
        let saving = self.state().count(self.power, Building::City) < 3 && self.is_quiet();
        if saving && owned.iter().any(|region| self.is_free(region)) {
            return;
        }
        self.reinforce_home(money, &home);
    }

    /// A few fleets, one at each port.
    fn launch(&mut self, money: &mut u32, owned: &[Region]) {
        let fleets =
            self.state().fleets.get(&self.power).map_or(0, std::collections::BTreeMap::len);
        let port = owned.iter().find(|region| self.has(region, Building::Port));
        if let Some(port) = port.filter(|_| fleets < 3)
            && let Some(sea) = self.game.board.chart.coast(port).next().cloned()
        {
            self.buy(money, Work::Fleet, port, Some(sea));
        }
    }

    /// True if there is no war.
    fn is_quiet(&self) -> bool {
        self.state().enemies(self.power).is_empty()
    }

    /// What a city can raise.
    fn reinforce_home(&mut self, mut money: u32, home: &str) {
        if !self.has(home, Building::School) && self.one_in("school", 3) {
            self.buy(&mut money, Work::School, home, None);
        } else if self.has(home, Building::School) && self.count(Kind::General) == 0 {
            self.buy(&mut money, Work::General, home, None);
        }
        if self.count(Kind::Engineer) == 0 && self.one_in("engineer", 3) {
            self.buy(&mut money, Work::Engineer, home, None);
        }
        let choices = [Work::Cavalry, Work::Artillery];
        let choice = usize::from(self.one_in("arm", 3));
        self.buy(&mut money, choices[choice], home, None);
        while self.buy(&mut money, Work::Infantry, home, None) {
            let ordered = self.orders.iter().filter(|order| raises_infantry(order, home)).count();
            if ordered >= self.game.format.units[&Kind::Infantry].limit.value as usize {
                return;
            }
        }
    }

    /// Resources that are known to be worth something.
    fn develop(&mut self, money: &mut u32, owned: &[Region]) {
        let worth = |region: &&Region| {
            let land = self.land(region);
            let idle = land.chit.as_ref().is_some_and(|chit| !chit.developed);
            let value = self.state().secrets.chits.get(*region).copied().unwrap_or(0);
            idle && value > 0 && land.revolt.is_none()
        };
        let price = self.game.format.works.develop.value;
        if let Some(at) = owned.iter().find(worth).filter(|_| *money >= price) {
            *money -= price;
            self.orders.push(Order::Develop { at: at.clone(), engineers: 0 });
        }
    }

    /// Where to build what earns: a city, or a factory, railroad or port next to one.
    fn site(&mut self, owned: &[Region], cities: &[Region]) -> Option<(Work, Region)> {
        let chart = &self.game.board.chart;
        let free: Vec<Region> = owned.iter().filter(|r| self.is_free(r)).cloned().collect();
        let beside = |region: &&Region| chart.near(region).any(|next| cities.contains(next));
        let next_to_city = free.iter().find(beside).cloned();
        let coast = free.iter().find(|r| chart.coast(r).next().is_some()).cloned();
        match (next_to_city, coast) {
            (Some(at), _) if cities.len() > 1 && self.one_in("factory", 2) => {
                Some((Work::Factory, at))
            }
            (_, Some(at)) if cities.len() > 1 && self.one_in("port", 2) => Some((Work::Port, at)),
            (Some(at), _) if self.one_in("railroad", 4) => Some((Work::Railroad, at)),
            _ => free.into_iter().next().map(|at| (Work::City, at)),
        }
    }
}

fn raises_infantry(order: &Order, home: &str) -> bool {
    matches!(order, Order::Build { what: Work::Infantry, at, .. } if at == home)
}
