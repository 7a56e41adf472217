//! Set-up, natives and construction.

use super::Desk;
use crate::engine::Choice;
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Building, Land, Step};
use crate::games::age_of_imperialism::switches::Switch;
use crate::games::age_of_imperialism::works::{Product, Work};

/// What is bought at set-up, the most useful first.
const FIRST: [Work; 8] = [
    Work::City,
    Work::Infantry,
    Work::Cavalry,
    Work::Explorer,
    Work::Fleet,
    Work::Port,
    Work::Factory,
    Work::Artillery,
];

/// What is built later, the most useful first.
const LATER: [Work; 13] = [
    Work::City,
    Work::Factory,
    Work::Railroad,
    Work::Port,
    Work::Infantry,
    Work::Fleet,
    Work::Cavalry,
    Work::Artillery,
    Work::Explorer,
    Work::School,
    Work::General,
    Work::Engineer,
    Work::Fort,
];

impl Desk<'_> {
    /// First units and buildings.
    pub(super) fn placement(&self, choice: &mut Choice<Order>, at: &str) {
        if !self.owns(at) {
            return;
        }
        let money = self.state.purse(self.power).pp.max(self.game.board.purse.0);
        for work in FIRST {
            if self.has_room(at, work) {
                self.build(choice, at, (work, money));
            }
        }
    }

    /// Dealings with the natives of an own region, and what can be built there.
    pub(super) fn home(&self, choice: &mut Choice<Order>, at: &str) {
        if !self.owns(at) {
            return;
        }
        let outlook = self.game.outlook(self.state, self.power);
        let hand = self.state.purse(self.power);
        let money = (hand.pp + outlook.least).saturating_sub(outlook.upkeep);
        if self.state.step < Step::Construction && hand.dp + outlook.dp > 0 {
            self.natives(choice, at);
        }
        self.develop(choice, at, money);
        for work in LATER {
            if self.has_room(at, work) && self.has_place(at, work) {
                self.build(choice, at, (work, money));
            }
        }
    }

    /// Westernizing, and the removal of what others have there.
    fn natives(&self, choice: &mut Choice<Order>, at: &str) {
        let land = self.land(at);
        if land.marker.is_some() && land.revolt.is_none() {
            let influence = land.spheres.get(&self.power).copied().unwrap_or(0);
            let about = format!("{} DP", self.game.format.diplomacy.westernize.value);
            choice.offer(Order::Westernize { at: at.to_owned(), pay: true, influence }, about);
        }
        let others = land.spheres.keys().copied().filter(|of| *of != self.power);
        for of in others {
            let about = if self.state.at_war(self.power, of) { "free of charge" } else { "1 DP" };
            choice.offer(Order::RemoveInfluence { at: at.to_owned(), of }, about);
        }
    }

    /// A resource that is known to be worth something.
    fn develop(&self, choice: &mut Choice<Order>, at: &str, money: u32) {
        let land = self.land(at);
        let idle = land.chit.as_ref().is_some_and(|chit| !chit.developed);
        let value = self.state.secrets.chits.get(at).copied().unwrap_or(0);
        let full = self.game.format.works.develop.value;
        let (price, engineers) = self.price(land, full);
        if idle && value > 0 && land.revolt.is_none() && price <= money {
            let about = format!("{price} PP, brings {value} a turn");
            choice.offer(Order::Develop { at: at.to_owned(), engineers }, about);
        }
    }

    /// The price of a work, and the engineer that lowers it (im25).
    fn price(&self, land: &Land, full: u32) -> (u32, u32) {
        match land.force(self.power).engineer {
            _ if self.state.step == Step::Placement => (full, 0),
            0 => (full, 0),
            _ => (self.game.reduced(full), 1),
        }
    }

    /// True if the region can take it (im6, im26).
    fn has_room(&self, at: &str, work: Work) -> bool {
        let (land, chart) = (self.land(at), &self.game.board.chart);
        let coast = chart.coast(at).next().is_some();
        let has = |building| land.buildings.contains(&building);
        let several = self.game.switches.several_buildings == Switch::Yes;
        match work.product() {
            Product::Unit(_) => true,
            Product::Fleet => coast,
            Product::Canal => false,
            Product::Building(building) => {
                let other = land.buildings.iter().any(|b| b.is_exclusive());
                let taken = building.is_exclusive() && other && !several;
                let fits = match building {
                    Building::Port => coast,
                    Building::School => has(Building::City),
                    _ => true,
                };
                fits && !taken && !has(building) && land.revolt.is_none()
            }
        }
    }

    /// True if it is built in such a place, or of some use there (im13, im24).
    fn has_place(&self, at: &str, work: Work) -> bool {
        let land = self.land(at);
        let near = |building: Building| {
            let mut near = self.game.board.chart.near(at);
            near.any(|next| self.owns(next) && self.land(next).buildings.contains(&building))
        };
        match work.product() {
            Product::Unit(kind) => self.game.format.units[&kind].built_at.site.is_in(land),
            Product::Fleet => land.buildings.contains(&Building::Port),
            Product::Building(Building::Factory) => near(Building::City),
            Product::Building(Building::Railroad) => {
                near(Building::City) || near(Building::Factory) || near(Building::Port)
            }
            _ => true,
        }
    }

    /// One of a kind, or as many as may be raised there, if there is money for it.
    fn build(&self, choice: &mut Choice<Order>, at: &str, (what, money): (Work, u32)) {
        let full = self.game.price(what);
        let works = matches!(what.product(), Product::Building(_));
        let (price, engineers) = if works { self.price(self.land(at), full) } else { (full, 0) };
        if price > money {
            return;
        }
        let affordable = money.checked_div(price).unwrap_or(1);
        let limit = match what.product() {
            Product::Unit(Kind::Infantry) => {
                self.game.format.units[&Kind::Infantry].limit.value.clamp(1, 2)
            }
            _ => 1,
        };
        let count = affordable.min(limit);
        let fleet = what == Work::Fleet;
        let sea = self.game.board.chart.coast(at).next().filter(|_| fleet).cloned();
        let about = format!("{} PP", price * count);
        choice.offer(Order::Build { what, at: at.to_owned(), count, sea, engineers }, about);
    }

    /// Own production: money, and what is kept or given up.
    pub(super) fn treasury(&self, choice: &mut Choice<Order>) {
        use crate::games::age_of_imperialism::policies::Upkeep;
        let hand = self.state.purse(self.power).pp;
        choice.offer(Order::Bid { pp: hand / 4, wants: vec![1] }, "for the first place");
        let each = self.game.format.income.dp_bought_per_city.value;
        let count = self.state.count(self.power, Building::City) * each;
        if count > 0 {
            let price = self.game.format.income.dp_price.value;
            choice.offer(Order::BuyDp { count }, format!("{price} PP each"));
        }
        let first = vec![Upkeep::Engineer, Upkeep::Fleet];
        choice.offer(Order::Unpaid { first }, "if upkeep cannot be paid");
        choice.offer(Order::Reserve { pp: 20 }, "PP that building must leave");
        self.passage(choice);
    }

    /// Leave for the others to pass the strait.
    pub(super) fn passage(&self, choice: &mut Choice<Order>) {
        if self.holds_strait() {
            let others = |power: &&Power| **power != self.power;
            let to = self.state.order.iter().filter(others).copied().collect();
            choice.offer(Order::Passage { to }, "through your strait");
        }
    }
}
