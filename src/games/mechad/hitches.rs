//! What keeps the lines of a plot from coming to something as all stand now.

use super::Mechad;
use super::format::Part;
use super::impulses::{IMPULSES, moment};
use super::names::Ship;
use super::order::{Aim, Order, Purpose};
use super::ranges::points;
use super::resolve::boarding::free;
use super::rules;
use super::scenario::Role;
use super::sheets::ready;
use super::sight::View;
use super::state::{Hold, Status, Step, Target, Unit};
use super::wants::{Want, power, stopped};

/// A line that is aimed at something: whose it is, with what, at what, and within how many hexes.
type Aimed<'o> = (&'o Ship, Part, Aim, Option<u32>);

/// What keeps a line from coming to something.
pub(super) enum Hitch {
    /// What it is aimed at is so many hexes farther away than it reaches.
    Far(u32, String),
    /// Anything else.
    Other(String),
}

impl Hitch {
    /// It in words.
    pub(super) fn words(self) -> String {
        match self {
            Self::Far(_, words) | Self::Other(words) => words,
        }
    }
}

fn aimed<'o>(game: &Mechad, order: &'o Order) -> Option<Aimed<'o>> {
    let numbers = &game.format.numbers;
    if let Order::Cannon { ship, at: Some(at), .. } = order {
        Some((ship, Part::Cannon, at.clone(), Some(numbers.cannon_range.value)))
    } else if let Order::Fire { ship, with, at, range, .. }
    | Order::Launch { ship, with, at, range, .. } = order
    {
        Some((ship, *with, at.clone(), *range))
    } else if let Order::Board { ship, at, .. } | Order::Raid { ship, at, .. } = order {
        let far = numbers.transporter_range.value;
        Some((ship, Part::Transporter, Aim::Ship(at.clone()), Some(far)))
    } else {
        None
    }
}

/// Why a line of a plot cannot do what it says where all stand now; `None` if it may, or if nobody can say.
pub(super) fn hitch(game: &Mechad, view: &View, order: &Order) -> Option<Hitch> {
    let ship = order.ship()?;
    let unit = view.open.units.get(ship)?;
    let at_all = matches!(unit.status, Status::Here | Status::Aboard(_));
    if !at_all || !unit.is_here() && !matches!(order, Order::Scramble { .. }) {
        return Some(Hitch::Other(gone(ship, unit)));
    }
    let lacks = view.holds.get(ship).and_then(|hold| lacks(game, view, order, (unit, hold)));
    if let Some(what) = lacks {
        return Some(Hitch::Other(what));
    }
    if let Order::Steer { at: Aim::Ship(other), .. } = order {
        let other = view.open.units.get_key_value(other);
        let lost = other.filter(|(_, unit)| !unit.is_here());
        return lost.map(|(ship, unit)| Hitch::Other(gone(ship, unit)));
    }
    at_target(game, view, order, unit)
}

/// What keeps a line that is aimed at something from it.
fn at_target(game: &Mechad, view: &View, order: &Order, unit: &Unit) -> Option<Hitch> {
    let (ship, part, aim, most) = aimed(game, order)?;
    let open = &view.open;
    let Some(target) = game.resolved(open, ship, &aim) else {
        return match aim {
            Aim::Ship(other) => {
                let lost = open.units.get(&other).map(|unit| gone(&other, unit));
                let words = lost.unwrap_or_else(|| format!("{other} is not on the map"));
                Some(Hitch::Other(words))
            }
            Aim::Missile(missile) => Some(Hitch::Other(format!("{missile} is gone"))),
            Aim::Nearest | Aim::NearestSmall => None,
        };
    };
    let Target::Ship(name) = &target else { return None };
    let other = open.units.get(name)?;
    if other.side != unit.side && !game.permits(open, ship, part, &target) {
        return Some(Hitch::Other(forbidden(game, (unit, other), &aim, name)));
    }
    let range = unit.at.0.distance(other.at.0);
    if let Some(most) = most.filter(|most| range > *most) {
        let words = format!("out of range now: {name} at {range} of {most}");
        return Some(Hitch::Far(range - most, words));
    }
    // Drones and plasma torpedoes are launched at any range.
    let limited = part.is_weapon() && !matches!(part, Part::Rack | Part::Add | Part::Plasma);
    let power = power(game, unit, Some(order));
    if limited && points(game, unit, (part, power), range).is_none() {
        let words = format!("out of range now: {name} at {range}");
        return Some(Hitch::Other(words));
    }
    None
}

/// Why the rules of the wager forbid a weapon at a ship, for the owner of a line (md83, md84).
fn forbidden(game: &Mechad, (unit, other): (&Unit, &Unit), aim: &Aim, name: &Ship) -> String {
    let nearest = if *aim == Aim::Nearest { "the nearest is " } else { "" };
    if game.scenario.rivals(&unit.side, &other.side) {
        let why = if other.crippled { "nothing at a crippled rival" } else { "only whips" };
        return format!("not allowed at {name}: {why} [{}]", rules::NON_VIOLENT);
    }
    let convoy = game.scenario.sides[&other.side].role == Role::Convoy;
    if convoy && !other.rescue {
        return format!("{nearest}{name}, where only cannons are allowed [{}]", rules::WAGER);
    }
    format!("not allowed at {name} now")
}

/// What became of a ship that is not on the map.
fn gone(ship: &Ship, unit: &Unit) -> String {
    match &unit.status {
        Status::Destroyed => format!("{ship} is destroyed"),
        Status::Captured => format!("{ship} is captured"),
        Status::Away => format!("{ship} has left"),
        Status::Aboard(home) => format!("{ship} is aboard {home}"),
        Status::Here => format!("{ship} is not on the map"),
    }
}

/// What the ship of a line lacks for it: weapons, energy, parties.
fn lacks(
    game: &Mechad,
    view: &View,
    order: &Order,
    (unit, hold): (&Unit, &Hold),
) -> Option<String> {
    let impulses = view.open.step == Step::Impulses;
    match order {
        Order::Fire { ship, with, at, .. } | Order::Launch { ship, with, at, .. } => {
            unarmed(unit, ship, *with).or_else(|| {
                let small = *at == Aim::NearestSmall;
                let stopped = stopped(game, &view.open, (unit, hold), (*with, order));
                let stopped = stopped.map(|what| match what {
                    Want::Energy => "no energy in the capacitor".to_owned(),
                    want => format!("{} this turn", want.words()),
                });
                // In this order a line that was not used is told of, too.
                resting(game, view, unit, *with).filter(|_| !small).or(stopped)
            })
        }
        Order::Cannon { ship, reserve, .. } => unarmed(unit, ship, Part::Cannon).or_else(|| {
            let fed = *reserve && hold.battery > 0;
            let empty = impulses && hold.cannon == 0 && !fed;
            empty.then(|| "no shots this turn".to_owned())
        }),
        Order::Defend { ship, with, .. } => {
            let works = with.iter().any(|part| unit.working(*part).next().is_some());
            (!works).then(|| format!("{ship} has none of these weapons left"))
        }
        Order::Raise { energy, .. } => {
            let short = impulses && hold.battery < *energy;
            short.then(|| reserve(hold.battery))
        }
        Order::Reserve { into: Purpose::Capacitor, .. } if game.capacitor(unit) == 0 => {
            Some("no weapon left that the capacitor feeds".to_owned())
        }
        Order::Reserve { .. } => (impulses && hold.battery == 0).then(|| reserve(0)),
        Order::Board { .. } | Order::Raid { .. } => match () {
            () if game.left(unit, Part::Transporter) == 0 => Some("no transporter left".to_owned()),
            () if free(hold) == 0 => Some("no boarding party left to send".to_owned()),
            () if impulses && hold.beams == 0 => {
                Some("no energy for transporters this turn".to_owned())
            }
            () => None,
        },
        Order::Weasel { .. } => weasel(game, view, (unit, hold)),
        Order::Build { .. }
        | Order::Place { .. }
        | Order::Outfit { .. }
        | Order::Allocate(_)
        | Order::Course { .. }
        | Order::Steer { .. }
        | Order::Chaff { .. }
        | Order::Scramble { .. }
        | Order::Land { .. }
        | Order::Break(_)
        | Order::Surrender => None,
    }
}

/// A ship without weapons of a kind.
fn unarmed(unit: &Unit, ship: &Ship, part: Part) -> Option<String> {
    let none = unit.working(part).next().is_none();
    none.then(|| format!("{ship} has no {} left", part.word()))
}

/// What batteries hold, for a line that needs more.
fn reserve(points: u32) -> String {
    match points {
        0 => "no energy in the batteries".to_owned(),
        1 => "only 1 point in the batteries".to_owned(),
        points => format!("only {points} points in the batteries"),
    }
}

/// Weapons of a kind that may all not fire again before the block is over.
fn resting(game: &Mechad, view: &View, unit: &Unit, part: Part) -> Option<String> {
    let open = &view.open;
    if open.step != Step::Impulses || part == Part::Whip && game.is_advanced(unit) {
        return None;
    }
    let first = unit.working(part).map(|(_, mount)| ready(game, unit, mount)).min()?;
    let last = open.turn.saturating_sub(1) * IMPULSES + open.until;
    let word = part.word();
    (first > last).then(|| match first {
        first if first > game.scenario.last() => format!("no {word} before the end"),
        first => format!("no {word} before {}", moment(open.turn, first)),
    })
}

/// Why no wild weasel can take off now (md21).
fn weasel(game: &Mechad, view: &View, (unit, hold): (&Unit, &Hold)) -> Option<String> {
    let most = game.format.numbers.weasel_speed.value;
    if game.left(unit, Part::Shuttle) == 0 {
        Some("no shuttle left".to_owned())
    } else if hold.weasel < 2 {
        Some(format!("made ready in {} of 2 turns", hold.weasel))
    } else if view.open.step == Step::Impulses && unit.speed > most {
        Some(format!("speed {}, where {most} is the most", unit.speed))
    } else if view.open.step == Step::Impulses && Mechad::controls(hold) {
        Some("not with active fire control".to_owned())
    } else {
        None
    }
}
