//! A game seen from outside its folder: documents in, documents out.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::game::Data;
use super::turn::Answers;
use super::{
    Answer, Chance, Code, Entry, Finding, Game, Given, Orders, Outcome, Phase, Reader, Record,
    Seat, Sheet, Turn, Weight, brief, options,
};
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, canonical};
use crate::page::{Page, Table as Grid, Text};

/// A value in the canonical encoding: JSON with sorted keys and integers only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Document(pub String);

impl Document {
    fn of<T: Serialize>(value: &T) -> Self {
        Self(canonical::encode(value))
    }

    fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, Problem> {
        serde_json::from_str(&self.0)
            .map_err(|e| Problem::refused(format!("this is no {what} of this game: {e}")))
    }
}

/// The files of a turn format that are shipped inside the program.
#[derive(Debug)]
pub struct Shipped {
    /// The text of `format.yaml`.
    pub format: &'static str,
    /// Name and text of each scenario; the first is the demonstration.
    pub scenarios: &'static [(&'static str, &'static str)],
}

/// A game on the shelf.
pub trait AnyGame: Sync {
    /// The name of its turn format.
    fn name(&self) -> &'static str;

    /// The files that come with the program.
    fn shipped(&self) -> &Shipped;

    /// The switches of a format file: name, default, values, what it decides.
    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem>;

    /// The game of these files and options, checked whole.
    fn table(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn Table>, Problem>;
}

/// What a cycle made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// Events, answers, draws and the standing orders that remain.
    pub record: Document,
    /// The position after it.
    pub position: Document,
}

/// A game founded from its files, its documents typed only inside.
pub trait Table {
    /// The seats, in the order in which they are always listed.
    fn seats(&self) -> Vec<Seat>;
    /// The value of every option.
    fn options(&self) -> &BTreeMap<String, String>;
    /// The position before the first cycle.
    fn setup(&self, chance: &mut Chance) -> Document;
    /// What the table waits for in this position.
    fn phase(&self, position: &Document) -> Result<Phase, Problem>;
    /// What a reader may know of this position.
    fn see(&self, position: &Document, reader: &Reader) -> Result<Document, Problem>;
    /// What the table waits for, by what a reader has been told.
    fn awaited(&self, seen: &Document) -> Result<Phase, Problem>;
    /// What is wrong or odd in an order file, by what its author has been told.
    fn check(&self, seen: &Document, orders: &[u8]) -> Result<Vec<Finding>, Problem>;
    /// Carries out a cycle. Seats without a file get the game's defaults.
    fn resolve(
        &self,
        position: &Document,
        files: &BTreeMap<Seat, Vec<u8>>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem>;
    /// The position that a record leads to.
    fn replay(&self, position: &Document, record: &Document) -> Result<Document, Problem>;
    /// The position that one event leads to.
    fn apply(&self, position: &Document, event: &Document) -> Result<Document, Problem>;
    /// The situation, the story of the cycle that led to it, and the answers to the reader's
    /// orders.
    fn page(
        &self,
        position: &Document,
        record: Option<&Document>,
        reader: &Reader,
    ) -> Result<Page, Problem>;
    /// A position that a view allows.
    fn imagine(&self, seen: &Document, chance: &mut Chance) -> Result<Document, Problem>;
    /// The `orders:` list of a plain computer player, as YAML.
    fn suggest(&self, seen: &Document, chance: &mut Chance) -> Result<String, Problem>;
    /// The standing orders in force for the reader of a view, as a YAML list.
    fn standing(&self, seen: &Document) -> Result<String, Problem>;
    /// How the game ended, if it did.
    fn outcome(&self, position: &Document) -> Result<Option<Outcome>, Problem>;
}

/// The bridge from a typed game to the shelf.
pub struct Bridge<G> {
    shipped: Shipped,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Bridge<G> {
    /// Puts a game with its files on the shelf.
    pub const fn new(shipped: Shipped) -> Self {
        Self { shipped, game: PhantomData }
    }
}

impl<G: Game> AnyGame for Bridge<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn shipped(&self) -> &Shipped {
        &self.shipped
    }

    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem> {
        let format: G::Format = yaml::read(format, Origin::House)?;
        Ok(G::options(&format).clone())
    }

    fn table(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn Table>, Problem> {
        let format: G::Format =
            yaml::read(format, Origin::House).map_err(|p| p.at("format.yaml"))?;
        let scenario: G::Scenario =
            yaml::read(scenario, Origin::House).map_err(|p| p.at("scenario.yaml"))?;
        let options = options::settle(G::options(&format), given)?;
        let game = G::found(format, scenario, &options)?;
        Ok(Box::new(Founded { game, options }))
    }
}

/// The state of the game and what the engine keeps beside it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position<S, O> {
    state: S,
    standing: BTreeMap<Seat, Vec<O>>,
}

/// What a reader has been told: the document that his report carries.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen<V, O> {
    reader: Reader,
    phase: Phase,
    view: V,
    standing: Vec<O>,
}

/// The record and the standing orders that remain after it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Full<E, O> {
    record: Record<E>,
    standing: BTreeMap<Seat, Vec<O>>,
}

/// A game founded from its files.
struct Founded<G: Game> {
    game: G,
    options: BTreeMap<String, String>,
}

type PositionOf<G> = Position<<G as Game>::State, <G as Game>::Order>;
type SeenOf<G> = Seen<<G as Game>::View, <G as Game>::Order>;
type FullOf<G> = Full<<G as Game>::Event, <G as Game>::Order>;
type SheetOf<G> = Sheet<<G as Game>::Order, <G as Game>::Condition>;

impl<G: Game> Founded<G> {
    fn seen(&self, position: &PositionOf<G>, reader: &Reader) -> SeenOf<G> {
        let standing = reader.seat().and_then(|s| position.standing.get(s)).cloned();
        Seen {
            reader: reader.clone(),
            phase: self.game.phase(&position.state),
            view: self.game.view(&position.state, reader),
            standing: standing.unwrap_or_default(),
        }
    }

    /// The sheet of a file, with the standing orders that it does not restate.
    fn sheet(seen: &SeenOf<G>, bytes: Option<&Vec<u8>>) -> Result<SheetOf<G>, Problem> {
        let mut sheet = bytes.map_or_else(|| Ok(Sheet::default()), |b| Sheet::read(b))?;
        if !sheet.restated {
            let kept = |(n, order): (usize, &G::Order)| Given {
                line: format!("standing[{n}]"),
                place: None,
                order: order.clone(),
            };
            sheet.standing = seen.standing.iter().enumerate().map(kept).collect();
        }
        Ok(sheet)
    }

    fn findings(&self, seen: &SeenOf<G>, sheet: &SheetOf<G>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for given in sheet.given() {
            let kind = kind(&given.order);
            let standing = given.line.starts_with("standing");
            if !standing && !seen.phase.accepts.contains(&kind) {
                findings.push(unaccepted(given, &kind, &seen.phase));
            }
        }
        findings.extend(self.game.check(&seen.view, sheet));
        findings
    }

    fn position(position: &Document) -> Result<PositionOf<G>, Problem> {
        position.read("position")
    }

    /// What each seat wrote. A file that cannot be read counts as none; who receives packets
    /// has turned it down before.
    fn written(&self, position: &PositionOf<G>, files: &BTreeMap<Seat, Vec<u8>>) -> Orders<G> {
        let sheet = |seat: Seat| {
            let seen = self.seen(position, &Reader::Seat(seat.clone()));
            let read = Self::sheet(&seen, files.get(&seat));
            let sheet = read.or_else(|_| Self::sheet(&seen, None)).unwrap_or_default();
            (seat, sheet)
        };
        self.game.seats().into_iter().map(sheet).collect()
    }

    /// The orders that pass the check, and the answers to those that do not.
    fn admit(&self, position: &PositionOf<G>, written: &Orders<G>) -> (Orders<G>, Answers) {
        let mut orders = written.clone();
        let mut answers = Answers::new();
        for (seat, sheet) in &mut orders {
            let seen = self.seen(position, &Reader::Seat(seat.clone()));
            let findings = self.findings(&seen, sheet).into_iter();
            let refused = findings.filter(|f| f.weight == Weight::Refused).map(refusal);
            // The first finding about a line is the one that its author reads.
            let refused: BTreeMap<_, _> = refused
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .map(|a| (a.line.clone(), a))
                .collect();
            sheet.retain(|line| !refused.contains_key(line));
            answers.insert(seat.clone(), refused);
        }
        (orders, answers)
    }
}

/// The name of an order's kind: its tag.
fn kind<O: Data>(order: &O) -> String {
    match serde_json::to_value(order).expect("orders are plain data") {
        serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

fn unaccepted<O>(given: &Given<O>, kind: &str, phase: &Phase) -> Finding {
    let accepted: Vec<_> = phase.accepts.iter().map(String::as_str).collect();
    Finding {
        line: given.line.clone(),
        place: given.place,
        weight: Weight::Refused,
        rule: None,
        what: format!("the {} phase takes no {kind}", phase.name),
        hint: Some(format!("it takes: {}", accepted.join(", "))),
    }
}

fn refusal(finding: Finding) -> Answer {
    let reason = match finding.hint {
        Some(hint) => format!("{} ({hint})", finding.what),
        None => finding.what,
    };
    Answer {
        line: finding.line,
        order: String::new(),
        code: Code::Refused,
        rule: finding.rule,
        reason,
    }
}

/// What one reader learned. Moments are counted anew, so that hidden ones leave no gap.
fn witnessed<E: Data>(record: &Record<E>, reader: &Reader) -> Vec<Entry<E>> {
    let mut told: Vec<Entry<E>> = Vec::new();
    let mut last = None;
    let mut moment = 0;
    for entry in record.events.iter().filter(|e| e.audience.includes(reader)) {
        if last.is_some_and(|l| l != entry.moment) {
            moment += 1;
        }
        last = Some(entry.moment);
        told.push(Entry { moment, ..entry.clone() });
    }
    told
}

impl<G: Game> Table for Founded<G> {
    fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    fn setup(&self, chance: &mut Chance) -> Document {
        let state = self.game.setup(chance);
        Document::of(&Position::<G::State, G::Order> { state, standing: BTreeMap::new() })
    }

    fn phase(&self, position: &Document) -> Result<Phase, Problem> {
        Ok(self.game.phase(&Self::position(position)?.state))
    }

    fn see(&self, position: &Document, reader: &Reader) -> Result<Document, Problem> {
        Ok(Document::of(&self.seen(&Self::position(position)?, reader)))
    }

    fn awaited(&self, seen: &Document) -> Result<Phase, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        Ok(seen.phase)
    }

    fn check(&self, seen: &Document, orders: &[u8]) -> Result<Vec<Finding>, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        let sheet = Self::sheet(&seen, Some(&orders.to_vec()))?;
        Ok(self.findings(&seen, &sheet))
    }

    fn resolve(
        &self,
        position: &Document,
        files: &BTreeMap<Seat, Vec<u8>>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem> {
        let before = Self::position(position)?;
        let written = self.written(&before, files);
        let (orders, mut answers) = self.admit(&before, &written);
        let mut turn = Turn::begin(&self.game, before.state.clone(), chance);
        self.game.resolve(&mut turn, &orders);
        let (events, state, answered) = turn.end();
        let draws = chance.drawn().to_vec();
        for (seat, lines) in answered {
            answers.entry(seat).or_default().extend(lines);
        }
        let record = Record { events, answers: answer_all::<G>(&written, answers), draws };
        let mut after = before.state;
        record.events.iter().for_each(|e| self.game.apply(&mut after, &e.event));
        assert!(after == state, "the record of this cycle does not lead to its state");
        let standing = remaining::<G>(&orders);
        let record = Document::of(&Full { record, standing: standing.clone() });
        Ok(Resolution { record, position: Document::of(&Position { state, standing }) })
    }

    fn replay(&self, position: &Document, record: &Document) -> Result<Document, Problem> {
        let mut position = Self::position(position)?;
        let full: FullOf<G> = record.read("record")?;
        for entry in &full.record.events {
            self.game.apply(&mut position.state, &entry.event);
        }
        position.standing = full.standing;
        Ok(Document::of(&position))
    }

    fn apply(&self, position: &Document, event: &Document) -> Result<Document, Problem> {
        let mut position = Self::position(position)?;
        let event: G::Event = event.read("event")?;
        self.game.apply(&mut position.state, &event);
        Ok(Document::of(&position))
    }

    fn page(
        &self,
        position: &Document,
        record: Option<&Document>,
        reader: &Reader,
    ) -> Result<Page, Problem> {
        let position = Self::position(position)?;
        let full: Option<FullOf<G>> = record.map(|r| r.read("record")).transpose()?;
        let told = full.as_ref().map_or_else(Vec::new, |f| witnessed(&f.record, reader));
        let view = self.game.view(&position.state, reader);
        let mut page = self.game.page(&view, &told);
        if let (Some(seat), Some(full)) = (reader.seat(), &full) {
            page = answers(page, full.record.answers.get(seat).map_or(&[], Vec::as_slice));
        }
        if let Some(standing) = reader.seat().and_then(|seat| position.standing.get(seat)) {
            page = page.heading(2, "Standing orders").code("yaml", brief::list(standing));
        }
        Ok(page)
    }

    fn imagine(&self, seen: &Document, chance: &mut Chance) -> Result<Document, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        let state = self.game.imagine(&seen.view, chance);
        let own = seen.reader.seat().filter(|_| !seen.standing.is_empty());
        let standing = own.map(|s| (s.clone(), seen.standing)).into_iter().collect();
        Ok(Document::of(&PositionOf::<G> { state, standing }))
    }

    fn suggest(&self, seen: &Document, chance: &mut Chance) -> Result<String, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        let mut orders = self.game.suggest(&seen.view, chance);
        // A staff thinks of the whole turn; the cycle may cover only a part of it.
        orders.retain(|order| seen.phase.accepts.contains(&kind(order)));
        Ok(brief::list(&orders))
    }

    fn standing(&self, seen: &Document) -> Result<String, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        Ok(brief::list(&seen.standing))
    }

    fn outcome(&self, position: &Document) -> Result<Option<Outcome>, Problem> {
        Ok(self.game.outcome(&Self::position(position)?.state))
    }
}

/// The standing orders that are kept for the next cycle.
fn remaining<G: Game>(orders: &Orders<G>) -> BTreeMap<Seat, Vec<G::Order>> {
    let kept = |sheet: &SheetOf<G>| sheet.standing.iter().map(|g| g.order.clone()).collect();
    orders
        .iter()
        .map(|(seat, sheet)| (seat.clone(), kept(sheet)))
        .filter(|(_, list): &(Seat, Vec<G::Order>)| !list.is_empty())
        .collect()
}

/// One answer for each line that was written, in the order of the file. Lines nobody answered
/// had no occasion.
fn answer_all<G: Game>(written: &Orders<G>, mut answers: Answers) -> BTreeMap<Seat, Vec<Answer>> {
    let mut all = BTreeMap::new();
    for (seat, sheet) in written {
        let mut given = answers.remove(seat).unwrap_or_default();
        let text: BTreeMap<&str, String> =
            sheet.given().map(|g| (g.line.as_str(), brief::line(&g.order))).collect();
        let mut list = Vec::new();
        for line in sheet.lines() {
            let inner = format!("{line}.");
            let served =
                given.iter().any(|(l, a)| l.starts_with(&inner) && a.code != Code::Refused);
            let mut answer = given.remove(&line).unwrap_or_else(|| unanswered(&line, served));
            answer.order = text.get(line.as_str()).cloned().unwrap_or_default();
            list.push(answer);
        }
        assert!(given.is_empty(), "lines were answered that {seat} did not write: {given:?}");
        all.insert(seat.clone(), list);
    }
    all
}

fn unanswered(line: &str, served: bool) -> Answer {
    let (code, reason) = if served {
        (Code::Done, "it decided which of its orders were in force")
    } else {
        (Code::Unused, "its occasion did not come")
    };
    let (line, reason) = (line.to_owned(), reason.to_owned());
    Answer { line, order: String::new(), code, rule: None, reason }
}

/// Adds what became of each order line.
fn answers(page: Page, answers: &[Answer]) -> Page {
    if answers.is_empty() {
        return page;
    }
    let columns = Grid::new().left("Line").left("Order").left("Outcome").left("Why");
    let table = answers.iter().fold(columns, |table, answer| {
        let why = Text::plain(answer.reason.clone());
        let why = match &answer.rule {
            Some(rule) => why.and(" ").rule(rule.id()),
            None => why,
        };
        let [line, order] = [&answer.line, &answer.order].map(|t| Text::plain("").code(t));
        table.row([line, order, Text::plain("").strong(answer.code.word()), why])
    });
    page.heading(2, "Your orders").table(table)
}
