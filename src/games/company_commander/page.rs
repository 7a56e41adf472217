//! The situation as a page.

use std::collections::BTreeMap;

use super::CompanyCommander;
use super::format::{KindRow, Trait};
use super::names::{Unit, Zone};
use super::said::{each, either};
use super::scenario::Start;
use super::side::Side;
use super::sight::View;
use super::state::{Contact, Piece, Post, State, Step};
use super::switches::Exchange;
use super::{arrivals, atlas, brief, charts, handbook, prospects, vigil};
use crate::base::words::{count, joined, names};
use crate::page::{Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &CompanyCommander, view: &View) -> Page {
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.field.title, moment(game, view)))
        .facts(facts(game, view));
    for side in Side::BOTH {
        let own = view.side == Some(side) || view.side.is_none();
        let units: Vec<_> = view.units.iter().filter(|(_, piece)| piece.side == side).collect();
        if !units.is_empty() {
            let caption = if own {
                format!("Units of {}", side.title())
            } else {
                format!("Units of {} in sight", side.title())
            };
            page = page.table(pieces(game, view, &caption, &units));
        }
    }
    for (side, known) in &view.contacts {
        if known.values().any(|contact| !contact.now) {
            page = page.table(contacts(game, view, *side, known));
        }
    }
    if let Some(side) = view.side.filter(|_| view.open.step != Step::Over) {
        let shots = prospects::tables(game, view, side).into_iter();
        let cover = [vigil::cover(game, view, side), vigil::odds(game, view, side)];
        let cover = cover.into_iter().flatten();
        page = shots.chain(cover).chain(arrivals::tables(game, view, side)).fold(page, Page::table);
    }
    page.folded(handbook::TITLE, handbook::tables(game, view))
}

fn moment(game: &CompanyCommander, view: &View) -> String {
    let open = &view.open;
    match open.step {
        Step::Deployment => "deployment".to_owned(),
        Step::Turn => {
            format!("turn {} of {}, {} to move", open.turn, game.field.turns, open.active.title())
        }
        Step::Over => format!("the end, in turn {}", open.turn),
    }
}

/// How many units of a side are destroyed.
fn lost(game: &CompanyCommander, view: &View, side: Side) -> u32 {
    view.open.lost.iter().filter(|unit| game.field.units[*unit].side == side).map(|_| 1).sum()
}

/// Points and losses of both sides.
pub fn measures(game: &CompanyCommander, view: &View) -> Vec<Measure> {
    let points = game.tally(&view.open);
    let each = |(side, points): (Side, u32)| {
        let who = atlas::coloured(side);
        let losses = i64::from(lost(game, view, side));
        [
            Measure { what: "points", who: who.clone(), value: points.into() },
            Measure { what: "units lost", who, value: losses },
        ]
    };
    points.into_iter().flat_map(each).collect()
}

/// How the tables of units are read.
const UNITS: &str = "At is a hex and the facing: A north, then clockwise B north-east, C south-east, D south, E \
     south-west, F north-west; Left is strength points; Moves are movement points, normal and fast; Armor is front, flank \
     and rear";

fn facts(game: &CompanyCommander, view: &View) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    fact("Scenario", format!("{} ({})", game.field.about, game.field.period));
    let places = game.field.objectives.iter().map(|(place, objective)| {
        let holder = view.open.held.get(place).map_or("nobody", |side| side.title());
        format!("{place} in {}, {} points, held by {holder}", objective.at, objective.points)
    });
    let to_come = match charts::cycles_left(game, &view.open) {
        0 => String::new(),
        left => format!(", {left} of them to come"),
    };
    let next = next(game, view).map_or(String::new(), |next| format!("; next {next}"));
    fact("Turns", format!("{}{to_come}{next}", charts::length(game)));
    let scouts = game.has_scouts().then(|| {
        format!(", {} for scouts", game.field.sight + game.format.numbers.night_recon.value)
    });
    fact("Sight", format!("{} hexes at most{}", game.field.sight, scouts.unwrap_or_default()));
    fact("Objectives", places.collect::<Vec<_>>().join("; "));
    let over = view.open.step == Step::Over;
    if !game.field.objectives.is_empty() && !over {
        fact("Taking one", taking(game));
    }
    // The top of the page says the rest.
    match view.open.step {
        Step::Deployment => fact("Losses by worth", brief::shares(game, view)),
        Step::Turn => fact("Winning", brief::victory(game, view)),
        Step::Over => {}
    }
    for side in Side::BOTH {
        let gone = view.open.lost.iter().filter(|unit| game.field.units[*unit].side == side);
        let lost: Vec<String> = gone.map(|unit| game.called(unit)).collect();
        if !lost.is_empty() {
            fact(&format!("Losses of {}", side.title()), names(lost));
        }
        if let Some(late) = late(game, view, side) {
            fact(&format!("Reinforcements of {}", side.title()), late);
        }
    }
    if let Some(smoke) = smoke(game, view) {
        fact("Smoke", smoke);
    }
    fact("Units", UNITS.to_owned());
    let marks = atlas::legend(game, view);
    if !marks.is_empty() {
        fact("States", marks);
    }
    facts
}

/// Whose turn is ordered for, and whose comes then; `None` in the end, and if both sides' turns are played at once.
fn next(game: &CompanyCommander, view: &View) -> Option<String> {
    let (open, first) = (&view.open, game.field.first);
    let told = |side: Side, turn: u32| match view.side {
        Some(own) if own == side => format!("your turn {turn}"),
        _ => format!("{}'s turn {turn}", side.title()),
    };
    let then = |side: Side, turn: u32| {
        let over = turn > game.field.turns;
        if over { "the end".to_owned() } else { told(side, turn) }
    };
    match (open.step, game.switches.exchange) {
        (Step::Over, _) | (_, Exchange::Both) => None,
        (Step::Deployment, Exchange::ATurn) => {
            Some(format!("the deployment, then {}", told(first, 1)))
        }
        (Step::Turn, Exchange::ATurn) => {
            let other = open.active.other();
            let then = then(other, open.turn + u32::from(other == first));
            Some(format!("{}, then {then}", told(open.active, open.turn)))
        }
    }
}

/// How objectives change hands (cc60), and what does not take them (cc54).
fn taking(game: &CompanyCommander) -> String {
    let arrives = game.field.units.values().any(|it| matches!(it.start, Start::Arrives(_)));
    let leaves = game.kinds().any(|kind| kind.capacity > 0);
    let ways = [(true, "ends a move"), (arrives, "arrives"), (leaves, "leaves its carrier")];
    let ways = ways.into_iter().filter(|(so, _)| *so).map(|(_, way)| way);
    let flies = if game.kinds().any(KindRow::flies) { "; what flies takes none" } else { "" };
    format!(
        "a unit takes an objective if it {} there; its side holds it, also once the unit has left, until an enemy takes \
         it{flies}",
        either(ways)
    )
}

/// What becomes of the reader's side if it sends nothing (cc19, cc22, cc63); `None` in the end.
pub fn without_orders(game: &CompanyCommander, view: &View) -> Option<String> {
    let side = view.side?;
    let usual = game.format.numbers.overwatch.value;
    let fires = format!("at {usual}% or more to cost an enemy strength");
    match (view.open.step, game.switches.exchange) {
        (Step::Over, _) => None,
        (Step::Deployment, _) => Some("your units begin where the table has them".to_owned()),
        (Step::Turn, Exchange::Both) => {
            Some(format!("your units stay, and fire only on overwatch, {fires}"))
        }
        (Step::Turn, Exchange::ATurn) if view.open.active == side => Some(
            "your units stay and do not fire in your turn; after it they are on overwatch"
                .to_owned(),
        ),
        (Step::Turn, Exchange::ATurn) => Some(format!("your units on overwatch fire {fires}")),
    }
}

/// When the reinforcements of which the reader knows arrive at the earliest, and where those enter of which everybody
/// knows (cc24); `None` if there are none.
fn late(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.post == Post::Reserve);
    let late = own.filter_map(|(unit, _)| {
        Some(format!("{} {}", game.called(unit), arrives(game, view, unit)?))
    });
    let late: Vec<String> = late.collect();
    let late = (!late.is_empty()).then(|| names(late));
    let entries = game.field.entries.get(&side).filter(|_| !view.open.complete.contains(&side));
    let entries = entries.filter(|entries| !entries.is_empty());
    let enter = entries.map(|entries| format!("enter at {}", joined(entries, ", ")));
    let told: Vec<String> = late.into_iter().chain(enter).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// When a reinforcement arrives at the earliest: one whose turn has begun found no free entry then (cc24). `None` for
/// other units.
fn arrives(game: &CompanyCommander, view: &View, unit: &Unit) -> Option<String> {
    let roster = &game.field.units[unit];
    let Start::Arrives(turn) = roster.start else { return None };
    let late = turn <= prospects::begun(game, view, roster.side);
    Some(if late { "as soon as an entry is free".to_owned() } else { format!("in turn {turn}") })
}

/// Where there is smoke, and until when (cc57); `None` if there is none.
fn smoke(game: &CompanyCommander, view: &View) -> Option<String> {
    let mut clouds: BTreeMap<(Side, u32), Vec<Zone>> = BTreeMap::new();
    for (at, cloud) in &view.open.smoke {
        // It thins out as each turn of its side begins.
        let gone = prospects::begun(game, view, cloud.side) + cloud.left;
        clouds.entry((cloud.side, gone)).or_default().push(*at);
    }
    let told = clouds.into_iter().map(|((side, gone), places)| {
        format!("{} until {}'s turn {gone} begins", names(places), side.title())
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Where a unit is, in words.
pub(super) fn place(piece: &Piece) -> String {
    match &piece.post {
        Post::On(at) => at.to_string(),
        Post::Aboard(by) => format!("in {by}"),
        Post::Reserve => "to come".to_owned(),
        Post::Off => "off the map".to_owned(),
    }
}

fn pieces(game: &CompanyCommander, view: &View, caption: &str, units: &[(&Unit, &Piece)]) -> Table {
    let state = view.believed();
    let deploys = view.open.step == Step::Deployment;
    let last = if deploys { "May deploy in" } else { "Stores" };
    let columns = ["Unit", "Kind", "Quality", "At", "Left", "State", "Moves", "Armor", last];
    let row = |(unit, piece): &(&Unit, &Piece)| {
        let kind = game.format.kind(&piece.kind);
        let armor = kind.armor.map(|it| format!("{}/{}/{}", it.front, it.flank, it.rear));
        let faces = piece.at().is_some() && !kind.is(Trait::AllRound);
        [
            unit.to_string(),
            kind.title.clone(),
            piece.quality.to_string(),
            match arrives(game, view, unit).filter(|_| piece.post == Post::Reserve) {
                Some(when) => format!("to come {when}"),
                None if faces => format!("{} {:?}", place(piece), piece.facing),
                None => place(piece),
            },
            format!("{} of {}", piece.strength, kind.strength),
            atlas::states(game, &state, (unit, piece), view.stocks.contains_key(*unit)),
            handbook::movement(game, kind),
            armor.unwrap_or_default(),
            if deploys { brief::spots(game, unit, piece) } else { left(game, view, &state, unit) },
        ]
    };
    Table::new().caption(caption).lefts(columns).rows(units.iter().map(row))
}

/// Shots and smoke that a unit of the reader's has left, as far as they are counted (cc18, cc57).
fn left(game: &CompanyCommander, view: &View, state: &State, unit: &Unit) -> String {
    let Some(stock) = view.stocks.get(unit) else { return String::new() };
    let kind = game.format.kind(game.kind_of(unit));
    let shots = kind.weapons.iter().filter_map(|weapon| {
        let left = game.shots_left(state, unit, weapon)?;
        Some(format!("{} {left}", game.format.weapon(weapon).title))
    });
    let smoke =
        kind.smoke.as_ref().map(|row| format!("smoke {}", row.uses - stock.smoke.min(row.uses)));
    each(shots.chain(smoke))
}

/// What was seen and is seen no more, and how far it may have come (cc51).
fn contacts(
    game: &CompanyCommander,
    view: &View,
    side: Side,
    known: &BTreeMap<Unit, Contact>,
) -> Table {
    let enemy = side.other();
    let caption = format!(
        "Seen by {}, out of sight now, and how far it may have come in turns of {} since (movement points, normal and \
         fast)",
        side.title(),
        enemy.title()
    );
    let columns = ["Unit", "Kind", "Last seen", "In turn", "May have moved"];
    let table = Table::new().caption(caption).lefts(columns);
    let gone = known.iter().filter(|(_, contact)| !contact.now);
    table.rows(gone.map(|(unit, contact)| {
        let kind = game.format.kind(game.kind_of(unit));
        let moved = match prospects::since(game, view, enemy, contact) {
            0 => format!("no: {} has had no turn since", enemy.title()),
            turns => format!("{} at {}", count(turns, "turn"), handbook::movement(game, kind)),
        };
        let (at, turn) = (contact.at.to_string(), contact.turn.to_string());
        [unit.to_string(), kind.title.clone(), at, turn, moved]
    }))
}
