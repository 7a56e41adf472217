//! What the map does to movement and sight.

use super::CompanyCommander;
use super::format::{Format, Going, KindRow, Stops, TerrainRow};
use super::names::Zone;
use super::scenario::{Field, Road};
use crate::engine::board::Pass;

/// Sixths of a movement point in one.
pub const SIXTHS: u32 = 6;

/// Sixths of a movement point as points, with parts as they are said.
pub fn points(sixths: u32) -> String {
    let part = ["", "1/6", "1/3", "1/2", "2/3", "5/6"][(sixths % SIXTHS) as usize];
    match (sixths / SIXTHS, part) {
        (0, "") => "0".to_owned(),
        (0, part) => part.to_owned(),
        (whole, "") => whole.to_string(),
        (whole, "1/2") => format!("{whole}.5"),
        (whole, part) => format!("{whole} {part}"),
    }
}

impl TerrainRow {
    /// What entering costs, in sixths; `None` if it cannot be entered.
    pub fn cost(&self, going: Going) -> Option<u32> {
        let cost = match going {
            Going::Foot => self.foot,
            Going::Tracked => self.tracked,
            Going::Wheeled => self.wheeled,
            Going::Towed => self.towed,
            Going::Air => SIXTHS,
            Going::Fixed => 0,
        };
        (cost > 0).then_some(cost)
    }
}

impl Field {
    /// True if such a unit can be in a hex.
    pub fn can_stand(&self, format: &Format, going: Going, at: Zone) -> bool {
        let row = &format.terrain[&self.ground(at).0];
        let road = at.0.neighbours().any(|next| self.road(at, Zone(next)).is_some());
        going == Going::Fixed || road || row.cost(going).is_some()
    }
}

impl CompanyCommander {
    /// The line of the terrain chart for a hex (cc20).
    pub fn terrain(&self, at: Zone) -> &TerrainRow {
        &self.format.terrain[&self.field.ground(at).0]
    }

    /// How high a hex lies.
    pub fn height(&self, at: Zone) -> i8 {
        self.field.ground(at).1
    }

    /// What a step costs, in sixths of a movement point (cc7, cc20); `None` if it cannot be taken.
    pub fn step(&self, kind: &KindRow, from: Zone, to: Zone) -> Option<u32> {
        let numbers = &self.format.numbers;
        if kind.flies() {
            return Some(SIXTHS);
        }
        let open = self.terrain(to).cost(kind.going);
        let rides = matches!(kind.going, Going::Tracked | Going::Wheeled);
        match self.field.road(from, to) {
            Some(Road::Paved) if rides => Some(numbers.paved.value),
            Some(Road::Unpaved) if rides => Some(numbers.road.value),
            // A road leads over water and marsh for all.
            Some(_) => Some(SIXTHS),
            None => {
                let climb =
                    if self.height(to) > self.height(from) { numbers.climb.value } else { 0 };
                open.map(|cost| cost + climb)
            }
        }
    }

    /// True if a move ends with the step from one hex to another (cc7).
    pub fn step_ends(&self, kind: &KindRow, from: Zone, to: Zone) -> bool {
        let road = self.field.road(from, to).is_some();
        !kind.flies()
            && !road
            && (self.terrain(to).stops == Stops::Entering
                || self.terrain(from).stops == Stops::Leaving)
    }

    /// True if there is a line of sight between two hexes (cc14). What flies sees and is seen over
    /// everything (cc54).
    pub fn in_sight(&self, from: Zone, to: Zone, flying: bool) -> bool {
        if flying || from.0.distance(to.0) <= 1 {
            return true;
        }
        match self.field.number(from).zip(self.field.number(to)) {
            Some((one, other)) => {
                self.sightlines.find(one, other, || self.blocker(from, to).is_none())
            }
            None => self.blocker(from, to).is_none(),
        }
    }

    /// The first hex between two that blocks the line of sight of what is on the ground (cc14).
    pub fn blocker(&self, from: Zone, to: Zone) -> Option<Zone> {
        let over = self.height(from).max(self.height(to));
        let blocks = |at: Zone| {
            let top = self.height(at) + i8::from(self.terrain(at).blocks);
            top > over
        };
        from.0.line(to.0).into_iter().find_map(|pass| match pass {
            Pass::Through(at) => {
                let at = Zone(at);
                (at != from && at != to && blocks(at)).then_some(at)
            }
            Pass::Between(one, other) => {
                (blocks(Zone(one)) && blocks(Zone(other))).then_some(Zone(one))
            }
        })
    }

    /// True if a hex is woods or houses, or dug in.
    pub fn covered(&self, at: Zone) -> bool {
        self.terrain(at).cover
    }
}
