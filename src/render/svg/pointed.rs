//! Where the places of a picture lie in it: what a page lays over it to be touched.

use super::board::Sheet;
use super::plan::Plan;
use crate::page::{Block, Board, Map, Page};

/// A place in a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spotted {
    /// Its name.
    pub name: String,
    /// Its outline as the data of an SVG path, in the units of the picture.
    pub outline: String,
}

/// The places of each map and board that the page is drawn with, figure by figure in their order.
pub fn places(page: &Page) -> Vec<Vec<Spotted>> {
    let mut figures = Vec::new();
    for block in &page.blocks {
        collect(block, &mut figures);
    }
    figures
}

fn collect(block: &Block, figures: &mut Vec<Vec<Spotted>>) {
    match block {
        Block::Map(map) => figures.extend(of_map(map)),
        Block::Board(board) => figures.extend(of_board(board)),
        Block::Card { details: blocks, .. } | Block::Folded { blocks, .. } => {
            for block in blocks {
                collect(block, figures);
            }
        }
        Block::Heading { .. }
        | Block::Paragraph(_)
        | Block::List(_)
        | Block::Table(_)
        | Block::Facts(_)
        | Block::Code { .. }
        | Block::Note(_)
        | Block::Replay(_)
        | Block::Chart(_) => {}
    }
}

fn of_map(map: &Map) -> Option<Vec<Spotted>> {
    let plan = map.excess().is_none().then(|| Plan::new(&[map])).flatten()?;
    let spotted = |(place, spot): (&crate::page::Place, &super::spot::Spot)| {
        let (x, y, r) = (spot.x, spot.y, spot.radius.max(super::CELL / 2));
        let d = 2 * r;
        // A point is a circle.
        let round = || format!("M{} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", x - r);
        let outline = if spot.outline.is_empty() { round() } else { spot.outline.clone() };
        Spotted { name: place.name.clone(), outline }
    };
    Some(plan.spots().map(spotted).collect())
}

fn of_board(board: &Board) -> Option<Vec<Spotted>> {
    board.excess().is_none().then(|| {
        let cells = Sheet::new("", board).outlines();
        let named = |(at, outline)| Spotted { name: board.naming.name(at), outline };
        cells.into_iter().map(named).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Place, Shape};
    use crate::render::Rulebook;

    /// Each picture that is drawn has its places, in the order of the document.
    #[test]
    fn the_places_of_every_picture_are_told() {
        let point = |name: &str, x| Place::new(name, Shape::Point(x, 4));
        let places_of = vec![point("Pell", 3), point("Viking", 9)];
        let map = Map { places: places_of, ..Map::default() };
        let board = |columns| Board { columns, rows: 2, ..Board::default() };
        let page = Page::new("x").map(map.clone()).board(board(3)).board(board(999));
        let page = page.folded("more", vec![Block::Map(map)]);
        let found = places(&page);
        let html = crate::render::html(&page, &Rulebook::default());
        assert_eq!(found.len(), html.matches("<figure class=\"map").count());
        let names = |n: usize| found[n].iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names(0), ["Pell", "Viking"]);
        assert_eq!(names(1), ["A1", "B1", "C1", "A2", "B2", "C2"]);
        assert_eq!(found[0], found[2]);
        assert!(
            found
                .iter()
                .flatten()
                .all(|it| it.outline.starts_with('M') && it.outline.ends_with('z'))
        );
    }
}
