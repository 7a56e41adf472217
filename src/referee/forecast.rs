//! What orders might bring: they are carried out in worlds that their author cannot tell from the
//! true one, against orders that a plain computer staff gives there.
//!
//! Nothing but a view and the orders goes in, so the same view gives the same forecast, whatever is
//! true.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use crate::base::{Digest, Problem};
use crate::engine::{Answer, Chance, Code, Document, Due, Header, Reader, Seat, Table};
use crate::page::{Block, Page, Span, Text};

/// Lines of the story that a forecast shows at most.
const LONGEST: usize = 40;

/// What came of the orders in so many worlds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// How many worlds.
    pub samples: u32,
    /// For each order line, what became of it.
    pub lines: Vec<LineOdds>,
    /// What the author would read of the cycle in some worlds, the most frequent first.
    pub told: Vec<Told>,
}

/// What became of an order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineOdds {
    /// Where it stands, such as `orders[2]`.
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

/// A line of the story and in how many worlds it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What is told.
    pub text: String,
    /// In so many worlds.
    pub times: u32,
}

/// Outcomes of a line that the page shows at most; the others are rare.
const MOST_OUTCOMES: usize = 4;

/// One world: the answers, and what is told of the cycle.
struct Sample {
    answers: Vec<Answer>,
    told: BTreeSet<String>,
}

/// Carries the orders out in so many worlds that the view allows. `step` is called after each.
///
/// # Errors
/// If the orders cannot be read, or the view is not one of this game.
pub fn forecast(
    table: &dyn Table,
    seen: &Document,
    orders: &[u8],
    samples: u32,
    step: &(dyn Fn() + Sync),
) -> Result<Forecast, Problem> {
    let header = Header::read(orders)?;
    // What is wrong with the orders as a whole is told once, not in every world.
    table.check(seen, orders)?;
    let digests = [seen.0.as_bytes(), orders].map(Digest::of);
    let world = |number: u32| {
        let luck = |what: &str| {
            let parts = [&digests[0].0[..], &digests[1].0, &number.to_be_bytes(), what.as_bytes()];
            Digest::tagged("adjutant/forecast/v1", &parts).0
        };
        let sample = sample(table, seen, (&header.seat, orders), &luck);
        step();
        sample
    };
    // The worlds are independent, and collected in their order.
    let samples_made: Result<Vec<Sample>, Problem> =
        (0..samples).into_par_iter().map(world).collect();
    let made = samples_made?;
    Ok(Forecast { samples, lines: lines(&made), told: told(&made, samples) })
}

fn sample(
    table: &dyn Table,
    seen: &Document,
    (author, orders): (&Seat, &[u8]),
    luck: &dyn Fn(&str) -> [u8; 32],
) -> Result<Sample, Problem> {
    let position = table.imagine(seen, &mut Chance::from_seed(luck("world")))?;
    let mut files = BTreeMap::from([(author.clone(), orders.to_vec())]);
    for (seat, due) in table.phase(&position)?.due {
        if seat != *author && due != Due::Nothing {
            let view = table.see(&position, &Reader::Seat(seat.clone()))?;
            let ideas = table.suggest(&view, &mut Chance::from_seed(luck(seat.as_str())))?;
            files.insert(seat.clone(), order_file(&seat, &ideas));
        }
    }
    let made = table.resolve(&position, &files, &mut Chance::from_seed(luck("turn")))?;
    let reader = Reader::Seat(author.clone());
    let page = table.page(&made.position, Some(&made.record), &reader)?;
    let answers = table.answers(&made.record, author)?;
    Ok(Sample { answers, told: story(&page) })
}

/// A file around the staff's orders; nobody looks at its binding fields here.
fn order_file(seat: &Seat, ideas: &str) -> Vec<u8> {
    let list = if ideas.is_empty() { " []\n".to_owned() } else { format!("\n{ideas}") };
    let head = "0".repeat(64);
    format!(
        "campaign: forecast#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1forecast\n\
         head: {head}\norders:{list}"
    )
    .into_bytes()
}

/// What a page tells of a cycle: headings and lines, save those with dice, which differ each time.
fn story(page: &Page) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for block in &page.blocks {
        match block {
            Block::Heading { level, text } if *level > 2 => {
                told.insert(text.clone());
            }
            Block::List(items) => told.extend(items.iter().filter_map(sentence)),
            _ => {}
        }
    }
    told
}

fn sentence(text: &Text) -> Option<String> {
    if text.0.iter().any(|span| matches!(span, Span::Draw(_))) {
        return None;
    }
    let words = text.0.iter().filter(|span| !matches!(span, Span::Rule(_))).map(Span::content);
    Some(words.collect::<String>().trim().to_owned())
}

fn lines(made: &[Sample]) -> Vec<LineOdds> {
    let Some(first) = made.first() else { return Vec::new() };
    let line = |(n, answer): (usize, &Answer)| {
        let mut counts: BTreeMap<(Code, &str), u32> = BTreeMap::new();
        for sample in made {
            let answer = &sample.answers[n];
            *counts.entry((answer.code, answer.reason.as_str())).or_default() += 1;
        }
        let odds = |((code, reason), times): (_, u32)| {
            let reason: &str = reason;
            Odds { code, reason: reason.to_owned(), times }
        };
        let mut outcomes: Vec<Odds> = counts.into_iter().map(odds).collect();
        outcomes.sort_by_key(|odds| u32::MAX - odds.times);
        LineOdds { line: answer.line.clone(), order: answer.order.clone(), outcomes }
    };
    first.answers.iter().enumerate().map(line).collect()
}

/// What is told in every world is no news, and what is told in hardly any no forecast.
fn told(made: &[Sample], samples: u32) -> Vec<Told> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for text in made.iter().flat_map(|sample| &sample.told) {
        *counts.entry(text).or_default() += 1;
    }
    let open = |(text, times): (&str, u32)| {
        let news = times < samples && times >= samples.div_ceil(50);
        news.then(|| Told { text: text.to_owned(), times })
    };
    let mut told: Vec<Told> = counts.into_iter().filter_map(open).collect();
    told.sort_by_key(|told| u32::MAX - told.times);
    told.truncate(LONGEST);
    told
}

impl Forecast {
    /// The forecast as a page.
    pub fn page(&self) -> Page {
        let mut page = Page::new("Forecast").subtitle(format!(
            "what your orders bring in {} worlds like the one you see",
            self.samples
        ));
        let mut table = crate::page::Table::new().caption("Your orders").left("Line").left("Order");
        table = table.left("Outcome").right("Of 100").left("Why");
        for line in &self.lines {
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
        page = if self.lines.is_empty() {
            page.note("the file has no order lines")
        } else {
            page.table(table)
        };
        if self.told.is_empty() {
            return page;
        }
        let line = |told: &Told| {
            let often = format!("{} of {}: ", told.times, self.samples);
            Text::default().strong(often).and(told.text.clone())
        };
        page.heading(2, "What you may read then").list(self.told.iter().map(line))
    }
}
