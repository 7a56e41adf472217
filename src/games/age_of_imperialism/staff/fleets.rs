//! Fleets: they carry what is idle to foreign shores.

use std::collections::BTreeMap;

use super::Staff;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Fleet, Region, Sea};

impl Staff<'_> {
    pub(super) fn fleets(&mut self, free: &mut BTreeMap<Region, Force>) {
        let fleets = self.state().fleets.get(&self.power).cloned().unwrap_or_default();
        for (number, fleet) in fleets {
            let mut cargo = fleet.cargo;
            if cargo.is_empty() {
                cargo = self.embark(free, number, &fleet.sea);
            }
            if let Some(enemy) = self.prey(number, &fleet) {
                self.orders.push(Order::Engage { fleets: vec![number], enemy });
            }
            if cargo.is_empty() {
                self.cruise(number, &fleet.sea);
            } else {
                self.carry(number, &fleet.sea, &cargo);
            }
        }
    }

    /// An enemy in the same sea area, now and then.
    fn prey(&mut self, number: u32, fleet: &Fleet) -> Option<Power> {
        let enemies = self.state().enemies(self.power);
        let here = |enemy: &Power| !self.state().fleets_at(*enemy, &fleet.sea).is_empty();
        let enemy = enemies.into_iter().find(here)?;
        self.one_in(&format!("engage with fleet {number}"), 2).then_some(enemy)
    }

    /// Units of a coast nearby that have nothing to do.
    fn embark(&mut self, free: &mut BTreeMap<Region, Force>, number: u32, sea: &str) -> Force {
        let shores = self.game.board.chart.waters[sea].shores.clone();
        for from in shores {
            let Some(idle) = free.get(&from).copied() else { continue };
            let calm = self.land(&from).revolt.is_none();
            let explorer = if calm { self.force(&from).explorer.min(1) } else { 0 };
            let units = Force { infantry: idle.infantry.min(3), explorer, ..Force::default() };
            if units.brigades() > 0 {
                free.remove(&from);
                self.orders.push(Order::Board { units, from, fleet: number });
                return units;
            }
        }
        Force::default()
    }

    /// To a shore where something can be won, else onwards.
    fn carry(&mut self, number: u32, sea: &str, cargo: &Force) {
        let fleets = vec![number];
        if let Some(at) = self.landing(sea, cargo) {
            let units = (self.land(&at).owner.is_none() && cargo.explorer > 0)
                .then(|| Force::of(Kind::Explorer, cargo.explorer));
            self.orders.push(Order::Land { fleets, units, at });
            return;
        }
        let seas: Vec<Sea> = self.game.board.chart.next_seas(sea).into_iter().cloned().collect();
        for next in self.shuffled(&format!("sea of fleet {number}"), seas) {
            if let Some(at) = self.landing(&next, cargo) {
                let path = vec![sea.to_owned(), next];
                self.orders.push(Order::Sail { fleets: fleets.clone(), path });
                self.orders.push(Order::Land { fleets, units: None, at });
                return;
            }
        }
        self.cruise(number, sea);
    }

    /// A shore that a cargo could take, or one's own.
    fn landing(&self, sea: &str, cargo: &Force) -> Option<Region> {
        let shores = &self.game.board.chart.waters[sea].shores;
        let suits = |region: &&Region| {
            let land = self.land(region);
            match land.owner {
                None => cargo.explorer > 0 || self.natives(region) < cargo.brigades(),
                Some(owner) if self.state().at_war(self.power, owner) => {
                    let garrison: u32 = land.armies.values().map(Force::brigades).sum();
                    land.revolt.is_none() && garrison < cargo.brigades()
                }
                Some(_) => false,
            }
        };
        shores.iter().find(suits).cloned()
    }

    /// Sea areas next to this one that a fleet may hope to reach.
    fn seas_ahead(&self, sea: &str) -> Vec<Sea> {
        let chart = &self.game.board.chart;
        let shut = |next: &&Sea| {
            let canal = chart.strait(sea, next).is_some_and(|strait| strait.kind == Gate::Canal);
            canal && self.state().canal.is_none()
        };
        chart.next_seas(sea).into_iter().filter(|next| !shut(next)).cloned().collect()
    }

    /// Somewhere else, now and then.
    fn cruise(&mut self, number: u32, sea: &str) {
        let seas: Vec<Sea> = self.game.board.chart.next_seas(sea).into_iter().cloned().collect();
        let next = self.shuffled(&format!("course of fleet {number}"), seas).into_iter().next();
        if let Some(next) = next.filter(|_| self.one_in(&format!("cruise {number}"), 2)) {
            let path = vec![sea.to_owned(), next];
            self.orders.push(Order::Sail { fleets: vec![number], path });
        }
    }
}
