//! Land and water with characters: who holds what in fill letters, and in each area its name and what
//! stands there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Canvas, WIDTH, wrapped};
use crate::page::{Map, Place, Run, Shape};
use crate::render::one_line;

/// Lines of a map at most.
const HEIGHT: usize = 48;

/// Land of nobody.
const FREE: char = '.';

/// The map; `None` if it has more rows than a page shows, or lines longer than the room.
pub(super) fn land(map: &Map, room: usize) -> Option<String> {
    let runs = || map.places.iter().flat_map(runs);
    let columns = runs().map(|(x, _, count)| usize::from(*x) + usize::from(*count)).max()?;
    let rows = runs().map(|(_, y, _)| usize::from(*y) + 1).max()?;
    if rows > HEIGHT || columns == 0 {
        return None;
    }
    let width = WIDTH.min(columns * 2);
    if width > room {
        return None;
    }
    let mut canvas = Canvas::new(width, rows);
    let mut shown = Shown::default();
    for place in &map.places {
        let lines = lines(place, columns, width);
        if let (Shape::Land(_), fill) = (&place.shape, fill(map, place)) {
            shown.free |= fill == FREE;
            shown.holders.extend(place.owner);
            for (row, spans) in &lines {
                for (from, to) in spans {
                    canvas.write(*from, *row, &String::from(fill).repeat(to - from));
                }
            }
        }
        shown.pieces.extend(place.stacks.iter().map(|stack| stack.side));
        shown.cut.extend(label(&mut canvas, place, &lines));
    }
    Some(canvas.text() + "\n" + &shown.legend(map, room))
}

fn runs(place: &Place) -> &[Run] {
    match &place.shape {
        Shape::Land(runs) | Shape::Water(runs) => runs,
        Shape::Station(..) | Shape::Point(..) => &[],
    }
}

/// From cells to characters: for each row the pieces of it that belong to the place.
type Lines = BTreeMap<usize, Vec<(usize, usize)>>;

fn lines(place: &Place, columns: usize, width: usize) -> Lines {
    let mut lines = Lines::new();
    for (x, y, count) in runs(place) {
        let scale = |x: usize| (x * width).div_ceil(columns);
        let (from, to) = (usize::from(*x), usize::from(*x) + usize::from(*count));
        let (from, to) = (scale(from), scale(to).min(width));
        let row = lines.entry(usize::from(*y)).or_default();
        match row.last_mut() {
            Some(last) if last.1 == from => last.1 = to,
            _ if from < to => row.push((from, to)),
            _ => {}
        }
    }
    lines
}

/// The letter of a side: the first of its name, small; its number where two begin alike.
fn fill(map: &Map, place: &Place) -> char {
    let Some(owner) = place.owner else { return FREE };
    let initial = |name: &str| {
        let bare = name.trim_start_matches("The ").trim_start_matches("the ");
        bare.chars().next().unwrap_or('?').to_ascii_lowercase()
    };
    let own = map.sides.get(usize::from(owner)).map_or('?', |side| initial(&side.name));
    let alike = map.sides.iter().filter(|side| initial(&side.name) == own).count();
    if alike == 1 { own } else { char::from(b'1' + owner % 9) }
}

/// The name of a place, as far as there is room, and beneath it what stands there; the name of water
/// in small letters. Gives back how the name is written and whole, if it was cut.
fn label(canvas: &mut Canvas, place: &Place, lines: &Lines) -> Option<(String, String)> {
    let widest = |spans: &Vec<(usize, usize)>| spans.iter().copied().max_by_key(|(a, b)| b - a);
    let rows: Vec<(usize, (usize, usize))> =
        lines.iter().filter_map(|(row, spans)| Some((*row, widest(spans)?))).collect();
    let most = rows.iter().map(|(_, (from, to))| to - from).max().unwrap_or(0);
    let stacks: Vec<String> =
        place.stacks.iter().map(|stack| one_line(&stack.text).replace(' ', "")).collect();
    let water = matches!(place.shape, Shape::Water(_));
    let name = one_line(&place.name).into_owned();
    let name = if water { name.to_lowercase() } else { name };
    let mut words = named(&name, most, rows.len().saturating_sub(usize::from(!stacks.is_empty())));
    let parts = words.len();
    let stacks = stacks.join(" ");
    if !stacks.is_empty() {
        match words.first_mut() {
            // A place of one row names its pieces and as much of itself as is left.
            Some(first) if rows.len() == 1 => {
                let left = most.saturating_sub(stacks.chars().count() + 1);
                format!("{} {stacks}", cut(first, left)).trim_start().clone_into(first);
            }
            _ => words.push(stacks.clone()),
        }
    }
    let at = best(&rows, words.len())?;
    let mut written: Vec<String> = Vec::new();
    for ((row, (from, to)), word) in rows[at..].iter().zip(&words) {
        let word = cut(word, to - from);
        let left = (to - from - word.chars().count()) / 2;
        if !water {
            canvas.write(*from, *row, &" ".repeat(to - from));
        }
        canvas.write(from + left, *row, &word);
        written.push(word);
    }
    let written = written[..parts.min(written.len())].join(" ");
    let written = written.strip_suffix(&format!(" {stacks}")).unwrap_or(&written).to_owned();
    // Where there is room for the pieces alone, nothing of the name is written.
    (written != name && written != stacks).then_some((written, name))
}

/// The word as far as there is room; where it is cut is a full stop.
fn cut(word: &str, room: usize) -> String {
    if word.chars().count() <= room {
        return word.to_owned();
    }
    let kept: String = word.chars().take(room.saturating_sub(1)).collect();
    let kept = kept.trim_end();
    if kept.is_empty() { String::new() } else { format!("{kept}.") }
}

/// A name on one line if it fits, else on as many as it needs and there are, parted between its words.
fn named(name: &str, most: usize, rows: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        let full = lines.len() >= rows;
        let fits =
            |line: &&mut String| full || line.chars().count() + 1 + word.chars().count() <= most;
        match lines.last_mut().filter(fits) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// From which of the rows on there is most room for so many lines: the middle of several.
fn best(rows: &[(usize, (usize, usize))], lines: usize) -> Option<usize> {
    let room = |at: usize| rows[at..at + lines].iter().map(|(_, (from, to))| to - from).min();
    let last = rows.len().checked_sub(lines)?;
    let most = (0..=last).filter_map(room).max()?;
    let all: Vec<usize> = (0..=last).filter(|at| room(*at) == Some(most)).collect();
    all.get(all.len() / 2).copied()
}

/// What was drawn, and so stands in the legend.
#[derive(Default)]
struct Shown {
    holders: BTreeSet<u8>,
    pieces: BTreeSet<u8>,
    free: bool,
    /// Names that had to be cut: as they are written, and whole.
    cut: Vec<(String, String)>,
}

impl Shown {
    fn legend(&self, map: &Map, room: usize) -> String {
        let side = |side: &u8| {
            let name = one_line(&map.sides.get(usize::from(*side))?.name).into_owned();
            let holder = Place { owner: Some(*side), ..Place::new("", Shape::Land(Vec::new())) };
            Some(format!("{} {name}", fill(map, &holder)))
        };
        let free = self.free.then(|| format!("{FREE} nobody's land"));
        let held = self.holders.union(&self.pieces).filter_map(side);
        let pieces = (!self.pieces.is_empty()).then(|| "capital and number: pieces".to_owned());
        let key = (!map.counters.is_empty()).then(|| one_line(&map.counters).into_owned());
        let water = map.places.iter().any(|place| matches!(place.shape, Shape::Water(_)));
        let water = water.then(|| "small letters: waters".to_owned());
        let key: Vec<String> = held.chain(free).chain(pieces).chain(key).chain(water).collect();
        let cut = self.cut.iter().filter(|(written, _)| !written.is_empty());
        let cut: Vec<String> = cut.map(|(written, whole)| format!("{written} = {whole}")).collect();
        let cut = if cut.is_empty() { String::new() } else { wrapped(&cut, room) };
        format!("{}{cut}", wrapped(&key, room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Piece, Side, Stack};

    #[test]
    fn land_is_filled_with_its_holder_and_named_with_what_stands_there() {
        let block = |x: u16, width: u16, rows: u16| (0..rows).map(|y| (x, y, width)).collect();
        let stack = |text: &str| Stack {
            piece: Piece::Army,
            side: 0,
            text: text.to_owned(),
            title: String::new(),
        };
        let map = Map {
            sides: vec![Side { hue: 0, name: "The French".to_owned() }],
            places: vec![
                Place {
                    owner: Some(0),
                    stacks: vec![stack("F 2")],
                    ..Place::new("France", Shape::Land(block(0, 4, 4)))
                },
                Place::new("Spain", Shape::Land(block(4, 4, 3))),
                Place {
                    stacks: vec![stack("F 1")],
                    ..Place::new("North Sea", Shape::Water(block(8, 6, 3)))
                },
            ],
            ..Map::default()
        };
        assert_eq!(
            land(&map, WIDTH).expect("it is small"),
            "ffffffff........\n France  Spain   north sea\n   F2   ........     F1\nffffffff\n\n\
             f The French   . nobody's land   capital and number: pieces\nsmall letters: waters\n"
        );
    }

    /// Names are cut by characters, whatever their letters take in memory.
    #[test]
    fn a_place_of_one_row_shortens_its_name_and_keeps_its_pieces() {
        let stack =
            Stack { piece: Piece::Army, side: 0, text: "F 2".to_owned(), title: String::new() };
        let place =
            Place { stacks: vec![stack], ..Place::new("Éölïsä", Shape::Land(vec![(0, 0, 4)])) };
        let map = Map { places: vec![place], ..Map::default() };
        let drawn = land(&map, WIDTH).expect("it is small");
        assert!(drawn.starts_with("Éölï. F2\n"), "{drawn}");
        assert!(drawn.ends_with("Éölï. = Éölïsä\n"), "{drawn}");
        assert_eq!(land(&map, 7), None);
    }
}
