//! What is wrong or odd in orders, judged by what their author can see.
//!
//! Moderator and player run this on the same view, so a refusal can never be used as a spy.

mod oddities;

use std::collections::BTreeSet;

use super::CompanyWar;
use super::format::{Fleeing, Kind, Switch, WhenRolled};
use super::orders::{Condition, Order};
use super::resolve::plot::{Item, arrange};
use super::resolve::set_up::bases;
use super::rules;
use super::scenario::{Hull, Jp, Side};
use super::sight::View;
use super::state::{Condition as Wear, Ship, Step, Vessel};
use crate::base::words::nearest;
use crate::engine::{Finding, Given, Rule, Sheet};

type Line = Given<Order>;

/// Everything wrong or odd in a sheet, in the order of the file.
pub fn findings(game: &CompanyWar, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding> {
    let Some(side) = view.side else { return Vec::new() };
    let mut check = Check { game, view, side, found: Vec::new(), seen: Seen::default() };
    sheet.standing.iter().for_each(|line| check.standing(line));
    sheet.orders.iter().for_each(|line| check.order(line));
    for case in &sheet.contingent {
        case.then.iter().chain(&case.otherwise).for_each(|line| check.contingent(line));
    }
    check.allowance(&sheet.orders);
    check.oddities(&sheet.orders);
    check.found
}

/// True if the condition holds by what the side sees.
pub fn holds(game: &CompanyWar, view: &View, condition: &Condition) -> bool {
    let Some(side) = view.side else { return false };
    let state = &view.open;
    match condition {
        Condition::EnemyAt(jp) => game.stopper(state, side, *jp),
        Condition::NoEnemyAt(jp) => !game.stopper(state, side, *jp),
        Condition::ArrivedAt(jp) => {
            state.at(*jp).any(|(ship, v)| v.moved && game.chart.hulls[ship].side == side)
        }
        Condition::EnemyLeft(count) => {
            state.left.get(&side.other()).is_none_or(|left| left <= count)
        }
        Condition::FightingAt(jp) => {
            state.battle.as_ref().is_some_and(|b| b.at == *jp && b.round > 1)
        }
        Condition::AimedAt(ship) => {
            let aims = state.battle.iter().flat_map(|b| b.aims.values());
            aims.into_iter().any(|target| target.ship() == ship)
        }
        Condition::Behind => state.points.get(&side) < state.points.get(&side.other()),
    }
}

/// What earlier lines of the same file have claimed.
#[derive(Default)]
struct Seen {
    moved: BTreeSet<Ship>,
    deployed: BTreeSet<Ship>,
    loaded: BTreeSet<Ship>,
    free: bool,
    tie: bool,
}

struct Check<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    side: Side,
    found: Vec<Finding>,
    seen: Seen,
}

impl Check<'_> {
    fn refuse(&mut self, line: &Line, rule: &Rule, what: impl Into<String>) {
        self.found.push(Finding::refused(line, rule, what));
    }

    fn refuse_with(&mut self, line: &Line, rule: &Rule, what: String, hint: String) {
        self.found.push(Finding::refused(line, rule, what).hint(hint));
    }

    fn odd(&mut self, line: &Line, rule: &Rule, what: impl Into<String>) {
        self.found.push(Finding::odd(line, rule, what));
    }

    /// Standing orders are decisions that recur; a plot is written for one turn.
    fn standing(&mut self, line: &Line) {
        if for_one_turn(&line.order) {
            self.refuse(line, &rules::PLOT, "this is ordered for one turn and cannot stand");
        } else {
            self.order(line);
        }
    }

    /// A plot is fixed when it is written, so nothing in it may hang on a later condition.
    fn contingent(&mut self, line: &Line) {
        if for_one_turn(&line.order) && !at_the_dock(&line.order) {
            let what = "this is fixed when orders are written and cannot be contingent".to_owned();
            let hint = "use `when` inside a move to change the sequence".to_owned();
            self.refuse_with(line, &rules::PLOT, what, hint);
        } else {
            self.order(line);
        }
    }

    fn order(&mut self, line: &Line) {
        match &line.order {
            Order::Deploy { ship, at } => self.deploy(line, ship, *at),
            Order::Troops { carrier } => self.troops(line, carrier),
            Order::FleetAssembly => self.assembly(line),
            Order::Move { ship, path, .. } => self.moves(line, std::slice::from_ref(ship), path),
            Order::TaskForce { ships, path, .. } => self.task_force(line, ships, path),
            Order::FreeDartship { ship, path, .. } => self.free_dartship(line, ship, path),
            Order::Pass(_) => {}
            Order::OnTie(_) => self.on_tie(line),
            Order::Riders { launch, .. } => self.riders(line, launch),
            Order::Target { priority, .. } => self.target(line, priority),
            Order::Flee { ship, to, .. } => self.flee(line, ship.as_ref(), *to),
            Order::CeaseFire { at, .. } => self.place(line, *at),
            Order::Bombard { at } => self.bombard(line, *at),
            Order::Repair { ship } => self.repair(line, ship),
            Order::ReplaceRider { carrier } => self.replace_rider(line, carrier),
            Order::Land { carrier } | Order::Embark { carrier } | Order::Raise { carrier } => {
                self.garrison(line, carrier);
            }
        }
    }

    /// The ship, if it is the author's and not lost; else a refusal with the nearest name.
    fn own(&mut self, line: &Line, ship: &str) -> Option<(&Hull, &Vessel)> {
        let hull = self.game.chart.hulls.get(ship).filter(|hull| hull.side == self.side);
        let Some(hull) = hull else {
            let what = if self.game.chart.hulls.contains_key(ship) {
                format!("{ship} is not yours")
            } else {
                format!("you have no ship named {ship}")
            };
            let names = self.game.chart.fleet(self.side).map(String::as_str);
            let hint = nearest(ship, names).map(|name| format!("did you mean {name}?"));
            let finding = Finding::refused(line, &rules::PLOT, what);
            self.found.push(match hint {
                Some(hint) => finding.hint(hint),
                None => finding,
            });
            return None;
        };
        let vessel = &self.view.open.ships[ship];
        if vessel.condition == Wear::Lost {
            self.refuse(line, &rules::NO_REPAIR, format!("{ship} is destroyed"));
            return None;
        }
        Some((hull, vessel))
    }

    fn only(&mut self, line: &Line, side: Side, rule: &Rule) -> bool {
        if self.side != side {
            self.refuse(line, rule, format!("only {} may order this", side.title()));
        }
        self.side == side
    }

    fn place(&mut self, line: &Line, at: Jp) {
        if !self.game.chart.points.contains_key(&at) {
            self.refuse(line, &rules::POINTS, format!("there is no jump point {at}"));
        }
    }

    fn deploy(&mut self, line: &Line, ship: &Ship, at: Jp) {
        if !self.only(line, Side::Mazianni, &rules::UNION_BASE) || self.own(line, ship).is_none() {
            return;
        }
        let bases = bases(self.game, Side::Mazianni);
        if !bases.contains(&at) {
            let places: Vec<_> = bases.iter().map(|jp| self.game.chart.place(*jp)).collect();
            let hint = format!("they are: {}", places.join(", "));
            let what = format!("{} is no station to begin at", self.game.chart.place(at));
            self.refuse_with(line, &rules::DEPLOYMENT, what, hint);
        } else if !self.seen.deployed.insert(ship.clone()) {
            self.refuse(line, &rules::DEPLOYMENT, format!("{ship} is deployed twice"));
        }
    }

    fn troops(&mut self, line: &Line, carrier: &Ship) {
        if !self.only(line, Side::Mazianni, &rules::TROOPS) || self.own(line, carrier).is_none() {
            return;
        }
        let counters = self.game.format.troops.value;
        if !self.seen.loaded.insert(carrier.clone()) {
            self.refuse(line, &rules::TROOPS, format!("{carrier} can hold one troop counter only"));
        } else if self.seen.loaded.len() > counters as usize {
            self.refuse(line, &rules::TROOPS, format!("there are only {counters} troop counters"));
        }
    }

    fn assembly(&mut self, line: &Line) {
        let state = &self.view.open;
        if state.assembled.contains(&self.side) || state.declared.contains(&self.side) {
            self.refuse(line, &rules::ASSEMBLY, "Fleet Assembly was used: it comes once per game");
        } else if state.turn >= self.game.turns() && self.rolled() {
            self.odd(line, &rules::ASSEMBLY, "there is no roll left for it");
        }
    }

    /// True if the roll for the present turn has fallen.
    fn rolled(&self) -> bool {
        self.game.switches.initiative == WhenRolled::BeforeOrders
            || self.view.open.step > Step::Movement
    }

    fn task_force(&mut self, line: &Line, ships: &[Ship], path: &[Jp]) {
        if !self.only(line, Side::Mazianni, &rules::TASK_FORCE) {
            return;
        }
        let distinct: BTreeSet<_> = ships.iter().collect();
        if ships.is_empty() || distinct.len() < ships.len() {
            self.refuse(line, &rules::TASK_FORCE, "a task force names each of its ships once");
            return;
        }
        self.moves(line, ships, path);
    }

    fn moves(&mut self, line: &Line, ships: &[Ship], path: &[Jp]) {
        let at: Vec<_> =
            ships.iter().map(|ship| self.own(line, ship).and_then(|(_, v)| v.at)).collect();
        if at.iter().any(Option::is_none) {
            return;
        }
        if let Some(twice) = ships.iter().find(|ship| self.seen.moved.contains(*ship)) {
            self.refuse(line, &rules::PLOT, format!("{twice} is plotted already"));
            return;
        }
        for (ship, at) in ships.iter().zip(at.into_iter().flatten()) {
            if !self.course(line, (ship, at), path) {
                return;
            }
        }
        self.seen.moved.extend(ships.iter().cloned());
        self.legs(line, ships, path);
    }

    /// A course begins where the ship lies and names jump points of the map.
    fn course(&mut self, line: &Line, (ship, at): (&Ship, Jp), path: &[Jp]) -> bool {
        if path.first() != Some(&at) {
            let what = format!("{ship} lies at {}", self.game.chart.place(at));
            self.refuse_with(line, &rules::COURSE, what, format!("begin the path with {at}"));
            return false;
        }
        if path.len() < 2 {
            self.refuse(line, &rules::COURSE, "a course has at least one jump");
            return false;
        }
        match path.iter().find(|jp| !self.game.chart.points.contains_key(*jp)) {
            Some(jp) => {
                self.refuse(line, &rules::POINTS, format!("there is no jump point {jp}"));
                false
            }
            None => true,
        }
    }

    /// An illegal leg is attempted, and the ship stops before it (cw55); the author is warned.
    fn legs(&mut self, line: &Line, ships: &[Ship], path: &[Jp]) {
        let chart = &self.game.chart;
        let illegal = path.windows(2).find(|leg| !chart.joins(self.side, leg[0], leg[1]));
        if let Some(leg) = illegal {
            let near: Vec<_> = chart.near(self.side, leg[0]).iter().map(Jp::to_string).collect();
            let what = format!("no route that you may use leads from {} to {}", leg[0], leg[1]);
            let hint = format!("from {} routes lead to {}", leg[0], near.join(", "));
            self.found.push(Finding::odd(line, &rules::ROUTES, what).hint(hint));
            return;
        }
        // Dartships pass (cw27).
        let subject = ships.iter().any(|ship| self.game.chart.hulls[ship].kind != Kind::Dartship);
        let on_the_way = &path[1..path.len() - 1];
        let stop = on_the_way.iter().find(|jp| self.game.stopper(&self.view.open, self.side, **jp));
        if let Some(jp) = stop.filter(|_| subject) {
            let what = format!("the enemy at {} would stop it", self.game.chart.place(*jp));
            self.odd(line, &rules::STOP, what);
        }
    }

    fn free_dartship(&mut self, line: &Line, ship: &Ship, path: &[Jp]) {
        if !self.only(line, Side::Union, &rules::FREE_DARTSHIP) {
            return;
        }
        let Some((hull, _)) = self.own(line, ship) else { return };
        if hull.kind != Kind::Dartship {
            self.refuse(line, &rules::FREE_DARTSHIP, format!("{ship} is no dartship"));
        } else if self.seen.free {
            self.refuse(line, &rules::FREE_DARTSHIP, "one dartship a turn moves free");
        } else {
            let before = self.found.len();
            self.moves(line, std::slice::from_ref(ship), path);
            let refused = crate::engine::Weight::Refused;
            self.seen.free = self.found[before..].iter().all(|f| f.weight != refused);
        }
    }

    fn on_tie(&mut self, line: &Line) {
        if self.only(line, Side::Mazianni, &rules::TIE)
            && std::mem::replace(&mut self.seen.tie, true)
        {
            self.odd(line, &rules::TIE, "the first choice for a tie counts");
        }
    }

    fn riders(&mut self, line: &Line, launch: &super::orders::Launch) {
        if let super::orders::Launch::Of(carriers) = launch {
            for carrier in carriers {
                let carries = self.own(line, carrier).is_none_or(|(hull, _)| hull.riders > 0);
                if !carries {
                    self.refuse(line, &rules::LAUNCH, format!("{carrier} carries no riders"));
                }
            }
        }
    }

    fn target(&mut self, line: &Line, priority: &[String]) {
        let chart = &self.game.chart;
        let enemy = |ship: &str| chart.hulls.get(ship).is_some_and(|h| h.side != self.side);
        let known = |wish: &String| {
            wish == "rider"
                || self.game.format.classes.contains_key(wish)
                || enemy(wish)
                || wish
                    .strip_prefix("R.")
                    .is_some_and(|rest| rest.rsplit_once('-').is_some_and(|(ship, _)| enemy(ship)))
        };
        let unknown: Vec<&String> = priority.iter().filter(|wish| !known(wish)).collect();
        let Some(first) = unknown.first() else { return };
        let enemies = chart.fleet(self.side.other()).map(String::as_str);
        let names = enemies.chain(self.game.format.classes.keys().map(String::as_str));
        let hint = nearest(first, names).map(|name| format!("did you mean {name}?"));
        let wrong = |wish: &&String| {
            let own = chart.hulls.contains_key(*wish);
            let what = if own { "a ship of your own" } else { "neither an enemy ship nor a class" };
            format!("{wish} is {what}")
        };
        let what = unknown.iter().map(wrong).collect::<Vec<_>>().join("; ");
        match hint {
            Some(hint) => self.refuse_with(line, &rules::TARGETS, what, hint),
            None => self.refuse(line, &rules::TARGETS, what),
        }
    }

    fn flee(&mut self, line: &Line, ship: Option<&Ship>, to: Option<Jp>) {
        if let Some(ship) = ship
            && self.own(line, ship).is_none()
        {
            return;
        }
        if let Some(to) = to {
            self.place(line, to);
            if self.game.switches.fleeing == Fleeing::Stay {
                self.odd(line, &rules::FLIGHT, "ships that flee stay where they are");
            }
        }
    }

    /// A side may not intend a negative total (cw48).
    fn bombard(&mut self, line: &Line, at: Jp) {
        let points = self.view.open.points.get(&self.side).copied().unwrap_or(0);
        let price = self.game.format.points.either.station_destroyed;
        if self.game.switches.bombard == Switch::No {
            self.refuse(line, &rules::BOMBARD, "stations cannot be bombarded in this campaign");
        } else if self.game.chart.station_at(at).is_none() {
            let what = format!("there is no station at {}", self.game.chart.place(at));
            self.refuse(line, &rules::BOMBARD, what);
        } else if points + price < 0 {
            let what = format!("destroying it would leave you with {} points", points + price);
            self.refuse(line, &rules::NEGATIVE, what);
        }
    }

    fn repair(&mut self, line: &Line, ship: &Ship) {
        let Some((hull, vessel)) = self.own(line, ship) else { return };
        if hull.kind == Kind::Dartship {
            self.refuse(line, &rules::NO_REPAIR, "dartships are never repaired");
        } else if vessel.condition != Wear::Damaged {
            self.refuse(line, &rules::REPAIR, format!("{ship} is not damaged"));
        }
    }

    fn replace_rider(&mut self, line: &Line, carrier: &Ship) {
        if !self.only(line, Side::Union, &rules::NO_REPAIR) {
            return;
        }
        let Some((hull, vessel)) = self.own(line, carrier) else { return };
        if hull.riders == 0 {
            let what = format!("{carrier} carries no riders");
            self.refuse(line, &rules::RIDERS_REPLACED, what);
        } else if vessel.riders.iter().all(|rider| *rider == Wear::Whole) {
            let what = format!("{carrier} has all its riders");
            self.refuse(line, &rules::RIDERS_REPLACED, what);
        }
    }

    fn garrison(&mut self, line: &Line, carrier: &Ship) {
        if !self.only(line, Side::Mazianni, &rules::GARRISON) || self.own(line, carrier).is_none() {
            return;
        }
        let empty = self.view.aboard.as_ref().is_some_and(|aboard| !aboard.contains(carrier));
        if matches!(line.order, Order::Land { .. }) && empty {
            self.odd(line, &rules::GARRISON, format!("{carrier} has no troops aboard"));
        }
    }

    /// Entries beyond the allowance are dropped, the last ones first (cw21, cw53).
    fn allowance(&mut self, orders: &[Line]) {
        let state = &self.view.open;
        if !self.rolled() || state.step != Step::Movement {
            return;
        }
        let refused = self.found.iter().filter(|f| f.weight == crate::engine::Weight::Refused);
        let refused: BTreeSet<String> = refused.map(|f| f.line.clone()).collect();
        let refused = |line: &Line| refused.contains(&line.line);
        let items = orders.iter().filter(|line| !refused(line)).filter_map(Item::of).collect();
        let allowance = state.allowance.get(&self.side).copied();
        let free = orders.iter().filter(|line| !refused(line)).find_map(|line| match &line.order {
            Order::FreeDartship { ship, .. } => Some(ship),
            _ => None,
        });
        for item in arrange(self.game, state, (items, free), allowance).dropped {
            let what = format!("you may move {} ships in this turn", allowance.unwrap_or(0));
            self.refuse(item.given, &rules::INITIATIVE, what);
        }
    }
}

fn for_one_turn(order: &Order) -> bool {
    at_the_dock(order)
        || matches!(
            order,
            Order::Deploy { .. }
                | Order::Troops { .. }
                | Order::FleetAssembly
                | Order::Move { .. }
                | Order::TaskForce { .. }
                | Order::FreeDartship { .. }
        )
}

/// Decisions after the fighting, which may hang on how it went.
fn at_the_dock(order: &Order) -> bool {
    matches!(
        order,
        Order::Repair { .. }
            | Order::ReplaceRider { .. }
            | Order::Land { .. }
            | Order::Embark { .. }
            | Order::Raise { .. }
            | Order::Bombard { .. }
    )
}
