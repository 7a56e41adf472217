//! A campaign card: the ledger's first entry and the tables that it names, in one file of some KB.
//! With it a player's program knows the moderator's key and the game without a copy of the campaign.
//! `docs/formats/campaign.md`.

use serde::{Deserialize, Serialize};

use super::campaign::{Campaign, founded, plays_edition};
use super::ledger_keys::verifier;
use crate::base::{Digest, Problem, Seat, canonical};
use crate::campaign::layout;
use crate::engine::{AnyGame, Shelf};
use crate::ledger::{Entry, Genesis, Ledger, SealedEntry};
use crate::page::Page;
use crate::seal::PublicKey;
use crate::seal::packed::{self, Packed};

const VERSION: &str = "campaign-card-v1";

/// What stands in a card before it is compressed. All of it is public.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    /// The ledger's first entry, as its file has it.
    genesis: String,
    /// The moderator's signature over it.
    signature: String,
    /// The turn format.
    format: String,
    /// The scenario.
    scenario: String,
}

/// A card that holds together: the moderator it names signed what it says.
#[derive(Debug, Clone)]
pub struct Card {
    file: File,
    genesis: Genesis,
    digest: Digest,
}

impl Card {
    /// The card of a campaign.
    ///
    /// # Errors
    /// If its files cannot be read, or are not what they were.
    pub fn of(campaign: &Campaign) -> Result<Self, Problem> {
        let text = |path: &str| {
            let bytes = campaign.store.need(path)?;
            String::from_utf8(bytes).map_err(|_| Problem::refused("the file is not UTF-8").at(path))
        };
        Self::sound(File {
            adjutant: VERSION.to_owned(),
            genesis: text(&Entry::path(0))?,
            signature: text(&Entry::signature_path(0))?,
            format: text(layout::FORMAT)?,
            scenario: text(layout::SCENARIO)?,
        })
    }

    /// Reads a card; `None` if the file is something else.
    ///
    /// # Errors
    /// If what it says was not signed by the moderator it names, or its tables are others than those
    /// that the entry names, or of a game that this program does not play.
    pub fn read(bytes: &[u8]) -> Option<Result<Self, Problem>> {
        let text = packed::unpack(bytes).ok().filter(|_| packed::is_packed(bytes))?;
        // Keys stand in the order of the alphabet, so this comes first.
        if !text.starts_with(&format!("{{\"adjutant\":\"{VERSION}\"")) {
            return None;
        }
        let file = serde_json::from_str(&text)
            .map_err(|e| Problem::refused(format!("this is not a whole campaign card: {e}")));
        Some(file.and_then(Self::sound))
    }

    fn sound(file: File) -> Result<Self, Problem> {
        let first = SealedEntry {
            path: Entry::path(0),
            entry: file.genesis.clone().into_bytes(),
            signature: file.signature.clone().into_bytes(),
        };
        let ledger = Ledger::read(&[first], verifier)?;
        let (genesis, digest) = (ledger.genesis().clone(), ledger.genesis_digest());
        let tables = [
            (layout::FORMAT, &file.format, genesis.format),
            (layout::SCENARIO, &file.scenario, genesis.scenario_digest),
        ];
        for (path, text, expected) in tables {
            if Digest::of(text.as_bytes()) != expected {
                return Err(Problem::refused("this is not the file that the campaign began with")
                    .at(path)
                    .hint("ask the moderator for the card again"));
            }
        }
        Ok(Self { file, genesis, digest })
    }

    /// The file. The same card is the same bytes.
    pub fn write(&self) -> Vec<u8> {
        let packed = Packed::of(&canonical::encode(&self.file)).expect("it was read");
        packed.write(packed.shortest())
    }

    /// What it is called in a mail: the campaign's name, and what no other campaign has.
    pub fn name(&self) -> String {
        format!("{}-{}.card", self.genesis.name, self.digest.short())
    }

    /// The end of the name under which a player's program keeps it beside their key.
    pub fn ending(genesis: &Digest) -> String {
        format!("{}.card", genesis.short())
    }

    /// What founds the campaign.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// The digest of the ledger's first entry: the campaign's identity.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The moderator's key.
    ///
    /// # Errors
    /// Never, of a card that was read: it was used to verify it.
    pub fn moderator(&self) -> Result<PublicKey, Problem> {
        self.genesis.moderator.parse()
    }

    /// The game that is played.
    ///
    /// # Errors
    /// If this program plays other rules of it.
    pub fn game(&self, shelf: Shelf) -> Result<Box<dyn AnyGame>, Problem> {
        let genesis = &self.genesis;
        plays_edition(shelf, &genesis.game, genesis.edition, &genesis.engine)?;
        let (format, scenario) = (self.file.format.as_bytes(), self.file.scenario.as_bytes());
        founded(shelf, &genesis.game, format, scenario, &genesis.options)
    }

    /// What it says, for who got it.
    ///
    /// # Errors
    /// Never, of a card that was read.
    pub fn told(&self) -> Result<Page, Problem> {
        let genesis = &self.genesis;
        let seats: Vec<&str> = genesis.seats.iter().map(Seat::as_str).collect();
        let mut facts = vec![
            ("Game", genesis.game.clone()),
            ("Scenario", genesis.scenario.clone()),
            ("Seats", seats.join(", ")),
            ("Moderator's key", self.moderator()?.fingerprint()),
        ];
        let options = genesis.options.iter().map(|(name, value)| format!("{name}: {value}"));
        let options: Vec<String> = options.collect();
        if !options.is_empty() {
            facts.push(("Options", options.join(", ")));
        }
        Ok(Page::new(genesis.name.clone()).subtitle("A campaign card").facts(facts))
    }
}
