//! Fleets: they fight where they are stronger, and carry explorers and idle brigades to foreign
//! shores.

use std::collections::BTreeMap;

use super::Staff;
use crate::engine::board::search::spread;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::order::Order;

/// Explorers that go aboard a fleet at most.
const EXPLORERS: u32 = 2;

impl Staff<'_> {
    pub(super) fn fleets(&mut self, free: &mut BTreeMap<Region, Force>) {
        self.engage();
        for (fleet, squadron) in self.squadrons() {
            let mut cargo = squadron.cargo;
            cargo.add(&self.embark(free, fleet, &squadron.sea, &cargo));
            if cargo.is_empty() {
                self.cruise(fleet, &squadron.sea, free);
            } else {
                self.carry(fleet, &squadron.sea, &cargo);
            }
        }
    }

    /// Attacks enemy fleets with all that lie beside them, where these are no fewer.
    fn engage(&mut self) {
        for sea in self.chart.waters.keys() {
            let fleets = self.open.fleets_at(self.power, sea);
            for enemy in self.enemies() {
                let theirs = self.open.fleets_at(enemy, sea).len();
                if theirs > 0 && fleets.len() >= theirs {
                    self.give(Order::Engage { fleets: fleets.clone(), enemy });
                }
            }
        }
    }

    /// Explorers of the coast go aboard, and in a war idle brigades, as many as find room.
    fn embark(
        &mut self,
        free: &mut BTreeMap<Region, Force>,
        fleet: Fleet,
        sea: &Sea,
        aboard: &Force,
    ) -> Force {
        let carries = self.game.format.fleet.carries.value;
        let mut room = carries.saturating_sub(self.game.portage(aboard));
        let mut cargo = Force::default();
        for from in &self.chart.waters[sea].shores {
            let idle = if self.is_at_war() { free.get(from).copied() } else { None };
            let explorer = self.idle_explorers(from).min(EXPLORERS);
            let mut units = Force::default();
            for (kind, count) in (Force { explorer, ..idle.unwrap_or_default() }).iter() {
                let each = self.game.format.units[&kind].portage.value;
                let fits = room.checked_div(each).map_or(count, |most| most.min(count));
                // A general goes where brigades go.
                let fits = if kind == Kind::General && units.brigades() == 0 { 0 } else { fits };
                room -= fits * each;
                *units.slot(kind) = fits;
            }
            if units.is_empty() {
                continue;
            }
            if let Some(idle) = free.get_mut(from) {
                idle.take(&units);
            }
            *self.shipped.entry(from.clone()).or_default() += units.explorer;
            self.give(Order::Board { units, from: from.clone(), fleet });
            cargo.add(&units);
        }
        cargo
    }

    fn is_at_war(&self) -> bool {
        !self.enemies().is_empty()
    }

    /// Explorers who find no natives next to where they stand; none in a region of others.
    fn idle_explorers(&self, at: &Region) -> u32 {
        let land = self.land(at);
        let own = land.owner == Some(self.power) && land.revolt.is_none();
        let near = self.chart.near(at);
        let natives = near.filter(|next| self.land(next).owner.is_none()).count();
        let gone = self.shipped.get(at).copied().unwrap_or(0);
        let busy = u32::try_from(natives).unwrap_or(u32::MAX).saturating_add(gone);
        if own { self.force(at).explorer.saturating_sub(busy) } else { 0 }
    }

    /// To the nearest shore where something can be won, in as many phases as it takes; brigades for
    /// which there is none go home.
    fn carry(&mut self, fleet: Fleet, sea: &Sea, cargo: &Force) {
        let goal = self.course(sea, |sea| self.landing(sea, cargo));
        let goal = goal.or_else(|| self.course(sea, |sea| self.home(sea, cargo)));
        let Some((mut path, (shore, units))) = goal else { return };
        let moves = self.game.format.fleet.moves.value as usize;
        let lands = path.len() <= moves;
        path.truncate(moves + 1);
        let fleets = vec![fleet];
        if path.len() > 1 {
            self.give(Order::Sail { fleets: fleets.clone(), path });
        }
        if !lands {
            return;
        }
        self.give(Order::Land { fleets, units, at: shore.clone() });
        let explorers = if self.land(&shore).owner.is_none() { cargo.explorer } else { 0 };
        for _ in 0..explorers {
            let (at, pay) = (shore.clone(), self.hand().dp > 1);
            self.give(Order::Explore { at, pay, displace: Vec::new() });
        }
    }

    /// The way to the nearest sea area where something is wanted, and what that is.
    fn course<T>(&self, from: &Sea, wanted: impl Fn(&Sea) -> Option<T>) -> Option<(Vec<Sea>, T)> {
        let canal = self.open.canal.is_some();
        let reach = spread([from], |sea| self.chart.seas_ahead(sea, canal));
        let goal = reach.order().iter().find_map(|sea| Some((*sea, wanted(sea)?)));
        let (to, what) = goal?;
        let path = reach.path(&to)?.into_iter().cloned().collect();
        Some((path, what))
    }

    /// An empty fleet goes where enemies are fewer, or where somebody waits for it; now and then to
    /// sea.
    fn cruise(&mut self, fleet: Fleet, sea: &Sea, free: &BTreeMap<Region, Force>) {
        let chart = self.chart;
        let ours = self.open.fleets_at(self.power, sea).len();
        let enemies = self.enemies();
        let prey = |at: &Sea| {
            let fleets = |enemy: &_| self.open.fleets_at(*enemy, at).len();
            enemies.iter().copied().find(|enemy| (1..=ours).contains(&fleets(enemy)))
        };
        let waits = |at: &Sea| {
            let idle = |shore: &Region| free.get(shore).map_or(0, Force::brigades);
            let troops = |shore: &Region| self.is_at_war() && idle(shore) > 1;
            let waits = |shore: &&Region| troops(shore) || self.idle_explorers(shore) > 0;
            chart.waters[at].shores.iter().find(waits).cloned()
        };
        let moves = self.game.format.fleet.moves.value as usize;
        let hunt = self.course(sea, prey).filter(|(path, _)| path.len() <= moves + 1);
        let (mut path, enemy) = match hunt {
            Some((path, enemy)) => (path, Some(enemy)),
            None => match self.course(sea, waits) {
                Some((path, _)) => (path, None),
                None => return,
            },
        };
        path.truncate(moves + 1);
        let fleets = vec![fleet];
        if path.len() > 1 {
            self.give(Order::Sail { fleets: fleets.clone(), path });
            if let Some(enemy) = enemy {
                self.give(Order::Engage { fleets, enemy });
            }
        }
    }

    /// The shore that a cargo would rather take, and who lands there: an enemy's that is weak, else
    /// the weakest natives for explorers.
    fn landing(&self, sea: &Sea, cargo: &Force) -> Option<(Region, Option<Force>)> {
        let explorers = Some(Force::of(Kind::Explorer, cargo.explorer));
        let worth = |region: &Region| -> Option<((u8, u32), Option<Force>)> {
            let land = self.land(region);
            match land.owner {
                None if self.natives(region) < cargo.brigades() => Some(((1, 0), None)),
                None if cargo.explorer > 0 && land.force(self.power).explorer == 0 => {
                    let own = land.spheres.get(&self.power).copied().unwrap_or(0);
                    Some(((2, self.natives(region).saturating_sub(own)), explorers))
                }
                None => None,
                Some(owner) => {
                    let war = self.at_war(owner) && land.revolt.is_none();
                    let weak = land.garrison() < cargo.brigades();
                    (war && weak).then_some(((0, land.garrison()), None))
                }
            }
        };
        let shores = &self.chart.waters[sea].shores;
        let found = shores.iter().filter_map(|shore| Some((worth(shore)?, shore)));
        let best = found.min_by_key(|((worth, _), _)| *worth);
        best.map(|((_, units), shore)| (shore.clone(), units))
    }

    /// An own shore for brigades that are aboard for nothing.
    fn home(&self, sea: &Sea, cargo: &Force) -> Option<(Region, Option<Force>)> {
        let own = |shore: &&Region| self.land(shore).owner == Some(self.power);
        let shore = self.chart.waters[sea].shores.iter().find(own)?;
        (cargo.brigades() > 0).then(|| (shore.clone(), None))
    }
}
