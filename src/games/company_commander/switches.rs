//! The options of a campaign.

use serde::Deserialize;

/// The options.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Switches {
    /// Who sees what.
    pub fog: Fog,
    /// How ammunition counts.
    pub ammo: Ammo,
    /// What suppressing a suppressed unit does.
    pub twice_suppressed: Twice,
    /// How a hit on a soft target is read.
    pub soft: Soft,
    /// Which row of AP chances counts.
    pub ap: Ap,
    /// Whether recovery is rolled for.
    pub recovery: Recovery,
    /// Whether armored units save against indirect fire.
    pub indirect_save: IndirectSave,
    /// What is ordered at once.
    pub exchange: Exchange,
}

/// Who sees what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fog {
    /// Enemies that a unit of the side sees.
    Sight,
    /// Everything.
    None,
}

/// How ammunition counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ammo {
    /// As the table of weapons has it.
    ByWeapon,
    /// So many attacks, then low.
    Low,
    /// So many attacks, then none, for good.
    Finite,
    /// So many attacks, then none, until resupplied.
    Resupply,
    /// It does not count.
    None,
}

/// What suppressing a suppressed unit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Twice {
    /// It loses a strength point.
    Damaged,
    /// It is destroyed.
    Destroyed,
}

/// How a hit on a soft target is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soft {
    /// Up to the strength damaged, one more suppressed.
    UpTo,
    /// Below the strength damaged, the strength suppressed.
    Below,
}

/// Which row of AP chances counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ap {
    /// As printed.
    Printed,
    /// Without the break in the series.
    Even,
}

/// Whether recovery is rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    /// By quality.
    Rolled,
    /// It succeeds.
    Certain,
}

/// Whether armored units save against indirect fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IndirectSave {
    /// As printed: they do not.
    None,
    /// As against direct fire.
    Rolled,
}

/// What is ordered at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// One player's turn.
    ATurn,
    /// The turns of both players, action by action.
    Both,
}
