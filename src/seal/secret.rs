//! The three secret files: a player's, the moderator's signing key, and the campaign's secret.
//!
//! Each is YAML of a fixed shape. What is wrong with one is said without quoting from it.

use std::fmt;
use std::sync::Arc;

use age::secrecy::SecretString;
use ed25519_dalek::SigningKey;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use zeroize::{Zeroize, Zeroizing};

use super::{Chain, Identity, PublicKey, chain, sealed};
use crate::base::{Digest, Problem, yaml};

/// A player's secrets: what signs their orders, opens their reports, and yields their links.
pub struct PlayerSecret {
    signing: SigningKey,
    identity: Identity,
    chain: [u8; 32],
    kept: chain::Kept,
}

impl PlayerSecret {
    /// New secrets from 96 random bytes.
    pub fn generate(mut entropy: [u8; 96]) -> Self {
        let part = |n: usize| {
            let mut out = Zeroizing::new([0; 32]);
            out.copy_from_slice(&entropy[32 * n..32 * (n + 1)]);
            out
        };
        let signing = SigningKey::from_bytes(&part(0));
        let (identity, chain) = (Identity::from_bytes(&part(1)), *part(2));
        let secret = Self { signing, identity, chain, kept: chain::Kept::default() };
        entropy.zeroize();
        secret
    }

    /// The key the player signs orders with.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// The identity that opens the player's reports.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The tip of the player's chain in one campaign, which their key file commits to.
    pub fn tip(&self, genesis: &Digest) -> Digest {
        self.chain(genesis).tip()
    }

    /// The player's link for the cycle after `over`, the last one that is known to be over. A link
    /// shows all before it, so no other leaves this place.
    ///
    /// # Errors
    /// If another cycle is asked for, or it is beyond the chain.
    pub fn link(&self, genesis: &Digest, cycle: u32, over: u32) -> Result<Digest, Problem> {
        is_next(cycle, over)?;
        self.chain(genesis).link(cycle)
    }

    /// The end of the player's chain in one campaign, from which all of it follows.
    pub(super) fn end(&self, genesis: &Digest) -> Digest {
        self.chain(genesis).end()
    }

    fn chain(&self, genesis: &Digest) -> Arc<Chain> {
        self.kept.of(&self.chain, genesis)
    }

    /// The text of the file.
    pub fn write(&self) -> SecretString {
        let identity = self.identity.write();
        file(
            "player-secret-v1",
            &[
                ("signing", &hex(self.signing.as_bytes())),
                ("age", sealed::exposed(&identity)),
                ("chain", &hex(&self.chain)),
            ],
        )
    }

    /// Reads the file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(rename = "adjutant")]
            _kind: String,
            signing: String,
            age: String,
            chain: String,
        }
        let mut file: File = read(bytes, "player-secret-v1")?;
        let secret = (|| {
            let signing = SigningKey::from_bytes(&*unhex(&file.signing)?);
            let (identity, chain) = (file.age.parse()?, *unhex(&file.chain)?);
            Ok(Self { signing, identity, chain, kept: chain::Kept::default() })
        })();
        for field in [&mut file.signing, &mut file.age, &mut file.chain] {
            field.zeroize();
        }
        secret
    }
}

/// Refuses a cycle behind the one after `over`.
///
/// # Errors
/// Which one is the next.
pub(super) fn is_next(cycle: u32, over: u32) -> Result<(), Problem> {
    let next = over.saturating_add(1);
    if cycle <= next {
        return Ok(());
    }
    Err(Problem::refused(format!(
        "the link for cycle {cycle} would give away earlier links that were not used yet: cycle {next} is \
         the next one"
    )))
}

impl Drop for PlayerSecret {
    fn drop(&mut self) {
        self.chain.zeroize();
    }
}

impl fmt::Debug for PlayerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSecret({})", PublicKey::of(&self.signing).fingerprint())
    }
}

/// The moderator's signing key, which is never published.
pub struct ModeratorKey(SigningKey);

impl ModeratorKey {
    /// A new key from 32 random bytes.
    pub fn generate(mut entropy: [u8; 32]) -> Self {
        let key = Self(SigningKey::from_bytes(&entropy));
        entropy.zeroize();
        key
    }

    /// The same key in another hand: that of who takes up the office.
    pub fn of(key: &SigningKey) -> Self {
        Self(key.clone())
    }

    /// The key the moderator signs receipts and ledger entries with.
    pub fn signing(&self) -> &SigningKey {
        &self.0
    }

    /// The text of the file.
    pub fn write(&self) -> SecretString {
        file("moderator-key-v1", &[("signing", &hex(self.0.as_bytes()))])
    }

    /// Reads the file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(rename = "adjutant")]
            _kind: String,
            signing: String,
        }
        let file: File = read(bytes, "moderator-key-v1")?;
        let text = Zeroizing::new(file.signing);
        Ok(Self(SigningKey::from_bytes(&*unhex(&text)?)))
    }
}

impl fmt::Debug for ModeratorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModeratorKey({})", PublicKey::of(&self.0).fingerprint())
    }
}

/// What the moderator keeps, in a file or the environment. Each campaign has a secret of its own that
/// follows from this one, which is never published. Who was handed one campaign has its secret alone.
pub struct FoundingSecret {
    bytes: [u8; 32],
    /// True if it is that of one campaign.
    handed: bool,
}

/// The kind of the file with a secret that others follow from.
const FOUNDING: &str = "campaign-secret-v1";
/// The kind of the file with that of one campaign.
const HANDED: &str = "handed-secret-v1";

impl FoundingSecret {
    /// A new secret: 32 random bytes.
    pub fn generate(entropy: [u8; 32]) -> Self {
        Self { bytes: entropy, handed: false }
    }

    /// The secret of one campaign, as it was handed over.
    pub fn handed(secret: &CampaignSecret) -> Self {
        Self { bytes: secret.bytes, handed: true }
    }

    /// True if it is the secret of one campaign, which was handed over.
    pub fn is_handed(&self) -> bool {
        self.handed
    }

    /// The secret of the campaign with this birth digest.
    pub fn campaign(&self, birth: &Digest) -> CampaignSecret {
        if self.handed {
            return CampaignSecret::revealed(self.bytes);
        }
        let own = Digest::tagged("adjutant/campaign-secret/v1", &[&self.bytes, &birth.0]);
        CampaignSecret::revealed(own.0)
    }

    /// The text of the file.
    pub fn write(&self) -> SecretString {
        let kind = if self.handed { HANDED } else { FOUNDING };
        file(kind, &[("secret", &hex(&self.bytes))])
    }

    /// Reads the file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(rename = "adjutant")]
            _kind: String,
            secret: String,
        }
        let handed = kind_of(bytes) == Some(HANDED.as_bytes());
        let file: File = read(bytes, if handed { HANDED } else { FOUNDING })?;
        let text = Zeroizing::new(file.secret);
        Ok(Self { bytes: *unhex(&text)?, handed })
    }
}

impl Drop for FoundingSecret {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

impl fmt::Debug for FoundingSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FoundingSecret(secret)")
    }
}

/// The secret of one campaign, from which its chain, identities and salts follow; published at its
/// end.
pub struct CampaignSecret {
    bytes: [u8; 32],
    kept: chain::Kept,
}

impl CampaignSecret {
    /// The secret that a reveal published.
    pub fn revealed(bytes: [u8; 32]) -> Self {
        Self { bytes, kept: chain::Kept::default() }
    }

    /// Where the chain is kept that follows from it.
    pub(super) fn kept(&self) -> &chain::Kept {
        &self.kept
    }

    /// The bytes, for deriving and for the final publication.
    pub fn expose(&self) -> &[u8; 32] {
        &self.bytes
    }
}

impl Drop for CampaignSecret {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

impl fmt::Debug for CampaignSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CampaignSecret(secret)")
    }
}

pub(super) fn file(kind: &str, fields: &[(&str, &str)]) -> SecretString {
    let mut out =
        format!("# keep this file secret: whoever has it can act as you\nadjutant: {kind}\n");
    // Room for all of it beforehand: text that grows leaves copies behind.
    out.reserve(fields.iter().map(|(name, value)| name.len() + value.len() + 3).sum());
    for (name, value) in fields {
        for part in [name, ": ", value, "\n"] {
            out.push_str(part);
        }
    }
    SecretString::from(out)
}

/// What a file says it is.
fn kind_of(bytes: &[u8]) -> Option<&[u8]> {
    let found = bytes.split(|b| *b == b'\n').find_map(|line| line.strip_prefix(b"adjutant: "));
    found.map(<[u8]>::trim_ascii)
}

pub(super) fn read<T: DeserializeOwned>(bytes: &[u8], kind: &str) -> Result<T, Problem> {
    if kind_of(bytes) != Some(kind.as_bytes()) {
        return Err(Problem::refused(format!("this is not a {kind} file")).hint(format!(
            "such a file starts with the line `adjutant: {kind}`, after any comments"
        )));
    }
    // The parser's own words and its excerpt could show the secret.
    yaml::read(bytes, yaml::Origin::Mail).map_err(|p| {
        let problem = Problem::refused(format!("the {kind} file cannot be read"))
            .hint("restore it from a backup; it is not meant to be edited");
        match p.place {
            Some(place) => problem.at(place),
            None => problem,
        }
    })
}

pub(super) fn hex(bytes: &[u8; 32]) -> Zeroizing<String> {
    Zeroizing::new(hex::encode(bytes))
}

pub(super) fn unhex(text: &str) -> Result<Zeroizing<[u8; 32]>, Problem> {
    let mut out = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text, &mut out[..])
        .map_err(|_| Problem::refused("a secret in the file is not 64 hexadecimal digits"))?;
    Ok(out)
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
