//! An attack as it would be made: what is fired, and what a hit meets.

use super::events::{How, Mod, Why};
use super::names::Weapon;
use crate::engine::board::hex::Facing;

/// An attack as it would be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shot {
    /// How.
    pub how: How,
    /// Where the unit has to turn first.
    pub turn: Option<Facing>,
    /// What it fires.
    pub salvos: Vec<Salvo>,
}

/// The attacks of one weapon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvo {
    /// The weapon.
    pub weapon: Weapon,
    /// How many.
    pub attacks: u32,
    /// What it takes to hit on a die of ten; 1 to 9.
    pub needed: u8,
    /// Why.
    pub mods: Vec<Mod>,
    /// What a hit meets.
    pub versus: Versus,
}

/// What a hit meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Versus {
    /// Armor (cc38).
    Hard {
        /// Penetration less armor: what the die is compared with.
        over: i64,
        /// Up to which roll a hit is saved.
        save: u8,
        /// Chance in a hundred to do harm.
        percent: u8,
    },
    /// None (cc43).
    Soft {
        /// Up to which roll a hit is saved.
        save: u8,
        /// The strength of the weapon.
        strength: u8,
    },
}

/// What a close assault takes (cc48).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storm {
    /// From which roll on it hits.
    pub needed: u8,
    /// Up to which roll a hit does harm.
    pub weapon: u8,
}

impl Salvo {
    /// As it would be without electronic warfare.
    pub(super) fn undisturbed(mut self) -> Self {
        if self.mods.iter().any(|one| one.why == Why::Jammed) {
            self.mods.retain(|one| one.why != Why::Jammed);
            self.needed = needed(&self.mods);
        }
        self
    }
}

/// What it takes to hit on a die of ten: 1 always hits, 10 never (cc35).
pub(super) fn needed(mods: &[Mod]) -> u8 {
    let sum: i32 = mods.iter().map(|one| i32::from(one.by)).sum();
    u8::try_from(sum.clamp(1, 9)).unwrap_or(1)
}
