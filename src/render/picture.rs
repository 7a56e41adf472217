//! The picture of a page as a file of its own, for readers whose programs show Markdown.

use std::collections::BTreeSet;

use super::svg::{Drawing, Sheet};
use crate::page::{Block, Board, Map, Page};

/// How maps look. It names no file and no address.
const STYLE: &str = concat!(include_str!("html/palette.css"), include_str!("svg/style.css"));

/// How boards look besides.
const BOARD_STYLE: &str = include_str!("svg/board.css");

/// What can be drawn.
enum Drawn<'p> {
    Map(&'p Map),
    Board(&'p Board),
}

/// The first map or board of the page, unless it is too large to be drawn.
fn drawn(page: &Page) -> Option<Drawn<'_>> {
    let drawn = page.blocks.iter().find_map(|block| match block {
        Block::Map(map) => Some((Drawn::Map(map), map.excess())),
        Block::Board(board) => Some((Drawn::Board(board), board.excess())),
        _ => None,
    });
    drawn.and_then(|(drawn, excess)| excess.is_none().then_some(drawn))
}

/// True if the page has a map or board, and the first is not too large to be drawn.
pub fn has_picture(page: &Page) -> bool {
    drawn(page).is_some()
}

/// The first map or board of the page as an SVG file that needs nothing else; `None` if
/// [the page has no such picture](has_picture).
pub fn picture(page: &Page) -> Option<String> {
    let (svg, style) = match drawn(page)? {
        Drawn::Map(map) => {
            let drawing = Drawing::new("map".to_owned(), &[map])?;
            (drawing.picture(map, "map"), STYLE.to_owned())
        }
        Drawn::Board(board) => (Sheet::new("map", board).whole(), [STYLE, BOARD_STYLE].concat()),
    };
    let style = needed(&style, &svg);
    let rest = svg.strip_prefix("<svg ")?;
    let (head, body) = rest.split_once('\n')?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {head}\n<style>\n{style}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"var(--paper)\" />\n{body}"
    ))
}

/// The style without what the drawing has no use for: a campaign keeps a picture for every cycle.
/// Rules for classes stand in lines of their own, and so do colours.
fn needed(style: &str, svg: &str) -> String {
    let rules = rules_for(style, svg);
    let is_used = |colour: &str| {
        let used = format!("var({colour})");
        rules.contains(&used) || svg.contains(&used)
    };
    let mut out = String::new();
    for line in rules.lines() {
        if line.trim_start().starts_with("--") {
            let colours = colours_of(line, is_used);
            out.extend([colours.as_str(), if colours.is_empty() { "" } else { "\n" }]);
        } else {
            out.extend([line, "\n"]);
        }
    }
    out
}

/// The lines of a style but for rules for classes that the drawing does not have.
fn rules_for(style: &str, svg: &str) -> String {
    let classes = svg.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let had: BTreeSet<&str> = classes.flat_map(str::split_whitespace).collect();
    let applies = |selector: &str| {
        let mut named = selector.split_whitespace().flat_map(|part| part.split('.').skip(1));
        named.all(|class| had.contains(class))
    };
    let lines = style.lines().filter(|line| match line.split_once(" {") {
        Some((selectors, _)) if line.starts_with('.') => selectors.split(',').any(applies),
        _ => true,
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The colours in a line that are used.
fn colours_of(line: &str, is_used: impl Fn(&str) -> bool) -> String {
    let colours = line.split_inclusive(';').filter(|colour| {
        let name = colour.split(':').next().unwrap_or_default();
        is_used(name.trim_start())
    });
    colours.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{sample, sample_boards};

    #[test]
    fn a_picture_has_the_styles_of_what_it_shows() {
        let style = "text { fill: red; }\n.a { x: y; }\n.a .b, .c.d { x: y; }\n.e { x: y; }\n";
        let kept = "text { fill: red; }\n.a { x: y; }\n";
        assert_eq!(needed(style, "<g class=\"a\"><path class=\"d\"/></g>"), kept);
        let both = kept.to_owned() + ".a .b, .c.d { x: y; }\n";
        assert_eq!(needed(style, "<g class=\"a\"><path class=\"d c\"/></g>"), both);
        let style = ":root {\n  --p: #123; --q: #456;\n  --r: #789;\n}\n.a { fill: var(--q); }\n";
        let kept = ":root {\n --q: #456;\n}\n.a { fill: var(--q); }\n";
        assert_eq!(needed(style, "<g class=\"a\"></g>"), kept);
    }

    #[test]
    fn a_picture_needs_nothing_else() {
        for page in [sample::page(), sample_boards::page()] {
            assert!(has_picture(&page));
            let text = picture(&page).unwrap();
            assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
            assert!(text.ends_with("</svg>\n"));
            // All that it uses is in it, and every identifier once.
            for part in text.split("href=\"#").skip(1) {
                let id = part.split('"').next().unwrap();
                assert_eq!(text.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
            }
            assert!(!text.contains("url(http") && !text.contains("<script"));
        }
        let bare = Page::new("x").paragraph("No map.");
        assert!(picture(&bare).is_none() && !has_picture(&bare));
    }
}
