//! A game as a test plays it: from any state, with order files as players write them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::base::{Digest, Problem, canonical};
use crate::engine::{
    Agenda, AnyGame, AnySheet, Chance, Code, GameKind, Position, Reader, RecordDoc, Remark, Seat,
    ViewDoc,
};
use crate::page::Page;

/// A table at which one game is played.
pub struct Table {
    game: Box<dyn AnyGame>,
    position: Position,
    cycle: u32,
}

/// What came of a cycle.
#[derive(Debug)]
pub struct Turned {
    /// What became of every line, by seat, in the order of the file.
    pub answers: BTreeMap<Seat, Vec<Answer>>,
    /// What happened, each event in the game's own form.
    pub events: Vec<Value>,
    /// How the game ended, if it did.
    pub outcome: Option<String>,
    record: RecordDoc,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What became of it.
    pub code: Code,
    /// The rule that decided.
    pub rule: Option<String>,
    /// Why, in words.
    pub reason: String,
}

impl Table {
    /// The game with its first scenario and every option at its default.
    ///
    /// # Errors
    /// What in its files does not fit.
    pub fn new(kind: &dyn GameKind) -> Result<Self, Problem> {
        let (name, _) = kind.shipped().scenarios[0];
        Self::laid(kind, name, &[])
    }

    /// The game with one of its scenarios, and options.
    ///
    /// # Errors
    /// If there is no such scenario or option, or what in the files does not fit.
    pub fn laid(
        kind: &dyn GameKind,
        scenario: &str,
        options: &[(&str, &str)],
    ) -> Result<Self, Problem> {
        let shipped = kind.shipped();
        let found = shipped.scenarios.iter().find(|(name, _)| *name == scenario);
        let (_, map) =
            found.ok_or_else(|| Problem::usage(format!("there is no scenario {scenario}")))?;
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let options = options.iter().map(owned).collect();
        let game = kind.found(shipped.format.as_bytes(), map.as_bytes(), &options)?;
        let position = game.setup(&mut Chance::from_seed([0; 32]));
        Ok(Self { game, position, cycle: 0 })
    }

    /// Puts everything as it is in a state of the game's own type.
    pub fn set<S: Serialize>(&mut self, state: &S) {
        let whole = json!({"state": canonical::value(state), "standing": {}});
        self.position = Position(canonical::encode(&whole));
    }

    /// All that is true, as the game's own type.
    ///
    /// # Errors
    /// If it is another type.
    pub fn state<S: DeserializeOwned>(&self) -> Result<S, Problem> {
        let other = |error| Problem::refused(format!("the state is of another type: {error}"));
        let mut whole: Value = serde_json::from_str(&self.position.0).map_err(other)?;
        serde_json::from_value(whole["state"].take()).map_err(other)
    }

    /// The seats.
    pub fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    /// The phase that the table waits in.
    ///
    /// # Errors
    /// If the state is none of the game's.
    pub fn phase(&self) -> Result<String, Problem> {
        Ok(self.game.phase(&self.position)?.name)
    }

    /// What a check says of a list of orders, line for line: refusals and warnings, in words.
    ///
    /// # Errors
    /// If the list cannot be read.
    pub fn check(&self, seat: &Seat, orders: &str) -> Result<Vec<String>, Problem> {
        let seen = self.seen(&Reader::Seat(seat.clone()))?;
        let remarks = self.found(&seen, seat, orders)?;
        Ok(remarks.into_iter().map(|remark| remark.what).collect())
    }

    /// What a reader sees, for a test that changes it before something is [told](Self::told) or [found](Self::found) of it.
    ///
    /// # Errors
    /// If the state is none of the game's.
    pub fn seen(&self, reader: &Reader) -> Result<Value, Problem> {
        let seen = self.game.see(&self.position, reader)?;
        serde_json::from_str(&seen.0)
            .map_err(|error| Problem::refused(format!("the view is none: {error}")))
    }

    /// What a report says of what is seen.
    ///
    /// # Errors
    /// If it is no view of the game.
    pub fn told(&self, seen: &Value) -> Result<(Page, Agenda), Problem> {
        self.game.told(&ViewDoc(seen.to_string()), None)
    }

    /// What a check says of a list of orders by what is seen.
    ///
    /// # Errors
    /// If it is no view of the game, or the list cannot be read.
    pub fn found(&self, seen: &Value, seat: &Seat, orders: &str) -> Result<Vec<Remark>, Problem> {
        self.game.check(&ViewDoc(seen.to_string()), &read(&*self.game, seat, orders)?)
    }

    /// What the staff would order, as a list.
    ///
    /// # Errors
    /// If the state is none of the game's.
    pub fn suggest(&self, seat: &Seat, seed: u64) -> Result<String, Problem> {
        let seen = self.game.see(&self.position, &Reader::Seat(seat.clone()))?;
        let ideas = self.game.suggest(&seen, &mut self.chance(seed))?;
        self.game.list(&ideas)
    }

    /// Carries out a cycle with these lists of orders, each as it stands behind `orders:` in an order file.
    ///
    /// # Errors
    /// If a list cannot be read, or there is no such seat.
    pub fn resolve(&mut self, orders: &[(&str, &str)]) -> Result<Turned, Problem> {
        let sheet = |(seat, orders): &(&str, &str)| {
            let seat: Seat = seat.parse()?;
            let sheet = read(&*self.game, &seat, orders)?;
            Ok((seat, sheet))
        };
        let orders: BTreeMap<Seat, AnySheet> =
            orders.iter().map(sheet).collect::<Result<_, Problem>>()?;
        let mut chance = self.chance(0);
        let made = self.game.resolve(&self.position, &orders, &mut chance)?;
        (self.position, self.cycle) = (made.position, self.cycle + 1);
        self.turned(made.record)
    }

    fn turned(&self, record: RecordDoc) -> Result<Turned, Problem> {
        let mut answers = BTreeMap::new();
        for seat in self.game.seats() {
            let answered = self.game.answers(&record, &seat)?.into_iter();
            let answer = |it: crate::engine::Answered| Answer {
                code: it.code,
                rule: it.rule.map(|rule| rule.id().to_owned()),
                reason: it.reason,
            };
            answers.insert(seat, answered.map(answer).collect());
        }
        let value: Value = serde_json::from_str(&record.0)
            .map_err(|error| Problem::refused(format!("the record is none: {error}")))?;
        let events = value["events"].as_array().into_iter().flatten();
        let events = events.map(|recorded| recorded["event"].clone()).collect();
        let outcome = self.game.outcome(&self.position)?.map(|outcome| outcome.text);
        Ok(Turned { answers, events, outcome, record })
    }

    fn chance(&self, seed: u64) -> Chance {
        Chance::from_seed(Digest::of(format!("{seed}/{}", self.cycle).as_bytes()).0)
    }
}

/// What a seat orders with this list.
pub(super) fn read(game: &dyn AnyGame, seat: &Seat, orders: &str) -> Result<AnySheet, Problem> {
    let orders = if orders.trim().is_empty() { "[]" } else { orders };
    let between = if orders.trim_start().starts_with('-') { "\n" } else { " " };
    let head = "0".repeat(64);
    let file = format!(
        "campaign: table#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1table\n\
         head: \"{head}\"\norders:{between}{orders}\n"
    );
    Ok(game.read(file.as_bytes())?.1)
}

impl Turned {
    /// The record of the cycle, as the program keeps it.
    pub fn record(&self) -> &str {
        &self.record.0
    }
}
