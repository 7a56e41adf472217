//! Land units and how many there are of each kind (im5).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::wording::said::worded;

worded! {
    /// A kind of land unit. The order of the list is that of tables and reports.
    #[derive(JsonSchema)]
    #[expect(missing_docs, reason = "six names that say themselves")]
    pub enum Kind {
        Infantry => "infantry",
        Cavalry => "cavalry",
        Artillery => "artillery",
        General => "general",
        Explorer => "explorer",
        Engineer => "engineer",
    }
}

impl Kind {
    /// Those that fight.
    pub const BRIGADES: [Self; 3] = [Self::Infantry, Self::Cavalry, Self::Artillery];
    /// Those that do not.
    pub const PARTIES: [Self; 3] = [Self::General, Self::Explorer, Self::Engineer];

    /// True for infantry, cavalry and artillery.
    pub fn is_brigade(self) -> bool {
        self <= Self::Artillery
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn none(count: &u32) -> bool {
    *count == 0
}

/// How many units of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "a count for each kind")]
pub struct Force {
    #[serde(default, skip_serializing_if = "none")]
    pub infantry: u32,
    #[serde(default, skip_serializing_if = "none")]
    pub cavalry: u32,
    #[serde(default, skip_serializing_if = "none")]
    pub artillery: u32,
    #[serde(default, skip_serializing_if = "none")]
    pub general: u32,
    #[serde(default, skip_serializing_if = "none")]
    pub explorer: u32,
    #[serde(default, skip_serializing_if = "none")]
    pub engineer: u32,
}

impl Force {
    /// So many of one kind.
    pub fn of(kind: Kind, count: u32) -> Self {
        let mut force = Self::default();
        *force.slot(kind) = count;
        force
    }

    /// Units of a kind.
    pub fn get(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Cavalry => self.cavalry,
            Kind::Artillery => self.artillery,
            Kind::General => self.general,
            Kind::Explorer => self.explorer,
            Kind::Engineer => self.engineer,
        }
    }

    /// The count of a kind, to change it.
    pub fn slot(&mut self, kind: Kind) -> &mut u32 {
        match kind {
            Kind::Infantry => &mut self.infantry,
            Kind::Cavalry => &mut self.cavalry,
            Kind::Artillery => &mut self.artillery,
            Kind::General => &mut self.general,
            Kind::Explorer => &mut self.explorer,
            Kind::Engineer => &mut self.engineer,
        }
    }

    /// Units that fight.
    pub fn brigades(&self) -> u32 {
        Kind::BRIGADES.into_iter().map(|kind| self.get(kind)).sum()
    }

    /// Units that do not.
    pub fn parties(&self) -> u32 {
        Kind::PARTIES.into_iter().map(|kind| self.get(kind)).sum()
    }

    /// All units.
    pub fn total(&self) -> u32 {
        self.brigades() + self.parties()
    }

    /// True if there is nobody.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// True if there are at least as many of each kind as in the other.
    pub fn covers(&self, other: &Self) -> bool {
        Kind::ALL.into_iter().all(|kind| self.get(kind) >= other.get(kind))
    }

    /// Kinds that are there, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u32)> {
        let force = *self;
        Kind::ALL.into_iter().map(move |kind| (kind, force.get(kind))).filter(|(_, n)| *n > 0)
    }

    /// Adds units.
    pub fn add(&mut self, other: &Self) {
        for kind in Kind::ALL {
            *self.slot(kind) += other.get(kind);
        }
    }

    /// Takes units away, of each kind at most those that are there.
    pub fn take(&mut self, other: &Self) {
        for kind in Kind::ALL {
            let slot = self.slot(kind);
            *slot = slot.saturating_sub(other.get(kind));
        }
    }

    /// Of each kind as many as both have.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let mut force = Self::default();
        for kind in Kind::ALL {
            *force.slot(kind) = self.get(kind).min(other.get(kind));
        }
        force
    }

    /// Those that do not fight.
    #[must_use]
    pub fn only_parties(&self) -> Self {
        Self { infantry: 0, cavalry: 0, artillery: 0, ..*self }
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |(kind, count): (Kind, u32)| match kind {
            _ if count == 1 || kind.is_brigade() => format!("{count} {}", kind.word()),
            kind => format!("{count} {}s", kind.word()),
        };
        let words: Vec<String> = self.iter().map(word).collect();
        f.write_str(&crate::base::words::names(&words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_are_counted_and_named() {
        let mut force = Force { infantry: 2, general: 1, explorer: 2, ..Force::default() };
        assert_eq!((force.brigades(), force.parties()), (2, 3));
        assert_eq!(force.to_string(), "2 infantry, 1 general and 2 explorers");
        force.take(&Force::of(Kind::Infantry, 5));
        assert_eq!(force, Force { general: 1, explorer: 2, ..Force::default() });
        assert!(!force.covers(&Force::of(Kind::Cavalry, 1)));
    }
}
