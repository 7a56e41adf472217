//! A typed game behind the documents of [`Table`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answers::{self, add_answers, answer_all};
use super::any_game::{Document, Resolution, Table};
use super::chance::Drawn;
use super::game::Data;
use super::scenes::scenes;
use super::turn::Answers;
use super::{
    Answer, Chance, Choice, Entry, Finding, Game, Given, Header, Offer, Orders, Outcome, Phase,
    Reader, Record, Seat, Sheet, Turn, Weight, brief,
};
use crate::base::Problem;
use crate::page::{self, Page, Scene, Text};

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

/// As much of it as says what the table waits for.
#[derive(Deserialize)]
struct Awaited {
    phase: Phase,
}

/// The record and the standing orders that remain after it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Full<E, O> {
    record: Record<E>,
    standing: BTreeMap<Seat, Vec<O>>,
}

/// A game founded from its files.
pub(super) struct Founded<G: Game> {
    pub(super) game: G,
    pub(super) options: BTreeMap<String, String>,
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

    /// The sheet with the standing orders that it does not restate.
    fn restated(seen: &SeenOf<G>, mut sheet: SheetOf<G>) -> SheetOf<G> {
        if !sheet.restated {
            let kept = |(n, order): (usize, &G::Order)| Given {
                line: format!("standing[{n}]"),
                place: None,
                order: order.clone(),
            };
            sheet.standing = seen.standing.iter().enumerate().map(kept).collect();
        }
        sheet
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
        // In the order of the file; what concerns the file as a whole comes last.
        findings.sort_by_key(|finding| (finding.place.is_none(), finding.place));
        findings
    }

    /// A view from outside: a report may be anybody's work, so nothing in it is taken on trust.
    fn told(&self, seen: &Document) -> Result<SeenOf<G>, Problem> {
        let seen: SeenOf<G> = seen.read("view")?;
        if !self.game.knows(&seen.view) {
            return Err(Problem::refused("the view names what this campaign does not have")
                .hint("the report is not one that the moderator's side made"));
        }
        Ok(seen)
    }

    fn position(position: &Document) -> Result<PositionOf<G>, Problem> {
        position.read("position")
    }

    /// What each seat wrote. A file that cannot be read counts as none; who receives packets
    /// has turned it down before.
    fn written(&self, position: &PositionOf<G>, files: &BTreeMap<Seat, Vec<u8>>) -> Orders<G> {
        let sheet = |seat: Seat| {
            let seen = self.seen(position, &Reader::Seat(seat.clone()));
            let sheet = files.get(&seat).and_then(|file| Sheet::read(file).ok());
            (seat, Self::restated(&seen, sheet.unwrap_or_default()))
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
            let refused = findings.filter(|f| f.weight == Weight::Refused).map(answers::refusal);
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

    /// A choice with those of its orders that are taken in the phase and would stand alone.
    fn offered(&self, seen: &SeenOf<G>, choice: Choice<G::Order>) -> Choice<String> {
        let stands = |offer: &Offer<G::Order>| {
            let line = "orders[0]".to_owned();
            let given = Given { line, place: None, order: offer.order.clone() };
            let sheet = Self::restated(seen, Sheet { orders: vec![given], ..Sheet::default() });
            let findings = self.findings(seen, &sheet);
            !findings.iter().any(|f| f.line == sheet.orders[0].line && f.weight == Weight::Refused)
        };
        let text = |offer: Offer<G::Order>| Offer {
            order: brief::list(&[offer.order]),
            about: offer.about,
        };
        Choice {
            subject: choice.subject,
            unit: choice.unit,
            offers: choice.offers.into_iter().filter(stands).map(text).collect(),
        }
    }

    /// The page of one reader.
    fn one_page(
        &self,
        position: &PositionOf<G>,
        full: Option<&FullOf<G>>,
        reader: &Reader,
    ) -> Page {
        let told = full.map_or_else(Vec::new, |f| witnessed(&f.record, reader));
        let view = self.game.view(&position.state, reader);
        let page = self.game.page(&view, &told);
        let seats = match reader {
            Reader::Seat(seat) => vec![seat.clone()],
            Reader::Public => Vec::new(),
            Reader::Moderator => self.game.seats(),
        };
        let called = |what: &str, mine: &str, seat: &Seat| match reader {
            Reader::Moderator => format!("{what} of {seat}"),
            _ => mine.to_owned(),
        };
        let answers = |seat| full.and_then(|full| full.record.answers.get(seat));
        let page = seats.iter().fold(page, |page, seat| {
            let given = answers(seat).map_or(&[][..], Vec::as_slice);
            add_answers(page, &called("Orders", "Your orders", seat), given)
        });
        let page = seats.iter().fold(page, |page, seat| match position.standing.get(seat) {
            None => page,
            Some(standing) => page
                .heading(2, called("Standing orders", "Standing orders", seat))
                .code("yaml", brief::list(standing)),
        });
        match full {
            Some(full) if reader.sees_all() => add_draws(page, &full.record.draws),
            _ => page,
        }
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

/// Adds every draw, so that all luck can be checked.
fn add_draws(page: Page, draws: &[Drawn]) -> Page {
    if draws.is_empty() {
        return page;
    }
    let columns = page::Table::new().left("Draw").left("Values");
    let table = draws.iter().fold(columns, |table, draw| {
        let values: Vec<String> = draw.values.iter().map(u64::to_string).collect();
        table.row([Text::default().code(&draw.name), Text::plain(values.join(", "))])
    });
    page.heading(2, "Draws").table(table)
}

/// What one reader learned. Moments are counted anew, so that hidden ones leave no gap.
pub(super) fn witnessed<E: Data>(record: &Record<E>, reader: &Reader) -> Vec<Entry<E>> {
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
        let seen: Awaited = seen.read("view")?;
        Ok(seen.phase)
    }

    fn check(&self, seen: &Document, orders: &[u8]) -> Result<Vec<Finding>, Problem> {
        let seen = self.told(seen)?;
        let sheet = Self::restated(&seen, Sheet::read(orders)?);
        Ok(self.findings(&seen, &sheet))
    }

    fn examine(
        &self,
        orders: &[u8],
        see: &dyn Fn(&Header) -> Result<Document, Problem>,
    ) -> Result<(Header, Vec<Finding>), Problem> {
        let (header, sheet) = match Sheet::read_whole(orders) {
            Ok(whole) => whole,
            // What binds a file is judged before what it asks.
            Err(problem) => return see(&Header::read(orders)?).and(Err(problem)),
        };
        let seen = self.told(&see(&header)?)?;
        let sheet = Self::restated(&seen, sheet);
        Ok((header, self.findings(&seen, &sheet)))
    }

    fn resolve(
        &self,
        position: &Document,
        files: &BTreeMap<Seat, Vec<u8>>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem> {
        let before = Self::position(position)?;
        let written = self.written(&before, files);
        let (orders, mut given) = self.admit(&before, &written);
        let mut turn = Turn::begin(&self.game, before.state.clone(), chance);
        self.game.resolve(&mut turn, &orders);
        let (events, state, answered) = turn.end();
        let draws = chance.drawn().to_vec();
        for (seat, lines) in answered {
            given.entry(seat).or_default().extend(lines);
        }
        let record = Record { events, answers: answer_all::<G>(&written, given), draws };
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

    fn pages(
        &self,
        position: &Document,
        record: Option<&Document>,
        readers: &[Reader],
    ) -> Result<Vec<Page>, Problem> {
        let position = Self::position(position)?;
        let full: Option<FullOf<G>> = record.map(|r| r.read("record")).transpose()?;
        Ok(readers.iter().map(|reader| self.one_page(&position, full.as_ref(), reader)).collect())
    }

    fn scenes(
        &self,
        before: &Document,
        record: &Document,
        reader: &Reader,
    ) -> Result<Vec<Scene>, Problem> {
        let before = Self::position(before)?;
        let full: FullOf<G> = record.read("record")?;
        Ok(scenes(&self.game, before.state, &full.record, reader))
    }

    fn answers(&self, record: &Document, seat: &Seat) -> Result<Vec<Answer>, Problem> {
        let mut full: FullOf<G> = record.read("record")?;
        Ok(full.record.answers.remove(seat).unwrap_or_default())
    }

    fn imagine(&self, seen: &Document, chance: &mut Chance) -> Result<Document, Problem> {
        let seen = self.told(seen)?;
        let state = self.game.imagine(&seen.view, chance);
        let own = seen.reader.seat().filter(|_| !seen.standing.is_empty());
        let standing = own.map(|s| (s.clone(), seen.standing)).into_iter().collect();
        Ok(Document::of(&PositionOf::<G> { state, standing }))
    }

    fn suggest(&self, seen: &Document, chance: &mut Chance) -> Result<String, Problem> {
        let seen = self.told(seen)?;
        let mut orders = self.game.suggest(&seen.view, chance);
        // A staff thinks of the whole turn; the cycle may cover only a part of it.
        orders.retain(|order| seen.phase.accepts.contains(&kind(order)));
        Ok(brief::list(&orders))
    }

    fn choices(&self, seen: &Document) -> Result<Vec<Choice<String>>, Problem> {
        let seen = self.told(seen)?;
        let choices = self.game.choices(&seen.view).into_iter();
        let offered = choices.map(|choice| self.offered(&seen, choice));
        Ok(offered.filter(|choice| choice.unit || !choice.offers.is_empty()).collect())
    }

    fn standing(&self, seen: &Document) -> Result<String, Problem> {
        let seen = self.told(seen)?;
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
