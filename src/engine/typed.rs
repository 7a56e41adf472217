//! A typed game behind the documents of [`AnyGame`].

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::answers::{AnswerOf, Answered, Repeated, answer_all, asked};
use super::any_game::{AnyGame, Checker, Ending, Resolution};
use super::briefing::AccountOf;
use super::document::{self, Encoded, EventDoc, News, OrdersDoc, Position, RecordDoc, ViewDoc};
use super::finding::{not_taken, unaccepted};
use super::names::{Names, is_bounded};
use super::roll_call::ROLL_CALL;
use super::scenes::scenes;
use super::story::Story;
use super::turn::{Fates, RecordOf, Settled, remaining};
use super::walk::tag;
use super::{
    Agenda, Chance, Choice, Code, Finding, Game, Given, Header, Orders, Outcome, Phase, Reader,
    Reason, Remark, Rule, Rules, Seat, Severity, Sheet, Sheets, Sight, Slot, Survey, Turn,
    one_line, respell, shape, spelling,
};
use crate::base::Problem;
use crate::page::{Measure, Page, Scene, Zone};

/// The state of the game and what the engine keeps beside it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Whole<S, O> {
    pub(super) state: S,
    pub(super) standing: BTreeMap<Seat, Vec<O>>,
    /// True before the roll call: no set-up has been drawn, and the state stands in for it.
    #[serde(rename = "roll-call", default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) roll_call: bool,
}

/// What a reader has been told of a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen<V, O> {
    pub(super) reader: Reader,
    pub(super) phase: Phase,
    pub(super) view: V,
    /// The reader's own standing orders; the moderator has everybody's.
    pub(super) standing: BTreeMap<Seat, Vec<O>>,
}

impl<V, O> Seen<V, O> {
    /// The reader's own standing orders.
    fn own_standing(&self) -> &[O] {
        let own = self.reader.seat().and_then(|seat| self.standing.get(seat));
        own.map_or(&[], Vec::as_slice)
    }
}

/// As much of it as says what the table waits for.
#[derive(Deserialize)]
struct Awaited {
    phase: Phase,
}

/// A game founded from its files.
pub(super) struct Typed<G: Game> {
    pub(super) game: G,
    pub(super) options: BTreeMap<String, String>,
    /// The position that the scenario begins with, if it has one.
    pub(super) begin: Option<Position>,
}

pub(super) type WholeOf<G> = Whole<<G as Rules>::State, <G as Orders>::Order>;
pub(super) type SeenOf<G> = Seen<<G as Sight>::View, <G as Orders>::Order>;
pub(super) type SheetOf<G> = Sheet<<G as Orders>::Order, <G as Orders>::Condition>;
type FindingOf<G> = Finding<<G as Orders>::Reason>;

impl<G: Game> Typed<G> {
    pub(super) fn seen(&self, whole: &WholeOf<G>, reader: &Reader) -> SeenOf<G> {
        let mut standing = whole.standing.clone();
        standing.retain(|seat, _| reader.sees_all() || reader.is(seat));
        Seen {
            reader: reader.clone(),
            phase: self.awaits(whole),
            view: self.game.view(&whole.state, reader),
            standing,
        }
    }

    /// A view from outside: a report may be anybody's work, so nothing in it is taken on trust.
    fn shown(&self, view: &ViewDoc) -> Result<SeenOf<G>, Problem> {
        let seen: SeenOf<G> = view.read()?;
        let names = self.game.names();
        let known = names.take(&seen.view) && names.know(&seen.standing);
        if known && self.game.recognizes(&seen.view) { Ok(seen) } else { Err(foreign()) }
    }

    /// The same of a game that is set up; `None` before, when there is nothing to ask it.
    fn begun(&self, view: &ViewDoc) -> Result<Option<SeenOf<G>>, Problem> {
        let seen = self.shown(view)?;
        Ok((!seen.phase.is_roll_call()).then_some(seen))
    }

    /// An account from outside, as little trusted as a view.
    fn heard(&self, news: &News) -> Result<AccountOf<G>, Problem> {
        let account: AccountOf<G> = news.read()?;
        let names = self.game.names();
        // An order may have been refused for its names, so of the answers the reasons count.
        let mut reasons = account.answers.values().flatten().map(|answer| &answer.reason);
        let known = names.take(&account.events) && reasons.all(|reason| names.know(reason));
        if known { Ok(account) } else { Err(foreign()) }
    }

    /// The sheet with the standing orders that it does not restate.
    fn restated(seen: &SeenOf<G>, mut sheet: SheetOf<G>) -> SheetOf<G> {
        if !sheet.restated {
            let kept = |(n, order): (usize, &G::Order)| Given {
                slot: Slot::new(super::List::Standing, n),
                spot: None,
                order: order.clone(),
            };
            sheet.standing = seen.own_standing().iter().enumerate().map(kept).collect();
        }
        sheet
    }

    /// What is wrong with a sheet, in the order of the file; what concerns the file as a whole comes
    /// last.
    fn findings(&self, seen: &SeenOf<G>, sheet: &SheetOf<G>) -> Vec<FindingOf<G>> {
        let mut findings = if seen.phase.is_roll_call() {
            sheet.given().map(|given| not_taken(given, &seen.phase)).collect()
        } else {
            self.judged(seen, sheet)
        };
        findings.sort_by_key(|finding| (finding.spot.is_none(), finding.spot));
        findings
    }

    /// First what holds for every game, then what the game says of the lines whose names it has.
    fn judged(&self, seen: &SeenOf<G>, sheet: &SheetOf<G>) -> Vec<FindingOf<G>> {
        let mut findings: Vec<FindingOf<G>> =
            sheet.given().filter_map(|given| unaccepted(given, &seen.phase)).collect();
        let strange = self.strange(sheet);
        if strange.is_empty() {
            findings.extend(self.game.check(&seen.view, sheet));
        } else {
            let mut known = sheet.clone();
            let slots: BTreeSet<_> = strange.iter().map(|finding| finding.slot).collect();
            known.retain(|slot| !slots.contains(&Some(slot)));
            findings.extend(strange);
            findings.extend(self.game.check(&seen.view, &known));
        }
        // The game may have a better reason to refuse a number that no game counts to.
        let refused = |slot| findings.iter().any(|f| f.slot == Some(slot) && f.refuses());
        let large = sheet.given().filter(|given| !is_bounded(&given.order) && !refused(given.slot));
        let large: Vec<_> = large
            .map(|given| Finding::of(given, Severity::Refused, None, Reason::TooLarge))
            .collect();
        findings.extend(large);
        findings
    }

    /// Lines with names that the game does not have, and conditions with numbers beyond counting.
    fn strange(&self, sheet: &SheetOf<G>) -> Vec<FindingOf<G>> {
        let names = self.game.names();
        let refused = Severity::Refused;
        let order = |given: &Given<G::Order>| {
            let (rule, reason) = names.unknown(&given.order)?;
            Some(Finding::of(given, refused, rule, reason))
        };
        let mut strange: Vec<_> = sheet.given().filter_map(order).collect();
        for case in &sheet.contingent {
            if let Some((rule, reason)) = strangeness(names, &case.when) {
                let (slot, spot) = (Some(case.slot), case.spot);
                let rule = rule.cloned();
                strange.push(Finding { slot, spot, severity: refused, rule, reason });
            }
        }
        strange
    }

    /// The orders that pass the check, and what became of those that do not.
    fn admit(&self, whole: &WholeOf<G>, written: &Sheets<G>) -> (Sheets<G>, Fates<G>) {
        let mut sheets = written.clone();
        let mut fates = Fates::<G>::new();
        for (seat, sheet) in &mut sheets {
            let seen = self.seen(whole, &Reader::Seat(seat.clone()));
            let mut refused: BTreeMap<Slot, Settled<G>> = BTreeMap::new();
            for finding in self.findings(&seen, sheet).into_iter().filter(Finding::refuses) {
                if let Some(slot) = finding.slot {
                    // The first finding about a line is the one that its author reads.
                    let settled = (Code::Refused, finding.rule, finding.reason);
                    refused.entry(slot).or_insert(settled);
                }
            }
            sheet.retain(|slot| !refused.contains_key(&slot));
            fates.insert(seat.clone(), refused);
        }
        (sheets, fates)
    }

    fn remark(&self, sheet: &SheetOf<G>, finding: FindingOf<G>) -> Remark {
        let words = self.words(&finding.reason);
        let Finding { slot, spot, severity, rule, .. } = finding;
        let short = slot.filter(|slot| sheet.short.contains(slot));
        let given = short.and_then(|slot| sheet.given().find(|given| given.slot == slot));
        let read_as = given.map(|given| one_line::line(&given.order));
        Remark { slot, spot, severity, rule, what: words.what, hint: words.hint, read_as }
    }

    fn words(&self, reason: &Reason<G::Reason>) -> super::Words {
        reason.words(self.game.names(), |own| self.game.explain(own))
    }

    pub(super) fn answered(&self, answer: &AnswerOf<G>) -> Answered {
        let order = asked(answer);
        let reason = self.words(&answer.reason).line();
        let AnswerOf::<G> { slot, line, code, .. } = *answer;
        Answered { slot, line, order, code, rule: answer.rule.clone(), reason }
    }
}

/// What no game can take in a condition.
fn strangeness<'n, T: Serialize, R>(
    names: &'n Names,
    value: &T,
) -> Option<(Option<&'n Rule>, Reason<R>)> {
    let large = || (!is_bounded(value)).then_some((None, Reason::TooLarge));
    names.unknown(value).or_else(large)
}

fn foreign() -> Problem {
    Problem::refused("the report names what this campaign does not have")
        .hint("it was not made for this campaign")
}

impl<G: Game> AnyGame for Typed<G> {
    fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    fn setup(&self, chance: &mut Chance) -> Position {
        if let Some(begin) = &self.begin {
            return begin.clone();
        }
        if self.options.contains_key(ROLL_CALL) {
            return self.unset();
        }
        let state = self.game.setup(chance);
        Position::of(&WholeOf::<G> { state, standing: BTreeMap::new(), roll_call: false })
    }

    fn phase(&self, position: &Position) -> Result<Phase, Problem> {
        Ok(self.awaits(&position.read()?))
    }

    fn see(&self, position: &Position, reader: &Reader) -> Result<ViewDoc, Problem> {
        Ok(ViewDoc::of(&self.seen(&position.read()?, reader)))
    }

    fn news(&self, record: &RecordDoc, reader: &Reader) -> Result<News, Problem> {
        Ok(News::of(&Self::account(&record.read()?, reader)))
    }

    fn ending<'g>(
        &'g self,
        readers: &[Reader],
        position: &Position,
        record: Option<&RecordDoc>,
    ) -> Result<Ending<'g>, Problem> {
        let whole: WholeOf<G> = position.read()?;
        let record: Option<RecordOf<G>> = record.map(Encoded::read).transpose()?;
        let briefing = |reader: &Reader| self.briefing(&whole, record.as_ref(), reader);
        // What one knows does not depend on another, so each thread of the machine may tell some.
        let briefings = readers.par_iter().map(briefing).collect();
        Ok(Ending { outcome: self.game.outcome(&whole.state), briefings })
    }

    fn awaited(&self, view: &ViewDoc) -> Result<Phase, Problem> {
        let seen: Awaited = view.read()?;
        Ok(seen.phase)
    }

    fn read(&self, file: &[u8]) -> Result<(Header, OrdersDoc), Problem> {
        let read = spelling::read::<G>(file, self.game.names()).map_err(shape::of::<G>(file))?;
        let (header, mut sheet) = SheetOf::<G>::of_file(read.file)?;
        sheet.note_short(&read.short);
        Ok((header, OrdersDoc::of(&sheet)))
    }

    fn checker<'g>(&'g self, view: &ViewDoc) -> Result<Checker<'g>, Problem> {
        let seen = self.shown(view)?;
        Ok(Box::new(move |orders| {
            let sheet = Self::restated(&seen, orders.read()?);
            let findings = self.findings(&seen, &sheet).into_iter();
            Ok(findings.map(|finding| self.remark(&sheet, finding)).collect())
        }))
    }

    fn survey(&self, view: &ViewDoc, orders: &OrdersDoc) -> Result<Survey, Problem> {
        let Some(seen) = self.begun(view)? else { return Ok(Survey::default()) };
        let mut sheet = orders.read()?;
        // What is refused costs nothing, and nobody does it.
        let refused = self.findings(&seen, &sheet).into_iter().filter(Finding::refuses);
        let refused: BTreeSet<Slot> = refused.filter_map(|finding| finding.slot).collect();
        sheet.retain(|slot| !refused.contains(&slot));
        Ok(self.surveyed(&seen, &sheet))
    }

    fn resolve(
        &self,
        position: &Position,
        orders: &BTreeMap<Seat, OrdersDoc>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem> {
        let before: WholeOf<G> = position.read()?;
        let mut written = Sheets::<G>::new();
        for seat in self.game.seats() {
            let sheet = orders.get(&seat).map(Encoded::read).transpose()?;
            let seen = self.seen(&before, &Reader::Seat(seat.clone()));
            written.insert(seat, Self::restated(&seen, sheet.unwrap_or_default()));
        }
        let (sheets, mut fates) = self.admit(&before, &written);
        if before.roll_call {
            return Ok(self.set_up(&written, fates, chance));
        }
        let mut turn = Turn::begin(&self.game, &sheets, before.state.clone(), chance);
        self.game.resolve(&mut turn);
        let (events, state, settled) = turn.end();
        for (seat, lines) in settled {
            fates.entry(seat).or_default().extend(lines);
        }
        let standing = remaining::<G>(&sheets);
        let record = RecordOf::<G> {
            events,
            answers: answer_all::<G>(&written, fates),
            draws: chance.drawn().to_vec(),
            standing: standing.clone(),
            setup: None,
        };
        let mut after = before.state;
        let position = || {
            for recorded in &record.events {
                self.game.apply(&mut after, &recorded.event);
            }
            assert!(after == state, "the record of this cycle does not lead to its state");
            Position::of(&WholeOf::<G> { state, standing, roll_call: false })
        };
        let (record, position) = rayon::join(|| RecordDoc::of(&record), position);
        Ok(Resolution { record, position })
    }

    fn replay(&self, position: &Position, record: &RecordDoc) -> Result<Position, Problem> {
        let mut whole: WholeOf<G> = position.read()?;
        let record: RecordOf<G> = record.read()?;
        if let Some(state) = record.setup {
            (whole.state, whole.roll_call) = (state, false);
        }
        for recorded in &record.events {
            self.game.apply(&mut whole.state, &recorded.event);
        }
        whole.standing = record.standing;
        Ok(Position::of(&whole))
    }

    fn apply(&self, position: &Position, event: &EventDoc) -> Result<Position, Problem> {
        let mut whole: WholeOf<G> = position.read()?;
        let event: G::Event = event.read()?;
        self.game.apply(&mut whole.state, &event);
        Ok(Position::of(&whole))
    }

    fn current_position(&self, position: &Position) -> Result<Position, Problem> {
        document::current::<_, WholeOf<G>>(position)
    }

    fn current_record(&self, record: &RecordDoc) -> Result<RecordDoc, Problem> {
        document::current::<_, RecordOf<G>>(record)
    }

    fn current_view(&self, view: &ViewDoc) -> Result<ViewDoc, Problem> {
        document::current::<_, SeenOf<G>>(view)
    }

    fn current_news(&self, news: &News) -> Result<News, Problem> {
        document::current::<_, AccountOf<G>>(news)
    }

    fn told(&self, view: &ViewDoc, news: Option<&News>) -> Result<(Page, Agenda), Problem> {
        let seen = self.shown(view)?;
        let account = news.map(|news| self.heard(news)).transpose()?;
        Ok((self.paged(&seen, account.as_ref()), self.agenda(&seen)))
    }

    fn seen_by(&self, view: &ViewDoc, name: &str) -> Result<Option<Zone>, Problem> {
        Ok(self.begun(view)?.and_then(|seen| self.game.seen_by(&seen.view, name)))
    }

    fn measures(&self, view: &ViewDoc) -> Result<Vec<Measure>, Problem> {
        Ok(self.begun(view)?.map_or_else(Vec::new, |seen| self.game.measures(&seen.view)))
    }

    fn losses(&self, view: &ViewDoc, news: Option<&News>) -> Result<Vec<Measure>, Problem> {
        let account = news.map(|news| self.heard(news)).transpose()?;
        let witnessed = account.as_ref().map_or(&[][..], |account| &account.events);
        Ok(self.game.losses(&self.shown(view)?.view, witnessed))
    }

    fn sentences(&self, news: &News) -> Result<Vec<String>, Problem> {
        Ok(Story::of(&self.game, &self.heard(news)?.events).sentences())
    }

    fn headlines(&self, news: &News) -> Result<Vec<String>, Problem> {
        Ok(Story::of(&self.game, &self.heard(news)?.events).headlines())
    }

    fn scenes(
        &self,
        before: &Position,
        record: &RecordDoc,
        reader: &Reader,
    ) -> Result<Vec<Scene>, Problem> {
        let (before, record): (WholeOf<G>, RecordOf<G>) = (before.read()?, record.read()?);
        let state = record.setup.clone().unwrap_or(before.state);
        Ok(scenes(&self.game, state, &record, reader))
    }

    fn answers(&self, record: &RecordDoc, seat: &Seat) -> Result<Vec<Answered>, Problem> {
        let record: RecordOf<G> = record.read()?;
        let answers = record.answers.get(seat).into_iter().flatten();
        Ok(answers.map(|answer| self.answered(answer)).collect())
    }

    fn repeated(&self, news: &News, seat: &Seat) -> Result<Vec<Repeated>, Problem> {
        let account = self.heard(news)?;
        let answers = account.answers.get(seat).into_iter().flatten();
        Ok(answers.map(Repeated::of).collect())
    }

    fn imagine(&self, view: &ViewDoc, chance: &mut Chance) -> Result<Position, Problem> {
        let seen = self.shown(view)?;
        let state = self.game.imagine(&seen.view, chance);
        let (standing, roll_call) = (seen.standing, seen.phase.is_roll_call());
        Ok(Position::of(&WholeOf::<G> { state, standing, roll_call }))
    }

    fn suggest(&self, view: &ViewDoc, chance: &mut Chance) -> Result<OrdersDoc, Problem> {
        let seen = self.shown(view)?;
        let mut orders = self.game.suggest(&seen.view, chance);
        // A staff thinks of the whole turn; the cycle may cover only a part of it.
        orders.retain(|order| seen.phase.accepts.contains(&tag(order)));
        Ok(OrdersDoc::of(&SheetOf::<G>::of_orders(orders)))
    }

    fn list(&self, orders: &OrdersDoc) -> Result<String, Problem> {
        let sheet: SheetOf<G> = orders.read()?;
        let orders: Vec<_> = sheet.orders.into_iter().map(|given| given.order).collect();
        Ok(one_line::list(&orders))
    }

    fn shortened(&self, list: &str) -> String {
        respell::list::<G>(list)
    }

    fn choices(&self, view: &ViewDoc) -> Result<Vec<Choice<String>>, Problem> {
        let Some(seen) = self.begun(view)? else { return Ok(Vec::new()) };
        let mut choices = self.offered(&seen, self.game.choices(&seen.view));
        choices.retain(|choice| choice.unit || !choice.offers.is_empty());
        Ok(choices)
    }

    fn standing(&self, view: &ViewDoc) -> Result<String, Problem> {
        Ok(one_line::list(self.shown(view)?.own_standing()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Problem> {
        let whole: WholeOf<G> = position.read()?;
        Ok(self.game.outcome(&whole.state))
    }
}
