//! The picture of a page as a file of its own, for readers whose programs show Markdown.

use super::svg::{Drawing, Sheet};
use crate::page::{Block, Page};

/// How maps look. It names no file and no address.
const STYLE: &str = concat!(include_str!("html/palette.css"), include_str!("svg/style.css"));

/// How boards look besides.
const BOARD_STYLE: &str = include_str!("svg/board.css");

/// The first map or board of the page as an SVG file that needs nothing else; `None` if the page has
/// none, or one that is too large to be drawn.
pub fn picture(page: &Page) -> Option<String> {
    let block =
        page.blocks.iter().find(|block| matches!(block, Block::Map(_) | Block::Board(_)))?;
    let (svg, style) = match block {
        Block::Map(map) if map.excess().is_none() => {
            let drawing = Drawing::new("map".to_owned(), &[map])?;
            (drawing.picture(map, "map"), STYLE.to_owned())
        }
        Block::Board(board) if board.excess().is_none() => {
            (Sheet::new("map", board).whole(), [STYLE, BOARD_STYLE].concat())
        }
        _ => return None,
    };
    let rest = svg.strip_prefix("<svg ")?;
    let (head, body) = rest.split_once('\n')?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {head}\n<style>\n{style}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"var(--paper)\" />\n{body}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{sample, sample_boards};
    use super::*;

    #[test]
    fn a_picture_needs_nothing_else() {
        for page in [sample::page(), sample_boards::page()] {
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
        assert!(picture(&Page::new("x").paragraph("No map.")).is_none());
    }
}
