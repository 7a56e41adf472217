//! A campaign with the moderator's keys: the only hand that writes.

use super::campaign::{Campaign, entries, verifier};
use super::glue::Pen;
use super::play::{self, Dossier};
use super::report::Data;
use crate::base::{Digest, Problem};
use crate::campaign::{Store, layout};
use crate::engine::Document;
use crate::ledger::{Body, Checkpoint, Outcome, check_checkpoint, origin};
use crate::seal::{
    CampaignSecret, Chain, Identity, ModeratorKey, PublicKey, SigningKey, derive, sealed,
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
}

impl Desk {
    /// Opens a campaign for writing.
    ///
    /// # Errors
    /// If another process holds it, it is not sound, or the keys are another campaign's.
    pub fn take(mut store: Store, keys: Keys) -> Result<Self, Problem> {
        store.lock()?;
        let campaign = Campaign::load(store)?;
        let desk = Self { campaign, keys };
        desk.check_keys()?;
        desk.catch_up()?;
        Ok(desk)
    }

    /// A desk over a campaign just founded.
    pub(super) fn over(campaign: Campaign, keys: Keys) -> Self {
        Self { campaign, keys }
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
                    Outcome::Failed(problem) => Err(problem),
                    _ => self.write_checkpoint(),
                }
            }
            None => self.write_checkpoint(),
        }
    }

    fn check_keys(&self) -> Result<(), Problem> {
        let genesis = self.campaign.ledger.genesis();
        if PublicKey::of(self.signing()).to_string() != genesis.moderator {
            return Err(Problem::failed("the moderator's key is not this campaign's")
                .hint("name the right directory with --keys DIR, or set ADJUTANT_MODERATOR_KEY"));
        }
        if self.chain().tip() != genesis.tip {
            return Err(Problem::failed("the campaign secret is not this campaign's").hint(
                "name the right directory with --keys DIR, or set ADJUTANT_CAMPAIGN_SECRET",
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
        derive::moderator_chain(&self.keys.secret, &birth(&self.campaign))
    }

    /// Opens what is encrypted to the campaign.
    pub fn identity(&self) -> Identity {
        derive::campaign_identity(&self.keys.secret, &birth(&self.campaign))
    }

    /// Opens the packets of a cycle.
    pub fn cycle_identity(&self, cycle: u32) -> Identity {
        derive::cycle_identity(&self.keys.secret, &self.genesis(), cycle)
    }

    /// Appends an entry to the ledger. It counts once its file is on disk.
    ///
    /// # Errors
    /// If the disk refuses; then the ledger is as it was.
    pub fn append(&mut self, now: &str, cycle: Option<u32>, body: Body) -> Result<(), Problem> {
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
    pub fn position(&self, cycle: u32) -> Result<Document, Problem> {
        self.opened(&layout::state(cycle)).map(Document)
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
        let record = record.map(Document);
        play::whole(&self.campaign, self.secret(), (cycle, &position, record.as_ref()))
    }

    /// The text of a file that is encrypted to the campaign.
    ///
    /// # Errors
    /// If it is missing or altered.
    pub fn opened(&self, path: &str) -> Result<String, Problem> {
        let sealed = self.campaign.store.need(path)?;
        open_house(&sealed, &self.identity()).map_err(|p| p.at(path))
    }
}

/// What the campaign's chain and identity are bound to: both stand in the genesis, so they cannot
/// follow from its digest.
pub(super) fn birth(campaign: &Campaign) -> Digest {
    let genesis = campaign.ledger.genesis();
    birth_of(&genesis.name, &genesis.format, &genesis.scenario_digest)
}

/// The birth digest of a campaign, from its name and the digests of its format and scenario.
pub fn birth_of(name: &str, format: &Digest, scenario: &Digest) -> Digest {
    Digest::tagged("adjutant/birth/v1", &[name.as_bytes(), &format.0, &scenario.0])
}

/// The text of one of the campaign's own files.
pub(super) fn open_house(sealed: &[u8], identity: &Identity) -> Result<String, Problem> {
    let bytes = sealed::open(sealed, identity, sealed::HOUSE_LIMIT)?;
    let text = String::from_utf8(bytes).map_err(|_| Problem::refused("this is not UTF-8"))?;
    Ok(crate::seal::padding::unpad(&text).trim_end_matches('\n').to_owned())
}
