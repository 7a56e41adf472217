//! Maps: what stands where, and what moved.
//!
//! Fields stand in the order of their names, in which the canonical encoding writes them anyway.

use serde::{Deserialize, Serialize};

/// A map as its reader may see it. It says what lies where, never in what colour.
///
/// Places are known by their names; a link, wall or move that names another is left out of the
/// drawing, as a page may come from outside.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Map {
    /// What stands on counters, if it needs saying.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub counters: String,
    /// Where pieces of the reader fought: small screens show it first, even if none of them is left there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fought: Vec<String>,
    /// What else letters and numbers on it mean, where it is drawn with lines and small print.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// Places between which one can go although they do not touch, or which have no extent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// What moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The reader's own side, if they have one: small screens show where its pieces are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<u8>,
    /// The places.
    pub places: Vec<Place>,
    /// Whose pieces and places there are.
    pub sides: Vec<Side>,
    /// What it is a map of, in a few words.
    pub title: String,
    /// Places between which one cannot go although they touch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<(String, String)>,
    /// The kinds of links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
}

impl Map {
    /// Places that are drawn, and places of fights.
    pub const MOST_PLACES: usize = 1000;

    /// What letters and numbers on it mean, all of it.
    pub fn whole_key(&self) -> String {
        let parts = [&self.counters, &self.key].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    /// Cells of all places together that are drawn.
    pub const MOST_CELLS: usize = 1 << 16;

    /// Links, walls and legs of moves that are drawn, of each.
    pub const MOST_LINES: usize = 4000;

    /// Why the map is too large to be drawn, if it is: a page may come from outside.
    pub fn excess(&self) -> Option<String> {
        let runs = self.places.iter().flat_map(|place| match &place.shape {
            Shape::Land(runs) | Shape::Water(runs) => runs.as_slice(),
            Shape::Station(..) | Shape::Point(..) => &[],
        });
        // A run without cells costs time as well.
        let cells: usize = runs.map(|(_, _, count)| usize::from(*count).max(1)).sum();
        let legs: usize = self.moves.iter().map(|went| went.path.len().max(1)).sum();
        let counts = [
            (self.places.len(), Self::MOST_PLACES, "places"),
            (cells, Self::MOST_CELLS, "cells"),
            (self.fought.len(), Self::MOST_PLACES, "fights"),
            (self.links.len(), Self::MOST_LINES, "links"),
            (self.walls.len(), Self::MOST_LINES, "walls"),
            (legs, Self::MOST_LINES, "legs of moves"),
        ];
        let (count, most, what) = counts.into_iter().find(|(count, most, _)| count > most)?;
        Some(format!("A map with {count} {what} is too large to draw; {most} is the limit."))
    }
}

/// A side of the game, as maps, boards and charts tell it from others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Side {
    /// Which of the colours and hatchings, from 0; counted round after [`Side::HUES`].
    pub hue: u8,
    /// Its name.
    pub name: String,
}

impl Side {
    /// How many sides can be told apart.
    pub const HUES: u8 = 6;
}

/// A kind of link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Way {
    /// How it is told from the others.
    pub line: Stroke,
    /// What it is called.
    pub name: String,
    /// The side, if it is a side's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
}

/// How a link is told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stroke {
    /// One line.
    Plain,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Place {
    /// A number or letter inside its form.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// Its name, which no other place of the map has.
    pub name: String,
    /// Small print under its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whose it is: an index into [`Map::sides`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// What it belongs to with others: where two such parts meet, the border is heavier.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// Its form and where it lies.
    pub shape: Shape,
    /// What happened there, or is there for all to see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// What stands there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
}

impl Place {
    /// A place with nothing in it.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            shape,
            mark: String::new(),
            part: String::new(),
            owner: None,
            notes: Vec::new(),
            stacks: Vec::new(),
            signs: Vec::new(),
        }
    }
}

/// The form of a place. Lengths are counted in cells, from the upper left corner of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A point that matters: column and row.
    Station(u16, u16),
    /// A point on the way.
    Point(u16, u16),
    /// Land: runs of cells.
    Land(Vec<Run>),
    /// Water: runs of cells.
    Water(Vec<Run>),
}

/// Cells side by side: column and row of the first, and how many.
pub type Run = (u16, u16, u16);

/// Pieces that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stack {
    /// What kind of piece.
    pub piece: Piece,
    /// Whose: an index into [`Map::sides`].
    pub side: u8,
    /// What stands on the counter; a few characters.
    pub text: String,
    /// What they are, in words.
    pub title: String,
}

/// The kind of a piece, told by the form of its counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Troops.
    Army,
    /// Ships.
    Ship,
    /// Weapons on their way.
    Missile,
    /// Supplies and other things that do not move by themselves.
    Store,
}

/// What happened at a place, or is there for all to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// There was a fight.
    Fight,
    /// It changed hands.
    Taken,
    /// A garrison.
    Garrison,
    /// Destroyed.
    Ruin,
}

/// Two places between which one can go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Link {
    /// The two.
    pub between: (String, String),
    /// The kind: an index into [`Map::ways`].
    pub way: u8,
}

/// What moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Move {
    /// From where over what to where.
    pub path: Vec<String>,
    /// Whose pieces: an index into [`Map::sides`].
    pub side: u8,
    /// How many, or which; a few characters.
    pub text: String,
    /// What moved, in words.
    pub title: String,
}
