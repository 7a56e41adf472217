//! Keys for the ledger: the seal's signatures behind the ledger's traits.

use ed25519_dalek::{Signature, Signer as _, VerifyingKey};

use crate::base::Problem;
use crate::ledger::{Genesis, LogKey, Signer, Verifier, Witness};
use crate::seal::beacon::QUICKNET;
use crate::seal::{BeaconKind, PublicKey, SigningKey, chain, sshsig};

/// Columns of a signature's armor, as `ssh-keygen` writes it.
const COLUMNS: usize = 70;

/// The moderator's key, as the ledger asks for it.
pub(in crate::referee) struct Pen<'k>(pub(in crate::referee) &'k SigningKey);

impl Signer for Pen<'_> {
    fn armor(&self, message: &[u8]) -> String {
        sshsig::sign(self.0, sshsig::LEDGER, message)
    }

    fn note(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }
}

/// The moderator's public key, as the ledger asks for it.
pub(in crate::referee) struct Glass {
    ssh: PublicKey,
    raw: VerifyingKey,
}

impl Glass {
    /// The key that a genesis names.
    pub(in crate::referee) fn new(ssh: &str) -> Result<Self, Problem> {
        Self::of(ssh.parse()?)
    }

    /// The key of somebody who signs no entries: a witness.
    pub(in crate::referee) fn witness(witness: &Witness) -> Result<Self, Problem> {
        Self::of(PublicKey::from_bytes(witness.key())?)
    }

    /// The key that signs the checkpoints of a ledger of which nothing else is known.
    pub(in crate::referee) fn log(log: &LogKey) -> Result<Self, Problem> {
        Self::of(PublicKey::from_bytes(log.key())?)
    }

    fn of(ssh: PublicKey) -> Result<Self, Problem> {
        let raw = VerifyingKey::from_bytes(&ssh.to_bytes())
            .map_err(|_| Problem::refused("the key is not a point on the curve"))?;
        Ok(Self { ssh, raw })
    }
}

impl Verifier for Glass {
    fn armor(&self, message: &[u8], armor: &str) -> Result<(), Problem> {
        sshsig::verify(&self.ssh, sshsig::LEDGER, message, armor)?;
        // Mail may re-wrap a signature, a ledger may not: one entry has one file.
        if rewrapped(armor) == armor {
            Ok(())
        } else {
            Err(Problem::refused("the signature is not in canonical form"))
        }
    }

    fn note(&self, message: &[u8], signature: &[u8; 64]) -> Result<(), Problem> {
        self.raw
            .verify_strict(message, &Signature::from_bytes(signature))
            .map_err(|_| Problem::refused("the signature is not of this key"))
    }

    fn public(&self) -> [u8; 32] {
        self.raw.to_bytes()
    }
}

/// A key that a ledger names, if its seeds are of a kind that there is.
pub(in crate::referee) fn verifier(
    genesis: &Genesis,
    signing: &str,
) -> Result<Box<dyn Verifier>, Problem> {
    let locks = u8::from(genesis.link_terms.is_some());
    let beyond = locks.max(genesis.sealed.level());
    let level = BeaconKind::of(&genesis.beacon).map(|kind| kind.level().max(beyond));
    let network = genesis.beacon_terms.as_ref().and_then(|terms| terms.chain.as_deref());
    let known = level == Some(genesis.level)
        && network.is_none_or(|network| network == QUICKNET)
        && genesis.chain_length == chain::LENGTH;
    if !known {
        return Err(Problem::refused("this program does not support the campaign's kind of seeds")
            .hint(format!("the campaign was created with version {}", genesis.engine)));
    }
    Ok(Box::new(Glass::new(signing)?))
}

/// The armor with its body in lines of the usual length.
fn rewrapped(armor: &str) -> String {
    let mut lines = armor.trim().lines().map(str::trim);
    let begin = lines.next().unwrap_or_default();
    let end = lines.next_back().unwrap_or_default();
    let body: Vec<char> = lines.flat_map(str::chars).collect();
    let mut out = format!("{begin}\n");
    for line in body.chunks(COLUMNS) {
        out.extend(line);
        out.push('\n');
    }
    out + end + "\n"
}
