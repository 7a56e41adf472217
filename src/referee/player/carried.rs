//! What a player takes along to another device: their key and all that goes with it, in one document, which leaves
//! the device only under a passphrase. `docs/formats/player-files.md`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::known::Known;
use super::sequence::Sealed;
use crate::base::{Digest, Problem, Seat, yaml};
use crate::referee::record::card::Card;
use crate::seal::{PlayerPublic, PlayerSecret, PublicKey, passphrase};

const KIND: &str = "player-files-v1";
/// Bytes that the document may have.
const LONGEST: usize = 4 * 1024 * 1024;
/// Order files in it.
const MOST_DRAFTS: usize = 100;

/// The document. Whoever has it can act as the player.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFiles {
    adjutant: String,
    /// The text of the secret file.
    pub key: String,
    /// The text of the public file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
    /// The campaign card, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What the program remembers of campaigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// What was sealed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// Order files that were begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<Draft>,
}

/// An order file as its author left it; it need not be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The digest of the ledger's first entry.
    pub campaign: Digest,
    /// The cycle that it is for.
    pub cycle: u32,
    /// Whose it is.
    pub seat: Seat,
    /// Its text.
    pub orders: String,
}

impl Drop for PlayerFiles {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl PlayerFiles {
    /// A document with a key alone.
    pub fn of(key: String) -> Self {
        let adjutant = KIND.to_owned();
        Self {
            adjutant,
            key,
            public: None,
            card: None,
            known: None,
            sealed: None,
            drafts: Vec::new(),
        }
    }

    /// The document under a passphrase, armored.
    ///
    /// # Errors
    /// If something in it is not what it should be, or the passphrase is too short.
    pub fn lock(&self, passphrase: &str) -> Result<String, Problem> {
        self.check()?;
        let text = Zeroizing::new(serde_json::to_string_pretty(self).expect("it is plain data"));
        if text.len() > LONGEST {
            return Err(too_long());
        }
        passphrase::lock(text.as_bytes(), passphrase)
    }

    /// Opens what [`PlayerFiles::lock`] made; or a secret file that was encrypted under a passphrase by itself, which
    /// gives a document with nothing else.
    ///
    /// # Errors
    /// If the passphrase is another, or something in it is not what it should be.
    pub fn unlock(file: &[u8], passphrase: &str) -> Result<Self, Problem> {
        let text = passphrase::unlock(file, passphrase, LONGEST)?;
        if PlayerSecret::read(&text).is_ok()
            && let Ok(key) = std::str::from_utf8(&text)
        {
            return Ok(Self::of(key.to_owned()));
        }
        // The parser's own words could show the secret.
        let other = || {
            Problem::refused("there is neither a key in it nor what another device saved")
                .hint("use the file that \"Move to another device\" saved, or your NAME.key")
        };
        let files: Self = serde_json::from_slice(&text).map_err(|_| other())?;
        if files.adjutant != KIND {
            return Err(other());
        }
        files.check()?;
        Ok(files)
    }

    /// The key.
    ///
    /// # Errors
    /// If it is none.
    pub fn secret(&self) -> Result<PlayerSecret, Problem> {
        PlayerSecret::read(self.key.as_bytes()).map_err(|p| p.at("key"))
    }

    fn check(&self) -> Result<(), Problem> {
        let own = PublicKey::of(self.secret()?.signing());
        if let Some(public) = &self.public {
            let public = PlayerPublic::read(public.as_bytes()).map_err(|p| p.at("public"))?;
            if public.signing != own {
                return Err(Problem::refused("the public file is another key's").at("public"));
            }
        }
        if let Some(card) = &self.card {
            let none = || Problem::refused("this is not a campaign card").at("card");
            let bytes = BASE64_STANDARD.decode(card).map_err(|_| none())?;
            Card::read(&bytes).ok_or_else(none)?.map_err(|p| p.at("card"))?;
        }
        if let Some(known) = &self.known {
            Known::read(known.as_bytes()).map_err(|p| p.at("known"))?;
        }
        if let Some(sealed) = &self.sealed {
            Sealed::read(sealed.as_bytes()).map_err(|p| p.at("sealed"))?;
        }
        if self.drafts.len() > MOST_DRAFTS {
            let what = format!("there are more than {MOST_DRAFTS} order files");
            return Err(Problem::refused(what).at("drafts"));
        }
        match self.drafts.iter().find(|draft| draft.orders.len() > yaml::MAIL_LIMIT) {
            Some(draft) => {
                let place = format!("the order file of cycle {}", draft.cycle);
                Err(too_long_for(yaml::MAIL_LIMIT).at(place))
            }
            None => Ok(()),
        }
    }
}

fn too_long() -> Problem {
    too_long_for(LONGEST)
        .hint("save your key by itself, and open the card and the report on the other device")
}

fn too_long_for(limit: usize) -> Problem {
    Problem::refused(format!("longer than the limit of {limit} bytes"))
}
