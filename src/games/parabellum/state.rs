//! All that is true in a theater.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::format::{CardRow, Form};
use super::names::{City, Kind, Site, Sq, Unit};
use super::side::{Role, Side};
use crate::engine::wording::said::worded;

/// What the table waits for (the sequence of play).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Both sides spend their budget (pb2).
    Purchase,
    /// The defender deploys (pb12).
    Defender,
    /// The attacker deploys (pb12).
    Attacker,
    /// A player's turn.
    Turn,
    /// Both sides recruit before the next skirmish (pb9).
    Recruit,
    /// The theater is over.
    Over,
}

impl Step {
    /// The phase of the turn format that it begins with.
    pub fn phase(self) -> &'static str {
        match self {
            Self::Purchase => "purchase",
            Self::Defender => "defender-deployment",
            Self::Attacker => "attacker-deployment",
            Self::Turn => "movement",
            Self::Recruit => "recruiting",
            Self::Over => "over",
        }
    }
}

/// A miniature on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mini {
    /// What it shows.
    pub form: Form,
    /// Where it stands.
    pub at: Sq,
}

/// Markers in a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stack {
    /// Supplies in the open.
    #[serde(default)]
    pub supply: u32,
    /// Ammunition in the open.
    #[serde(default)]
    pub ammo: u32,
    /// Supplies that are cached (pb25).
    #[serde(default)]
    pub cached_supply: u32,
    /// Ammunition that is cached (pb25).
    #[serde(default)]
    pub cached_ammo: u32,
    /// Barricades (pb31).
    #[serde(default)]
    pub barricades: u32,
}

impl Stack {
    /// All supplies.
    pub fn supplies(&self) -> u32 {
        self.supply + self.cached_supply
    }

    /// All ammunition.
    pub fn rounds(&self) -> u32 {
        self.ammo + self.cached_ammo
    }

    /// All markers.
    pub fn total(&self) -> u32 {
        self.supplies() + self.rounds() + self.barricades
    }
}

/// What stands on the map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mat {
    /// The miniatures.
    pub minis: BTreeMap<Unit, Mini>,
    /// The markers.
    pub stacks: BTreeMap<Sq, Stack>,
}

impl Mat {
    /// Who stands in a square, by flag.
    pub fn at(&self, at: Sq) -> impl Iterator<Item = (&Unit, &Mini)> {
        self.minis.iter().filter(move |(_, mini)| mini.at == at)
    }

    /// The miniatures of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (&Unit, &Mini)> {
        self.minis.iter().filter(move |(unit, _)| unit.side() == side)
    }

    /// The unit of a side that is alone in the square of that name.
    pub fn alone(&self, side: Side, square: &str) -> Option<&Unit> {
        let there = |at: Sq| at.to_string() == square;
        let mut units = self.of(side).filter(|(_, mini)| there(mini.at)).map(|(unit, _)| unit);
        units.next().filter(|_| units.next().is_none())
    }

    /// Where a unit stands.
    pub fn place(&self, unit: &Unit) -> Option<Sq> {
        self.minis.get(unit).map(|mini| mini.at)
    }

    /// The markers in a square.
    pub fn stack(&self, at: Sq) -> Stack {
        self.stacks.get(&at).copied().unwrap_or_default()
    }

    /// The miniatures of a side but for aircraft on a runway or deck: those that count in a skirmish
    /// (pb3) and hold places (pb4).
    pub fn grounded(&self, side: Side) -> impl Iterator<Item = (&Unit, &Mini)> {
        self.of(side).filter(|(_, mini)| mini.form != Form::Aircraft)
    }

    /// True if one of the side's units is there.
    pub fn holds(&self, side: Side, at: Sq) -> bool {
        self.at(at).any(|(unit, _)| unit.side() == side)
    }

    /// True if the side has a unit in one of these squares and the other side has none (pb4, pb26).
    pub fn holds_alone(&self, side: Side, squares: &[Sq]) -> bool {
        let there = |side: Side| self.grounded(side).any(|(_, mini)| squares.contains(&mini.at));
        there(side) && !there(side.other())
    }
}

/// Markers that a unit carries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Supplies.
    pub supply: u32,
    /// Ammunition.
    pub ammo: u32,
}

impl Load {
    /// All of them.
    pub fn total(self) -> u32 {
        self.supply + self.ammo
    }
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// In the reserves.
    Reserve,
    /// On the map.
    Field,
    /// An aircraft that can be called in (pb53).
    OnCall,
    /// An aircraft below the runway (pb61).
    Hangar,
    /// Mustered, on its way to the map (pb14).
    Coming,
    /// Out of this skirmish: off the map or evacuated (pb63).
    Away,
}

/// A status card as it is (pb8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "facts of a turn, each asked alone")]
pub struct Card {
    /// Its type.
    pub kind: Kind,
    /// Where it is.
    pub post: Post,
    /// From 0, not staffed, to 10.
    pub strength: u8,
    /// On its supply scale.
    pub supply: u32,
    /// On its ammunition scale.
    pub ammo: u32,
    /// What it carries.
    pub cargo: Load,
    /// Quarters of squares that it has moved in its own turn.
    pub spent: u32,
    /// It moved in its own last turn.
    pub moved: bool,
    /// It attacked in its own last turn.
    pub attacked: bool,
    /// It loaded or unloaded instead of an attack.
    pub handled: bool,
    /// It counterattacked, or fired at aircraft, in the enemy's turn.
    pub countered: bool,
    /// It flew in its own last turn or since.
    pub flown: bool,
    /// It was replenished in its own last turn (pb59).
    pub refilled: bool,
    /// The city where it was hired (pb26).
    pub city: Option<City>,
}

impl Card {
    /// A card that was just bought.
    pub fn fresh(kind: Kind) -> Self {
        Self {
            kind,
            post: Post::Reserve,
            strength: 0,
            supply: 0,
            ammo: 0,
            cargo: Load::default(),
            spent: 0,
            moved: false,
            attacked: false,
            handled: false,
            countered: false,
            flown: false,
            refilled: false,
            city: None,
        }
    }

    /// One on the map that lacks no supplies and no ammunition.
    pub fn supplied(kind: Kind, row: &CardRow, strength: u8) -> Self {
        let (supply, ammo) = (row.supply, row.ammo);
        Self { post: Post::Field, strength, supply, ammo, ..Self::fresh(kind) }
    }
}

/// What a side has in its stores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purse {
    /// Credits.
    pub credits: u32,
    /// Men without a unit.
    pub men: u32,
    /// Supplies.
    pub supply: u32,
    /// Ammunition.
    pub ammo: u32,
}

/// When something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The skirmish, from 1.
    pub skirmish: u32,
    /// The round; 0 during deployment.
    pub round: u32,
}

/// What a side has learned of an enemy unit (pb68).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    /// Its miniature.
    pub form: Option<Form>,
    /// Where it was seen last.
    pub at: Option<Sq>,
    /// When it was seen or heard last.
    pub seen: When,
    /// Its card, by reconnaissance.
    pub kind: Option<Kind>,
    /// Its strength, and when that was so.
    pub strength: Option<(u8, When)>,
    /// Units that took losses with it since then, and what is left of all of them together; nobody
    /// but their side knows whose they were (pb44).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shared>,
    /// Its attack die.
    pub attack: Option<u8>,
    /// Its defense die.
    pub defense: Option<u8>,
    /// It was destroyed.
    pub destroyed: bool,
}

/// What is left of units that took losses together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shared {
    /// The units, each of them listed.
    pub among: BTreeSet<Unit>,
    /// The strength that is left to them together.
    pub left: u32,
    /// The strength that they had together.
    pub of: u32,
}

/// Dice that were heard from a square nobody saw (pb68).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// The square.
    pub at: Sq,
    /// When.
    pub when: When,
    /// How many dice.
    pub dice: u32,
    /// Their sides.
    pub sides: u8,
}

/// All that a side keeps behind its screen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holdings {
    /// Its stores.
    pub purse: Purse,
    /// Its units.
    pub cards: BTreeMap<Unit, Card>,
    /// Numbers of flags that were given.
    pub flags: BTreeSet<u32>,
    /// Reinforcements on their way, and where to (pb14).
    pub coming: BTreeMap<Unit, Sq>,
    /// Reinforcements sent in this skirmish.
    pub sent: u32,
    /// Units destroyed in this skirmish.
    pub lost: u32,
    /// The unit that moved last (pb33).
    pub mover: Option<Unit>,
    /// Cities that gave it a marker in this turn (pb28).
    pub collected: BTreeSet<City>,
    /// What it has learned of enemy units.
    pub known: BTreeMap<Unit, Sighting>,
    /// What it has heard.
    pub heard: Vec<Heard>,
}

/// A skirmish while it lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skirmish {
    /// Which.
    pub site: Site,
    /// Who attacks.
    pub attacker: Side,
    /// Whose turn comes first; `None` while nothing is decided (pb7).
    pub first: Option<Side>,
    /// The round: a turn of either side; 0 during deployment.
    pub round: u32,
    /// Whose turn it is.
    pub active: Side,
    /// Cities that gave a unit of irregulars (pb27).
    pub tokens: BTreeSet<City>,
    /// Units of the attacker that left the map where they had to (pb4); where positions are hidden, 0 in the view of
    /// whoever is not the attacker (pb69).
    pub exited: u32,
}

impl Skirmish {
    /// What a side is in it.
    pub fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }
}

worded! {
    /// Why the theater ended.
    pub enum Ending {
        /// A side could not muster (pb5).
        Broke => "the other side is broke",
        /// Neither side could muster (pb5).
        BothBroke => "both sides are broke",
        /// A side surrendered (pb5).
        Surrender => "the other side surrenders",
        /// Both sides surrendered (pb5).
        BothSurrender => "both sides surrender",
        /// The last skirmish is over (pb6).
        Value => "the last skirmish is over and its force is worth more",
        /// The last skirmish is over and the values are equal (pb6).
        Equal => "the last skirmish is over and both forces are worth the same",
        /// The last skirmish is over and nobody has gained anything (pb6).
        NoGain => "the last skirmish is over and no force is worth more than at the start",
    }
}

/// How the theater ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finale {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub why: Ending,
}

worded! {
    /// How a skirmish is won.
    pub enum How {
        /// The attacker reached the aim (pb4).
        Aim => "the attacker reaches the aim",
        /// The last round is over (pb4).
        Time => "the defender holds out to the last round",
        /// The other side has no unit left on the map (pb3).
        Cleared => "the other side has no unit left on the map",
        /// The other side withdrew (pb64).
        Withdrawn => "the other side withdraws",
    }
}

/// How a skirmish ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bout {
    /// Which.
    pub site: Site,
    /// Who won it.
    pub winner: Side,
    /// How.
    pub how: How,
}

/// What everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What the table waits for.
    pub step: Step,
    /// Skirmishes begun.
    pub number: u32,
    /// The one that is fought.
    pub skirmish: Option<Skirmish>,
    /// Those that are over.
    pub results: Vec<Bout>,
    /// Value of each side at the end (pb6).
    pub values: BTreeMap<Side, u32>,
    /// How it ended.
    pub finale: Option<Finale>,
}

impl Open {
    /// Now.
    pub fn when(&self) -> When {
        let round = self.skirmish.as_ref().map_or(0, |skirmish| skirmish.round);
        When { skirmish: self.number, round }
    }

    /// Whose turn it is.
    pub fn active(&self) -> Option<Side> {
        let skirmish = self.skirmish.as_ref().filter(|_| self.step == Step::Turn);
        skirmish.map(|skirmish| skirmish.active)
    }
}

/// What is hidden.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// What stands on the map; who sees it is an option (pb69).
    pub mat: Mat,
    /// What each side keeps behind its screen.
    pub sides: BTreeMap<Side, Holdings>,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// What is hidden.
    pub secret: Secret,
}

impl State {
    /// What a side keeps behind its screen.
    pub fn side(&self, side: Side) -> &Holdings {
        &self.secret.sides[&side]
    }

    /// The card of a unit, if there is one.
    pub fn card(&self, unit: &Unit) -> Option<&Card> {
        self.secret.sides.get(&unit.side())?.cards.get(unit)
    }
}
