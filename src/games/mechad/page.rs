//! The situation as a page: what counts, and the ships that all see.

use std::collections::BTreeMap;

use super::events::Event;
use super::names::{Ship, Side};
use super::order::{Leg, Order};
use super::protection::protection;
use super::said::length;
use super::sight::View;
use super::state::{Open, Plot, Status, Step, Unit};
use super::{
    Mechad, aims, arms, barrage, bill, breaks, brief, cannon, edges, foes, hitches, idle, livery,
    market, mine, outlook, points, ranges, sheets, short, stores, takes, threats,
};
use crate::base::words::{count, few, names};
use crate::engine::Fact;
use crate::engine::board::Hex;
use crate::page::{Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &Mechad, view: &View) -> Page {
    let open = &view.open;
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.scenario.title, moment(game, open)))
        .marked_facts(facts(game, view));
    if let Some(finale) = &open.finale {
        page = points::table(game, open, finale).into_iter().fold(page, Page::table);
    }
    for side in game.scenario.sides.keys() {
        page = page.table(fleet(game, open, side));
    }
    if let Some(own) = &view.side {
        page = takes::add(game, view, own, ranges::add(game, view, own, page));
        page = page.marked_facts(stores::paces(game, view, own));
        page = page.facts(ranges::lost(game, open, own));
    }
    let warfare = open.here().any(|(_, unit)| unit.ecm + unit.eccm > 0);
    let plans = open.step == Step::Allocation && view.side.is_some();
    if plans || warfare && open.step == Step::Impulses {
        page = page.marked_facts([("ECM and ECCM", WARFARE.to_owned())]);
    }
    if !open.missiles.is_empty() {
        page = page.table(threats::table(game, view)).note(threats::KEY);
    }
    let page = plots(game, view, page);
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

/// What happened to the reader's ships, how they are, what comes at them, where the enemies are, and how it stands.
pub fn standings(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let fire = barrage::told(game, view, witnessed).into_iter();
    let outlook = outlook::told(game, view, witnessed);
    let Some(own) = &view.side else {
        return fire.chain([left(game, view)]).chain(outlook).collect();
    };
    let mine = mine::told(game, view);
    let all = if mine.is_empty() { vec![left(game, view)] } else { mine };
    let stopped = breaks::left(game, view, witnessed);
    let all =
        threats::told(game, view).into_iter().chain(fire).chain(all).chain(gone(game, view, own));
    let all = bill::defaulted(game, view, witnessed).into_iter().chain(all);
    let all = all.chain(edges::told(game, view));
    let all = all.chain(arms::told(game, view)).chain(cannon::told(game, view, witnessed));
    let all = all.chain(idle::told(game, view, witnessed)).chain(market::told(game, view));
    all.chain(foes::told(game, view, own)).chain(outlook).chain(stopped).collect()
}

/// What is left of each side on the map.
fn left(game: &Mechad, view: &View) -> String {
    let left = game.scenario.sides.keys().map(|side| {
        let all = present(view, side).count();
        let crippled = present(view, side).filter(|unit| unit.crippled).count();
        let hurt = if crippled > 0 { format!(" ({crippled} crippled)") } else { String::new() };
        format!("{all} of {}{hurt}", game.title(side))
    });
    format!("Ships on the map: {}.", names(left))
}

/// Ships that are named among those that are gone.
const NAMED: usize = 8;

/// The ships that the reader and the enemies have lost so far.
fn gone(game: &Mechad, view: &View, own: &Side) -> Option<String> {
    let of = |is: &dyn Fn(&Side) -> bool| {
        let all = view.open.units.iter().filter(|(_, unit)| is(unit.origin()));
        let told = all.filter_map(|(ship, unit)| {
            let how = match unit.status {
                Status::Destroyed => "destroyed",
                Status::Captured => "captured",
                Status::Here | Status::Aboard(_) | Status::Away if unit.prize.is_some() => {
                    "captured"
                }
                Status::Away => "left",
                Status::Here | Status::Aboard(_) => return None,
            };
            Some(format!("{ship} ({how})"))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| few(told, NAMED))
    };
    let mine = of(&|side| side == own).map(|ships| format!("of yours {ships}"));
    let theirs =
        of(&|side| game.scenario.enemies(own, side)).map(|ships| format!("of the enemies {ships}"));
    let told: Vec<String> = mine.into_iter().chain(theirs).collect();
    (!told.is_empty()).then(|| format!("Lost so far: {}.", told.join("; ")))
}

/// The units of a side on the map.
fn present<'v>(view: &'v View, side: &'v Side) -> impl Iterator<Item = &'v Unit> {
    view.open.here().map(|(_, unit)| unit).filter(move |unit| unit.side == *side)
}

/// The ships of each side on the map, and its points if the battle ended now, or as it ended.
pub fn measures(game: &Mechad, view: &View) -> Vec<Measure> {
    let ships = counted(game, view, "ships on the map", |side| present(view, side).count());
    let Some(finale) = aims::finale_now(game, view).or_else(|| view.open.finale.clone()) else {
        return ships;
    };
    let points = counted(game, view, "points as things stand", |side| {
        finale.scores.get(side).map_or(0, |score| length(score.points))
    });
    ships.into_iter().chain(points).collect()
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
    facts.extend(aims::facts(game, view));
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    if let Some((label, text)) = brief::after(game, view) {
        fact(&label, text);
    }
    if open.step != Step::Over {
        fact("Map", map(game, open));
    }
    if game.scenario.has_rescuers() {
        fact("Rescue", outlook::rescuers(game, open));
    }
    if open.step == Step::Allocation && view.side.is_some() {
        for (label, text) in bill::facts(game, view) {
            fact(&label, text);
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
    facts
}

/// How large the map is, how much of it is taken, and what its edges do (md69, md82).
fn map(game: &Mechad, open: &Open) -> String {
    let (columns, rows) = game.scenario.board;
    let units = open.here().map(|(_, unit)| unit.at.0);
    let all: Vec<Hex> = units.chain(open.missiles.values().map(|flying| flying.at.0)).collect();
    let span = |of: fn(&Hex) -> i16| {
        let (least, most) = (all.iter().map(of).min(), all.iter().map(of).max());
        least.zip(most).map_or(0, |(least, most)| most - least + 1)
    };
    let (wide, high) = (span(|at| at.column()), span(|at| at.row()));
    let bound = game.scenario.sides.values().any(|row| !row.leaves.is_empty());
    let bound = if bound { ", by the directions of its side [md82]" } else { "" };
    format!(
        "{columns} columns and {rows} rows; what is on it takes {wide} and {high}. It floats: who would cross an \
         edge shifts everything, and leaves only if all would no longer fit [md69]{bound}"
    )
}

/// What is done with the energy of a ship for which nothing is allocated (md76).
const UNTOLD: &str = "keeps its speed as far as its energy goes (fighters go at their highest), then energizes its field, fills \
                      its capacitor and arms torpedoes, rings and plasma as far as its energy goes; cannons, ECM and ECCM get nothing, and nothing is repaired";

/// What becomes of the ships of a reader who sends nothing (md19, md73, md76, md78).
pub fn without_orders(view: &View) -> Option<String> {
    let side = view.side.as_ref()?;
    match view.open.step {
        Step::Allocation => Some(format!("each ship {UNTOLD}. [md76]")),
        Step::Impulses => {
            let plot = view.plots.get(side).is_some_and(|plot| !plot.orders.is_empty());
            let runs = if plot { "your plot runs on (The situation), and " } else { "" };
            Some(format!(
                "{runs}a ship of which no line in force says anything {IDLE}. [md19] [md78]"
            ))
        }
        Step::Setup | Step::Over => None,
    }
}

/// What a ship does of which no line in force says anything (md19, md78).
const IDLE: &str = "goes straight ahead at its speed, fires and launches nothing, and shoots at no trans-warp missile";

/// The plots that run on, as lines to be copied.
fn plots(game: &Mechad, view: &View, page: Page) -> Page {
    let going = view.plots.iter().filter(|(_, plot)| !plot.orders.is_empty());
    going.filter(|_| view.open.step != Step::Over).fold(page, |page, (side, plot)| {
        let whose = match &view.side {
            Some(_) => "Your plot".to_owned(),
            None => format!("The plot of {side}"),
        };
        let words = format!("{whose} runs on if no new one is sent; a new one replaces all of it:");
        page.paragraph(words).code("", running(game, view, plot))
    })
}

/// The lines of a plot, and what is made of its courses (md73, md79).
fn running(game: &Mechad, view: &View, plot: &Plot) -> String {
    let mut courses: BTreeMap<&Ship, u32> = BTreeMap::new();
    let lines = plot.orders.iter().map(|order| {
        let line = short::line(order);
        if let Order::Break(_) = order {
            // What runs on stops no block (md72).
            return format!("{line}  # spent: it stops a block only if it is sent anew");
        }
        let Order::Course { ship, legs, .. } = order else {
            let hitch = hitches::hitch(game, view, order).map(hitches::Hitch::words);
            return hitch.map_or(line.clone(), |why| format!("{line}  # {why}"));
        };
        let place = courses.entry(ship).or_default();
        let made = view.holds.get(ship).and_then(|hold| hold.legs.get(place));
        *place += 1;
        let all = legs.iter().map(|leg| if let Leg::Ahead(hexes) = leg { *hexes } else { 1 });
        let (made, all) = (made.copied().unwrap_or(0), all.fold(0, u32::saturating_add));
        format!("{line}  # {made} of {} made", count(all, "move"))
    });
    lines.collect::<Vec<_>>().join("\n")
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

/// What electronic warfare does (md67).
const WARFARE: &str = "the root of a target's ECM less the ECCM of who fires, rounded down, is added to the dice at it: the \
                       higher, the worse they are; ECM 3 against ECCM 2: the root of 1, +1; against ECCM 3 \
                       or more: nothing [md67]";

/// The ships of a side, as everybody sees them; where speeds are due, with the highest that each may have (md53).
fn fleet(game: &Mechad, open: &Open, side: &Side) -> Table {
    let due = open.step == Step::Allocation;
    let pace = if due { "Speed, next up to" } else { "Speed" };
    let columns = ["Ship", "At, facing", pace, "Shields 1 to 6 or field", "Boxes", "Condition"];
    let row = |(ship, unit): (&Ship, &Unit)| {
        let (built, lost) = game.boxes(unit);
        let (place, speed) = if unit.is_here() {
            let next = if due { format!(", {}", game.fastest_fed(unit)) } else { String::new() };
            let speed = format!("{}{next}", unit.speed);
            (format!("{}, {}", unit.at, unit.facing.direction()), speed)
        } else {
            Default::default()
        };
        // What is left of a ship that is destroyed is nothing to anybody.
        let (guard, boxes) = match unit.status {
            Status::Destroyed => Default::default(),
            _ => (protection(game, unit), format!("{} of {built}", built - lost)),
        };
        [ship.to_string(), place, speed, guard, boxes, status(unit, open.step)]
    };
    let own = open.units.iter().filter(|(_, unit)| unit.side == *side);
    Table::new().caption(format!("Ships of {}", game.title(side))).lefts(columns).rows(own.map(row))
}
