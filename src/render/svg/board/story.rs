//! Boards of a story: what they have in common is written once.

use super::Sheet;
use crate::page::{Board, Zone};
use crate::render::svg::legend::{self, Item};
use crate::render::svg::shared::Shared;

/// The boards of a story, each drawn as a frame without crops.
pub(in crate::render) struct Frames<'a> {
    sheets: Vec<Sheet<'a>>,
    /// The legend that all of them share, and how high it is.
    legend: (String, i32),
}

impl<'a> Frames<'a> {
    /// The frames of boards that are not too large to be drawn.
    pub(in crate::render) fn new(id: &'a str, boards: &[&'a Board]) -> Self {
        let mut zonings: Vec<&[Zone]> = Vec::new();
        let sheet = |board: &&'a Board| {
            let known = zonings.iter().position(|zones| *zones == board.zones);
            let zoning = known.unwrap_or(zonings.len());
            if known.is_none() {
                zonings.push(&board.zones);
            }
            Sheet { zoning, ..Sheet::new(id, board) }
        };
        let sheets: Vec<Sheet<'_>> = boards.iter().map(sheet).collect();
        let width = sheets.iter().map(|sheet| sheet.plan.width).min().unwrap_or(0);
        let items = items(&sheets);
        let tall = legend::tall(&items, width);
        let legend = (legend::drawn(items, width, 0), tall);
        Self { sheets, legend }
    }

    /// The picture of a board.
    pub(in crate::render) fn frame(&self, at: usize, shared: &mut Shared) -> Option<String> {
        let sheet = self.sheets.get(at)?;
        let (width, board) = (sheet.plan.width, sheet.plan.height);
        let (legend, tall) = &self.legend;
        let height = board + tall;
        let all = sheet.layers(shared);
        let legend = shared.part(sheet.id, legend.clone());
        Some(format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             aria-hidden=\"true\">\n{all}\
             <g transform=\"translate(0 {board})\">{legend}</g></svg>\n"
        ))
    }

    /// True if one of them needs a page of paper across.
    pub(in crate::render) fn is_wide(&self) -> bool {
        self.sheets.iter().any(Sheet::is_wide)
    }

    /// Where on a board something happened, in tenths of its width.
    pub(in crate::render) fn focus(&self, at: usize) -> i32 {
        self.sheets.get(at).map_or(5, Sheet::middle)
    }
}

/// The items of every legend, each once.
fn items<'s>(sheets: &'s [Sheet<'_>]) -> Vec<Item<'s>> {
    let mut all: Vec<Item<'_>> = Vec::new();
    for sheet in sheets {
        let mut next = 0;
        for item in sheet.key() {
            if let Some(known) = all.iter().position(|known| known.words == item.words) {
                next = known + 1;
            } else {
                all.insert(next, item);
                next += 1;
            }
        }
    }
    all
}
