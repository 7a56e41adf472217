//! The orders of an earlier cycle as an order file gives them again: standing orders, orders, and
//! conditions with what hangs on them. What is not given is a comment, with the reason.

use std::collections::BTreeMap;

use super::order_text::{in_form, remark};
use crate::base::reflow;
use crate::engine::orders::one_line;
use crate::engine::{AnyGame, List, Repeated, Slot, Written};

/// A line of an earlier file.
pub(in crate::referee) struct Again {
    /// Where it stood.
    pub(in crate::referee) slot: Slot,
    /// An order as an item of a YAML list, or a condition; empty if it is not known.
    asked: String,
    /// Why it is not given again.
    pub(in crate::referee) against: Option<String>,
}

impl Again {
    /// A line as the report repeats it.
    pub(in crate::referee) fn of(line: Repeated) -> Self {
        let against = match (&line.asked, line.slot.list) {
            (Some(_), _) => None,
            (None, List::Contingent) => Some("the report does not repeat its condition"),
            (None, _) => Some("the report does not repeat it"),
        };
        let (slot, asked) = (line.slot, line.asked.unwrap_or_default());
        Self { slot, asked, against: against.map(str::to_owned) }
    }
}

/// Lists of an order file that give lines again.
pub(super) struct Lists<'a> {
    game: &'a dyn AnyGame,
    form: Written,
    lines: &'a [Again],
    pub(in crate::referee) text: String,
    /// Which line stands where in the new file.
    pub(super) places: BTreeMap<Slot, usize>,
}

impl<'a> Lists<'a> {
    /// No list yet.
    pub(in crate::referee) fn new(
        game: &'a dyn AnyGame,
        form: Written,
        lines: &'a [Again],
    ) -> Self {
        Self { game, form, lines, text: String::new(), places: BTreeMap::new() }
    }

    /// The lines of a list, and their numbers.
    fn of(&self, list: List) -> Vec<(usize, &'a Again)> {
        self.lines.iter().enumerate().filter(|(_, line)| line.slot.list == list).collect()
    }

    /// True if a list of the new file has a line.
    pub(in crate::referee) fn gives(&self, list: List) -> bool {
        self.of(list).iter().any(|(_, line)| line.against.is_none())
    }

    /// An order of this list as its text says it.
    pub(in crate::referee) fn asks(&self, list: List, order: &str) -> bool {
        self.of(list).iter().any(|(_, line)| line.against.is_none() && line.asked == order)
    }

    /// Writes the items of a list that becomes `list` in the new file.
    pub(in crate::referee) fn items(&mut self, from: List, list: List, indent: &str) {
        let mut next = 0;
        for (number, line) in self.of(from) {
            let order = in_form(self.game, line.asked.clone(), self.form);
            let order = fitted(indented(&order, indent));
            if let Some(why) = &line.against {
                let mark = format!("##{indent} ");
                remark(&mut self.text, &mark, &format!("{} does not apply: {why}", line.slot));
                self.text.push_str(&indented(&order, "# "));
            } else {
                self.places.insert(Slot::new(list, next), number);
                next += 1;
                self.text.push_str(&order);
            }
        }
    }

    /// Writes the conditions and what hangs on them; nothing if there are none.
    pub(super) fn cases(&mut self) {
        let cases = self.of(List::Contingent);
        if cases.is_empty() {
            return;
        }
        self.text.push_str("contingent:\n");
        let mut next = 0;
        for (number, case) in cases {
            let old = case.slot.index;
            let hangs = self.gives(List::Then(old)) || self.gives(List::Otherwise(old));
            let idle = (!hangs).then(|| "nothing that hangs on it applies".to_owned());
            if let Some(why) = case.against.clone().or(idle) {
                remark(&mut self.text, "## ", &format!("{} does not apply: {why}", case.slot));
                let dropped = self.dropped(case);
                self.text.push_str(&indented(&dropped, "# "));
            } else {
                let new = Slot::new(List::Contingent, next);
                next += 1;
                self.places.insert(new, number);
                self.case(case, new.index);
            }
        }
    }

    /// A condition and all that hangs on it, to be given if the marks of its comment are removed.
    fn dropped(&self, case: &Again) -> String {
        let old = case.slot.index;
        let mut text = fitted(format!("- when: {}\n", case.asked));
        for (word, list) in [("then", List::Then(old)), ("otherwise", List::Otherwise(old))] {
            let lines = self.of(list);
            match (word, lines.is_empty()) {
                ("then", true) => text.push_str("  then: []\n"),
                (_, true) => {}
                (_, false) => text.extend(["  ", word, ":\n"]),
            }
            for (_, line) in lines {
                let order = in_form(self.game, line.asked.clone(), self.form);
                text.push_str(&fitted(indented(&order, "  ")));
            }
        }
        text
    }

    /// A condition and what hangs on it, as the one of that number.
    fn case(&mut self, case: &Again, number: u32) {
        let old = case.slot.index;
        self.text.push_str(&fitted(format!("- when: {}\n", case.asked)));
        self.text.push_str(if self.gives(List::Then(old)) { "  then:\n" } else { "  then: []\n" });
        self.items(List::Then(old), List::Then(number), "  ");
        match (self.gives(List::Otherwise(old)), self.of(List::Otherwise(old)).is_empty()) {
            (true, _) => self.text.push_str("  otherwise:\n"),
            (false, false) => self.text.push_str("#   otherwise:\n"),
            (false, true) => {}
        }
        self.items(List::Otherwise(old), List::Otherwise(number), "  ");
    }
}

/// Every line behind these characters.
fn indented(text: &str, by: &str) -> String {
    text.lines().flat_map(|line| [by, line, "\n"]).collect()
}

/// In lines that mail does not break, even behind the mark of a comment, if that can be.
fn fitted(text: String) -> String {
    reflow::reflow(&text, one_line::WIDTH - "# ".len()).unwrap_or(text)
}
