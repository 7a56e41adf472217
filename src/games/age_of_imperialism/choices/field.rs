//! Armies, explorers and fleets in a movement phase.

use crate::engine::Choice;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::{Fleet, Region};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::{Limit, Occasion, Odds, Stand};
use crate::games::age_of_imperialism::standpoint::Standpoint;
use crate::games::age_of_imperialism::state::{Squadron, Stance};

/// Marches to natives and others that a region is offered at most; shores where a fleet may land.
const WAYS: usize = 4;
/// Marches to own regions, those that leave a region without a brigade, and ways of explorers.
const FEW: usize = 2;

impl Standpoint<'_> {
    /// What units in a region may do.
    pub(super) fn field(&self, choice: &mut Choice<Order>, at: &Region) {
        let force = self.force(at);
        self.offer(choice, Order::Fight { at: at.clone() }, "the rebels");
        self.explorers(choice, at, force.explorer);
        self.marches(choice, at);
        self.boarding(choice, at);
        let chit = self.land(at).chit.as_ref();
        let price = self.game.format.diplomacy.prospect.value;
        if chit.is_some_and(|chit| !chit.developed) && self.hand().pp >= price {
            let prospect = Order::Prospect { at: at.clone(), prefer: Vec::new() };
            self.offer(choice, prospect, format!("{price} PP"));
        }
        if force.general > 0 && self.owns(at) {
            let from = Some(at.clone());
            let help = Order::Reinforce { from, to: Vec::new(), bring: Vec::new() };
            self.offer(choice, help, "a neighbour under attack");
        }
    }

    /// Who is met in a region, in a word, and how exciting that is; the least number first.
    fn met(&self, to: &Region) -> (u8, String) {
        let land = self.land(to);
        match land.owner {
            None => {
                let face = self.view.natives(to).map(|face| format!(" {face}"));
                (1, format!("native{}", face.unwrap_or_default()))
            }
            Some(owner) if owner == self.power => (2, "yours".to_owned()),
            Some(owner) if self.at_war(owner) => {
                (0, format!("{} {}", owner.name(), land.garrison()))
            }
            Some(owner) => (2, owner.name().to_owned()),
        }
    }

    /// Regions next to one, the most exciting first.
    fn ways(&self, at: &Region) -> Vec<&Region> {
        let mut ways: Vec<&Region> = self.chart.near(at).collect();
        ways.sort_by_key(|to| self.met(to).0);
        ways
    }

    /// Units without explorers that may go together. A brigade stays in an own region, and in a
    /// revolt as many as the rebels have (im3, im23).
    fn host(&self, at: &Region) -> Force {
        let mut host = Force { explorer: 0, ..self.force(at) };
        if self.owns(at) {
            let revolt = self.land(at).revolt.as_ref();
            let mut stay = revolt.map_or(1, |revolt| revolt.army.brigades());
            for kind in Kind::BRIGADES {
                let left = host.get(kind).min(stay);
                *host.slot(kind) -= left;
                stay -= left;
            }
        }
        host
    }

    fn marches(&self, choice: &mut Choice<Order>, at: &Region) {
        let host = self.host(at);
        let all = Force { explorer: 0, ..self.force(at) };
        let march = |units, to: &Region| Order::March { units, path: vec![at.clone(), to.clone()] };
        let (mut offered, mut own) = (0, 0);
        for to in self.ways(at) {
            let count = if self.owns(to) { &mut own } else { &mut offered };
            let most = if self.owns(to) { FEW } else { WAYS };
            if !host.is_empty() && *count < most {
                let sound = self.offer(choice, march(host, to), self.met(to).1);
                *count += usize::from(sound);
            } else if host.is_empty() && all.brigades() > 0 && offered + own < FEW {
                choice.offer(march(all, to), "gives it up");
                offered += 1;
            }
        }
    }

    /// Explorers talk to those they stand among, or go to natives nearby.
    fn explorers(&self, choice: &mut Choice<Order>, at: &Region, explorers: u32) {
        if explorers == 0 {
            return;
        }
        let pay = self.hand().dp > 0;
        let roll = |at: &Region| Order::Explore { at: at.clone(), pay, displace: Vec::new() };
        self.offer(choice, roll(at), if pay { "a DP for a third die" } else { "" });
        let native = self.ways(at).into_iter().filter(|to| self.is_native(to));
        for (n, to) in native.take(FEW).enumerate() {
            let (units, path) = (Force::of(Kind::Explorer, 1), vec![at.clone(), to.clone()]);
            self.offer(choice, Order::March { units, path }, self.met(to).1);
            if n == 0 && self.land(at).owner.is_some() {
                choice.offer(roll(to), "when it is there");
            }
        }
    }

    /// Onto the first fleet off the coast that has room.
    fn boarding(&self, choice: &mut Choice<Order>, at: &Region) {
        let host = Force { explorer: self.force(at).explorer, ..self.host(at) };
        for (fleet, squadron) in self.squadrons() {
            let carries = self.game.format.fleet.carries.value;
            let mut room = carries.saturating_sub(self.game.portage(&squadron.cargo));
            let mut units = Force::default();
            for (kind, count) in host.iter() {
                let each = self.game.format.units[&kind].portage.value;
                let fits = room.checked_div(each).map_or(count, |most| most.min(count));
                room -= fits * each;
                *units.slot(kind) = fits;
            }
            let order = Order::Board { units, from: at.clone(), fleet };
            if self.offer(choice, order, squadron.sea.as_str()) {
                return;
            }
        }
    }

    /// What a fleet may do where it lies.
    pub(super) fn voyages(&self, choice: &mut Choice<Order>, fleet: Fleet, squadron: &Squadron) {
        let (fleets, sea, chart) = (vec![fleet], &squadron.sea, self.chart);
        for enemy in self.enemies() {
            let there = self.open.fleets_at(enemy, sea).len();
            if there > 0 {
                let order = Order::Engage { fleets: fleets.clone(), enemy };
                self.offer(choice, order, format!("they have {there} there"));
            }
        }
        let cargo = &squadron.cargo;
        let mut shores: Vec<&Region> = chart.waters[sea].shores.iter().collect();
        shores.sort_by_key(|at| self.met(at).0);
        for at in shores.into_iter().filter(|at| self.may_land(cargo, at)).take(WAYS) {
            let order = Order::Land { fleets: fleets.clone(), units: None, at: at.clone() };
            self.offer(choice, order, self.met(at).1);
        }
        for next in chart.next_seas(sea).into_iter().cloned() {
            let path = vec![sea.clone(), next];
            self.offer(choice, Order::Sail { fleets: fleets.clone(), path }, "");
        }
        if !self.enemies().is_empty() {
            let alone = self.open.fleets_at(self.power, sea).len() == 1;
            let fleets = if alone { Vec::new() } else { fleets };
            let (sea, when) = (Some(sea.clone()), Odds::AtLeast(1, 1));
            let order = Order::Intercept { sea, power: None, fleets, when };
            self.offer(choice, order, "at one to one");
        }
    }

    /// Parties need a brigade with them, except explorers among natives (im28).
    fn may_land(&self, cargo: &Force, at: &Region) -> bool {
        match self.met(at).0 {
            0 => cargo.brigades() > 0,
            1 => cargo.brigades() + cargo.explorer > 0,
            _ => true,
        }
    }

    /// What is decided while others move and fight.
    pub(super) fn policies(&self, choice: &mut Choice<Order>) {
        let order = vec![Kind::Infantry, Kind::Artillery, Kind::Cavalry];
        let targets = vec![Kind::Artillery, Kind::General];
        let when = Limit::Any(vec![Limit::Half, Limit::Outnumbered(2)]);
        choice.offer_all([
            (Order::Retreat { at: None, when, to: Vec::new() }, "from any land battle"),
            (Order::Losses { order }, "whom to lose first"),
            (Order::LastStand(Stand::Convert), "the last party becomes infantry"),
            (Order::Transfer { amount: 1 }, "DRM of a general"),
            (Order::Triple { targets }, "three hits on one of them"),
        ]);
        self.passage(choice);
        if self.squadrons().next().is_some() {
            let intercept =
                Order::Intercept { sea: None, power: None, fleets: Vec::new(), when: Odds::Always };
            choice.offer(intercept, "fleets of enemies");
            choice.offer(Order::BreakOff { when: Limit::Round(2) }, "a battle at sea");
        }
        let (at, against, side) = (None, None, Stance::Support);
        choice.offer_all([
            (Order::Scorch { at: None, when: Occasion::Losing }, "1 DP a building"),
            (Order::OnRevolt { at, against, side }, "your spheres help rebels"),
        ]);
    }
}
