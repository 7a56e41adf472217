//! Maps and boards drawn with characters, for terminals, plain mail and code hosts.

use unicode_width::UnicodeWidthStr;

use crate::page::{Map, Shape};

mod board;
mod land;
mod network;
mod signs;

pub(in crate::render) use board::{board, close_ups};

/// Characters on a line of a drawing at most: as many as stand unbroken in a letter.
const WIDTH: usize = 74;

/// Characters before each line of a drawing, as of all code.
const INDENT: usize = 4;

/// The narrowest page on which every drawing stands unbroken.
pub(super) const ROOM: usize = WIDTH + INDENT;

/// Characters on a line of a drawing on a page of that width.
fn room(page: usize) -> usize {
    page.saturating_sub(INDENT).min(WIDTH)
}

/// Lines of characters that may be written over.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self(vec![vec![' '; width]; height])
    }

    /// Writes from there on; what does not fit is left out.
    fn write(&mut self, column: usize, line: usize, text: &str) {
        let Some(row) = self.0.get_mut(line) else { return };
        for (cell, c) in row.iter_mut().skip(column).zip(text.chars()) {
            *cell = c;
        }
    }

    /// True if nothing stands in so many cells from there on.
    fn is_free(&self, column: usize, line: usize, length: usize) -> bool {
        let row = self.0.get(line);
        row.and_then(|row| row.get(column..column + length))
            .is_some_and(|cells| cells.iter().all(|c| !c.is_alphanumeric() && *c != ')'))
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> =
            self.0.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.join("\n") + "\n"
    }
}

/// A map on a page of that width: places and ways between them, or land and water; `None` if it is
/// neither, or too large.
pub(super) fn map(map: &Map, width: usize) -> Option<String> {
    if map.excess().is_some() || map.places.is_empty() {
        return None;
    }
    let is_area = |shape: &Shape| matches!(shape, Shape::Land(_) | Shape::Water(_));
    let areas = map.places.iter().filter(|place| is_area(&place.shape)).count();
    let room = room(width);
    match areas {
        0 if room == WIDTH => network::network(map),
        all if all == map.places.len() => land::land(map, room),
        _ => None,
    }
}

/// Words in lines with so many characters.
fn wrapped(words: &[String], room: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.width() + 3 + word.width() > room {
            out += &line;
            out.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line += "   ";
        }
        line += word;
    }
    if line.is_empty() { out } else { out + &line + "\n" }
}
