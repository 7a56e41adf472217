//! A scenario file: who plays, on which part of the map, for how long.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::format::Format;
use super::map::Chart;
use super::names::Region;
use super::power::Power;
use crate::base::Problem;
use crate::base::yaml::Spanned;
use crate::engine::Source;

/// Most turns of a game: even one power a cycle stays within the chain of seeds.
pub const TURNS: std::ops::RangeInclusive<u32> = 1..=60;

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    game: Spanned<String>,
    title: String,
    source: Source,
    /// The powers that play.
    powers: Spanned<Vec<Power>>,
    /// The zones in play; all, if left out.
    #[serde(default)]
    zones: Option<Spanned<Vec<String>>>,
    /// Turns after which the game ends in any case (im70).
    #[serde(default)]
    turns: Option<Spanned<u32>>,
    /// Regions of each power, if they are not those of the format's table (im10).
    #[serde(default)]
    regions: Option<Spanned<u32>>,
}

/// What a campaign is played on, checked.
#[derive(Debug, Clone)]
pub struct Board {
    /// The scenario's title.
    pub title: String,
    /// Where its numbers come from.
    pub source: Source,
    /// The powers that play, in the order in which they are always listed.
    pub powers: Vec<Power>,
    /// The map in play.
    pub chart: Chart,
    /// Turns after which the game ends in any case.
    pub turns: Option<u32>,
    /// Regions that each power begins with.
    pub regions: u32,
    /// PP and DP that each power begins with.
    pub purse: (u32, u32),
    /// Home regions in play of each power that plays.
    pub homes: Vec<(Power, Vec<Region>)>,
}

fn wrong<T>(at: &Spanned<T>, what: impl std::fmt::Display) -> Problem {
    Problem::refused(what).spot(at.referenced.line(), at.referenced.column())
}

impl Scenario {
    /// Some regions are left to the natives (im10), and each that a power begins with takes a dot
    /// out of the container (im12).
    fn fits(&self, format: &Format, chart: &Chart, count: u32, each: u32) -> Result<(), Problem> {
        let here = |what: String| match &self.regions {
            Some(at) => wrong(at, what),
            None => wrong(&self.powers, what),
        };
        let all = u32::try_from(chart.order.len()).unwrap_or(u32::MAX);
        let taken = each.saturating_mul(count);
        if each == 0 || taken >= all {
            let what = format!("{count} powers cannot begin with {each} of {all} regions each");
            return Err(here(what).hint("some regions must be left to the natives"));
        }
        let dots = format.chits.values.get(&0).copied().unwrap_or(0);
        if taken > dots {
            let what = format!("{taken} regions begin with a dot, and there are {dots} dots");
            let most = dots / count;
            return Err(
                here(what).hint(format!("{count} powers begin with at most {most} regions"))
            );
        }
        Ok(())
    }

    /// Checks the file against the format and makes the board of it.
    ///
    /// # Errors
    /// The first thing that does not fit, with line and column.
    pub(super) fn board(self, format: &Format) -> Result<Board, Problem> {
        if self.game.value != format.game {
            return Err(wrong(&self.game, format!("this is a scenario of {}", self.game.value)));
        }
        let powers: BTreeSet<Power> = self.powers.value.iter().copied().collect();
        if powers.len() < self.powers.value.len() || !(2..=6).contains(&powers.len()) {
            return Err(wrong(&self.powers, "expected two to six different powers"));
        }
        if let Some(turns) = self.turns.as_ref().filter(|turns| !TURNS.contains(&turns.value)) {
            let (least, most) = (TURNS.start(), TURNS.end());
            return Err(wrong(turns, format!("a game has {least} to {most} turns")));
        }
        if let Some(zones) = &self.zones {
            zones_exist(zones, format)?;
        }
        let wanted = self.zones.as_ref().map(|zones| zones.value.as_slice());
        let chart = format.map.chart(wanted);
        let count = u32::try_from(powers.len()).expect("six at most");
        let row = format.set_up[&count];
        let regions = self.regions.as_ref().map_or(row.regions.value, |r| r.value);
        self.fits(format, &chart, count, regions)?;
        let homes = homes(format, &chart, &powers);
        Ok(Board {
            title: self.title,
            source: self.source,
            powers: powers.into_iter().collect(),
            chart,
            turns: self.turns.map(|turns| turns.value),
            regions,
            purse: (row.pp.value, row.dp.value),
            homes,
        })
    }
}

fn zones_exist(zones: &Spanned<Vec<String>>, format: &Format) -> Result<(), Problem> {
    let names: Vec<&str> = format.map.zones.iter().map(|zone| zone.name.as_str()).collect();
    match zones.value.iter().find(|zone| !names.contains(&zone.as_str())) {
        Some(lost) => Err(wrong(zones, format!("there is no zone {lost}"))
            .hint(format!("the zones are: {}", names.join(", ")))),
        None if zones.value.is_empty() => Err(wrong(zones, "expected at least one zone")),
        None => Ok(()),
    }
}

/// The home regions in play.
fn homes(format: &Format, chart: &Chart, powers: &BTreeSet<Power>) -> Vec<(Power, Vec<Region>)> {
    let of = |power: &Power| {
        let regions = format.homes.regions.get(power).into_iter().flatten();
        let here = regions.filter(|region| chart.sites.contains_key(*region));
        (*power, here.cloned().collect())
    };
    powers.iter().map(of).collect()
}
