//! The pure middle of a cycle, which resolving and replaying share: position and order files in,
//! record, next position and reports out.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::base::{Digest, Json, Problem, VERSION};
use crate::campaign::layout;
use crate::engine::{
    AnyGame, AnySheet, Briefing, Due, Ending, News, Outcome, Pager, Position, Reader, RecordDoc,
    Seat, ViewDoc,
};
use crate::ledger::{Correction, Ledger, ReportProof, Sealing, prove_reports};
use crate::page::Page;
use crate::referee::calendar::InForce;
use crate::referee::calendar::facts::missed;
use crate::referee::record::acts;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::luck::Luck;
use crate::referee::record::report::{Data, Next, Report};
use crate::referee::record::rulings::{self, OrderRuling};
use crate::seal::{CycleKeys, Identity, VrfProof, packed};

/// What a cycle is carried out on.
#[derive(Debug)]
pub struct Input<'a> {
    /// The cycle; 0 for the beginning.
    pub cycle: u32,
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Position>,
    /// What is put right, and the position that it leads to; then nothing is played.
    pub corrected: Option<(&'a Correction, &'a Position)>,
    /// The orders that count.
    pub orders: &'a BTreeMap<Seat, AnySheet>,
    /// What the computer staff orders for seats without any.
    pub staff: &'a BTreeMap<Seat, AnySheet>,
    /// What was ruled on them.
    pub rulings: &'a [OrderRuling],
    /// The committed luck.
    pub luck: &'a Luck,
    /// The keys of its cycles.
    pub keys: &'a CycleKeys,
}

/// What it makes.
pub struct Played<'c> {
    /// What came of it.
    pub made: Made,
    /// Each seat's report, in the game's order, and the one for everybody.
    pub reports: Vec<Unworded<'c>>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// A report before it is put into words.
pub struct Unworded<'c> {
    /// What it tells a program.
    pub data: Data,
    /// The game's page of it.
    page: Pager<'c>,
}

impl Unworded<'_> {
    /// The report as a page, in the words of this program.
    pub fn page(&self) -> Page {
        let (page, agenda) = (self.page)();
        self.data.paged(page, &agenda, None)
    }

    /// The report's text.
    pub fn text(&self) -> String {
        self.data.text(&self.page())
    }
}

/// The reports of a cycle as they are sent: the bytes that the ledger commits to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// Of each seat's report.
    pub reports: BTreeMap<Seat, String>,
    /// Of the report for everybody.
    pub public: String,
}

impl Texts {
    /// Reads the files of a resolved cycle, with the campaign's own identity.
    ///
    /// # Errors
    /// If one is missing or altered, or is no report.
    pub(in crate::referee) fn kept(
        campaign: &Campaign,
        cycle: u32,
        own: &Identity,
    ) -> Result<Self, Problem> {
        let report = |seat: Seat| {
            let path = layout::report(cycle, seat.as_str());
            let text = || Report::committed(&packed::open(&campaign.listed(&path)?, own)?);
            text().map(|text| (seat, text)).map_err(|problem| problem.at(&path))
        };
        let reports = campaign.seats().into_iter().map(report).collect::<Result<_, Problem>>()?;
        let path = layout::public_report(cycle);
        let public = String::from_utf8(campaign.listed(&path)?);
        let public = public.map_err(|_| Problem::refused("this is not UTF-8").at(path))?;
        Ok(Self { reports, public })
    }

    /// The root over the reports of a cycle, and each seat's proof, in the order of the seats.
    pub fn report_tree(
        &self,
        campaign: &Campaign,
        keys: &CycleKeys,
        cycle: u32,
    ) -> (Digest, Vec<ReportProof>) {
        let seats = campaign.seats();
        let leaves: Vec<_> = seats
            .iter()
            .map(|seat| {
                let salt = report_salt(keys, cycle, seat.as_str());
                (seat.as_str(), salt, Digest::of(self.reports[seat].as_bytes()))
            })
            .collect();
        prove_reports(&leaves)
    }
}

impl Played<'_> {
    /// What came of it, and the reports in the words of this program.
    pub(in crate::referee) fn worded(self, campaign: &Campaign) -> (Made, Texts) {
        let texts = self.texts(campaign);
        (self.made, texts)
    }

    /// The reports in the words of this program.
    pub fn texts(&self, campaign: &Campaign) -> Texts {
        let (everybody, seats) = self.reports.split_last().expect("everybody reads");
        // One knows nothing of the other, so each thread of the machine may make some.
        let texts = || seats.par_iter().map(Unworded::text).collect::<Vec<_>>();
        let (texts, public) = rayon::join(texts, || everybody.text());
        Texts { reports: campaign.seats().into_iter().zip(texts).collect(), public }
    }
}

/// Carries out a cycle and makes its reports.
///
/// # Errors
/// If the position is none of this game's.
pub fn play<'c>(campaign: &'c Campaign, input: &Input<'_>) -> Result<Played<'c>, Problem> {
    report_on(campaign, input, made(campaign, input)?)
}

/// What a cycle makes, before anybody is told of it.
#[derive(Debug, Clone)]
pub struct Made {
    /// The position after it.
    pub position: Position,
    /// The record; `None` if nothing was played.
    pub record: Option<RecordDoc>,
}

impl Made {
    /// The record's text; empty if nothing was played.
    pub(super) fn record_text(&self) -> &str {
        self.record.as_ref().map_or("", |record| &record.0)
    }
}

/// Carries out a cycle.
///
/// # Errors
/// If the position is none of this game's.
pub(in crate::referee) fn made(campaign: &Campaign, input: &Input<'_>) -> Result<Made, Problem> {
    let game = &campaign.game;
    let mut chance = input.luck.chance();
    if let Some((_, position)) = input.corrected {
        return Ok(Made { position: position.clone(), record: None });
    }
    Ok(match input.before {
        None => Made { position: game.setup(&mut chance), record: None },
        Some(before) => {
            let mut orders = input.staff.clone();
            orders.extend(input.orders.clone());
            rulings::carry_out(&**game, &mut orders, input.rulings)?;
            let made = game.resolve(before, &orders, &mut chance)?;
            Made { position: made.position, record: Some(made.record) }
        }
    })
}

/// Makes the reports of a cycle.
///
/// # Errors
/// If the position is none of this game's.
pub(in crate::referee) fn report_on<'c>(
    campaign: &'c Campaign,
    input: &Input<'_>,
    made: Made,
) -> Result<Played<'c>, Problem> {
    let missing = missing(campaign, input)?;
    let corrected = input.corrected.map(|(correction, _)| correction);
    let (cycle, record, rulings) = (input.cycle, made.record.as_ref(), input.rulings);
    let luck = Some(input.luck);
    let after = After { cycle, position: &made.position, record, corrected, rulings, luck };
    let (reports, outcome) = reports(campaign, input.keys, after, &missing)?;
    let silent = |Unworded { data, page }| {
        with_silence(campaign, input, data).map(|data| Unworded { data, page })
    };
    let reports = reports.into_iter().map(silent).collect::<Result<_, Problem>>()?;
    Ok(Played { made, reports, outcome })
}

/// A report with how often in a row its reader was silent, and whether the staff ordered for them. It
/// is counted by the ledger as it stood before the cycle's result.
fn with_silence(campaign: &Campaign, input: &Input<'_>, data: Data) -> Result<Data, Problem> {
    let Some(seat) = data.reader.seat().filter(|_| data.missed) else { return Ok(data) };
    let staff = input.staff.contains_key(seat);
    let ledger = &campaign.ledger;
    let seq = ledger.result_seq(input.cycle).unwrap_or(u64::MAX);
    let rules = InForce::before(campaign, seq)?.map(|calendar| calendar.rules);
    let most = rules.as_ref().and_then(|rules| rules.drop_after);
    let Some((rules, most)) = rules.zip(most) else { return Ok(Data { staff, ..data }) };
    let then = match ledger.since() {
        0 => &ledger.first(usize::try_from(seq).unwrap_or(usize::MAX)),
        // Before the result of a cycle is there, nothing is later.
        _ => ledger,
    };
    let date = ledger.deadline_before(input.cycle, seq).map(|time| rules.zone.date(time));
    let away = then.absences(seat).into_iter().any(|a| date.is_some_and(|date| a.dates.hold(date)));
    let silent = missed(then, Some(rules.zone), seat) + u32::from(!away);
    Ok(Data { staff, nmr: Some((silent, most)), ..data })
}

/// Each seat's report of a cycle, in the game's order, and the one for everybody; and how the game
/// ended, if it did. `missing` are the seats whose required orders did not come.
///
/// # Errors
/// If position or record are none of this game's.
pub fn reports<'c>(
    campaign: &'c Campaign,
    keys: &CycleKeys,
    after: After<'_>,
    missing: &BTreeSet<Seat>,
) -> Result<(Vec<Unworded<'c>>, Option<Outcome>), Problem> {
    let seats = campaign.seats().into_iter().map(Reader::Seat);
    let readers: Vec<Reader> = seats.chain([Reader::Public]).collect();
    let (mut reports, outcome) = told(campaign, keys, after, readers)?;
    for Unworded { data, .. } in &mut reports {
        data.missed = data.reader.seat().is_some_and(|seat| missing.contains(seat));
    }
    Ok((reports, outcome))
}

/// The moderator's report of a cycle, with everything in it. It is made when it is asked for, and
/// neither stored nor sent.
///
/// # Errors
/// If position or record are none of this game's.
pub fn whole(campaign: &Campaign, keys: &CycleKeys, after: After<'_>) -> Result<Data, Problem> {
    let (mut only, _) = told(campaign, keys, after, vec![Reader::Moderator])?;
    Ok(only.pop().expect("a report for each reader").data)
}

/// Where a cycle ended.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// The cycle.
    pub cycle: u32,
    /// The position after it.
    pub position: &'a Position,
    /// Its record; `None` if nothing was played.
    pub record: Option<&'a RecordDoc>,
    /// What was put right in it.
    pub corrected: Option<&'a Correction>,
    /// What was ruled on its orders.
    pub rulings: &'a [OrderRuling],
    /// Its luck, if readers are to have proofs of the dice that they witnessed.
    pub luck: Option<&'a Luck>,
}

/// Seats whose required orders are missing.
fn missing(campaign: &Campaign, input: &Input<'_>) -> Result<BTreeSet<Seat>, Problem> {
    if input.corrected.is_some() {
        return Ok(BTreeSet::new());
    }
    let silent = campaign.seats().iter().any(|seat| !input.orders.contains_key(seat));
    let Some(before) = input.before.filter(|_| silent) else { return Ok(BTreeSet::new()) };
    let due = campaign.game.phase(before)?.due.into_iter();
    let required = due.filter(|(_, due)| *due == Due::Required).map(|(seat, _)| seat);
    Ok(required.filter(|seat| !input.orders.contains_key(seat)).collect())
}

/// What readers may know at the end of a cycle, and how the game ended, if it did.
fn told<'c>(
    campaign: &'c Campaign,
    keys: &CycleKeys,
    After { cycle, position, record, corrected, rulings, luck }: After<'_>,
    readers: Vec<Reader>,
) -> Result<(Vec<Unworded<'c>>, Option<Outcome>), Problem> {
    let Campaign { game, ledger, .. } = campaign;
    let genesis = ledger.genesis();
    let Ending { outcome, briefings } = game.ending(&readers, position, record)?;
    let next = outcome.is_none().then(|| {
        let lock = genesis.link_terms.is_some();
        let timelock = genesis.sealed == Sealing::Timelock;
        let recipient = next_recipient(ledger, keys, cycle + 1);
        Next { cycle: cycle + 1, recipient, lock, timelock }
    });
    let proofs = proofs(&**game, luck, &briefings)?;
    let mut acts = acts::of_cycle(ledger, cycle);
    acts.extend(corrected.map(|correction| acts::corrected(cycle, correction)));
    let data = |reader: Reader, (view, news): (ViewDoc, Option<News>), dice| Data {
        adjutant: "report-v1".to_owned(),
        version: VERSION.to_owned(),
        campaign: campaign.id(),
        genesis: ledger.genesis_digest(),
        game: genesis.game.clone(),
        edition: genesis.edition,
        format: genesis.format,
        scenario: genesis.scenario_digest,
        options: genesis.options.clone(),
        cycle,
        next: next.clone(),
        missed: false,
        nmr: None,
        staff: false,
        acts: acts.iter().cloned().chain(acts::amended(rulings, &reader)).collect(),
        outcome: outcome.clone(),
        seen: Json::from_canonical(view.0),
        news: news.map(|news| Json::from_canonical(news.0)),
        dice,
        reader,
    };
    // Each document is read over once more.
    let reports = readers.into_par_iter().zip(briefings).zip(proofs);
    let reports = reports.map(|((reader, Briefing { view, news, page }), dice)| Unworded {
        data: data(reader, (view, news), dice),
        page,
    });
    Ok((reports.collect(), outcome))
}

/// What the orders of the next cycle are encrypted to. That of a cycle that is not open itself stands in its opening:
/// one that was never opened was a correction, which is open when the cycle before it is.
fn next_recipient(ledger: &Ledger, keys: &CycleKeys, cycle: u32) -> String {
    if keys.know(cycle) {
        return keys.identity(cycle).recipient().to_string();
    }
    ledger.opening(cycle).map(|opening| opening.recipient.clone()).unwrap_or_default()
}

/// For each reader the proofs of the dice that they witnessed, and of no others: what is not seen has neither number
/// nor order.
fn proofs(
    game: &dyn AnyGame,
    luck: Option<&Luck>,
    briefings: &[Briefing<'_>],
) -> Result<Vec<BTreeMap<String, VrfProof>>, Problem> {
    let Some(luck) = luck.filter(|luck| luck.draws() > 0) else {
        return Ok(vec![BTreeMap::new(); briefings.len()]);
    };
    let most = luck.draws();
    let names = |briefing: &Briefing<'_>| match &briefing.news {
        Some(news) => game.throws(news).map(|throws| throws.into_keys().take(most).collect()),
        None => Ok(BTreeSet::new()),
    };
    let each: Vec<BTreeSet<String>> = briefings.iter().map(names).collect::<Result<_, _>>()?;
    let all: BTreeSet<&str> = each.iter().flatten().map(String::as_str).collect();
    let made = luck.proofs(all.into_iter());
    let own = |name: String| (name.clone(), made[&name]);
    Ok(each.into_iter().map(|names| names.into_iter().map(own).collect()).collect())
}

/// What the ledger says of a position or record. It is salted: a likely one could be guessed.
pub fn salted(keys: &CycleKeys, (what, cycle): (&str, u32), text: &str) -> Digest {
    let salt = keys.salt(what, cycle, &[]);
    Digest::tagged("adjutant/salted/v1", &[&salt.0, &Digest::of(text.as_bytes()).0])
}

/// The salt of a seat's leaf in a cycle's report tree.
pub fn report_salt(keys: &CycleKeys, cycle: u32, seat: &str) -> Digest {
    keys.salt("report", cycle, &[seat.as_bytes()])
}
