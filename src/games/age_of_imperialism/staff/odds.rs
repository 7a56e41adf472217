//! How readily the staff gives an order that it may give.

use super::Staff;
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Odds;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::standpoint::Standpoint;
use crate::games::age_of_imperialism::state::{Building, Step};
use crate::games::age_of_imperialism::works::{Product, Work};

/// What is bought: in how many of a hundred cases, and how many the power wants at most, at set-up
/// and later, and for each three regions besides.
const SHOPPING: [(Work, u64, u32, u32, u32); 14] = [
    (Work::City, 95, 2, 1, 2),
    (Work::Explorer, 85, 1, 2, 1),
    (Work::Factory, 60, 0, 2, 1),
    (Work::Port, 97, 0, 0, 1),
    (Work::Infantry, 45, MANY, MANY, 0),
    (Work::Railroad, 40, 0, 2, 0),
    (Work::Fleet, 60, 1, 1, 1),
    (Work::School, 60, 0, 1, 1),
    (Work::Cavalry, 30, 1, 1, 2),
    (Work::General, 96, 1, 2, 1),
    (Work::Artillery, 20, 0, 1, 1),
    (Work::Engineer, 10, 0, 1, 0),
    (Work::Fort, 5, 0, 0, 1),
    (Work::Canal, 0, 0, 0, 0),
];

/// What is left is spent on these, in this sequence.
const REST: [Work; 7] = [
    Work::City,
    Work::Explorer,
    Work::Fleet,
    Work::School,
    Work::General,
    Work::Infantry,
    Work::Artillery,
];

/// In the last turn it is spent on what brings points (im53).
const LAST: [Work; 4] = [Work::City, Work::School, Work::Port, Work::Fort];

/// Cities that come before armies and wars.
const FIRST_CITIES: u32 = 3;

/// More than can be bought.
const MANY: u32 = 1000;

impl Standpoint<'_> {
    /// In how many of a hundred cases an order is given.
    pub(super) fn odds(&self, order: &Order) -> u64 {
        match order {
            Order::Build { what: Work::Infantry, at, .. }
                if self.threat(at) > self.force(at).brigades() =>
            {
                100
            }
            Order::Build { what, .. } => {
                let row = SHOPPING.iter().find(|(work, ..)| work == what);
                row.map_or(0, |(_, odds, ..)| *odds)
            }
            Order::Develop { .. } => 98,
            Order::Westernize { .. } => 100 - u64::from(self.westernizing(order)),
            Order::RemoveInfluence { of, .. } if self.at_war(*of) => 100,
            Order::Incite { at, .. } if self.is_hostile(at) && self.hand().dp >= 3 => 50,
            Order::Unpaid { .. }
            | Order::Losses { .. }
            | Order::LastStand(_)
            | Order::Passage { .. }
            | Order::Reinforce { .. }
            | Order::Ally { .. } => 100,
            Order::Bid { .. } | Order::Transfer { .. } | Order::BreakOff { .. } => 50,
            Order::Scorch { .. } | Order::Retreat { .. } => 70,
            Order::Intercept { when: Odds::AtLeast(..), .. } => 90,
            Order::Intercept { .. } | Order::Triple { .. } | Order::OnRevolt { .. } => 30,
            Order::EndAlliance { .. } => 15,
            Order::BuyDp { .. } if self.hand().pp >= 60 => 50,
            Order::Peace { with } if self.is_weaker(*with) => 100,
            Order::Peace { with } if !self.is_weak(*with) => 25,
            Order::Peace { .. } => 10,
            Order::DeclareWar { on } if self.is_prey(*on) => 50,
            Order::Prospect { at, .. } => match self.view.resource(at) {
                Some(0) if self.hand().pp > 30 => 100,
                _ => 0,
            },
            // Not worth it, or the campaign decides about them.
            Order::RemoveInfluence { .. }
            | Order::Incite { .. }
            | Order::BuyDp { .. }
            | Order::DeclareWar { .. }
            | Order::Displace { .. }
            | Order::Reserve { .. }
            | Order::Give { .. }
            | Order::Pick { .. }
            | Order::Mulligan { .. }
            | Order::Cede { .. }
            | Order::March { .. }
            | Order::Board { .. }
            | Order::Sail { .. }
            | Order::Land { .. }
            | Order::Engage { .. }
            | Order::Fight { .. }
            | Order::Explore { .. }
            | Order::Sink { .. }
            | Order::Natives { .. } => 0,
        }
    }

    /// The weakest natives are westernized first.
    fn westernizing(&self, order: &Order) -> u8 {
        let Order::Westernize { at, .. } = order else { return 0 };
        u8::try_from(self.natives(at).min(40)).unwrap_or(40)
    }

    /// False for what the power has enough of, and, where no enemies stand near, for brigades while
    /// it saves for its first cities or its first general: a city pays for itself in three turns.
    pub(super) fn is_wanted(&self, order: &Order, given: &[Order]) -> bool {
        let Order::Build { what, at, .. } = order else { return true };
        let set_up = self.open.step == Step::Placement;
        let row = SHOPPING.iter().find(|(work, ..)| work == what);
        let lands = u32::try_from(self.extent()).unwrap_or(0);
        let most =
            row.map_or(
                0,
                |(_, _, first, later, each)| {
                    if set_up { *first } else { later.saturating_add(each * lands / 3) }
                },
            );
        let most = if self.is_last() && LAST.contains(what) { MANY } else { most };
        let ordered = |order: &&Order| matches!(order, Order::Build { what: w, .. } if w == what);
        let ordered = u32::try_from(given.iter().filter(ordered).count()).unwrap_or(most);
        let few = self.has(*what) + ordered < most && !self.is_taken(*what, at, given);
        let saving = !set_up && (!self.is_settled() || self.lacks_general());
        let troops = matches!(what.product(), Product::Unit(kind) if kind.is_brigade());
        few && !(saving && troops && self.threat(at) == 0)
    }

    /// True for a power that has built its first cities: it can afford an army.
    fn is_settled(&self) -> bool {
        self.built(Building::City) >= FIRST_CITIES
    }

    /// True if there is a school and nobody who has learned there.
    fn lacks_general(&self) -> bool {
        self.built(Building::School) > 0 && self.count(Kind::General) == 0
    }

    /// True if a line builds something else where only one of both can stand (im6), or if a port
    /// would come before the first cities.
    fn is_taken(&self, what: Work, at: &Region, given: &[Order]) -> bool {
        let exclusive =
            |work: Work| matches!(work.product(), Product::Building(b) if b.is_exclusive());
        let there = |order: &Order| matches!(order, Order::Build { what, at: place, .. } if place == at && exclusive(*what));
        let early = what == Work::Port && self.built(Building::City) < 2;
        early || (exclusive(what) && given.iter().any(there))
    }

    /// How many the power has.
    fn has(&self, what: Work) -> u32 {
        match what.product() {
            Product::Unit(kind) => self.count(kind),
            Product::Fleet => u32::try_from(self.squadrons().count()).unwrap_or(u32::MAX),
            Product::Building(building) => self.built(building),
            Product::Canal => 0,
        }
    }

    fn count(&self, kind: Kind) -> u32 {
        self.units().get(kind)
    }

    fn is_weaker(&self, than: Power) -> bool {
        3 * self.open.brigades(self.power) < 2 * self.open.brigades(than)
    }

    /// True for a neighbour who has left a region weak, if there is no war yet and the power can
    /// afford one.
    fn is_prey(&self, other: Power) -> bool {
        let dp = self.hand().dp > self.game.format.diplomacy.war.value;
        dp && self.is_settled() && self.enemies().is_empty() && self.is_weak(other)
    }

    /// True for a neighbour who has left a region weak.
    fn is_weak(&self, other: Power) -> bool {
        let weak =
            |region: &Region| 2 * self.strike(region).brigades() > 3 * self.land(region).garrison();
        self.neighbours_of(&[other]).iter().any(weak)
    }

    /// True in the last production phase of the game.
    fn is_last(&self) -> bool {
        self.game.board.turns.is_some_and(|turns| self.open.turn >= turns)
    }
}

impl Staff<'_> {
    /// Spends what is left: on pieces one by one, first where enemies stand near.
    pub(super) fn spend(&mut self) {
        let set_up = self.open.step == Step::Placement;
        let works: &[Work] = if self.is_last() { &LAST } else { &REST };
        let owned = self.owned().cloned().collect();
        let mut lands: Vec<Region> = self.draft.luck.shuffled("rest", owned);
        lands.sort_by_key(|at| std::cmp::Reverse(self.threat(at)));
        for what in works.iter().copied().filter(|what| !set_up || *what == Work::Infantry) {
            for at in &lands {
                let sea = self.chart.coast(at).next().cloned().filter(|_| what == Work::Fleet);
                let at = at.clone();
                let order = Order::Build { what, at, count: 1, sea, engineers: 0 };
                if self.is_wanted(&order, self.draft.given()) {
                    self.give(order);
                }
            }
        }
    }
}
