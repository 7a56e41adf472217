//! Why weapons for which a line was plotted kept silent, as far as its owner could see: range, leave, arc, time, energy.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Mechad;
use super::classes::Bears;
use super::events::{Event, Way};
use super::format::Part;
use super::impulses::moment;
use super::names::Ship;
use super::order::{Aim, Condition, Order, Power};
use super::ranges::points;
use super::retold::{Attack, Retold, Span};
use super::sheets::ready;
use super::short;
use super::sight::View;
use super::state::{Mount, Open, Status, Step, Target, Unit};
use super::wants::{Want, power, stopped};
use super::whereabouts::Whereabouts;
use crate::base::words::{count, few, runs};
use crate::engine::Fact;

/// Hurdles that are told of, and lines at each of them, at most.
const FEW: usize = 3;

/// How far a line came in an impulse; what comes later came nearer to a shot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Hurdle {
    /// Its condition was not so.
    Condition,
    /// There was nothing to fire at.
    Target,
    /// The rules of the scenario forbid it.
    Leave(Ship),
    /// So many hexes, the fewer the nearer to a shot, and false where no weapon bore either.
    Range(Reverse<u32>, bool),
    /// No weapon bore.
    Arc,
    /// Those that bore had to wait: the first moment for one.
    Wait(Reverse<u32>),
    /// Energy, shots, missiles.
    Lack(&'static str),
    /// Less than was asked for.
    Little(u32),
}

/// The battle as it stood impulse by impulse, each with the ships of which nobody says where they faced.
pub(super) struct Course(Vec<(Open, BTreeSet<Ship>)>);

impl Course {
    /// The impulses that were witnessed.
    pub(super) fn of(view: &View, witnessed: &[Fact<Event>]) -> Self {
        let mut open = Open { step: Step::Impulses, ..view.open.clone() };
        let mut places = Whereabouts::before(witnessed);
        let mut turned = BTreeSet::new();
        for fact in witnessed.iter().rev() {
            if let Event::Moved { ship, facing, way, .. } = &fact.event
                && let Some(unit) = open.units.get_mut(ship)
            {
                unit.facing = *facing;
                // Nobody says where it faced before it turned.
                if *way == Way::Turned {
                    turned.insert(ship.clone())
                } else {
                    turned.remove(ship)
                };
            } else if let Event::Destroyed { ship } | Event::Left { ship, .. } = &fact.event
                && let Some(unit) = open.units.get_mut(ship)
            {
                unit.status = Status::Here;
            }
        }
        for (ship, unit) in &mut open.units {
            unit.at = places.of(view, ship).unwrap_or(unit.at);
        }
        let (mut all, mut gone, mut begun) = (Vec::new(), Vec::<Ship>::new(), false);
        for fact in witnessed {
            places.follow(&fact.event);
            if let Event::ImpulseBegan { turn, impulse } = &fact.event {
                if begun {
                    all.push((open.clone(), turned.clone()));
                }
                for ship in gone.drain(..) {
                    let end = view.open.units.get(&ship).map(|unit| unit.status.clone());
                    if let Some((unit, end)) = open.units.get_mut(&ship).zip(end) {
                        unit.status = end;
                    }
                }
                (open.turn, open.impulse, begun) = (*turn, *impulse, true);
            } else if let Event::Moved { ship, facing, .. } = &fact.event
                && let Some(unit) = open.units.get_mut(ship)
            {
                (unit.at, unit.facing) = (places.of(view, ship).unwrap_or(unit.at), *facing);
                turned.remove(ship);
            } else if let Event::Destroyed { ship } | Event::Left { ship, .. } = &fact.event {
                gone.push(ship.clone());
            }
        }
        if begun {
            all.push((open.clone(), turned.clone()));
        }
        Self(all)
    }

    /// What kept a line from being used in these impulses, in words; `None` if nobody can say.
    pub(super) fn why(&self, game: &Mechad, view: &View, order: &Order) -> Option<String> {
        self.met(game, view, order).map(|(best, when)| self.said(&best, &when))
    }

    /// The last hurdle before a shot that a line came to, and in which impulses.
    fn met(&self, game: &Mechad, view: &View, order: &Order) -> Option<(Hurdle, Vec<u32>)> {
        let (from, to) = window(order)?;
        let inside = self.0.iter().filter(|(open, _)| (from..=to).contains(&open.impulse));
        let met = inside.filter_map(|(open, turned)| {
            Some((hurdle(game, view, (open, turned), order)?, open.impulse))
        });
        let met: Vec<(Hurdle, u32)> = met.collect();
        let best = met.iter().map(|(hurdle, _)| hurdle).max()?.clone();
        let when = met.iter().filter(|(other, _)| *other == best).map(|(_, at)| *at).collect();
        Some((best, when))
    }

    /// A hurdle in words, with the impulses in which a line came to it.
    fn said(&self, hurdle: &Hurdle, when: &[u32]) -> String {
        let word = if when.len() == 1 { "impulse" } else { "impulses" };
        let when = format!("{word} {}", runs(when));
        let turn = self.0.last().map_or(0, |(open, _)| open.turn);
        match hurdle {
            Hurdle::Condition => "its condition never held".to_owned(),
            Hurdle::Target => "its target was gone".to_owned(),
            Hurdle::Leave(ship) => format!("the scenario does not allow it at {ship}"),
            Hurdle::Range(Reverse(range), bears) => {
                let arc = if *bears { "" } else { " and out of arc" };
                format!("out of range{arc}, {range} hexes at best in {when}")
            }
            Hurdle::Arc => format!("in range in {when}, but out of its arc"),
            Hurdle::Wait(Reverse(next)) => {
                let next = moment(turn, *next);
                format!("in range and arc in {when}, but it had to wait until {next}")
            }
            Hurdle::Lack(what) => format!("in range and arc in {when}, but {what}"),
            Hurdle::Little(least) => {
                format!("in range and arc in {when}, but less than {least} points to be expected")
            }
        }
    }
}

/// The impulses in which a line counts.
fn window(order: &Order) -> Option<(u32, u32)> {
    match order {
        Order::Fire { from, to, .. }
        | Order::Launch { from, to, .. }
        | Order::Cannon { from, to, .. } => Some((*from, *to)),
        _ => None,
    }
}

/// What a line is aimed with and at: the weapon, the aim, its own limit, its condition.
type Line<'o> = (&'o Ship, Part, &'o Aim, Option<u32>, Option<&'o Condition>);

fn line(order: &Order) -> Option<Line<'_>> {
    match order {
        Order::Fire { ship, with, at, range, when, .. }
        | Order::Launch { ship, with, at, range, when, .. } => {
            Some((ship, *with, at, *range, when.as_ref()))
        }
        Order::Cannon { ship, at: Some(at), when, .. } => {
            Some((ship, Part::Cannon, at, None, when.as_ref()))
        }
        _ => None,
    }
}

/// What stood in the way of a line in an impulse; `None` if nobody can say.
fn hurdle(
    game: &Mechad,
    view: &View,
    (open, turned): (&Open, &BTreeSet<Ship>),
    order: &Order,
) -> Option<Hurdle> {
    let (ship, part, aim, most, when) = line(order)?;
    let (unit, hold) = (open.units.get(ship)?, view.holds.get(ship)?);
    unit.working(part).next()?;
    match when {
        Some(when @ (Condition::EnemyWithin { .. } | Condition::EnemyIn { .. }))
            if game.is_so(open, when) => {}
        Some(Condition::EnemyWithin { .. } | Condition::EnemyIn { .. }) => {
            return Some(Hurdle::Condition);
        }
        // What else there was is not written down.
        Some(_) => return None,
        None => {}
    }
    if !matches!(aim, Aim::Nearest | Aim::Ship(_)) {
        return None;
    }
    let Some(target) = game.resolved(open, ship, aim) else { return Some(Hurdle::Target) };
    let name = target.ship()?;
    let other = open.units.get(name)?;
    if !game.permits(open, ship, part, &target) {
        return Some(Hurdle::Leave(name.clone()));
    }
    let range = unit.at.0.distance(other.at.0);
    let power = power(game, unit, Some(order));
    let arc = |mount: &Mount| game.covers(unit, mount);
    if range > most.unwrap_or(u32::MAX).min(reach(game, unit, (part, power))) {
        let bears = |(_, mount): (usize, &Mount)| Mechad::bears(unit, arc(mount), other.at);
        let bears = turned.contains(ship) || unit.working(part).any(bears);
        return Some(Hurdle::Range(Reverse(range), bears));
    }
    let arcs = unit.working(part).any(|(_, mount)| arc(mount) != Bears::All);
    if arcs && turned.contains(ship) {
        return None;
    }
    let bearing = unit.working(part).filter(|(_, m)| Mechad::bears(unit, arc(m), other.at));
    let now = open.now();
    let from = bearing.map(|(_, mount)| ready(game, unit, &before(mount, now))).min();
    let Some(from) = from else { return Some(Hurdle::Arc) };
    if from > now {
        return Some(Hurdle::Wait(Reverse(from)));
    }
    if let Order::Fire { least: Some(least), .. } = order {
        let power = game.boosted(power, range);
        let modifier = game.shift(open, unit, &target) - i32::from(power == Power::Boosted);
        let sixths = game.expected(unit, part, power, game.effective(unit, range), modifier);
        if sixths < 6 * least {
            return Some(Hurdle::Little(*least));
        }
    }
    if let Some(want) = stopped(game, open, (unit, hold), (part, order)) {
        return Some(Hurdle::Lack(lack(want)));
    }
    let empty = hold.loads.values().all(|load| *load == 0);
    if matches!(part, Part::Twm | Part::Rack) && empty {
        return Some(Hurdle::Lack("no missile was left in it"));
    }
    None
}

/// The farthest that a weapon reaches; drones and plasma torpedoes fly on.
fn reach(game: &Mechad, unit: &Unit, (part, power): (Part, Power)) -> u32 {
    if matches!(part, Part::Rack | Part::Add | Part::Plasma) {
        return u32::MAX;
    }
    // No weapon reaches farther than a heavy whip (md42).
    let reaches = |range: &u32| points(game, unit, (part, power), *range).is_some();
    (0..=150).rev().find(reaches).unwrap_or(0)
}

/// A weapon as it was before a moment.
fn before(mount: &Mount, now: u32) -> Mount {
    let mut mount = mount.clone();
    mount.fired.retain(|at| *at < now);
    mount
}

/// The same afterwards: another line may have used up what there was.
fn lack(want: Want) -> &'static str {
    match want {
        Want::Control => "there was no fire control",
        Want::Energy => "the capacitor had no energy left for it",
        Want::Shots => "it had no shots left",
        Want::Arms => "none was left armed",
        Want::Launch => "nothing is launched in erratic maneuvers",
    }
}

/// True if a line was used, as its owner witnessed.
fn is_used(view: &View, order: &Order, witnessed: &[Fact<Event>]) -> bool {
    let Some((ship, part, aim, ..)) = line(order) else { return true };
    let meant = |target: &Target| match aim {
        Aim::Ship(wanted) => *target == Target::Ship(wanted.clone()),
        _ => matches!(target, Target::Ship(_)),
    };
    let mounted = |number: u32| {
        let at = usize::try_from(number).unwrap_or(0).checked_sub(1);
        let unit = view.open.units.get(ship);
        at.zip(unit).and_then(|(at, unit)| unit.mounts.get(at)).map(|mount| mount.part)
    };
    witnessed.iter().any(|fact| match &fact.event {
        Event::Fired { ship: by, mount, target, .. } => {
            by == ship && mounted(*mount) == Some(part) && meant(target)
        }
        Event::Launched { ship: by, mount, .. } => by == ship && mounted(*mount) == Some(part),
        event => match event.retold() {
            Some(Retold::Attack(Attack::Direct { ship: by, what, target, .. })) => {
                by == ship && what == part.word() && meant(target)
            }
            _ => false,
        },
    })
}

/// The lines of the reader's plot for weapons that were not used in the last impulses, with what kept each from it.
pub(super) fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let impulse = |fact: &Fact<Event>| {
        matches!(fact.event.retold(), Some(Retold::Began(Span::Impulse { .. })))
    };
    let plot = view.side.as_ref().and_then(|side| view.plots.get(side))?;
    if view.open.step == Step::Over || !witnessed.iter().any(impulse) {
        return None;
    }
    let fires = |order: &&Order| matches!(order, Order::Fire { .. } | Order::Launch { .. });
    let unused = plot.orders.iter().filter(fires).filter(|o| !is_used(view, o, witnessed));
    let unused: Vec<&Order> = unused.collect();
    if unused.is_empty() {
        return None;
    }
    let course = Course::of(view, witnessed);
    // Who came nearest to a shot first; what was kept from it alike is told once.
    let mut met: Vec<(Hurdle, Vec<u32>, String)> = unused
        .into_iter()
        .filter_map(|order| {
            let (hurdle, when) = course.met(game, view, order)?;
            Some((hurdle, when, format!("`{}`", short::line(order))))
        })
        .collect();
    met.sort_by(|one, other| (&other.0, &other.1).cmp(&(&one.0, &one.1)));
    let mut groups: Vec<(Hurdle, Vec<u32>, Vec<String>)> = Vec::new();
    let far = |one: &Hurdle, other: &Hurdle| match (one, other) {
        (Hurdle::Range(_, bore), Hurdle::Range(_, bears)) => bore == bears,
        _ => false,
    };
    for (hurdle, when, line) in met {
        // Of what was out of range the nearest counts.
        let same = |(known, at, _): &&mut (Hurdle, Vec<u32>, Vec<String>)| {
            (known, at) == (&hurdle, &when) || far(known, &hurdle)
        };
        match groups.iter_mut().find(same) {
            Some((.., lines)) => lines.push(line),
            None => groups.push((hurdle, when, vec![line])),
        }
    }
    let more = groups.len().saturating_sub(FEW);
    let told = groups.into_iter().take(FEW).map(|(hurdle, when, lines)| {
        format!("{}: {}", few(lines, FEW), course.said(&hurdle, &when))
    });
    let rest = (more > 0).then(|| format!("others for {}", count(more, "more reason")));
    let told: Vec<String> = told.chain(rest).collect();
    (!told.is_empty()).then(|| format!("Not fired: {}.", told.join("; ")))
}
