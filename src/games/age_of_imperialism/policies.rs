//! Decisions that orders leave for later: odds, limits, occasions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::force::Kind;

/// What upkeep is paid for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "names that say themselves")]
pub enum Upkeep {
    Infantry,
    Cavalry,
    Artillery,
    General,
    Explorer,
    Engineer,
    Fleet,
}

impl Upkeep {
    /// The kind of land unit; `None` for fleets.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::Infantry => Some(Kind::Infantry),
            Self::Cavalry => Some(Kind::Cavalry),
            Self::Artillery => Some(Kind::Artillery),
            Self::General => Some(Kind::General),
            Self::Explorer => Some(Kind::Explorer),
            Self::Engineer => Some(Kind::Engineer),
            Self::Fleet => None,
        }
    }
}

/// At what odds to intercept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Odds {
    /// Never.
    Never,
    /// Always.
    Always,
    /// With at least so many own fleets for so many enemy ones.
    AtLeast(u32, u32),
}

/// How long to fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Limit {
    /// To the last.
    Never,
    /// After so many rounds.
    Round(u32),
    /// When so many of one's brigades (or fleets) are lost.
    Losses(u32),
    /// When half of them are lost.
    Half,
    /// When the enemy has at least so many brigades (or fleets) for each of one's own.
    Outnumbered(u32),
}

/// What the last parties of a defender do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// One of them becomes an infantry brigade.
    Convert,
    /// They retreat; if they cannot, one is converted.
    Retreat,
}

/// When buildings are destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// When the region is ceded.
    Leaving,
    /// When the region is lost in battle.
    Losing,
    /// Both.
    Either,
}
