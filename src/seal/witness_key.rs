//! The secret file of a witness: a name and the key that cosigns checkpoints. YAML of a fixed shape, like
//! the other secret files.

use std::fmt;

use age::secrecy::SecretString;
use ed25519_dalek::SigningKey;
use serde::Deserialize;
use zeroize::{Zeroize, Zeroizing};

use super::PublicKey;
use super::secret::{file, hex, read, unhex};
use crate::base::Problem;

const KIND: &str = "witness-key-v1";

/// A witness's name and secret key.
pub struct WitnessKey {
    name: String,
    signing: SigningKey,
}

impl WitnessKey {
    /// A new key from 32 random bytes.
    pub fn generate(name: &str, mut entropy: [u8; 32]) -> Self {
        let key = Self { name: name.to_owned(), signing: SigningKey::from_bytes(&entropy) };
        entropy.zeroize();
        key
    }

    /// The name under which it signs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The key.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// The text of the file.
    pub fn write(&self) -> SecretString {
        file(KIND, &[("name", &self.name), ("signing", &hex(self.signing.as_bytes()))])
    }

    /// Reads the file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(rename = "adjutant")]
            _kind: String,
            name: String,
            signing: String,
        }
        let file: File = read(bytes, KIND)?;
        let text = Zeroizing::new(file.signing);
        Ok(Self { name: file.name, signing: SigningKey::from_bytes(&*unhex(&text)?) })
    }
}

impl fmt::Debug for WitnessKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WitnessKey({}, {})", self.name, PublicKey::of(&self.signing).fingerprint())
    }
}
