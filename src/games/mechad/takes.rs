//! What it takes to cripple and to destroy the enemies, beside what the reader's weapons do to them.

use super::aim::facing_shields;
use super::format::Part;
use super::impulses::moment;
use super::names::{Ship, Side};
use super::order::Power;
use super::resolve::seeking::tram_damage;
use super::resolve::volley::origin;
use super::said::{length, tenths};
use super::sight::View;
use super::state::{Mount, Open, Step, Target, Unit};
use super::wants::{batteries, is_spent, power, price};
use super::{Mechad, ranges};
use crate::base::words::{count, names};
use crate::page::{Page, Table, Text};

/// Two dice come to one of the sums from 2 on in so many of this many ways.
const WAYS: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// All ways in which two dice may fall.
const ALL_WAYS: u32 = 36;

/// What the columns of the table mean.
const KEY: &str = "In points. Shields or field: what faces your nearest ship and takes damage first, a field until it is set anew with the \
                   energy of a turn [md3]; reinforcement is its owner's secret. Then crippled by: half of its boxes are lost, excess aside. Then destroyed by \
                   about: a point that finds no box \
                   destroys a ship, and with average rolls it is about this one [md64]. By cannon: shots of one that destroy it, as \
                   many as it takes on average with shields that are struck by die [md27]. A volley: a shot on average of each of your \
                   weapons that work and may be fired at it, rested and with energy, with the ECM that is announced, before that \
                   without; from: at the earliest; from batteries: by `reserve` in the line of the cannon. At range 1: if all your ships \
                   were that near, however far away they are now.";

/// The table, and what its columns mean.
pub(super) fn add(game: &Mechad, view: &View, own: &Side, page: Page) -> Page {
    let table = table(game, view, own);
    if table.rows.is_empty() {
        return page;
    }
    let unfed = if view.open.step == Step::Allocation { UNFED } else { "" };
    page.table(table).note(Text::marked(&format!("{KEY}{unfed}")))
}

/// What is taken for granted before energy is allocated.
const UNFED: &str =
    " Before energy is allocated all weapons count as charged and armed, here and in the ranges.";

/// The enemies that are nearest.
fn table(game: &Mechad, view: &View, own: &Side) -> Table {
    let open = &view.open;
    let enemies = open.here().filter(|(_, unit)| game.scenario.enemies(own, &unit.side));
    let mut near: Vec<(u32, &Ship, &Unit, &Unit)> = enemies
        .filter_map(|(name, other)| {
            let (range, _, from) = open.nearest(other.at, |unit| unit.side == *own)?;
            Some((range, name, other, from))
        })
        .collect();
    near.sort_by_key(|(range, name, ..)| (*range, *name));
    let ours: Vec<(&Ship, &Unit)> = open.here().filter(|(_, unit)| unit.side == *own).collect();
    let (near, _) =
        ranges::shown(near, |(_, name, other, _)| ranges::is_goal(game, view, own, (name, other)));
    let rows = near.into_iter().map(|(_, name, other, from)| {
        let volley = |when: When| {
            let all = ours.iter().map(|of| volley(game, view, *of, (name, other), when));
            all.fold(Volley::default(), Volley::and)
        };
        let (now, rested, best) = (volley(When::Now), volley(When::Rested), volley(When::Close));
        let (cripple, destroy) = needed(game, other);
        // Whose cannon alone may be fired at it strikes one shield or another (md27).
        let scattered = best.direct + best.seeking == 0 && best.cannons > 0;
        let first = first(game, other, from, scattered);
        let shots = (best.cannons > 0).then(|| shots(game, other, destroy));
        let shots = shots.map(|shots| format!("{shots} shots")).unwrap_or_default();
        let bars = || ours.iter().flat_map(|of| ranges::bars(game, open, *of, (name, other)));
        let why = bars().filter_map(|(_, bar)| bar).max();
        let here = match why.filter(|_| rested.is_nothing()) {
            Some(why) => format!("{}: {}", rested.words(), why.words()),
            // What comes after the last turn never comes.
            None if now.words() == rested.words() || now.from > game.scenario.last() => now.words(),
            None => {
                let from = moment(open.turn, now.from);
                format!("{} now; {} from {from}", now.words(), rested.words())
            }
        };
        [name.to_string(), first, cripple, destroy.to_string(), shots, here, best.words()]
    });
    Table::new().caption("What it takes").lefts(COLUMNS).rows(rows)
}

/// The columns of the table.
const COLUMNS: [&str; 7] = [
    "Enemy",
    "Shields or field",
    "Then crippled by",
    "Then destroyed by about",
    "By cannon, about",
    "Your volley here",
    "At range 1",
];

/// Shots of a cannon after which a unit is destroyed on average: each strikes a shield by die, or the field (md2, md27).
fn shots(game: &Mechad, unit: &Unit, destroy: u32) -> u32 {
    let shields =
        if game.class(unit).has_field() { vec![unit.field] } else { unit.shields.clone() };
    let none = shields.is_empty();
    until_through(if none { &[0] } else { &shields }, destroy)
}

/// The strikes after which so many points on average are through these shields, each of which is struck as often.
fn until_through(shields: &[u32], points: u32) -> u32 {
    // The chances that so many points of a shield are left, in parts of a whole that sixths divide for long.
    const WHOLE: u64 = 6_u64.pow(15);
    let faces = u64::try_from(shields.len()).unwrap_or(1);
    let mut left: Vec<Vec<u64>> = shields
        .iter()
        .map(|shield| {
            let mut chances = vec![0; length(*shield)];
            chances.push(WHOLE);
            chances
        })
        .collect();
    let (mut through, mut strikes) = (0, 0);
    while through < u64::from(points) * WHOLE {
        strikes += 1;
        for chances in &mut left {
            through += chances[0] / faces;
            for points in 1..chances.len() {
                let struck = chances[points] / faces;
                chances[points] -= struck;
                chances[points - 1] += struck;
            }
        }
    }
    strikes
}

/// What takes damage before the boxes of a unit do, from where another stands.
fn first(game: &Mechad, unit: &Unit, from: &Unit, scattered: bool) -> String {
    if game.class(unit).has_field() {
        return format!("field {}", unit.field);
    }
    if unit.shields.is_empty() {
        return "none".to_owned();
    }
    if scattered {
        return format!("shields by die: {} in all", unit.shields.iter().sum::<u32>());
    }
    let strength = |number: &u8| unit.shields.get(usize::from(*number) - 1).copied().unwrap_or(0);
    let facing = facing_shields(unit, origin(from, unit.at));
    match facing.as_slice() {
        [one] => format!("shield {one}: {}", strength(one)),
        [one, other] => {
            format!("shields {one} or {other}: {} or {}", strength(one), strength(other))
        }
        all => {
            let least = all.iter().map(strength).min().unwrap_or(0);
            let most = all.iter().map(strength).max().unwrap_or(0);
            format!("any: {least} to {most}")
        }
    }
}

/// The points that cripple a unit and that destroy it, once they come to its boxes (md49, md64).
fn needed(game: &Mechad, unit: &Unit) -> (String, u32) {
    let (cripples, destroys) = if game.class(unit).is_fighter() {
        let ((cripples, destroys), hits) = (game.fighter_hits(unit), unit.gone(Part::Hull));
        (cripples.saturating_sub(hits), destroys.saturating_sub(hits))
    } else {
        (game.boxes_until_crippled(unit), until_destroyed(game, unit))
    };
    let cripples = if unit.crippled { "is crippled".to_owned() } else { cripples.to_string() };
    (cripples, destroys)
}

/// The points after which one finds no box if all rolls come as often as they should (md63).
pub(super) fn until_destroyed(game: &Mechad, unit: &Unit) -> u32 {
    // In parts of a box, so that a point goes to all rows at once.
    let mut left = Part::ALL.map(|part| ALL_WAYS * game.left(unit, part));
    let all: u32 = left.iter().sum::<u32>() / ALL_WAYS;
    // The first point through a field takes a node, which no roll does (md13).
    let node = u32::from(unit.field > 0 && game.left(unit, Part::Node) > 1);
    for point in 1..=all + 1 {
        for (row, ways) in game.format.damage.iter().zip(WAYS) {
            let parts = row.iter().flat_map(|hit| hit.parts()).copied().chain([Part::Excess]);
            let mut rest = ways;
            for part in parts {
                let at = Part::ALL.iter().position(|other| *other == part).unwrap_or(0);
                let taken = rest.min(left[at]);
                left[at] -= taken;
                rest -= taken;
            }
            if rest > 0 {
                return point + node;
            }
        }
    }
    all + 1 + node
}

/// Which weapons are counted, and from where.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Those that may be fired in the next impulse, from where they are.
    Now,
    /// From there those that will.
    Rested,
    /// All from range 1.
    Close,
}

/// What weapons do, in sixths of a point.
#[derive(Clone, Copy, Default)]
struct Volley {
    /// Those that strike at once, trans-warp missiles too.
    direct: u32,
    /// A shot of a cannon, since one alone has an effect on a hex in an impulse (md31).
    cannons: u32,
    /// Those that have to fly.
    seeking: u32,
    /// Shots of cannons that have no energy but in batteries.
    reserve: u32,
    /// The first moment at which all of it may be fired.
    from: u32,
}

impl Volley {
    fn and(self, other: Self) -> Self {
        Self {
            direct: self.direct + other.direct,
            cannons: self.cannons.max(other.cannons),
            seeking: self.seeking + other.seeking,
            reserve: self.reserve + other.reserve,
            from: self.from.max(other.from),
        }
    }

    fn is_nothing(self) -> bool {
        self.direct + self.cannons + self.seeking + self.reserve == 0
    }

    fn words(self) -> String {
        let part = |sixths: u32, by: &str| (sixths > 0).then(|| format!("{}{by}", tenths(sixths)));
        let reserve = (self.cannons == 0 && self.reserve > 0).then(|| {
            let shots = count(self.reserve, "shot");
            format!("1 an impulse by cannon (from batteries, {shots})")
        });
        let all = [
            part(self.direct, ""),
            part(self.cannons, " an impulse by cannon"),
            reserve,
            part(self.seeking, " by missiles"),
        ];
        let all: Vec<String> = all.into_iter().flatten().collect();
        if all.is_empty() { "nothing".to_owned() } else { names(all) }
    }
}

/// A shot of each weapon of a unit at another: where both stand, or at range 1 with all that it may turn there.
fn volley(
    game: &Mechad,
    view: &View,
    (ship, unit): (&Ship, &Unit),
    (name, other): (&Ship, &Unit),
    when: When,
) -> Volley {
    let (open, close) = (&view.open, when == When::Close);
    let range = if close { 1 } else { unit.at.0.distance(other.at.0) };
    let target = Target::Ship(name.clone());
    let mut all = Volley::default();
    // Of the energy of the capacitor each kind leaves the rest to the next.
    let mut hold = view.holds.get(ship).cloned();
    for part in Part::ALL.into_iter().filter(|part| part.is_weapon()) {
        if !game.permits(open, ship, part, &target) {
            continue;
        }
        let bears =
            |mount: &Mount| close || Mechad::bears(unit, game.covers(unit, mount), other.at);
        let spent = |at: usize| {
            let number = u32::try_from(at + 1).unwrap_or(0);
            hold.as_ref().is_some_and(|hold| is_spent(hold, part, number))
        };
        let many = unit.working(part).filter(|(at, mount)| bears(mount) && !spent(*at)).count();
        let many = u32::try_from(many).unwrap_or(0);
        let many = if part == Part::Cannon { many.min(1) } else { many };
        // No more whips fire astern than may in a turn (md39).
        let astern = part == Part::Whip && !close && game.fires_astern(open, unit, &target);
        let many = if astern { many.min(Mechad::most_astern(unit)) } else { many };
        let shot = shot(game, open, unit, (part, range), (&target, other));
        let many = if when == When::Now && many * shot > 0 {
            let by = (unit, hold.as_ref());
            let (able, from) = ranges::able(game, open, by, (part, other), &target);
            let able = u32::try_from(able).unwrap_or(0);
            all.from = all.from.max(from);
            if let Some(hold) = &mut hold {
                all.reserve += batteries(game, open, (unit, hold), part).unwrap_or(0);
                let taken = able * price(game, unit, part);
                hold.capacitor = hold.capacitor.saturating_sub(taken);
            }
            able
        } else {
            many
        };
        *match part {
            Part::Rack | Part::Plasma => &mut all.seeking,
            Part::Cannon => &mut all.cannons,
            _ => &mut all.direct,
        } += many * shot;
    }
    all
}

/// A shot of a weapon on average, in sixths of a point.
fn shot(
    game: &Mechad,
    open: &Open,
    unit: &Unit,
    (part, range): (Part, u32),
    (target, other): (&Target, &Unit),
) -> u32 {
    let (format, numbers) = (&game.format, &game.format.numbers);
    // Before energy is allocated units have the ECM of the last turn.
    let announced = open.step != Step::Allocation;
    let shift = if announced { game.shift(open, unit, target) } else { 0 };
    let far = game.effective(unit, range);
    let fighter = game.class(unit).is_fighter();
    match part {
        Part::Twm | Part::Add => {
            if ranges::points(game, unit, (part, Power::Standard), range).is_none() {
                return 0;
            }
            let modifier = format.tram_speed.at(other.speed)
                + format.tram_range.at(far)
                + shift
                + i32::from(fighter);
            (1..=6).map(|die| tram_damage(game, unit, die + modifier)).sum()
        }
        Part::Cannon if range <= numbers.cannon_range.value && !game.is_immune(other) => 6,
        Part::Rack => 6 * numbers.drone_damage.value,
        Part::Plasma => 6 * u32::try_from(format.plasma.at(range)).unwrap_or(0),
        Part::Cannon => 0,
        part => game.expected(unit, part, power(game, unit, None), far, shift),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_fall_in_36_ways() {
        assert_eq!(WAYS.iter().sum::<u32>(), ALL_WAYS);
    }

    #[test]
    fn strikes_that_go_through_shields_that_are_struck_by_die() {
        assert_eq!(until_through(&[0; 6], 4), 4);
        assert_eq!(until_through(&[9], 4), 13);
        // Five strikes of six come to a shield that is down: 5/6, 10/6.
        assert_eq!(until_through(&[0, 0, 0, 3, 0, 0], 1), 2);
        // Four strikes come to 6 * (1 - (5/6)^4) = 3.1 shields on average, so 0.9 are through; five to 3.6, 1.4 are.
        assert_eq!(until_through(&[1; 6], 1), 5);
    }
}
