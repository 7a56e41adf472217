//! Tables in HTML.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::Writer;
use crate::page::{Align, Column, Span, Table, Text};
use crate::render::escape::{Escaped, words};
use crate::render::one_line;

/// What became of an order line, and the sign beside the word.
const OUTCOMES: &[(&str, &str)] =
    &[("done", "✓"), ("partly", "◐"), ("failed", "✗"), ("refused", "⊘"), ("unused", "○")];

/// A cell with more characters than this is broken into lines.
const LONG: usize = 24;

/// A first column up to this width stays in view while the others are scrolled.
const KEPT: usize = 16;

/// Characters that stand side by side on a telephone.
const PHONE: usize = 36;

/// A table up to this width is scrolled there; in a wider one each row stands by itself, every cell with its title.
const SCROLLED: usize = 44;

/// Cells of such a table at most: a larger one, such as the dice of a fight, would be too long that way, and its page too
/// large.
const STACKED: usize = 330;

impl Writer<'_> {
    /// A table without its empty columns; what is wider than a telephone is scrolled.
    pub(super) fn table(&mut self, table: &Table) {
        let table = &*table.filled();
        let widths: Vec<usize> = (0..table.columns.len()).map(|n| width(table, n)).collect();
        let Some(first) = widths.first() else { return };
        self.tables += 1;
        let room: usize = widths.iter().map(|width| (*width).min(LONG) + 2).sum();
        // Numbers alone are compared down their columns.
        let in_words = table.columns.iter().skip(1).any(|column| column.align == Align::Left);
        let stacked =
            in_words && room > SCROLLED && table.rows.len() * table.columns.len() <= STACKED;
        let (id, kind) = (self.tables, kind_of(*first <= KEPT, stacked));
        self.out += "<div class=\"table\"";
        if room > PHONE {
            // Whoever has no mouse scrolls it with the arrow keys.
            let _ =
                write!(self.out, " role=\"group\" aria-labelledby=\"table-{id}\" tabindex=\"0\"");
        }
        let _ = writeln!(self.out, ">\n<table{kind}>");
        let (class, caption) = match &table.caption {
            Some(caption) => ("", words(caption)),
            None => (" class=\"hidden\"", self.heading.clone()),
        };
        let caption = format!("<caption{class}><span id=\"table-{id}\">{caption}</span></caption>");
        let _ = writeln!(self.out, "{caption}\n<thead>\n<tr>");
        let classes: Vec<_> = widths.iter().zip(&table.columns).map(class_of).collect();
        for (column, class) in table.columns.iter().zip(&classes) {
            let _ = writeln!(self.out, "<th scope=\"col\"{class}>{}</th>", words(&column.title));
        }
        self.out += "</tr>\n</thead>\n<tbody>\n";
        for row in &table.rows {
            self.row(row, &classes, if stacked { &table.columns } else { &[] });
        }
        self.out += "</tbody>\n</table>\n</div>\n";
    }

    /// A row; where each stands by itself, with the titles of the columns.
    fn row(&mut self, cells: &[Text], classes: &[&str], titles: &[Column]) {
        self.out += "<tr>";
        for (n, class) in classes.iter().enumerate() {
            let Some(cell) = cells.get(n) else {
                let _ = write!(self.out, "<td{class}>");
                self.out += "</td>";
                continue;
            };
            let of = titles.get(n).filter(|_| n > 0 && !cell.is_empty());
            let of = of.map(|column| format!(" data-of=\"{}\"", words(&column.title)));
            let title = drawn(cell).map(|draw| format!(" title=\"draw {draw}\""));
            let marks: String = of.into_iter().chain(title).collect();
            let _ = write!(self.out, "<td{class}{marks}>");
            self.cell(&cell.without_draws());
            self.out += "</td>";
        }
        self.out += "</tr>\n";
    }

    /// A cell; what became of an order is told by a sign too.
    fn cell(&mut self, cell: &Text) {
        match outcome(cell) {
            None => self.text(cell),
            Some((word, sign)) => {
                let _ = write!(
                    self.out,
                    "<strong class=\"outcome {word}\"><span aria-hidden=\"true\">{sign}</span> \
                     {word}</strong>"
                );
            }
        }
    }
}

/// Characters of the widest cell of a column.
fn width(table: &Table, column: usize) -> usize {
    let count = |text: &str| one_line(text).trim().width();
    let extra = |span: &Span| if matches!(span, Span::Rule(_)) { 2 } else { 0 };
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let shown = |span: &&Span| !matches!(span, Span::Draw(_));
    let cells =
        cells.map(|c| c.0.iter().filter(shown).map(|s| count(s.content()) + extra(s)).sum());
    cells.max().unwrap_or(0).max(count(&table.columns[column].title))
}

/// How a table behaves on a telephone.
fn kind_of(keep: bool, stacked: bool) -> &'static str {
    match (keep, stacked) {
        (false, false) => "",
        (true, false) => " class=\"keep\"",
        (false, true) => " class=\"stacked\"",
        (true, true) => " class=\"keep stacked\"",
    }
}

fn class_of((width, column): (&usize, &Column)) -> &'static str {
    match (*width > LONG, column.align) {
        (false, Align::Left) => "",
        (false, Align::Right) => " class=\"num\"",
        (true, Align::Left) => " class=\"long\"",
        (true, Align::Right) => " class=\"long num\"",
    }
}

/// The outcome that a cell consists of.
fn outcome(cell: &Text) -> Option<(&'static str, &'static str)> {
    let mut spans = cell.0.iter().filter(|span| !span.content().is_empty());
    match (spans.next(), spans.next()) {
        (Some(Span::Strong(word)), None) => OUTCOMES.iter().copied().find(|(code, _)| code == word),
        _ => None,
    }
}

/// The draw behind a cell, which is told where the cell is pointed at: it would be longer than the cell.
fn drawn(cell: &Text) -> Option<Escaped> {
    let draw = cell.0.iter().find(|span| matches!(span, Span::Draw(_)));
    draw.map(|span| words(span.content()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Rulebook;

    #[test]
    fn outcomes_have_a_sign_and_only_outcomes() {
        let book = Rulebook::default();
        let cell = |text: Text| {
            let mut writer = Writer::new(&book);
            writer.cell(&text);
            writer.out
        };
        let done =
            "<strong class=\"outcome done\"><span aria-hidden=\"true\">✓</span> done</strong>";
        assert_eq!(cell(Text::plain("").strong("done")), done);
        assert_eq!(cell("done".into()), "done");
        assert_eq!(cell(Text::plain("is ").strong("done")), "is <strong>done</strong>");
        assert_eq!(cell(Text::default().strong("over")), "<strong>over</strong>");
    }

    #[test]
    fn a_ragged_table_is_still_one() {
        let mut table = Table::new().left("a").right("b");
        table.rows = vec![vec![], vec!["1".into(), "2".into(), "3".into()]];
        let book = Rulebook::default();
        let mut writer = Writer::new(&book);
        writer.table(&table);
        writer.table(&Table::new());
        let text = writer.out;
        assert!(text.contains("<tr><td></td><td class=\"num\"></td></tr>\n"));
        assert!(text.contains("<tr><td>1</td><td class=\"num\">2</td></tr>\n"));
        assert_eq!(text.matches("<table").count(), 1);
    }
}
