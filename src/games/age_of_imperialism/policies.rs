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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// As soon as one of these moments has come.
    Any(Vec<Self>),
    /// Once all of these moments have come.
    All(Vec<Self>),
}

/// How a side stands after a round, in brigades or fleets.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// The round.
    pub round: u32,
    /// Those of its own that have taken part.
    pub fought: u32,
    /// Those that it has left.
    pub own: u32,
    /// Those that the enemy has left.
    pub enemy: u32,
}

impl Limit {
    /// True if the moment has come (im45, im49).
    pub fn has_come(&self, now: &Standing) -> bool {
        let lost = now.fought.saturating_sub(now.own);
        match self {
            Self::Never => false,
            Self::Round(rounds) => now.round >= *rounds,
            Self::Losses(count) => lost >= *count,
            Self::Half => lost.saturating_mul(2) >= now.fought,
            Self::Outnumbered(times) => now.enemy >= now.own.saturating_mul(*times),
            Self::Any(moments) => moments.iter().any(|moment| moment.has_come(now)),
            Self::All(moments) => moments.iter().all(|moment| moment.has_come(now)),
        }
    }

    /// The numbers that it waits for.
    pub fn numbers(&self) -> Vec<u32> {
        match self {
            Self::Round(number) | Self::Losses(number) | Self::Outnumbered(number) => vec![*number],
            Self::Never | Self::Half => Vec::new(),
            Self::Any(moments) | Self::All(moments) => {
                moments.iter().flat_map(Self::numbers).collect()
            }
        }
    }

    /// False if it joins moments of which none is named.
    pub fn names_some(&self) -> bool {
        match self {
            Self::Never | Self::Round(_) | Self::Losses(_) | Self::Half | Self::Outnumbered(_) => {
                true
            }
            Self::Any(moments) | Self::All(moments) => {
                !moments.is_empty() && moments.iter().all(Self::names_some)
            }
        }
    }
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
