//! Mechad: starship duels in 32 impulses, plotted in advance, up to the convoy raid HS-25.
//!
//! The rules are in `docs/rules/mechad.md`. This file wires them to the contract; what
//! seats see, may order and are told is wired in `sight`, `orders` and `telling`.

pub mod account;
pub mod aim;
pub mod aims;
pub mod apply;
pub mod armory;
mod arms;
pub mod atlas;
mod awaits;
pub mod barrage;
mod bill;
mod breaks;
pub mod brief;
mod cannon;
pub mod changes;
pub mod check;
pub mod choices;
pub mod classes;
mod edges;
pub mod energy;
pub mod events;
mod examples;
mod foes;
pub mod force;
pub mod format;
pub mod fortunes;
mod hitches;
mod idle;
pub mod impulses;
mod livery;
pub mod losses;
mod market;
mod mine;
pub mod motion;
pub mod names;
pub mod order;
pub mod orders;
pub mod outlook;
pub mod page;
pub mod parts;
pub mod plan;
pub mod points;
mod protection;
pub mod ranges;
pub mod reach;
pub mod reasons;
pub mod resolve;
pub mod retold;
pub mod rules;
pub mod said;
pub mod scenario;
pub mod sheets;
pub mod short;
pub mod sight;
pub mod staff;
pub mod state;
mod stores;
mod takes;
pub mod telling;
mod threats;
pub mod units;
mod wants;
pub mod whereabouts;

use crate::base::Problem;
use crate::engine::board::Board;
use crate::engine::format::options::typed;
use crate::engine::format::phase::check_phases;
use crate::engine::shelf::bridge::Bridge;
use crate::engine::{
    Chance, Chosen, Due, Founded, Names, Outcome, Phase, Rules, Seat, Shipped, Tables, Turn,
};

use events::Event;
use format::{Format, Switches};
use names::{BUILT, Hx, MISSILES, Missile, Ship};
use order::Order;
use scenario::{Scenario, Victory};
use state::{Finale, State, Status, Step, Unit};

/// The game with the files that come with the program.
pub const SHELF: Bridge<Mechad> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/mechad/format.yaml"),
    scenarios: &[
        ("hs-25", include_str!("../../../turn-formats/mechad/scenarios/hs-25.yaml")),
        ("hs-25-two", include_str!("../../../turn-formats/mechad/scenarios/hs-25-two.yaml")),
        ("hs-25-clydon", include_str!("../../../turn-formats/mechad/scenarios/hs-25-clydon.yaml")),
        ("hs-25-choice", include_str!("../../../turn-formats/mechad/scenarios/hs-25-choice.yaml")),
        ("hs-25-four", include_str!("../../../turn-formats/mechad/scenarios/hs-25-four.yaml")),
        (
            "hs-25-cruisers",
            include_str!("../../../turn-formats/mechad/scenarios/hs-25-cruisers.yaml"),
        ),
        ("duel", include_str!("../../../turn-formats/mechad/scenarios/duel.yaml")),
        ("squadrons", include_str!("../../../turn-formats/mechad/scenarios/squadrons.yaml")),
        ("fighters", include_str!("../../../turn-formats/mechad/scenarios/fighters.yaml")),
        ("tournament", include_str!("../../../turn-formats/mechad/scenarios/tournament.yaml")),
        ("great-fleets", include_str!("../../../turn-formats/mechad/scenarios/great-fleets.yaml")),
        ("surprise", include_str!("../../../turn-formats/mechad/scenarios/surprise.yaml")),
        ("nebula", include_str!("../../../turn-formats/mechad/scenarios/nebula.yaml")),
    ],
    rules: include_str!("../../../docs/rules/mechad.md"),
})
.with_tables(include_str!("../../../turn-formats/mechad/format.json"));

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct Mechad {
    format: Tables<Format>,
    scenario: Scenario,
    switches: Switches,
}

/// The phases of the turn format: the table waits in each.
const PHASES: [&str; 3] = ["setup", "allocation", "impulses"];

impl Rules for Mechad {
    const NAME: &'static str = "mechad";
    const EDITION: u32 = 2;
    const ROOM: usize = 32 * 1024;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let sound = check_phases::<Order>(&format.phases, &PHASES, &PHASES);
        let sound = sound.and_then(|()| format.check());
        sound.map_err(|p| p.at("format.yaml"))?;
        scenario.check(&format).map_err(|p| p.at("scenario.yaml"))?;
        let builders = scenario.sides.iter().filter(|(_, row)| row.force.is_some());
        let built = builders.flat_map(|(side, _)| (1..=BUILT).map(|n| Ship::built(side, n)));
        let ships = scenario.ships.keys().cloned().chain(built);
        let ships: Vec<Ship> = ships.collect();
        let bugs: Vec<Ship> = ships.iter().map(Ship::bug).collect();
        let places = scenario.map().places().into_iter().map(Hx);
        let names = Names::default()
            .with("Hx", "hex", &rules::FLOATING, places)
            .with("Ship", "ship", None, ships.into_iter().chain(bugs))
            .with("Missile", "missile", &rules::DRONE, (1..=MISSILES).map(Missile::numbered))
            .with("Class", "class", None, format.classes.keys())
            .with("Side", "side", None, scenario.sides.keys());
        let switches = typed(options)?;
        let game = Self { format, scenario, switches };
        for (side, row) in &game.scenario.sides {
            if let Some(force) = &row.force {
                game.force(side, &force.default).map_err(|(rule, reason)| {
                    let what = reason.words(&game).line();
                    Problem::refused(format!("the force of {side}: {what} [{rule}]"))
                })?;
            }
        }
        Ok((game, names))
    }

    fn seats(&self) -> Vec<Seat> {
        let sides = self.scenario.sides.iter().filter(|(_, row)| row.seat);
        sides.map(|(side, _)| side.seat()).collect()
    }

    fn setup(&self, chance: &mut Chance) -> State {
        resolve::setup::beginning(self, chance)
    }

    fn phase(&self, state: &State) -> Phase {
        let (covers, due): (&[&str], Due) = match state.open.step {
            Step::Setup => (&["setup"], Due::Optional),
            Step::Allocation => (&["allocation"], Due::Required),
            Step::Impulses => (&["impulses"], Due::Required),
            Step::Over => (&["over"], Due::Nothing),
        };
        // Who has no ship on the map or in a bay has nothing to order.
        let fights = |seat: &Seat| {
            let own = |unit: &Unit| unit.side.as_str() == seat.as_str();
            let there = |unit: &Unit| matches!(unit.status, Status::Here | Status::Aboard(_));
            state.open.units.values().any(|unit| own(unit) && there(unit))
        };
        let setup = state.open.step == Step::Setup;
        let owes = |seat: &Seat| if setup || fights(seat) { due } else { Due::Nothing };
        let due = self.seats().into_iter().map(|seat| (seat.clone(), owes(&seat))).collect();
        Phase::through(&self.format.phases, covers, state.open.turn, due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::cycle(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::apply(self, state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let finale = state.open.finale.as_ref()?;
        let seated = |side: &&names::Side| self.scenario.sides[*side].seat;
        let winners = finale.winners.iter().filter(seated).map(names::Side::seat).collect();
        Some(Outcome { winners, text: self.verdict(finale) })
    }
}

impl Mechad {
    /// The squadrons that come to the rescue: which, at which total of dice, and who (md81).
    pub fn squadrons(&self) -> Vec<(u32, u32, Vec<String>)> {
        let numbers = &self.format.numbers;
        let due = (1..).zip([numbers.first_rescue.value, numbers.second_rescue.value]);
        let due = due.map(|(number, total)| (number, total, self.scenario.squadron(number)));
        due.filter(|(.., who)| !who.is_empty()).collect()
    }

    /// How the battle ended, in a sentence (md70, md86 to md88).
    pub fn verdict(&self, finale: &Finale) -> String {
        let names: Vec<String> = finale.winners.iter().map(|side| self.title(side)).collect();
        let who = match (names.len(), self.scenario.victory) {
            (0, Victory::Standard) => "the battle is drawn".to_owned(),
            (0, Victory::Wager) => "nobody wins".to_owned(),
            (1, _) => format!("{} wins", names[0]),
            _ => format!("{} win", crate::base::words::names(&names)),
        };
        let mut scores: Vec<String> = finale
            .scores
            .iter()
            .map(|(side, score)| {
                let level = score.level.map(|level| format!(", {level}")).unwrap_or_default();
                format!("{} {} points{level}", self.title(side), score.points)
            })
            .collect();
        if let Some(rescue) = &finale.rescue {
            let level = rescue.level.map(|level| format!(", {level}")).unwrap_or_default();
            scores.push(format!("rescuers {} points{level}", rescue.points));
        }
        format!("{who} ({})", scores.join("; "))
    }
}
