//! Weapons in numbers: what each does at what range, and what it costs.

use std::collections::{BTreeMap, BTreeSet};

use super::Mechad;
use super::energy::halves;
use super::format::{ClassRow, GunRow, Lash, Part, Steps, TurnMode};
use super::names::Class;
use super::said::tenths;
use super::sight::View;
use crate::base::words::capital;
use crate::page::{Page, Table};

/// The weapons of these classes.
pub fn add(game: &Mechad, page: Page, classes: &BTreeMap<&Class, &ClassRow>) -> Page {
    let mounts = classes.values().flat_map(|row| &row.mounts);
    let parts: BTreeSet<Part> = mounts.map(|mount| mount.part).collect();
    let page = page.table(turns(game, classes.values().copied()));
    let page = page.facts(facts(game, parts.clone()));
    let page = if parts.contains(&Part::Whip) { page.table(whips(game)) } else { page };
    let guns = parts.iter().filter_map(|part| Some((*part, &game.format.guns[&part.gun()?])));
    guns.fold(page, |page, (part, row)| page.table(gun(part, row)))
}

/// The kinds of weapons that the ships on the map have.
pub fn here(view: &View) -> BTreeSet<Part> {
    let mounts = view.open.here().flat_map(|(_, unit)| &unit.mounts);
    mounts.map(|mount| mount.part).collect()
}

/// What weapons do, how far, how often and for what.
pub fn facts(game: &Mechad, parts: BTreeSet<Part>) -> Vec<(String, String)> {
    let each = |part: Part| Some((part.to_string(), said(game, part)?));
    parts.into_iter().filter_map(each).collect()
}

/// The points of a shot on average, by the farthest range for them: `5.8 at range 0, 5.3 to 2`.
fn averages(upto: &[u32], sixths: impl Fn(usize) -> u32) -> String {
    let mut steps: Vec<(String, u32)> = Vec::new();
    for (column, bound) in upto.iter().enumerate() {
        let points = tenths(sixths(column));
        match steps.last_mut() {
            Some((same, last)) if *same == points => *last = *bound,
            _ => steps.push((points, *bound)),
        }
    }
    let told = steps.iter().enumerate().map(|(n, (points, bound))| match (n, bound) {
        (0, 0) => format!("{points} at range 0"),
        (0, bound) => format!("{points} up to range {bound}"),
        (_, bound) => format!("{points} to {bound}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What a weapon does.
fn said(game: &Mechad, part: Part) -> Option<String> {
    let (format, numbers) = (&game.format, &game.format.numbers);
    Some(match part {
        Part::Cannon => format!(
            "range {}; a shot each impulse, {} a turn, for a point of energy each; a point of damage to \
             all in the hex, never a miss; the ship that fires takes {}",
            numbers.cannon_range.value,
            numbers.cannon_shots.value,
            stepped(&format.feedback, "range"),
        ),
        Part::Twm => format!(
            "range {}; {} a turn, {} impulses apart, {} missiles a launcher; the dice 1 to 6 do {} points; \
             added to the die, by the speed of the target: {}; by the range: {}",
            numbers.tram_range.value,
            numbers.tram_turn.value,
            numbers.tram_gap.value,
            numbers.reload.value,
            dice(&format.tram_damage.values[1..7]),
            stepped(&format.tram_speed, "speed"),
            stepped(&format.tram_range, "range"),
        ),
        Part::Rack => format!(
            "drones of speed {}, {} points of damage, destroyed by {}, gone after {} impulses; {} \
             impulses apart",
            numbers.drone_speed.value,
            numbers.drone_damage.value,
            numbers.drone_hits.value,
            numbers.drone_life.value,
            numbers.rack_gap.value,
        ),
        Part::Plasma => format!(
            "torpedoes of speed {}, armed for {} points of energy; strength by hexes travelled: {}",
            numbers.plasma_speed.value,
            numbers.plasma_energy.value,
            stepped(&format.plasma, "hexes"),
        ),
        Part::Add => format!("anti-drones, range {}", numbers.add_range.value),
        Part::Whip => {
            let table = &format.whips[&game.switches.whip_table];
            let sixths = |column: usize| {
                let dice = (1..=6).map(|die| match table.cell(die, column) {
                    Lash::Points(points) => points,
                    Lash::Missed | Lash::Terminated => 0,
                });
                dice.sum()
            };
            format!(
                "range {}; points on average: {}; a point of energy from the capacitor; \
                 once a turn and {} impulses apart; into the rear half fires a third of a ship's whips in a turn, at \
                 least one; at low power half a point, as if three columns farther",
                table.upto.last().copied().unwrap_or(0),
                averages(&table.upto, sixths),
                numbers.gun_delay.value,
            )
        }
        part => {
            let row = &format.guns[&part.gun()?];
            let sixths = |column: usize| row.damage[column].iter().sum();
            format!(
                "range {}; points on average: {}; energy {} {}; once a turn and {} \
                 impulses apart",
                row.reach(),
                averages(&row.upto, sixths),
                halves(row.energy),
                if row.armed { "to arm it" } else { "from the capacitor" },
                numbers.gun_delay.value,
            )
        }
    })
}

fn dice(values: &[u32]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Numbers by bounds: `4 at range 0, 3 at 1 to 5, 0 beyond`.
fn stepped(steps: &Steps, what: &str) -> String {
    let mut least = 0;
    let bounds = steps.upto.iter().zip(&steps.values).enumerate().map(|(n, (bound, value))| {
        let span = if least == *bound { bound.to_string() } else { format!("{least} to {bound}") };
        least = bound + 1;
        if n == 0 { format!("{value} at {what} {span}") } else { format!("{value} at {span}") }
    });
    let bounds = bounds.collect::<Vec<_>>().join(", ");
    format!("{bounds}, {} beyond", steps.values.last().copied().unwrap_or(0))
}

/// The whip table that is played by (md35).
fn whips(game: &Mechad) -> Table {
    let table = &game.format.whips[&game.switches.whip_table];
    let ranges = table.upto.iter().map(ToString::to_string);
    let columns: Vec<String> = ["Die".to_owned()].into_iter().chain(ranges).collect();
    let rows = table.rows.iter().zip(1..).map(|(cells, die)| {
        let cells = cells.iter().map(|cell| cell.trim_end_matches('?').to_owned());
        [die.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
    });
    Table::new()
        .caption("Whip: points by die and range (M a miss, T ends whip fire)")
        .lefts(columns)
        .rows(rows)
}

/// A weapon of the others (md59, md60).
fn gun(part: Part, row: &GunRow) -> Table {
    let energy = halves(row.energy);
    let from = if row.armed { "to arm it" } else { "from the capacitor" };
    let caption =
        format!("{}: points by range and die; energy {energy} {from}", capital(part.word()));
    let rows = row.upto.iter().zip(&row.damage).map(|(bound, damage)| {
        let cells = damage.iter().map(ToString::to_string);
        [format!("to {bound}")].into_iter().chain(cells).collect::<Vec<_>>()
    });
    Table::new().caption(caption).lefts(["Range", "1", "2", "3", "4", "5", "6"]).rows(rows)
}

/// After how many hexes ships with these turn modes may turn (md54).
fn turns<'g>(game: &Mechad, rows: impl Iterator<Item = &'g ClassRow>) -> Table {
    let modes: BTreeSet<TurnMode> = rows.map(|row| row.turn_mode).collect();
    let told = modes.iter().map(|mode| {
        let bounds = &game.format.turn_modes[mode].values;
        let steps = bounds.iter().zip(1..).map(|(bound, hexes)| format!("{hexes} to {bound}"));
        let steps = steps.collect::<Vec<_>>().join(", ");
        let last = bounds.len() + 1;
        let steps =
            if steps.is_empty() { last.to_string() } else { format!("{steps}, then {last}") };
        [format!("{mode:?}").to_uppercase(), steps]
    });
    Table::new()
        .caption("Hexes ahead before a turn, up to each speed")
        .lefts(["Mode", "Hexes to speed"])
        .rows(told)
}
