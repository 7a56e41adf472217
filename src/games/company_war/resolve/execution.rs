//! 1C: the sides alternate, ship by ship, until all plots are executed (cw23 to cw34).

use std::collections::{BTreeMap, BTreeSet};

use super::Cycle;
use super::plot::Item;
use crate::engine::{Code, Fate, Given, Rule};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::conditions::holds;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Kind, Switch};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Order, PassPolicy, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::Open;

/// The dartship that moves outside the allowance (cw18).
#[derive(Debug)]
pub struct FreeDartship<'o> {
    /// The order line.
    pub given: &'o Given<Order>,
    /// The dartship.
    pub ship: &'o Ship,
    /// Its course.
    pub path: &'o [Jp],
    /// It goes after so many goes of its own side.
    pub after: u32,
}

/// Whom an arrival can meet, by jump point and side: asked at every jump, so it is kept beside the
/// state while ships move.
#[derive(Debug, Default)]
struct Met<'g> {
    /// Ships that stop enemies.
    stoppers: BTreeMap<(Jp, Side), usize>,
    /// Ships that an enemy's arrival keeps where they are, by name (cw29).
    free: BTreeMap<(Jp, Side), BTreeSet<&'g Ship>>,
}

impl<'g> Met<'g> {
    fn new(game: &'g CompanyWar, open: &Open) -> Self {
        let mut met = Self::default();
        for (ship, hull) in &game.chart.hulls {
            let vessel = &open.ships[ship];
            let Some(at) = vessel.at.filter(|_| vessel.afloat()) else { continue };
            *met.stoppers.entry((at, hull.side)).or_default() += usize::from(game.is_stopper(ship));
            if hull.kind != Kind::Dartship && !vessel.moved && !open.pinned.contains(ship) {
                met.free.entry((at, hull.side)).or_default().insert(ship);
            }
        }
        met
    }

    fn jump(&mut self, game: &CompanyWar, side: Side, ships: &[Ship], (from, to): (Jp, Jp)) {
        let stoppers = ships.iter().filter(|ship| game.is_stopper(ship)).count();
        *self.stoppers.entry((from, side)).or_default() -= stoppers;
        *self.stoppers.entry((to, side)).or_default() += stoppers;
        if let Some(free) = self.free.get_mut(&(from, side)) {
            for ship in ships {
                free.remove(ship);
            }
        }
    }
}

/// The plots while they are executed.
#[derive(Debug)]
pub struct Execution<'o> {
    plots: BTreeMap<Side, Vec<Item<'o>>>,
    dartship: Option<FreeDartship<'o>>,
    /// Goes of the Union so far, for the time of the free dartship.
    union_goes: u32,
    met: Met<'o>,
}

impl<'o> Execution<'o> {
    /// Plots that are about to be executed.
    pub fn new(
        turn: &Cycle<'o>,
        plots: BTreeMap<Side, Vec<Item<'o>>>,
        dartship: Option<FreeDartship<'o>>,
    ) -> Self {
        let met = Met::new(turn.game(), &turn.state().open);
        Self { plots, dartship, union_goes: 0, met }
    }

    /// Alternates from the first mover on.
    pub fn run(mut self, turn: &mut Cycle<'_>, first: Side) {
        let mut side = first;
        let mut last_passer = None;
        while self.left(Side::Mazianni) > 0 || self.left(Side::Union) > 0 {
            if side == Side::Union {
                self.send_dartship(turn);
            }
            if self.left(side) == 0 {
                side = side.other();
                continue;
            }
            if self.declines(turn, side) {
                turn.next_moment();
                turn.record(&rules::DECLINE, Event::Passed { side });
                last_passer = Some(side);
                side = side.other();
                continue;
            }
            self.go(turn, side);
            // Once the counts are equal, the side that last declined begins again (cw32).
            let equal = self.left(Side::Mazianni) == self.left(Side::Union);
            side = match last_passer.take_if(|_| equal) {
                Some(passer) => passer,
                None => side.other(),
            };
        }
        self.union_goes = u32::MAX;
        self.send_dartship(turn);
    }

    /// Ships of a side in entries not yet executed; pinned ones have dropped out (cw34).
    fn left(&self, side: Side) -> usize {
        self.plots[&side].iter().map(|item| item.ships.len()).sum()
    }

    /// True if the side may decline and its policy says so (cw31, cw33).
    fn declines(&self, turn: &mut Cycle<'_>, side: Side) -> bool {
        let enemy = self.left(side.other());
        if self.left(side) >= enemy {
            return false;
        }
        let asked = turn.picked(&side.seat(), asks!(Order::Pass(policy) => policy));
        let Some((given, policy)) = asked.first() else { return true };
        let declines = match policy {
            PassPolicy::Never => false,
            PassPolicy::WheneverAllowed => true,
            PassPolicy::UntilEnemyLeft(left) => enemy > *left as usize,
            PassPolicy::Until(condition) => {
                !holds(turn.game(), side, &turn.state().open, condition)
            }
        };
        turn.used(&side.seat(), given, &rules::DECLINE, Reason::DecidedDeclining);
        declines
    }

    /// One go: the next entry whose condition holds, else the next one (cw21, cw25).
    fn go(&mut self, turn: &mut Cycle<'_>, side: Side) {
        let item = self.choose(turn.game(), &turn.state().open, side);
        let ships = u32::try_from(item.ships.len()).expect("fleets are small");
        turn.next_moment();
        self.fly(turn, side, item);
        turn.record(&rules::ALTERNATION, Event::Went { side, ships });
        if side == Side::Union {
            self.union_goes += 1;
        }
    }

    /// Fleeing ships, which stand first in the plot, go before all others (cw53).
    fn choose(&mut self, game: &CompanyWar, open: &Open, side: Side) -> Item<'o> {
        let plot = self.plots.get_mut(&side).expect("both sides have a plot");
        let fleeing = |item: &Item<'_>| item.ships.iter().any(|s| open.ships[s].fleeing);
        let ready = |item: &Item<'_>| item.when.is_none_or(|when| holds(game, side, open, when));
        let must_go = plot.iter().take_while(|item| fleeing(item)).count();
        let among = if must_go > 0 { must_go } else { plot.len() };
        let at = plot[..among].iter().position(ready).unwrap_or(0);
        plot.remove(at)
    }

    /// Follows a course until it ends, is illegal, or meets the enemy (cw23, cw26).
    fn fly(&mut self, turn: &mut Cycle<'_>, side: Side, item: Item<'o>) {
        let rule = if item.ships.len() > 1 { &rules::TASK_FORCE } else { &rules::COURSE };
        let mut fate = self.follow(turn, side, &item.ships, item.path, rule);
        if !item.held.is_empty() {
            fate.code = fate.code.max(Code::Partly);
            fate.reason = Reason::Thinned { ships: item.held, rest: Box::new(fate.reason) };
        }
        turn.answer(&side.seat(), item.given, fate);
    }

    /// Jump by jump, as many as are written (cw24).
    fn follow(
        &mut self,
        turn: &mut Cycle<'_>,
        side: Side,
        ships: &[Ship],
        path: &[Jp],
        rule: &Rule,
    ) -> Fate<Reason> {
        let game = turn.game();
        let (end, last) = (path[path.len() - 1], path.len() - 2);
        for (jumps, leg) in path.windows(2).enumerate() {
            let (from, to) = (leg[0], leg[1]);
            if !game.chart.joins(side, from, to) {
                let reason = game.no_route(side, from, to);
                let code = if jumps > 0 { Code::Partly } else { Code::Failed };
                return Fate { code, rule: rules::ROUTES, reason };
            }
            turn.record(rule, Event::Jumped { ships: ships.to_vec(), from, to });
            self.met.jump(game, side, ships, (from, to));
            self.pin(turn, side, ships, to);
            let enemies = self.met.stoppers.get(&(to, side.other())).is_some_and(|n| *n > 0);
            if enemies && game.can_be_stopped(ships) {
                turn.record(&rules::STOP, Event::Stopped { ships: ships.to_vec(), at: to });
                return if jumps == last {
                    Fate::done(&rules::STOP, Reason::CourseMet { at: to })
                } else {
                    Fate::partly(&rules::STOP, Reason::Stopped { at: to })
                };
            }
        }
        Fate::done(rule, Reason::CourseEnded { at: end })
    }

    /// An arrival that stops enemies keeps those that have not moved where they are (cw29).
    fn pin(&mut self, turn: &mut Cycle<'_>, side: Side, ships: &[Ship], at: Jp) {
        let game = turn.game();
        let stopper = ships.iter().any(|ship| game.is_stopper(ship));
        if game.switches.pin_on_arrival == Switch::No || !stopper {
            return;
        }
        let Some(caught) = self.met.free.remove(&(at, side.other())).filter(|c| !c.is_empty())
        else {
            return;
        };
        let ships = caught.iter().copied().cloned().collect();
        turn.record(&rules::PIN, Event::Pinned { ships, at });
        self.drop_pinned(turn, side.other(), &caught);
    }

    /// Pinned ships leave their entries and the count (cw34).
    fn drop_pinned(&mut self, turn: &mut Cycle<'_>, side: Side, pinned: &BTreeSet<&Ship>) {
        let before = self.left(side);
        let plot = self.plots.get_mut(&side).expect("both sides have a plot");
        for item in plot.iter_mut() {
            let (held, free) = item.ships.drain(..).partition(|ship| pinned.contains(ship));
            item.ships = free;
            item.held.extend::<Vec<Ship>>(held);
        }
        let dead: Vec<_> = plot.extract_if(.., |item| item.ships.is_empty()).collect();
        let fewer = u32::try_from(before - self.left(side)).expect("fleets are small");
        if fewer > 0 {
            turn.record(&rules::COUNT, Event::Reduced { side, ships: fewer });
        }
        for item in dead {
            let fate = Fate::failed(&rules::PIN, Reason::Pinned { ships: item.held });
            turn.answer(&side.seat(), item.given, fate);
        }
    }

    /// The free dartship goes when its time has come; it neither stops nor pins (cw18, cw27).
    fn send_dartship(&mut self, turn: &mut Cycle<'_>) {
        let due = self.dartship.take_if(|d| d.after <= self.union_goes);
        let Some(FreeDartship { given, ship, path, .. }) = due else { return };
        turn.next_moment();
        let ships = std::slice::from_ref(ship);
        let fate = self.follow(turn, Side::Union, ships, path, &rules::FREE_DARTSHIP);
        turn.answer(&Side::Union.seat(), given, fate);
    }
}

impl CompanyWar {
    /// True if the ship stops and pins enemies: a Mazianni carrier, a Union carrier or cruiser
    /// (cw26, cw27).
    pub(in crate::games::company_war) fn is_stopper(&self, ship: &Ship) -> bool {
        let hull = &self.chart.hulls[ship];
        match hull.side {
            Side::Mazianni => hull.kind == Kind::Carrier,
            Side::Union => hull.kind != Kind::Dartship,
        }
    }

    /// True if an enemy of the side lies there who ends movement (cw26).
    pub(in crate::games::company_war) fn stopper(&self, open: &Open, side: Side, at: Jp) -> bool {
        open.at(at).any(|(ship, _)| self.chart.hulls[ship].side != side && self.is_stopper(ship))
    }

    /// True if an enemy would stop these ships: dartships alone pass (cw26, cw27).
    pub(in crate::games::company_war) fn can_be_stopped(&self, ships: &[Ship]) -> bool {
        ships.iter().any(|ship| self.chart.hulls[ship].kind != Kind::Dartship)
    }

    /// No route that the side may use joins the two (cw3).
    pub(in crate::games::company_war) fn no_route(&self, side: Side, from: Jp, to: Jp) -> Reason {
        Reason::NoRoute { from, to, near: self.chart.near(side, from) }
    }
}
