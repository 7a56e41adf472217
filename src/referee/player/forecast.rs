//! What orders might achieve: they are carried out in worlds that their author cannot tell from the
//! true one, against orders that a plain computer staff gives there.
//!
//! Nothing but a view and the orders goes in, so the same view gives the same forecast, whatever is
//! true.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::words::{capital, names};
use crate::base::{Digest, Problem};
use crate::engine::{
    AnyGame, AnySheet, Attempt, Code, Due, Header, Reader, Seat, Slot, Trial, ViewDoc, World,
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
    pub results: Vec<Spread>,
    /// For each order line, what became of it.
    pub lines: Vec<LineOdds>,
    /// The same for opponents whose orders were given, by their seats.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub against: BTreeMap<Seat, Vec<LineOdds>>,
    /// What the cycle would bring the author: losses, harm and gains, the most frequent first.
    pub told: Vec<Told>,
    /// What a check says of the orders as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<String>,
}

/// A number, now and in the worlds that were tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spread {
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

/// Worlds that are tried before the odds are looked at again.
const ROUND: u32 = 20;

/// Odds that change by more than so many in a hundred are still moving.
const STEADY: u64 = 2;

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
    let worlds = Worlds::of(game, view, plan)?;
    let made = worlds.tried(0..samples, step);
    Ok(worlds.forecast(&made))
}

/// What the orders came to in one world, as it is kept between portions of a forecast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// What became of each line, and why.
    fates: Vec<(Code, String)>,
    /// What it brought the author.
    told: Vec<String>,
    /// The numbers that are followed, those of the view before it, in their order.
    measures: Vec<Option<i64>>,
}

/// Carries a plan out against staff alone in so many worlds more than were tried already. All of them, and the
/// forecast, are those of [`forecast`] in one go.
///
/// # Errors
/// If the view or the orders are not of this game.
pub fn portion(
    game: &dyn AnyGame,
    view: &ViewDoc,
    plan: &Plan,
    mut tried: Vec<Tried>,
    more: u32,
) -> Result<(Vec<Tried>, Forecast), Problem> {
    let worlds = Worlds::of(game, view, plan)?;
    let from = u32::try_from(tried.len()).unwrap_or(u32::MAX);
    let made = worlds.tried(from..from.saturating_add(more), &|| {});
    tried.extend(made.into_iter().map(|world| worlds.kept(world)));
    let all: Vec<World> = tried.iter().map(|tried| worlds.world(tried)).collect();
    Ok((tried, worlds.forecast(&all)))
}

/// Carries a plan out in worlds that the view allows: in a few at first, then in more, until no odds move
/// by more than two in a hundred or there were `most`. `show` is given the odds each time. The worlds
/// are those of [`forecast`], in their order, and where it ends follows from the odds alone.
///
/// # Errors
/// If the view or the orders are not of this game.
pub fn sharpening(
    game: &dyn AnyGame,
    view: &ViewDoc,
    plan: &Plan,
    most: u32,
    show: &mut dyn FnMut(&Forecast),
) -> Result<Forecast, Problem> {
    let worlds = Worlds::of(game, view, plan)?;
    let mut made: Vec<World> = Vec::new();
    let mut before: Option<Forecast> = None;
    loop {
        let from = u32::try_from(made.len()).unwrap_or(most);
        made.extend(worlds.tried(from..most.min(from.saturating_add(ROUND)), &|| {}));
        let now = worlds.forecast(&made);
        if now.samples >= most || before.is_some_and(|before| now.is_steady(&before)) {
            return Ok(now);
        }
        show(&now);
        before = Some(now);
    }
}

/// A plan and the worlds in which it is tried.
struct Worlds<'a> {
    plan: &'a Plan,
    trial: Trial<'a>,
    /// What is counted before it.
    now: Vec<Measure>,
    /// The digest of the view, from which, with that of the orders, all luck follows.
    seen: Digest,
    noticed: Vec<String>,
}

impl<'a> Worlds<'a> {
    fn of(game: &'a dyn AnyGame, view: &ViewDoc, plan: &'a Plan) -> Result<Self, Problem> {
        let attempt = Attempt { seat: &plan.seat, orders: &plan.orders, against: &plan.against };
        let (trial, now) = (game.trial(view, &attempt)?, game.measures(view)?);
        let found = game.check(view, &plan.orders)?.into_iter().filter(|it| it.slot.is_none());
        let noticed = found.map(|it| format!("{}.", capital(&it.what))).collect();
        Ok(Self { plan, trial, now, seen: Digest::of(view.0.as_bytes()), noticed })
    }

    /// What the plan comes to in these worlds. They are independent, and collected in their order.
    fn tried(&self, numbers: Range<u32>, step: &(dyn Fn() + Sync)) -> Vec<World> {
        let world = |number: u32| {
            let luck = |what: &str| {
                let number = number.to_be_bytes();
                let parts = [&self.seen.0[..], &self.plan.file.0, &number, what.as_bytes()];
                Digest::tagged("adjutant/forecast/v1", &parts).0
            };
            let world = (self.trial.world)(&luck);
            step();
            world
        };
        numbers.into_par_iter().map(world).collect()
    }

    /// What is kept of a world.
    fn kept(&self, mut world: World) -> Tried {
        let value = |measure: &Measure| {
            let same = |it: &&Measure| it.what == measure.what && it.who == measure.who;
            world.measures.iter().find(same).map(|it| it.value)
        };
        let measures = self.now.iter().map(value).collect();
        let fates = world.fates.remove(&self.plan.seat).unwrap_or_default();
        Tried { fates, told: world.told, measures }
    }

    /// As much of the world as was kept.
    fn world(&self, tried: &Tried) -> World {
        let measures = self.now.iter().zip(&tried.measures);
        let measure = |(now, value): (&Measure, &Option<i64>)| {
            value.map(|value| Measure { value, ..now.clone() })
        };
        World {
            fates: BTreeMap::from([(self.plan.seat.clone(), tried.fates.clone())]),
            told: tried.told.clone(),
            measures: measures.filter_map(measure).collect(),
        }
    }

    fn forecast(&self, made: &[World]) -> Forecast {
        let samples = u32::try_from(made.len()).unwrap_or(u32::MAX);
        let lines = |seat: &Seat, orders: &AnySheet| {
            let lines = self.trial.lines.get(seat).map_or(&[][..], Vec::as_slice);
            let all: Vec<_> = made.iter().filter_map(|world| world.fates.get(seat)).collect();
            odds(lines, &all, orders)
        };
        let theirs = |(seat, orders): (&Seat, &AnySheet)| (seat.clone(), lines(seat, orders));
        Forecast {
            samples,
            results: ranges(&self.now, made),
            lines: lines(&self.plan.seat, &self.plan.orders),
            against: self.plan.against.iter().map(theirs).collect(),
            told: told(made, samples),
            noticed: self.noticed.clone(),
        }
    }
}

/// How each number that can be read now, and in every world, may change; those that do not change
/// anywhere are left out.
fn ranges(now: &[Measure], made: &[World]) -> Vec<Spread> {
    let range = |measure: &Measure| {
        let same = |it: &&Measure| it.what == measure.what && it.who == measure.who;
        let value = |world: &World| world.measures.iter().find(same).map(|it| it.value);
        let mut values = made.iter().map(value).collect::<Option<Vec<i64>>>()?;
        values.sort_unstable();
        let (least, most) = (*values.first()?, *values.last()?);
        let what = format!("{} of {}", measure.what, measure.who.name);
        let (now, median) = (measure.value, values[values.len() / 2]);
        ((least, most) != (now, now)).then_some(Spread { what, now, least, median, most })
    };
    now.iter().filter_map(range).collect()
}

/// What became of each of these lines in the worlds.
fn odds(
    lines: &[(Slot, String)],
    made: &[&Vec<(Code, String)>],
    orders: &AnySheet,
) -> Vec<LineOdds> {
    let spots: BTreeMap<_, _> = orders.spots().into_iter().collect();
    let line = |(n, (slot, order)): (usize, &(Slot, String))| {
        let mut counts: BTreeMap<(Code, &str), u32> = BTreeMap::new();
        for (code, reason) in made.iter().filter_map(|fates| fates.get(n)) {
            *counts.entry((*code, reason.as_str())).or_default() += 1;
        }
        let odds = |((code, reason), times): ((Code, &str), u32)| Odds {
            code,
            reason: reason.to_owned(),
            times,
        };
        let mut outcomes: Vec<Odds> = counts.into_iter().map(odds).collect();
        outcomes.sort_by_key(|odds| u32::MAX - odds.times);
        let line = slot.place(spots.get(slot).copied());
        LineOdds { line, order: order.clone(), outcomes }
    };
    lines.iter().enumerate().map(line).collect()
}

/// What comes in hardly any world is no forecast.
fn told(made: &[World], samples: u32) -> Vec<Told> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for world in made {
        // The same twice in one world counts once.
        let told: BTreeSet<&str> = world.told.iter().map(String::as_str).collect();
        for text in told {
            *counts.entry(text).or_default() += 1;
        }
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
fn results(ranges: &[Spread]) -> Table {
    let table = Table::new().caption("What may come of it").left("Number");
    let table = table.rights(["Now", "Least", "Median", "Most"]);
    table.rows(ranges.iter().map(|range| {
        let numbers = [range.now, range.least, range.median, range.most].map(|n| n.to_string());
        std::iter::once(capital(&range.what)).chain(numbers).collect::<Vec<_>>()
    }))
}

impl Forecast {
    /// True if no odds moved by more than two in a hundred since there were fewer worlds.
    fn is_steady(&self, before: &Self) -> bool {
        let (samples, fewer) = (u64::from(self.samples), u64::from(before.samples));
        let moved = |now: u32, then: u32| {
            let (now, then) = (u64::from(now) * fewer, u64::from(then) * samples);
            now.abs_diff(then) * 100 > samples * fewer * STEADY
        };
        let lines = |forecast: &'_ Self| -> Vec<LineOdds> {
            let theirs = forecast.against.values().flatten();
            forecast.lines.iter().chain(theirs).cloned().collect()
        };
        let (now, then) = (lines(self), lines(before));
        let line = |(now, then): (&LineOdds, &LineOdds)| {
            let times = |of: &LineOdds, odds: &Odds| {
                let same = |it: &&Odds| (it.code, &it.reason) == (odds.code, &odds.reason);
                of.outcomes.iter().find(same).map_or(0, |it| it.times)
            };
            let all = now.outcomes.iter().chain(&then.outcomes);
            let mut pairs = all.map(|odds| (times(now, odds), times(then, odds)));
            pairs.any(|(now, then)| moved(now, then))
        };
        let often = |of: &Self, text: &str| {
            of.told.iter().find(|told| told.text == text).map_or(0, |told| told.times)
        };
        let all = self.told.iter().chain(&before.told).map(|told| told.text.as_str());
        let mut told = all.map(|text| (often(self, text), often(before, text)));
        !now.iter().zip(&then).any(line) && !told.any(|(now, then)| moved(now, then))
    }

    /// The odds of the first lines so far, a line of text for each.
    pub fn in_brief(&self, most: usize) -> String {
        let share = |odds: &Odds| {
            format!("{} {}", odds.code.word(), odds.times * 100 / self.samples.max(1))
        };
        let line = |line: &LineOdds| {
            let odds: Vec<String> = line.outcomes.iter().take(MOST_OUTCOMES).map(share).collect();
            format!("{}: {}", line.line, odds.join(", "))
        };
        let mut text = format!("{} worlds so far, outcomes in %:", self.samples);
        for line in self.lines.iter().take(most).map(line) {
            text += "\n";
            text += &line;
        }
        text
    }

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
                Text::default().strong(often).and(format!("{}.", told.text))
            };
            page = page.heading(2, "What may happen to you").list(self.told.iter().map(line));
        }
        let vain = self.lines.iter().filter_map(|line| self.vain(line));
        let amiss: Vec<String> = self.noticed.iter().cloned().chain(vain).collect();
        if !amiss.is_empty() {
            page = page.list(amiss);
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
