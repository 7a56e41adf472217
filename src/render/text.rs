//! A page for the terminal and for plain mail.

use std::borrow::Cow;

use super::line::{Line, Look};
use super::table::{facts, table};
use super::wrap::wrap;
use super::{mapped, one_line, opened};
use crate::base::text::harmless;
use crate::page::{Block, Page, Scene, Table, Text};

/// The narrowest page, in characters.
const NARROWEST: usize = 20;

/// How a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Characters on a line; less than 20 count as 20. Lines of code may be longer.
    pub width: usize,
    /// Whether escape codes for bold and dim may be written.
    pub colour: bool,
    /// Whether the names of draws are told, by which a single die can be checked.
    pub draws: bool,
}

/// The page as text. Headings are underlined, or bold where there is colour.
pub fn text(page: &Page, style: Style) -> String {
    let width = style.width.max(NARROWEST);
    let page = &*if style.draws { Cow::Borrowed(page) } else { Cow::Owned(page.without_draws()) };
    let mut lines = heading(&page.title, 1, width, style.colour);
    if let Some(subtitle) = &page.subtitle {
        lines.extend(wrap(&Text::plain(subtitle), width));
    }
    for block in opened(page) {
        lines.push(Line::default());
        lines.extend(self::block(&block, width, style.colour));
    }
    let mut out = String::new();
    for line in lines {
        line.write(style.colour, &mut out);
    }
    out
}

fn block(block: &Block, width: usize, colour: bool) -> Vec<Line> {
    match block {
        Block::Heading { level, text } => heading(text, *level, width, colour),
        Block::Paragraph(text) => wrap(text, width),
        Block::List(items) => list(items, width),
        Block::Table(table) => captioned(table, width),
        Block::Facts(list) => {
            let list: Vec<(&str, &Text)> = list.iter().map(|(l, t)| (l.as_str(), t)).collect();
            facts(&list, width)
        }
        Block::Code { text, .. } => code(text),
        Block::Note(text) => hang("| ", "| ", wrap(text, width - 2)),
        Block::Card { title, lines, details: _ } => {
            let mut card = heading(title, 4, width, colour);
            card.extend(list(lines, width));
            card
        }
        Block::Folded { title, blocks } => {
            let mut folded = heading(title, 3, width, colour);
            folded.push(Line::default());
            folded.extend(several(blocks, width, colour));
            folded
        }
        Block::Map(map) => several(&mapped(map, width), width, colour),
        Block::Board(board) => several(&super::board::blocks(board, width), width, colour),
        Block::Chart(chart) => captioned(&chart.table(), width),
        Block::Replay(scenes) => replay(scenes, width, colour),
    }
}

fn several(blocks: &[Block], width: usize, colour: bool) -> Vec<Line> {
    let lines = blocks.iter().map(|it| block(it, width, colour));
    lines.collect::<Vec<_>>().join(&Line::default())
}

/// Items one below the other.
fn list(items: &[Text], width: usize) -> Vec<Line> {
    items.iter().flat_map(|item| hang("- ", "  ", wrap(item, width - 2))).collect()
}

fn heading(words: &str, level: u8, width: usize, colour: bool) -> Vec<Line> {
    let look = if level == 1 { Look::Title } else { Look::Strong };
    let mut lines: Vec<Line> = wrap(&Text::plain(words), width);
    let widest = lines.iter().map(Line::width).max().unwrap_or(0);
    if colour {
        return lines.iter().map(|line| line.all(look)).collect();
    }
    let underline = match level {
        1 => "=",
        2 => "-",
        3 => "~",
        _ => return lines,
    };
    lines.push(Line::of(Look::Plain, &underline.repeat(widest)));
    lines
}

/// A story without its maps.
fn replay(scenes: &[Scene], width: usize, colour: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for scene in scenes {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(heading(&scene.title, 3, width, colour));
        lines.extend(list(&scene.lines, width));
        lines.extend(list(&scene.details, width));
    }
    lines
}

fn captioned(table: &Table, width: usize) -> Vec<Line> {
    let caption = table.caption.as_ref().map(|c| Text::plain(one_line(c)).and(":"));
    let mut lines = caption.map(|c| wrap(&c, width)).unwrap_or_default();
    lines.extend(self::table(table, width));
    lines
}

fn code(text: &str) -> Vec<Line> {
    let line = |l: &str| Line::of(Look::Plain, &format!("    {l}"));
    harmless(text).lines().map(line).collect()
}

/// Puts `first` before the first line and `rest` before the others.
fn hang(first: &str, rest: &str, lines: Vec<Line>) -> Vec<Line> {
    let mark = |(n, line): (usize, Line)| {
        let mut marked = Line::of(Look::Plain, if n == 0 { first } else { rest });
        marked.append(&line);
        marked
    };
    lines.into_iter().enumerate().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::{golden, page};

    #[test]
    fn the_rich_page_looks_as_agreed() {
        golden("rich.txt", &text(&page(), Style { width: 72, colour: false, draws: true }));
        golden("narrow.txt", &text(&page(), Style { width: 40, colour: false, draws: true }));
        golden("colour.txt", &text(&page(), Style { width: 72, colour: true, draws: true }));
    }

    #[test]
    fn no_line_but_code_is_too_long_and_none_ends_in_a_blank() {
        for width in 20..90 {
            let page = page();
            for line in text(&page, Style { width, colour: false, draws: true }).lines() {
                let code = line.starts_with("        - move");
                assert!(code || line.chars().count() <= width, "{width}: {line}");
                assert_eq!(line, line.trim_end_matches(' '), "{width}");
            }
        }
    }

    #[test]
    fn without_colour_no_escape_is_written() {
        let page = page();
        let plain = text(&page, Style { width: 0, colour: false, draws: true });
        assert!(!plain.contains(|c: char| c != '\n' && c.is_control()));
        let coloured = text(&page, Style { width: 72, colour: true, draws: true });
        assert!(coloured.contains("\u{1b}[2m[cw26]"));
        assert!(!coloured.contains("\u{1b}[2J"));
    }
}
