//! A pattern walked through piece by piece, for orders that are put together from choices instead of typed.
//! What comes out is a short line: reading it says what it means.

use super::pattern::{Kind, List, Pattern, Piece, Shape};
use super::{Part, Short};

/// The ways through a pattern: between two nodes something is written, chosen or asked.
#[derive(Debug)]
pub struct Steps {
    nodes: Vec<Vec<Edge>>,
    end: usize,
    edges: usize,
    /// How many things are chosen from each node to the end at least.
    far: Vec<usize>,
}

#[derive(Debug)]
struct Edge {
    id: usize,
    to: usize,
    does: Does,
}

#[derive(Debug)]
enum Does {
    /// Written as it stands.
    Text(String),
    /// Chosen as it stands.
    Word(&'static str),
    /// Asked.
    Ask(Slot),
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The field, as the pattern names it.
    pub field: &'static str,
    /// Where its value stands in the order.
    pub at: Vec<Key>,
    /// How it is written.
    pub written: Asked,
}

/// How the value of a slot is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A number.
    Number,
    /// A name or word, or a number that is one.
    Name,
    /// One of these words, each with others for it.
    Words(&'static [(&'static str, &'static [&'static str])]),
    /// A count of one of these words; of any, if none is listed.
    Counts(&'static [(&'static str, &'static [&'static str])]),
}

/// A step into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Into a field, or behind a tag.
    Field(&'static str),
    /// Into an item of a list.
    Item,
    /// Into the item of a list that so many come before.
    Nth(usize),
    /// To the name of a field.
    Name,
}

/// A way on.
#[derive(Debug, Clone)]
pub struct Next<'s> {
    /// Its number, which is the same whenever the pattern is.
    pub id: usize,
    /// The node behind it.
    pub to: usize,
    /// What is written before it.
    pub lead: String,
    /// What is asked; `None` if it is only taken or not.
    pub slot: Option<&'s Slot>,
}

/// The ways on from a node, and what may be written to end there.
#[derive(Debug, Default)]
pub struct Ways<'s> {
    /// The ways on, in the order of the pattern.
    pub next: Vec<Next<'s>>,
    /// What ends the line; none, if something is still asked.
    pub ends: Vec<String>,
}

impl Short {
    /// The ways through the pattern with this number.
    pub(crate) fn steps(&self, form: usize) -> Option<Steps> {
        let (kind, pattern, _) = self.orders.get(form)?;
        let mut steps = Steps { nodes: vec![Vec::new()], end: 0, edges: 0, far: Vec::new() };
        let mut maker = Maker { short: self, steps: &mut steps, inside: Vec::new() };
        let end = maker.whole(&Pattern::of(pattern), 0, &[Key::Field(kind)]);
        steps.end = end;
        steps.measure();
        Some(steps)
    }
}

impl Steps {
    /// Where every line begins.
    pub const BEGIN: usize = 0;

    /// Everything that the pattern asks anywhere.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.nodes.iter().flatten().filter_map(|edge| match &edge.does {
            Does::Ask(slot) => Some(slot),
            Does::Text(_) | Does::Word(_) => None,
        })
    }

    /// How many things are chosen from a node to the end at least.
    pub fn far(&self, node: usize) -> usize {
        self.far[node]
    }

    /// Counts how far each node is from the end.
    fn measure(&mut self) {
        const NEVER: usize = usize::MAX / 2;
        self.far = vec![NEVER; self.nodes.len()];
        self.far[self.end] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..self.nodes.len() {
                let far = self.nodes[node].iter().map(|edge| {
                    let chosen = !matches!(edge.does, Does::Text(_));
                    self.far[edge.to] + usize::from(chosen)
                });
                let far = far.min().unwrap_or(NEVER);
                if far < self.far[node] {
                    self.far[node] = far;
                    changed = true;
                }
            }
        }
    }

    /// The ways on from a node.
    pub fn ways(&self, node: usize) -> Ways<'_> {
        let mut ways = Ways::default();
        self.follow(node, "", &mut ways);
        ways
    }

    fn follow<'s>(&'s self, node: usize, lead: &str, ways: &mut Ways<'s>) {
        if node == self.end {
            ways.ends.push(lead.to_owned());
        }
        for Edge { id, to, does } in &self.nodes[node] {
            let (lead, slot) = match does {
                Does::Text(text) => {
                    self.follow(*to, &format!("{lead}{text}"), ways);
                    continue;
                }
                Does::Word(word) => (format!("{lead}{word}"), None),
                Does::Ask(slot) => (lead.to_owned(), Some(slot)),
            };
            if ways.next.iter().all(|other| other.id != *id) {
                ways.next.push(Next { id: *id, to: *to, lead, slot });
            }
        }
    }
}

/// Makes the steps of a pattern.
struct Maker<'a> {
    short: &'a Short,
    steps: &'a mut Steps,
    /// The parts that are being made: one within itself is left out.
    inside: Vec<&'static str>,
}

impl Maker<'_> {
    fn node(&mut self) -> usize {
        self.steps.nodes.push(Vec::new());
        self.steps.nodes.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, does: Does) -> usize {
        let id = self.steps.edges;
        self.steps.edges += 1;
        self.steps.nodes[from].push(Edge { id, to, does });
        to
    }

    fn text(&mut self, from: usize, text: &str) -> usize {
        let to = self.node();
        self.edge(from, to, Does::Text(text.to_owned()))
    }

    /// A pattern whose content stands here.
    fn whole(&mut self, pattern: &Pattern, from: usize, at: &[Key]) -> usize {
        self.pieces(&pattern.0, from, at, pattern.shape())
    }

    fn pieces(&mut self, pieces: &[Piece], from: usize, at: &[Key], shape: Shape) -> usize {
        pieces.iter().fold(from, |from, piece| self.piece(piece, from, at, shape))
    }

    fn piece(&mut self, piece: &Piece, from: usize, at: &[Key], shape: Shape) -> usize {
        match piece {
            Piece::Text(text) => self.text(from, text),
            Piece::Set { .. } => from,
            Piece::Optional(inner) => {
                let word = match inner.as_slice() {
                    [Piece::Text(word), Piece::Set { .. }] | [Piece::Text(word)] => Some(*word),
                    _ => None,
                };
                let to = self.node();
                if let Some(word) = word {
                    self.edge(from, to, Does::Word(word));
                } else {
                    let end = self.pieces(inner, from, at, shape);
                    self.edge(end, to, Does::Text(String::new()));
                }
                self.edge(from, to, Does::Text(String::new()))
            }
            Piece::Field { name, kind, list } => {
                let mut at = at.to_vec();
                at.extend(match shape {
                    Shape::Bare | Shape::Whole => None,
                    Shape::Items => Some(Key::Item),
                    Shape::Fields => Some(Key::Field(name)),
                });
                match list {
                    None => self.value((name, *kind), from, at),
                    Some(list) => self.list((name, *kind), *list, from, &at),
                }
            }
        }
    }

    /// As many items as the list has at least, and then any more.
    fn list(&mut self, what: (&'static str, Kind), list: List, from: usize, at: &[Key]) -> usize {
        let between = list.text();
        let item = [at, &[Key::Item]].concat();
        let mut last = self.value(what, from, item.clone());
        for _ in 1..list.least {
            let next = self.text(last, &between);
            last = self.value(what, next, item.clone());
        }
        let next = self.text(last, &between);
        let again = self.value(what, next, item);
        self.edge(again, last, Does::Text(String::new()));
        last
    }

    fn value(&mut self, (field, kind): (&'static str, Kind), from: usize, at: Vec<Key>) -> usize {
        let written = match kind {
            Kind::Number => Asked::Number,
            Kind::Name | Kind::Word | Kind::Cell | Kind::Place | Kind::Spot => Asked::Name,
            Kind::Part(name) => match self.short.part(name) {
                Part::Choice(_) if self.inside.contains(&name) => return self.node(),
                Part::Choice(forms) => {
                    self.inside.push(name);
                    let to = self.node();
                    for (tag, form) in *forms {
                        self.alternative(&Pattern::of(form), (from, to), (&at, tag));
                    }
                    self.inside.pop();
                    return to;
                }
                Part::Words(words) => Asked::Words(words),
                Part::Counts(words) => return self.counts(field, words, from, &at),
            },
        };
        let to = self.node();
        self.edge(from, to, Does::Ask(Slot { field, at, written }))
    }

    /// One of several: what it begins with is chosen.
    fn alternative(
        &mut self,
        pattern: &Pattern,
        (from, to): (usize, usize),
        (at, tag): (&[Key], &'static str),
    ) {
        let at = [at, &[Key::Field(tag)]].concat();
        let (begin, rest) = match pattern.0.as_slice() {
            [Piece::Text(text), rest @ ..] => {
                let begin = self.node();
                self.edge(from, begin, Does::Word(text));
                (begin, rest)
            }
            all => (from, all),
        };
        let end = self.pieces(rest, begin, &at, pattern.shape());
        self.edge(end, to, Does::Text(String::new()));
    }

    /// Counts of one word after another.
    fn counts(
        &mut self,
        field: &'static str,
        words: &'static [(&'static str, &'static [&'static str])],
        from: usize,
        at: &[Key],
    ) -> usize {
        let written = Asked::Counts(words);
        let slot = Slot { field, at: [at, &[Key::Name]].concat(), written };
        let last = self.node();
        self.edge(from, last, Does::Ask(slot.clone()));
        let next = self.text(last, if words.is_empty() { ", " } else { " " });
        self.edge(next, last, Does::Ask(slot));
        last
    }
}
