//! The situation as a page.

use super::CompanyCommander;
use super::events::How;
use super::format::Trait;
use super::names::Unit;
use super::odds::Chances;
use super::said::{each, score};
use super::scenario::Start;
use super::side::Side;
use super::sight::View;
use super::state::{Contact, Piece, Post, State, Step};
use super::{atlas, charts, handbook};
use crate::base::words::{capital, few, joined, names};
use crate::page::{Measure, Page, Table};

/// Lines of chances at most.
const SHOTS: usize = 40;

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
            page = page.table(contacts(game, *side, known));
        }
    }
    if let Some(side) = view.side.filter(|_| view.open.step == Step::Turn)
        && let Some(table) = shots(game, view, side)
    {
        page = page.table(table);
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

/// Units of the enemy that are named in the summary.
const SEEN: usize = 4;

/// The points of both sides and what they have lost, before everything else.
pub fn standings(game: &CompanyCommander, view: &View) -> Vec<String> {
    if view.open.step == Step::Deployment {
        let about = format!("{}.", capital(&game.field.about));
        let wins = format!("To win: {}.", victory(game));
        return [about, wins].into_iter().chain(deployment(game, view)).collect();
    }
    let lost = Side::BOTH.map(|side| (side, lost(game, view, side)));
    let each = |of: &[(Side, u32)]| {
        joined(of.iter().map(|(side, n)| format!("{} {n}", side.title())), ", ")
    };
    let mut lines = vec![
        format!("Points: {}.", each(&game.tally(&view.open))),
        format!("Units lost so far: {}. {}.", each(&lost), shares(game, view)),
    ];
    lines.extend(view.side.map(|side| seen(game, view, side.other())));
    lines.extend(view.side.and_then(|side| remembered(game, view, side)));
    lines.extend(view.side.and_then(|side| suppressed(game, view, side)));
    lines
}

/// The own units that are suppressed, which can hardly do anything; `None` if none is.
fn suppressed(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.suppressed);
    let own: Vec<String> = own.map(|(unit, _)| game.called(unit)).collect();
    (!own.is_empty()).then(|| format!("Suppressed: {}.", names(own)))
}

/// What is seen of the enemy, the strongest first.
fn seen(game: &CompanyCommander, view: &View, enemy: Side) -> String {
    let units = view.units.iter().filter(|(_, it)| it.side == enemy);
    let mut units: Vec<_> = units.filter_map(|(unit, it)| Some((unit, it, it.at()?))).collect();
    if units.is_empty() {
        return format!("You see no unit of {}.", enemy.title());
    }
    units.sort_by_key(|(_, it, _)| std::cmp::Reverse(it.strength));
    let told = units.into_iter().map(|(unit, _, at)| format!("{} in {at}", game.called(unit)));
    format!("Units of {} in sight: {}.", enemy.title(), few(told, SEEN))
}

/// Where units of the enemy were that are out of sight; `None` if there are none.
fn remembered(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let known = view.contacts.get(&side)?.iter().filter(|(_, contact)| !contact.now);
    let told: Vec<String> = known
        .map(|(unit, it)| format!("{} in {} (turn {})", game.called(unit), it.at, it.turn))
        .collect();
    (!told.is_empty()).then(|| format!("Last seen: {}.", few(told, SEEN)))
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
const UNITS: &str = "at a hex, facing A north, B north-east and so on to F north-west; left is strength, moves \
     are points, normal and fast; armor is front, flank and rear";

fn facts(game: &CompanyCommander, view: &View) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    fact("Scenario", format!("{} ({})", game.field.about, game.field.period));
    let places = game.field.objectives.iter().map(|(place, objective)| {
        let holder = view.open.held.get(place).map_or("nobody", |side| side.title());
        format!("{place} in {}, {} points, held by {holder}", objective.at, objective.points)
    });
    fact("Turns", charts::length(game));
    let scouts = game.field.sight + game.format.numbers.night_recon.value;
    fact("Sight", format!("{} hexes at most, {scouts} for scouts", game.field.sight));
    fact("Objectives", places.collect::<Vec<_>>().join("; "));
    fact("Points", score(&game.tally(&view.open)));
    fact("What counts", victory(game));
    fact("Losses by worth", shares(game, view));
    let gone = |side: Side| {
        let lost = view.open.lost.iter();
        lost.filter(|unit| game.field.units[*unit].side == side)
            .map(|unit| game.called(unit))
            .collect()
    };
    for side in Side::BOTH {
        let lost: Vec<String> = gone(side);
        if !lost.is_empty() {
            fact(&format!("Losses of {}", side.title()), names(lost));
        }
        let entries = game.field.entries.get(&side).filter(|_| !view.open.complete.contains(&side));
        if let Some(entries) = entries.filter(|entries| !entries.is_empty()) {
            fact(&format!("Reinforcements of {} enter at", side.title()), names(entries));
        }
    }
    if !view.open.smoke.is_empty() {
        fact("Smoke", names(view.open.smoke.keys()));
    }
    fact("Units", UNITS.to_owned());
    fact("States", atlas::MARKS.to_owned());
    facts
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
            if faces { format!("{} {:?}", place(piece), piece.facing) } else { place(piece) },
            format!("{} of {}", piece.strength, kind.strength),
            atlas::states(game, &state, unit, piece),
            handbook::movement(game, kind),
            armor.unwrap_or_default(),
            if deploys { spots(game, unit, piece) } else { left(game, view, &state, unit) },
        ]
    };
    Table::new().caption(caption).lefts(columns).rows(units.iter().map(row))
}

/// How the game is won (cc60, cc61).
fn victory(game: &CompanyCommander) -> String {
    format!(
        "more points after turn {}, for objectives held then and for the worth of enemies destroyed; or the enemy breaks, \
         having lost its share of all that its units are worth",
        game.field.turns
    )
}

/// What each side has lost of the worth of all its units, and at what share it breaks (cc61).
fn shares(game: &CompanyCommander, view: &View) -> String {
    let share = |side: Side| {
        let (lost, whole) = (game.lost(&view.open, side), game.field.worth(&game.format, side));
        let breaks = game.field.breaks[&side];
        let percent = 100 * lost / whole.max(1);
        format!("{} has lost {percent}% of its worth and breaks at {breaks}%", side.title())
    };
    names(Side::BOTH.map(share))
}

/// Units whose places are named in the summary.
const DEPLOYED: usize = 4;

/// Where the reader's units may be deployed (cc22), if they are few.
fn deployment(game: &CompanyCommander, view: &View) -> Option<String> {
    let side = view.side?;
    let own = view.units.iter().filter(|(_, piece)| piece.side == side);
    let places = own.filter_map(|(unit, piece)| {
        let others = spots(game, unit, piece);
        (!others.is_empty()).then(|| format!("{unit} in {}, or in {others}", place(piece)))
    });
    let places: Vec<String> = places.collect();
    Some(if places.len() > DEPLOYED {
        "Your units stand where the table says; it also says where else you may deploy each."
            .to_owned()
    } else {
        format!("You may deploy {}.", places.join("; "))
    })
}

/// Where a unit may be deployed besides where it is (cc22).
fn spots(game: &CompanyCommander, unit: &Unit, piece: &Piece) -> String {
    let roster = &game.field.units[unit];
    let start = if let Start::At(start) = roster.start { Some(start) } else { None };
    let all = start.iter().filter(|_| !roster.or.is_empty()).chain(&roster.or);
    each(all.filter(|at| piece.at() != Some(**at)))
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

/// What was seen and is seen no more (cc51).
fn contacts(
    game: &CompanyCommander,
    side: Side,
    known: &std::collections::BTreeMap<Unit, Contact>,
) -> Table {
    let caption = format!("Seen by {}, out of sight now", side.title());
    let table = Table::new().caption(caption).lefts(["Unit", "Kind", "Last seen", "Turn"]);
    let gone = known.iter().filter(|(_, contact)| !contact.now);
    table.rows(gone.map(|(unit, contact)| {
        let kind = &game.format.kind(game.kind_of(unit)).title;
        [unit.to_string(), kind.clone(), contact.at.to_string(), contact.turn.to_string()]
    }))
}

/// The chances of each shot that a side has as things stand (cc67).
fn shots(game: &CompanyCommander, view: &View, side: Side) -> Option<Table> {
    let state = view.believed();
    let pairs = state
        .of(side)
        .flat_map(|(unit, _)| game.known(&state, side).map(move |(target, ..)| (unit, target)));
    let row = |(unit, target): (&Unit, &Unit)| {
        let shot = game.shot(&state, unit, target, false).ok()?;
        let chances = game.chances(&state, unit, target, &shot);
        let percent = |number: u32| format!("{number}%");
        let how = capital(match shot.how {
            How::Direct | How::Overwatch => "direct",
            How::Indirect => "indirect",
            How::Assault => "close assault",
            How::Suicide => "suicide",
        });
        let Chances { hit, harm, loss, kill, .. } = chances;
        let [hit, harm, loss, kill] = [hit, harm, loss, kill].map(percent);
        Some([unit.to_string(), target.to_string(), how, hit, harm, loss, kill])
    };
    let rows: Vec<_> = pairs.filter_map(row).take(SHOTS).collect();
    let columns =
        ["Unit", "Target", "How", "Hit", "Suppressed or worse", "Loses strength", "Destroyed"];
    let table = Table::new().caption(format!("Shots of {} as things stand", side.title()));
    (!rows.is_empty()).then(|| table.lefts(columns).rows(rows))
}
