//! Patterns, taken apart.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

/// A pattern.
#[derive(Debug)]
pub(super) struct Pattern(pub(super) Vec<Piece>);

/// A piece of a pattern.
#[derive(Debug)]
pub(super) enum Piece {
    /// As it stands, in any case.
    Text(&'static str),
    /// A field.
    Field { name: &'static str, kind: Kind, list: Option<List> },
    /// A field that has this value.
    Set { name: &'static str, value: Value },
    /// What may be left out.
    Optional(Vec<Piece>),
}

/// What a field or an item of a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Word,
    Number,
    Place,
    Spot,
    Cell,
    Part(&'static str),
}

/// A list: how many items it has at least, and what stands between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    pub(super) least: usize,
    pub(super) between: char,
}

impl List {
    /// What is written between two items.
    pub(super) fn text(self) -> String {
        match self.between {
            '-' => "-".to_owned(),
            ',' => ", ".to_owned(),
            other => format!(" {other} "),
        }
    }
}

/// How the content of a tag is built from its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// There is none.
    Bare,
    /// One field is all of it.
    Whole,
    /// Items in their order.
    Items,
    /// Fields by their names.
    Fields,
}

/// What stands between a field and the words that readers are shown for it.
pub(super) const AS: &str = " as ";

const PATTERNS: &str = "the patterns of a game are read by its tests";

impl Pattern {
    /// Takes a pattern apart, once for each thread: games have few, and ask for them with every order.
    pub(super) fn of(text: &'static str) -> Rc<Self> {
        thread_local! {
            static KNOWN: RefCell<BTreeMap<&'static str, Rc<Pattern>>> =
                const { RefCell::new(BTreeMap::new()) };
        }
        KNOWN.with_borrow_mut(|known| {
            Rc::clone(known.entry(text).or_insert_with(|| Rc::new(Self(pieces(text)))))
        })
    }

    /// How the content is built.
    pub(super) fn shape(&self) -> Shape {
        fn first(pieces: &[Piece]) -> Option<&'static str> {
            pieces.iter().find_map(|piece| match piece {
                Piece::Text(_) => None,
                Piece::Field { name, .. } | Piece::Set { name, .. } => Some(*name),
                Piece::Optional(inner) => first(inner),
            })
        }
        match first(&self.0) {
            None => Shape::Bare,
            Some("") => Shape::Whole,
            Some("0") => Shape::Items,
            Some(_) => Shape::Fields,
        }
    }
}

fn pieces(mut text: &'static str) -> Vec<Piece> {
    let mut all = Vec::new();
    while !text.is_empty() {
        let (piece, rest) = match text.as_bytes()[0] {
            b'{' => {
                let (inside, rest) = text[1..].split_once('}').expect(PATTERNS);
                (field(inside), rest)
            }
            b'[' => {
                let (inside, rest) = text[1..].split_once(']').expect(PATTERNS);
                (Piece::Optional(pieces(inside)), rest)
            }
            _ => {
                let end = text.find(['{', '[']).unwrap_or(text.len());
                (Piece::Text(&text[..end]), &text[end..])
            }
        };
        all.push(piece);
        text = rest;
    }
    all
}

fn field(inside: &'static str) -> Piece {
    if let Some((name, value)) = inside.split_once('=') {
        return Piece::Set { name, value: serde_json::from_str(value).expect(PATTERNS) };
    }
    let (name, rest) = inside.split_once(':').expect(PATTERNS);
    let read = rest.split_once(AS).map_or(rest, |(read, _)| read);
    let mut words = read.split(' ');
    let kind = match words.next().expect(PATTERNS) {
        "name" => Kind::Name,
        "word" => Kind::Word,
        "number" => Kind::Number,
        "place" => Kind::Place,
        "spot" => Kind::Spot,
        "cell" => Kind::Cell,
        part => Kind::Part(part),
    };
    let list = words.next().map(|least| List {
        least: least.parse().expect(PATTERNS),
        between: words.next().and_then(|between| between.chars().next()).expect(PATTERNS),
    });
    Piece::Field { name, kind, list }
}
