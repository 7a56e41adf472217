//! Set-up, natives and construction.

use crate::engine::Choice;
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Upkeep;
use crate::games::age_of_imperialism::standpoint::Standpoint;
use crate::games::age_of_imperialism::state::{Building, Step};
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

impl Standpoint<'_> {
    /// Dealings with the natives of an own region, and what can be built there.
    pub(super) fn home(&self, choice: &mut Choice<Order>, at: &Region) {
        if !self.owns(at) {
            return;
        }
        if self.open.step == Step::Placement {
            for what in FIRST {
                self.build(choice, at, what);
            }
            return;
        }
        if self.open.step < Step::Construction {
            self.diplomacy(choice, at);
        }
        let value = self.view.resource(at).unwrap_or(0);
        if value > 0 {
            let engineers = self.force(at).engineer.min(1);
            let price = self.game.reduced(self.game.format.works.develop.value, engineers);
            let order = Order::Develop { at: at.clone(), engineers };
            self.offer(choice, order, format!("{price} PP, brings {value} a turn"));
        }
        for what in LATER {
            self.build(choice, at, what);
        }
    }

    /// Westernizing, and the removal of what others have there.
    fn diplomacy(&self, choice: &mut Choice<Order>, at: &Region) {
        let influence = self.influence(at);
        let about = format!("{} DP", self.game.format.diplomacy.westernize.value);
        self.offer(choice, Order::Westernize { at: at.clone(), pay: true, influence }, about);
        for of in self.land(at).spheres.keys().copied().filter(|of| *of != self.power) {
            let about = if self.at_war(of) { "free of charge" } else { "1 DP" };
            self.offer(choice, Order::RemoveInfluence { at: at.clone(), of }, about);
        }
        let spheres = &self.land(at).spheres;
        if spheres.len() > 1 {
            let (at, first) = (Some(at.clone()), spheres.keys().copied().collect());
            self.offer(choice, Order::Displace { at, first }, "whose go if there are too many");
        }
    }

    /// One of a kind, or two infantry, if it can be paid and is of some use there.
    fn build(&self, choice: &mut Choice<Order>, at: &Region, what: Work) {
        let works = matches!(what.product(), Product::Building(_));
        let set_up = self.open.step == Step::Placement;
        if works && !set_up && !self.earns(at, what) {
            return;
        }
        let engineers = u32::from(works && !set_up && self.force(at).engineer > 0);
        let price = self.game.reduced(self.game.price(what), engineers);
        let coast = self.chart.coast(at).next().cloned();
        let sea = coast.filter(|_| what == Work::Fleet);
        let two =
            what == Work::Infantry && self.game.format.units[&Kind::Infantry].limit.value != 1;
        for count in if two { [2, 1].as_slice() } else { &[1] } {
            let (at, sea, count) = (at.clone(), sea.clone(), *count);
            let order = Order::Build { what, at, count, sea, engineers };
            if self.offer(choice, order, format!("{} PP", price * count)) {
                return;
            }
        }
    }

    /// False for a factory or railroad that would bring nothing (im13).
    fn earns(&self, at: &Region, what: Work) -> bool {
        let stations: &[Building] = match what {
            Work::Factory => &[Building::City],
            Work::Railroad => &[Building::City, Building::Factory, Building::Port],
            _ => return true,
        };
        let mut near = self.chart.near(at).filter(|next| self.owns(next));
        near.any(|next| stations.iter().any(|station| self.land(next).buildings.contains(station)))
    }

    /// Own production: money, and what is kept or given up.
    pub(super) fn treasury(&self, choice: &mut Choice<Order>) {
        let hand = self.hand().pp;
        self.offer(choice, Order::Bid { pp: hand / 4, wants: vec![1] }, "for the first place");
        let each = self.game.format.income.dp_bought_per_city.value;
        let count = self.built(Building::City) * each;
        let price = self.game.format.income.dp_price.value;
        self.offer(choice, Order::BuyDp { count }, format!("{price} PP each"));
        let first = vec![Upkeep::Engineer, Upkeep::Fleet];
        self.offer(choice, Order::Unpaid { first }, "if upkeep cannot be paid");
        self.offer(choice, Order::Reserve { pp: 20 }, "PP that building must leave");
        self.passage(choice);
    }
}
