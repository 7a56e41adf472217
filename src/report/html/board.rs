//! Boards. On a telephone what matters comes first, cut out and large; then the whole, scrolled.

use std::fmt::Write as _;

use super::Writer;
use crate::page::Board;
use crate::report::board::blocks;
use crate::report::escape::words;
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
        let mut crops = String::new();
        for (picture, title) in sheet.crops() {
            let _ = writeln!(crops, "{picture}<p>{title}</p>");
        }
        let title = words(&board.title);
        let wide = if sheet.is_wide() { " wide" } else { "" };
        let key =
            if board.key.is_empty() { String::new() } else { format!(": {}", words(&board.key)) };
        let _ = write!(
            self.out,
            "<figure class=\"map board{wide}\">\n<div class=\"crops\">\n{crops}{}</div>\n\
             <div class=\"sheet\" role=\"group\" aria-label=\"{title}\" tabindex=\"0\">\n{}</div>\n\
             <figcaption>{title}{key}</figcaption>\n</figure>\n",
            sheet.legend(),
            sheet.whole()
        );
    }
}
