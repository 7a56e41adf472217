//! What frames of a story have in common: each part that several frames have is written once, and
//! used by each of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Parts shorter than this are written where they stand.
const WORTH: usize = 60;

/// Parts that are taken together.
const FEW: usize = 8;

/// The parts of the frames of one drawing.
#[derive(Debug)]
pub(in crate::render) struct Shared {
    /// `None` where there is only one frame.
    parts: Option<Parts>,
}

#[derive(Debug, Default)]
struct Parts {
    /// Each part, around the point from which it is drawn.
    all: Vec<Part>,
    /// Its number.
    numbers: BTreeMap<String, usize>,
}

#[derive(Debug)]
struct Part {
    text: String,
    /// As it is drawn where it is used first, if that is another point.
    first: Option<String>,
}

impl Shared {
    /// For a story.
    pub(in crate::render) fn new() -> Self {
        Self { parts: Some(Parts::default()) }
    }

    /// For a picture by itself.
    pub(super) fn off() -> Self {
        Self { parts: None }
    }

    /// The part, or what stands for it in a frame.
    pub(super) fn part(&mut self, id: &str, text: String) -> String {
        match self.number(&text, || None) {
            Some(number) => format!("{}{number}\"/>", used(id)),
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
        if self.is_story()
            && let Some(number) = self.number(&draw((0, 0)), || Some(draw((x, y))))
        {
            return format!("{}{number}\" x=\"{x}\" y=\"{y}\"/>", used(id));
        }
        draw((x, y))
    }

    /// Many parts, of which few change from frame to frame: what stays the same is one part again.
    /// A part that is not there is empty, so that the others keep their places.
    pub(super) fn all(&mut self, id: &str, parts: Vec<String>) -> String {
        let mut parts: Vec<String> = parts.into_iter().map(|text| self.part(id, text)).collect();
        while self.is_story() && parts.len() > FEW {
            parts = parts.chunks(FEW).map(|few| self.part(id, few.concat())).collect();
        }
        parts.concat()
    }

    /// The number of a part; `None` if it is not worth one.
    fn number(&mut self, text: &str, first: impl FnOnce() -> Option<String>) -> Option<usize> {
        let parts = self.parts.as_mut().filter(|_| text.len() >= WORTH)?;
        if let Some(number) = parts.numbers.get(text) {
            return Some(*number);
        }
        let number = parts.all.len();
        parts.numbers.insert(text.to_owned(), number);
        parts.all.push(Part { text: text.to_owned(), first: first() });
        Some(number)
    }

    /// True of a story, of which each frame says only what changed.
    pub(super) fn is_story(&self) -> bool {
        self.parts.is_some()
    }

    /// The frames with every part that is used only once at its place, and all other parts, for a
    /// picture that is not shown; those are empty if there are none.
    pub(in crate::render) fn settle(self, id: &str, frames: &str) -> (String, String) {
        let Some(Parts { all, .. }) = self.parts else { return (frames.to_owned(), String::new()) };
        let used = used(id);
        let mut uses = vec![0_usize; all.len()];
        for text in all.iter().map(|part| part.text.as_str()).chain([frames]) {
            let numbers =
                text.split(used.as_str()).skip(1).filter_map(|rest| rest.split('"').next());
            for number in numbers.filter_map(|number| number.parse::<usize>().ok()) {
                uses[number] += 1;
            }
        }
        let settled = Settled { all, uses, used };
        let mut stock = String::new();
        for (part, number) in settled.all.iter().zip(0..).filter(|(_, n)| settled.uses[*n] > 1) {
            let _ = writeln!(stock, "<g id=\"{id}p{number}\">\n{}</g>", settled.whole(&part.text));
        }
        let stock = if stock.is_empty() { stock } else { format!("<defs>\n{stock}</defs>\n") };
        (settled.whole(frames), stock)
    }
}

/// What the use of a part begins with; its number follows.
fn used(id: &str) -> String {
    format!("<use href=\"#{id}p")
}

/// All parts, and how often each is used.
struct Settled {
    all: Vec<Part>,
    uses: Vec<usize>,
    /// What each use begins with.
    used: String,
}

impl Settled {
    /// A text with every part that is used only once at its place.
    fn whole(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(&self.used) {
            let (before, using) = rest.split_at(at);
            let (using, after) =
                using.split_at(using.find("/>").map_or(using.len(), |end| end + 2));
            let number = using[self.used.len()..].split('"').next().and_then(|n| n.parse().ok());
            out += before;
            match number.filter(|number: &usize| self.uses[*number] == 1) {
                Some(number) => {
                    let part = &self.all[number];
                    out += &self.whole(part.first.as_ref().unwrap_or(&part.text));
                }
                None => out += using,
            }
            rest = after;
        }
        out + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_several_frames_is_written_once() {
        let long = "x".repeat(WORTH);
        let mut shared = Shared::new();
        assert_eq!(shared.part("m", "short".to_owned()), "short");
        let used = "<use href=\"#mp0\"/>";
        assert_eq!(shared.part("m", long.clone()), used);
        assert_eq!(shared.part("m", long.clone()), used);
        let frames = format!("{used} and {used}");
        let (settled, stock) = shared.settle("m", &frames);
        assert_eq!((settled, stock.matches(&long).count()), (frames, 1));
        assert_eq!(Shared::off().part("m", long.clone()), long);
    }

    #[test]
    fn a_part_of_one_frame_stands_in_it() {
        let mut shared = Shared::new();
        let (inner, draw) =
            ("y".repeat(WORTH), |(x, y): (i32, i32)| format!("{x},{y}{}", "z".repeat(WORTH)));
        let within = shared.part("m", inner.clone());
        let outer = shared.part("m", format!("<g>{within}{}</g>", "x".repeat(WORTH)));
        let placed = shared.placed("m", (3, 4), draw);
        let (settled, stock) = shared.settle("m", &format!("a{outer}b{placed}"));
        assert_eq!(settled, format!("a<g>{inner}{}</g>b{}", "x".repeat(WORTH), draw((3, 4))));
        assert_eq!(stock, "");
    }

    #[test]
    fn a_frame_adds_what_changed() {
        let mut shared = Shared::new();
        let part = |n: usize| format!("{n:->WORTH$}");
        let mut parts: Vec<String> = (0..64).map(part).collect();
        let mut story = String::new();
        for _ in 0..3 {
            let frame = shared.all("m", parts.clone());
            assert_eq!(frame.matches("<use").count(), FEW);
            story += &frame;
        }
        let before = story.len();
        parts[9] = String::new();
        story += &shared.all("m", parts.clone());
        assert!(story.len() - before < 200);
        let (story, stock) = shared.settle("m", &story);
        let written = story.clone() + &stock;
        let once = |part: &&String| written.matches(part.as_str()).count() == 1;
        assert_eq!(parts.iter().filter(|part| !part.is_empty()).filter(once).count(), 63);
        assert!(story.len() < 900 + 300, "{}", story.len());
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
