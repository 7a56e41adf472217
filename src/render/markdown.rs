//! A page as Markdown: `CommonMark` with the tables of GitHub.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

use super::{is_beside, mapped, one_line, opened, plain};
use crate::base::text::harmless;
use crate::page::{Align, Block, Page, Scene, Span, Table, Text};

/// The page as Markdown, one paragraph a line. No text in it can make markup or HTML.
pub fn markdown(page: &Page) -> String {
    let mut parts = vec![format!("# {}\n", words(&page.title))];
    parts.extend(page.subtitle.iter().map(|line| format!("{}\n", begin(&words(line)))));
    parts.extend(opened(page).iter().map(|it| block(it)));
    parts.join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading { level, text } => {
            format!("{} {}\n", "#".repeat((*level).clamp(2, 4).into()), words(text))
        }
        Block::Paragraph(text) => format!("{}\n", begin(&inline(text, false))),
        Block::List(items) => list(items),
        Block::Table(table) => self::table(table),
        Block::Facts(facts) => {
            let fact = |(label, text): &(String, Text)| {
                format!("- {}: {}\n", strong(label), inline(text, false))
            };
            facts.iter().map(fact).collect::<Vec<_>>().concat()
        }
        Block::Code { language, text } => code_block(language, text),
        Block::Note(text) => format!("> {}\n", begin(&inline(text, false))),
        Block::Card { title, lines, details: _ } => {
            format!("#### {}\n\n{}", words(title), list(lines))
        }
        Block::Folded { title, blocks } => {
            format!("#### {}\n\n{}", words(title), several(blocks))
        }
        Block::Map(map) => several(&mapped(map, plain::ROOM)),
        Block::Board(board) => several(&super::board::blocks(board, plain::ROOM)),
        Block::Chart(chart) => table(&chart.table()),
        Block::Replay(scenes) => scenes.iter().map(scene).collect::<Vec<_>>().join("\n"),
    }
}

fn several(blocks: &[Block]) -> String {
    blocks.iter().map(block).collect::<Vec<_>>().join("\n")
}

fn list(items: &[Text]) -> String {
    let line = |item| ["- ", &begin(&inline(item, false)), "\n"].concat();
    items.iter().map(line).collect()
}

fn scene(scene: &Scene) -> String {
    let (lines, details) = (list(&scene.lines), list(&scene.details));
    format!("### {}\n\n{lines}{details}", words(&scene.title))
}

/// Words with every character escaped that means something in Markdown.
fn escape(text: &str) -> Cow<'_, str> {
    let line = one_line(text);
    // Most words have none of these.
    if !line.bytes().any(|byte| ODD.contains(&byte)) {
        return line;
    }
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let special = match c {
            // Addresses become links by themselves unless they are broken up.
            ':' => line[at..].starts_with("://"),
            '.' => after_www(&line.as_bytes()[..at]),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$' | '#' | '@'
            | '!' => true,
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// What is escaped, somewhere at least.
const ODD: &[u8] = br"\`*_[]<>&|~$#@!:.";

fn after_www(before: &[u8]) -> bool {
    before.last_chunk::<3>().is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

fn words(text: &str) -> String {
    trimmed(escape(text).into_owned())
}

/// Escapes what means something only where a block begins: bullets, numbers, underlines.
fn begin(text: &str) -> String {
    let text = text.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    if text.starts_with(['-', '+', '=']) || (digits > 0 && rest.starts_with(['.', ')'])) {
        format!("{}\\{rest}", &text[..digits])
    } else {
        text.to_owned()
    }
}

fn inline(text: &Text, cell: bool) -> String {
    let mut out = String::new();
    for span in &text.0 {
        match span {
            Span::Strong(text) => push_strong(&mut out, &strong(text)),
            Span::Code(text) => out += &code(text, cell),
            Span::Rule(id) => out.extend(["\\[", &words(id), "\\]"]),
            Span::Draw(label) => out.extend(["(draw ", &code(label, cell), ")"]),
            Span::Link { words: text, to } if is_beside(to) => {
                out.extend(["[", &words(text), "](", to, ")"]);
            }
            Span::Plain(text) | Span::Link { words: text, .. } => out += &escape(text),
        }
    }
    trimmed(out)
}

/// A text without blanks around it, which few have.
fn trimmed(text: String) -> String {
    let inner = text.trim();
    if inner.len() == text.len() { text } else { inner.to_owned() }
}

/// Two strong spans that touch become one; four asterisks would be text.
fn push_strong(out: &mut String, strong: &str) {
    match strong.strip_prefix("**") {
        Some(rest) if out.ends_with("**") => {
            out.truncate(out.len() - 2);
            out.push_str(rest);
        }
        _ => out.push_str(strong),
    }
}

/// Blanks at either end stand outside the asterisks, where `CommonMark` wants them.
fn strong(text: &str) -> String {
    let text = escape(text).into_owned();
    let core = text.trim();
    if core.is_empty() {
        return text;
    }
    text.replacen(core, &format!("**{core}**"), 1)
}

fn code(text: &str, cell: bool) -> String {
    let text = one_line(text);
    let text = text.trim();
    // Inside a table no two readers agree on a bar in a code span.
    if text.is_empty() || (cell && text.contains('|')) {
        return escape(text).into_owned();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn code_block(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let language: String = language.chars().filter(plain).collect();
    let text = harmless(text);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Columns that a cell is filled up to at most: one long cell must not lengthen every row.
const PADDED: usize = 40;

fn table(table: &Table) -> String {
    let table = &*table.filled();
    let titles: Vec<String> = table.columns.iter().map(|column| words(&column.title)).collect();
    let cells = |row: &Vec<Text>| -> Vec<String> {
        (0..titles.len()).map(|n| row.get(n).map_or(String::new(), |c| inline(c, true))).collect()
    };
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    let widths: Vec<usize> = (0..titles.len())
        .map(|n| {
            let all = rows.iter().chain([&titles]);
            all.map(|row| width(&row[n])).max().unwrap_or(0).clamp(3, PADDED)
        })
        .collect();
    let rule = table.columns.iter().zip(&widths).map(|(column, width)| match column.align {
        Align::Left => "-".repeat(*width),
        Align::Right => format!("{}:", "-".repeat(width - 1)),
    });
    let caption = table.caption.iter().map(|caption| format!("{}\n\n", strong(caption)));
    let head = [row(&titles, table, &widths), row(&rule.collect::<Vec<_>>(), table, &widths)];
    let body = rows.iter().map(|cells| row(cells, table, &widths));
    caption.chain(head).chain(body).collect()
}

/// Columns that a text takes; each letter of ASCII takes one.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

fn row(cells: &[String], table: &Table, widths: &[usize]) -> String {
    let mut out = String::from("|");
    for ((cell, column), width) in cells.iter().zip(&table.columns).zip(widths) {
        let blanks = width.saturating_sub(cell.chars().count());
        let (before, after) = match column.align {
            Align::Left => (0, blanks),
            Align::Right => (blanks, 0),
        };
        out.extend(std::iter::repeat_n(' ', before + 1));
        out += cell;
        out.extend(std::iter::repeat_n(' ', after + 1));
        out.push('|');
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::{golden, page};

    #[test]
    fn the_rich_page_looks_as_agreed() {
        golden("rich.md", &markdown(&page()));
    }

    #[test]
    fn text_makes_no_markup() {
        let hostile = "<b>*x*</b> [a](http://b) `c` | _d_ ![e] www.f &amp; #1\u{202e}\\";
        let expected = "\\<b\\>\\*x\\*\\</b\\> \\[a\\](http\\://b) \\`c\\` \\| \\_d\\_ \\!\\[e\\] \
                        www\\.f \\&amp; \\#1\\\\u{202e}\\\\";
        assert_eq!(escape(hostile), expected);
        for (text, safe) in
            [("- a", "\\- a"), ("12. a", "12\\. a"), ("= a", "\\= a"), ("1 a", "1 a")]
        {
            assert_eq!(block(&Block::Paragraph(text.into())), format!("{safe}\n"));
            assert_eq!(block(&Block::List(vec![text.into()])), format!("- {safe}\n"));
        }
        assert_eq!(block(&Block::Paragraph("a\n# b\n\n<i>".into())), "a \\# b \\<i\\>\n");
    }

    #[test]
    fn code_cannot_be_left() {
        assert_eq!(code("a`b``c", false), "```a`b``c```");
        assert_eq!(code("`", false), "`` ` ``");
        assert_eq!(code("a|b", true), "a\\|b");
        assert_eq!(code_block("ya ml`", "```\n<i>\n"), "````yaml\n```\n<i>\n````\n");
    }

    #[test]
    fn strong_keeps_its_blanks_outside() {
        assert_eq!(strong(" a "), " **a** ");
        assert_eq!(strong("  "), " ");
        let touching = Text::default().strong("a").strong("b*").and("*").strong("c");
        assert_eq!(inline(&touching, false), "**ab\\***\\***c**");
    }
}
