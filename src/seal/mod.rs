//! Keys, signatures, encryption, seed chains. Entropy is passed in.
//!
//! `public` and `sshsig` are ed25519 keys and signatures as OpenSSH writes them; `sealed` is age
//! encryption with caps, `packed` what is kept of a text before that: compressed, in a size class.
//! `passphrase` is the same under words that somebody remembers.
//! On them stand `packet`, a signed and perhaps sealed file out of the mail, and `repair` and `mend`, which undo what mail did to it. `secret`
//! and `public_file` are the key files, `chain` the committed seeds, `chain_file` what commits to many of them, `chain_copy` one for somebody who stands in, `vrf` dice with a proof, `beacon` public values, `timelock` encryption to one of them, `envelope` orders sealed so, `lock` what a lock commits to, `share` a secret in shares, `derive` what
//! follows from the campaign's secret, `cycle_keys` what of it opens each cycle. `mistaken` names a file that is none of
//! these. `armor` and `wire` are the two encodings underneath. The only randomness in
//! here is the one age takes for each file it encrypts.

mod armor;
pub mod beacon;
pub mod chain;
pub mod chain_copy;
pub mod chain_file;
pub mod cycle_keys;
pub mod derive;
pub mod envelope;
pub mod lock;
mod mend;
pub mod mistaken;
pub mod note;
pub mod packed;
pub mod packet;
pub mod passphrase;
pub mod press;
pub mod public;
pub mod public_file;
mod repair;
pub mod sealed;
pub mod secret;
pub mod share;
pub mod sshsig;
pub mod timelock;
pub mod vrf;
mod wire;
pub mod witness_key;
pub mod word;

pub use beacon::BeaconKind;
pub use chain::{Chain, leads_back, seed, setup_seed};
pub use chain_copy::ChainCopy;
pub use chain_file::ChainFile;
pub use cycle_keys::{CycleKeys, OpenedBy};
pub use envelope::Envelope;
pub use packet::{Opened, cut, open, open_own, sign_file};
pub use public::PublicKey;
pub use public_file::{Commitment, PlayerPublic};
pub use sealed::{Identity, Recipient};
pub use secret::{CampaignSecret, FoundingSecret, ModeratorKey, PlayerSecret};
pub use vrf::{VrfKey, VrfProof, VrfPublic};
pub use witness_key::WitnessKey;

/// A private ed25519 key; wiped when dropped.
pub use ed25519_dalek::SigningKey;

#[cfg(test)]
#[path = "../../tests/support/mangle.rs"]
mod mangle;
#[cfg(test)]
mod mangled;
