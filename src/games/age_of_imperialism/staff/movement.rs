//! Marching, exploring, war and peace.

use std::collections::BTreeMap;

use super::Staff;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::{Limit, Occasion, Odds, Stand};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Building, Region, Stance};
use crate::games::age_of_imperialism::switches::Switch;

impl Staff<'_> {
    pub(super) fn movement(&mut self) {
        self.treaties();
        self.war();
        self.policies();
        let mut free = self.spares();
        self.attacks(&mut free);
        self.fleets(&mut free);
        self.gather(&mut free);
        self.explorers();
        self.prospect();
    }

    /// Peace with those who are stronger, alliances against common enemies.
    pub(super) fn treaties(&mut self) {
        let own = self.brigades(self.power);
        for enemy in self.state().enemies(self.power) {
            let weaker = 3 * own < 2 * self.brigades(enemy);
            if weaker || self.one_in(&format!("peace with {}", enemy.name()), 10) {
                self.orders.push(Order::Peace { with: enemy });
            }
        }
        if self.game.switches.alliances == Switch::No {
            return;
        }
        let powers = self.state().order.clone();
        for other in powers {
            if other == self.power {
                continue;
            }
            let state = self.state();
            let allied = state.allied(self.power, other);
            let common = state.enemies(self.power).iter().any(|e| state.at_war(other, *e));
            if !allied && common && !state.at_war(self.power, other) {
                self.orders.push(Order::Ally { with: other });
            } else if allied
                && !self.is_ending(other)
                && self.one_in(&format!("end with {}", other.name()), 6)
            {
                self.orders.push(Order::EndAlliance { with: other });
            }
        }
    }

    /// True if notice was given to, or by, this ally.
    fn is_ending(&self, other: Power) -> bool {
        let of = [(self.power, other), (other, self.power)];
        let pacts = self.state().alliances.iter().filter(|pact| of.contains(&pact.of));
        pacts.into_iter().any(|pact| pact.notice.is_some())
    }

    /// War on a neighbour who has left a region weak, if there is none yet.
    fn war(&mut self) {
        let state = self.state();
        let price = self.game.format.diplomacy.war.value;
        if !state.enemies(self.power).is_empty() || state.purse(self.power).dp < price + 1 {
            return;
        }
        let others: Vec<Power> = state
            .order
            .iter()
            .copied()
            .filter(|other| *other != self.power && !state.allied(self.power, *other))
            .collect();
        let weak = self.neighbours_of(&others).into_iter().find(|region| {
            let land = self.land(region);
            let garrison: u32 = land.armies.values().map(Force::brigades).sum();
            2 * self.strike(region).0.brigades() > 3 * garrison
        });
        if let Some(owner) = weak.and_then(|region| self.land(&region).owner)
            && self.one_in("war", 2)
        {
            self.orders.push(Order::DeclareWar { on: owner });
        }
    }

    /// What is decided while others move and fight.
    fn policies(&mut self) {
        let limits = [Limit::Half, Limit::Outnumbered(3), Limit::Losses(4), Limit::Never];
        let limit = self.chance.draw(&["staff", self.power.name(), "limit"]).below(4);
        let when = limits[usize::try_from(limit).unwrap_or(0)];
        self.orders.push(Order::Retreat { at: None, when, to: Vec::new() });
        self.orders
            .push(Order::Losses { order: vec![Kind::Infantry, Kind::Cavalry, Kind::Artillery] });
        if self.one_in("transfer", 2) {
            self.orders.push(Order::Transfer { amount: 2 });
        }
        if self.one_in("triple", 4) {
            self.orders.push(Order::Triple { targets: vec![Kind::Artillery] });
        }
        self.orders.push(Order::LastStand(Stand::Convert));
        self.orders.push(Order::Reinforce { from: None, to: Vec::new(), bring: Vec::new() });
        let odds = [Odds::AtLeast(1, 1), Odds::Always, Odds::Never];
        let odd = self.chance.draw(&["staff", self.power.name(), "odds"]).below(3);
        let when = odds[usize::try_from(odd).unwrap_or(0)];
        self.orders.push(Order::Intercept { sea: None, power: None, when });
        self.orders.push(Order::BreakOff { when: Limit::Half });
        let side = if self.one_in("side", 3) { Stance::Support } else { Stance::Suppress };
        self.orders.push(Order::OnRevolt { at: None, against: None, side });
        if self.game.switches.scorched_earth == Switch::Yes {
            self.orders.push(Order::Scorch { at: None, when: Occasion::Losing });
        }
        if self.land_of_strait() {
            let to = self.state().order.iter().copied().filter(|p| *p != self.power).collect();
            self.orders.push(Order::Passage { to });
        }
    }

    fn land_of_strait(&self) -> bool {
        let straits = self.game.board.chart.straits.iter().flat_map(|strait| &strait.region);
        let mut held = straits.filter(|region| {
            let land = self.state().lands.get(*region);
            land.is_some_and(|land| land.owner == Some(self.power))
        });
        held.next().is_some()
    }

    /// Brigades of each own region that may leave it.
    fn spares(&self) -> BTreeMap<Region, Force> {
        let part = |region: Region| {
            let mut left = self.spare(&region);
            let mut free = Force::default();
            for kind in [Kind::Cavalry, Kind::Artillery, Kind::Infantry] {
                let some = self.force(&region).get(kind).min(left);
                *free.slot(kind) = some;
                left -= some;
            }
            let rebels = self.land(&region).revolt.is_some();
            free.general = if rebels { 0 } else { self.force(&region).general };
            (region, free)
        };
        self.owned().into_iter().map(part).collect()
    }

    /// What could attack a region from all sides, and its DRM.
    fn strike(&self, target: &str) -> (Force, u32) {
        let mut force = Force::default();
        for region in self.game.board.chart.near(target) {
            if self.land(region).owner == Some(self.power) {
                let spare = self.spare(region);
                let there = self.force(region);
                force.infantry += there.infantry.min(spare);
                let left = spare - there.infantry.min(spare);
                force.cavalry += there.cavalry.min(left);
                force.general += there.general;
            }
        }
        (force, self.edge(&force))
    }

    /// A careful guess of the DRM of a force.
    fn edge(&self, force: &Force) -> u32 {
        let battle = &self.game.format.battle;
        let some = |yes: bool, value: u32| if yes { value } else { 0 };
        some(force.general > 0, battle.general.value)
            + some(force.artillery > 0, battle.artillery.value)
            + some(force.cavalry > 0, battle.cavalry.value)
            + some(self.state().count(self.power, Building::School) > 0, battle.schools.value)
    }

    /// Attacks natives and enemies where the odds are good, with all that can reach them.
    fn attacks(&mut self, free: &mut BTreeMap<Region, Force>) {
        let state = self.state();
        let enemies: Vec<Power> = state.enemies(self.power);
        let ready: Vec<Power> = enemies
            .into_iter()
            .filter(|enemy| state.wars.iter().any(|war| self.is_open(war, *enemy)))
            .collect();
        let mut targets = self.neighbours_of(&ready);
        targets.extend(self.frontier());
        for target in self.shuffled("targets", targets) {
            if self.land(&target).revolt.is_some() {
                continue;
            }
            let near: Vec<Region> = self.game.board.chart.near(&target).cloned().collect();
            let mut host = Force::default();
            near.iter().filter_map(|region| free.get(region)).for_each(|force| host.add(force));
            if self.is_worth_it(&target, &host) {
                self.send(free, &near, &target);
            }
        }
    }

    /// Who declared a war may not attack before his next movement phase, which is now.
    fn is_open(&self, war: &crate::games::age_of_imperialism::state::War, enemy: Power) -> bool {
        (war.by, war.on) == (self.power, enemy) || (war.by, war.on) == (enemy, self.power)
    }

    /// Strength goes with the square of numbers.
    fn is_worth_it(&self, target: &str, host: &Force) -> bool {
        let land = self.land(target);
        let garrison: u32 = land.armies.values().map(Force::brigades).sum();
        let native = land.owner.is_none();
        let numbers = if native { self.natives(target) } else { garrison };
        let fort = u32::from(land.buildings.contains(&Building::Fort)) * 2;
        let ours = host.brigades().pow(2) * (1 + self.edge(host));
        let theirs = numbers.pow(2) * (1 + fort);
        host.brigades() > 0 && ours * 5 > theirs * 6
    }

    fn send(&mut self, free: &mut BTreeMap<Region, Force>, near: &[Region], target: &str) {
        for from in near {
            let Some(units) = free.get(from).copied().filter(|f| f.brigades() > 0) else {
                continue;
            };
            free.remove(from);
            let path = vec![from.clone(), target.to_owned()];
            self.orders.push(Order::March { units, path });
        }
        self.orders.push(Order::Fight { at: target.to_owned() });
    }

    /// What stays idle gathers next to the weakest region of an enemy or rival, or of the natives.
    fn gather(&mut self, free: &mut BTreeMap<Region, Force>) {
        let state = self.state();
        let enemies = state.enemies(self.power);
        let rivals: Vec<Power> = if enemies.is_empty() {
            state.order.iter().copied().filter(|other| *other != self.power).collect()
        } else {
            enemies
        };
        let mut goals = self.neighbours_of(&rivals);
        goals.sort_by_key(|region| {
            let armies = self.land(region).armies.values();
            (armies.map(Force::brigades).sum::<u32>(), self.game.board.chart.place(region))
        });
        goals.truncate(1);
        if goals.is_empty() {
            goals = self.frontier();
        }
        let steps = self.distances(&goals);
        for (region, units) in std::mem::take(free) {
            let far = steps.get(&region).copied().unwrap_or(0);
            let near = self.game.board.chart.near(&region);
            let own = |next: &&Region| self.land(next).owner == Some(self.power);
            if far <= 1 {
                continue;
            }
            let closer = |next: &&Region| steps.get(*next).is_some_and(|s| *s < far);
            if let Some(next) = near.filter(own).find(closer).filter(|_| units.brigades() > 0) {
                let path = vec![region.clone(), next.clone()];
                self.orders.push(Order::March { units, path });
            }
        }
    }

    /// Explorers go to the weakest natives within reach and talk to those they stand among.
    fn explorers(&mut self) {
        let mut dp = self.state().purse(self.power).dp;
        let order = self.game.board.chart.order.clone();
        for region in order {
            let land = self.land(&region);
            for number in 0..self.force(&region).explorer.min(3) {
                let mut at = region.clone();
                if land.owner.is_some() {
                    let Some(goal) = self.promising(&region, number) else { continue };
                    let units = Force::of(Kind::Explorer, 1);
                    let path = vec![region.clone(), goal.clone()];
                    self.orders.push(Order::March { units, path });
                    at = goal;
                }
                let pay = dp > 1;
                dp -= u32::from(pay);
                self.orders.push(Order::Explore { at, pay, displace: Vec::new() });
            }
        }
    }

    /// A native region next to this one, the weakest first.
    fn promising(&self, region: &str, skip: u32) -> Option<Region> {
        let near = self.game.board.chart.near(region);
        let mut native: Vec<&Region> = near.filter(|r| self.land(r).owner.is_none()).collect();
        native.sort_by_key(|region| {
            let own = self.land(region).spheres.get(&self.power).copied().unwrap_or(0);
            self.natives(region).saturating_sub(own)
        });
        native.get(skip as usize).or_else(|| native.first()).map(|region| (*region).clone())
    }

    /// An engineer looks for more where there is nothing.
    fn prospect(&mut self) {
        let rich = self.state().purse(self.power).pp > 30;
        let poor = |region: &&Region| {
            self.force(region).engineer > 0 && self.state().secrets.chits.get(*region) == Some(&0)
        };
        if let Some(at) = self.owned().iter().find(poor).filter(|_| rich) {
            self.orders.push(Order::Prospect { at: at.clone(), prefer: Vec::new() });
        }
    }
}
