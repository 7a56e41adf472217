//! A computer player: it allocates what fits its ships, keeps its distance, fires when it pays and
//! breaks off when crippled.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Mechad;
use super::choices::{board, fire, launch, raid};
use super::format::{Make, Part};
use super::impulses::IMPULSES;
use super::names::{Ship, Side};
use super::order::{Aim, Allocation, Condition, Helm, Order, Power, Purpose};
use super::scenario::{Role, Victory};
use super::sight::View;
use super::state::{Hold, Open, Status, Step, Target, Unit};
use crate::engine::Chance;
use crate::engine::board::Facing;
use crate::engine::contract::staff::Luck;

/// Parts in the order in which they are repaired.
const REPAIRS: [Part; 10] = [
    Part::Node,
    Part::Whip,
    Part::Beam,
    Part::Warp,
    Part::Torpedo,
    Part::Ring,
    Part::Twm,
    Part::Rack,
    Part::Light,
    Part::Cannon,
];

/// The orders of the side whose view it is.
pub fn orders(game: &Mechad, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(side) = view.side.clone() else { return Vec::new() };
    let mut staff = Staff { game, view, side, luck: StaffLuck { chance } };
    match view.open.step {
        Step::Setup | Step::Over => Vec::new(),
        Step::Allocation => staff.allocations(),
        Step::Impulses => staff.plots(),
    }
}

/// Its luck, named after the side.
struct StaffLuck<'a> {
    chance: &'a mut Chance,
}

impl StaffLuck<'_> {
    /// A number below a bound, for a ship.
    fn below(&mut self, side: &Side, what: &[&str], bound: u64) -> u32 {
        let mut luck = Luck::of(self.chance, "captain");
        let labels = [&[side.as_str()], what].concat();
        u32::try_from(luck.draw(&labels).below(bound)).unwrap_or(0)
    }
}

struct Staff<'a> {
    game: &'a Mechad,
    view: &'a View,
    side: Side,
    luck: StaffLuck<'a>,
}

impl<'a> Staff<'a> {
    fn open(&self) -> &'a Open {
        &self.view.open
    }

    fn fleet(&self) -> Vec<(&'a Ship, &'a Unit, &'a Hold)> {
        let own = self.view.open.units.iter().filter(|(_, unit)| unit.side == self.side);
        own.filter_map(|(ship, unit)| Some((ship, unit, self.view.holds.get(ship)?))).collect()
    }

    fn role(&self) -> Role {
        self.game.scenario.sides[&self.side].role
    }

    fn wager(&self) -> bool {
        self.game.scenario.victory == Victory::Wager
    }

    /// Hexes to the nearest enemy that it fights.
    fn far(&self, ship: &Ship, unit: &Unit) -> u32 {
        let target = self.game.resolved(self.open(), ship, &Aim::Nearest);
        target.and_then(|t| self.game.range(self.open(), unit, &t)).unwrap_or(99)
    }

    fn allocations(&mut self) -> Vec<Order> {
        let mut orders = Vec::new();
        for (ship, unit, hold) in self.fleet() {
            if unit.is_here() {
                let plan = self.plan(ship, unit, hold);
                if self.game.allocation(unit, hold, &plan).is_ok() {
                    orders.push(Order::Allocate(plan));
                }
            }
        }
        orders
    }

    fn plan(&mut self, ship: &Ship, unit: &Unit, hold: &Hold) -> Allocation {
        let game = self.game;
        let mut plan = Allocation::of(ship.clone());
        let row = game.class(unit);
        let fastest = game.fastest(unit);
        if row.is_fighter() {
            plan.speed = fastest;
            return plan;
        }
        plan.repair = REPAIRS.into_iter().filter(|part| unit.gone(*part) > 0).collect();
        let raids = self.wager() && self.role() == Role::Raider;
        if unit.crippled {
            let mut leaving = plan.clone();
            leaving.disengage = Some(0);
            game.most(unit, hold, &mut leaving, fastest, |plan, n| plan.speed = n);
            if row.has_field() {
                let most = 10_u32.saturating_sub(row.size);
                game.most(unit, hold, &mut leaving, most, |plan, n| plan.disengage = Some(n));
            }
            if game.allocation(unit, hold, &leaving).is_ok() {
                return leaving;
            }
        }
        if game.allocation(unit, hold, &plan).is_err() {
            plan.passive = true;
            return plan;
        }
        let wish = self.speed(ship, unit, row.make).min(fastest);
        game.most(unit, hold, &mut plan, wish, |plan, n| plan.speed = n);
        let nodes = game.left(unit, Part::Node);
        let field = if nodes == 0 { 0 } else { game.field_limit(unit).div_ceil(nodes) };
        let far = self.far(ship, unit);
        let need = if raids && far > 25 { field / 2 } else { field };
        game.most(unit, hold, &mut plan, need, |plan, n| plan.field = n);
        if raids && game.cannons(unit) > 0 {
            game.most(unit, hold, &mut plan, 24, |plan, n| plan.cannon = n);
        }
        let room = game.capacitor(unit).saturating_sub(hold.capacitor).div_ceil(2);
        game.most(unit, hold, &mut plan, room, |plan, n| plan.capacitor = n);
        for part in [Part::Torpedo, Part::Plasma, Part::Ring] {
            let works = u32::try_from(unit.working(part).count()).unwrap_or(0);
            game.most(unit, hold, &mut plan, works, |plan, n| {
                plan.arm.insert(part, n);
            });
        }
        plan.arm.retain(|_, count| *count > 0);
        if game.cannons(unit) > 0 && far <= 50 {
            game.most(unit, hold, &mut plan, 8, |plan, n| plan.cannon = n.max(plan.cannon));
        }
        self.people(unit, hold, &mut plan, far);
        let ew = self.luck.below(&self.side, &[ship.as_str(), "ew"], 4);
        game.most(unit, hold, &mut plan, ew, |plan, n| plan.ecm = n);
        game.most(unit, hold, &mut plan, 2, |plan, n| plan.eccm = n);
        let batteries = game.left(unit, Part::Battery).saturating_sub(hold.battery);
        game.most(unit, hold, &mut plan, batteries, |plan, n| plan.charge = n);
        if row.shields.len() == 6 {
            game.most(unit, hold, &mut plan, 4, |plan, n| plan.reinforce = vec![n]);
        }
        self.reload(unit, hold, &mut plan);
        plan
    }

    /// Guards at the nodes, energy for transporters, emergency repair of a node.
    fn people(&self, unit: &Unit, hold: &Hold, plan: &mut Allocation, far: u32) {
        let game = self.game;
        if game.left(unit, Part::Node) > 1 {
            let guards = hold.fixed.min(2);
            game.most(unit, hold, plan, guards, |plan, n| {
                plan.guards.insert(Part::Node, n);
            });
            plan.guards.retain(|_, count| *count > 0);
        }
        if game.left(unit, Part::Transporter) > 0 && hold.parties > 0 && far <= 15 {
            game.most(unit, hold, plan, 1, |plan, n| plan.transport = n);
        }
        if unit.gone(Part::Node) > 0 {
            game.most(unit, hold, plan, 2, |plan, n| {
                let tries = usize::try_from(n).unwrap_or(0);
                plan.emergency = vec![Part::Node; tries];
            });
        }
    }

    /// An empty launcher is loaded.
    fn reload(&self, unit: &Unit, hold: &Hold, plan: &mut Allocation) {
        let empty = hold.loads.iter().find(|(mount, load)| {
            let at = usize::try_from(mount.saturating_sub(1)).unwrap_or(usize::MAX);
            let twm = unit.mounts.get(at).is_some_and(|m| m.part == Part::Twm && m.works());
            twm && **load == 0
        });
        let Some((mount, _)) = empty.filter(|_| hold.store > 0) else { return };
        let count = hold.store.min(8);
        plan.load.insert(*mount, count);
        if self.game.allocation(unit, hold, plan).is_err() {
            plan.load.clear();
        }
    }

    fn speed(&mut self, ship: &Ship, unit: &Unit, make: Make) -> u32 {
        let random = self.luck.below(&self.side, &[ship.as_str(), "speed"], 5);
        match make {
            Make::Civil => 31,
            _ if self.game.class(unit).base => 0,
            _ if unit.crippled => 24,
            Make::Mechad if self.breaks_off() => 31,
            Make::Mechad if self.wager() => 14 + random,
            Make::Mechad => 10 + random,
            _ if self.wager() && !unit.rescue => 10,
            _ if self.far(ship, unit) > 15 => 18 + random,
            _ => 12 + random,
        }
    }

    fn plots(&mut self) -> Vec<Order> {
        let mut orders = Vec::new();
        for (ship, unit, hold) in self.fleet() {
            match unit.status {
                Status::Aboard(_) if is_loaded(hold) => {
                    orders.push(Order::Scramble { ship: ship.clone() });
                }
                Status::Here => self.ship(ship, unit, hold, &mut orders),
                Status::Aboard(_) | Status::Away | Status::Destroyed | Status::Captured => {}
            }
        }
        let first = orders.iter().find_map(|order| order.ship().cloned());
        if let Some(ship) = first
            && self.luck.below(&self.side, &["break"], 5) == 0
        {
            orders.push(Order::Break(Condition::EnemyWithin { ship, range: 4 }));
        }
        orders
    }

    fn ship(&mut self, ship: &Ship, unit: &Unit, hold: &Hold, orders: &mut Vec<Order>) {
        let game = self.game;
        let named = || ship.clone();
        let has = |part: Part| unit.working(part).next().is_some();
        if game.class(unit).is_fighter() {
            let helm = self.fighter(ship, unit, hold, orders);
            orders.push(helm);
        } else {
            self.boarders(ship, unit, hold, orders);
            orders.push(self.helm(ship, unit));
        }
        let raids = self.wager() && self.role() == Role::Raider;
        if has(Part::Cannon) && raids {
            orders.extend(self.prey(unit).map(|prey| cannon(ship, Aim::Ship(prey))));
        } else if has(Part::Cannon) {
            orders.push(cannon(ship, Aim::Nearest));
        }
        self.whips(ship, unit, orders);
        for part in [Part::Torpedo, Part::Ring, Part::Beam] {
            if has(part) {
                let mut order = fire(ship, part, None);
                if let Order::Fire { range, least, .. } = &mut order {
                    *range = Some(if part == Part::Beam { 8 } else { 12 });
                    *least = Some(2);
                }
                orders.push(order);
            }
        }
        if has(Part::Light) {
            let mut order = fire(ship, Part::Light, None);
            if let Order::Fire { at, range, least, .. } = &mut order {
                (*at, *range, *least) = (Aim::NearestSmall, Some(2), None);
            }
            orders.push(order);
            orders.push(Order::Defend { ship: named(), with: vec![Part::Light], keep: 0 });
            orders.push(fire_near(ship, Part::Light, 2));
        }
        for (part, reach) in [(Part::Twm, 10), (Part::Rack, 20), (Part::Plasma, 8)] {
            if has(part) {
                let mut order = launch(ship, part);
                if let Order::Launch { range, .. } = &mut order {
                    *range = Some(reach);
                }
                orders.push(order);
            }
        }
        if has(Part::Add) {
            let mut order = launch(ship, Part::Add);
            if let Order::Launch { at, range, .. } = &mut order {
                (*at, *range) = (Aim::NearestSmall, Some(3));
            }
            orders.push(order);
        }
        let raises = game.class(unit).has_field() && !game.is_advanced(unit);
        if raises && hold.battery > 0 {
            let energy = hold.battery.min(game.left(unit, Part::Battery)).max(1);
            let when = Some(Condition::EnemyWithin { ship: named(), range: 15 });
            orders.push(Order::Raise { ship: named(), energy, cancel: false, when });
        }
    }

    /// A fighter without missiles goes back to its carrier; chaff is for what is launched at it.
    fn fighter(&mut self, ship: &Ship, unit: &Unit, hold: &Hold, orders: &mut Vec<Order>) -> Order {
        if unit.chaffed < self.game.class(unit).chaff {
            let when = Some(Condition::LaunchedAt { ship: ship.clone() });
            orders.push(Order::Chaff { ship: ship.clone(), when });
        }
        let homes = self.open().here().filter(|(_, other)| {
            other.side == self.side && self.game.class(other).deck_crews > 0 && !other.crippled
        });
        let home = homes.min_by_key(|(_, other)| unit.at.0.distance(other.at.0));
        if let Some((on, _)) = home.filter(|_| !is_loaded(hold) && !unit.crippled) {
            orders.push(Order::Land { ship: ship.clone(), on: on.clone() });
            return Order::Steer { ship: ship.clone(), by: Helm::Close, at: Aim::Ship(on.clone()) };
        }
        self.helm(ship, unit)
    }

    /// Raids at what an enemy fights with, boarding parties to one that is crippled, and reserve
    /// power for the shield that faces the enemy.
    fn boarders(&self, ship: &Ship, unit: &Unit, hold: &Hold, orders: &mut Vec<Order>) {
        let game = self.game;
        if !unit.shields.is_empty() && hold.battery > 0 && !unit.crippled {
            let when = Some(Condition::EnemyWithin { ship: ship.clone(), range: 8 });
            let (ship, energy) = (ship.clone(), hold.battery.min(2));
            orders.push(Order::Reserve { ship, energy, into: Purpose::Facing, when });
        }
        let target = game.resolved(self.open(), ship, &Aim::Nearest);
        let Some(Target::Ship(at)) = target.filter(|_| hold.beams > 0) else { return };
        let other = &self.open().units[&at];
        if game.class(other).is_fighter() || self.role() == Role::Raider {
            return;
        }
        if other.crippled {
            orders.push(board(ship, &at));
            return;
        }
        let least = |part: Part| u32::from(part == Part::Node);
        let goals = [Part::Node, Part::Torpedo, Part::Ring, Part::Plasma, Part::Beam, Part::Whip];
        let goal = goals.into_iter().find(|part| game.left(other, *part) > least(*part));
        orders.extend(goal.map(|part| raid(ship, &at, part)));
    }

    /// Whips one after another from afar, all at once from near.
    fn whips(&mut self, ship: &Ship, unit: &Unit, orders: &mut Vec<Order>) {
        if unit.working(Part::Whip).next().is_none() {
            return;
        }
        let fighter = self.game.class(unit).is_fighter();
        let series = self.luck.below(&self.side, &[ship.as_str(), "series"], 3) > 0;
        let mut near = fire(ship, Part::Whip, None);
        let mut far = fire(ship, Part::Whip, Some(1));
        let mut small = fire(ship, Part::Whip, Some(1));
        for (order, reach, points) in [(&mut near, 3, 3), (&mut far, 8, 2)] {
            if let Order::Fire { range, least, .. } = order {
                *range = Some(if fighter { 2 } else { reach });
                *least = if fighter { None } else { Some(points) };
            }
        }
        if let Order::Fire { at, range, least, power, .. } = &mut small {
            (*at, *range, *least) = (Aim::NearestSmall, Some(2), None);
            *power = Power::Low;
        }
        orders.push(near);
        if series {
            orders.push(far);
        }
        orders.push(small);
        if self.wager() && self.role() == Role::Raider {
            self.rival(ship, orders);
        }
    }

    /// Now and then a raider strikes at the other one.
    fn rival(&mut self, ship: &Ship, orders: &mut Vec<Order>) {
        let side = self.side.clone();
        let rival =
            self.open().here().find(|(_, unit)| self.game.scenario.rivals(&side, &unit.side));
        let Some((other, _)) = rival else { return };
        if self.luck.below(&side, &[ship.as_str(), "rival"], 4) == 0 {
            let mut order = fire(ship, Part::Whip, Some(2));
            if let Order::Fire { at, range, .. } = &mut order {
                (*at, *range) = (Aim::Ship(other.clone()), Some(5));
            }
            orders.push(order);
        }
    }

    fn helm(&mut self, ship: &Ship, unit: &Unit) -> Order {
        let game = self.game;
        let random = self.luck.below(&self.side, &[ship.as_str(), "helm"], 5);
        let leaves = &game.scenario.sides[&self.side].leaves;
        let home = leaves.first().copied().unwrap_or(Facing::A);
        let convoy = self.wager() && self.role() == Role::Convoy && !unit.rescue;
        let row = game.class(unit);
        let (by, at) = if convoy || self.breaks_off() || unit.crippled && self.wager() {
            (Helm::Heading(home), Aim::Nearest)
        } else if unit.crippled || row.make == Make::Civil {
            (Helm::Away, Aim::Nearest)
        } else if row.has_field() && self.wager() {
            (Helm::Keep(16), self.prey(unit).map_or(Aim::Nearest, Aim::Ship))
        } else if row.has_field() {
            (Helm::Keep(2 + random), Aim::Nearest)
        } else {
            (Helm::Keep(1 + random / 2), Aim::Nearest)
        };
        Order::Steer { ship: ship.clone(), by, at }
    }

    /// The ship of the convoy with cargo whose hex is worth most, one within reach if there is one: nothing else counts
    /// in the wager (md87).
    fn prey(&self, unit: &Unit) -> Option<Ship> {
        let game = self.game;
        let prey = |other: &Unit| {
            let convoy = game.scenario.sides[&other.side].role == Role::Convoy && !other.rescue;
            convoy && game.class(other).boxes.contains_key(&Part::Cargo)
        };
        let most = game.format.numbers.cannon_range.value;
        let worth = |other: &Unit| {
            let here = self.open().here().filter(|(_, u)| u.at == other.at && prey(u)).count();
            (here, game.boxes(other).1, game.class(other).points)
        };
        let mut all: Vec<_> = self.open().here().filter(|(_, other)| prey(other)).collect();
        all.sort_by_key(|(_, other)| Reverse(worth(other)));
        let mut hexes = BTreeSet::new();
        all.retain(|(_, other)| hexes.insert(other.at));
        let (near, far): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, other)| unit.at.0.distance(other.at.0) <= most);
        let targets = if near.is_empty() { far } else { near };
        // Two raiders do not fire into the same hex: a second cannon does nothing there (md31).
        let raiders = game.scenario.sides.iter().filter(|(_, side)| side.role == Role::Raider);
        let turn = raiders.map(|(side, _)| side).position(|side| *side == self.side).unwrap_or(0);
        let at = turn.min(targets.len().saturating_sub(1));
        targets.get(at).map(|(ship, _)| (*ship).clone())
    }

    /// True for a raider once a squadron has come: what it has claimed counts only if it gets away.
    fn breaks_off(&self) -> bool {
        let squadron = |unit: &Unit| unit.rescue && unit.side != self.side;
        self.wager()
            && self.role() == Role::Raider
            && self.open().here().any(|(_, unit)| squadron(unit))
    }
}

/// True if a ship has missiles in some launcher, or no launcher.
fn is_loaded(hold: &Hold) -> bool {
    hold.loads.is_empty() || hold.loads.values().any(|load| *load > 0)
}

fn cannon(ship: &Ship, at: Aim) -> Order {
    Order::Cannon {
        ship: ship.clone(),
        hex: None,
        at: Some(at),
        count: None,
        reserve: false,
        from: 1,
        to: IMPULSES,
        when: None,
    }
}

fn fire_near(ship: &Ship, part: Part, reach: u32) -> Order {
    let mut order = fire(ship, part, None);
    if let Order::Fire { range, .. } = &mut order {
        *range = Some(reach);
    }
    order
}
