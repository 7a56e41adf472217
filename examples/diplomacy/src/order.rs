//! What may be written: orders, conditions, their short lines, and the reasons with which they are answered.

use adjutant::prelude::*;

use crate::place::Place;
use crate::power::Power;

orders! {
    /// Army or fleet.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        /// An army.
        #[serde(rename = "A")]
        Army,
        /// A fleet.
        #[serde(rename = "F")]
        Fleet,
    }

    /// An order.
    pub enum Order {
        /// Stay (dp20).
        Hold {
            /// Army or fleet.
            unit: Kind,
            /// Where it is.
            at: Place,
        },
        /// Go from a place to another; retreat there, if dislodged (dp22, dp40).
        Move {
            /// Army or fleet.
            unit: Kind,
            /// From where, and where to.
            way: [Place; 2],
            /// By sea, on fleets.
            #[serde(default, skip_serializing_if = "is_no")]
            convoy: bool,
        },
        /// Help another unit where it stands or goes (dp25).
        Support {
            /// Army or fleet.
            unit: Kind,
            /// Where it is.
            at: Place,
            /// Army or fleet that is helped.
            of: Kind,
            /// Where that stands, or from where and where to it goes.
            #[schemars(length(min = 1, max = 2))]
            way: Vec<Place>,
        },
        /// Carry an army over the sea (dp26).
        Convoy {
            /// A fleet.
            unit: Kind,
            /// Where it is.
            at: Place,
            /// An army.
            of: Kind,
            /// From where, and where to.
            way: [Place; 2],
        },
        /// Remove a unit (dp42, dp51).
        Disband {
            /// Army or fleet.
            unit: Kind,
            /// Where it is.
            at: Place,
        },
        /// Raise a unit in a home supply centre (dp50).
        Build {
            /// Army or fleet.
            unit: Kind,
            /// Where.
            at: Place,
        },
        /// Leave a build unused (dp50).
        Waive,
        /// Agree to a draw of all who are left (dp62).
        Draw,
    }

    /// What an order may depend on.
    pub enum Condition {
        /// A unit of this power is there.
        Stands {
            /// The power.
            power: Power,
            /// Where.
            at: Place,
        },
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_no(so: &bool) -> bool {
    !*so
}

impl Kind {
    /// The letter for it.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::Army => "A",
            Self::Fleet => "F",
        }
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Fleet => "fleet",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.letter())
    }
}

impl Order {
    /// The unit that it is for, and where that is.
    #[must_use]
    pub fn unit(&self) -> Option<(Kind, Place)> {
        match self {
            Self::Move { unit, way: [at, _], .. }
            | Self::Hold { unit, at }
            | Self::Support { unit, at, .. }
            | Self::Convoy { unit, at, .. }
            | Self::Disband { unit, at }
            | Self::Build { unit, at } => Some((*unit, *at)),
            Self::Waive | Self::Draw => None,
        }
    }
}

/// One row for each way to write an order; the first of a kind that fits is the one that is written.
pub const SHORT: &Short = &Short {
    orders: &[
        ("hold", "{unit:kind} {at:word} H", "A Par H"),
        ("hold", "{unit:kind} {at:word} holds", "A Par holds"),
        ("move", "{unit:kind} {way:word 2 -}[ via convoy{convoy=true}]", "A Par-Bur"),
        ("move", "{unit:kind} {way:word 2 -} via{convoy=true}", "A Lon-Bre via"),
        ("support", "{unit:kind} {at:word} S {of:kind} {way:word 1 -}", "F Lon S F Eng-Bel"),
        (
            "support",
            "{unit:kind} {at:word} supports {of:kind} {way:word 1 -}",
            "A Par supports A Bur",
        ),
        ("convoy", "{unit:kind} {at:word} C {of:kind} {way:word 2 -}", "F Eng C A Lon-Bre"),
        (
            "convoy",
            "{unit:kind} {at:word} convoys {of:kind} {way:word 2 -}",
            "F Eng convoys A Lon-Bre",
        ),
        ("disband", "disband {unit:kind} {at:word}", "disband A Par"),
        ("disband", "{unit:kind} {at:word} D", "A Par D"),
        ("waive", "waive", "waive"),
        ("draw", "draw", "draw"),
        ("build", "build {unit:kind} {at:word}", "build F Stp/sc"),
        ("build", "{unit:kind} {at:word} B", "F Stp/sc B"),
    ],
    parts: &[("kind", adjutant::game::Part::Words(&[("A", &["army"]), ("F", &["fleet"])]))],
};

said! { Kind; }

reasons! {
    pub on ();
    NoUnit { unit: Kind, at: Place, theirs: String } => "you have no {unit} {at}"; "{theirs}";
    Impossible { unit: Kind, at: Place, to: Place } => "{unit} {at} cannot go to {to}";
    WhichCoast { to: Place, coasts: Vec<String> } => "{to} has two coasts"; "write one of {coasts}";
    NoRoute { at: Place, to: Place } => "no fleets at sea lead from {at} to {to}";
    NoCarrier { at: Place, from: Place, to: Place } =>
        "F {at} is on no way from {from} to {to} over fleets at sea";
    NotAtSea { at: Place } => "F {at} is not at sea"; "only fleets at sea carry armies";
    Itself => "a unit does not help itself";
    NoMark { at: Place } => "no unit is at {at}";
    OneOrTwo => "support is for a place or a way between two"; "write A Par S A Bur or A Par S A Mar-Bur";
    Occupied { at: Place } => "{at} is occupied";
    From { at: Place } => "the attack came from {at}";
    Contested { at: Place } => "units fought for {at} in vain";
    NotHome { at: Place } => "{at} is not a home supply centre that you own";
    NoPlace { unit: Kind, at: Place } => "{unit} cannot be in {at}";
    NoneDue => "you have no build";
    NoneOver => "you have no unit too many";
    Went { to: Place } => "it is in {to} now";
    Held => "it held";
    Repelled { to: Place } => "it was repelled at {to}";
    Lost => "it was dislodged";
    Disrupted => "the convoy was disrupted";
    Helped => "the support was given";
    Cut => "the support was cut";
    Carried => "the army was carried";
    NoMatch => "the other unit had no such order";
    Met { to: Place } => "another unit retreated to {to} too";
    Built => "it is there now";
    Disbanded => "it is gone";
    Waived => "a build was waived";
    TooMany { due: u32 } => "only {due} were due";
    Agreed => "all agree, and the game is a draw";
    Open => "not all agree";
}
