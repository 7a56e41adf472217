//! Renders a page as text, Markdown or HTML. Pure; knows no game: the rules that a page cites
//! are passed in.
//!
//! Whatever a page holds is made harmless here: control and reading-direction characters are
//! spelt out, and no text can make markup.

use std::borrow::Cow;

use crate::base::text::{harmless, is_treacherous};
use crate::page::{Block, Map, Page, Place, Text};

mod board;
mod escape;
mod html;
mod line;
mod markdown;
mod plain;
mod rulebook;
mod svg;
mod table;
mod text;
mod unfolded;
mod wrap;

pub use html::html;
pub use markdown::markdown;
pub use rulebook::{Rule, Rulebook};
pub use svg::{Spotted, places};
pub use text::{Style, text};
pub use unfolded::unfolded;

/// What stands over the steps and rolls of an affair.
const HOW: &str = "How it went";

#[cfg(test)]
mod sample;
#[cfg(test)]
mod sample_boards;

/// A page for renderings that fold nothing: what is folded away stands behind everything else, and then how affairs
/// went.
fn opened(page: &Page) -> Vec<Cow<'_, Block>> {
    let mut blocks: Vec<Cow<'_, Block>> = Vec::new();
    let (mut folded, mut hows) = (Vec::new(), Vec::new());
    let heading = |level, text: &str| Cow::Owned(Block::Heading { level, text: text.to_owned() });
    for block in &page.blocks {
        match block {
            Block::Folded { title, blocks } => {
                folded.push(heading(2, title));
                folded.extend(blocks.iter().map(Cow::Borrowed));
                continue;
            }
            Block::Card { title, details, .. } if !details.is_empty() => {
                hows.push(heading(3, title));
                hows.extend(details.iter().map(Cow::Borrowed));
            }
            _ => {}
        }
        blocks.push(Cow::Borrowed(block));
    }
    blocks.extend(folded);
    if !hows.is_empty() {
        blocks.push(heading(2, HOW));
        blocks.extend(hows);
    }
    blocks
}

/// What stands for a map in renderings without pictures: a drawing with characters, or where there is
/// no room for it what stands where.
fn mapped(map: &Map, width: usize) -> Vec<Block> {
    if let Some(drawing) = plain::map(map, width) {
        return vec![Block::Paragraph(Text::plain(&map.title).and(":")), drawn(drawing)];
    }
    if let Some(why) = map.excess() {
        return vec![Block::Note(Text::plain(format!("{}. {why}", map.title)))];
    }
    let here = |place: &Place| {
        let titles: Vec<&str> = place.stacks.iter().map(|stack| stack.title.as_str()).collect();
        let mark = if place.mark.is_empty() { String::new() } else { format!(" ({})", place.mark) };
        let line = || Text::plain(format!("{}{mark}: {}", place.name, titles.join("; ")));
        (!titles.is_empty()).then(line)
    };
    let told: Vec<Text> = map.places.iter().filter_map(here).collect();
    if told.is_empty() {
        return vec![Block::Note(Text::plain(&map.title).and(": nothing stands on it"))];
    }
    vec![Block::Paragraph(Text::plain(&map.title).and(", place by place:")), Block::List(told)]
}

/// A drawing with characters.
fn drawn(text: String) -> Block {
    Block::Code { language: String::new(), text }
}

/// The overview of a site, as its pages in folders call it, and the folder of a league's games: the only paths that
/// lead upwards.
const OVERVIEW: &str = "../index.html";
const GAMES: &str = "../games/";

/// The page to play on that several sites share, before the folder of one.
const SHARED: &str = "play.html?";

/// True for a path that leads to a file beside the page or below, to a place in one, to the
/// overview or a game of its site, or to the page to play on that it shares with others, and nowhere else.
fn is_beside(path: &str) -> bool {
    if path == OVERVIEW {
        return true;
    }
    let shared = path.strip_prefix("../").map(|path| path.strip_prefix("../").unwrap_or(path));
    if let Some(folder) = shared.and_then(|path| path.strip_prefix(SHARED)) {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-/".contains(c);
        return folder.chars().all(plain) && !folder.contains("//");
    }
    let path = path.strip_prefix(GAMES).unwrap_or(path);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./#".contains(c);
    let begins = path.starts_with(|c: char| c.is_ascii_alphanumeric() || "#.".contains(c));
    begins && path.chars().all(plain) && !path.contains("//") && !path.contains("..")
}

/// Words from outside as one harmless line: every run of blanks and line feeds is one space.
fn one_line(words: &str) -> Cow<'_, str> {
    let odd = |c| matches!(c, '\t' | '\n') || is_treacherous(c);
    let plain = words.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !words.contains(odd);
    if plain && !words.as_bytes().windows(2).any(|two| two == b"  ") {
        return Cow::Borrowed(words);
    }
    let mut out = String::new();
    for c in harmless(words).chars() {
        match c {
            ' ' | '\n' if out.ends_with(' ') => {}
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::is_beside;

    #[test]
    fn a_link_leads_nowhere_else() {
        for path in [
            "a.html",
            "cycles/0001.html",
            "#cw1",
            "a.html#cw1",
            "./a",
            "../index.html",
            "../games/r01-b01/index.html",
            "../play.html?pell-1f2e3d4c",
            "../../play.html?games/r01-b01",
        ] {
            assert!(is_beside(path), "{path}");
        }
        for path in [
            "..",
            "../a.html",
            "a/../../b",
            "../index.html/../x",
            "../games/../x",
            "../games//x",
            "../../../play.html?pell",
            "../play.html?..",
            "../play.html?//x",
            "../play.html?a&b",
            "//a",
            "/a",
            "a:b",
            "a\\b",
            "",
        ] {
            assert!(!is_beside(path), "{path}");
        }
    }
}
