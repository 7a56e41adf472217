//! Orders in one line: `Norway 3-21-4` for `move: {ship: Norway, path: [3, 21, 4]}`.
//!
//! A game lists patterns; each is read and written. What a line says depends on nothing but the
//! patterns, not on what is on the map, so that a line means the same wherever it is read.
//!
//! A pattern is plain text with
//!
//! | | |
//! | --- | --- |
//! | `{field:KIND}` | a field; `{:KIND}` is the whole content of the order, `{0:KIND}` an item of it |
//! | `{field:KIND N SEP}` | a list of at least N, with this character between its items |
//! | `{field:KIND as WORDS}` | the same; readers are shown these words for what is to be filled in |
//! | `{field=VALUE}` | nothing to be written; it sets the field to this value |
//! | `[…]` | may be left out |
//!
//! A kind is a `name` (it may have blanks), a `word` (without), a `cell` (a word with a digit, such as a
//! hex or square), a `number`, a `place` or `spot` (a number, or a name or word for it), or one of the
//! game's own parts.

mod pattern;
mod reading;
mod regex;
pub mod steps;
mod writing;

use serde_json::{Map, Value};

use self::pattern::{Pattern, Shape};
use self::reading::Reader;
use self::writing::Writer;
use crate::base::yaml;

/// A tag, such as the kind of an order, and how it is written.
pub type Form = (&'static str, &'static str);

/// The short forms of a game's orders.
#[derive(Debug)]
pub struct Short {
    /// For each: the kind, the pattern, and an example, which the reference of the game shows. The
    /// first pattern that fits a line counts, and the first of a kind is the one that is written.
    pub orders: &'static [(&'static str, &'static str, &'static str)],
    /// What stands in several patterns, by name.
    pub parts: &'static [(&'static str, Part)],
}

/// What stands in several patterns.
#[derive(Debug)]
pub enum Part {
    /// One of several tags, each with what belongs to it.
    Choice(&'static [Form]),
    /// Counts of these words, such as `3 inf 2 cav`; each word with others for it. Of any words, if
    /// none is listed.
    Counts(&'static [(&'static str, &'static [&'static str])]),
    /// One of these words, each with others for it.
    Words(&'static [(&'static str, &'static [&'static str])]),
}

/// Characters of a short line at most.
const LONGEST: usize = 300;

impl Short {
    /// No short forms.
    pub const NONE: Self = Self { orders: &[], parts: &[] };

    /// Short forms of orders that have no parts in common.
    pub const fn of(orders: &'static [(&'static str, &'static str, &'static str)]) -> Self {
        Self { orders, parts: &[] }
    }

    /// The order that a short line stands for, as it is written at length; `None` if it fits no
    /// pattern.
    pub fn read(&self, line: &str) -> Option<Value> {
        let line = one_blank(line);
        if line.chars().count() > LONGEST {
            return None;
        }
        self.orders.iter().find_map(|(kind, pattern, _)| {
            let pattern = Pattern::of(pattern);
            let content = Reader::new(self, &line).whole(&pattern)?;
            Some(tagged(kind, pattern.shape(), content))
        })
    }

    /// The short line for an order; `None` if it has none that says the same.
    pub fn write(&self, order: &Value) -> Option<String> {
        let (tag, content) = untagged(order)?;
        let kinds = self.orders.iter().filter(|(kind, ..)| *kind == tag);
        kinds
            .filter_map(|(_, pattern, _)| Writer::new(self).whole(&Pattern::of(pattern), content))
            .find(|line| self.read(line).as_ref() == Some(order) && is_plain(line))
    }

    /// The example of the pattern that a line fits best, if it fits the begin of one.
    pub fn nearest(&self, line: &str) -> Option<&'static str> {
        let line = one_blank(line);
        if line.chars().count() > LONGEST {
            return None;
        }
        let mut best = (0, None);
        for (_, pattern, example) in self.orders {
            let mut reader = Reader::new(self, &line);
            reader.whole(&Pattern::of(pattern));
            if reader.farthest() > best.0 {
                best = (reader.farthest(), Some(*example));
            }
        }
        best.1
    }

    /// How an order is written whose line begins with its kind: each of its forms, what is to be
    /// filled in with capital letters.
    pub fn forms(&self, kind: &str) -> Vec<String> {
        let begins = |pattern: &str| {
            pattern.strip_prefix(kind).is_some_and(|rest| rest.starts_with([' ', '[']))
        };
        let patterns = self.orders.iter().filter(|(known, ..)| *known == kind);
        let patterns = patterns.map(|(_, pattern, _)| *pattern).filter(|p| begins(p));
        let whole = |pattern: &'static str| {
            let part = pattern[kind.len()..].strip_prefix(" {:")?.strip_suffix('}')?;
            let part = part.split_once(pattern::AS).map_or(part, |(part, _)| part);
            let (_, part) = self.parts.iter().find(|(known, _)| *known == part)?;
            part.forms()
        };
        let mut out = Vec::new();
        for pattern in patterns {
            match whole(pattern) {
                Some(forms) => {
                    out.extend(forms.map(|(_, form)| format!("{kind} {}", shown(form))));
                }
                None => out.push(shown(pattern)),
            }
        }
        out
    }

    /// All the ways in which an order of a kind is written, what is to be filled in with capital letters.
    pub fn shown(&self, kind: &str) -> Vec<String> {
        let known = self.orders.iter().filter(|(known, ..)| *known == kind);
        known.map(|(_, pattern, _)| shown(pattern)).collect()
    }

    /// What a field is called in the lines of a kind: the capitals that are to be filled in; `None` if it has none of its
    /// own.
    pub fn placeholder(&self, kind: &str, field: &str) -> Option<String> {
        let patterns = self.orders.iter().filter(|(known, ..)| *known == kind);
        let fields = patterns.flat_map(|(_, pattern, _)| pattern.split('{').skip(1));
        let mut fields = fields.filter_map(|field| Some(field.split_once('}')?.0));
        // A field without a name is all that there is to fill in.
        let is_it = |name: &str| name == field || name.is_empty();
        let found = fields.find(|it| it.split_once(':').is_some_and(|(name, _)| is_it(name)));
        let capitals = |words: &String| words.chars().all(|c| c.is_ascii_uppercase() || c == '-');
        // Of a list its first item, `UNIT` of `UNIT[ > UNIT…]`.
        let first = |words: String| words.split('[').next().unwrap_or_default().to_owned();
        found.map(filled_in).map(first).filter(capitals)
    }

    /// A regular expression (ECMA 262) for the lines, for validators; `None` if there are none.
    pub fn regex(&self) -> Option<String> {
        let lines: Vec<String> = self
            .orders
            .iter()
            .map(|(_, pattern, _)| regex::of(self, &Pattern::of(pattern)))
            .collect();
        (!lines.is_empty()).then(|| format!("^({})$", lines.join("|")))
    }

    fn part(&self, name: &str) -> &'static Part {
        let part = self.parts.iter().find(|(part, _)| *part == name);
        part.map(|(_, part)| part).expect("a kind or one of the game's parts")
    }
}

impl Part {
    /// The forms of a choice.
    pub fn forms(&self) -> Option<impl Iterator<Item = Form> + use<>> {
        match self {
            Self::Choice(forms) => Some(forms.iter().copied()),
            Self::Counts(_) | Self::Words(_) => None,
        }
    }
}

/// Words that lead in to a name and so say nothing of what it is.
const LEADING: [&str; 9] = ["against", "at", "by", "for", "from", "of", "on", "to", "with"];

/// A pattern as people read it: `flee [SHIP] WHEN [at PLACE]`.
pub fn shown(pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, more)) = rest.split_once('{') {
        let (field, after) = more.split_once('}').unwrap_or((more, ""));
        out += before;
        out += &filled_in(field);
        rest = after;
    }
    (out + rest).replace("[ ", " [")
}

/// What is to be filled in for a field of a pattern; nothing if it is set.
fn filled_in(field: &str) -> String {
    if let Some((_, words)) = field.split_once(pattern::AS) {
        return words.to_owned();
    }
    let Some((name, kind)) = field.split_once(':') else { return String::new() };
    let kind = kind.split(' ').next().unwrap_or_default();
    let digit = name.is_empty() || name.chars().all(|c| c.is_ascii_digit());
    let unsaid = digit || LEADING.contains(&name) || kind == "condition";
    match kind {
        _ if name == "at" => "PLACE".to_owned(),
        "cell" | "place" | "spot" if unsaid => "PLACE".to_owned(),
        "word" if unsaid => "NAME".to_owned(),
        kind if unsaid => kind.to_uppercase(),
        _ => name.to_uppercase(),
    }
}

/// The line with single blanks between its words and none around.
fn one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A tag with its content.
fn tagged(tag: &str, shape: Shape, content: Value) -> Value {
    match shape {
        Shape::Bare => Value::from(tag),
        Shape::Whole | Shape::Items | Shape::Fields => {
            Value::Object(Map::from_iter([(tag.to_owned(), content)]))
        }
    }
}

/// The tag of a value and its content; none, if it is a bare tag.
fn untagged(value: &Value) -> Option<(&str, Option<&Value>)> {
    match value {
        Value::String(tag) => Some((tag, None)),
        Value::Object(fields) if fields.len() == 1 => {
            fields.iter().next().map(|(tag, content)| (tag.as_str(), Some(content)))
        }
        _ => None,
    }
}

/// The tag of an order.
pub(in crate::engine) fn tag_of(order: &Value) -> Option<&str> {
    untagged(order).map(|(tag, _)| tag)
}

/// What YAML makes of a short line: a text, or one name with one value. `None` of everything else.
pub(in crate::engine) fn text(value: &Value) -> Option<String> {
    let scalar = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    };
    match value {
        Value::Object(fields) if fields.len() == 1 => {
            let (key, content) = fields.iter().next()?;
            Some(format!("{key}: {}", scalar(content)?))
        }
        value => scalar(value),
    }
}

/// True if YAML reads the line as it stands.
pub(in crate::engine) fn is_plain(line: &str) -> bool {
    is_surely_plain(line) || reads_as_it_stands(line)
}

/// True for words between single blanks, without a character that means anything to YAML: nearly every
/// line. One word alone may be a number, or `yes`.
fn is_surely_plain(line: &str) -> bool {
    let word = |word: &str| {
        let harmless = |c: u8| c.is_ascii_alphanumeric() || b"-./+'".contains(&c);
        !word.is_empty() && word.bytes().all(harmless)
    };
    line.starts_with(|c: char| c.is_ascii_alphabetic())
        && line.contains(' ')
        && line.split(' ').all(word)
}

fn reads_as_it_stands(line: &str) -> bool {
    let read: Result<Vec<Value>, _> = yaml::read_unguarded(&format!("- {line}\n"));
    read.is_ok_and(|list| matches!(list.as_slice(), [one] if text(one).as_deref() == Some(line)))
}

#[cfg(test)]
mod tests;
