//! All that is true.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::events::Ending;
use super::format::Quality;
use super::names::{Kind, Place, Unit, Weapon, Zone};
use super::side::Side;
use crate::engine::board::hex::Facing;

/// What the table waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Both sides deploy (cc22).
    Deployment,
    /// A player's turn (cc23).
    Turn,
    /// The game is over.
    Over,
}

/// Smoke in a hex (cc57).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloud {
    /// Who fired it.
    pub side: Side,
    /// Turns of that side until it is gone.
    pub left: u32,
}

/// How the game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finale {
    /// Who won; `None` in a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub why: Ending,
}

/// What everybody knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What the table waits for.
    pub step: Step,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Side,
    /// Smoke on the map.
    pub smoke: BTreeMap<Zone, Cloud>,
    /// Who holds what.
    pub held: BTreeMap<Place, Side>,
    /// What is destroyed (cc2).
    pub lost: BTreeSet<Unit>,
    /// Sides whose reinforcements have all arrived, or that have none (cc24).
    #[serde(default)]
    pub complete: BTreeSet<Side>,
    /// How it ended.
    pub finale: Option<Finale>,
}

/// Where a unit is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// On the map.
    On(Zone),
    /// In a carrier.
    Aboard(Unit),
    /// Not launched or not arrived.
    Reserve,
    /// Off the map for the whole game.
    Off,
}

/// A unit.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
    /// Its quality.
    pub quality: Quality,
    /// Where it is.
    pub post: Post,
    /// Where it looks.
    pub facing: Facing,
    /// Strength points left (cc1).
    pub strength: u8,
    /// It is suppressed (cc16).
    #[serde(default)]
    pub suppressed: bool,
    /// It was suppressed in its own turn, so it does not try to recover at the end of that.
    #[serde(default)]
    pub fresh: bool,
    /// It moved in its latest turn.
    #[serde(default)]
    pub moved: bool,
    /// It changed its facing in its latest turn without a move.
    #[serde(default)]
    pub turned: bool,
    /// It used enhanced movement, mounted or dismounted.
    #[serde(default)]
    pub busy: bool,
    /// It shot since its latest turn began.
    #[serde(default)]
    pub fired: bool,
    /// It was shot at since the end of its latest turn.
    #[serde(default)]
    pub shot_at: bool,
}

impl Piece {
    /// Where it is on the map.
    pub fn at(&self) -> Option<Zone> {
        match &self.post {
            Post::On(at) => Some(*at),
            Post::Aboard(_) | Post::Reserve | Post::Off => None,
        }
    }
}

/// What only its side knows of a unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stock {
    /// Attacks with each weapon whose shots are counted, since it was supplied (cc18).
    #[serde(default)]
    pub spent: BTreeMap<Weapon, u32>,
    /// Smoke that it fired.
    pub smoke: u32,
    /// What was fired at in the air in this turn (cc53).
    #[serde(default)]
    pub engaged: BTreeSet<Unit>,
}

/// What a side knows of an enemy unit (cc51).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// It is seen now.
    pub now: bool,
    /// Where it was seen last.
    pub at: Zone,
    /// In which turn.
    pub turn: u32,
}

/// What not everybody knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// The units that are left.
    pub units: BTreeMap<Unit, Piece>,
    /// What only their side knows of them.
    pub stocks: BTreeMap<Unit, Stock>,
    /// What each side knows of the other's.
    pub contacts: BTreeMap<Side, BTreeMap<Unit, Contact>>,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody knows.
    pub open: Open,
    /// What not everybody knows.
    pub secret: Secret,
}

impl State {
    /// A unit that is left.
    pub fn piece(&self, unit: &Unit) -> Option<&Piece> {
        self.secret.units.get(unit)
    }

    /// The units of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (&Unit, &Piece)> {
        self.secret.units.iter().filter(move |(_, piece)| piece.side == side)
    }

    /// What a side knows of an enemy unit.
    pub fn contact(&self, side: Side, unit: &Unit) -> Option<&Contact> {
        self.secret.contacts.get(&side).and_then(|known| known.get(unit))
    }

    /// True if a side knows now where an enemy unit is.
    pub fn has_contact(&self, side: Side, unit: &Unit) -> bool {
        self.contact(side, unit).is_some_and(|contact| contact.now)
    }
}
