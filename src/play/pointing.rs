//! What a page needs for a map that is touched: where places lie in the picture, and what the report tells of one.

use serde_json::{Value, json};

use super::asked::{Asked, game};
use crate::base::Problem;
use crate::engine::Shelf;
use crate::page::{Block, Board, Map, Page, Table, Text, is_named};
use crate::render;

/// For each map and board of the report, in their order: each place with its outline in the picture, and the units of the
/// reader whose names for themselves say that they are there.
///
/// # Errors
/// As `read` refuses the report.
pub(super) fn places(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let (reading, _) = asked.opened(shelf)?;
    let game = game(&reading)?;
    let data = &reading.report.data;
    let page = data.page_with(&*game, None)?;
    let units = data.next.as_ref().map(|_| game.choices(&data.view())).transpose()?;
    let units: Vec<String> =
        units.unwrap_or_default().into_iter().map(|choice| choice.subject).collect();
    let place = |place: render::Spotted| {
        let here: Vec<&String> = units.iter().filter(|unit| is_named(unit, &place.name)).collect();
        json!({"name": place.name, "outline": place.outline, "units": here})
    };
    let figures = render::places(&page).into_iter();
    let figures: Vec<Vec<Value>> =
        figures.map(|all| all.into_iter().map(place).collect()).collect();
    Ok(json!({"figures": figures}))
}

/// Lines that are told of one place or unit at most.
const MOST: usize = 40;

/// What the report tells of a place or unit, in lines.
///
/// # Errors
/// As `read` refuses the report; also if no name is given.
pub(super) fn mentions(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let (reading, _) = asked.opened(shelf)?;
    let game = game(&reading)?;
    let name = asked.name.as_deref().ok_or_else(|| Problem::usage("nothing is named"))?;
    let page = reading.report.data.page_with(&*game, None)?;
    let mut lines = drawn(&page, name);
    for block in page.mentions(name) {
        told(&block, &mut lines);
    }
    let mut once: Vec<String> = Vec::new();
    for line in lines {
        if !line.is_empty() && !once.contains(&line) {
            once.push(line);
        }
    }
    once.truncate(MOST);
    Ok(json!({"name": name, "lines": once}))
}

/// What stands there on the maps and boards.
fn drawn(page: &Page, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for block in &page.blocks {
        match block {
            Block::Map(map) => on_map(map, name, &mut lines),
            Block::Board(board) => on_board(board, name, &mut lines),
            _ => {}
        }
    }
    lines
}

fn on_map(map: &Map, name: &str, lines: &mut Vec<String>) {
    for place in map.places.iter().filter(|place| place.name == name) {
        let owner = place.owner.and_then(|side| map.sides.get(usize::from(side)));
        lines.extend(owner.map(|side| format!("held by {}", side.name)));
        lines.extend(place.stacks.iter().map(|stack| stack.title.clone()));
        lines.extend(place.notes.iter().cloned());
    }
}

fn on_board(board: &Board, name: &str, lines: &mut Vec<String>) {
    for cell in board.cells.iter().filter(|cell| board.naming.name(cell.at) == name) {
        let terrain = board.terrains.get(usize::from(cell.terrain)).map(|it| it.name.clone());
        lines.extend([terrain, Some(cell.label.clone())].into_iter().flatten());
    }
    let here = board.counters.iter().filter(|counter| board.naming.name(counter.at) == name);
    lines.extend(here.map(|counter| counter.title.clone()));
}

/// The lines of a block that tells of a name.
fn told(block: &Block, lines: &mut Vec<String>) {
    match block {
        Block::Paragraph(text) | Block::Note(text) => lines.push(text.words()),
        Block::List(items) => lines.extend(items.iter().map(Text::words)),
        Block::Card { title, lines: own, details } => {
            lines.extend(own.iter().map(|text| format!("{title}: {}", text.words())));
            for block in details {
                told(block, lines);
            }
        }
        Block::Table(table) => lines.extend(rows(table)),
        Block::Facts(facts) => {
            lines.extend(facts.iter().map(|(label, text)| format!("{label}: {}", text.words())));
        }
        Block::Folded { blocks, .. } => blocks.iter().for_each(|block| told(block, lines)),
        Block::Heading { .. }
        | Block::Code { .. }
        | Block::Map(_)
        | Block::Board(_)
        | Block::Replay(_)
        | Block::Chart(_) => {}
    }
}

/// Each row in a line, each cell behind what its column is.
fn rows(table: &Table) -> impl Iterator<Item = String> {
    table.rows.iter().map(|row| {
        let cells = row.iter().zip(&table.columns);
        let cells = cells.map(|(cell, column)| (cell.words(), &column.title));
        let cells = cells.filter(|(cell, _)| !cell.trim().is_empty());
        cells.map(|(cell, name)| format!("{name}: {cell}")).collect::<Vec<_>>().join(", ")
    })
}
