//! The situation as a page: the ships that all see, and the sheets of one's own.

use super::Mechad;
use super::brief;
use super::energy::halves;
use super::events::Event;
use super::format::Part;
use super::names::{Ship, Side};
use super::ranges;
use super::said::{length, several};
use super::scenario::Victory;
use super::sight::View;
use super::state::{Hold, Mount, Open, Status, Step, Unit};
use crate::base::words::{count, few, names, verb};
use crate::engine::Fact;
use crate::page::{Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &Mechad, view: &View) -> Page {
    let open = &view.open;
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.scenario.title, moment(game, open)))
        .facts(facts(game, view))
        .table(fleet(game, open));
    if let Some(own) = &view.side {
        page = page.table(ranges::table(game, open, own)).facts(ranges::lost(game, open, own));
    }
    if !open.missiles.is_empty() {
        page = page.table(missiles(game, view));
    }
    for (ship, hold) in &view.holds {
        let unit = &open.units[ship];
        if matches!(unit.status, Status::Here | Status::Aboard(_)) {
            page =
                page.table(sheet(game, ship, unit)).facts(stores(game, open, (ship, unit), hold));
        }
    }
    brief::add(game, view, page)
}

fn moment(game: &Mechad, open: &Open) -> String {
    let turns = game.scenario.turns;
    match open.step {
        Step::Setup => "before the battle".to_owned(),
        Step::Allocation => format!("turn {} of {turns}, energy allocation", open.turn),
        Step::Impulses => format!(
            "turn {} of {turns}, impulses {} to {}",
            open.turn,
            open.impulse + 1,
            open.until
        ),
        Step::Over => "the end".to_owned(),
    }
}

/// What the next orders are for.
pub fn occasion(open: &Open) -> String {
    let turn = open.turn;
    match open.step {
        Step::Setup => "the set-up".to_owned(),
        Step::Allocation => format!("the energy allocation of turn {turn}"),
        Step::Impulses => format!("impulses {} to {} of turn {turn}", open.impulse + 1, open.until),
        Step::Over => "nothing more".to_owned(),
    }
}

/// Enemies that are named in the summary.
const NAMED: usize = 4;

/// What is left of each side on the map, before everything else.
pub fn standings(game: &Mechad, view: &View) -> Vec<String> {
    let left = game.scenario.sides.keys().map(|side| {
        let fleet =
            |crippled: bool| present(view, side).filter(|unit| unit.crippled == crippled).count();
        let hurt = match fleet(true) {
            0 => String::new(),
            hurt => format!(" ({hurt} more crippled)"),
        };
        format!("{} of {}{hurt}", fleet(false), game.title(side))
    });
    let left = format!("Ships on the map: {}.", names(left.collect::<Vec<_>>()));
    [left].into_iter().chain(view.side.as_ref().map(|own| enemies(game, view, own))).collect()
}

/// Where the enemies of a side are: those with most weapons, and of these with most boxes left, first.
fn enemies(game: &Mechad, view: &View, own: &Side) -> String {
    let left = |unit: &Unit| {
        let (built, lost) = game.boxes(unit);
        built.saturating_sub(lost)
    };
    let mut enemies: Vec<(&Ship, &Unit)> =
        view.open.here().filter(|(_, unit)| unit.side != *own).collect();
    let armed = |unit: &Unit| game.class(unit).mounts.len();
    enemies.sort_by_key(|(_, unit)| std::cmp::Reverse((armed(unit), left(unit))));
    if enemies.is_empty() {
        return "No enemy is on the map.".to_owned();
    }
    let told = enemies.into_iter().map(|(ship, unit)| format!("{ship} at {}", unit.at));
    format!("Enemies: {}.", few(told, NAMED))
}

/// The units of a side on the map.
fn present<'v>(view: &'v View, side: &'v Side) -> impl Iterator<Item = &'v Unit> {
    view.open.here().map(|(_, unit)| unit).filter(move |unit| unit.side == *side)
}

/// The ships of each side on the map.
pub fn measures(game: &Mechad, view: &View) -> Vec<Measure> {
    let each = |side| (game.title(side), present(view, side).count());
    Measure::of_each("ships on the map", game.scenario.sides.keys().map(each))
}

/// The ships of each side that were destroyed.
pub fn losses(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
    let owner = |fact: &Fact<Event>| {
        let Event::Destroyed { ship } = &fact.event else { return None };
        view.open.units.get(ship).map(|unit| &unit.side)
    };
    let lost = |side| witnessed.iter().filter(|fact| owner(fact) == Some(side)).count();
    let each = |side| (game.title(side), lost(side));
    Measure::of_each("ships destroyed", game.scenario.sides.keys().map(each))
}

fn facts(game: &Mechad, view: &View) -> Vec<(String, String)> {
    let open = &view.open;
    let mut facts = vec![("Battle".to_owned(), game.scenario.about.clone())];
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    if !game.scenario.rescue.is_empty() {
        let came = open.squadrons;
        fact("Rescue", format!("{} on the dice, {} came", open.rescue, count(came, "squadron")));
    }
    if game.scenario.victory == Victory::Wager {
        let claims =
            open.credits.iter().map(|(ship, side)| format!("{ship} by {}", game.title(side)));
        let claims: Vec<String> = claims.collect();
        let text = if claims.is_empty() { "none".to_owned() } else { claims.join(", ") };
        fact("Claimed", text);
        fact("Points of the convoy on Mechads", open.stings.to_string());
    }
    if !open.trams.is_empty() {
        let trams = open.trams.iter().map(|tram| format!("{} at {}", tram.by, tram.target));
        fact("Trans-warp missiles in flight", trams.collect::<Vec<_>>().join(", "));
    }
    for (ship, aboard) in &open.boarders {
        let parties = aboard.iter().map(|(side, count)| format!("{count} of {}", game.title(side)));
        fact(&format!("Boarders on {ship}"), parties.collect::<Vec<_>>().join(", "));
    }
    for (side, classes) in &view.musters {
        let codes = classes.iter().map(|class| game.format.classes[class].title.clone());
        fact(&format!("Squadron of {}", game.title(side)), codes.collect::<Vec<_>>().join(", "));
    }
    for (side, plot) in &view.plots {
        if !plot.orders.is_empty() {
            let lines = plot.orders.len();
            let text = format!("{} {} on", count(lines, "line"), verb(lines, "run"));
            fact(&format!("Plot of {}", game.title(side)), text);
        }
    }
    facts
}

fn status(unit: &Unit, step: Step) -> String {
    match &unit.status {
        Status::Here => {
            let marks = [
                (unit.crippled, "crippled"),
                (unit.erratic, "erratic"),
                (unit.weasel, "weasel"),
                (unit.prize.is_some(), "prize"),
            ];
            let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned());
            let ew = [("ECM", unit.ecm), ("ECCM", unit.eccm)];
            let ew = ew.into_iter().filter(|(_, points)| *points > 0 && step == Step::Impulses);
            let ew = ew.map(|(what, points)| format!("{what} {points}"));
            marks.chain(ew).collect::<Vec<_>>().join(", ")
        }
        Status::Aboard(home) => format!("aboard {home}"),
        Status::Away => "left".to_owned(),
        Status::Destroyed => "destroyed".to_owned(),
        Status::Captured => "captured".to_owned(),
    }
}

/// What protects a unit, in words.
pub(super) fn protection(game: &Mechad, unit: &Unit) -> String {
    let row = game.class(unit);
    if row.has_field() {
        return format!("field {} of {}", unit.field, game.field_most(unit));
    }
    if row.is_fighter() {
        let (_, all) = game.fighter_hits(unit);
        return format!("{} of {all} points", all.saturating_sub(unit.gone(Part::Hull)));
    }
    unit.shields.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
}

/// All ships, as everybody sees them.
fn fleet(game: &Mechad, open: &Open) -> Table {
    let columns =
        ["Ship", "Class", "Side", "At", "Speed", "Shields 1 to 6 or field", "Boxes", "Condition"];
    let row = |(ship, unit): (&Ship, &Unit)| {
        let (built, lost) = game.boxes(unit);
        let place =
            if unit.is_here() { format!("{} {:?}", unit.at, unit.facing) } else { String::new() };
        [
            ship.to_string(),
            game.class(unit).title.clone(),
            game.title(&unit.side),
            place,
            unit.speed.to_string(),
            protection(game, unit),
            format!("{} of {built}", built - lost),
            status(unit, open.step),
        ]
    };
    Table::new().caption("Ships").lefts(columns).rows(open.units.iter().map(row))
}

fn missiles(game: &Mechad, view: &View) -> Table {
    let columns = ["Missile", "Kind", "Side", "At", "Target"];
    let row = |(name, flying): (&super::names::Missile, &super::state::Flying)| {
        [
            name.to_string(),
            if flying.plasma { "plasma" } else { "drone" }.to_owned(),
            game.title(&flying.side),
            format!("{} {:?}", flying.at, flying.facing),
            view.aims.get(name).map(ToString::to_string).unwrap_or_default(),
        ]
    };
    Table::new().caption("Missiles").lefts(columns).rows(view.open.missiles.iter().map(row))
}

/// When a weapon may fire next, as impulses of a turn.
fn ready(game: &Mechad, open: &Open, unit: &Unit, mount: &Mount) -> String {
    let numbers = &game.format.numbers;
    let part = mount.part;
    let delay = match part {
        Part::Cannon => 1,
        Part::Twm if game.is_advanced(unit) => numbers.tram_x_gap.value,
        Part::Twm => numbers.tram_gap.value,
        Part::Rack => numbers.rack_gap.value,
        _ => numbers.gun_delay.value,
    };
    let once = !matches!(part, Part::Cannon | Part::Twm | Part::Rack | Part::Add);
    let own = mount.fired.last().map_or(0, |last| {
        let next = if once { last.div_ceil(32) * 32 + 1 } else { 0 };
        (last + delay).max(next)
    });
    // After a termination all whips rest (md36).
    let from = if part == Part::Whip { own.max(unit.whips_from) } else { own };
    if from <= open.now() + 1 {
        return "now".to_owned();
    }
    format!("{}/{}", (from - 1) / 32 + 1, (from - 1) % 32 + 1)
}

/// The boxes and weapons of a ship.
fn sheet(game: &Mechad, ship: &Ship, unit: &Unit) -> Table {
    let parts = Part::ALL.into_iter().filter(|part| game.built(unit, *part) > 0);
    let open = |part: Part| {
        let mounts = unit.working(part).map(|(n, _)| (n + 1).to_string());
        if part.is_weapon() { mounts.collect::<Vec<_>>().join(" ") } else { String::new() }
    };
    let rows = parts.map(|part| {
        let left = format!("{} of {}", game.left(unit, part), game.built(unit, part));
        [part.to_string(), left, open(part)]
    });
    let caption = format!("{ship}, {}", game.class(unit).title);
    Table::new().caption(caption).lefts(["Part", "Boxes", "Numbers that work"]).rows(rows)
}

/// What the owner knows of a ship besides.
fn stores(
    game: &Mechad,
    open: &Open,
    (ship, unit): (&Ship, &Unit),
    hold: &Hold,
) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((format!("{ship}: {label}"), text));
    let turn = if open.step == Step::Allocation { "this turn" } else { "next turn" };
    if !game.class(unit).is_fighter() {
        let energy = format!(
            "{} points a turn, capacitor {} of {}, batteries {} of {}",
            halves(game.power(unit)),
            halves(hold.capacitor),
            halves(game.capacitor(unit)),
            hold.battery,
            game.left(unit, Part::Battery),
        );
        let cannon = if game.built(unit, Part::Cannon) > 0 {
            format!(", cannon {} shots", hold.cannon)
        } else {
            String::new()
        };
        fact("energy", format!("{energy}{cannon}"));
        // Before energy is allocated the last turn's speed is in the unit already.
        let next = Unit { before: unit.speed, ..unit.clone() };
        fact(&format!("highest speed {turn}"), game.fastest(&next).to_string());
    }
    if game.class(unit).has_field() {
        fact(&format!("field {turn}"), game.field_limit(unit).to_string());
    }
    if hold.parties + hold.fixed > 0 {
        let text = match hold.fixed {
            0 => hold.parties.to_string(),
            fixed => format!("{}, and {fixed} that never leave the ship", hold.parties),
        };
        fact("boarding parties", text);
    }
    if hold.weasel > 0 {
        fact("wild weasel", format!("made ready in {} of 2 turns", hold.weasel));
    }
    let armed = hold.armed.iter().filter(|(_, count)| **count > 0);
    let armed = armed.map(|(part, count)| several(length(*count), part.word()));
    let armed: Vec<String> = armed.collect();
    if !armed.is_empty() {
        fact("armed", armed.join(", "));
    }
    if hold.reinforced.iter().any(|points| *points > 0) {
        let list: Vec<String> = hold.reinforced.iter().map(ToString::to_string).collect();
        fact("reinforcement", list.join("/"));
    }
    if !hold.loads.is_empty() {
        let loads = hold.loads.iter().map(|(mount, load)| format!("{mount}: {load}"));
        let loads = loads.collect::<Vec<_>>().join(", ");
        fact("missiles by launcher", format!("{loads}; in store {}", hold.store));
    }
    let waits = unit.mounts.iter().zip(1..).filter(|(mount, _)| mount.works());
    let waits = waits.map(|(mount, number)| (number, ready(game, open, unit, mount)));
    let waits: Vec<String> = waits
        .filter(|(_, when)| when != "now")
        .map(|(number, when): (u32, String)| format!("{number} from {when}"))
        .collect();
    if !waits.is_empty() {
        fact("weapons that wait (turn/impulse)", waits.join(", "));
    }
    facts
}
