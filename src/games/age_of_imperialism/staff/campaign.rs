//! Marching and exploring.

use std::collections::BTreeMap;

use super::Staff;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::standpoint::Standpoint;
use crate::games::age_of_imperialism::state::Building;

/// Brigades that wait with a general, besides the garrison, until a neighbour is attacked.
const RESERVE: u32 = 2;

impl Staff<'_> {
    pub(super) fn campaign(&mut self) {
        let mut free: BTreeMap<Region, Force> =
            self.owned().map(|at| (at.clone(), self.spare(at))).collect();
        self.attacks(&mut free);
        self.fleets(&mut free);
        self.gather(&mut free);
        self.explorers();
    }

    /// Attacks natives and enemies where the odds are good, with all that can reach them.
    fn attacks(&mut self, free: &mut BTreeMap<Region, Force>) {
        let mut targets = self.neighbours_of(&self.enemies());
        targets.extend(self.frontier());
        for target in self.draft.luck.shuffled("targets", targets) {
            let near: Vec<&Region> = self.chart.near(&target).collect();
            let mut host = Force::default();
            near.iter().filter_map(|region| free.get(*region)).for_each(|force| host.add(force));
            if self.land(&target).revolt.is_some() || !self.is_worth_it(&target, &host) {
                continue;
            }
            for from in near {
                if let Some(units) = free.get(from).copied().filter(|f| f.brigades() > 0) {
                    free.remove(from);
                    self.give(Order::March { units, path: vec![from.clone(), target.clone()] });
                }
            }
            self.give(Order::Fight { at: target });
        }
    }

    /// What stays idle gathers next to the weakest region of an enemy or rival, or of the natives.
    fn gather(&mut self, free: &mut BTreeMap<Region, Force>) {
        let enemies = self.enemies();
        let rivals: Vec<Power> = if enemies.is_empty() { self.others().collect() } else { enemies };
        let mut goals = self.neighbours_of(&rivals);
        goals.sort_by_key(|region| self.land(region).garrison());
        goals.truncate(1);
        if goals.is_empty() {
            goals = self.frontier();
        }
        let steps = self.steps(&goals);
        // Generals also go alone, for they are raised where the schools are.
        for (region, units) in std::mem::take(free) {
            let far = steps.cost(&&region).unwrap_or(0);
            let closer = |next: &&Region| steps.cost(next).is_some_and(|steps| steps < far);
            let next =
                self.chart.near(&region).filter(|next| self.owns(next)).find(closer).cloned();
            if let Some(next) = next.filter(|_| far > 1 && !units.is_empty()) {
                self.give(Order::March { units, path: vec![region, next] });
            }
        }
    }

    /// Explorers go to the weakest natives within reach and talk to those they stand among.
    fn explorers(&mut self) {
        let mut dp = self.hand().dp;
        for region in &self.chart.order {
            let shipped = self.shipped.get(region).copied().unwrap_or(0);
            for number in 0..self.force(region).explorer.saturating_sub(shipped).min(3) {
                let mut at = region.clone();
                if self.land(region).owner.is_some() {
                    let Some(goal) = self.promising(region, number) else { continue };
                    let (units, path) = (Force::of(Kind::Explorer, 1), vec![at, goal.clone()]);
                    self.give(Order::March { units, path });
                    at = goal;
                }
                let pay = dp > 1;
                dp -= u32::from(pay);
                self.give(Order::Explore { at, pay, displace: Vec::new() });
            }
        }
    }
}

impl Standpoint<'_> {
    /// Units of an own region, save explorers, that are not needed there.
    fn spare(&self, region: &Region) -> Force {
        let (force, revolt) = (self.force(region), self.land(region).revolt.as_ref());
        let rebels = revolt.map_or(0, |revolt| revolt.army.brigades());
        let reserve = self.is_reserve(region);
        let waiting = if reserve { RESERVE } else { 0 };
        let needed = 1 + self.threat(region).div_ceil(3) + rebels + waiting;
        let mut left = force.brigades().saturating_sub(needed);
        let mut spare = Force::default();
        for kind in [Kind::Cavalry, Kind::Artillery, Kind::Infantry] {
            *spare.slot(kind) = force.get(kind).min(left);
            left -= spare.get(kind);
        }
        spare.general = if revolt.is_some() || reserve { 0 } else { force.general };
        spare
    }

    /// True for a region from which a general can come, with brigades, to the help of another that
    /// enemies may attack in force (im36).
    fn is_reserve(&self, region: &Region) -> bool {
        let endangered = |at: &&Region| {
            self.owns_in_quiet(at) && 2 * self.threat(at) > self.force(at).brigades()
        };
        let force = self.force(region);
        force.general > 0
            && force.brigades() > 1
            && self.chart.near(region).any(|at| endangered(&at))
    }

    /// What could attack a region from all sides.
    pub(super) fn strike(&self, target: &Region) -> Force {
        let mut force = Force::default();
        for region in self.chart.near(target) {
            if self.owns(region) {
                force.add(&self.spare(region));
            }
        }
        force
    }

    /// A careful guess of the DRM of a force.
    fn edge(&self, force: &Force) -> u32 {
        let battle = &self.game.format.battle;
        let some = |yes: bool, value: u32| if yes { value } else { 0 };
        some(force.general > 0, battle.general.value)
            + some(force.artillery > 0, battle.artillery.value)
            + some(force.cavalry > 0, battle.cavalry.value)
            + some(self.built(Building::School) > 0, battle.schools.value)
    }

    /// Strength goes with the square of numbers.
    fn is_worth_it(&self, target: &Region, host: &Force) -> bool {
        let land = self.land(target);
        let native = land.owner.is_none();
        let numbers = if native { self.natives(target) } else { land.garrison() };
        let fort = u32::from(land.buildings.contains(&Building::Fort)) * 2;
        let ours = host.brigades().pow(2) * (1 + self.edge(host));
        let theirs = numbers.pow(2) * (1 + fort);
        host.brigades() > 0 && ours * 5 > theirs * 6
    }

    /// A native region next to this one, the weakest first.
    fn promising(&self, region: &Region, skip: u32) -> Option<Region> {
        let near = self.chart.near(region);
        let mut native: Vec<&Region> = near.filter(|r| self.is_native(r)).collect();
        native.sort_by_key(|region| self.natives(region).saturating_sub(self.influence(region)));
        native.get(skip as usize).or_else(|| native.first()).map(|region| (*region).clone())
    }
}
