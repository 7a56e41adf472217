//! The powers.

use std::fmt;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::words::names;
use crate::engine::Seat;

/// One of the six powers; a scenario says which of them play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "six names that say themselves")]
pub enum Power {
    Britain,
    France,
    Germany,
    Japan,
    Ottoman,
    Russia,
}

impl Power {
    /// All, in the order in which they are always listed.
    pub const ALL: [Self; 6] =
        [Self::Britain, Self::France, Self::Germany, Self::Japan, Self::Ottoman, Self::Russia];

    /// The seat's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Britain => "britain",
            Self::France => "france",
            Self::Germany => "germany",
            Self::Japan => "japan",
            Self::Ottoman => "ottoman",
            Self::Russia => "russia",
        }
    }

    /// The name that reports use: a people, in the plural.
    pub fn title(self) -> &'static str {
        match self {
            Self::Britain => "the British",
            Self::France => "the French",
            Self::Germany => "the Germans",
            Self::Japan => "the Japanese",
            Self::Ottoman => "the Ottomans",
            Self::Russia => "the Russians",
        }
    }

    /// The seat of this power.
    pub fn seat(self) -> Seat {
        self.name().parse().expect("the names of powers are seat names")
    }

    /// The power of a seat.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::ALL.into_iter().find(|power| power.name() == seat.as_str())
    }
}

/// As the name of a newtype, so that the engine sees which powers orders and views name.
impl Serialize for Power {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Power", self.name())
    }
}

/// The name of a power, as orders may spell it.
#[derive(Deserialize)]
#[serde(rename = "Power")]
struct Name(String);

impl<'de> Deserialize<'de> for Power {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        const NAMES: &[&str] = &["britain", "france", "germany", "japan", "ottoman", "russia"];
        let Name(name) = Name::deserialize(from)?;
        let power = Self::ALL.into_iter().find(|power| power.name() == name);
        power.ok_or_else(|| D::Error::unknown_variant(&name, NAMES))
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// Powers in a row.
pub fn powers(list: &[Power]) -> String {
    names(&list.iter().map(|power| power.title()).collect::<Vec<_>>())
}
