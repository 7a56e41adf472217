//! The switches of the format, typed. Their names and values are those of its `options`.

use serde::Deserialize;

/// What was chosen when the campaign was founded.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the format says what each switch decides")]
pub struct Switches {
    pub region_selection: Selection,
    pub pick_order: PickOrder,
    pub several_buildings: Switch,
    pub hidden_goals: Switch,
    pub placement: Placement,
    pub turn_order: TurnOrder,
    pub suez_canal: Switch,
    pub scorched_earth: Switch,
    pub naval_interception: Switch,
    pub alliances: Switch,
    pub exchange: Exchange,
    pub treasuries: Treasuries,
    pub revolt_roll: RevoltRoll,
    pub amphibious: Amphibious,
}

macro_rules! switch {
    ($($(#[$doc:meta])* $name:ident { $($value:ident),* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the format says what each value means")]
        pub enum $name { $($value),* }
    )*};
}

switch! {
    /// On or off.
    Switch { Yes, No }
    /// How regions are given out (im10, im60, im64).
    Selection { Picks, Random, Historical }
    /// In which order they are chosen (im10).
    PickOrder { Rotation, Snake }
    /// How first units are placed (im11, im63).
    Placement { Simultaneous, Alternate }
    /// How the order of play is found (im13, im65).
    TurnOrder { Drawn, Auction }
    /// Who sends orders at once (im54).
    Exchange { Together, InTurn }
    /// Who knows what a power has in hand (im59).
    Treasuries { Hidden, Public }
    /// When a roll brings a revolt about (im20).
    RevoltRoll { AtMost, Below }
    /// Whose the penalty for landing is (im44).
    Amphibious { Force, Unit }
}

impl RevoltRoll {
    /// True if a roll with its DRM brings a revolt about among natives of that strength (im20).
    pub fn starts(self, total: i32, strength: u8) -> bool {
        match self {
            Self::AtMost => total <= i32::from(strength),
            Self::Below => total < i32::from(strength),
        }
    }
}
