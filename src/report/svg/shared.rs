//! What frames of a story have in common: each part is written once, and used by every frame that
//! has it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Parts shorter than this are written where they stand.
const WORTH: usize = 60;

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
        let Some(parts) = self.parts.as_mut().filter(|_| text.len() >= WORTH) else { return text };
        let next = parts.len();
        let number = *parts.entry(text).or_insert(next);
        format!("<use href=\"#{id}-part-{number}\" />\n")
    }

    /// All parts, for a picture that is not shown.
    pub(in crate::report) fn stock(&self, id: &str) -> String {
        let mut out = String::from("<defs>\n");
        for (text, number) in self.parts.iter().flatten() {
            let _ = writeln!(out, "<g id=\"{id}-part-{number}\">\n{text}</g>");
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
        let used = "<use href=\"#m-part-0\" />\n";
        assert_eq!(shared.part("m", long.clone()), used);
        assert_eq!(shared.part("m", long.clone()), used);
        assert_eq!(shared.stock("m").matches(&long).count(), 1);
        assert_eq!(Shared::off().part("m", long.clone()), long);
    }
}
