//! The situation as a page: what counts, and the ships that all see.

use std::collections::BTreeMap;

use super::events::Event;
use super::names::{Ship, Side};
use super::order::{Leg, Order};
use super::protection::protection;
use super::resolve::scores::cargo;
use super::said::length;
use super::scenario::{Role, Victory};
use super::sight::View;
use super::state::{Open, Plot, Status, Step, Unit};
use super::{Mechad, barrage, brief, livery, outlook, points, ranges, sheets, short};
use crate::base::words::{count, few, names};
use crate::engine::Fact;
use crate::page::{Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &Mechad, view: &View) -> Page {
    let open = &view.open;
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.scenario.title, moment(game, open)))
        .facts(facts(game, view));
    if let Some(finale) = &open.finale {
        page = points::table(game, open, finale).into_iter().fold(page, Page::table);
    }
    for side in game.scenario.sides.keys() {
        page = page.table(fleet(game, open, side));
    }
    if let Some(own) = &view.side {
        page = page.table(ranges::table(game, open, own)).facts(ranges::lost(game, open, own));
    }
    if !open.missiles.is_empty() {
        page = page.table(missiles(game, view));
    }
    brief::add(game, view, sheets::add(game, view, page))
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
pub fn standings(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
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
    let enemies = view.side.as_ref().map(|own| enemies(game, view, own));
    let fire = barrage::told(game, view, witnessed).into_iter();
    fire.chain([left]).chain(enemies).chain(outlook::told(game, view, witnessed)).collect()
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
    counted(game, view, "ships on the map", |side| present(view, side).count())
}

/// A number of each side, in its colour on the map.
fn counted(
    game: &Mechad,
    view: &View,
    what: &'static str,
    number: impl Fn(&Side) -> usize,
) -> Vec<Measure> {
    let each = |side| {
        let value = i64::try_from(number(side)).unwrap_or(i64::MAX);
        Measure { what, who: livery::shown(game, view, side), value }
    };
    game.scenario.sides.keys().map(each).collect()
}

/// The ships of each side that were destroyed.
pub fn losses(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
    let owner = |fact: &Fact<Event>| {
        let Event::Destroyed { ship } = &fact.event else { return None };
        view.open.units.get(ship).map(|unit| &unit.side)
    };
    counted(game, view, "ships destroyed", |side| {
        witnessed.iter().filter(|fact| owner(fact) == Some(side)).count()
    })
}

fn facts(game: &Mechad, view: &View) -> Vec<(String, String)> {
    let open = &view.open;
    let mut facts = vec![("Battle".to_owned(), game.scenario.about.clone())];
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    if !game.scenario.rescue.is_empty() {
        let came = open.squadrons;
        let numbers = &game.format.numbers;
        let due = [numbers.first_rescue.value, numbers.second_rescue.value];
        let next = due.get(usize::try_from(came).unwrap_or(usize::MAX));
        let next = next.filter(|_| length(came) < game.scenario.rescue.len());
        let next = next.map(|total| format!("; the next one comes at a total of {total}"));
        let came = if came == 0 { "no squadron".to_owned() } else { count(came, "squadron") };
        let next = next.unwrap_or_default();
        let text = format!("{came} came; a die is added each turn: {} so far{next}", open.rescue);
        fact("Rescue", text);
    }
    if game.scenario.victory == Victory::Wager {
        let claims =
            open.credits.iter().map(|(ship, side)| format!("{ship} by {}", game.title(side)));
        let claims: Vec<String> = claims.collect();
        let text = if claims.is_empty() { "no ship yet".to_owned() } else { claims.join(", ") };
        fact("Claimed by raiders", text);
        let boxes = convoys(game).map(|side| cargo(game, open, side)).sum::<u32>();
        let told = format!(
            "{} so far: {} and {} of damage to raiders",
            count(boxes + open.stings, "point"),
            if boxes == 1 {
                "1 box of cargo".to_owned()
            } else {
                format!("{boxes} boxes of cargo")
            },
            count(open.stings, "point"),
        );
        if open.step != Step::Setup {
            fact("The convoy scores", told);
        }
    }
    if !open.trams.is_empty() {
        let mut trams: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for tram in &open.trams {
            *trams.entry([tram.by.to_string(), tram.target.to_string()]).or_default() += 1;
        }
        let trams = trams.iter().map(|([by, target], many)| format!("{many} of {by} at {target}"));
        fact("Trans-warp missiles in flight", names(trams));
    }
    for (ship, aboard) in &open.boarders {
        let parties = aboard.iter().map(|(side, count)| format!("{count} of {}", game.title(side)));
        fact(&format!("Boarders on {ship}"), parties.collect::<Vec<_>>().join(", "));
    }
    for (side, classes) in &view.musters {
        let codes = classes.iter().map(|class| game.format.classes[class].title.clone());
        fact(&format!("Squadron of {}", game.title(side)), codes.collect::<Vec<_>>().join(", "));
    }
    let going = view.plots.iter().filter(|_| open.step != Step::Over);
    for (side, plot) in going.filter(|(_, plot)| !plot.orders.is_empty()) {
        fact(&format!("Plot of {} that runs on", game.title(side)), running(view, plot));
    }
    facts
}

/// The sides that are convoys.
fn convoys(game: &Mechad) -> impl Iterator<Item = &Side> {
    let sides = game.scenario.sides.iter();
    sides.filter(|(_, row)| row.role == Role::Convoy).map(|(side, _)| side)
}

/// The lines of a plot, and what is made of its courses (md73, md79).
fn running(view: &View, plot: &Plot) -> String {
    let mut courses: BTreeMap<&Ship, u32> = BTreeMap::new();
    let lines = plot.orders.iter().map(|order| {
        let line = short::line(order);
        let Order::Course { ship, legs, .. } = order else { return line };
        let place = courses.entry(ship).or_default();
        let made = view.holds.get(ship).and_then(|hold| hold.legs.get(place));
        *place += 1;
        let all = legs.iter().map(|leg| if let Leg::Ahead(hexes) = leg { *hexes } else { 1 });
        let (made, all) = (made.copied().unwrap_or(0), all.fold(0, u32::saturating_add));
        format!("{line} ({made} of {} made)", count(all, "move"))
    });
    lines.collect::<Vec<_>>().join("; ")
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

/// The ships of a side, as everybody sees them.
fn fleet(game: &Mechad, open: &Open, side: &Side) -> Table {
    let row = |(ship, unit): (&Ship, &Unit)| {
        let (built, lost) = game.boxes(unit);
        let (place, speed) = if unit.is_here() {
            (format!("{}, {}", unit.at, unit.facing.direction()), unit.speed.to_string())
        } else {
            Default::default()
        };
        [
            ship.to_string(),
            game.class(unit).code.clone(),
            place,
            speed,
            protection(game, unit),
            format!("{} of {built}", built - lost),
            status(unit, open.step),
        ]
    };
    let own = open.units.iter().filter(|(_, unit)| unit.side == *side);
    Table::new()
        .caption(format!("Ships of {}", game.title(side)))
        .lefts([
            "Ship",
            "Class",
            "At, facing",
            "Speed",
            "Shields 1 to 6 or field",
            "Boxes",
            "Condition",
        ])
        .rows(own.map(row))
}

fn missiles(game: &Mechad, view: &View) -> Table {
    let columns = ["Missile", "Kind", "Side", "At, facing", "Target"];
    let row = |(name, flying): (&super::names::Missile, &super::state::Flying)| {
        [
            name.to_string(),
            if flying.plasma { "plasma" } else { "drone" }.to_owned(),
            game.title(&flying.side),
            format!("{}, {}", flying.at, flying.facing.direction()),
            view.aims.get(name).map(ToString::to_string).unwrap_or_default(),
        ]
    };
    Table::new().caption("Missiles").lefts(columns).rows(view.open.missiles.iter().map(row))
}
