//! The pure middle of a cycle, which resolving and replaying share: position and order files in,
//! record, next position and reports out.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::report::{Data, Next, frame, how_to_send};
use crate::base::{Digest, Problem};
use crate::engine::{Chance, Document, Due, Outcome, Phase, Reader, Seat, Table};
use crate::ledger::{Ledger, ReportProof, prove_reports};
use crate::page::Page;
use crate::seal::{self, CampaignSecret, derive};

/// What a cycle is carried out on.
#[derive(Debug)]
pub struct Input<'a> {
    /// The cycle; 0 for the beginning.
    pub cycle: u32,
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Document>,
    /// The order files that count.
    pub files: &'a BTreeMap<Seat, Vec<u8>>,
    /// The committed seed.
    pub seed: [u8; 32],
    /// The campaign's secret.
    pub secret: &'a CampaignSecret,
}

/// What it makes.
#[derive(Debug)]
pub struct Played {
    /// The position after it.
    pub position: Document,
    /// The record and every report.
    pub dossier: Dossier,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The record of a cycle and the reports that were made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// The record, as the game's table reads it; empty for the beginning.
    pub record: String,
    /// The text of each seat's report.
    pub reports: BTreeMap<String, String>,
    /// The text of the report for everybody.
    pub public: String,
}

impl Dossier {
    /// Reads its canonical text.
    ///
    /// # Errors
    /// If it is no dossier.
    pub(super) fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|e| Problem::refused(format!("this is no dossier: {e}")))
    }

    /// The root over the reports of a cycle, and each seat's proof, in the order of the seats.
    pub(super) fn report_tree(
        &self,
        campaign: &Campaign,
        secret: &CampaignSecret,
        cycle: u32,
    ) -> (Digest, Vec<ReportProof>) {
        let genesis = campaign.ledger.genesis_digest();
        let seats = campaign.seats();
        let leaves: Vec<_> = seats
            .iter()
            .map(|seat| {
                let seat = seat.as_str();
                let salt = report_salt(secret, &genesis, cycle, seat);
                (seat, salt, Digest::of(self.reports[seat].as_bytes()))
            })
            .collect();
        prove_reports(&leaves)
    }
}

/// Carries out a cycle.
///
/// # Errors
/// If the position is none of this game's.
pub fn play(campaign: &Campaign, input: &Input<'_>) -> Result<Played, Problem> {
    let table = &campaign.table;
    let mut chance = Chance::from_seed(input.seed);
    let (position, record) = match input.before {
        None => (table.setup(&mut chance), None),
        Some(before) => {
            let made = table.resolve(before, input.files, &mut chance)?;
            (made.position, Some(made.record))
        }
    };
    let outcome = table.outcome(&position)?;
    let missing = missing(campaign, input)?;
    let after = (input.cycle, &position, outcome.as_ref());
    let issue = Issue::of(campaign, input.secret, after, missing);
    let seats = campaign.seats();
    let readers: Vec<_> = seats.iter().cloned().map(Reader::Seat).chain([Reader::Public]).collect();
    let pages = table.pages(&position, record.as_ref(), &readers)?;
    let texts = readers.into_iter().zip(pages).map(|(reader, page)| issue.report(reader, page));
    let texts: Result<Vec<_>, Problem> = texts.map(|data| Ok(data?.text())).collect();
    let mut texts = texts?;
    let public = texts.pop().expect("everybody is the last reader");
    let reports = seats.iter().map(Seat::to_string).zip(texts).collect();
    let record = record.map_or_else(String::new, |record| record.0);
    Ok(Played { position, dossier: Dossier { record, reports, public }, outcome })
}

/// The moderator's report of a cycle, with everything in it. It is made when it is asked for, and
/// neither stored nor sent.
///
/// # Errors
/// If position or record are none of this game's.
pub fn whole(
    campaign: &Campaign,
    secret: &CampaignSecret,
    (cycle, position, record): (u32, &Document, Option<&Document>),
) -> Result<Data, Problem> {
    let outcome = campaign.table.outcome(position)?;
    let page = campaign.table.page(position, record, &Reader::Moderator)?;
    let after = (cycle, position, outcome.as_ref());
    let issue = Issue::of(campaign, secret, after, BTreeSet::new());
    issue.report(Reader::Moderator, page)
}

/// What every report of a cycle is made from.
struct Issue<'a> {
    table: &'a dyn Table,
    ledger: &'a Ledger,
    id: String,
    cycle: u32,
    position: &'a Document,
    outcome: Option<&'a Outcome>,
    next: Option<Next>,
    /// Seats whose orders were due and did not come.
    missing: BTreeSet<Seat>,
}

/// Seats whose orders were due and did not come.
fn missing(campaign: &Campaign, input: &Input<'_>) -> Result<BTreeSet<Seat>, Problem> {
    let silent = campaign.seats().iter().any(|seat| !input.files.contains_key(seat));
    let Some(before) = input.before.filter(|_| silent) else { return Ok(BTreeSet::new()) };
    let due = campaign.table.phase(before)?.due.into_iter();
    let required = due.filter(|(_, due)| *due == Due::Required).map(|(seat, _)| seat);
    Ok(required.filter(|seat| !input.files.contains_key(seat)).collect())
}

/// What a seat reads whose orders did not come.
const MISSED: &str = "No orders of yours counted in this cycle (NMR: no move received). Your standing \
                      orders and the game's defaults were carried out.";

impl<'a> Issue<'a> {
    fn of(
        campaign: &'a Campaign,
        secret: &CampaignSecret,
        (cycle, position, outcome): (u32, &'a Document, Option<&'a Outcome>),
        missing: BTreeSet<Seat>,
    ) -> Self {
        let Campaign { table, ledger, .. } = campaign;
        let next = outcome.is_none().then(|| {
            let identity = derive::cycle_identity(secret, &ledger.genesis_digest(), cycle + 1);
            Next { cycle: cycle + 1, recipient: identity.recipient().to_string() }
        });
        let id = campaign.id();
        Self { table: &**table, ledger, id, cycle, position, outcome, next, missing }
    }

    fn report(&self, reader: Reader, page: Page) -> Result<Data, Problem> {
        let genesis = self.ledger.genesis();
        let seen = self.table.see(self.position, &reader)?;
        let missed = reader.seat().is_some_and(|seat| self.missing.contains(seat));
        let page = if missed { page.heading(2, "Your orders").note(MISSED) } else { page };
        let phase = self.table.awaited(&seen)?;
        let due = self.due(&phase, &reader);
        let own = reader.seat().and_then(|seat| phase.due.get(seat));
        let asked = matches!(own, Some(Due::Required | Due::Optional));
        let send = asked.then(|| how_to_send(phase.sealed));
        let seen = serde_json::from_str(&seen.0)
            .map_err(|e| Problem::refused(format!("a view is JSON: {e}")))?;
        let mut data = Data {
            adjutant: "report-v1".to_owned(),
            campaign: self.id.clone(),
            genesis: self.ledger.genesis_digest(),
            game: genesis.game.clone(),
            format: genesis.format,
            scenario: genesis.scenario_digest,
            options: genesis.options.clone(),
            cycle: self.cycle,
            reader,
            next: self.next.clone(),
            page: Page::new(""),
            seen,
        };
        data.page = frame(page, &data, &due, send);
        Ok(data)
    }

    /// What is expected of the reader, in a paragraph.
    fn due(&self, phase: &Phase, reader: &Reader) -> String {
        if let Some(outcome) = self.outcome {
            return format!("The game is over: {}.", outcome.text);
        }
        let phases = phase.covers.join(", ");
        let what = match reader.seat().map(|seat| phase.due.get(seat)) {
            None => "Orders are due",
            Some(Some(Due::Required)) => "Your orders are due",
            Some(Some(Due::Optional)) => "You may send orders, but need not,",
            Some(Some(Due::Nothing) | None) => "You have nothing to order",
        };
        let accepts: Vec<_> = phase.accepts.iter().map(String::as_str).collect();
        format!("{what} for: {phases}. The orders taken are: {}.", accepts.join(", "))
    }
}

/// The seed of a cycle from its committed parts.
///
/// # Errors
/// If the cycle is beyond the moderator's chain.
pub fn seed(
    campaign: &Campaign,
    secret: &CampaignSecret,
    cycle: u32,
    links: &[(String, Digest)],
) -> Result<[u8; 32], Problem> {
    let genesis = campaign.ledger.genesis_digest();
    let chain = derive::moderator_chain(secret, &super::desk::birth(campaign));
    let links: Vec<_> = links.iter().map(|(seat, link)| (seat.as_str(), *link)).collect();
    if cycle == 0 {
        return Ok(seal::setup_seed(&genesis, &chain.link(1)?, &links));
    }
    Ok(seal::seed(&genesis, cycle, &chain.link(cycle)?, &links, None))
}

/// What stands in the ledger for a seed before the reveal.
pub fn seed_commitment(seed: &[u8; 32]) -> Digest {
    Digest::tagged("adjutant/seed-commitment/v1", &[seed])
}

/// What stands in the ledger for a position or record. It is salted: a likely one could be guessed.
pub fn salted(
    secret: &CampaignSecret,
    genesis: &Digest,
    (what, cycle): (&str, u32),
    text: &str,
) -> Digest {
    let salt = derive::salt(secret, genesis, what, &[&cycle.to_be_bytes()]);
    Digest::tagged("adjutant/salted/v1", &[&salt, &Digest::of(text.as_bytes()).0])
}

/// The salt of a seat's leaf in a cycle's report tree.
pub fn report_salt(secret: &CampaignSecret, genesis: &Digest, cycle: u32, seat: &str) -> Digest {
    Digest(derive::salt(secret, genesis, "report", &[&cycle.to_be_bytes(), seat.as_bytes()]))
}
