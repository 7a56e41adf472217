//! What shows how things stand: a map or a board, and steps that are followed on one.

use serde::{Deserialize, Serialize};

use super::{Board, Map, Text};

/// What a game draws of its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// Places and the ways between them.
    Map(Box<Map>),
    /// Squares or hexes.
    Board(Box<Board>),
}

/// A step of a story that can be followed on a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scene {
    /// When it was, in a few words.
    pub title: String,
    /// What happened.
    pub lines: Vec<Text>,
    /// Steps and rolls, for whoever wants to check them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Text>,
    /// How things stood then. Places, ways, links and walls are drawn as the first scene has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// How things stood then, on a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Box<Board>>,
}
