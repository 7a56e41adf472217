//! What players may ask.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::force::{Force, Kind};
use super::names::{Fleet, Region, Sea, Spot};
use super::policies::{Limit, Occasion, Odds, Stand, Upkeep};
use super::power::Power;
use super::state::Stance;
use super::works::Work;
use crate::engine::orders::check::Life;

/// How an inciter pays (im20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// One diplomacy point.
    Dp,
    /// One own sphere of influence in the region.
    Influence,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Set-up: regions to choose, most wanted first (im10, im57).
    Pick {
        /// Regions.
        regions: Vec<Region>,
    },
    /// Set-up with dealt regions: give this one back for another (im60).
    Mulligan {
        /// The region.
        region: Region,
    },
    /// Bid for the order of play (im65).
    Bid {
        /// PP, paid whether it wins or not.
        pp: u32,
        /// Places in the order, from 1, most wanted first; the earliest that is free, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        wants: Vec<u32>,
    },
    /// Buy diplomacy points (im14).
    BuyDp {
        /// How many.
        count: u32,
    },
    /// What is given up first if upkeep cannot be paid (im17).
    Unpaid {
        /// Kinds of units, or `fleet`; those left out come last.
        first: Vec<Upkeep>,
    },
    /// Remove a sphere of influence (im18).
    RemoveInfluence {
        /// The region.
        at: Region,
        /// Whose; one's own may always be removed.
        of: Power,
    },
    /// Weaken the natives of a region of yours (im19).
    Westernize {
        /// The region.
        at: Region,
        /// Pay a diplomacy point.
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        pay: bool,
        /// Own spheres of influence to remove for a point each.
        #[serde(default, skip_serializing_if = "is_zero")]
        influence: u32,
    },
    /// Incite the natives of another power's region (im20).
    Incite {
        /// The region.
        at: Region,
        /// What is paid.
        with: Means,
        /// Pay a bribe as well (im21).
        #[serde(default, skip_serializing_if = "is_no")]
        bribe: bool,
    },
    /// Which side your spheres of influence take in a revolt (im22).
    OnRevolt {
        /// Only in this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Region>,
        /// Only against this power.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Power>,
        /// The side.
        side: Stance,
    },
    /// Whose spheres of influence go first if a region of yours has too many (im50).
    Displace {
        /// Only in this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Region>,
        /// Powers, one's own too; those left out come last.
        first: Vec<Power>,
    },
    /// Buy and place units, fleets and buildings (im11, im24).
    Build {
        /// What.
        what: Work,
        /// The region; for a fleet, that of its port.
        at: Region,
        /// How many.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u32,
        /// Fleets: the sea area next to the region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sea: Option<Sea>,
        /// Engineers that work on it (im25).
        #[serde(default, skip_serializing_if = "is_zero")]
        engineers: u32,
    },
    /// Develop the resource of a region (im26).
    Develop {
        /// The region.
        at: Region,
        /// Engineers that work on it (im25).
        #[serde(default, skip_serializing_if = "is_zero")]
        engineers: u32,
    },
    /// Build nothing that would leave less PP than this.
    Reserve {
        /// PP.
        pp: u32,
    },
    /// Give PP to another power (im56).
    Give {
        /// To whom.
        to: Power,
        /// PP.
        pp: u32,
    },
    /// Declare war (im52).
    DeclareWar {
        /// On whom.
        on: Power,
    },
    /// Offer or accept peace (im52).
    Peace {
        /// With whom.
        with: Power,
    },
    /// Offer or accept an alliance (im69).
    Ally {
        /// With whom.
        with: Power,
    },
    /// Give notice to an ally (im69).
    EndAlliance {
        /// The ally.
        with: Power,
    },
    /// Offer a region to another power, which takes it by moving a brigade in (im35).
    Cede {
        /// The region.
        at: Region,
        /// To whom.
        to: Power,
    },
    /// Let fleets of these powers through a strait that you hold (im2).
    Passage {
        /// The powers.
        to: Vec<Power>,
    },
    /// Move land units (im27).
    March {
        /// So many of a kind, one kind behind another: `2 inf 1 exp`.
        units: Force,
        /// Every region, beginning with the one where they stand.
        path: Vec<Region>,
    },
    /// Put land units on a fleet (im32).
    Board {
        /// So many of a kind, one kind behind another: `2 inf 1 exp`.
        units: Force,
        /// The region where they stand.
        from: Region,
        /// The number of the fleet.
        fleet: Fleet,
    },
    /// Move fleets together (im29).
    Sail {
        /// Their numbers.
        fleets: Vec<Fleet>,
        /// Every sea area, beginning with the one where they lie.
        path: Vec<Sea>,
    },
    /// Put land units ashore (im32, im33).
    Land {
        /// The numbers of the fleets.
        fleets: Vec<Fleet>,
        /// Who; all that are aboard, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units: Option<Force>,
        /// The region.
        at: Region,
    },
    /// Attack enemy fleets in the same sea area (im31).
    Engage {
        /// The numbers of the fleets.
        fleets: Vec<Fleet>,
        /// Whose fleets.
        enemy: Power,
    },
    /// Fight the battle of this region at this place in the file.
    Fight {
        /// The region.
        at: Region,
    },
    /// Roll an explorer's diplomacy dice (im50).
    Explore {
        /// The region.
        at: Region,
        /// Pay a diplomacy point for another die.
        #[serde(default, skip_serializing_if = "is_no")]
        pay: bool,
        /// Whose sphere of influence goes first, if one must.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        displace: Vec<Power>,
    },
    /// Let an engineer search for another resource (im51).
    Prospect {
        /// The region.
        at: Region,
        /// Values to keep, most wanted first; the highest, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        prefer: Vec<u32>,
    },
    /// When to intercept fleets that move (im30).
    Intercept {
        /// Only in this sea area.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sea: Option<Sea>,
        /// Only fleets of this power.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<Power>,
        /// With these fleets only, by their numbers; with all, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fleets: Vec<Fleet>,
        /// When.
        when: Odds,
    },
    /// When to break off a naval battle (im49).
    BreakOff {
        /// When.
        when: Limit,
    },
    /// Fleets to lose first in a naval battle (im49).
    Sink {
        /// Numbers; after them those without cargo, then those with the least.
        first: Vec<Fleet>,
    },
    /// When and where to retreat from a land battle (im45).
    Retreat {
        /// Only in this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Region>,
        /// When.
        when: Limit,
        /// Regions or sea areas, most wanted first; others follow.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        to: Vec<Spot>,
    },
    /// Units to lose first in a land battle (im43).
    Losses {
        /// Kinds; those left out come last.
        order: Vec<Kind>,
    },
    /// Make one hit of three and choose its target (im43).
    Triple {
        /// Kinds to choose, most wanted first; never, if empty.
        targets: Vec<Kind>,
    },
    /// How much of its DRM a side with a general hands over (im41).
    Transfer {
        /// At most so much.
        amount: u32,
    },
    /// What the last parties of a defender without brigades do (im47).
    LastStand(Stand),
    /// Help a region under attack with a general (im36).
    Reinforce {
        /// Only the general in this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Region>,
        /// Only these regions, most wanted first; any, if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        to: Vec<Region>,
        /// Brigades to bring, most wanted first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bring: Vec<Kind>,
    },
    /// How you run natives that fight another power (im37).
    Natives {
        /// Brigades to lose first.
        losses: Vec<Kind>,
        /// As in `triple`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<Kind>,
    },
    /// Destroy your buildings when a region is lost or ceded (im67).
    Scorch {
        /// Only in this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Region>,
        /// On what occasion.
        when: Occasion,
    },
}

/// When a line is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// In set-up.
    SetUp,
    /// In the production phase.
    Production,
    /// Among the moves of one's movement phase, at its place in the file (im18, im27 to im32, im52,
    /// im56).
    Move,
    /// In the combat phase, at its place in the file.
    Action,
    /// Whenever it is called for. Only such a line may stand until it is countermanded.
    Policy,
}

impl Order {
    /// How long it lives: decisions that recur may stand.
    pub fn life(&self) -> Life {
        if self.stage() == Stage::Policy { Life::Standing } else { Life::Contingent }
    }

    /// When it is carried out.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Pick { .. } | Self::Mulligan { .. } => Stage::SetUp,
            Self::Bid { .. }
            | Self::BuyDp { .. }
            | Self::Westernize { .. }
            | Self::Incite { .. }
            | Self::Build { .. }
            | Self::Develop { .. } => Stage::Production,
            Self::March { .. }
            | Self::Board { .. }
            | Self::Sail { .. }
            | Self::Land { .. }
            | Self::Engage { .. }
            | Self::DeclareWar { .. }
            | Self::EndAlliance { .. }
            | Self::Give { .. }
            | Self::RemoveInfluence { .. } => Stage::Move,
            Self::Fight { .. } | Self::Explore { .. } | Self::Prospect { .. } => Stage::Action,
            Self::Unpaid { .. }
            | Self::OnRevolt { .. }
            | Self::Displace { .. }
            | Self::Reserve { .. }
            | Self::Peace { .. }
            | Self::Ally { .. }
            | Self::Cede { .. }
            | Self::Passage { .. }
            | Self::Intercept { .. }
            | Self::BreakOff { .. }
            | Self::Sink { .. }
            | Self::Retreat { .. }
            | Self::Losses { .. }
            | Self::Triple { .. }
            | Self::Transfer { .. }
            | Self::LastStand(_)
            | Self::Reinforce { .. }
            | Self::Natives { .. }
            | Self::Scorch { .. } => Stage::Policy,
        }
    }
}

/// What a conditional order may depend on: only what its author can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// One is at war with this power.
    AtWar(Power),
    /// One is not at war with this power.
    AtPeace(Power),
    /// Brigades of a power that one is at war with stand there.
    EnemyAt(Region),
    /// No such brigades stand there.
    NoEnemyAt(Region),
    /// At most so many such brigades stand there, with those of allies who would fight beside them.
    EnemyAtMost(Region, u32),
    /// Fleets of a power that one is at war with lie there.
    EnemyFleetAt(Sea),
    /// At most so many such fleets lie there.
    EnemyFleetAtMost(Sea, u32),
    /// One controls the region.
    Own(Region),
    /// A power controls the region.
    OwnedBy(Region, Power),
    /// The natives control the region.
    Native(Region),
    /// They do, and their strength is known and at most so much.
    NativeAtMost(Region, u32),
    /// A revolt goes on there.
    RevoltAt(Region),
    /// One has at least so many PP in hand.
    Pp(u32),
    /// One has at least so many diplomacy points in hand.
    Dp(u32),
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_yes(value: &bool) -> bool {
    *value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_no(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_one(value: &u32) -> bool {
    *value == 1
}
