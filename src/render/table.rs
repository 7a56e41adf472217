//! Tables on a terminal: aligned columns, or records where columns do not fit.

use unicode_width::UnicodeWidthStr;

use super::line::{Line, Look};
use super::one_line;
use super::wrap::{flat, wrap};
use crate::page::{Align, Column, Table, Text};

/// Spaces between columns.
const GAP: usize = 2;

/// A column is not made narrower than this.
const NARROW: usize = 12;

/// The lines of a table, without its caption.
pub(super) fn table(table: &Table, width: usize) -> Vec<Line> {
    match widths(table, width) {
        _ if table.columns.is_empty() => Vec::new(),
        Some(widths) => columns(table, &widths),
        None => records(table, width),
    }
}

/// Label and text in two columns; `labels` and `texts` go together.
pub(super) fn facts(facts: &[(&str, &Text)], width: usize) -> Vec<Line> {
    let labels: Vec<Text> =
        facts.iter().map(|(label, _)| Text::default().strong(one_line(label))).collect();
    let fitting = labels.iter().map(|label| flat(label).width()).filter(|w| *w <= width / 3);
    let indent = fitting.max().unwrap_or(0) + GAP;
    let mut lines = Vec::new();
    for (label, (_, text)) in labels.iter().zip(facts) {
        let mut line = flat(label);
        if line.width() + GAP > indent {
            // A label too long for its column stands above its text.
            lines.extend(wrap(label, width));
            line = Line::default();
        }
        for part in wrap(text, width - indent) {
            line.pad(indent);
            line.append(&part);
            lines.push(std::mem::take(&mut line));
        }
    }
    lines
}

/// How wide each column becomes; none if they cannot stand side by side.
fn widths(table: &Table, width: usize) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = (0..table.columns.len())
        .map(|n| {
            let cells = table.rows.iter().filter_map(|row| row.get(n));
            let title = one_line(&table.columns[n].title).width();
            cells.map(|cell| flat(cell).width()).max().unwrap_or(0).max(title)
        })
        .collect();
    let room = width.checked_sub(GAP * widths.len().saturating_sub(1))?;
    while widths.iter().sum::<usize>() > room {
        // The widest gives way, the first of several.
        let widest = (0..widths.len()).rev().max_by_key(|n| widths[*n])?;
        if widths[widest] <= NARROW {
            return None;
        }
        widths[widest] -= 1;
    }
    Some(widths)
}

fn columns(table: &Table, widths: &[usize]) -> Vec<Line> {
    let titles: Vec<Text> = table.columns.iter().map(title).collect();
    let mut lines = row(&titles, &table.columns, widths);
    let mut rule = Line::default();
    for (n, width) in widths.iter().enumerate() {
        rule.push(Look::Plain, &" ".repeat(if n > 0 { GAP } else { 0 }));
        rule.push(Look::Dim, &"-".repeat(*width));
    }
    lines.push(rule);
    lines.extend(table.rows.iter().flat_map(|cells| row(cells, &table.columns, widths)));
    lines
}

fn title(column: &Column) -> Text {
    Text::default().strong(&column.title)
}

/// One row; as many lines as its highest cell has.
fn row(cells: &[Text], columns: &[Column], widths: &[usize]) -> Vec<Line> {
    let cells: Vec<Vec<Line>> =
        cells.iter().zip(widths).map(|(cell, width)| wrap(cell, (*width).max(1))).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![Line::default(); height];
    for (n, line) in lines.iter_mut().enumerate() {
        let mut edge = 0;
        for ((cell, column), width) in cells.iter().zip(columns).zip(widths) {
            if let Some(part) = cell.get(n) {
                let shift = match column.align {
                    Align::Left => 0,
                    Align::Right => width.saturating_sub(part.width()),
                };
                line.pad(edge + shift);
                line.append(part);
            }
            edge += width + GAP;
        }
    }
    lines
}

/// Each row as facts, with an empty line between rows.
fn records(table: &Table, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for cells in &table.rows {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        let titles = table.columns.iter().map(|column| column.title.as_str());
        lines.extend(facts(&titles.zip(cells).collect::<Vec<_>>(), width));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(table: &Table, width: usize) -> String {
        let mut out = String::new();
        for line in super::table(table, width) {
            line.write(false, &mut out);
        }
        out
    }

    fn ships() -> Table {
        Table::new().left("Ship").right("Hits").left("Remark").row([
            "Norway",
            "3",
            "lost with all hands near Pell",
        ])
    }

    #[test]
    fn columns_are_aligned_and_long_cells_wrap() {
        assert_eq!(
            shown(&ships(), 34),
            "Ship    Hits  Remark\n\
             ------  ----  --------------------\n\
             Norway     3  lost with all hands\n              near Pell\n"
        );
    }

    #[test]
    fn what_does_not_fit_becomes_records() {
        assert_eq!(
            shown(&ships(), 24),
            "Ship    Norway\nHits    3\nRemark  lost with all\n        hands near Pell\n"
        );
    }

    #[test]
    fn a_table_may_be_empty() {
        assert_eq!(shown(&Table::new(), 40), "");
        assert_eq!(shown(&Table::new().left("Ship"), 40), "Ship\n----\n");
    }
}
