//! What is permitted but hardly meant, judged by the sheet as a whole.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, Checked, at_most};
use crate::engine::orders::check::{Life, forbid, require};
use crate::engine::orders::matter::overruled;
use crate::engine::{Given, List, Rule, Sheet, Slot};
use crate::games::company_war::berths::Berths;
use crate::games::company_war::format::{FirstMover, Fleeing, Group, Kind};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Condition, FleeWhen, Launch, Order, PassPolicy, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::resolve::set_up::bases;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition as Wear, Step, Vessel};

/// Where the author's ships will be, if nothing stops them.
struct Ends<'a> {
    of: BTreeMap<&'a Ship, Jp>,
    /// All the places.
    places: BTreeSet<Jp>,
    /// Where an enemy ends the side's movement.
    barred: BTreeSet<Jp>,
}

impl<'a> Check<'a> {
    /// Lines that can come to nothing by what their author sees, then what the sheet leaves out.
    pub(super) fn warnings(&mut self, sheet: &Sheet<Order, Condition>) {
        let ends = self.ends(&sheet.orders);
        let orders = sheet.given().map(|line| &line.order);
        let named: BTreeSet<&Ship> =
            orders.filter_map(asks!(Order::Flee { ship: Some(ship), .. } => ship)).collect();
        self.idle_lines(sheet);
        for line in sheet.given() {
            if self.found.notes(line) {
                continue;
            }
            // What stands is not written for this turn.
            let now = line.slot.list != List::Standing;
            let checked = self.doubt(&line.order, &ends, now);
            let along = || self.takes_dartships_along(&line.order, &ends, &named);
            let checked = checked.and_then(|()| along());
            self.found.about(line);
            self.found.doubt(checked);
        }
        for case in &sheet.contingent {
            let refused = self.condition(&case.when).is_err();
            let checked = if refused { Ok(()) } else { self.can_be_missed(&case.when) };
            self.found.about_case(case);
            self.found.doubt(checked);
        }
        match self.open().step {
            Step::SetUp if self.side == Side::Mazianni => self.undeployed(),
            Step::Movement => self.idle(),
            Step::SetUp | Step::Combat | Step::Repair | Step::Garrison | Step::Over => {}
        }
    }

    /// Lines that another line overrules, or that order once more what is ordered already (cw56).
    fn idle_lines(&mut self, sheet: &Sheet<Order, Condition>) {
        let stands = |line: &Given<Order>| !self.found.refuses(line);
        let idle = overruled(sheet, |line| line.order.matter().filter(|_| stands(line)));
        let mut doubled = Vec::new();
        let mut acts: BTreeMap<(List, &Order), Slot> = BTreeMap::new();
        let acting = |line: &&Given<Order>| line.order.life() == Life::Contingent && stands(line);
        for line in sheet.given().filter(acting) {
            let act = *acts.entry((line.slot.list, &line.order)).or_insert(line.slot);
            if act != line.slot {
                doubled.push((line, act));
            }
        }
        for (line, by) in idle {
            self.found.overruled(line, rules::LINES, by);
        }
        for (line, of) in doubled {
            self.found.doubled(line, rules::LINES, of);
        }
    }

    /// Who has all ships fight on has the dartships fight too, but for those with a line of their own
    /// (cw66).
    fn takes_dartships_along(
        &self,
        order: &Order,
        ends: &Ends<'_>,
        named: &BTreeSet<&Ship>,
    ) -> Checked {
        let Order::Flee { at, ship: None, when: FleeWhen::Never, .. } = order else {
            return Ok(());
        };
        let there = |name: &Ship| at.is_none() || ends.of.get(name) == at.as_ref();
        let dartship = |name: &&Ship| self.game.chart.hulls[*name].kind == Kind::Dartship;
        let left = self.left().map(|(ship, _)| ship).filter(dartship);
        let ships: Vec<Ship> = left.filter(|s| there(s) && !named.contains(s)).cloned().collect();
        require(ships.is_empty(), rules::AVOID, Reason::DartshipsFight { ships })
    }

    /// Ships of the side that are left, in the order of the scenario.
    fn left(&self) -> impl Iterator<Item = (&'a Ship, &'a Vessel)> + use<'a> {
        let open = self.open();
        let fleet = self.game.chart.fleet(self.side).map(|ship| (ship, &open.ships[ship]));
        fleet.filter(|(_, vessel)| vessel.condition != Wear::Lost)
    }

    fn ends<'o>(&self, orders: &'o [Given<Order>]) -> Ends<'o>
    where
        'a: 'o,
    {
        let here = |(ship, vessel): (&'o Ship, &Vessel)| vessel.at.map(|at| (ship, at));
        let mut of: BTreeMap<&Ship, Jp> = self.left().filter_map(here).collect();
        for (ships, path) in orders.iter().filter_map(|line| line.order.course()) {
            for ship in ships.iter().filter(|ship| self.seen.moved.contains(*ship)) {
                of.extend(path.last().map(|end| (ship, *end)));
            }
        }
        let places = of.values().copied().collect();
        Ends { of, places, barred: self.game.barred(self.open(), self.side) }
    }

    /// Why an order can come to nothing; `now`, if it is for this turn.
    fn doubt(&self, order: &Order, ends: &Ends<'_>, now: bool) -> Checked {
        let (game, open) = (self.game, self.open());
        // A fight needs ships of one's own.
        let in_reach = |at: Option<Jp>, rule: Rule| {
            let away = at.filter(|at| now && !ends.places.contains(at));
            forbid(away, rule, |at| Reason::OutOfReach { at })
        };
        // Troops change places where there is a station (cw41, cw42).
        let at_station = |carrier: &Ship, rule: Rule| {
            let end = ends.of.get(carrier).filter(|_| now).copied();
            let lost = end.filter(|at| !game.has_station(open, *at));
            forbid(lost, rule, |at| Reason::NoStation { at })
        };
        match order {
            Order::Move { when, .. } | Order::TaskForce { when, .. } => {
                order.course().map_or(Ok(()), |(ships, path)| self.legs(ships, path, ends))?;
                when.as_ref().map_or(Ok(()), |when| self.can_be_missed(when))
            }
            Order::FreeDartship { ship, path, .. } => {
                self.legs(std::slice::from_ref(ship), path, ends)
            }
            Order::OnTie(_) if now => self.no_tie(),
            Order::OnTie(_) => Ok(()),
            Order::Target { at, priority, .. } => {
                in_reach(*at, rules::TARGETS)?;
                let wanted = priority.iter().filter(|_| now);
                let mut ships = wanted.filter_map(|wish| open.ships.get_key_value(wish.as_str()));
                let lost = ships.find(|(_, vessel)| vessel.condition == Wear::Lost);
                forbid(lost, rules::TARGETS, |(ship, _)| Reason::Destroyed { ship: ship.clone() })
            }
            Order::Riders { at, launch } => {
                in_reach(*at, rules::LAUNCH)?;
                let named =
                    if let Launch::Of(carriers) = launch { carriers.as_slice() } else { &[] };
                self.none_lost(named, rules::LAUNCH)
            }
            Order::Flee { at, ship, to, .. } => {
                let stays = to.is_some() && game.switches.fleeing == Fleeing::Stay;
                require(!stays, rules::FLIGHT, Reason::FleeingStay)?;
                in_reach(at.filter(|_| ship.is_none()), rules::FLEE)
            }
            Order::CeaseFire { at, .. } => in_reach(Some(*at), rules::CEASE_FIRE),
            Order::Bombard { at } => {
                in_reach(Some(*at), rules::BOMBARD)?;
                let points = game.total_without(open, self.side, *at);
                require(points >= 0, rules::NEGATIVE, Reason::Debt { points })
            }
            Order::Repair { ship } => {
                self.at_rest(ship, rules::REPAIR, |at| game.is_dock(self.side, at))
            }
            Order::ReplaceRider { carrier } => {
                self.at_rest(carrier, rules::RIDERS_REPLACED, |at| game.replaces_riders(at))
            }
            Order::Land { carrier } => {
                let empty = self.view.aboard.is_some() && !self.view.loaded(carrier);
                require(!empty, rules::GARRISON, Reason::NoTroops { ship: carrier.clone() })?;
                at_station(carrier, rules::GARRISON)
            }
            Order::Embark { carrier } => at_station(carrier, rules::LANDING),
            Order::Raise { .. } => require(open.returning() > 0, rules::RETURN, Reason::NoneReturn),
            Order::Pass(PassPolicy::UntilEnemyLeft(left)) if now => {
                self.no_more_than_left("until-enemy-left", *left)
            }
            Order::Pass(PassPolicy::Until(condition)) if now => self.can_be_missed(condition),
            Order::Deploy { .. } | Order::Troops { .. } | Order::FleetAssembly | Order::Pass(_) => {
                Ok(())
            }
        }
    }

    fn none_lost(&self, ships: &[Ship], rule: Rule) -> Checked {
        let lost = ships.iter().find(|ship| self.open().ships[*ship].condition == Wear::Lost);
        forbid(lost, rule, |ship| Reason::Destroyed { ship: ship.clone() })
    }

    /// A condition about so many enemy ships holds from the beginning if there are fewer (cw57).
    fn can_be_missed(&self, condition: &Condition) -> Checked {
        match condition {
            Condition::EnemyLeft(left) => self.no_more_than_left("enemy-left", *left),
            Condition::EnemyAt(_)
            | Condition::NoEnemyAt(_)
            | Condition::ArrivedAt(_)
            | Condition::FightingAt(_)
            | Condition::AimedAt(_)
            | Condition::Behind => Ok(()),
        }
    }

    fn no_more_than_left(&self, word: &str, number: u32) -> Checked {
        let fleet = self.game.chart.fleet(self.side.other());
        let left = fleet.filter(|ship| self.open().ships[*ship].condition != Wear::Lost).count();
        at_most(word, number, left, rules::DECLINE)
    }

    fn legs(&self, ships: &[Ship], path: &[Jp], ends: &Ends<'_>) -> Checked {
        let (game, side) = (self.game, self.side);
        let illegal = |leg: &&[Jp]| !game.chart.joins(side, leg[0], leg[1]);
        let leg = path.windows(2).find(illegal);
        forbid(leg, rules::ROUTES, |leg| game.no_route(side, leg[0], leg[1]))?;
        let mut on_the_way = path[1..path.len() - 1].iter().copied();
        let halted = game.can_be_stopped(ships);
        let stop = on_the_way.find(|at| halted && ends.barred.contains(at));
        forbid(stop, rules::STOP, |at| Reason::WouldStop { at })
    }

    /// The choice for a tie is idle when the rolls differ (cw19).
    fn no_tie(&self) -> Checked {
        let rolls = &self.open().allowance;
        let by_roll = self.game.switches.first_mover == FirstMover::ByRoll && self.rolled();
        let tied = rolls.get(&Side::Mazianni) == rolls.get(&Side::Union);
        require(tied || !by_roll, rules::TIE, Reason::NoTie)
    }

    /// Docks serve who rests there (cw36, cw40).
    fn at_rest(&self, ship: &Ship, rule: Rule, docks: impl Fn(Jp) -> bool) -> Checked {
        let moving = self.seen.moved.contains(ship);
        require(!moving, rule.clone(), Reason::Moving { ship: ship.clone() })?;
        let elsewhere = self.open().ships[ship].at.filter(|at| !docks(*at));
        forbid(elsewhere, rule, |at| Reason::NoDock { ship: ship.clone(), at })
    }

    /// Ships and troops that the set-up leaves to the default (cw13, cw15, cw52).
    fn undeployed(&mut self) {
        let idle = self.left().map(|(ship, _)| ship);
        let idle = idle.filter(|ship| !self.seen.deployed.contains(*ship));
        let ships: Vec<Ship> = idle.cloned().collect();
        if !ships.is_empty() {
            let bases = bases(self.game, Side::Mazianni);
            let reason = Reason::Undeployed { ships, bases };
            self.found.warn_of_sheet(rules::DEPLOYMENT, reason);
        }
        let loaded = u32::try_from(self.seen.loaded.len()).expect("an order file is short");
        let count = self.game.format.troops.value.saturating_sub(loaded);
        if count > 0 {
            self.found.warn_of_sheet(rules::TROOPS, Reason::Unassigned { count });
        }
    }

    /// Ships that flee and are not plotted, and others that could go and have nothing to do where
    /// they lie (cw21, cw53).
    fn idle(&mut self) {
        let unplotted = self.left().filter(|(ship, _)| !self.seen.moved.contains(*ship));
        let (fleeing, others): (Vec<_>, Vec<_>) =
            unplotted.partition(|(_, vessel)| vessel.fleeing && vessel.afloat());
        let name = |(ship, _): &(&Ship, &Vessel)| (*ship).clone();
        let berths = self.game.berths(self.open());
        let mut places = BTreeMap::new();
        let mut busy = |ship: &Ship, vessel: &Vessel| {
            let scout = self.game.chart.hulls[ship].kind == Kind::Dartship;
            let Some(at) = vessel.at.filter(|_| !scout) else { return true };
            let docked = vessel.condition == Wear::Damaged && self.game.is_dock(self.side, at);
            docked || *places.entry(at).or_insert_with(|| self.is_busy(&berths, at))
        };
        let idle: Vec<Ship> =
            others.iter().filter(|(ship, vessel)| !busy(ship, vessel)).map(name).collect();
        let fleeing: Vec<Ship> = fleeing.iter().map(name).collect();
        let plotted = self.seen.moved.len() - usize::from(self.seen.free) + fleeing.len();
        let plotted = u32::try_from(plotted).expect("fleets are small");
        if !fleeing.is_empty() {
            let reason = Reason::FleeingIdle { ships: fleeing };
            self.found.warn_of_sheet(rules::FLEEING_FIRST, reason);
        }
        let allowance = self.open().allowance.get(&self.side).filter(|_| self.rolled()).copied();
        let more = allowance.unwrap_or(0).saturating_sub(plotted);
        if more > 0 && !idle.is_empty() {
            self.found.warn_of_sheet(rules::PLOT, Reason::Idle { more, ships: idle });
        }
    }

    /// True if ships have something to do at a jump point: fight, or hold or storm a station.
    fn is_busy(&self, berths: &Berths<'_>, at: Jp) -> bool {
        let (game, open) = (self.game, self.open());
        let stays = |ship: &&&Ship| !open.ships[**ship].fleeing;
        let mut enemies = berths.at(at, self.side.other()).iter().filter(stays);
        let mut mazianni = berths.at(at, Side::Mazianni).iter().filter(stays);
        let worth = !matches!(game.chart.station_at(at), None | Some((_, Group::HinderStars)));
        let mut held = || open.landed.contains(&at) || mazianni.any(|ship| game.is_stopper(ship));
        enemies.any(|enemy| game.is_stopper(enemy))
            || (worth && game.has_station(open, at) && held())
    }
}
