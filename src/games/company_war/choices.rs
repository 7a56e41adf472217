//! What a side may order, ship by ship: the lines of a template. What the check refuses is left
//! out by the engine, so this asks only what is of use.

use std::collections::{BTreeMap, BTreeSet};

use super::berths::Berths;
use super::courses::courses;
use super::events::Merit;
use super::format::Kind;
use super::names::{Jp, Ship};
use super::order::{Fire, FleeWhen, Launch, Order, PassPolicy, Precedence};
use super::resolve::scoring::garrison;
use super::resolve::set_up::bases;
use super::said::few;
use super::scenario::Side;
use super::sight::View;
use super::state::{Condition, Open, Step};
use super::{CompanyWar, page, stations};
use crate::base::words::{count, joined};
use crate::engine::Choice;

/// Courses that a ship is offered at most.
const COURSES: usize = 6;
/// Courses that a dartship is offered at most.
const SCOUTING: usize = 3;
/// Courses that ships together are offered at most.
const TOGETHER: usize = 4;

/// What the reader may order in the coming cycle.
pub fn choices(game: &CompanyWar, view: &View) -> Vec<Choice<Order>> {
    let open = &view.open;
    let Some(side) = view.side.filter(|_| open.step != Step::Over) else { return Vec::new() };
    let (berths, barred) = (game.berths(open), game.barred(open, side));
    let (ways, returning) = (BTreeMap::new(), open.returning() > 0);
    let mut chooser = Chooser { game, view, open, side, berths, barred, ways, returning };
    chooser.survey();
    let left = game.chart.fleet(side).filter(|s| open.ships[*s].condition != Condition::Lost);
    let ships = left.map(|ship| chooser.ship(ship));
    let points = || game.chart.points.keys().copied();
    let together = points().filter_map(|at| chooser.together(at));
    let places = points().flat_map(|at| [chooser.fight(at), chooser.station(at)]).flatten();
    ships.chain(together).chain(places).chain([chooser.whole()]).collect()
}

/// A course, and what it is.
type Course = (Vec<Jp>, String);

struct Chooser<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    open: &'a Open,
    side: Side,
    berths: Berths<'a>,
    /// Where the enemy ends the side's movement.
    barred: BTreeSet<Jp>,
    /// The courses from where ships lie, for dartships and for others.
    ways: BTreeMap<(Jp, bool), Vec<Course>>,
    /// True if lost troops may return.
    returning: bool,
}

impl Chooser<'_> {
    /// A ship: its courses, then what else it can do.
    fn ship(&self, ship: &Ship) -> Choice<Order> {
        let mut choice = Choice::unit(self.described(ship));
        match self.open.ships[ship].at {
            None => self.deployment(&mut choice, ship),
            Some(at) => {
                let dartship = self.game.chart.hulls[ship].kind == Kind::Dartship;
                let most = if dartship { SCOUTING } else { COURSES };
                for (path, about) in self.courses(at, dartship, most) {
                    let (ship, path) = (ship.clone(), path.clone());
                    let order = if dartship {
                        Order::FreeDartship { ship, path, after: 0 }
                    } else {
                        Order::Move { ship, path, when: None }
                    };
                    choice.offer(order, about);
                }
                self.others(&mut choice, ship, at);
            }
        }
        choice
    }

    /// Name, class, ratings, place and condition, as the report has them.
    fn described(&self, ship: &Ship) -> String {
        let (hull, vessel) = (&self.game.chart.hulls[ship], &self.open.ships[ship]);
        let ratings = page::ratings(self.game, self.open, ship);
        let place = vessel.at.map(|at| format!("at {}", self.game.chart.place(at)));
        let place = place.unwrap_or_else(|| "not deployed".to_owned());
        let riders = page::riders(vessel);
        let riders = if riders.is_empty() { riders } else { format!("{riders} riders") };
        let fact = |so: bool, word| if so { word } else { "" };
        let troops = fact(self.view.loaded(ship), "troops aboard");
        let damage = fact(vessel.condition == Condition::Damaged, "damaged");
        let facts =
            joined([riders.as_str(), troops, damage, fact(vessel.fleeing, "fleeing")], ", ");
        let name = format!("{ship}, {} {ratings}, {place}", hull.class);
        joined([name, facts], ": ")
    }

    /// Set-up: the bases, and troops.
    fn deployment(&self, choice: &mut Choice<Order>, ship: &Ship) {
        for at in bases(self.game, self.side) {
            choice.offer(Order::Deploy { ship: ship.clone(), at }, self.game.chart.place(at));
        }
        let counters = count(self.game.format.troops.value, "troop counter");
        choice.offer(Order::Troops { carrier: ship.clone() }, format!("one of {counters}"));
    }

    /// Finds the courses from every place where ships of the side lie.
    fn survey(&mut self) {
        for ship in self.game.chart.fleet(self.side) {
            let dartship = self.game.chart.hulls[ship].kind == Kind::Dartship;
            for kind in [dartship, false] {
                if let Some(at) = self.open.ships[ship].at
                    && !self.ways.contains_key(&(at, kind))
                {
                    self.ways.insert((at, kind), self.search(at, kind));
                }
            }
        }
    }

    /// So many courses from a place where ships lie, each with what it is.
    fn courses(&self, from: Jp, dartship: bool, most: usize) -> impl Iterator<Item = &Course> {
        self.ways.get(&(from, dartship)).into_iter().flatten().take(most)
    }

    /// One jump each way, then the shortest ways to stations, where no enemy stops a ship before
    /// the end. Dartships pass (cw27).
    fn search(&self, from: Jp, dartship: bool) -> Vec<Course> {
        let stops = |at| !dartship && self.barred.contains(&at);
        let all = courses(&self.game.chart, self.side, from, stops);
        let (near, far): (Vec<_>, Vec<_>) = all.into_iter().partition(|path| path.len() == 2);
        let shore = |path: &Vec<Jp>| self.game.chart.station_at(path[path.len() - 1]).is_some();
        let described = |path: Vec<Jp>| {
            let end = path[path.len() - 1];
            let met = if stops(end) { ", enemy there" } else { "" };
            (path, format!("to {}{met}", self.game.chart.place(end)))
        };
        near.into_iter().chain(far.into_iter().filter(shore)).map(described).collect()
    }

    /// What is decided in a fight, in dock and on a station.
    fn others(&self, choice: &mut Choice<Order>, ship: &Ship, at: Jp) {
        let (game, open, carrier) = (self.game, self.open, || ship.clone());
        let (loaded, rests) = (self.view.loaded(ship), "if it stays here all turn");
        let fights = game.chart.hulls[ship].kind != Kind::Dartship;
        let (to, when) = (None, FleeWhen::Damaged);
        let flee = Order::Flee { at: None, ship: Some(ship.clone()), when, to };
        let landed = if open.landed.contains(&at) {
            "on another station where it ends the turn: this one has troops"
        } else {
            "on the station where it ends the turn"
        };
        let raised = "a lost troop counter returns";
        let dock = stations::serves(game, open, self.side, at);
        choice.offer_if(fights, flee, "from any fight");
        choice.offer_if(dock, Order::Repair { ship: ship.clone() }, rests);
        let riders = game.replaces_riders(at) && garrison(game, open, at).is_none();
        choice.offer_if(riders, Order::ReplaceRider { carrier: carrier() }, rests);
        choice.offer_if(loaded, Order::Land { carrier: carrier() }, landed);
        let ashore = !loaded && open.landed.contains(&at);
        choice.offer_if(ashore, Order::Embark { carrier: carrier() }, "if it ends the turn here");
        let returns = !loaded && self.returning;
        choice.offer_if(returns, Order::Raise { carrier: carrier() }, raised);
    }

    /// Ships at one place that could go as one (cw30).
    fn together(&self, at: Jp) -> Option<Choice<Order>> {
        let most = self.game.rolled(self.open, self.side).map_or(usize::MAX, |n| n as usize);
        let here = self.berths.at(at, self.side);
        // One stays to hold what else nobody would.
        let worth = self.game.income(self.open).iter().any(|(.., why)| *why == Merit::Held(at));
        let stays = usize::from(worth && !self.open.landed.contains(&at));
        let most = most.min(here.len().saturating_sub(stays));
        let ships: Vec<Ship> = here.iter().take(most).copied().cloned().collect();
        if ships.len() < 2 {
            return None;
        }
        let place = self.game.chart.place(at);
        let mut choice = Choice::other(format!("As a task force from {place}: {}", few(&ships)));
        // What ships go for together is a station.
        let shore =
            |(path, _): &&Course| self.game.chart.station_at(path[path.len() - 1]).is_some();
        let all = self.courses(at, false, usize::MAX);
        let (near, open): (Vec<&Course>, Vec<&Course>) = all.partition(shore);
        for (path, about) in near.into_iter().chain(open).take(TOGETHER) {
            let (ships, path) = (ships.clone(), path.clone());
            choice.offer(Order::TaskForce { ships, path, when: None }, about);
        }
        Some(choice)
    }

    /// Decisions of a fight that may come.
    fn fight(&self, here: Jp) -> Option<Choice<Order>> {
        let fit = |side| self.game.fit(self.open, side, here);
        let enemies: Vec<Ship> = fit(self.side.other()).cloned().collect();
        let first = enemies.first().filter(|_| fit(self.side).next().is_some())?;
        let place = self.game.chart.place(here);
        let mut choice = Choice::other(format!("{place}, against {}", few(&enemies)));
        let (at, priority) = (Some(here), vec![first.to_string()]);
        let flee = |when| Order::Flee { at, ship: None, when, to: None };
        choice.offer_all([
            (Order::Target { at, priority, fire: Fire::Focus }, "two shots each, this one first"),
            (Order::Riders { at, launch: Launch::None }, "riders stay aboard"),
            (flee(FleeWhen::Now), "after the first round"),
            (flee(FleeWhen::Outnumbered(2)), "two enemies to one"),
            (flee(FleeWhen::Never), "fight to the end"),
            (Order::CeaseFire { at: here, from_round: 2 }, "if the enemy offers it too"),
        ]);
        Some(choice)
    }

    /// A station to fire at.
    fn station(&self, at: Jp) -> Option<Choice<Order>> {
        let fit = |side| self.game.fit(self.open, side, at).next().is_some();
        let clear = fit(self.side) && !fit(self.side.other());
        (clear && self.game.has_station(self.open, at)).then(|| {
            let mut choice = Choice::other(format!("{} station", self.game.chart.place(at)));
            choice.offer(
                Order::Bombard { at },
                "must not leave you below zero at the end of the turn",
            );
            choice
        })
    }

    /// What belongs to no ship.
    fn whole(&self) -> Choice<Order> {
        let open = self.open;
        let mut choice = Choice::other(format!("Your fleet{}", self.moves()));
        let more = self.game.has_roll_left(open);
        let one_more_die = "one more die in the next roll, once per game";
        choice.offer_if(more, Order::FleetAssembly, one_more_die);
        let tied = "if the initiative is tied, the Union moves first";
        choice.offer_if(self.game.can_tie(open), Order::OnTie(Precedence::Second), tied);
        choice.offer_all([
            (Order::Pass(PassPolicy::Never), "never decline"),
            (
                Order::Pass(PassPolicy::UntilEnemyLeft(2)),
                "decline while the enemy has more than 2 ships left to move and you have fewer",
            ),
        ]);
        self.fights(&mut choice);
        choice
    }

    /// Decisions of all fights, if any can come: those who have to fight are left on both sides.
    fn fights(&self, choice: &mut Choice<Order>) {
        let fights = |ship: &&Ship| {
            let lost = self.open.ships[*ship].condition == Condition::Lost;
            !lost && !self.game.is_dartship(ship)
        };
        let [own, enemies] = [self.side, self.side.other()]
            .map(|side| self.game.chart.fleet(side).filter(fights).collect::<Vec<&Ship>>());
        if own.is_empty() || enemies.is_empty() {
            return;
        }
        let flee = |when| Order::Flee { at: None, ship: None, when, to: None };
        let target = |priority, fire| Order::Target { at: None, priority, fire };
        choice.offer_all([
            (target(self.classes(), Fire::Focus), "two shots each"),
            (target(Vec::new(), Fire::FinishDamaged), "damaged ones first"),
        ]);
        let whole = |rider: &Condition| *rider != Condition::Lost;
        let riders = own.iter().any(|ship| self.open.ships[*ship].riders.iter().any(whole));
        let aboard = Order::Riders { at: None, launch: Launch::None };
        choice.offer_if(riders, aboard, "riders stay aboard");
        let outnumbered = flee(FleeWhen::Outnumbered(3));
        choice.offer_if(enemies.len() >= 3, outnumbered, "three enemies to one");
        choice.offer(flee(FleeWhen::Losses(3)), "after three losses of yours");
    }

    /// How many ships may move, and which first.
    fn moves(&self) -> String {
        let Some(ships) = self.game.rolled(self.open, self.side) else { return String::new() };
        let first = match self.game.claimants(self.open, self.side).len() {
            0 => String::new(),
            fleeing => format!(", the {fleeing} fleeing ones first"),
        };
        format!("; it may move {} this turn{first}", count(ships, "ship"))
    }

    /// Classes of enemy ships that are left to fight, in the order of the scenario.
    fn classes(&self) -> Vec<String> {
        let mut classes: Vec<String> = Vec::new();
        for ship in self.game.chart.fleet(self.side.other()) {
            let hull = &self.game.chart.hulls[ship];
            let left = self.open.ships[ship].condition != Condition::Lost;
            if left && hull.kind != Kind::Dartship && !classes.contains(&hull.class) {
                classes.push(hull.class.clone());
            }
        }
        classes
    }
}
