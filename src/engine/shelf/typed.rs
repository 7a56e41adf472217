//! A game founded from its files, and what the engine holds of its rules on orders: who may know
//! what, and which lines stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::base::Problem;
use crate::engine::contract::game::turn::{Fates, Settled};
use crate::engine::format::document::{Encoded, Position, ViewDoc};
use crate::engine::orders::finding::{not_taken, unaccepted};
use crate::engine::orders::one_line;
use crate::engine::sheets::schema::Kind;
use crate::engine::story::answers::{AnswerOf, Answered, asked};
use crate::engine::wording::names::{Names, is_bounded};
use crate::engine::wording::said::Explain;
use crate::engine::wording::walk::tag;
use crate::engine::{
    Chance, Code, Due, Finding, Game, Given, List, Orders, Phase, Reader, Reason, Recorded, Remark,
    Rule, Rules, Seat, Severity, Sheet, Sheets, Sight, Slot, Turn, Words,
};

/// The state of the game and what the engine keeps beside it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::engine) struct Whole<S, O> {
    pub(in crate::engine) state: S,
    pub(in crate::engine) standing: BTreeMap<Seat, Vec<O>>,
    /// True before the roll call: no set-up has been drawn, and the state stands in for it.
    #[serde(rename = "roll-call", default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::engine) roll_call: bool,
}

/// What a reader has been told of a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::engine) struct Seen<V, O> {
    pub(in crate::engine) reader: Reader,
    pub(in crate::engine) phase: Phase,
    pub(in crate::engine) view: V,
    /// The reader's own standing orders; the moderator has everybody's.
    pub(in crate::engine) standing: BTreeMap<Seat, Vec<O>>,
}

impl<V, O> Seen<V, O> {
    /// The reader's own standing orders.
    pub(super) fn own_standing(&self) -> &[O] {
        let own = self.reader.seat().and_then(|seat| self.standing.get(seat));
        own.map_or(&[], Vec::as_slice)
    }
}

/// A game founded from its files.
pub(super) struct Typed<G: Game> {
    pub(in crate::engine) game: G,
    /// Every name that its documents may hold.
    pub(in crate::engine) names: Names,
    pub(in crate::engine) options: BTreeMap<String, String>,
    /// The position that the scenario begins with, if it has one.
    pub(in crate::engine) begin: Option<Position>,
    /// What each kind of order is, once a reader is told.
    pub(super) kinds: OnceLock<BTreeMap<String, Kind>>,
    /// The conditions on which orders may depend, each with what it means; the same.
    pub(super) conditions: OnceLock<Vec<(String, String)>>,
}

pub(super) type WholeOf<G> = Whole<<G as Rules>::State, <G as Orders>::Order>;
pub(super) type SeenOf<G> = Seen<<G as Sight>::View, <G as Orders>::Order>;
pub(super) type SheetOf<G> = Sheet<<G as Orders>::Order, <G as Orders>::Condition>;
type FindingOf<G> = Finding<<G as Orders>::Reason>;

/// What came of a cycle: the events, the state after it, what became of the lines.
pub(super) struct Carried<G: Game> {
    pub(super) events: Vec<Recorded<G::Event>>,
    pub(super) state: G::State,
    pub(super) fates: Fates<G>,
}

impl<G: Game> Typed<G> {
    pub(in crate::engine) fn seen(&self, whole: &WholeOf<G>, reader: &Reader) -> SeenOf<G> {
        let mut standing = whole.standing.clone();
        standing.retain(|seat, _| reader.sees_all() || reader.is(seat));
        Seen {
            reader: reader.clone(),
            phase: self.awaits(whole),
            view: self.game.view(&whole.state, reader),
            standing,
        }
    }

    /// What the table waits for.
    pub(super) fn awaits(&self, whole: &WholeOf<G>) -> Phase {
        if whole.roll_call {
            return Phase::roll_call(self.game.seats());
        }
        let mut phase = self.game.phase(&whole.state);
        if self.game.outcome(&whole.state).is_some() {
            phase.due.values_mut().for_each(|due| *due = Due::Nothing);
        }
        phase
    }

    /// A view from outside: a report may be anybody's work, so nothing in it is taken on trust.
    pub(in crate::engine) fn shown(&self, view: &ViewDoc) -> Result<SeenOf<G>, Problem> {
        let seen: SeenOf<G> = view.read()?;
        let names = &self.names;
        let known = names.take(&seen.view) && names.know(&seen.standing);
        if known && self.game.recognizes(&seen.view) { Ok(seen) } else { Err(foreign()) }
    }

    /// The same of a game that is set up; `None` before, when there is nothing to ask it.
    pub(in crate::engine) fn begun(&self, view: &ViewDoc) -> Result<Option<SeenOf<G>>, Problem> {
        let seen = self.shown(view)?;
        Ok((!seen.phase.is_roll_call()).then_some(seen))
    }

    /// The sheet as its author means it, with the standing orders that it does not restate.
    pub(in crate::engine) fn restated(&self, seen: &SeenOf<G>, sheet: SheetOf<G>) -> SheetOf<G> {
        let mut sheet = self.meant(seen, sheet);
        if !sheet.restated {
            let kept = |(n, order): (usize, &G::Order)| Given {
                slot: Slot::new(List::Standing, n),
                spot: None,
                order: order.clone(),
            };
            sheet.standing = seen.own_standing().iter().enumerate().map(kept).collect();
        }
        sheet
    }

    /// The sheet as its author means it.
    pub(super) fn meant(&self, seen: &SeenOf<G>, mut sheet: SheetOf<G>) -> SheetOf<G> {
        if !seen.phase.is_roll_call() {
            for given in sheet.given_mut() {
                given.order = self.game.meant(&seen.view, &given.order);
            }
        }
        sheet
    }

    /// What is wrong with a sheet, in the order of the file; what concerns the file as a whole comes
    /// last.
    pub(in crate::engine) fn findings(
        &self,
        seen: &SeenOf<G>,
        sheet: &SheetOf<G>,
    ) -> Vec<FindingOf<G>> {
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
        let names = &self.names;
        let refused = Severity::Refused;
        let order = |given: &Given<G::Order>| {
            let (rule, reason) = unknown(names, &given.order)?;
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

    /// The orders that pass the check by what each seat was told, and what became of those that do not.
    pub(super) fn admit(
        &self,
        seen: &BTreeMap<Seat, SeenOf<G>>,
        written: &Sheets<G>,
    ) -> (Sheets<G>, Fates<G>) {
        let mut sheets = written.clone();
        let mut fates = Fates::<G>::new();
        for (seat, sheet) in &mut sheets {
            let mut refused: BTreeMap<Slot, Settled<G>> = BTreeMap::new();
            for finding in self.findings(&seen[seat], sheet).into_iter().filter(Finding::refuses) {
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

    /// Carries out the orders that were admitted. `fates` has what became of the others.
    pub(super) fn carried_out(
        &self,
        state: G::State,
        sheets: &Sheets<G>,
        mut fates: Fates<G>,
        chance: &mut Chance,
    ) -> Carried<G> {
        let mut turn = Turn::begin(&self.game, sheets, state, chance);
        self.game.resolve(&mut turn);
        let (events, state, settled) = turn.end();
        for (seat, lines) in settled {
            fates.entry(seat).or_default().extend(lines);
        }
        Carried { events, state, fates }
    }

    /// The orders of a plain computer player.
    pub(super) fn suggested(&self, seen: &SeenOf<G>, chance: &mut Chance) -> SheetOf<G> {
        let mut orders = self.game.suggest(&seen.view, chance);
        // A staff thinks of the whole turn; the cycle may cover only a part of it.
        orders.retain(|order| seen.phase.accepts.contains(&tag(order)));
        SheetOf::<G>::of_orders(orders)
    }

    pub(super) fn remark(&self, sheet: &SheetOf<G>, finding: FindingOf<G>) -> Remark {
        let spot = |slot: Slot| sheet.given().find(|given| given.slot == slot)?.spot;
        let place = |slot: Slot| slot.place(spot(slot));
        let own = |own: &G::Reason| own.explain(&self.game);
        let words = finding.reason.words(&self.names, own, place);
        let Finding { slot, spot, severity, rule, .. } = finding;
        let short = slot.filter(|slot| sheet.words(*slot).is_some());
        let given = short.and_then(|slot| sheet.given().find(|given| given.slot == slot));
        let read_as = given.map(|given| one_line::line(&given.order));
        Remark { slot, spot, severity, rule, what: words.what, hint: words.hint, read_as }
    }

    pub(super) fn words(&self, reason: &Reason<G::Reason>) -> Words {
        reason.words(&self.names, |own| own.explain(&self.game), |slot| slot.to_string())
    }

    /// Why a line was answered as it was, for its author: of one that was not used, what it waited for.
    pub(super) fn why(&self, reason: &Reason<G::Reason>, order: Option<&G::Order>) -> String {
        let words = self.words(reason).line();
        let awaited = order.filter(|_| matches!(reason, Reason::Unused));
        match awaited.and_then(|order| self.game.awaits(order)) {
            Some(awaited) => format!("{words}: it waited for {awaited}"),
            None => words,
        }
    }

    /// Answers in words. What was not used is told in full of the first [`AWAITED`], so that no file makes a report much
    /// longer than its room.
    pub(in crate::engine) fn all_answered<'a>(
        &'a self,
        answers: impl IntoIterator<Item = &'a AnswerOf<G>> + 'a,
    ) -> impl Iterator<Item = Answered> + 'a {
        let mut unused = 0;
        answers.into_iter().map(move |answer| {
            unused += u32::from(answer.code == Code::Unused);
            let in_full = unused <= AWAITED;
            self.answered(answer, in_full)
        })
    }

    /// An answer in words, of a line that was not used with what it waited for, if that is wanted.
    pub(in crate::engine) fn answered(&self, answer: &AnswerOf<G>, in_full: bool) -> Answered {
        let order = asked::<G>(answer);
        let reason = self.why(&answer.reason, answer.order.as_ref().filter(|_| in_full));
        let AnswerOf::<G> { slot, line, code, .. } = *answer;
        Answered { slot, line, order, code, rule: answer.rule.clone(), reason }
    }
}

/// Lines that were not used of which a report says what they waited for.
const AWAITED: u32 = 16;

/// What no game can take in a condition.
fn strangeness<'n, T: Serialize, R>(
    names: &'n Names,
    value: &T,
) -> Option<(Option<&'n Rule>, Reason<R>)> {
    let large = || (!is_bounded(value)).then_some((None, Reason::TooLarge));
    unknown(names, value).or_else(large)
}

/// The first name in a value that a game does not have, as a reason.
fn unknown<'n, T: Serialize, R>(
    names: &'n Names,
    value: &T,
) -> Option<(Option<&'n Rule>, Reason<R>)> {
    let (rule, kind, name) = names.unknown(value)?;
    Some((rule, Reason::Unknown { kind: kind.to_owned(), name }))
}

/// What is said of a report with names of another campaign.
pub(super) fn foreign() -> Problem {
    Problem::refused("the report names things that this campaign does not have")
        .hint("it was not made for this campaign")
}
