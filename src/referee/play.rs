//! The pure middle of a cycle, which resolving and replaying share: position and order files in,
//! record, next position and reports out.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::acts;
use super::campaign::Campaign;
use super::report::{Data, Next};
use crate::base::{Digest, Problem, VERSION};
use crate::engine::{Chance, Due, OrdersDoc, Outcome, Position, Reader, RecordDoc, Seat};
use crate::ledger::{ReportProof, prove_reports};
use crate::seal::{self, CampaignSecret, derive};

/// What a cycle is carried out on.
#[derive(Debug)]
pub struct Input<'a> {
    /// The cycle; 0 for the beginning.
    pub cycle: u32,
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Position>,
    /// The orders that count.
    pub orders: &'a BTreeMap<Seat, OrdersDoc>,
    /// The committed seed.
    pub seed: [u8; 32],
    /// The campaign's secret.
    pub secret: &'a CampaignSecret,
}

/// What it makes.
#[derive(Debug)]
pub struct Played {
    /// The position after it.
    pub position: Position,
    /// The record; `None` for the beginning.
    pub record: Option<RecordDoc>,
    /// Each seat's report, in the game's order, and the one for everybody, as data.
    pub reports: Vec<Data>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The record of a cycle and the reports that were made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// The record as the game reads it; empty for the beginning.
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
    /// If it is not a dossier.
    pub(super) fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text)
            .map_err(|e| Problem::refused(format!("this is not a dossier: {e}")))
    }

    /// The root over the reports of a cycle, and each seat's proof, in the order of the seats.
    pub fn report_tree(
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

impl Played {
    /// The dossier: the record, and the reports in the words of this program.
    ///
    /// # Errors
    /// If a report cannot be told.
    pub fn dossier(&self, campaign: &Campaign) -> Result<Dossier, Problem> {
        let text = |data: &Data| Ok(data.text(&data.page(&*campaign.game)?));
        let texts: Result<Vec<String>, Problem> = self.reports.iter().map(text).collect();
        let mut texts = texts?;
        let public = texts.pop().expect("everybody is the last reader");
        let seats = campaign.seats();
        let reports = seats.iter().map(Seat::to_string).zip(texts).collect();
        let record = self.record.as_ref().map_or_else(String::new, |record| record.0.clone());
        Ok(Dossier { record, reports, public })
    }
}

/// Carries out a cycle.
///
/// # Errors
/// If the position is none of this game's.
pub fn play(campaign: &Campaign, input: &Input<'_>) -> Result<Played, Problem> {
    let game = &campaign.game;
    let mut chance = Chance::from_seed(input.seed);
    let (position, record) = match input.before {
        None => (game.setup(&mut chance), None),
        Some(before) => {
            let made = game.resolve(before, input.orders, &mut chance)?;
            (made.position, Some(made.record))
        }
    };
    let missing = missing(campaign, input)?;
    let after = After { cycle: input.cycle, position: &position, record: record.as_ref() };
    let reports = reports(campaign, input.secret, after, &missing)?;
    let outcome = game.outcome(&position)?;
    Ok(Played { position, record, reports, outcome })
}

/// Each seat's report of a cycle, in the game's order, and the one for everybody; `missing` are the
/// seats whose required orders did not come.
///
/// # Errors
/// If position or record are none of this game's.
pub fn reports(
    campaign: &Campaign,
    secret: &CampaignSecret,
    after: After<'_>,
    missing: &BTreeSet<Seat>,
) -> Result<Vec<Data>, Problem> {
    let seats = campaign.seats().into_iter().map(Reader::Seat);
    let one = |reader: Reader| {
        let missed = reader.seat().is_some_and(|seat| missing.contains(seat));
        Ok(Data { missed, ..report(campaign, secret, after, reader)? })
    };
    seats.chain([Reader::Public]).map(one).collect()
}

/// The moderator's report of a cycle, with everything in it. It is made when it is asked for, and
/// neither stored nor sent.
///
/// # Errors
/// If position or record are none of this game's.
pub fn whole(
    campaign: &Campaign,
    secret: &CampaignSecret,
    after: After<'_>,
) -> Result<Data, Problem> {
    report(campaign, secret, after, Reader::Moderator)
}

/// Where a cycle ended.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// The cycle.
    pub cycle: u32,
    /// The position after it.
    pub position: &'a Position,
    /// Its record; `None` for the beginning.
    pub record: Option<&'a RecordDoc>,
}

/// Seats whose required orders are missing.
fn missing(campaign: &Campaign, input: &Input<'_>) -> Result<BTreeSet<Seat>, Problem> {
    let silent = campaign.seats().iter().any(|seat| !input.orders.contains_key(seat));
    let Some(before) = input.before.filter(|_| silent) else { return Ok(BTreeSet::new()) };
    let due = campaign.game.phase(before)?.due.into_iter();
    let required = due.filter(|(_, due)| *due == Due::Required).map(|(seat, _)| seat);
    Ok(required.filter(|seat| !input.orders.contains_key(seat)).collect())
}

/// What a reader may know at the end of a cycle.
fn report(
    campaign: &Campaign,
    secret: &CampaignSecret,
    After { cycle, position, record }: After<'_>,
    reader: Reader,
) -> Result<Data, Problem> {
    let Campaign { game, ledger, .. } = campaign;
    let genesis = ledger.genesis();
    let outcome = game.outcome(position)?;
    let next = outcome.is_none().then(|| {
        let identity = derive::cycle_identity(secret, &ledger.genesis_digest(), cycle + 1);
        Next { cycle: cycle + 1, recipient: identity.recipient().to_string() }
    });
    let json = |text: &str| {
        serde_json::from_str(text).map_err(|e| Problem::refused(format!("this is not JSON: {e}")))
    };
    let news = record.map(|record| game.news(record, &reader)).transpose()?;
    Ok(Data {
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
        next,
        missed: false,
        acts: acts::of_cycle(ledger, cycle),
        outcome,
        seen: json(&game.see(position, &reader)?.0)?,
        news: news.map(|news| json(&news.0)).transpose()?,
        reader,
    })
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
    let chain = derive::moderator_chain(secret, &campaign.birth());
    let links: Vec<_> = links.iter().map(|(seat, link)| (seat.as_str(), *link)).collect();
    if cycle == 0 {
        return Ok(seal::setup_seed(&genesis, &chain.link(1)?, &links));
    }
    Ok(seal::seed(&genesis, cycle, &chain.link(cycle)?, &links, None))
}

/// What the ledger says of a seed before the reveal.
pub fn seed_commitment(seed: &[u8; 32]) -> Digest {
    Digest::tagged("adjutant/seed-commitment/v1", &[seed])
}

/// What the ledger says of a position or record. It is salted: a likely one could be guessed.
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
