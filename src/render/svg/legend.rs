//! What the forms and lines of a map mean.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Drawing, arrow, hue, label, pieces, text_width};
use crate::page::Sign;
use crate::render::board::SIGNS;

/// Height of a line of the legend.
const ROW: i32 = 26;

/// Units of a legend that is read on a telephone.
const NARROW: i32 = 440;

/// Units of a drawing of which a telephone shows the legend readably.
const SMALL: i32 = 500;

/// Width and height of the sample of a side.
pub(super) const SWATCH: (i32, i32) = (30, 16);

/// Width of a sample.
const SAMPLE: i32 = 34;

/// A sample, drawn around a point, and what it means.
pub(super) struct Item<'a> {
    pub(super) sample: Box<dyn Fn(i32, i32) -> String + 'a>,
    pub(super) words: Cow<'a, str>,
}

/// The legend, below the map.
pub(super) fn legend(drawing: &Drawing<'_>) -> String {
    below(items(drawing), drawing.plan.width, drawing.plan.height)
}

/// The legend as a part of the drawing. Where a small screen shows it alone as well, it hides this
/// one, which nobody could read there.
pub(super) fn below(items: Vec<Item<'_>>, width: i32, top: i32) -> String {
    let legend = drawn(items, width, top);
    if width <= SMALL { legend } else { format!("<g class=\"within\">{legend}</g>") }
}

/// The height that the legend takes.
pub(super) fn height(drawing: &Drawing<'_>) -> i32 {
    tall(&items(drawing), drawing.plan.width)
}

/// These items on paper so wide, from `top` down.
pub(super) fn drawn(items: Vec<Item<'_>>, width: i32, top: i32) -> String {
    let mut out = String::new();
    let places = places(&items, width);
    for (item, (x, y)) in items.into_iter().zip(places) {
        let y = top + y;
        out += &(item.sample)(x + SAMPLE / 2, y);
        let _ = write!(
            out,
            "<g class=\"legend\">{}</g>",
            label("", x + SAMPLE + 6, y + 4, &item.words)
        );
    }
    out
}

/// The height of these items on paper so wide.
pub(super) fn tall(items: &[Item<'_>], width: i32) -> i32 {
    places(items, width).last().map_or(0, |(_, y)| y + ROW)
}

/// Where each item stands.
fn places(items: &[Item<'_>], most: i32) -> Vec<(i32, i32)> {
    let (mut x, mut y) = (8, ROW / 2);
    let mut out = Vec::new();
    for item in items {
        let width = SAMPLE + 6 + text_width(&item.words) * 8 / 7 + 20;
        if x > 8 && x + width > most {
            (x, y) = (8, y + ROW);
        }
        out.push((x, y));
        x += width;
    }
    out
}

/// A sign.
pub(super) fn sign(sign: Sign, meaning: &str) -> Item<'_> {
    let form = move |x: i32, y: i32| match sign {
        Sign::Fight => pieces::small_star(x, y),
        sign => pieces::sign(sign, x, y),
    };
    Item { sample: Box::new(form), words: meaning.into() }
}

/// These items alone, for narrow screens; nothing below a drawing that shows them readably itself,
/// because it is no wider than [`SMALL`].
pub(super) fn alone(items: Vec<Item<'_>>, width: i32) -> String {
    if width <= SMALL {
        return String::new();
    }
    let height = tall(&items, NARROW);
    let legend = drawn(items, NARROW, 0);
    format!(
        "<svg viewBox=\"0 0 {NARROW} {height}\" width=\"{NARROW}\" height=\"{height}\" \
         role=\"img\" aria-label=\"Legend\">\n{legend}</svg>\n"
    )
}

pub(super) fn items<'d>(drawing: &'d Drawing<'_>) -> Vec<Item<'d>> {
    let map = drawing.plan.map;
    let mut items = Vec::new();
    for side in &map.sides {
        let (id, hue) = (&drawing.id, hue(side));
        let areas = drawing.has_areas();
        let swatch = move |x: i32, y: i32| {
            // Where no land is hatched a side is known by its counters.
            if !areas {
                let form = format!("M{} {}h30v16h-30z", x - 15, y - 8);
                return format!("<g class=\"counter h{hue}\"><path d=\"{form}\" /></g>");
            }
            let place = format!("x=\"{}\" y=\"{}\" width=\"30\" height=\"16\"", x - 15, y - 8);
            let lines = format!("<use href=\"#{id}-hatch-{hue}\" />");
            format!(
                "<rect class=\"held h{hue}\" {place} />\
                 <svg {place} viewBox=\"0 0 30 16\">{lines}</svg>\
                 <rect class=\"edge h{hue}\" {place} />"
            )
        };
        items.push(Item { sample: Box::new(swatch), words: side.name.as_str().into() });
    }
    let used = |n: u8| map.links.iter().any(|link| link.way == n);
    for (way, n) in map.ways.iter().zip(0..=u8::MAX).filter(|(_, n)| used(*n)) {
        let line = move |x: i32, y: i32| {
            let class = drawing.way(n);
            let ends = format!("x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"", x - 17, x + 17);
            format!("<line class=\"{class}\" {ends} />")
        };
        items.push(Item { sample: Box::new(line), words: way.name.as_str().into() });
    }
    if !map.walls.is_empty() {
        let wall = |x: i32, y: i32| format!("<path class=\"wall\" d=\"M{} {y}h30\" />", x - 15);
        items.push(Item { sample: Box::new(wall), words: "no way across".into() });
    }
    let arrow = |class: String| {
        move |x: i32, y: i32| {
            let head = arrow::head((x + 17, y), (x, y));
            let track = format!("<path class=\"track\" d=\"M{} {y}h22\" />", x - 17);
            format!("<g class=\"{class}\">{track}<path class=\"head\" d=\"{head}\" /></g>")
        }
    };
    if drawing.has_solid_moves() {
        for side in drawing.moves.iter().filter_map(|side| drawing.side(*side)) {
            let class = format!("move solid h{}", hue(side));
            let words = format!("{}: move", side.name);
            items.push(Item { sample: Box::new(arrow(class)), words: words.into() });
        }
    } else if !drawing.moves.is_empty() {
        let class = "move nobody".to_owned();
        items.push(Item { sample: Box::new(arrow(class)), words: "move".into() });
    }
    let signs = SIGNS.iter().filter(|(sign, _)| drawing.signs.contains(sign));
    items.extend(signs.map(|(kind, meaning)| sign(*kind, meaning)));
    items
}
