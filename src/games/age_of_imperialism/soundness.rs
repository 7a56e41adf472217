//! Whether the tables of a format are whole and every number in them has a sense.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::force::Kind;
use super::format::{Format, MarkerRow};
use super::names::Region;
use super::order::Order;
use super::state::{Building, Step};
use crate::base::Problem;
use crate::engine::Tables;
use crate::engine::format::options::{check_numbers, check_whole};
use crate::engine::format::phase::check_phases;

/// Numbers that are not from 0 to 1000.
const RANGES: [(&str, RangeInclusive<i64>); 12] = [
    ("works: engineer-part", 1..=100),
    ("natives: cavalry-part", 1..=100),
    ("markers: strength", 0..=100),
    ("markers: plus", 0..=2),
    ("battle: sides", 1..=100),
    ("battle: combine", 1..=100),
    ("battle: rounds", 1..=100),
    ("naval: rounds", 1..=100),
    ("explorer: dice", 1..=100),
    ("explorer: paid-dice", 1..=100),
    ("points: dp-each", 1..=100),
    ("diplomacy: prospect-schools", 1..=100),
];

/// The phases of the sequence of play.
const STEPS: [Step; 8] = [
    Step::Picks,
    Step::Placement,
    Step::Auction,
    Step::Production,
    Step::Diplomacy,
    Step::Construction,
    Step::First,
    Step::Second,
];

/// All phases are there, and those wait that must.
///
/// # Errors
/// The first that does not.
pub(super) fn check_steps(format: &Tables<Format>) -> Result<(), Problem> {
    let may_run_on =
        |step: &Step| matches!(step, Step::Auction | Step::Diplomacy | Step::Construction);
    let others = STEPS.into_iter().filter(|step| !may_run_on(step));
    let must_wait: Vec<&str> = others.map(Step::name).collect();
    check_phases::<Order>(&format.phases, &STEPS.map(Step::name), &must_wait)
}

impl Format {
    /// Every table is whole, and every number so small that no sum of a game overflows.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        check_whole("units", &self.units, Kind::ALL)?;
        check_whole("buildings", &self.buildings, Building::ALL)?;
        check_whole("set-up", &self.set_up, 2..=6)?;
        self.map.check().map_err(|p| p.at("map"))?;
        self.check_homes()?;
        self.check_containers()?;
        check_numbers(self, &RANGES, 0..=1000)
    }

    /// A container must never be empty: there are at least as many markers and chits as regions.
    fn check_containers(&self) -> Result<(), Problem> {
        let regions = self.map.zones.iter().map(|zone| zone.regions.len()).sum::<usize>();
        let markers: u64 = self.natives.markers.iter().map(|row| u64::from(row.count)).sum();
        let chits: u64 = self.chits.values.values().map(|count| u64::from(*count)).sum();
        let dots = self.chits.values.get(&0).copied().unwrap_or(0);
        for (what, count) in [("native markers", markers), ("resource chits", chits)] {
            if count < regions as u64 || count > 1000 {
                return Err(Problem::refused(format!("there are {count} {what}"))
                    .hint(format!("give {regions} to 1000 of them")));
            }
        }
        let starts = self.set_up.iter().map(|(powers, row)| powers * row.regions.value);
        let most = starts.max().unwrap_or(0);
        if dots < most {
            return Err(Problem::refused(format!("there are {dots} chits with a dot"))
                .hint(format!("at least {most} regions begin with one")));
        }
        let soft = self.natives.westernized_below.value;
        let weak = |row: &&MarkerRow| u32::from(row.strength) < soft;
        match self.natives.markers.iter().find(weak) {
            Some(row) => Err(Problem::refused(format!(
                "a native marker cannot have strength {}",
                row.strength
            ))
            .hint(format!("give it at least {soft}"))),
            None => Ok(()),
        }
    }

    /// Homes are regions of the map, and no region is home to two powers.
    fn check_homes(&self) -> Result<(), Problem> {
        let zones = self.map.zones.iter();
        let known: BTreeSet<&str> =
            zones.flat_map(|zone| zone.regions.keys().map(Region::as_str)).collect();
        let mut seen = BTreeSet::new();
        for region in self.homes.regions.values().flatten() {
            if !known.contains(region.as_str()) || !seen.insert(region) {
                return Err(Problem::refused(format!(
                    "{region} is not a region, or is the home of two powers"
                ))
                .at("homes"));
            }
        }
        Ok(())
    }
}
