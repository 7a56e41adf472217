//! Short lines, read.
//!
//! Every way to read a piece is followed, the one with the shortest names first: a line is short,
//! and what stands between fields leaves few ways.

use serde_json::{Map, Value};

use super::pattern::{Kind, List, Pattern, Piece, Shape};
use super::{Form, Part, Short, tagged};

/// Ways that are followed in a line at most. What is read never needs a tenth of them.
const WAYS: usize = 20_000;

/// Digits of a number at most.
const DIGITS: usize = 9;

/// Fields so far, by name.
type Fields = Vec<(&'static str, Value)>;

/// A way to read the begin of a line: where it ends, and what it found.
type Way<T> = (usize, T);

/// Reads one line.
pub(super) struct Reader<'s, 't> {
    short: &'s Short,
    line: &'t str,
    farthest: usize,
    ways: usize,
}

impl<'s, 't> Reader<'s, 't> {
    pub(super) fn new(short: &'s Short, line: &'t str) -> Self {
        Self { short, line, farthest: 0, ways: 0 }
    }

    /// The content that the whole line stands for by a pattern.
    pub(super) fn whole(&mut self, pattern: &Pattern) -> Option<Value> {
        let ways = self.contents(pattern, 0);
        let end = self.line.len();
        ways.into_iter().find(|(at, _)| *at == end).map(|(_, content)| content)
    }

    /// How far the line was understood, in bytes.
    pub(super) fn farthest(&self) -> usize {
        self.farthest
    }

    /// The contents that a pattern may find from here on.
    fn contents(&mut self, pattern: &Pattern, at: usize) -> Vec<Way<Value>> {
        let shape = pattern.shape();
        let ways = self.sequence(&pattern.0, vec![(at, Fields::new())]);
        ways.into_iter().map(|(at, fields)| (at, built(shape, fields))).collect()
    }

    fn sequence(&mut self, pieces: &[Piece], mut ways: Vec<Way<Fields>>) -> Vec<Way<Fields>> {
        for piece in pieces {
            ways = ways.into_iter().flat_map(|way| self.piece(piece, way)).collect();
            self.ways += ways.len();
            if self.ways > WAYS {
                return Vec::new();
            }
            self.farthest = ways.iter().map(|(at, _)| *at).fold(self.farthest, usize::max);
        }
        ways
    }

    fn piece(&mut self, piece: &Piece, (at, mut fields): Way<Fields>) -> Vec<Way<Fields>> {
        match piece {
            Piece::Text(text) => {
                self.literal(text, at).map(|at| (at, fields)).into_iter().collect()
            }
            // What is null is left out where orders are written at length.
            Piece::Set { value, .. } if value.is_null() => vec![(at, fields)],
            Piece::Set { name, value } => {
                fields.push((name, value.clone()));
                vec![(at, fields)]
            }
            Piece::Optional(inner) => {
                let mut ways = self.sequence(inner, vec![(at, fields.clone())]);
                ways.push((at, fields));
                ways
            }
            Piece::Field { name, kind, list } => {
                let values = match list {
                    Some(list) => self.list(*kind, *list, at),
                    None => self.value(*kind, at, None),
                };
                let with = |(at, value)| {
                    let mut fields = fields.clone();
                    fields.push((*name, value));
                    (at, fields)
                };
                values.into_iter().map(with).collect()
            }
        }
    }

    /// Where a text ends that stands here, in any case. Behind a colon no blank is needed.
    fn literal(&self, text: &str, at: usize) -> Option<usize> {
        let mut rest = self.line[at..].char_indices().peekable();
        let mut colon = false;
        for wanted in text.chars() {
            let next = rest.peek().map(|(_, c)| *c);
            if next.is_some_and(|c| c.eq_ignore_ascii_case(&wanted)) {
                rest.next();
            } else if !(colon && wanted == ' ') {
                return None;
            }
            colon = wanted == ':';
        }
        Some(rest.peek().map_or(self.line.len(), |(n, _)| at + n))
    }

    fn list(&mut self, kind: Kind, list: List, at: usize) -> Vec<Way<Value>> {
        let mut found = Vec::new();
        let mut open = vec![(at, Vec::new())];
        while !open.is_empty() && self.ways <= WAYS {
            let mut next: Vec<Way<Vec<Value>>> = Vec::new();
            for (at, items) in open {
                let begin = if items.is_empty() { Some(at) } else { self.between(list, at) };
                let Some(begin) = begin else { continue };
                for (end, item) in self.value(kind, begin, Some(list.between)) {
                    let mut items = items.clone();
                    items.push(item);
                    next.push((end, items));
                }
            }
            self.ways += next.len();
            let enough = next.iter().filter(|(_, items)| items.len() >= list.least);
            found.extend(enough.map(|(at, items)| (*at, Value::from(items.clone()))));
            open = next;
        }
        found
    }

    /// Behind what stands between two items, with a blank on either side or none.
    fn between(&self, list: List, at: usize) -> Option<usize> {
        let rest = &self.line[at..];
        let inner = rest.trim_start().strip_prefix(list.between)?.trim_start();
        Some(self.line.len() - inner.len())
    }

    /// A value from here on; a name or word without this character.
    fn value(&mut self, kind: Kind, at: usize, without: Option<char>) -> Vec<Way<Value>> {
        let text = |ends: Vec<usize>| -> Vec<Way<Value>> {
            ends.into_iter().map(|end| (end, Value::from(&self.line[at..end]))).collect()
        };
        match kind {
            Kind::Name => text(self.names(at, without)),
            Kind::Word => text(self.word(at, without)),
            Kind::Number => self.number(at),
            Kind::Cell => {
                let word = self.word(at, without).into_iter();
                let digit =
                    |end: &usize| self.line[at..*end].contains(|c: char| c.is_ascii_digit());
                text(word.filter(digit).collect())
            }
            Kind::Place => {
                let number = self.number(at);
                if number.is_empty() { text(self.names(at, without)) } else { number }
            }
            Kind::Spot => {
                let number = self.number(at);
                let letter = self.line[at..].starts_with(char::is_alphabetic);
                if letter { text(self.word(at, without)) } else { number }
            }
            Kind::Part(name) => match self.short.part(name) {
                Part::Choice(forms) => self.choice(forms, at),
                Part::Counts(words) => self.counts(words, at),
                Part::Words(words) => {
                    let found = self.word(at, without).into_iter().filter_map(|end| {
                        let word = meant(words, &self.line[at..end])?;
                        Some((end, Value::from(word)))
                    });
                    found.collect()
                }
            },
        }
    }

    fn choice(&mut self, forms: &'static [Form], at: usize) -> Vec<Way<Value>> {
        let mut ways = Vec::new();
        for (tag, pattern) in forms {
            let pattern = Pattern::of(pattern);
            let found = self.contents(&pattern, at).into_iter();
            ways.extend(found.map(|(at, content)| (at, tagged(tag, pattern.shape(), content))));
        }
        ways
    }

    /// Numbers, each with its word, as many as there are.
    fn counts(
        &mut self,
        words: &'static [(&'static str, &'static [&'static str])],
        at: usize,
    ) -> Vec<Way<Value>> {
        let mut found = Map::new();
        let mut ways = Vec::new();
        let mut at = at;
        loop {
            let begin = self.line.len() - self.line[at..].trim_start_matches([' ', ',', '+']).len();
            let Some((end, number)) = self.number(begin).pop() else { break };
            if !self.line[end..].starts_with(' ') {
                break;
            }
            let Some(after) = self.word(end + 1, None).pop() else { break };
            let word = &self.line[end + 1..after];
            let known = if words.is_empty() { Some(word) } else { meant(words, word) };
            let Some(word) = known.filter(|word| !found.contains_key(*word)) else { break };
            found.insert(word.to_owned(), number);
            at = after;
            self.farthest = self.farthest.max(at);
            ways.push((at, Value::from(found.clone())));
        }
        ways
    }

    /// Where a name may end: before each blank, and before what no name has.
    fn names(&self, at: usize, without: Option<char>) -> Vec<usize> {
        let rest = &self.line[at..];
        if !rest.starts_with(char::is_alphabetic) {
            return Vec::new();
        }
        let end = rest.find(|c| !is_name(c) || Some(c) == without).unwrap_or(rest.len());
        // Every word of a name begins with a letter or digit.
        let odd = |(n, _): &(usize, &str)| !rest[n + 1..].starts_with(char::is_alphanumeric);
        let end = rest[..end].match_indices(' ').find(odd).map_or(end, |(n, _)| n);
        let name = &rest[..end];
        let blanks = name.match_indices(' ').map(|(n, _)| at + n);
        blanks.chain([at + name.len()]).collect()
    }

    /// Where a word ends; nothing, if there is none.
    fn word(&self, at: usize, without: Option<char>) -> Vec<usize> {
        let rest = &self.line[at..];
        let is_word = |c: char| is_name(c) && c != ' ' && Some(c) != without;
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let begins = rest.starts_with(char::is_alphanumeric);
        if begins { vec![at + end] } else { Vec::new() }
    }

    fn number(&self, at: usize) -> Vec<Way<Value>> {
        let rest = &self.line[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let ends = !rest[digits..].starts_with(char::is_alphanumeric);
        // Numbers that begin with a zero are names of places.
        let plain = digits == 1 || !rest.starts_with('0');
        if (1..=DIGITS).contains(&digits) && ends && plain {
            let number: u64 = rest[..digits].parse().unwrap_or_default();
            vec![(at + digits, Value::from(number))]
        } else {
            Vec::new()
        }
    }
}

/// Letters, digits and what joins them.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || " '._-/".contains(c)
}

/// The word that a word stands for.
fn meant(
    words: &'static [(&'static str, &'static [&'static str])],
    word: &str,
) -> Option<&'static str> {
    let same = |other: &&str| other.eq_ignore_ascii_case(word);
    words.iter().find(|(it, others)| same(it) || others.iter().any(same)).map(|(it, _)| *it)
}

fn built(shape: Shape, fields: Fields) -> Value {
    match shape {
        Shape::Bare => Value::Null,
        Shape::Whole => fields.into_iter().next().map(|(_, value)| value).unwrap_or_default(),
        Shape::Items => fields.into_iter().map(|(_, value)| value).collect(),
        Shape::Fields => fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}
