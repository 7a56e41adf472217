//! What stands on a page, for tests that look at it.

use crate::page::{Block, Board, Map, Page, Text};

/// Every line that a page tells, those on cards too.
pub fn lines(page: &Page) -> Vec<&Text> {
    page.blocks.iter().flat_map(lines_of).collect()
}

fn lines_of(block: &Block) -> Vec<&Text> {
    match block {
        Block::List(lines) => lines.iter().collect(),
        Block::Card { lines, details, .. } => {
            let how = details.iter().flat_map(|block| match block {
                Block::Table(table) => table.rows.iter().flatten().collect(),
                block => lines_of(block),
            });
            lines.iter().chain(how).collect()
        }
        Block::Folded { blocks, .. } => blocks.iter().flat_map(lines_of).collect(),
        Block::Replay(scenes) => {
            scenes.iter().flat_map(|scene| scene.lines.iter().chain(&scene.details)).collect()
        }
        Block::Heading { .. }
        | Block::Paragraph(_)
        | Block::Table(_)
        | Block::Facts(_)
        | Block::Code { .. }
        | Block::Note(_)
        | Block::Map(_)
        | Block::Chart(_)
        | Block::Board(_) => Vec::new(),
    }
}

/// The board of a page.
pub fn board(page: &Page) -> Option<&Board> {
    page.blocks.iter().find_map(|block| match block {
        Block::Board(board) => Some(&**board),
        _ => None,
    })
}

/// The maps of a page.
pub fn maps(page: &Page) -> impl Iterator<Item = &Map> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Map(map) => Some(map),
        _ => None,
    })
}
