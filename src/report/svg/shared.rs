//! What frames of a story have in common: each part is written once, and used by every frame that
//! has it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Parts shorter than this are written where they stand.
const WORTH: usize = 60;

/// Parts that are taken together.
const FEW: usize = 8;

/// The parts of the frames of one drawing.
#[derive(Debug)]
pub(in crate::report) struct Shared {
    /// Each part and its number; `None` where there is only one frame.
    parts: Option<BTreeMap<String, usize>>,
}

impl Shared {
    /// For a story.
    pub(in crate::report) fn new() -> Self {
        Self { parts: Some(BTreeMap::new()) }
    }

    /// For a picture by itself.
    pub(super) fn off() -> Self {
        Self { parts: None }
    }

    /// The part, or what stands for it in a frame.
    pub(super) fn part(&mut self, id: &str, text: String) -> String {
        match self.number(&text) {
            Some(number) => format!("<use href=\"#{id}p{number}\"/>"),
            None => text,
        }
    }

    /// A part at a point, from what draws it around one.
    pub(super) fn placed(
        &mut self,
        id: &str,
        (x, y): (i32, i32),
        draw: impl Fn((i32, i32)) -> String,
    ) -> String {
        if self.parts.is_some()
            && let Some(number) = self.number(&draw((0, 0)))
        {
            return format!("<use href=\"#{id}p{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
        draw((x, y))
    }

    /// Many parts, of which few change from frame to frame: what stays the same is one part again.
    /// A part that is not there is empty, so that the others keep their places.
    pub(super) fn all(&mut self, id: &str, parts: Vec<String>) -> String {
        let mut parts: Vec<String> = parts.into_iter().map(|text| self.part(id, text)).collect();
        while self.parts.is_some() && parts.len() > FEW {
            parts = parts.chunks(FEW).map(|few| self.part(id, few.concat())).collect();
        }
        parts.concat()
    }

    /// The number of a part; `None` if it is not worth one.
    fn number(&mut self, text: &str) -> Option<usize> {
        let parts = self.parts.as_mut().filter(|_| text.len() >= WORTH)?;
        if let Some(number) = parts.get(text) {
            return Some(*number);
        }
        let number = parts.len();
        parts.insert(text.to_owned(), number);
        Some(number)
    }

    /// True of a story, of which each frame says only what changed.
    pub(super) fn is_story(&self) -> bool {
        self.parts.is_some()
    }

    /// True if there are none.
    pub(in crate::report) fn is_empty(&self) -> bool {
        self.parts.as_ref().is_none_or(BTreeMap::is_empty)
    }

    /// All parts, for a picture that is not shown.
    pub(in crate::report) fn stock(&self, id: &str) -> String {
        let mut out = String::from("<defs>\n");
        for (text, number) in self.parts.iter().flatten() {
            let _ = writeln!(out, "<g id=\"{id}p{number}\">\n{text}</g>");
        }
        out + "</defs>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_written_once() {
        let long = "x".repeat(WORTH);
        let mut shared = Shared::new();
        assert_eq!(shared.part("m", "short".to_owned()), "short");
        let used = "<use href=\"#mp0\"/>";
        assert_eq!(shared.part("m", long.clone()), used);
        assert_eq!(shared.part("m", long.clone()), used);
        assert_eq!(shared.stock("m").matches(&long).count(), 1);
        assert_eq!(Shared::off().part("m", long.clone()), long);
    }

    #[test]
    fn a_frame_adds_what_changed() {
        let mut shared = Shared::new();
        let part = |n: usize| format!("{n:0WORTH$}");
        let mut parts: Vec<String> = (0..64).map(part).collect();
        assert_eq!(shared.all("m", parts.clone()).matches("<use").count(), FEW);
        let before = shared.stock("m").len();
        assert_eq!(shared.all("m", parts.clone()).matches("<use").count(), FEW);
        assert_eq!(shared.stock("m").len(), before);
        parts[9] = String::new();
        assert_eq!(shared.all("m", parts.clone()).matches("<use").count(), FEW);
        let grown = shared.stock("m").len() - before;
        assert!(grown < 300, "{grown}");
        assert_eq!(Shared::off().all("m", parts.clone()), parts.concat());
    }

    #[test]
    fn a_part_is_moved_to_its_place() {
        let draw = |(x, y): (i32, i32)| format!("<path d=\"M{x} {y}{}\" />", "h9".repeat(WORTH));
        let mut shared = Shared::new();
        assert_eq!(shared.placed("m", (3, 4), draw), "<use href=\"#mp0\" x=\"3\" y=\"4\"/>");
        assert_eq!(shared.placed("m", (5, 4), draw), "<use href=\"#mp0\" x=\"5\" y=\"4\"/>");
        assert_eq!(Shared::off().placed("m", (3, 4), draw), draw((3, 4)));
    }
}
