//! Tables on a terminal: aligned columns, or records where columns do not fit.

use unicode_width::UnicodeWidthStr;

use super::line::{Line, Look};
use super::one_line;
use super::wrap::{flat, wrap};
use crate::page::{Align, Column, Table, Text};

/// Spaces between columns.
const GAP: usize = 2;

/// A word in a cell that is longer than this may be cut.
const LONG: usize = 12;

/// The lines of a table, without its caption. What does not fit side by side is a list.
pub(super) fn table(table: &Table, width: usize) -> Vec<Line> {
    let table = &*table.filled();
    match widths(table, width) {
        _ if table.columns.is_empty() => Vec::new(),
        Some(widths) => columns(table, &widths),
        None => listed(table, width),
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
    let spans: Vec<Extent> = (0..table.columns.len()).map(|n| Extent::of(table, n)).collect();
    let mut widths: Vec<usize> = spans.iter().map(|span| span.cells.max(span.title)).collect();
    let room = width.checked_sub(GAP * widths.len().saturating_sub(1))?;
    while widths.iter().sum::<usize>() > room {
        // Titles give way before cells, and the widest first, the first of several.
        let widest = |least: fn(&Extent) -> usize| {
            let wider = (0..widths.len()).rev().filter(|n| widths[*n] > least(&spans[*n]));
            wider.max_by_key(|n| widths[*n])
        };
        let yields = widest(|span| span.cells.max(span.word)).or_else(|| widest(|span| span.word));
        widths[yields?] -= 1;
    }
    Some(widths)
}

/// What a column could be as wide as.
struct Extent {
    /// Its title on one line.
    title: usize,
    /// Its widest cell on one line.
    cells: usize,
    /// The longest word in it that is not cut.
    word: usize,
}

impl Extent {
    fn of(table: &Table, n: usize) -> Self {
        let title = one_line(&table.columns[n].title);
        let cells: Vec<Line> = table.rows.iter().filter_map(|row| row.get(n)).map(flat).collect();
        let words = cells.iter().flat_map(Line::words).map(|word| word.min(LONG));
        let titles = title.split(' ').map(UnicodeWidthStr::width);
        Self {
            title: title.width(),
            cells: cells.iter().map(Line::width).max().unwrap_or(0),
            word: words.chain(titles).max().unwrap_or(0),
        }
    }
}

fn columns(table: &Table, widths: &[usize]) -> Vec<Line> {
    let titles: Vec<Text> = table.columns.iter().map(title).collect();
    let mut lines = row(&titles, &table.columns, widths, Vertical::Bottom);
    let mut rule = Line::default();
    for (n, width) in widths.iter().enumerate() {
        rule.push(Look::Plain, &" ".repeat(if n > 0 { GAP } else { 0 }));
        rule.push(Look::Dim, &"-".repeat(*width));
    }
    lines.push(rule);
    lines.extend(
        table.rows.iter().flat_map(|cells| row(cells, &table.columns, widths, Vertical::Top)),
    );
    lines
}

fn title(column: &Column) -> Text {
    Text::default().strong(&column.title)
}

/// Where a cell stands that has fewer lines than others of its row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vertical {
    Top,
    Bottom,
}

/// One row; as many lines as its highest cell has.
fn row(cells: &[Text], columns: &[Column], widths: &[usize], to: Vertical) -> Vec<Line> {
    let cells: Vec<Vec<Line>> =
        cells.iter().zip(widths).map(|(cell, width)| wrap(cell, (*width).max(1))).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![Line::default(); height];
    for (n, line) in lines.iter_mut().enumerate() {
        let mut edge = 0;
        for ((cell, column), width) in cells.iter().zip(columns).zip(widths) {
            let above = if to == Vertical::Bottom { height - cell.len() } else { 0 };
            if let Some(part) = n.checked_sub(above).and_then(|n| cell.get(n)) {
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

/// Each row as an item: its first cell, and behind it what the others say, each with its title.
fn listed(table: &Table, width: usize) -> Vec<Line> {
    let item = |cells: &Vec<Text>| {
        let (mut item, mut first) = (Text::default(), true);
        for (n, (column, cell)) in table.columns.iter().zip(cells).enumerate() {
            if cell.is_empty() {
                continue;
            }
            if !item.0.is_empty() {
                item = item.and(if first { ": " } else { "; " });
                first = false;
            }
            if n > 0 || column.align == Align::Right {
                item = item.and(format!("{} ", column.title));
            }
            item.0.extend(cell.0.iter().cloned());
        }
        item
    };
    let marked = |(n, line): (usize, Line)| {
        let mut marked = Line::of(Look::Plain, if n == 0 { "- " } else { "  " });
        marked.append(&line);
        marked
    };
    let lines = table.rows.iter().map(|row| wrap(&item(row), width.saturating_sub(2)));
    lines.flat_map(|lines| lines.into_iter().enumerate().map(marked)).collect()
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
    fn what_does_not_fit_becomes_a_list() {
        assert_eq!(
            shown(&ships(), 17),
            "- Norway: Hits 3;\n  Remark lost\n  with all hands\n  near Pell\n"
        );
    }

    #[test]
    fn one_line_a_unit_where_titles_can_give_way() {
        let units = Table::new().left("Unit").rights(["Supply left", "Shots left"]).left("Cargo");
        let units = units.row(["rifles-1", "7/7", "12/12", ""]).row(["tank-3", "6/7", "9/12", ""]);
        assert_eq!(
            shown(&units, 23),
            "          Supply  Shots\n\
             Unit        left   left\n\
             --------  ------  -----\n\
             rifles-1     7/7  12/12\n\
             tank-3       6/7   9/12\n"
        );
    }

    #[test]
    fn a_table_may_be_empty() {
        assert_eq!(shown(&Table::new(), 40), "");
        assert_eq!(shown(&Table::new().left("Ship"), 40), "Ship\n----\n");
    }
}
