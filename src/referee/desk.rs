//! A campaign with the moderator's keys: the only hand that writes.

use super::campaign::{Campaign, entries, verifier};
use super::ledger_keys::Pen;
use super::play::{self, After, Dossier};
use super::report::Data;
use crate::base::{Digest, Problem, Time};
use crate::campaign::{Store, layout};
use crate::engine::{Position, RecordDoc};
use crate::ledger::{Body, CheckOutcome, Checkpoint, check_checkpoint, origin};
use crate::seal::{
    CampaignSecret, Chain, Identity, ModeratorKey, PublicKey, SigningKey, derive, packed,
};

/// The moderator's two secrets, never one: the first is never published, the second at the end.
#[derive(Debug)]
pub struct Keys {
    /// Signs receipts and the ledger.
    pub signing: ModeratorKey,
    /// Seeds, identities and salts follow from it.
    pub secret: CampaignSecret,
}

/// A campaign that its moderator works on; locked while it exists.
pub struct Desk {
    /// What everybody can load.
    pub campaign: Campaign,
    keys: Keys,
    /// The deadline that the next opening is to have, for the reports that ask for its orders.
    announced: Option<Announced>,
}

/// A deadline before the ledger has it.
#[derive(Debug, Clone)]
pub(super) struct Announced {
    pub(super) deadline: Time,
    /// The zone it was given in; none for UTC.
    pub(super) zone: Option<String>,
}

impl Desk {
    /// Opens a campaign for writing.
    ///
    /// # Errors
    /// If another process holds it, it is not sound, or the keys are another campaign's.
    pub fn take(mut store: Store, keys: Keys) -> Result<Self, Problem> {
        store.lock()?;
        let campaign = Campaign::load(store)?;
        let desk = Self { campaign, keys, announced: None };
        desk.check_keys()?;
        desk.catch_up()?;
        Ok(desk)
    }

    /// Says which deadline the next opening will have, and in which zone it was given.
    pub fn announce(&mut self, deadline: Option<Time>, zone: Option<String>) {
        self.announced = deadline.map(|deadline| Announced { deadline, zone });
    }

    /// What is announced.
    pub(super) fn announced(&self) -> Option<&Announced> {
        self.announced.as_ref()
    }

    /// The zone in which a deadline was given, if it is the one that is announced.
    pub(super) fn zone(&self, deadline: Option<Time>) -> Option<String> {
        let announced = self.announced.as_ref().filter(|a| Some(a.deadline) == deadline)?;
        announced.zone.clone()
    }

    /// A desk over a campaign just created.
    pub(super) fn over(campaign: Campaign, keys: Keys) -> Self {
        Self { campaign, keys, announced: None }
    }

    /// A command that was killed may have left the checkpoint behind, but never ahead: then entries
    /// are missing, and to go on would rewrite what others have seen.
    fn catch_up(&self) -> Result<(), Problem> {
        let store = &self.campaign.store;
        match store.read(layout::CHECKPOINT)? {
            Some(kept) if kept == self.checkpoint().into_bytes() => Ok(()),
            Some(kept) => {
                let genesis = self.campaign.ledger.genesis();
                let key = verifier(genesis)?;
                let origin = origin(&genesis.name, &self.genesis());
                match check_checkpoint(&entries(store)?, &kept, &origin, &*key).outcome {
                    CheckOutcome::Failed(problem) => Err(problem),
                    _ => self.write_checkpoint(),
                }
            }
            None => self.write_checkpoint(),
        }
    }

    fn check_keys(&self) -> Result<(), Problem> {
        let genesis = self.campaign.ledger.genesis();
        if PublicKey::of(self.signing()).to_string() != genesis.moderator {
            return Err(Problem::failed("the moderator key belongs to another campaign")
                .hint("give the right directory with --keys DIR, or set ADJUTANT_MODERATOR_KEY"));
        }
        if self.chain().tip() != genesis.tip {
            return Err(Problem::failed("the campaign secret belongs to another campaign").hint(
                "give the right directory with --keys DIR, or set ADJUTANT_CAMPAIGN_SECRET",
            ));
        }
        Ok(())
    }

    /// The key that signs.
    pub fn signing(&self) -> &SigningKey {
        self.keys.signing.signing()
    }

    /// The campaign's secret.
    pub fn secret(&self) -> &CampaignSecret {
        &self.keys.secret
    }

    /// The campaign's identity: the digest of its first entry.
    pub fn genesis(&self) -> Digest {
        self.campaign.ledger.genesis_digest()
    }

    /// The moderator's chain of seed links.
    pub fn chain(&self) -> Chain {
        derive::moderator_chain(&self.keys.secret, &self.campaign.birth())
    }

    /// Opens what is encrypted to the campaign.
    pub fn identity(&self) -> Identity {
        derive::campaign_identity(&self.keys.secret, &self.campaign.birth())
    }

    /// Opens the packets of a cycle.
    pub fn cycle_identity(&self, cycle: u32) -> Identity {
        derive::cycle_identity(&self.keys.secret, &self.genesis(), cycle)
    }

    /// Appends an entry to the ledger. It counts once its file is on disk.
    ///
    /// # Errors
    /// If the disk refuses; then the ledger is as it was.
    pub fn append(&mut self, now: Time, cycle: Option<u32>, body: Body) -> Result<(), Problem> {
        let written = self.campaign.ledger.append(now, cycle, body, &Pen(self.signing()))?;
        // The signature first: an entry without one would be a ledger nobody can read.
        let store = &self.campaign.store;
        store.write(&written.signature_path, written.signature.as_bytes())?;
        store.write(&written.path, written.text.as_bytes())?;
        self.campaign.ledger.push(&written);
        self.write_checkpoint()
    }

    fn checkpoint(&self) -> String {
        Checkpoint::of(&self.campaign.ledger).sign(&Pen(self.signing()))
    }

    /// Replaces the checkpoint by one over the whole ledger.
    pub(super) fn write_checkpoint(&self) -> Result<(), Problem> {
        self.campaign.store.write(layout::CHECKPOINT, self.checkpoint().as_bytes())
    }

    /// The position after a cycle; the one after cycle 0 is the beginning.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn position(&self, cycle: u32) -> Result<Position, Problem> {
        self.opened(&layout::state(cycle)).map(Position)
    }

    /// The record and the reports of a cycle.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn dossier(&self, cycle: u32) -> Result<Dossier, Problem> {
        let path = layout::dossier(cycle);
        Dossier::read(&self.opened(&path)?).map_err(|p| p.at(path))
    }

    /// The moderator's own report of a cycle: everything.
    ///
    /// # Errors
    /// If a file of the cycle is missing or altered.
    pub fn report(&self, cycle: u32) -> Result<Data, Problem> {
        let position = self.position(cycle)?;
        let record = Some(self.dossier(cycle)?.record).filter(|record| !record.is_empty());
        let record = record.map(RecordDoc);
        let after = After { cycle, position: &position, record: record.as_ref() };
        play::whole(&self.campaign, self.secret(), after)
    }

    /// The text of a file that is encrypted to the campaign.
    ///
    /// # Errors
    /// If it is missing or altered.
    pub fn opened(&self, path: &str) -> Result<String, Problem> {
        let sealed = self.campaign.store.need(path)?;
        packed::open(&sealed, &self.identity()).map_err(|p| p.at(path))
    }
}
