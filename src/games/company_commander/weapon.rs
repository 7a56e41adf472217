//! What weapons do.

use serde::{Deserialize, Serialize};

use crate::engine::wording::said::worded;

worded! {
    /// How far a barrage strikes (cc47).
    pub enum Blast {
        /// The target alone.
        None => "no blast",
        /// Radius 1.
        Large => "a large blast",
        /// Radius 2.
        Massive => "a massive blast",
        /// Radius 3.
        Huge => "a huge blast",
    }
}

/// What a weapon does. Its strength is its AP value too (cc40).
#[expect(clippy::struct_excessive_bools, reason = "each is a line of the table")]
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponRow {
    /// What it is called.
    pub title: String,
    /// Least and greatest range in hexes.
    pub range: (u32, u32),
    /// Penetration at the least and at the greatest range; equal for HEAT (cc39).
    pub penetration: (u32, u32),
    /// 1 to 6.
    pub strength: u8,
    /// Attacks of a strength point that did not move, and that did.
    pub rate: (u32, u32),
    /// It bears all round; else ahead only (cc10).
    #[serde(default)]
    pub turret: bool,
    /// Weapons of one group cannot fire together; 0 fires with all (cc31).
    #[serde(default)]
    pub group: u8,
    /// Attacks of a unit with it until it is low on ammunition or without; 0 is no limit (cc18).
    #[serde(default)]
    pub rounds: u32,
    /// What comes then (cc18).
    #[serde(default)]
    pub supply: Supply,
    /// It is fired indirectly.
    #[serde(default)]
    pub indirect: bool,
    /// Its blast, if it is fired indirectly.
    #[serde(default = "no_blast")]
    pub blast: Blast,
    /// It has no range modifiers.
    #[serde(default)]
    pub flat: bool,
    /// It strikes from above.
    #[serde(default)]
    pub top: bool,
    /// It is smart.
    #[serde(default)]
    pub smart: bool,
    /// Its crew has too much to do.
    #[serde(default)]
    pub overworked: bool,
    /// The value of its rangefinder.
    #[serde(default)]
    pub rangefinder: u8,
    /// The generation of its stabilizer; 0 if it has none.
    #[serde(default)]
    pub stabilized: u8,
}

worded! {
    /// What becomes of a weapon that has used up its shots (cc18).
    #[derive(Default)]
    pub enum Supply {
        /// Its unit is low on ammunition.
        #[default]
        Low => "then low",
        /// It has none left, for good.
        Finite => "not supplied",
        /// It has none until it is supplied.
        Resupply => "until supplied",
    }
}

fn no_blast() -> Blast {
    Blast::None
}
