//! What it takes to cripple and to destroy the enemies, beside what the reader's weapons do to them.

use super::Mechad;
use super::aim::facing_shields;
use super::format::Part;
use super::names::{Ship, Side};
use super::order::Power;
use super::resolve::seeking::tram_damage;
use super::resolve::volley::origin;
use super::said::tenths;
use super::sight::View;
use super::state::{Open, Target, Unit};
use crate::base::words::names;
use crate::page::{Page, Table, Text};

/// Enemies that are listed: the nearest.
const LISTED: usize = 12;

/// Two dice come to one of the sums from 2 on in so many of this many ways.
const WAYS: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// All ways in which two dice may fall.
const ALL_WAYS: u32 = 36;

/// What the columns of the table mean.
const KEY: &str = "In points. Shields or field: what faces your nearest ship and takes damage first; reinforcement is its owner's \
                   secret. Then crippled by: half of its boxes are lost, excess aside. Destroyed by about: a point that finds no box \
                   destroys a ship, and with average rolls it is about this one [md64]. A volley: a shot on average of each of your \
                   weapons that work and may be fired at it, rested and with energy. At range 1: if all your ships were that \
                   near, however far away they are now.";

/// The table, and what its columns mean.
pub(super) fn add(game: &Mechad, view: &View, own: &Side, page: Page) -> Page {
    let table = table(game, view, own);
    if table.rows.is_empty() { page } else { page.table(table).note(Text::marked(KEY)) }
}

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
    let rows = near.into_iter().take(LISTED).map(|(_, name, other, from)| {
        let volley = |close: bool| {
            let all = ours.iter().map(|of| volley(game, open, *of, (name, other), close));
            all.fold(Volley::default(), |sum, one| Volley {
                direct: sum.direct + one.direct,
                cannons: sum.cannons + one.cannons,
                seeking: sum.seeking + one.seeking,
            })
        };
        let (now, best) = (volley(false), volley(true));
        let (cripple, destroy) = needed(game, other);
        // Whose cannon alone may be fired at it strikes one shield or another (md27).
        let scattered = best.direct + best.seeking == 0 && best.cannons > 0;
        let first = first(game, other, from, scattered);
        [name.to_string(), first, cripple, destroy, now.words(), best.words()]
    });
    Table::new().caption("What it takes").lefts(COLUMNS).rows(rows)
}

/// The columns of the table.
const COLUMNS: [&str; 6] = [
    "Enemy",
    "Shields or field",
    "Then crippled by",
    "Destroyed by about",
    "Your volley here",
    "At range 1",
];

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
fn needed(game: &Mechad, unit: &Unit) -> (String, String) {
    if game.class(unit).is_fighter() {
        let ((cripples, destroys), hits) = (game.fighter_hits(unit), unit.gone(Part::Hull));
        let cripples = cripples.saturating_sub(hits).to_string();
        let cripples = if unit.crippled { "is crippled".to_owned() } else { cripples };
        return (cripples, destroys.saturating_sub(hits).to_string());
    }
    let (built, lost) = game.boxes(unit);
    let cripples = if unit.crippled {
        "is crippled".to_owned()
    } else {
        built.div_ceil(2).saturating_sub(lost).to_string()
    };
    (cripples, until_destroyed(game, unit).to_string())
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

/// What weapons do, in sixths of a point.
#[derive(Clone, Copy, Default)]
struct Volley {
    /// Those that strike at once, trans-warp missiles too.
    direct: u32,
    /// Cannons, a shot each.
    cannons: u32,
    /// Those that have to fly.
    seeking: u32,
}

impl Volley {
    fn words(self) -> String {
        let part = |sixths: u32, by: &str| (sixths > 0).then(|| format!("{}{by}", tenths(sixths)));
        let all = [
            part(self.direct, ""),
            part(self.cannons, " an impulse by cannon"),
            part(self.seeking, " by missiles"),
        ];
        let all: Vec<String> = all.into_iter().flatten().collect();
        if all.is_empty() { "nothing".to_owned() } else { names(all) }
    }
}

/// A shot of each weapon of a unit at another: where both stand, or at range 1 with all that it may turn there.
fn volley(
    game: &Mechad,
    open: &Open,
    (ship, unit): (&Ship, &Unit),
    (name, other): (&Ship, &Unit),
    close: bool,
) -> Volley {
    let range = if close { 1 } else { unit.at.0.distance(other.at.0) };
    let target = Target::Ship(name.clone());
    let mut all = Volley::default();
    for part in Part::ALL.into_iter().filter(|part| part.is_weapon()) {
        if !game.permits(open, ship, part, &target) {
            continue;
        }
        let missile = matches!(part, Part::Twm | Part::Rack);
        let bears = |arc| close || missile || Mechad::bears(unit, arc, other.at);
        let many = unit.working(part).filter(|(_, mount)| bears(mount.arc)).count();
        let many = u32::try_from(many).unwrap_or(0);
        // No more whips fire astern than may in a turn (md39).
        let astern = part == Part::Whip && !close && game.fires_astern(open, unit, &target);
        let many = if astern { many.min(Mechad::most_astern(unit)) } else { many };
        let sixths = many * shot(game, open, unit, (part, range), (&target, other));
        *match part {
            Part::Rack | Part::Plasma => &mut all.seeking,
            Part::Cannon => &mut all.cannons,
            _ => &mut all.direct,
        } += sixths;
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
    let (far, shift) = (game.effective(unit, range), game.shift(open, unit, target));
    let fighter = game.class(unit).is_fighter();
    match part {
        Part::Twm => {
            let most = if fighter { &numbers.fighter_range } else { &numbers.tram_range };
            if range > most.value {
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
        Part::Cannon | Part::Add => 0,
        part => {
            let power = if fighter { Power::Low } else { Power::Standard };
            game.expected(unit, part, power, far, shift)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_fall_in_36_ways() {
        assert_eq!(WAYS.iter().sum::<u32>(), ALL_WAYS);
    }
}
