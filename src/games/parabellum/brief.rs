//! The information brief: all that is known of a theater before anything is bought (pb2).

use std::fmt::Write as _;

use super::Parabellum;
use super::catalogue;
use super::format::{FaceKind, Victory};
use super::names::{Kind, Sq};
use super::said::stacked;
use super::side::{Role, Side};
use super::state::Step;
use super::theater::{Aim, BLOCK, Field, LEGEND};
use crate::base::words::{capital, count};
use crate::engine::board::{Board, Square};
use crate::page::{Page, Table};

/// The brief, and the cards that can be bought: all at the opening, those of its list to a side that
/// recruits.
pub fn add(game: &Parabellum, mut page: Page, step: Step, reader: Option<Side>) -> Page {
    let lists = match step {
        Step::Purchase => reader.map_or(Side::BOTH, |side| [side, side.other()]).to_vec(),
        Step::Recruit => reader.into_iter().collect(),
        Step::Defender | Step::Attacker | Step::Turn | Step::Over => return page,
    };
    if lists.is_empty() {
        return page;
    }
    if step == Step::Purchase {
        page = theater(game, page);
    }
    page = page.facts([("Prices", catalogue::prices(game))]);
    for side in lists {
        let kinds: Vec<&Kind> = game.theater.lists[&side].iter().collect();
        let caption = format!("Cards of {}", side.title());
        page = catalogue::tables(game, &kinds, &caption).into_iter().fold(page, Page::table);
    }
    page.table(catalogue::going(game, None)).note(catalogue::KEY)
}

/// How many cycles it takes at most: a skirmish is two deployments and two turns a round; purchases come before the
/// first, and recruiting between them.
fn length(game: &Parabellum) -> String {
    let theater = &game.theater;
    let rounds = theater.fields.iter().map(|field| field.turns).max().unwrap_or(0);
    let each = 2 + 2 * rounds;
    match theater.skirmishes {
        0 => format!("a cycle for purchases, then up to {each} for each skirmish"),
        most => format!("{} at most", count(most * (each + 1), "cycle")),
    }
}

/// The table of skirmishes with its maps.
fn theater(game: &Parabellum, page: Page) -> Page {
    let theater = &game.theater;
    let last = match (theater.skirmishes, game.switches.victory) {
        (0, _) => "until a side is broke or surrenders".to_owned(),
        (most, Victory::AboveStart) => format!(
            "{most} skirmishes at most; then the force worth more wins, if it is worth more than {}",
            theater.budget
        ),
        (most, Victory::WorthMore) => {
            format!("{most} skirmishes at most; then the force worth more wins")
        }
    };
    let page = page
        .heading(2, "The information brief")
        .facts([("The theater", last), ("Length", length(game))]);
    let numbered = theater.fields.iter().zip(1..);
    numbered.fold(page, |page, (field, number)| site(game, page, field, number))
}

/// A skirmish of the table.
fn site(game: &Parabellum, page: Page, field: &Field, number: u32) -> Page {
    let page = page.heading(3, format!("{number}. {}: {}", field.name, field.about));
    let mut facts = vec![
        ("The attacker wins if".to_owned(), aim(field, "it")),
        ("Reward".to_owned(), format!("{} credits", field.reward)),
    ];
    for role in [Role::Defender, Role::Attacker] {
        facts.push((format!("The {role} sets up in"), area(&field.lines[&role])));
    }
    let most = field.reinforcements.most;
    if most > 0 {
        let fee = field.reinforcements.fee;
        facts.push((
            "Reinforcements".to_owned(),
            format!("at most {most} for each side, at {fee} credits each"),
        ));
    }
    let attacker = field.attacker.map(|side| ("Attacker".to_owned(), side.title().to_owned()));
    facts.extend(attacker);
    facts.extend(lay(field));
    let stacks = field.markers.iter().map(|(at, stack)| format!("{at} {}", stacked(*stack)));
    let stacks: Vec<String> = stacks.collect();
    if !stacks.is_empty() {
        facts.push(("Markers".to_owned(), stacks.join("; ")));
    }
    let page = page.facts(facts);
    let page = upright(game, field).into_iter().fold(page, Page::table);
    page.code("text", drawn(field))
}

/// What the attacker, called so, has to do, in words (pb4).
pub fn aim(field: &Field, who: &str) -> String {
    let rounds = count(field.turns, "round");
    let what = match &field.aim {
        Aim::Take(city) => format!("{who} holds {city} alone after a turn"),
        Aim::Exit(city, units) => {
            format!("{who} leads {} off the map at {city}", count(*units, "unit"))
        }
        Aim::Deliver(city, number) => {
            format!("{who} holds {city} alone with {} there", count(*number, "marker"))
        }
        Aim::Raid(city) => format!("no supplies and no ammunition are left in {city}"),
    };
    format!("{what}, within {rounds}")
}

/// Places, runway and blocks of a map.
pub fn lay(field: &Field) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let places = field.cities.iter().map(|(city, place)| {
        let hires = if place.irregulars { ", with irregulars" } else { "" };
        format!("{city} {}{hires}", area(&place.squares))
    });
    facts.push(("Places".to_owned(), places.collect::<Vec<_>>().join("; ")));
    if let Some(runway) = &field.runway {
        let squares = area(&runway.squares);
        facts.push(("Runway".to_owned(), format!("of the {}, {squares}", runway.of)));
    }
    if !field.blocks.is_empty() {
        let blocks: Vec<Sq> = field.blocks.iter().copied().collect();
        facts.push(("Blocks".to_owned(), area(&blocks)));
    }
    facts
}

/// What stands on the grid lines of a map: between which squares (pb36).
pub fn upright(game: &Parabellum, field: &Field) -> Option<Table> {
    let between = |kind: FaceKind| -> Vec<String> {
        let of = field.faces.iter().filter(|(_, face)| **face == kind);
        of.map(|((one, other), _)| format!("{one}/{other}")).collect()
    };
    let columns = ["Terrain", "mm", "Cover", "Between"];
    let table = Table::new().caption("Upright terrain").lefts(columns);
    let kinds = FaceKind::ALL.into_iter().map(|kind| (kind, between(kind)));
    let kinds = kinds.filter(|(_, squares)| !squares.is_empty());
    let rows = kinds.map(|(kind, squares)| {
        let face = game.format.faces[&kind];
        let cover = match face.cover {
            4 => "all".to_owned(),
            2 => "1/2".to_owned(),
            quarters => format!("{quarters}/4"),
        };
        [capital(&kind.to_string()), face.height.to_string(), cover, squares.join(" ")]
    });
    let rows: Vec<[String; 4]> = rows.collect();
    (!rows.is_empty()).then(|| table.rows(rows))
}

/// Squares by two corners where they are all between them, else one by one.
pub fn area(squares: &[Sq]) -> String {
    let columns = || squares.iter().map(|at| at.0.column());
    let rows = || squares.iter().map(|at| at.0.row());
    let corner = |column: Option<u16>, row: Option<u16>| Square::new(column?, row?).map(Sq);
    let low = corner(columns().min(), rows().min());
    let high = corner(columns().max(), rows().max());
    let (Some(low), Some(high)) = (low, high) else { return String::new() };
    let inside = |column: u16, row: u16| Square::new(column, row).map(Sq);
    let all = (low.0.column()..=high.0.column())
        .flat_map(|column| (low.0.row()..=high.0.row()).filter_map(move |row| inside(column, row)));
    let missing: Vec<Sq> = all.filter(|at| !squares.contains(at)).collect();
    let list =
        |squares: &[Sq]| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match (squares, missing.as_slice()) {
        ([_] | [_, _], _) => list(squares),
        (_, []) => format!("{low} to {high}"),
        (_, missing) if missing.len() * 4 < squares.len() => {
            format!("{low} to {high} but {}", list(missing))
        }
        _ => list(squares),
    }
}

/// A map by the signs of its file, and what they mean as far as it has them.
fn drawn(field: &Field) -> String {
    let (columns, rows) = field.board.size();
    let sign = |at: Sq| {
        let terrain = field.terrain(at);
        let sign = LEGEND.iter().find(|(_, one)| *one == terrain).map_or('.', |(sign, _)| *sign);
        if field.blocks.contains(&at) { BLOCK } else { sign }
    };
    let at = |column: u16, row: u16| Square::new(column, row).map(Sq);
    let heads = (1..=columns).filter_map(|column| at(column, 1));
    let heads: Vec<String> =
        heads.map(|at| at.to_string().trim_end_matches('1').to_owned()).collect();
    let wide = heads.iter().map(String::len).max().unwrap_or(1);
    let mut out = "  ".to_owned();
    for head in &heads {
        let _ = write!(out, " {head:>wide$}");
    }
    for row in 1..=rows {
        let _ = write!(out, "\n{row:>2}");
        for square in (1..=columns).filter_map(|column| at(column, row)) {
            let _ = write!(out, " {:>wide$}", sign(square));
        }
    }
    let shown: Vec<char> = field.board.places().into_iter().map(|at| sign(Sq(at))).collect();
    let named = LEGEND.iter().map(|(sign, terrain)| (*sign, terrain.to_string()));
    let named = named.chain([(BLOCK, "block".to_owned())]);
    let named = named.filter(|(sign, _)| shown.contains(sign));
    let named: Vec<String> = named.map(|(sign, name)| format!("{sign} {name}")).collect();
    format!("{out}\n\n{}\n", named.join("   "))
}
