//! What a player's program remembers of each campaign: who its moderator is, how far its ledger had
//! come, and the last cycle it gave a link for. Kept beside the player's key, as ssh keeps the hosts
//! it knows. `docs/formats/campaign.md`.

use serde::{Deserialize, Serialize};

use super::witnessed::sightings;
use crate::base::yaml::{self, Origin};
use crate::base::{Cause, Digest, Problem};
use crate::campaign::layout;
use crate::ledger::Moderator;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_keys::verifier;
use crate::referee::record::office_keys::{self, Deed};
use crate::referee::record::receipt::Receipt;
use crate::seal::PublicKey;

const VERSION: &str = "known-campaigns-v1";

/// The campaigns that a player's key has met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    adjutant: String,
    campaigns: Vec<Acquaintance>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Acquaintance {
    /// The digest of the ledger's first entry.
    genesis: Digest,
    /// The moderator's key.
    moderator: String,
    /// The keys that held the office before, each with the first cycle whose reports it did not sign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    former: Vec<Former>,
    /// The newest checkpoint seen, with the moderator's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkpoint: Option<String>,
    /// The last cycle that a link was given out for; 0 before the first.
    #[serde(default)]
    linked: u32,
    /// True if a public file was made that commits to a chain of links for this campaign.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    committed: bool,
}

/// A key that handed the office over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Former {
    moderator: String,
    until: u32,
}

impl Default for Known {
    fn default() -> Self {
        Self { adjutant: VERSION.to_owned(), campaigns: Vec::new() }
    }
}

impl Known {
    /// Reads the file.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let known: Self = yaml::read(bytes, Origin::House)?;
        if known.adjutant == VERSION {
            return Ok(known);
        }
        Err(Problem::refused(format!("this is not a {VERSION} file")))
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        yaml::write(self)
    }

    /// The key of a campaign's moderator.
    ///
    /// # Errors
    /// If the file was damaged.
    pub fn moderator(&self, genesis: &Digest) -> Result<Option<PublicKey>, Problem> {
        self.of(genesis).map(|known| known.moderator.parse()).transpose()
    }

    /// The keys that held the office before, each with the first cycle whose reports it did not sign.
    ///
    /// # Errors
    /// If the file was damaged.
    pub fn former(&self, genesis: &Digest) -> Result<Vec<(PublicKey, u32)>, Problem> {
        let known = self.of(genesis).into_iter().flat_map(|known| &known.former);
        known.map(|former| Ok((former.moderator.parse()?, former.until))).collect()
    }

    /// Follows the office from the key that is known, by the entries that a report brings: each is signed
    /// with the key before.
    ///
    /// # Errors
    /// If the file was damaged.
    pub fn follow(&mut self, genesis: &Digest, deeds: &[Deed]) -> Result<(), Problem> {
        let Some(key) = self.moderator(genesis)? else { return Ok(()) };
        for (new, from) in office_keys::successors(&key, genesis, deeds) {
            self.succeed(genesis, &new.to_string(), from);
        }
        Ok(())
    }

    fn succeed(&mut self, genesis: &Digest, new: &str, from: u32) {
        for known in self.campaigns.iter_mut().filter(|known| known.genesis == *genesis) {
            let moderator = std::mem::replace(&mut known.moderator, new.to_owned());
            known.former.push(Former { moderator, until: from });
        }
    }

    /// The keys that hold or held the office of a campaign, by the name that its files give it: `NAME#DIGEST`.
    pub fn office(&self, campaign: &str) -> Vec<&str> {
        let short = campaign.rsplit_once('#').map(|(_, short)| short.to_owned());
        let named = self.campaigns.iter().filter(|c| Some(c.genesis.short()) == short);
        named
            .flat_map(|known| {
                let former = known.former.iter().map(|former| former.moderator.as_str());
                former.chain([known.moderator.as_str()])
            })
            .collect()
    }

    /// Shows that a receipt is from the office: by what is known of it, or by the fingerprint of the moderator's key.
    ///
    /// # Errors
    /// If it is somebody else's; with [`Cause::Unproven`] if nothing here says who the moderator is.
    pub fn prove_receipt(
        &self,
        receipt: &Receipt,
        signer: &PublicKey,
        fingerprint: Option<&str>,
    ) -> Result<(), Problem> {
        let known = self.office(&receipt.campaign);
        let own = signer.to_string();
        let same = |known: &&str| known.split_ascii_whitespace().take(2).eq(own.split(' '));
        if fingerprint == Some(signer.fingerprint().as_str()) || known.iter().any(same) {
            return Ok(());
        }
        if known.is_empty() && fingerprint.is_none() {
            let what = "nothing here shows that this receipt is from the moderator";
            return Err(Problem::refused(what)
                .hint(
                    "read one of your reports first, give a copy of the campaign with -C DIR, or the \
                     fingerprint of the moderator's key with --moderator SHA256:…",
                )
                .cause(Cause::Unproven));
        }
        Err(Problem::refused("the receipt is not signed by the moderator"))
    }

    /// Takes up what the same player's program remembered elsewhere. Who the moderator is stays as it is known
    /// here, unless the office was handed over since.
    pub fn join(&mut self, other: Self) {
        for new in other.campaigns {
            let Some(own) = self.campaigns.iter_mut().find(|own| own.genesis == new.genesis) else {
                self.campaigns.push(new);
                continue;
            };
            own.linked = own.linked.max(new.linked);
            own.committed |= new.committed;
            if new.former.iter().any(|former| former.moderator == own.moderator) {
                (own.moderator, own.former) = (new.moderator, new.former);
            }
        }
    }

    /// The last cycle of a campaign that a link was given out for; 0 before the first.
    pub fn linked(&self, genesis: &Digest) -> u32 {
        self.of(genesis).map_or(0, |known| known.linked)
    }

    /// Takes a key for that of a campaign's moderator.
    pub fn trust(&mut self, genesis: Digest, moderator: &PublicKey) {
        if self.of(&genesis).is_none() {
            self.campaigns.push(Acquaintance {
                genesis,
                moderator: moderator.to_string(),
                former: Vec::new(),
                checkpoint: None,
                linked: 0,
                committed: false,
            });
        }
    }

    /// Remembers that a public file was made that commits to a chain of links.
    pub fn commit(&mut self, genesis: &Digest) {
        for known in self.campaigns.iter_mut().filter(|known| known.genesis == *genesis) {
            known.committed = true;
        }
    }

    /// True if a public file was made that commits to a chain of links.
    pub fn committed(&self, genesis: &Digest) -> bool {
        self.of(genesis).is_some_and(|known| known.committed)
    }

    /// Remembers that the link of a cycle was given out.
    pub fn gave_link(&mut self, genesis: &Digest, cycle: u32) {
        for known in self.campaigns.iter_mut().filter(|known| known.genesis == *genesis) {
            known.linked = known.linked.max(cycle);
        }
    }

    /// Looks at a copy of a campaign, and remembers how far its ledger has come.
    ///
    /// # Errors
    /// If the ledger does not continue the one that was seen before, or a witness saw another one.
    pub fn meet(&mut self, campaign: &Campaign) -> Result<(), Problem> {
        let ledger = &campaign.ledger;
        let id = ledger.genesis_digest();
        let moderators = &ledger.office().moderators;
        self.trust(id, &moderators[0].signing.parse()?);
        let known = self.moderator(&id)?.map(|key| key.to_string());
        let is_known = |m: &Moderator| {
            m.signing.parse::<PublicKey>().is_ok_and(|key| Some(key.to_string()) == known)
        };
        // Whoever came after the one that was known.
        if let Some(at) = moderators.iter().rposition(is_known) {
            for new in &moderators[at + 1..] {
                self.succeed(&id, &new.signing, new.from);
            }
        }
        let Some(known) = self.campaigns.iter_mut().find(|known| known.genesis == id) else {
            return Ok(());
        };
        let read = |note: &str| ledger.checkpoint(note.as_bytes(), &verifier);
        let before = known.checkpoint.as_deref().map(read).transpose()?;
        if let Some(before) = &before {
            ledger.continues(before).map_err(|p| {
                p.hint(
                    "if your copy is not an old one, show it and your .known file to the other \
                     players: the moderator signed both",
                )
            })?;
        }
        sightings(&campaign.store, ledger)?;
        let Some(note) = campaign.store.read(layout::CHECKPOINT)? else { return Ok(()) };
        let note = String::from_utf8_lossy(&note).into_owned();
        let now = read(&note).map_err(|p| p.at(layout::CHECKPOINT))?;
        ledger.continues(&now).map_err(|p| p.at(layout::CHECKPOINT))?;
        if before.is_none_or(|before| before.size < now.size) {
            known.checkpoint = Some(note);
        }
        Ok(())
    }

    fn of(&self, genesis: &Digest) -> Option<&Acquaintance> {
        self.campaigns.iter().find(|known| known.genesis == *genesis)
    }
}
