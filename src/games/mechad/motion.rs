//! Movement: turn modes, sideslips, steering.

use super::Mechad;
use super::events::Way;
use super::format::TurnMode;
use super::names::{Hx, Ship};
use super::order::{Aim, Helm, Leg};
use super::state::{Flying, Open, Target, Unit};
use crate::engine::board::{Board, Facing};

/// A hex that is entered: where, how it then faces, and how it got there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    /// The hex; it may lie beyond the map.
    pub to: Hx,
    /// Where the unit then faces.
    pub facing: Facing,
    /// How.
    pub way: Way,
}

impl Mechad {
    /// Hexes straight ahead that a turn takes at a speed (md54).
    pub fn straight(&self, mode: TurnMode, speed: u32) -> u32 {
        let bounds = &self.format.turn_modes[&mode].values;
        let step = bounds.iter().position(|bound| speed <= *bound).unwrap_or(bounds.len());
        u32::try_from(step + 1).unwrap_or(u32::MAX)
    }

    fn may_turn(&self, unit: &Unit) -> bool {
        unit.straight >= self.straight(self.class(unit).turn_mode, unit.speed)
    }

    /// Where a leg leads now. A turn or slip that is not allowed yet is a hex straight ahead.
    pub fn step(&self, unit: &Unit, leg: Leg) -> Entered {
        let ahead = |facing: Facing| unit.at.0.ahead(facing, 1).map_or(unit.at, Hx);
        let turned = |by: i8| {
            let facing = unit.facing.turned(by);
            Entered { to: ahead(facing), facing, way: Way::Turned }
        };
        let slipped = |by: i8| {
            let to = ahead(unit.facing.turned(by));
            Entered { to, facing: unit.facing, way: Way::Slipped }
        };
        match leg {
            Leg::Left if self.may_turn(unit) => turned(-1),
            Leg::Right if self.may_turn(unit) => turned(1),
            Leg::SlipLeft if unit.level >= 1 => slipped(-1),
            Leg::SlipRight if unit.level >= 1 => slipped(1),
            Leg::Ahead(_) | Leg::Left | Leg::Right | Leg::SlipLeft | Leg::SlipRight => {
                Entered { to: ahead(unit.facing), facing: unit.facing, way: Way::Ahead }
            }
        }
    }

    /// The leg of a plotted course after so many moves, and how many moves the plot has made with
    /// it; `None` if none is left. A leg that has to wait for a turn mode counts once it is made.
    pub fn leg(&self, unit: &Unit, legs: &[Leg], made: u32) -> Option<(Entered, u32)> {
        let mut left = made;
        for leg in legs {
            let length = if let Leg::Ahead(count) = leg { *count } else { 1 };
            if left < length {
                let entry = self.step(unit, *leg);
                let waits = !matches!(leg, Leg::Ahead(_)) && entry.way == Way::Ahead;
                return Some((entry, if waits { made } else { made + 1 }));
            }
            left -= length;
        }
        None
    }

    /// The best move by a rule (md78).
    pub fn steer(&self, open: &Open, ship: &Ship, unit: &Unit, helm: Helm, at: &Aim) -> Entered {
        let goal = self.resolved(open, ship, at).and_then(|target| open.place(&target));
        let choices = [Leg::Ahead(1), Leg::Left, Leg::Right, Leg::SlipLeft, Leg::SlipRight];
        let entries = choices.into_iter().map(|leg| self.step(unit, leg));
        let best = entries.min_by_key(|entry| self.merit(unit, *entry, helm, goal));
        best.unwrap_or_else(|| self.step(unit, Leg::Ahead(1)))
    }

    /// The less, the better. It looks two hexes ahead, and keeps off the edge of the map.
    fn merit(&self, unit: &Unit, entry: Entered, helm: Helm, goal: Option<Hx>) -> (u32, u32, u32) {
        let map = self.scenario.map();
        let off = u32::from(map.cell(entry.to.0).is_none());
        let later = entry.to.0.ahead(entry.facing, 2).unwrap_or(entry.to.0);
        let turned = u32::from(entry.way != Way::Ahead);
        match (helm, goal) {
            (Helm::Heading(facing), _) => (off, u32::from(entry.facing.turns_to(facing)), turned),
            (Helm::Close, Some(goal)) => (off, later.distance(goal.0), turned),
            (Helm::Keep(range), Some(goal)) => {
                let far = later.distance(goal.0);
                let nose =
                    super::aim::toward(entry.to, goal).map_or(0, |to| to.turns_to(entry.facing));
                (off, 2 * far.abs_diff(range) + u32::from(nose), turned)
            }
            (Helm::Away, Some(goal)) => {
                // Over an edge that one may leave by is as far as one gets.
                let side = &self.scenario.sides[&unit.side];
                let out = off == 1 && side.lets_out(entry.facing);
                let far = if out { 200 } else { later.distance(goal.0) };
                (u32::from(off == 1 && !out), 400 - far, turned)
            }
            (_, None) => (off, turned, 0),
        }
    }

    /// The hex that a drone or plasma torpedo enters next on its way to a hex, and where it then faces; `None` if none of
    /// those before it is on the map (md61).
    pub fn homing(&self, at: Hx, facing: Facing, goal: Hx) -> Option<(Hx, Facing)> {
        let ways = [0, 1, -1].map(|by| facing.turned(by));
        let best = ways.into_iter().filter_map(|facing| {
            let to = at.0.ahead(facing, 1)?;
            self.scenario.map().holds(&to).then_some((to.distance(goal.0), Hx(to), facing))
        });
        best.min_by_key(|(far, _, _)| *far).map(|(_, to, facing)| (to, facing))
    }

    /// True of a drone or plasma torpedo that is gone at a moment, before it moves, after so many hexes (md61, md62).
    pub fn is_spent(&self, flying: &Flying, travelled: u32, now: u32) -> bool {
        let old = now.saturating_sub(flying.since) > self.format.numbers.drone_life.value;
        old || flying.plasma && self.format.plasma.at(travelled) <= 0
    }

    /// The target that an order means now: the nearest enemy is the first by name of those at the
    /// least range.
    pub fn resolved(&self, open: &Open, ship: &Ship, aim: &Aim) -> Option<Target> {
        let unit = open.units.get(ship)?;
        let enemy = |other: &Unit| self.scenario.enemies(&unit.side, &other.side);
        let far = |at: Hx| unit.at.0.distance(at.0);
        match aim {
            Aim::Nearest => {
                let wager = self.scenario.victory == super::scenario::Victory::Wager;
                let rival = |other: &Unit| wager && self.scenario.rivals(&unit.side, &other.side);
                let all = open.here().filter(|(_, other)| enemy(other) && !rival(other));
                all.min_by_key(|(_, other)| far(other.at)).map(|(s, _)| Target::Ship(s.clone()))
            }
            Aim::NearestSmall => {
                let missiles = open.missiles.iter();
                let missiles = missiles.filter(|(_, m)| self.scenario.enemies(&unit.side, &m.side));
                let missiles = missiles.map(|(name, m)| (far(m.at), Target::Missile(name.clone())));
                let small = open.here().filter(|(_, u)| enemy(u) && self.class(u).is_fighter());
                let small = small.map(|(name, u)| (far(u.at), Target::Ship(name.clone())));
                missiles.chain(small).min_by_key(|(far, _)| *far).map(|(_, target)| target)
            }
            Aim::Ship(other) => {
                open.units.get(other).filter(|u| u.is_here()).map(|_| Target::Ship(other.clone()))
            }
            Aim::Missile(missile) => {
                open.missiles.get(missile).map(|_| Target::Missile(missile.clone()))
            }
        }
    }
}
