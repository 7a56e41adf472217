//! The scenario file: sides, ships and what decides the battle.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::format::{Format, Part};
use super::impulses::IMPULSES;
use super::names::{BUILT, Class, Hx, Ship, Side};
use super::order::Allocation;
use super::state::Step;
use crate::base::Problem;
use crate::engine::board::{Board, Facing, Hex, Hexes};

/// A scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// Columns and rows of the floating map.
    pub board: (u16, u16),
    /// Who fights.
    pub sides: BTreeMap<Side, SideRow>,
    /// The ships at the beginning, and those that come later.
    pub ships: BTreeMap<Ship, ShipRow>,
    /// What the table waits for first.
    #[serde(default = "allocation")]
    pub begin: Step,
    /// The last turn.
    pub turns: u32,
    /// What decides.
    #[serde(default)]
    pub victory: Victory,
    /// Ships that come to the rescue (md81).
    #[serde(default)]
    pub rescue: Vec<Vec<Ship>>,
    /// Commander's options may be bought (md90).
    #[serde(default)]
    pub outfit: bool,
    /// Its terrain halves electromagnetic fields (md7).
    #[serde(default)]
    pub dampens: bool,
    /// The year; from 160 on anti-drone racks may hold trans-warp missiles (md26).
    #[serde(default)]
    pub year: u32,
}

fn allocation() -> Step {
    Step::Allocation
}

/// What decides a battle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Victory {
    /// Points for damage (md70).
    #[default]
    Standard,
    /// The wager of HS-25 (md83).
    Wager,
}

/// What a side is in the wager.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It fights.
    #[default]
    Fighter,
    /// It raids the convoy.
    Raider,
    /// It is the convoy, with its escorts and rescuers.
    Convoy,
    /// It comes to the rescue, with a seat of its own (md81).
    Rescue,
}

/// A side.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SideRow {
    /// What it is called.
    pub title: String,
    /// Sides of a team are not enemies.
    pub team: String,
    /// Whether a player holds its seat; the staff plays it otherwise.
    #[serde(default = "yes")]
    pub seat: bool,
    /// What it is in the wager.
    #[serde(default)]
    pub role: Role,
    /// In which directions it may leave the battle; any, if none is named (md82).
    #[serde(default)]
    pub leaves: Vec<Facing>,
    /// Surprised (md7).
    #[serde(default)]
    pub surprised: bool,
    /// The weapon status at the beginning, 0 to 3 (md1).
    #[serde(default = "ready")]
    pub status: u32,
    /// A force that it builds (md80).
    #[serde(default)]
    pub force: Option<ForceRow>,
    /// Its force comes with this rescue squadron (md81).
    #[serde(default)]
    pub arrives: Option<u32>,
}

impl SideRow {
    /// True if its ships may leave the battle in a direction (md82).
    pub fn lets_out(&self, facing: Facing) -> bool {
        self.leaves.is_empty() || self.leaves.contains(&facing)
    }

    /// The directions in which it may leave, in words; `None` if it may in any (md82).
    pub fn ways(&self) -> Option<String> {
        let ways: Vec<&str> = self.leaves.iter().map(|way| way.direction()).collect();
        (!ways.is_empty()).then(|| ways.join(" or "))
    }
}

fn yes() -> bool {
    true
}

fn ready() -> u32 {
    3
}

/// A force that a side builds (md80).
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ForceRow {
    /// Points at most.
    pub budget: u32,
    /// Points at least.
    #[serde(default)]
    pub least: u32,
    /// Its ships may face any way and be slower.
    #[serde(default)]
    pub free: bool,
    /// Boxes of cargo at least.
    #[serde(default)]
    pub cargo: u32,
    /// What it may take.
    pub market: Vec<Class>,
    /// What it takes if it says nothing.
    pub default: Vec<Class>,
    /// In the middle of its force.
    pub around: Hx,
    /// Within so many hexes.
    pub radius: u32,
    /// So many ships are in rows below the middle.
    #[serde(default)]
    pub below: u32,
    /// Where its ships face.
    pub facing: Facing,
    /// Their speed in the last turn.
    pub speed: u32,
}

/// A ship.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShipRow {
    /// Its class.
    pub class: Class,
    /// Its side.
    pub side: Side,
    /// Its hex.
    pub at: Hx,
    /// Where it faces.
    pub facing: Facing,
    /// Its speed in the last turn.
    #[serde(default)]
    pub speed: u32,
    /// In the bay of which ship it is.
    #[serde(default)]
    pub aboard: Option<Ship>,
    /// Boxes that it has besides, such as those of a tail.
    #[serde(default)]
    pub extra: BTreeMap<Part, u32>,
    /// Damage that it has.
    #[serde(default)]
    pub lost: BTreeMap<Part, u32>,
    /// What it allocates in the first turn, where the battle begins with impulses.
    #[serde(default)]
    pub energy: Option<Allocation>,
    /// Hexes straight ahead before the battle.
    #[serde(default = "far")]
    pub straight: u32,
}

fn far() -> u32 {
    8
}

impl Scenario {
    /// The last moment of the battle.
    pub fn last(&self) -> u32 {
        self.turns * IMPULSES
    }

    /// The map.
    pub fn map(&self) -> Hexes {
        let corner = |column: u16, row: u16| {
            let (column, row) = (i16::try_from(column).ok(), i16::try_from(row).ok());
            column.zip(row).and_then(|(c, r)| Hex::new(c, r)).expect("the size is checked")
        };
        Hexes::new(corner(1, 1), corner(self.board.0, self.board.1))
    }

    /// Every name in it exists and every ship stands on the map.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn check(&self, format: &Format) -> Result<(), Problem> {
        let wrong = |what: String| Err(Problem::refused(what));
        let (columns, rows) = self.board;
        if !(8..=64).contains(&columns) || !(8..=64).contains(&rows) {
            return wrong("a map has 8 to 64 columns and rows".to_owned());
        }
        if self.sides.len() < 2 || !self.sides.values().any(|side| side.seat) {
            return wrong("a battle has two sides or more, and a seat or more".to_owned());
        }
        for side in self.sides.keys() {
            if side.as_str().parse::<crate::engine::Seat>().is_err() {
                return wrong(format!("{side} is not a name for a seat"));
            }
        }
        let map = self.map();
        for (name, ship) in &self.ships {
            if !format.classes.contains_key(&ship.class) {
                return wrong(format!("{name}: there is no class {}", ship.class));
            }
            if !self.sides.contains_key(&ship.side) {
                return wrong(format!("{name}: there is no side {}", ship.side));
            }
            if !map.holds(&ship.at.0) {
                return wrong(format!("{name}: the map has no hex {}", ship.at));
            }
            if ship.aboard.as_ref().is_some_and(|home| !self.ships.contains_key(home)) {
                return wrong(format!("{name}: it is aboard a ship that is not there"));
            }
            if ship.energy.as_ref().is_some_and(|plan| plan.ship != *name) {
                return wrong(format!("{name}: its energy is another ship's"));
            }
        }
        if self.rescue.iter().flatten().any(|ship| !self.ships.contains_key(ship)) {
            return wrong("a rescuer is not one of the ships".to_owned());
        }
        for (side, row) in &self.sides {
            if let Some(force) = &row.force {
                let classes = force.market.iter().chain(&force.default);
                if classes.into_iter().any(|class| !format.classes.contains_key(class)) {
                    return wrong(format!("{side}: a class of its force does not exist"));
                }
                let most = usize::try_from(BUILT).unwrap_or(0);
                if force.default.len() > most || !map.holds(&force.around.0) {
                    return wrong(format!("{side}: its force does not fit"));
                }
            }
        }
        let turns = (1..=100).contains(&self.turns);
        if turns && self.year < 1000 && self.begin != Step::Over {
            Ok(())
        } else {
            wrong("a battle lasts 1 to 100 turns".to_owned())
        }
    }

    /// The sides whose force comes with a rescue squadron (md81).
    pub fn arriving(&self, squadron: u32) -> impl Iterator<Item = (&Side, &ForceRow)> {
        let rows = self.sides.iter().filter(move |(_, row)| row.arrives == Some(squadron));
        rows.filter_map(|(side, row)| Some((side, row.force.as_ref()?)))
    }

    /// Who comes with a rescue squadron, in words: the ships that are listed, and what sides choose (md81).
    pub fn squadron(&self, number: u32) -> Vec<String> {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let listed = at.and_then(|at| self.rescue.get(at)).into_iter().flatten();
        let chosen = self.arriving(number).map(|(side, _)| self.chosen(side));
        listed.map(ToString::to_string).chain(chosen).collect()
    }

    /// A squadron that a side chooses, in words (md81).
    pub fn chosen(&self, side: &Side) -> String {
        format!("the squadron of {}", self.sides[side].title)
    }

    /// True if anybody comes to the rescue (md81).
    pub fn has_rescuers(&self) -> bool {
        (1..=2).any(|number| !self.squadron(number).is_empty())
    }

    /// True if a ship comes to the rescue later (md81).
    pub fn comes_later(&self, ship: &Ship) -> bool {
        self.rescue.iter().flatten().any(|other| other == ship)
    }

    /// True if two sides fight each other.
    pub fn enemies(&self, one: &Side, other: &Side) -> bool {
        one != other && self.sides[one].team != self.sides[other].team
    }

    /// True if both sides raid the convoy (md84).
    pub fn rivals(&self, one: &Side, other: &Side) -> bool {
        let raids = |side: &Side| self.sides[side].role == Role::Raider;
        one != other && raids(one) && raids(other)
    }
}
