//! What can be built (im24).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::force::Kind;
use super::state::Building;
use crate::base::words::count;

/// What can be built (im24).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "names that say themselves")]
pub enum Work {
    Infantry,
    Cavalry,
    Artillery,
    General,
    Explorer,
    Engineer,
    Fleet,
    City,
    Factory,
    Port,
    Railroad,
    Fort,
    School,
    Canal,
}

/// What a work makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "names that say themselves")]
pub enum Product {
    Unit(Kind),
    Fleet,
    Building(Building),
    Canal,
}

impl Work {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 14] = [
        Self::Infantry,
        Self::Cavalry,
        Self::Artillery,
        Self::General,
        Self::Explorer,
        Self::Engineer,
        Self::Fleet,
        Self::City,
        Self::Factory,
        Self::Port,
        Self::Railroad,
        Self::Fort,
        Self::School,
        Self::Canal,
    ];

    /// The work that makes a building.
    pub fn of(building: Building) -> Self {
        match building {
            Building::City => Self::City,
            Building::Factory => Self::Factory,
            Building::Port => Self::Port,
            Building::Railroad => Self::Railroad,
            Building::Fort => Self::Fort,
            Building::School => Self::School,
        }
    }

    /// What it makes.
    pub fn product(self) -> Product {
        match self {
            Self::Infantry => Product::Unit(Kind::Infantry),
            Self::Cavalry => Product::Unit(Kind::Cavalry),
            Self::Artillery => Product::Unit(Kind::Artillery),
            Self::General => Product::Unit(Kind::General),
            Self::Explorer => Product::Unit(Kind::Explorer),
            Self::Engineer => Product::Unit(Kind::Engineer),
            Self::Fleet => Product::Fleet,
            Self::City => Product::Building(Building::City),
            Self::Factory => Product::Building(Building::Factory),
            Self::Port => Product::Building(Building::Port),
            Self::Railroad => Product::Building(Building::Railroad),
            Self::Fort => Product::Building(Building::Fort),
            Self::School => Product::Building(Building::School),
            Self::Canal => Product::Canal,
        }
    }

    /// So many of them, in words.
    pub fn counted(self, number: u32) -> String {
        match self.product() {
            Product::Unit(kind) if kind.is_brigade() => format!("{number} {kind}"),
            Product::Unit(kind) => count(number, &kind.to_string()),
            Product::Fleet => count(number, "fleet"),
            Product::Building(Building::City) if number != 1 => format!("{number} cities"),
            Product::Building(Building::Factory) if number != 1 => format!("{number} factories"),
            Product::Building(building) => count(number, &building.to_string()),
            Product::Canal => count(number, "canal"),
        }
    }
}
