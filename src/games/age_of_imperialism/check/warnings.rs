//! What is permitted but hardly meant: marches that stop short or give a region up, and places
//! where there is nothing to do. Lines about which something was found before are left alone.

use std::collections::BTreeMap;

use super::{Check, Checked, Line};
use crate::engine::Sheet;
use crate::engine::orders::check::{forbid, require};
use crate::engine::orders::matter::overruled;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::matters::matter;
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::order::{Condition, Order};
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Building;

impl Check<'_> {
    /// Looks at every plain line, then at what the sheet leaves out.
    pub(super) fn hardly_meant(&mut self, sheet: &Sheet<Order, Condition>) {
        let stands = |line: &Line| !self.found.refuses(line);
        for (line, by) in overruled(sheet, |line| matter(&line.order).filter(|_| stands(line))) {
            if !self.found.notes(line) {
                self.found.overruled(line, rules::SEQUENCE, by);
            }
        }
        // A refused line does nothing.
        let stands = |line: &&Line| !self.found.refuses(line);
        let orders: Vec<&Line> = sheet.orders.iter().filter(stands).collect();
        if !self.open.step.is_movement() {
            return self.budgets(sheet, &orders);
        }
        for line in &orders {
            let checked = self.look(&line.order, &orders);
            self.found.doubt_unless_noted(line, checked);
        }
        self.given_up(&orders);
    }

    pub(super) fn look(&self, order: &Order, orders: &[&Line]) -> Checked {
        if let Order::March { units, path } = order {
            self.course(units, path)
        } else if let Order::Board { from, fleet, .. } = order {
            self.off(&[*fleet], from, orders)
        } else if let Order::Sail { fleets, path } = order {
            self.voyage(fleets, path, orders)
        } else if let Order::Land { fleets, at, .. } = order {
            self.off(fleets, at, orders)?;
            self.aboard(fleets, orders)
        } else if let Order::Fight { at } = order {
            self.battle(at)
        } else if let Order::Explore { at, .. } = order {
            let native = self.is_native(at);
            require(native, rules::EXPLORE, Reason::NotNative { at: at.clone() })?;
            let comes = self.may_be_at(Kind::Explorer, at);
            require(comes, rules::EXPLORE, Reason::NoExplorerComes { at: at.clone() })
        } else if let Order::Prospect { at, .. } = order {
            let comes = self.may_be_at(Kind::Engineer, at);
            require(comes, rules::PROSPECT, Reason::NoEngineerComes { at: at.clone() })
        } else {
            Ok(())
        }
    }

    /// True if a unit of the kind stands there, or a line brings units.
    fn may_be_at(&self, kind: Kind, at: &Region) -> bool {
        self.force(at).get(kind) > 0 || self.hopes.reached.contains(at)
    }

    /// True if brigades of the author stop where they enter (im28).
    fn halts(&self, region: &Region) -> bool {
        self.is_native(region) || self.is_hostile(region)
    }

    /// A march that a rule will cut short.
    fn course(&self, units: &Force, path: &[Region]) -> Checked {
        let [from, way @ .., to] = path else { return Ok(()) };
        let barred = |at: &&Region| self.land(at).revolt.is_some() && self.stranger(at).is_some();
        let shut = path[1..].iter().find(barred).cloned();
        forbid(shut, rules::REVOLT, |at| Reason::OnlyOwnerEnters { at })?;
        let stop = way.iter().find(|at| self.halts(at) && units.brigades() > 0).cloned();
        forbid(stop, rules::ENTRY, |at| Reason::BrigadesStop { at })?;
        let strangers = Force { explorer: 0, ..units.only_parties() };
        let led = !self.halts(to) || units.brigades() > 0 || strangers.is_empty();
        require(led, rules::ENTRY, Reason::NeedBrigade { units: strangers, to: to.clone() })?;
        let railroad = |at: &&Region| !self.land(at).buildings.contains(&Building::Railroad);
        let cost = path[..path.len() - 1].iter().filter(railroad).count();
        let moves = |kind: Kind| self.game.format.units[&kind].moves.value;
        let slow = units.iter().map(|(kind, _)| kind).find(|kind| (moves(*kind) as usize) < cost);
        let too_far = |kind| Reason::TooFar { cost, kind, points: moves(kind) };
        forbid(slow, rules::MARCH, too_far)?;
        let rebels = self.land(from).revolt.as_ref().filter(|_| self.owns(from));
        let held = rebels.map_or(0, |revolt| revolt.army.brigades());
        let free = self.force(from).brigades().saturating_sub(held);
        let may = rebels.is_none() || units.brigades() <= free;
        require(may, rules::REVOLT, Reason::FewMayLeave { at: from.clone(), free })
    }

    /// Sea areas where a fleet lies or may come by a line.
    fn seas(&self, fleet: Fleet, orders: &[&Line]) -> Vec<Sea> {
        let lies = self.open.squadron(self.power, fleet).map(|fleet| fleet.sea.clone());
        let mut seas: Vec<Sea> = lies.into_iter().collect();
        for line in orders {
            if let Order::Sail { fleets, path } = &line.order
                && fleets.contains(&fleet)
            {
                seas.extend(path.iter().skip(1).cloned());
            }
        }
        seas
    }

    /// Fleets begin where they lie, and go so far.
    fn voyage(&self, fleets: &[Fleet], path: &[Sea], orders: &[&Line]) -> Checked {
        let points = self.game.format.fleet.moves.value;
        let away = |fleet: &Fleet| !self.seas(*fleet, orders).contains(&path[0]);
        let elsewhere = |fleet| Reason::FleetElsewhere { fleet, sea: path[0].clone() };
        forbid(fleets.iter().copied().find(away), rules::SAIL, elsewhere)?;
        require(path.len() - 1 <= points as usize, rules::SAIL, Reason::FleetTooFar { points })
    }

    /// Boarding and landing are done off the coast.
    fn off(&self, fleets: &[Fleet], at: &Region, orders: &[&Line]) -> Checked {
        let chart = self.chart;
        let off = |fleet: &Fleet| self.seas(*fleet, orders).iter().any(|s| chart.on_coast(at, s));
        let away = fleets.iter().copied().find(|fleet| !off(fleet));
        forbid(away, rules::CARRY, |fleet| Reason::FleetNotOff { fleet, at: at.clone() })
    }

    /// Somebody must be aboard to land.
    fn aboard(&self, fleets: &[Fleet], orders: &[&Line]) -> Checked {
        let loaded = |number: &Fleet| {
            let boards =
                |line: &&Line| matches!(&line.order, Order::Board { fleet, .. } if fleet == number);
            let cargo = self.open.squadron(self.power, *number).map(|fleet| fleet.cargo);
            cargo.is_some_and(|cargo| !cargo.is_empty()) || orders.iter().any(boards)
        };
        require(fleets.iter().any(loaded), rules::CARRY, Reason::NobodyAboard)
    }

    /// A battle needs somebody to fight: a region to which brigades come, or a revolt.
    fn battle(&self, at: &Region) -> Checked {
        let come = self.hopes.reached.contains(at) || self.force(at).brigades() > 0;
        let some = if self.owns(at) { self.land(at).revolt.is_some() } else { come };
        require(some, rules::SEQUENCE, Reason::NoBattleExpected { at: at.clone() })
    }

    /// The line after which no brigade is left in an own region (im48).
    pub(super) fn given_up(&mut self, orders: &[&Line]) {
        let mut left: BTreeMap<&Region, (Force, &Line)> = BTreeMap::new();
        for line in orders {
            let (units, from) = if let Order::March { units, path } = &line.order {
                (units, path.first())
            } else if let Order::Board { units, from, .. } = &line.order {
                (units, Some(from))
            } else {
                continue;
            };
            let Some(from) = from else { continue };
            if !left.contains_key(from) {
                left.extend(self.garrison(from).map(|force| (from, (force, *line))));
            }
            if let Some((force, last)) = left.get_mut(from) {
                force.take(units);
                *last = line;
            }
        }
        left.retain(|at, (force, _)| force.brigades() == 0 && !self.hopes.ends.contains(*at));
        for (at, (_, line)) in left {
            let reason = Reason::GivesUp { at: at.clone() };
            self.found.doubt_unless_noted(line, Err((rules::REVERT, reason)));
        }
    }

    /// What stands in an own region with brigades, without which it would be given up: where allies
    /// stand, it does not go back to its natives.
    fn garrison(&self, at: &Region) -> Option<Force> {
        let (land, own) = (self.land(at), self.force(at));
        (self.owns(at) && land.armies.len() == 1 && own.brigades() > 0).then_some(own)
    }
}
