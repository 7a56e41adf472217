//! Maps, and stories that are followed on them.

use std::fmt::Write as _;

use super::Writer;
use crate::page::{Block, Board, Map, Scene, Text};
use crate::render::escape::{Escaped, words};
use crate::render::svg::{Drawing, Frames, Shared};

/// What a drawing that only lends its parts is marked with.
const HIDDEN: &str = "class=\"stock\" width=\"0\" height=\"0\" aria-hidden=\"true\"";

impl Writer<'_> {
    /// A map with its title below. On a telephone the whole of it comes first, and then what matters,
    /// cut out and large.
    pub(super) fn map(&mut self, map: &Map) {
        if let Some(why) = map.excess() {
            self.block(&Block::Note(Text::plain(&map.title).and(": ").and(why)));
            return;
        }
        self.maps += 1;
        let id = format!("map-{}", self.maps);
        let Some(drawing) = Drawing::new(id.clone(), &[map]) else { return };
        let picture = drawing.picture(map, &id);
        let ((crops, open), legend) = (drawing.crops(map), drawing.legend());
        let class = if drawing.is_wide() { "map wide" } else { "map" };
        self.figure(class, (&map.title, &map.whole_key()), &picture, (&crops, open, &legend));
    }

    /// A picture with its title below, and between the two what small screens show besides.
    pub(super) fn figure(
        &mut self,
        class: &str,
        (title, key): (&str, &str),
        picture: &str,
        (crops, open, legend): (&[(String, Escaped)], usize, &str),
    ) {
        let title = words(title);
        let key = if key.is_empty() { String::new() } else { format!(": {}", words(key)) };
        let crops: Vec<String> = crops
            .iter()
            .map(|(crop, title)| format!("<div>{crop}<p>{title}</p>\n</div>\n"))
            .collect();
        let (first, rest) = crops.split_at(open.min(crops.len()));
        let rest = if rest.is_empty() {
            String::new()
        } else {
            let rest = rest.concat();
            format!("<details>\n<summary>The rest of the map</summary>\n{rest}</details>\n")
        };
        let crops = first.concat() + legend + &rest;
        let crops = if crops.is_empty() {
            crops
        } else {
            format!("<div class=\"crops\">\n{crops}</div>\n")
        };
        let _ = write!(
            self.out,
            "<figure class=\"{class}\">\n{picture}{crops}<figcaption>{title}{key}\
             </figcaption>\n</figure>\n"
        );
    }

    /// A story of which one scene is shown at a time. Radio buttons choose it, so that the arrow
    /// keys go from scene to scene and no script is needed.
    pub(super) fn replay(&mut self, scenes: &[Scene]) {
        self.maps += 1;
        let id = format!("r{}", self.maps);
        let maps: Vec<&Map> = scenes.iter().filter_map(|scene| scene.map.as_ref()).collect();
        let boards: Vec<&Board> = scenes
            .iter()
            .filter_map(|scene| scene.board.as_deref())
            .filter(|board| board.excess().is_none())
            .collect();
        let all_drawable = maps.iter().all(|map| map.excess().is_none());
        let drawing = all_drawable.then(|| Drawing::new(id.clone(), &maps)).flatten();
        let board_id = format!("{id}b");
        let mut story = Story {
            drawing,
            frames: Frames::new(&board_id, &boards),
            next: 0,
            of_maps: Shared::new(),
            of_boards: Shared::new(),
        };
        self.boards += usize::from(!boards.is_empty());
        if let Some(drawing) = &story.drawing {
            let _ = writeln!(self.out, "<svg {HIDDEN}>\n{}</svg>", drawing.stock());
        }
        let of_boards = boards.iter().map(|board| board.whole_key());
        let keys: Vec<String> = maps.iter().map(|map| map.whole_key()).chain(of_boards).collect();
        let mut parts: Vec<&str> = Vec::new();
        for part in keys.iter().flat_map(|key| key.split("; ")).filter(|part| !part.is_empty()) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if !parts.is_empty() {
            let _ = writeln!(self.out, "<p class=\"key\">{}</p>", words(&parts.join("; ")));
        }
        self.out += "<div class=\"replay\" role=\"group\" aria-label=\"Step by step\">\n";
        let before = std::mem::take(&mut self.out);
        self.hidden = true;
        for (scene, n) in scenes.iter().zip(1..) {
            self.scene(&mut story, (&id, n, scenes.len()), scene);
        }
        self.hidden = false;
        let (told, maps) = story.of_maps.settle(&id, &self.out);
        let (told, boards) = story.of_boards.settle(&board_id, &told);
        self.out = before + &told + "</div>\n";
        for stock in [maps, boards].iter().filter(|stock| !stock.is_empty()) {
            let _ = writeln!(self.out, "<svg {HIDDEN}>\n{stock}</svg>");
        }
    }

    fn scene(&mut self, story: &mut Story<'_>, (id, n, all): (&str, usize, usize), scene: &Scene) {
        let title = words(&scene.title);
        let checked = if n == 1 { " checked=\"checked\"" } else { "" };
        let _ = write!(
            self.out,
            "<input type=\"radio\" name=\"{id}\" id=\"{id}s{n}\" aria-label=\"{title}\"{checked} />\
             <label for=\"{id}s{n}\">{n}</label>\n\
             <section>\n<p>"
        );
        self.turn(id, n.checked_sub(1).filter(|n| *n > 0), "← back");
        let _ = write!(self.out, "<strong>{title}</strong> <small>{n} of {all}</small>");
        self.turn(id, Some(n + 1).filter(|n| *n <= all), "next →");
        self.out += "</p>\n";
        if let (Some(drawing), Some(map)) = (&story.drawing, &scene.map) {
            let picture = drawing.frame(map, &mut story.of_maps);
            self.still(drawing.is_wide(), drawing.focus(map), &picture);
        }
        if let Some(board) = scene.board.as_deref() {
            if board.excess().is_none() {
                let at = story.next;
                story.next += 1;
                let picture = story.frames.frame(at, &mut story.of_boards).unwrap_or_default();
                self.still(story.frames.is_wide(), story.frames.focus(at), &picture);
            } else {
                self.board(board);
            }
        }
        self.list(&scene.lines);
        if !scene.details.is_empty() {
            self.how(&[Block::List(scene.details.clone())]);
        }
        self.out += "</section>\n";
    }

    /// The picture of a scene, scrolled on a telephone.
    fn still(&mut self, wide: bool, focus: i32, picture: &str) {
        let (wide, focus) = (if wide { " wide" } else { "" }, focus.clamp(0, 10));
        let _ = write!(
            self.out,
            "<div class=\"map sheet{wide}\" tabindex=\"0\"><b class=\"at-{focus}\"></b>\n{picture}</div>\n"
        );
    }

    /// What leads to the scene before or after.
    fn turn(&mut self, id: &str, to: Option<usize>, words: &str) {
        let _ = match to {
            Some(n) => write!(self.out, "<label for=\"{id}s{n}\">{words}</label>"),
            None => write!(self.out, "<span></span>"),
        };
    }
}

/// The pictures of a story, and what they have in common.
struct Story<'a> {
    drawing: Option<Drawing<'a>>,
    frames: Frames<'a>,
    /// Which of the frames comes next.
    next: usize,
    of_maps: Shared,
    of_boards: Shared,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::render::Rulebook;
    use crate::render::html::html;
    use crate::render::sample_boards::hexes;

    #[test]
    fn a_board_of_a_story_adds_only_what_changed() {
        let scene = |n: u16| {
            let mut board = hexes();
            board.counters[0].at = (n % 20, n / 20);
            Scene {
                title: format!("Cycle {n}"),
                lines: vec![Text::plain("A squad moves.")],
                details: Vec::new(),
                map: None,
                board: Some(Box::new(board)),
            }
        };
        let long = |count: u16| {
            let page = Page::new("x").block(Block::Replay((0..count).map(scene).collect()));
            html(&page, &Rulebook::default()).len()
        };
        let (first, more) = (long(1), (long(21) - long(1)) / 20);
        assert!(more * 8 < first, "{more} bytes more for each board, {first} for the first");
    }
}
