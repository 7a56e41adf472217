//! Maps, and stories that are followed on them.

use std::fmt::Write as _;

use super::Writer;
use crate::page::{Block, Map, Scene, Text};
use crate::report::escape::words;
use crate::report::svg::{Drawing, Shared};

/// What a drawing that only lends its parts is marked with.
const HIDDEN: &str = "class=\"stock\" width=\"0\" height=\"0\" aria-hidden=\"true\"";

impl Writer<'_> {
    /// A map with its title below. On a telephone it is scrolled, and begins where something happened.
    pub(super) fn map(&mut self, map: &Map) {
        if let Some(why) = map.excess() {
            self.block(&Block::Note(Text::plain(&map.title).and(": ").and(why)));
            return;
        }
        self.maps += 1;
        let id = format!("map-{}", self.maps);
        let Some(drawing) = Drawing::new(id.clone(), &[map]) else { return };
        let picture = drawing.picture(map, &id);
        self.figure(&drawing, &picture, map);
    }

    fn figure(&mut self, drawing: &Drawing<'_>, picture: &str, map: &Map) {
        let title = words(&map.title);
        let wide = if drawing.is_wide() { " wide" } else { "" };
        let focus = drawing.focus(map).clamp(0, 10);
        let key = if map.key.is_empty() { String::new() } else { format!(": {}", words(&map.key)) };
        let _ = write!(
            self.out,
            "<figure class=\"map{wide}\">\n<div class=\"sheet\" role=\"group\" \
             aria-label=\"{title}\" tabindex=\"0\">\n<span class=\"at at-{focus}\"></span>\n\
             {picture}</div>\n<figcaption>{title}{key}</figcaption>\n</figure>\n"
        );
    }

    /// A story of which one scene is shown at a time. Radio buttons choose it, so that the arrow
    /// keys go from scene to scene and no script is needed.
    pub(super) fn replay(&mut self, scenes: &[Scene]) {
        self.maps += 1;
        let id = format!("map-{}", self.maps);
        let maps: Vec<&Map> = scenes.iter().filter_map(|scene| scene.map.as_ref()).collect();
        let drawable = maps.iter().all(|map| map.excess().is_none());
        let drawing = drawable.then(|| Drawing::new(id.clone(), &maps)).flatten();
        if let Some(drawing) = &drawing {
            let _ = writeln!(self.out, "<svg {HIDDEN}>\n{}</svg>", drawing.stock());
        }
        let mut shared = Shared::new();
        self.out += "<div class=\"replay\" role=\"group\" aria-label=\"Step by step\">\n";
        for (scene, n) in scenes.iter().zip(1..) {
            let drawing = drawing.as_ref().map(|drawing| (drawing, &mut shared));
            self.scene(drawing, (&id, n, scenes.len()), scene);
        }
        self.out += "</div>\n";
        if drawing.is_some() {
            let _ = writeln!(self.out, "<svg {HIDDEN}>\n{}</svg>", shared.stock(&id));
        }
    }

    fn scene(
        &mut self,
        drawing: Option<(&Drawing<'_>, &mut Shared)>,
        (id, n, all): (&str, usize, usize),
        scene: &Scene,
    ) {
        let title = words(&scene.title);
        let checked = if n == 1 { " checked=\"checked\"" } else { "" };
        let _ = write!(
            self.out,
            "<input type=\"radio\" name=\"{id}-step\" id=\"{id}-step-{n}\" \
             aria-label=\"{title}\"{checked} />\
             <label for=\"{id}-step-{n}\" title=\"{title}\">{n}</label>\n\
             <section class=\"scene\">\n<p class=\"step\">"
        );
        self.turn(id, n.checked_sub(1).filter(|n| *n > 0), "← back");
        let _ = write!(self.out, "<strong>{title}</strong> <small>{n} of {all}</small>");
        self.turn(id, Some(n + 1).filter(|n| *n <= all), "next →");
        self.out += "</p>\n";
        if let (Some((drawing, shared)), Some(map)) = (drawing, &scene.map) {
            let picture = drawing.frame(map, &format!("{id}-frame-{n}"), shared);
            self.figure(drawing, &picture, map);
        }
        if let Some(board) = &scene.board {
            self.board(board);
        }
        self.block(&Block::List(scene.lines.clone()));
        self.out += "</section>\n";
    }

    /// What leads to the scene before or after.
    fn turn(&mut self, id: &str, to: Option<usize>, words: &str) {
        let _ = match to {
            Some(n) => {
                write!(self.out, "<label for=\"{id}-step-{n}\" class=\"turn\">{words}</label>")
            }
            None => write!(self.out, "<span class=\"turn\"></span>"),
        };
    }
}
