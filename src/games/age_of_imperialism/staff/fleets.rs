//! Fleets: they carry what is idle to foreign shores.

use std::collections::BTreeMap;

use super::Staff;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::orders::Order;

impl Staff<'_> {
    pub(super) fn fleets(&mut self, free: &mut BTreeMap<Region, Force>) {
        for (fleet, squadron) in self.squadrons() {
            let mut cargo = squadron.cargo;
            if cargo.is_empty() {
                cargo = self.embark(free, fleet, &squadron.sea);
            }
            self.carry(fleet, &squadron.sea, &cargo);
        }
    }

    /// Units of a coast nearby that have nothing to do.
    fn embark(&mut self, free: &mut BTreeMap<Region, Force>, fleet: Fleet, sea: &Sea) -> Force {
        for from in &self.chart.waters[sea].shores {
            let Some(idle) = free.get(from).copied() else { continue };
            let calm = self.land(from).revolt.is_none();
            let explorer = if calm { self.force(from).explorer.min(1) } else { 0 };
            let units = Force { infantry: idle.infantry.min(3), explorer, ..Force::default() };
            if units.brigades() > 0 {
                free.remove(from);
                self.give(Order::Board { units, from: from.clone(), fleet });
                return units;
            }
        }
        Force::default()
    }

    /// To a shore where something can be won, perhaps beyond the next sea area; else somewhere,
    /// now and then.
    fn carry(&mut self, fleet: Fleet, sea: &Sea, cargo: &Force) {
        let (fleets, chart) = (vec![fleet], self.chart);
        if let Some(at) = self.landing(sea, cargo) {
            self.give(Order::Land { fleets, units: None, at });
            return;
        }
        let ahead = chart.seas_ahead(sea, self.open.canal.is_some());
        let ahead = self.draft.luck.shuffled(&format!("course of fleet {fleet}"), ahead);
        let goal = ahead.iter().find_map(|next| Some((*next, self.landing(next, cargo)?)));
        let cruise = self.draft.luck.one_in(&format!("cruise of fleet {fleet}"), 2);
        let next = goal.as_ref().map(|(next, _)| *next).or(ahead.first().copied());
        if let Some(next) = next.filter(|_| goal.is_some() || cruise) {
            let path = vec![sea.clone(), next.clone()];
            self.give(Order::Sail { fleets: fleets.clone(), path });
        }
        if let Some((_, at)) = goal {
            self.give(Order::Land { fleets, units: None, at });
        }
    }

    /// A shore that a cargo could take.
    fn landing(&self, sea: &Sea, cargo: &Force) -> Option<Region> {
        let suits = |region: &&Region| {
            let land = self.land(region);
            let quiet = self.is_hostile(region) && land.revolt.is_none();
            let won = cargo.explorer > 0 || self.natives(region) < cargo.brigades();
            if self.is_native(region) { won } else { quiet && land.garrison() < cargo.brigades() }
        };
        let shores = &self.chart.waters[sea].shores;
        shores.iter().find(suits).filter(|_| !cargo.is_empty()).cloned()
    }
}
