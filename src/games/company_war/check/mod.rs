//! What is wrong in orders, judged by what their author can see.
//!
//! Moderator and player run this on the same view, so a refusal can never be used as a spy.

mod warnings;

use std::collections::BTreeSet;

use super::format::{Kind, Switch};
use super::names::{Jp, Ship};
use super::order::{Condition, FleeWhen, Launch, Order, PassPolicy, asks};
use super::reasons::Reason;
use super::resolve::plot::{Item, arrange};
use super::resolve::set_up::bases;
use super::scenario::{Hull, Side};
use super::sight::View;
use super::state::{Condition as Wear, Open, Step, Vessel};
use super::{CompanyWar, rules};
use crate::engine::orders::check::{Findings, require};
use crate::engine::{self, Finding, Given, List, Rule, Sheet};

type Line = Given<Order>;

type Checked<T = ()> = engine::orders::check::Checked<Reason, T>;

/// What is wrong or hardly meant in a sheet.
pub fn findings(
    game: &CompanyWar,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding<Reason>> {
    let Some(side) = view.side else { return Vec::new() };
    let fleeing = game.fleeing(&view.open, side);
    let mut check = Check::new(game, view, side, &fleeing);
    check.refusals(sheet);
    check.warnings(sheet);
    check.found.end()
}

/// For each order, whether it is refused in a sheet of its own.
pub fn refused(game: &CompanyWar, view: &View, orders: &[&Order]) -> Vec<bool> {
    let Some(side) = view.side else { return vec![false; orders.len()] };
    let fleeing = game.fleeing(&view.open, side);
    let alone = |order: &&Order| {
        let sheet = Sheet::of_orders(vec![(*order).clone()]);
        let mut check = Check::new(game, view, side, &fleeing);
        check.refusals(&sheet);
        sheet.orders.iter().any(|line| check.found.refuses(line))
    };
    orders.iter().map(alone).collect()
}

/// A number that can be reached.
fn at_most(word: &str, number: u32, most: usize, rule: Rule) -> Checked {
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    require(number <= most, rule, Reason::NeverSoMany { word: word.to_owned(), number, most })
}

/// What earlier lines of the same file have claimed.
#[derive(Default)]
struct Seen {
    moved: BTreeSet<Ship>,
    deployed: BTreeSet<Ship>,
    loaded: BTreeSet<Ship>,
    free: bool,
    assembly: bool,
}

struct Check<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    side: Side,
    /// The side's ships that flee.
    fleeing: &'a BTreeSet<&'a Ship>,
    found: Findings<Reason>,
    seen: Seen,
}

impl<'a> Check<'a> {
    fn new(
        game: &'a CompanyWar,
        view: &'a View,
        side: Side,
        fleeing: &'a BTreeSet<&'a Ship>,
    ) -> Self {
        Self { game, view, side, fleeing, found: Findings::default(), seen: Seen::default() }
    }

    /// What is wrong, line by line and then with the plot as a whole.
    fn refusals(&mut self, sheet: &Sheet<Order, Condition>) {
        sheet.given().for_each(|line| self.line(line));
        for case in &sheet.contingent {
            self.found.about_case(case);
            let checked = self.condition(&case.when);
            self.found.refuse(checked);
        }
        self.allowance(&sheet.orders);
    }

    fn open(&self) -> &'a Open {
        &self.view.open
    }

    fn line(&mut self, line: &Line) {
        self.found.about(line);
        let checked = may_stand(line).and_then(|()| self.order(&line.order));
        self.found.refuse(checked);
    }

    fn order(&mut self, order: &Order) -> Checked {
        match order {
            Order::Deploy { ship, at } => self.deploy(ship, *at),
            Order::Troops { carrier } => self.troops(carrier),
            Order::FleetAssembly => self.fleet_assembly(),
            Order::Move { ship, path, when } => {
                when.as_ref().map_or(Ok(()), |when| self.while_moving(when))?;
                self.moves(std::slice::from_ref(ship), path)
            }
            Order::TaskForce { ships, path, when } => {
                when.as_ref().map_or(Ok(()), |when| self.while_moving(when))?;
                self.task_force(ships, path)
            }
            Order::FreeDartship { ship, path, .. } => self.free_dartship(ship, path),
            Order::OnTie(_) => self.only(Side::Mazianni, rules::TIE),
            Order::Riders { launch: Launch::Of(carriers), .. } => {
                carriers.iter().try_for_each(|ship| self.had_riders(ship, rules::LAUNCH))
            }
            Order::Target { priority, .. } => self.target(priority),
            Order::Flee { ship, when, .. } => self.flee(ship.as_ref(), *when),
            Order::Pass(PassPolicy::Until(condition)) => self.while_moving(condition),
            Order::Pass(PassPolicy::UntilEnemyLeft(left)) => {
                self.enemy_left("until-enemy-left", *left)
            }
            Order::Pass(PassPolicy::Never | PassPolicy::WheneverAllowed)
            | Order::Riders { launch: Launch::All | Launch::None, .. } => Ok(()),
            Order::CeaseFire { from_round, .. } => {
                let (round, rounds) = (*from_round, self.game.format.combat.rounds);
                let fits = (1..=rounds).contains(&round);
                require(fits, rules::CEASE_FIRE, Reason::NoSuchRound { round, rounds })
            }
            Order::Bombard { at } => self.bombard(*at),
            Order::Repair { ship } => self.repair(ship),
            Order::ReplaceRider { carrier } => self.replace_rider(carrier),
            Order::Land { carrier } | Order::Embark { carrier } | Order::Raise { carrier } => {
                self.only(Side::Mazianni, rules::GARRISON)?;
                self.own(carrier).map(|_| ())
            }
        }
    }

    /// The ship, if it is the author's and not lost.
    fn own(&self, ship: &Ship) -> Checked<(&'a Hull, &'a Vessel)> {
        let (hull, vessel) = (self.owned(ship)?, &self.open().ships[ship]);
        let left = vessel.condition != Wear::Lost;
        require(left, rules::NO_REPAIR, Reason::Destroyed { ship: ship.clone() })?;
        Ok((hull, vessel))
    }

    /// The ship, if it is or was the author's.
    fn owned(&self, ship: &Ship) -> Checked<&'a Hull> {
        let hull = &self.game.chart.hulls[ship];
        require(hull.side == self.side, rules::PLOT, Reason::NotYours { ship: ship.clone() })?;
        Ok(hull)
    }

    fn only(&self, side: Side, rule: Rule) -> Checked {
        require(self.side == side, rule, Reason::OnlyFor { side })
    }

    /// A condition of one's own ship is of a ship that is one's own.
    fn condition(&self, condition: &Condition) -> Checked {
        match condition {
            Condition::AimedAt(ship) => self.own(ship).map(|_| ()),
            Condition::EnemyLeft(left) => self.enemy_left("enemy-left", *left),
            Condition::EnemyAt(_)
            | Condition::NoEnemyAt(_)
            | Condition::ArrivedAt(_)
            | Condition::FightingAt(_)
            | Condition::Behind => Ok(()),
        }
    }

    /// The enemy never has more ships left to move than the scenario gives it. Fewer may be left by now,
    /// but a line that stands goes on: that is a warning.
    fn enemy_left(&self, word: &str, number: u32) -> Checked {
        at_most(word, number, self.ships(self.side.other()), rules::DECLINE)
    }

    /// The ships that the scenario gives a side.
    fn ships(&self, side: Side) -> usize {
        self.game.chart.fleet(side).count()
    }

    /// What ships wait for while they move can happen while they move.
    fn while_moving(&self, condition: &Condition) -> Checked {
        self.condition(condition)?;
        let fight = matches!(condition, Condition::AimedAt(_) | Condition::FightingAt(_));
        require(!fight, rules::PLOT, Reason::NoFightYet)
    }

    /// It comes once, for a roll that is still to come.
    fn fleet_assembly(&mut self) -> Checked {
        let (open, side) = (self.open(), self.side);
        require(!open.has_assembled(side), rules::ASSEMBLY, Reason::AssemblyUsed)?;
        let rolls = self.game.has_roll_left(open);
        require(rolls, rules::ASSEMBLY, Reason::NoRollLeft)?;
        let again = std::mem::replace(&mut self.seen.assembly, true);
        require(!again, rules::ASSEMBLY, Reason::AssemblyTwice)
    }

    fn flee(&self, ship: Option<&Ship>, when: FleeWhen) -> Checked {
        ship.map_or(Ok(()), |ship| self.own(ship).map(|_| ()))?;
        let own = self.game.chart.fleet(self.side);
        let riders: usize = own.map(|ship| usize::from(self.game.chart.hulls[ship].riders)).sum();
        let (word, number, most) = match when {
            FleeWhen::Losses(units) => ("losses", units, self.ships(self.side) + riders),
            FleeWhen::Outnumbered(ships) => ("outnumbered", ships, self.ships(self.side.other())),
            FleeWhen::Now | FleeWhen::Never | FleeWhen::Damaged => return Ok(()),
        };
        let named = || word.to_owned();
        require(number > 0, rules::FLEE, Reason::NeverZero { word: named() })?;
        at_most(word, number, most, rules::FLEE)
    }

    fn carries_riders(&self, ship: &Ship, rule: Rule) -> Checked {
        self.own(ship)?;
        self.had_riders(ship, rule)
    }

    /// A line about several carriers goes on without those that are lost (cw57).
    fn had_riders(&self, ship: &Ship, rule: Rule) -> Checked {
        let hull = self.owned(ship)?;
        require(hull.riders > 0, rule, Reason::NoRiders { ship: ship.clone() })
    }

    fn deploy(&mut self, ship: &Ship, at: Jp) -> Checked {
        self.only(Side::Mazianni, rules::UNION_BASE)?;
        self.own(ship)?;
        let bases = bases(self.game, Side::Mazianni);
        require(bases.contains(&at), rules::DEPLOYMENT, Reason::NoBase { at, bases })?;
        let fresh = self.seen.deployed.insert(ship.clone());
        require(fresh, rules::DEPLOYMENT, Reason::DeployedTwice { ship: ship.clone() })
    }

    fn troops(&mut self, carrier: &Ship) -> Checked {
        self.only(Side::Mazianni, rules::TROOPS)?;
        self.own(carrier)?;
        let count = self.game.format.troops.value;
        let fresh = self.seen.loaded.insert(carrier.clone());
        require(fresh, rules::TROOPS, Reason::Laden { ship: carrier.clone() })?;
        let enough = self.seen.loaded.len() <= count as usize;
        require(enough, rules::TROOPS, Reason::Counters { count })
    }

    /// True if the roll for the present turn has fallen.
    fn rolled(&self) -> bool {
        self.game.has_rolled(self.open())
    }

    fn task_force(&mut self, ships: &[Ship], path: &[Jp]) -> Checked {
        self.only(Side::Mazianni, rules::TASK_FORCE)?;
        let distinct: BTreeSet<_> = ships.iter().collect();
        let once = !ships.is_empty() && distinct.len() == ships.len();
        require(once, rules::TASK_FORCE, Reason::OnceEach)?;
        self.moves(ships, path)
    }

    /// A course begins where its ships lie. An illegal leg is attempted, and the ship stops before
    /// it (cw55), so it is no more than a warning.
    fn moves(&mut self, ships: &[Ship], path: &[Jp]) -> Checked {
        require(path.len() > 1, rules::COURSE, Reason::NoJump)?;
        for ship in ships {
            let (_, vessel) = self.own(ship)?;
            // Before ships are deployed no phase takes moves.
            let Some(at) = vessel.at else { return Ok(()) };
            let (named, fresh) = (ship.clone(), !self.seen.moved.contains(ship));
            require(fresh, rules::PLOT, Reason::PlottedTwice { ship: named.clone() })?;
            let begins = path.first() == Some(&at);
            require(begins, rules::COURSE, Reason::BeginsElsewhere { ship: named, at })?;
        }
        self.seen.moved.extend(ships.iter().cloned());
        Ok(())
    }

    fn free_dartship(&mut self, ship: &Ship, path: &[Jp]) -> Checked {
        self.only(Side::Union, rules::FREE_DARTSHIP)?;
        let (hull, _) = self.own(ship)?;
        let dartship = hull.kind == Kind::Dartship;
        require(dartship, rules::FREE_DARTSHIP, Reason::NoDartship { ship: ship.clone() })?;
        require(!self.seen.free, rules::FREE_DARTSHIP, Reason::OneDartship)?;
        self.moves(std::slice::from_ref(ship), path)?;
        self.seen.free = true;
        Ok(())
    }

    /// Targets are enemy ships, their riders as the counters write them, and classes.
    fn target(&self, priority: &[String]) -> Checked {
        let (hulls, classes) = (&self.game.chart.hulls, &self.game.format.classes);
        let carrier = |wish: &str| {
            let rider = wish.strip_prefix("R.").and_then(|rest| rest.rsplit_once('-'));
            rider.map_or(wish, |(ship, _)| ship).to_owned()
        };
        let known = |wish: &String| {
            let ship = hulls.get(carrier(wish).as_str());
            wish == "rider"
                || classes.contains_key(wish)
                || ship.is_some_and(|hull| hull.side != self.side)
        };
        let names: Vec<String> = priority.iter().filter(|wish| !known(wish)).cloned().collect();
        require(names.is_empty(), rules::TARGETS, Reason::NoTarget { names })
    }

    /// Only stations, only where they can be bombarded.
    fn bombard(&self, at: Jp) -> Checked {
        let game = self.game;
        require(game.switches.bombard == Switch::Yes, rules::BOMBARD, Reason::NoBombardment)?;
        let station = game.chart.station_at(at).is_some();
        require(station, rules::BOMBARD, Reason::NoStation { at })
    }

    fn repair(&self, ship: &Ship) -> Checked {
        let (hull, vessel) = self.own(ship)?;
        require(hull.kind != Kind::Dartship, rules::NO_REPAIR, Reason::NeverRepaired)?;
        let damaged = vessel.condition == Wear::Damaged;
        require(damaged, rules::REPAIR, Reason::Undamaged { ship: ship.clone() })
    }

    fn replace_rider(&self, carrier: &Ship) -> Checked {
        self.only(Side::Union, rules::NO_REPAIR)?;
        self.carries_riders(carrier, rules::RIDERS_REPLACED)?;
        let lacks = self.open().ships[carrier].riders.iter().any(|rider| *rider != Wear::Whole);
        require(lacks, rules::RIDERS_REPLACED, Reason::RidersWhole { ship: carrier.clone() })
    }

    /// Entries beyond the allowance are dropped, the last ones first (cw21, cw53).
    fn allowance(&mut self, orders: &[Line]) {
        let open = self.open();
        if !self.rolled() || open.step != Step::Movement {
            return;
        }
        let taken = || orders.iter().filter(|line| !self.found.refuses(line));
        let items = taken().filter_map(Item::of).collect();
        let free = taken().map(|line| &line.order);
        let free = free.filter_map(asks!(Order::FreeDartship { ship, .. } => ship)).next();
        let allowance = open.allowance.get(&self.side).copied();
        let ships = allowance.unwrap_or(0);
        for item in arrange(self.fleeing, items, free, allowance).dropped {
            self.found.about(item.given);
            self.found.refuse(Err((rules::INITIATIVE, Reason::Allowance { ships })));
        }
    }
}

/// Standing orders are decisions that recur, and a plot is fixed when it is written, so nothing in
/// it may hang on a later condition.
fn may_stand(line: &Line) -> Checked {
    let list = line.slot.list;
    let reason = if list == List::Standing { Reason::OneTurn } else { Reason::Fixed };
    let rule = if line.order.course().is_some() { rules::PLOT } else { rules::LISTS };
    require(line.order.life().fits(list), rule, reason)
}
