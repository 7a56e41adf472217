//! What the table waits for, in the words of its reader.

use std::iter;

use crate::engine::{Due, Phase, Reader};
use crate::page::{Page, Table, Text};

/// What the table waits for, as one reader is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agenda {
    /// What it waits for, from whom.
    pub phase: Phase,
    /// What the orders are for, such as `the movement and combat phases`.
    pub occasion: String,
    /// Who is told.
    pub reader: Reader,
    /// What the reader is called, such as `the Union`.
    pub called: String,
    /// The kinds of orders that the phase takes of the reader.
    pub ways: Vec<Way>,
    /// The conditions on which an order may depend, as a file has them, each with what it means.
    pub conditions: Vec<(String, String)>,
    /// True if the reader has standing orders in force.
    pub standing: bool,
    /// What becomes of the reader without orders, as it goes on with `By default`.
    pub default: Option<String>,
    /// How lines go together, and what is ordered at another time.
    pub together: Vec<(String, Text)>,
}

/// A kind of order that may be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its name.
    pub kind: String,
    /// What it does, with its rules.
    pub does: Text,
    /// An order of that kind in one line that the reader could give now, if there is one.
    pub example: Option<String>,
    /// How it may be written in one line, what is to be filled in with capital letters; empty if it has no line.
    pub forms: Vec<String>,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// A part of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name, which is that of its field.
    pub name: String,
    /// What it is, in words without a full stop.
    pub is: String,
    /// The values that it may have, each with what it means, if they are few and have names.
    pub values: Vec<(String, String)>,
}

impl Part {
    /// A part without values to choose from.
    pub fn new(name: impl Into<String>, is: impl Into<String>) -> Self {
        Self { name: name.into(), is: is.into(), values: Vec::new() }
    }

    /// True if what it is says more than its name, as `the unit` does not.
    fn says_more(&self) -> bool {
        self.is.split(' ').count() > 2
    }

    /// What it is, behind other words; with the values that it may have, if they are asked for.
    fn told(&self, text: Text, valued: bool) -> Text {
        let text = text.code(&self.name);
        let text = if self.says_more() { marked(text.and(" "), &self.is) } else { text };
        if !valued {
            return text;
        }
        let values = self.values.iter().zip(between(" (", "; "));
        let one = |text: Text, ((value, is), lead): (&(String, String), &str)| {
            let text = text.and(lead).code(value);
            if is == value { text } else { marked(text.and(" "), is) }
        };
        values.fold(text, one).and(")")
    }
}

/// How a form is read, above the orders.
const FORM: &str = "(fill in CAPITALS; what is in [brackets] may be left out)";

impl Agenda {
    /// What becomes of a reader who sends nothing, in a sentence.
    pub fn by_default(&self) -> Option<Text> {
        self.default.as_ref().map(|default| Text::marked(&format!("By default {default}")))
    }

    /// What may be ordered, and how lines go together, behind a page.
    pub fn add(&self, page: Page) -> Page {
        let page = page.table(self.table());
        if self.together.is_empty() { page } else { page.facts(self.together.clone()) }
    }

    /// What may be ordered: what each kind does, and an order of that kind.
    fn table(&self) -> Table {
        let row = |way: &Way| {
            let line = way.example.as_ref().or(way.forms.first()).unwrap_or(&way.kind);
            [Text::plain(&way.kind), way.does.clone(), Text::plain("").code(line)]
        };
        let any = self.ways.iter().any(|way| way.example.is_some());
        let example = if any { ", with an example where there is one" } else { "" };
        let caption = format!("Orders accepted{example} {FORM}");
        let table = Table::new().caption(caption).left("Kind").left("What it does").left("Written");
        self.ways.iter().map(row).fold(table, Table::row)
    }

    /// How each kind may be written, and what its parts are. What several have in common stands at the first; of values the
    /// others say where.
    pub fn written(&self) -> Vec<(String, Text)> {
        let mut parts: Vec<Part> = Vec::new();
        let mut values: Vec<(Vec<(String, String)>, String)> = Vec::new();
        let told = |way: &Way| {
            let forms = way.forms.iter().zip(between("", " or "));
            let mut text =
                forms.fold(Text::default(), |text, (form, lead)| text.and(lead).code(form));
            let mut leads = between(": ", "; ");
            for part in &way.parts {
                let before = values.iter().find(|(told, _)| *told == part.values);
                let new = !part.values.is_empty() && before.is_none();
                let says = !parts.contains(part) && part.says_more();
                if !new && !says && before.is_none() {
                    continue;
                }
                text = text.and(leads.next().unwrap_or_default());
                text = if new || says { part.told(text, new) } else { text.code(&part.name) };
                if let Some((_, kind)) = before {
                    text = text.and(if says { ", as for " } else { " as for " }).code(kind);
                }
            }
            parts.extend(way.parts.iter().cloned());
            let listed = way.parts.iter().filter(|part| !part.values.is_empty());
            values.extend(listed.map(|part| (part.values.clone(), way.kind.clone())));
            (way.kind.clone(), text)
        };
        self.ways.iter().filter(|way| !way.forms.is_empty()).map(told).collect()
    }

    /// What the reader has to do next, and until when if that is known, in a sentence; `None` when
    /// nobody has anything to do.
    pub fn sentence(&self, deadline: Option<&str>) -> Option<String> {
        let Self { phase, occasion, .. } = self;
        if phase.asked().is_empty() {
            return None;
        }
        let by = deadline.map(|time| format!(" by {time}")).unwrap_or_default();
        let own = self.reader.seat().map(|seat| phase.due.get(seat));
        Some(match own {
            None => format!("Orders are due for {occasion}{by}."),
            Some(Some(Due::Required)) => format!("Your orders are due for {occasion}{by}."),
            Some(Some(Due::Optional)) => {
                format!("You may send orders for {occasion}{by}, but do not have to.")
            }
            Some(Some(Due::Nothing) | None) => "You have nothing to order now.".to_owned(),
        })
    }
}

/// A text with words behind it in which code stands between backticks.
fn marked(text: Text, words: &str) -> Text {
    Text::marked(words).0.into_iter().fold(text, Text::with)
}

/// What stands before each item of a list in a sentence.
fn between<'a>(first: &'a str, next: &'a str) -> impl Iterator<Item = &'a str> {
    iter::once(first).chain(iter::repeat(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Phase;

    #[test]
    fn what_several_kinds_have_in_common_is_said_once() {
        let when = Part {
            values: vec![
                ("never".to_owned(), "never".to_owned()),
                ("damaged".to_owned(), "when the ship is damaged".to_owned()),
            ],
            ..Part::new("when", "when")
        };
        let way = |kind: &str, forms: &[&str], parts: &[Part]| Way {
            kind: kind.to_owned(),
            does: Text::plain("Does it"),
            example: None,
            forms: forms.iter().map(ToString::to_string).collect(),
            parts: parts.to_vec(),
        };
        let at = Part::new("at", "only at this place");
        let ways = vec![
            way("flee", &["flee WHEN [at PLACE]", "flee: WHEN"], &[at.clone(), when.clone()]),
            way(
                "target",
                &["target WHEN at PLACE by SHIP"],
                &[at, when, Part::new("by", "the ship")],
            ),
            way("surrender", &[], &[]),
        ];
        let agenda = Agenda {
            phase: Phase::roll_call(Vec::new()),
            occasion: String::new(),
            reader: Reader::Public,
            called: String::new(),
            ways,
            conditions: Vec::new(),
            standing: false,
            default: None,
            together: Vec::new(),
        };
        let written: Vec<(String, String)> =
            agenda.written().into_iter().map(|(kind, text)| (kind, text.words())).collect();
        let expected = [
            (
                "flee",
                "flee WHEN [at PLACE] or flee: WHEN: at only at this place; when (never; damaged \
                 when the ship is damaged)",
            ),
            ("target", "target WHEN at PLACE by SHIP: when as for flee"),
        ];
        assert_eq!(written, expected.map(|(kind, text)| (kind.to_owned(), text.to_owned())));
    }
}
