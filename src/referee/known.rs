//! What a player's program remembers of each campaign: who its moderator is, how far its ledger had
//! come, and the last cycle it gave a link for. Kept beside the player's key, as ssh keeps the hosts
//! it knows. `docs/formats/campaign.md`.

use serde::{Deserialize, Serialize};

use super::campaign::{Campaign, verifier};
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::ledger::{Checkpoint, origin};
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
    /// The newest checkpoint seen, with the moderator's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkpoint: Option<String>,
    /// The last cycle that a link was given out for; 0 before the first.
    #[serde(default)]
    linked: u32,
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

    /// The last cycle of a campaign that a link was given out for; 0 before the first.
    pub fn linked(&self, genesis: &Digest) -> u32 {
        self.of(genesis).map_or(0, |known| known.linked)
    }

    /// Takes a key for that of a campaign's moderator.
    pub fn trust(&mut self, genesis: Digest, moderator: &PublicKey) {
        if self.of(&genesis).is_none() {
            let moderator = moderator.to_string();
            let new = Acquaintance { genesis, moderator, checkpoint: None, linked: 0 };
            self.campaigns.push(new);
        }
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
    /// If the ledger does not continue the one that was seen before.
    pub fn meet(&mut self, campaign: &Campaign) -> Result<(), Problem> {
        let ledger = &campaign.ledger;
        let (genesis, id) = (ledger.genesis(), ledger.genesis_digest());
        self.trust(id, &genesis.moderator.parse()?);
        let (key, origin) = (verifier(genesis)?, origin(&genesis.name, &id));
        let Some(known) = self.campaigns.iter_mut().find(|known| known.genesis == id) else {
            return Ok(());
        };
        let read = |note: &str| Checkpoint::read(note.as_bytes(), &origin, &*key);
        let before = known.checkpoint.as_deref().map(read).transpose()?;
        if let Some(before) = &before {
            ledger.continues(before).map_err(|p| {
                p.hint(
                    "if your copy is not an old one, show it and your .known file to the other \
                     players: the moderator signed both",
                )
            })?;
        }
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
