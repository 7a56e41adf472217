//! Armies, explorers and fleets in a movement phase.

use super::Desk;
use crate::engine::Choice;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Odds;
use crate::games::age_of_imperialism::state::{Face, Fleet, Region, Sea};
use crate::games::age_of_imperialism::tell::face;

/// Marches that a region is offered at most.
const MARCHES: usize = 4;
/// Marches of those that leave a region without a brigade.
const LEAVING: usize = 2;
/// Ways of explorers.
const TRAILS: usize = 2;
/// Shores where a fleet may land, and sea areas where it may go.
const COURSES: usize = 3;

/// How a region would receive units, the most exciting first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Door {
    Enemy,
    Native,
    Friend,
}

impl Desk<'_> {
    /// What units in a region may do.
    pub(super) fn field(&self, choice: &mut Choice<Order>, at: &Region) {
        let (land, force) = (self.land(at), self.force(at));
        if self.owns(at) && land.revolt.is_some() {
            choice.offer(Order::Fight { at: at.clone() }, "the rebels");
        }
        self.explorers(choice, at, force.explorer);
        self.marches(choice, at);
        self.boarding(choice, at);
        let idle = land.chit.as_ref().is_some_and(|chit| !chit.developed);
        let price = self.game.format.diplomacy.prospect.value;
        if force.engineer > 0 && idle && self.state.purse(self.power).pp >= price {
            let prospect = Order::Prospect { at: at.clone(), prefer: Vec::new() };
            choice.offer(prospect, format!("{price} PP"));
        }
        if force.general > 0 && self.owns(at) && land.revolt.is_none() {
            let from = Some(at.clone());
            let help = Order::Reinforce { from, to: Vec::new(), bring: Vec::new() };
            choice.offer(help, "a neighbour under attack");
        }
    }

    /// How a region would receive the power's units; nothing if it is closed (im28, im35).
    fn door(&self, to: &str) -> Option<Door> {
        let land = self.land(to);
        match land.owner {
            None => Some(Door::Native),
            Some(owner) if owner == self.power => Some(Door::Friend),
            Some(_) if land.revolt.is_some() => None,
            Some(owner) if self.state.allied(self.power, owner) => Some(Door::Friend),
            Some(owner) if self.state.at_war(self.power, owner) => Some(Door::Enemy),
            Some(_) => None,
        }
    }

    /// Who is met in a region, in a word: lines are long.
    fn met(&self, to: &Region, door: Door) -> String {
        let land = self.land(to);
        match (door, land.owner) {
            (Door::Native, _) => match (self.state.strength(to), self.state.face(to)) {
                (Some(strength), Some(shown)) => {
                    format!("native {}", face(Face { strength, plus: shown.plus }))
                }
                _ => "native".to_owned(),
            },
            (Door::Enemy, Some(owner)) => {
                let brigades: u32 = land.armies.values().map(Force::brigades).sum();
                format!("{} {brigades}", owner.name())
            }
            (Door::Friend, Some(owner)) if owner != self.power => owner.name().to_owned(),
            _ => "yours".to_owned(),
        }
    }

    /// Where units may go from a region, the most exciting places first.
    fn doors(&self, at: &str) -> Vec<(Door, Region)> {
        let near = self.game.board.chart.near(at);
        let mut doors: Vec<(Door, Region)> =
            near.filter_map(|to| self.door(to).map(|door| (door, to.clone()))).collect();
        doors.sort();
        doors
    }

    /// Units without explorers that may go together. A brigade stays in an own region, and in a
    /// revolt as many as the rebels have (im3, im23).
    fn host(&self, at: &str) -> Force {
        let land = self.land(at);
        let mut host = Force { explorer: 0, ..self.force(at) };
        if self.owns(at) {
            let mut stay = land.revolt.as_ref().map_or(1, |revolt| revolt.army.brigades());
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
        let calm = self.land(at).revolt.is_none();
        let leaving = host.is_empty() && self.owns(at) && calm;
        let units = if leaving { Force { explorer: 0, ..self.force(at) } } else { host };
        let fits = |(door, _): &(Door, Region)| match door {
            Door::Friend => true,
            _ => units.brigades() > 0,
        };
        let doors = self.doors(at).into_iter().filter(fits);
        for (door, to) in doors.take(if leaving { LEAVING } else { MARCHES }) {
            if units.is_empty() {
                return;
            }
            let met = self.met(&to, door);
            let about = if leaving { "gives it up".to_owned() } else { met };
            choice.offer(Order::March { units, path: vec![at.clone(), to] }, about);
        }
    }

    /// Explorers talk to those they stand among, or go to natives nearby.
    fn explorers(&self, choice: &mut Choice<Order>, at: &Region, explorers: u32) {
        if explorers == 0 {
            return;
        }
        let pay = self.state.purse(self.power).dp > 0;
        let roll = |at: &Region| Order::Explore { at: at.clone(), pay, displace: Vec::new() };
        if self.land(at).owner.is_none() {
            choice.offer(roll(at), if pay { "a DP for a third die" } else { "" });
        }
        let native = |(door, _): &(Door, Region)| *door == Door::Native;
        for (n, (door, to)) in self.doors(at).into_iter().filter(native).take(TRAILS).enumerate() {
            let (units, path) = (Force::of(Kind::Explorer, 1), vec![at.clone(), to.clone()]);
            choice.offer(Order::March { units, path }, self.met(&to, door));
            if n == 0 && self.land(at).owner.is_some() {
                choice.offer(roll(&to), "when it is there");
            }
        }
    }

    /// Onto the first fleet off the coast that has room.
    fn boarding(&self, choice: &mut Choice<Order>, at: &Region) {
        let chart = &self.game.board.chart;
        let mut host = self.host(at);
        host.explorer = self.force(at).explorer;
        for (fleet, lying) in self.own_fleets().filter(|(_, f)| chart.on_coast(at, &f.sea)) {
            let carries = self.game.format.fleet.carries.value;
            let mut room = carries.saturating_sub(self.game.portage(&lying.cargo));
            let mut units = Force::default();
            for (kind, count) in host.iter() {
                let each = self.game.format.units[&kind].portage.value;
                let fits = room.checked_div(each).map_or(count, |most| most.min(count));
                room -= fits * each;
                *units.slot(kind) = fits;
            }
            if !units.is_empty() {
                let about = lying.sea.clone();
                choice.offer(Order::Board { units, from: at.clone(), fleet }, about);
                return;
            }
        }
    }

    /// What a fleet may do where it lies.
    pub(super) fn fleet(&self, choice: &mut Choice<Order>, number: u32, fleet: &Fleet) {
        let fleets = vec![number];
        let enemies = self.state.enemies(self.power);
        for enemy in &enemies {
            let there = self.state.fleets_at(*enemy, &fleet.sea).len();
            if there > 0 {
                let order = Order::Engage { fleets: fleets.clone(), enemy: *enemy };
                choice.offer(order, format!("they have {there} there"));
            }
        }
        if !fleet.cargo.is_empty() {
            let shores = self.game.board.chart.waters[&fleet.sea].shores.iter();
            let mut open: Vec<(Door, &Region)> =
                shores.filter_map(|at| self.door(at).map(|door| (door, at))).collect();
            open.retain(|(door, _)| may_land(&fleet.cargo, *door));
            open.sort();
            for (door, at) in open.into_iter().take(COURSES) {
                let order = Order::Land { fleets: fleets.clone(), units: None, at: at.clone() };
                choice.offer(order, self.met(at, door));
            }
        }
        for next in self.seas_ahead(&fleet.sea).into_iter().take(COURSES) {
            let path = vec![fleet.sea.clone(), next];
            choice.offer(Order::Sail { fleets: fleets.clone(), path }, "");
        }
        if !enemies.is_empty() {
            let (sea, when) = (Some(fleet.sea.clone()), Odds::AtLeast(1, 1));
            choice.offer(Order::Intercept { sea, power: None, when }, "at one to one");
        }
    }

    /// Sea areas next to this one, but not where a canal is missing.
    fn seas_ahead(&self, sea: &str) -> Vec<Sea> {
        let chart = &self.game.board.chart;
        let open = |next: &&Sea| {
            let canal = chart.strait(sea, next).is_some_and(|strait| strait.kind == Gate::Canal);
            !canal || self.state.canal.is_some()
        };
        chart.next_seas(sea).into_iter().filter(open).cloned().collect()
    }
}

/// Parties need a brigade with them, except explorers among natives (im28).
fn may_land(cargo: &Force, door: Door) -> bool {
    match door {
        Door::Friend => true,
        Door::Native => cargo.brigades() + cargo.explorer > 0,
        Door::Enemy => cargo.brigades() > 0,
    }
}
