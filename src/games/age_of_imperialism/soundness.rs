//! Whether the tables of a format are whole and every number in them has a sense.

use std::collections::BTreeSet;

use super::force::Kind;
use super::format::Format;
use super::orders::KINDS;
use super::state::{Building, Step};
use crate::base::Problem;
use crate::engine::Number;

/// So small that no sum of a game overflows.
const LARGEST: u32 = 1000;

impl Format {
    /// Every table is whole, and every number so small that no sum of a game overflows.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.check_phases()?;
        for kind in Kind::ALL {
            self.units.get(&kind).ok_or_else(|| missing("units", kind.word()))?;
        }
        for building in Building::ALL {
            self.buildings.get(&building).ok_or_else(|| missing("buildings", building.word()))?;
        }
        for powers in 2..=6 {
            self.set_up.get(&powers).ok_or_else(|| missing("set-up", &powers.to_string()))?;
        }
        self.map.check().map_err(|p| p.at("map"))?;
        self.check_homes()?;
        self.check_containers()?;
        self.check_numbers()
    }

    fn check_phases(&self) -> Result<(), Problem> {
        let steps = [
            Step::Picks,
            Step::Placement,
            Step::Auction,
            Step::Production,
            Step::Diplomacy,
            Step::Construction,
            Step::First,
            Step::Second,
        ];
        for step in steps {
            let phase = self.phases.get(step.name());
            let phase = phase.ok_or_else(|| missing("phases", step.name()))?;
            let may_run_on = matches!(step, Step::Auction | Step::Diplomacy | Step::Construction);
            if !phase.wait && !may_run_on {
                return Err(Problem::refused(format!("the phase {} must wait", step.name()))
                    .hint("set wait: true"));
            }
        }
        if self.phases.len() != steps.len() {
            let names: Vec<_> = self.phases.keys().map(String::as_str).collect();
            let names = names.join(", ");
            return Err(Problem::refused(format!("not all of these are phases: {names}"))
                .hint(format!("the phases are: {}", steps.map(Step::name).join(", "))));
        }
        for (name, phase) in &self.phases {
            if let Some(unknown) = phase.accepts.iter().find(|kind| !KINDS.contains(&kind.as_str()))
            {
                return Err(Problem::refused(format!("there is no order {unknown}"))
                    .at(format!("phase {name}"))
                    .hint(format!("the orders are: {}", KINDS.join(", "))));
            }
        }
        Ok(())
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
                    .hint(format!("{regions} to 1000 of them are wanted")));
            }
        }
        let starts = self.set_up.iter().map(|(powers, row)| powers * row.regions.value);
        let most = starts.max().unwrap_or(0);
        if dots < most {
            return Err(Problem::refused(format!("there are {dots} chits with a dot"))
                .hint(format!("at least {most} regions begin with one")));
        }
        let soft = self.natives.westernized_below.value;
        let odd = self
            .natives
            .markers
            .iter()
            .find(|row| u32::from(row.strength) < soft || row.strength > 100 || row.plus > 2);
        match odd {
            Some(row) => Err(Problem::refused(format!(
                "a native marker cannot have strength {} and {} plus",
                row.strength, row.plus
            ))
            .hint(format!("strength {soft} to 100, plus 0 to 2"))),
            None => Ok(()),
        }
    }

    /// Homes are regions of the map, and no region is home to two powers.
    fn check_homes(&self) -> Result<(), Problem> {
        let zones = self.map.zones.iter();
        let known: BTreeSet<&str> =
            zones.flat_map(|zone| zone.regions.keys().map(String::as_str)).collect();
        let mut seen = BTreeSet::new();
        for region in self.homes.regions.values().flatten() {
            if !known.contains(region.as_str()) || !seen.insert(region) {
                return Err(
                    Problem::refused(format!("{region} is no region, or home to two")).at("homes")
                );
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), Problem> {
        let large = self.numbers().into_iter().find(|(_, number)| number.value > LARGEST);
        if let Some((name, number)) = large {
            return Err(Problem::refused(format!("{name}: {} is too much", number.value))
                .hint(format!("no number of these tables is above {LARGEST}")));
        }
        let positive = [
            ("works: engineer-part", self.works.engineer_part),
            ("natives: cavalry-part", self.natives.cavalry_part),
            ("battle: sides", self.battle.sides),
            ("battle: combine", self.battle.combine),
            ("battle: rounds", self.battle.rounds),
            ("naval: rounds", self.naval.rounds),
            ("explorer: dice", self.explorer.dice),
            ("explorer: paid-dice", self.explorer.paid_dice),
            ("points: dp-each", self.points.dp_each),
            ("diplomacy: prospect-schools", self.diplomacy.prospect_schools),
        ];
        match positive.into_iter().find(|(_, n)| !(1..=100).contains(&n.value)) {
            Some((name, number)) => {
                Err(Problem::refused(format!("{name} cannot be {}, only 1 to 100", number.value)))
            }
            None => Ok(()),
        }
    }

    /// Every number that is added up in a game, with the table where it stands.
    fn numbers(&self) -> Vec<(String, Number)> {
        let mut all = Vec::new();
        let mut put = |table: &str, numbers: &[Number]| {
            all.extend(numbers.iter().map(|number| (table.to_owned(), *number)));
        };
        for (powers, row) in &self.set_up {
            put(&format!("set-up: {powers}"), &[row.regions, row.pp, row.dp]);
        }
        for (kind, row) in &self.units {
            let numbers = [row.price, row.moves, row.limit, row.portage];
            put(&format!("units: {}", kind.word()), &numbers);
        }
        for (building, price) in &self.buildings {
            put(&format!("buildings: {}", building.word()), &[*price]);
        }
        let (fleet, works, pay) = (&self.fleet, &self.works, &self.income);
        put("fleet", &[fleet.price, fleet.moves, fleet.limit, fleet.carries]);
        put("works", &[works.develop, works.canal, works.canal_with_engineers]);
        put("works", &[works.canal_engineers]);
        put("income", &[pay.region, pay.westernized, pay.city, pay.factory, pay.zone, pay.upkeep]);
        put("income", &[pay.factory_per_resource, pay.port_per_factory, pay.port_per_port]);
        put("income", &[pay.railroad_per_neighbour, pay.dp, pay.dp_per_city, pay.dp_price]);
        put("income", &[pay.dp_bought_per_city]);
        let dp = &self.diplomacy;
        put("diplomacy", &[dp.removal, dp.westernize, dp.westernize_strength, dp.incite]);
        put("diplomacy", &[dp.bribe, dp.bribe_drm, dp.influence_drm, dp.war, dp.conquest]);
        put("diplomacy", &[dp.explorer, dp.scorch, dp.prospect, dp.notice]);
        let (land, sea, explorer) = (&self.battle, &self.naval, &self.explorer);
        put("battle", &[land.hit, land.two_hits, land.general, land.schools, land.artillery]);
        put("battle", &[land.cavalry, land.fort, land.amphibious_first, land.amphibious_second]);
        put("battle", &[land.reinforce_infantry, land.reinforce_cavalry]);
        put("battle", &[land.reinforce_artillery]);
        put("naval", &[sea.hit, sea.schools, sea.afar]);
        put("natives", &[self.natives.westernized_below, self.natives.artillery]);
        put("explorer", &[explorer.join, explorer.place, explorer.swap, explorer.lost]);
        put("explorer", &[explorer.own, explorer.other]);
        let points = &self.points;
        put("points", &[points.region, points.westernized, points.city, points.building]);
        put("points", &[points.resource, points.zone_majority, points.whole_zone]);
        let source = self.natives.source;
        let goals = self.goals.values().map(|goal| Number { source, value: goal.points });
        put("goals", &goals.collect::<Vec<_>>());
        let chits = self.chits.values.keys().map(|value| Number { source, value: *value });
        put("chits", &chits.collect::<Vec<_>>());
        all
    }
}

fn missing(table: &str, what: &str) -> Problem {
    Problem::refused(format!("the table {table} has no line {what}"))
}
