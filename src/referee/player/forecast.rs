//! What orders might achieve: they are carried out in worlds that their author cannot tell from the
//! true one, against orders that a plain computer staff gives there.
//!
//! Nothing but a view and the orders goes in, so the same view gives the same forecast, whatever is
//! true.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use crate::base::words::{capital, names};
use crate::base::{Digest, Problem};
use crate::engine::{
    Answered, AnyGame, AnySheet, Chance, Code, Due, Header, Reader, Seat, ViewDoc,
};
use crate::page::{Measure, Page, Table, Text};

/// Losses, harm and gains that a forecast shows at most.
const LONGEST: usize = 40;

/// What came of the orders in so many worlds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// How many worlds.
    pub samples: u32,
    /// How the numbers may change by which fortunes are followed, such as points.
    pub results: Vec<Range>,
    /// For each order line, what became of it.
    pub lines: Vec<LineOdds>,
    /// The same for opponents whose orders were given, by their seats.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub against: BTreeMap<Seat, Vec<LineOdds>>,
    /// What the cycle would bring the author: losses, harm and gains, the most frequent first.
    pub told: Vec<Told>,
}

/// A number, now and in the worlds that were tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Range {
    /// What is counted, and whose it is.
    pub what: String,
    /// As the report has it.
    pub now: i64,
    /// The least.
    pub least: i64,
    /// In the middle: as many worlds have less as have more.
    pub median: i64,
    /// The most.
    pub most: i64,
}

/// What became of an order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineOdds {
    /// Where it is in the order file, such as `line 21`.
    pub line: String,
    /// What it asks.
    pub order: String,
    /// Its outcomes, the most frequent first.
    pub outcomes: Vec<Odds>,
}

/// An outcome and in how many worlds it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// The outcome.
    pub code: Code,
    /// The reason that the author would read.
    pub reason: String,
    /// In so many worlds.
    pub times: u32,
}

/// Something that the cycle brings the author, and in how many worlds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What it is, as in `you lose Norway`.
    pub text: String,
    /// In so many worlds.
    pub times: u32,
}

/// Outcomes of a line that the page shows at most; the others are rare.
const MOST_OUTCOMES: usize = 4;

/// One world: the answers, and what the cycle brings the author.
struct Sample {
    answers: Vec<Answered>,
    /// Those of opponents whose orders were given.
    against: BTreeMap<Seat, Vec<Answered>>,
    told: BTreeSet<String>,
    measures: Vec<Measure>,
}

/// Orders that are tried.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Whose they are.
    pub seat: Seat,
    /// The orders.
    pub orders: AnySheet,
    /// The digest of their file, from which all luck follows.
    pub file: Digest,
    /// What opponents order who are not left to the staff, by their seats.
    pub against: BTreeMap<Seat, AnySheet>,
}

impl Plan {
    /// The orders of a file, against staff alone.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(game: &dyn AnyGame, file: &[u8]) -> Result<Self, Problem> {
        let (header, orders) = game.read(file)?;
        Ok(Self::of(header, orders, file))
    }

    /// The same of a file that was read.
    pub fn of(header: Header, orders: AnySheet, file: &[u8]) -> Self {
        Self { seat: header.seat, orders, file: Digest::of(file), against: BTreeMap::new() }
    }
}

/// The seat of an order file for an opponent, and its orders.
///
/// # Errors
/// If the file cannot be read, or is not for an opponent of the reader who is to order now.
pub fn opponent(
    game: &dyn AnyGame,
    view: &ViewDoc,
    reader: &Reader,
    file: &[u8],
) -> Result<(Seat, AnySheet), Problem> {
    let (Header { seat, .. }, orders) = game.read(file)?;
    if reader.is(&seat) {
        return Err(Problem::refused(format!("these are orders of {seat}, your own seat"))
            .hint("write `seat:` with the opponent these orders are for"));
    }
    let due = game.awaited(view)?.due;
    match due.get(&seat) {
        None => Err(Problem::refused(format!("there is no seat {seat}"))),
        Some(Due::Nothing) => Err(Problem::nothing(format!("{seat} orders nothing now"))),
        Some(Due::Required | Due::Optional) => Ok((seat, orders)),
    }
}

/// Carries a plan out in so many worlds that the view allows. `step` is called after each.
///
/// # Errors
/// If the view or the orders are not of this game.
pub fn forecast(
    game: &dyn AnyGame,
    view: &ViewDoc,
    plan: &Plan,
    samples: u32,
    step: &(dyn Fn() + Sync),
) -> Result<Forecast, Problem> {
    // What is wrong with the orders as a whole is told once, not in every world.
    game.check(view, &plan.orders)?;
    let seen = Digest::of(view.0.as_bytes());
    let world = |number: u32| {
        let luck = |what: &str| {
            let parts = [&seen.0[..], &plan.file.0, &number.to_be_bytes(), what.as_bytes()];
            Digest::tagged("adjutant/forecast/v1", &parts).0
        };
        let sample = sample(game, view, plan, &luck);
        step();
        sample
    };
    // The worlds are independent, and collected in their order.
    let made: Result<Vec<Sample>, Problem> = (0..samples).into_par_iter().map(world).collect();
    let made = made?;
    let results = ranges(&game.measures(view)?, &made);
    let all: Vec<&[Answered]> = made.iter().map(|sample| &sample.answers[..]).collect();
    let theirs = |seat: &Seat| {
        let all: Vec<&[Answered]> = made.iter().map(|sample| &sample.against[seat][..]).collect();
        (seat.clone(), lines(&all, &plan.against[seat]))
    };
    Ok(Forecast {
        samples,
        results,
        lines: lines(&all, &plan.orders),
        against: plan.against.keys().map(theirs).collect(),
        told: told(&made, samples),
    })
}

fn sample(
    game: &dyn AnyGame,
    view: &ViewDoc,
    plan: &Plan,
    luck: &dyn Fn(&str) -> [u8; 32],
) -> Result<Sample, Problem> {
    let position = game.imagine(view, &mut Chance::from_seed(luck("world")))?;
    let mut orders = BTreeMap::from([(plan.seat.clone(), plan.orders.clone())]);
    for (seat, due) in game.phase(&position)?.due {
        if seat == plan.seat || due == Due::Nothing {
            continue;
        }
        if let Some(given) = plan.against.get(&seat) {
            orders.insert(seat, given.clone());
        } else {
            let view = game.see(&position, &Reader::Seat(seat.clone()))?;
            let ideas = game.suggest(&view, &mut Chance::from_seed(luck(seat.as_str())))?;
            orders.insert(seat, ideas);
        }
    }
    let made = game.resolve(&position, &orders, &mut Chance::from_seed(luck("turn")))?;
    let reader = Reader::Seat(plan.seat.clone());
    let news = game.news(&made.record, &reader)?;
    let after = game.see(&made.position, &reader)?;
    let measures = game.measures(&after)?;
    let answers = game.answers(&made.record, &plan.seat)?;
    let theirs = |seat: &Seat| Ok((seat.clone(), game.answers(&made.record, seat)?));
    let against = plan.against.keys().map(theirs).collect::<Result<_, Problem>>()?;
    Ok(Sample {
        answers,
        against,
        told: game.fortunes(&after, &news)?.into_iter().collect(),
        measures,
    })
}

/// How each number that can be read now, and in every world, may change; those that do not change
/// anywhere are left out.
fn ranges(now: &[Measure], made: &[Sample]) -> Vec<Range> {
    let range = |measure: &Measure| {
        let same = |it: &&Measure| it.what == measure.what && it.who == measure.who;
        let value = |sample: &Sample| sample.measures.iter().find(same).map(|it| it.value);
        let mut values = made.iter().map(value).collect::<Option<Vec<i64>>>()?;
        values.sort_unstable();
        let (least, most) = (*values.first()?, *values.last()?);
        let what = format!("{} of {}", measure.what, measure.who.name);
        let (now, median) = (measure.value, values[values.len() / 2]);
        ((least, most) != (now, now)).then_some(Range { what, now, least, median, most })
    };
    now.iter().filter_map(range).collect()
}

fn lines(made: &[&[Answered]], orders: &AnySheet) -> Vec<LineOdds> {
    let Some(first) = made.first() else { return Vec::new() };
    let spots: BTreeMap<_, _> = orders.spots().into_iter().collect();
    let line = |(n, answer): (usize, &Answered)| {
        let mut counts: BTreeMap<(Code, &str), u32> = BTreeMap::new();
        for answers in made {
            let answer = &answers[n];
            *counts.entry((answer.code, answer.reason.as_str())).or_default() += 1;
        }
        let odds = |((code, reason), times): (_, u32)| {
            let reason: &str = reason;
            Odds { code, reason: reason.to_owned(), times }
        };
        let mut outcomes: Vec<Odds> = counts.into_iter().map(odds).collect();
        outcomes.sort_by_key(|odds| u32::MAX - odds.times);
        LineOdds {
            line: answer.slot.place(spots.get(&answer.slot).copied()),
            order: answer.order.clone(),
            outcomes,
        }
    };
    first.iter().enumerate().map(line).collect()
}

/// What comes in hardly any world is no forecast.
fn told(made: &[Sample], samples: u32) -> Vec<Told> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for text in made.iter().flat_map(|sample| &sample.told) {
        *counts.entry(text).or_default() += 1;
    }
    let open = |(text, times): (&str, u32)| {
        (times >= samples.div_ceil(50)).then(|| Told { text: text.to_owned(), times })
    };
    let mut told: Vec<Told> = counts.into_iter().filter_map(open).collect();
    told.sort_by_key(|told| u32::MAX - told.times);
    told.truncate(LONGEST);
    told
}

/// What may come of it, in numbers.
fn results(ranges: &[Range]) -> Table {
    let table = Table::new().caption("What may come of it").left("Number");
    let table = table.rights(["Now", "Least", "Median", "Most"]);
    table.rows(ranges.iter().map(|range| {
        let numbers = [range.now, range.least, range.median, range.most].map(|n| n.to_string());
        std::iter::once(capital(&range.what)).chain(numbers).collect::<Vec<_>>()
    }))
}

impl Forecast {
    /// The forecast as a page.
    pub fn page(&self) -> Page {
        let mut page = Page::new("Forecast").subtitle(format!(
            "your orders, tried in {} worlds that match what you see",
            self.samples
        ));
        if !self.results.is_empty() {
            page = page.table(results(&self.results));
        }
        page = page.note(self.opponents());
        if !self.told.is_empty() {
            let line = |told: &Told| {
                let often = format!("{} of {}: ", told.times, self.samples);
                Text::default().strong(often).and(told.text.clone())
            };
            page = page.heading(2, "What may happen to you").list(self.told.iter().map(line));
        }
        let vain: Vec<String> = self.lines.iter().filter_map(|line| self.vain(line)).collect();
        if !vain.is_empty() {
            page = page.list(vain);
        }
        page = if self.lines.is_empty() {
            page.note("the file has no order lines")
        } else {
            page.table(self.table("Your orders", &self.lines))
        };
        for (seat, lines) in self.against.iter().filter(|(_, lines)| !lines.is_empty()) {
            page = page.table(self.table(&format!("Orders that you gave {seat}"), lines));
        }
        page
    }

    /// Whose orders are whose idea.
    fn opponents(&self) -> String {
        let given: Vec<&str> = self.against.keys().map(Seat::as_str).collect();
        if given.is_empty() {
            return "The computer player gives your opponents' orders, anew in every world."
                .to_owned();
        }
        let given = names(given);
        format!("You gave the orders of {given}; the computer player gives those of the others.")
    }

    /// An order that fails in most worlds, and mostly why. One that waits for something may wait in
    /// vain: that is no fault of it.
    fn vain(&self, line: &LineOdds) -> Option<String> {
        let fails = |odds: &&Odds| match odds.code {
            Code::Failed | Code::Refused => true,
            Code::Done | Code::Partly | Code::Unused => false,
        };
        let times: u32 = line.outcomes.iter().filter(fails).map(|odds| odds.times).sum();
        let most = line.outcomes.iter().find(fails)?;
        let (line, samples, why) = (&line.line, self.samples, &most.reason);
        (times * 10 >= samples * 9)
            .then(|| format!("{line} fails in {times} of {samples} worlds: {why}."))
    }

    /// What became of lines.
    fn table(&self, caption: &str, lines: &[LineOdds]) -> Table {
        let mut table = Table::new().caption(caption).left("Line").left("Order");
        table = table.left("Outcome").right("Of 100").left("Why");
        for line in lines {
            for (n, odds) in line.outcomes.iter().take(MOST_OUTCOMES).enumerate() {
                let code = |words: &str| match n {
                    0 => Text::default().code(words),
                    _ => Text::default(),
                };
                let share = (odds.times * 100 + self.samples / 2) / self.samples.max(1);
                table = table.row([
                    code(&line.line),
                    code(&line.order),
                    Text::default().strong(odds.code.word()),
                    Text::plain(share.to_string()),
                    Text::plain(odds.reason.clone()),
                ]);
            }
        }
        table
    }
}
