//! Boards. On a telephone the whole comes first, then what matters, cut out and large.

use super::Writer;
use crate::page::Board;
use crate::report::board::blocks;
use crate::report::svg::Sheet;

impl Writer<'_> {
    /// A board with its title below; in words if it is too large to be drawn.
    pub(super) fn board(&mut self, board: &Board) {
        if board.excess().is_some() {
            for block in &blocks(board) {
                self.block(block);
            }
            return;
        }
        self.maps += 1;
        self.boards += 1;
        let id = format!("map-{}", self.maps);
        let sheet = Sheet::new(&id, board);
        let class = if sheet.is_wide() { "map board wide" } else { "map board" };
        let (whole, crops, legend) = (sheet.whole(), sheet.crops(), sheet.legend());
        self.figure(class, (&board.title, &board.key), &whole, (&crops, &legend));
    }
}
