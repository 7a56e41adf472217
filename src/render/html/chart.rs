//! Charts, and the same numbers in a table that is folded.

use std::fmt::Write as _;

use super::Writer;
use crate::page::{Block, Chart};
use crate::render::escape::words;
use crate::render::svg::plot;

impl Writer<'_> {
    /// A chart with its numbers below; the numbers alone, if there is nothing to draw.
    pub(super) fn chart(&mut self, chart: &Chart) {
        self.maps += 1;
        let Some(picture) = plot(chart, &format!("map-{}", self.maps)) else {
            self.block(&Block::Table(chart.table()));
            return;
        };
        let title = words(&chart.title);
        let _ = write!(
            self.out,
            "<figure class=\"chart\">\n<figcaption>{title}</figcaption>\n{picture}\
             <details>\n<summary>In numbers</summary>\n"
        );
        self.block(&Block::Table(chart.table()));
        self.out += "</details>\n</figure>\n";
    }
}
