//! Orders, written as short lines.

use serde_json::{Map, Value};

use super::pattern::{Kind, List, Pattern, Piece, Shape};
use super::{Part, Short, untagged};

/// Writes one line.
pub(super) struct Writer<'s> {
    short: &'s Short,
}

impl<'s> Writer<'s> {
    pub(super) fn new(short: &'s Short) -> Self {
        Self { short }
    }

    /// The content by a pattern, which has to show all of it.
    pub(super) fn whole(&self, pattern: &Pattern, content: Option<&Value>) -> Option<String> {
        let mut fields = fields(pattern.shape(), content)?;
        let mut line = String::new();
        self.pieces(&pattern.0, &mut fields, &mut line)?;
        fields.is_empty().then_some(line)
    }

    /// Writes the pieces and takes their fields out.
    fn pieces(
        &self,
        pieces: &[Piece],
        fields: &mut Map<String, Value>,
        to: &mut String,
    ) -> Option<()> {
        for piece in pieces {
            match piece {
                Piece::Text(text) => to.push_str(text),
                Piece::Set { name, value } if value.is_null() => {
                    (!fields.contains_key(*name)).then_some(())?;
                }
                Piece::Set { name, value } => {
                    fields.remove(*name).filter(|is| is == value)?;
                }
                Piece::Field { name, kind, list } => {
                    let value = fields.remove(*name)?;
                    to.push_str(&match list {
                        Some(list) => self.list(*kind, *list, &value)?,
                        None => self.value(*kind, &value)?,
                    });
                }
                Piece::Optional(inner) => {
                    let (mut left, mut line) = (fields.clone(), String::new());
                    if self.pieces(inner, &mut left, &mut line).is_some() {
                        *fields = left;
                        to.push_str(&line);
                    }
                }
            }
        }
        Some(())
    }

    fn list(&self, kind: Kind, list: List, value: &Value) -> Option<String> {
        let between = list.text();
        let items = value.as_array().filter(|items| items.len() >= list.least)?.iter();
        let items: Vec<String> = items.map(|item| self.value(kind, item)).collect::<Option<_>>()?;
        Some(items.join(&between))
    }

    fn value(&self, kind: Kind, value: &Value) -> Option<String> {
        let text = || value.as_str().map(str::to_owned);
        let number = || value.as_u64().map(|number| number.to_string());
        match kind {
            Kind::Name | Kind::Word | Kind::Cell => text(),
            Kind::Number => number(),
            Kind::Place | Kind::Spot => number().or_else(text),
            Kind::Part(name) => match self.short.part(name) {
                Part::Choice(forms) => {
                    let (tag, content) = untagged(value)?;
                    let forms = forms.iter().filter(|(it, _)| *it == tag);
                    let mut lines =
                        forms.filter_map(|(_, it)| self.whole(&Pattern::of(it), content));
                    lines.next()
                }
                Part::Counts(words) => counts(words, value),
                Part::Words(_) => text(),
            },
        }
    }
}

/// Counts, in the order in which the game lists them, each with its shortest word.
fn counts(words: &[(&str, &[&str])], value: &Value) -> Option<String> {
    let counts = value.as_object().filter(|counts| !counts.is_empty())?;
    let one = |word: &str, count: &Value| Some(format!("{} {word}", count.as_u64()?));
    if words.is_empty() {
        let all: Option<Vec<_>> = counts.iter().map(|(word, count)| one(word, count)).collect();
        return Some(all?.join(", "));
    }
    let known = |word: &String| words.iter().any(|(it, _)| it == word);
    if !counts.keys().all(known) {
        return None;
    }
    let listed = words.iter().filter_map(|(it, others)| {
        let count = counts.get(*it)?;
        Some(one(others.first().unwrap_or(it), count))
    });
    Some(listed.collect::<Option<Vec<_>>>()?.join(" "))
}

/// The content as fields by name.
fn fields(shape: Shape, content: Option<&Value>) -> Option<Map<String, Value>> {
    match (shape, content) {
        (Shape::Bare, None) => Some(Map::new()),
        (Shape::Whole, Some(value)) => Some(Map::from_iter([(String::new(), value.clone())])),
        (Shape::Items, Some(Value::Array(items))) => {
            Some(items.iter().enumerate().map(|(n, item)| (n.to_string(), item.clone())).collect())
        }
        (Shape::Fields, Some(Value::Object(fields))) => Some(fields.clone()),
        _ => None,
    }
}
