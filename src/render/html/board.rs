//! Boards. On a telephone the whole comes first, then what matters, cut out and large. Of a board that
//! is larger than any page, what matters comes first everywhere, and the whole behind it.

use super::Writer;
use crate::page::Board;
use crate::render::board::blocks;
use crate::render::svg::Sheet;

impl Writer<'_> {
    /// A board with its title below; in words if it is too large to be drawn.
    pub(super) fn board(&mut self, board: &Board) {
        if board.excess().is_some() {
            for block in &blocks(board, 0) {
                self.block(block);
            }
            return;
        }
        self.maps += 1;
        self.boards += 1;
        let id = format!("map-{}", self.maps);
        let sheet = Sheet::new(&id, board);
        let class = match (sheet.is_large(), sheet.is_wide()) {
            (false, false) => "map board",
            (false, true) => "map board wide",
            // Read in parts, which need no sheet of their own.
            (true, _) => "map board large",
        };
        let (whole, crops, legend) = (sheet.whole(), sheet.crops(), sheet.legend());
        self.figure(
            class,
            (&board.title, &board.whole_key()),
            &whole,
            (&crops, crops.len(), &legend),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{Board, Page};
    use crate::render::Rulebook;
    use crate::render::html::html;

    #[test]
    fn a_board_that_no_page_shows_readably_is_shown_in_parts() {
        let shown = |columns, rows| {
            let board = Board { columns, rows, ..Board::default() };
            html(&Page::new("x").board(board), &Rulebook::default())
        };
        assert!(shown(60, 60).contains("<figure class=\"map board large\">"));
        assert!(shown(12, 20).contains("<figure class=\"map board\">"));
        assert!(shown(20, 12).contains("<figure class=\"map board wide\">"));
    }
}
