//! An ed25519 public key in the one line that OpenSSH keeps it in.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use ed25519_dalek::{SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wire;
use crate::base::{Digest, Problem};

/// The only kind of key taken here, by its name in RFC 8709.
pub(super) const KIND: &str = "ssh-ed25519";

/// A public key that is neither weak nor written in an unusual way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// The public half of a private key.
    pub fn of(key: &SigningKey) -> Self {
        Self(key.verifying_key())
    }

    /// A key from its 32 bytes (RFC 8032).
    ///
    /// # Errors
    /// If they are no point, have another, canonical form, or are of small order: for such a key
    /// one constant signature fits every message.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, Problem> {
        let key = VerifyingKey::from_bytes(bytes)
            .map_err(|_| Problem::refused("the key is not a point on the curve"))?;
        if key.is_weak() {
            return Err(Problem::refused("the key is weak: anyone could forge its signatures")
                .hint("make a new one with `ssh-keygen -t ed25519`"));
        }
        if key.to_edwards().compress().as_bytes() != bytes {
            return Err(Problem::refused("the key is not in canonical form"));
        }
        Ok(Self(key))
    }

    /// The 32 bytes of the key (RFC 8032).
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The key in the SSH wire format: its kind, then its 32 bytes.
    pub(super) fn wire(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(51);
        wire::put(&mut out, KIND.as_bytes());
        wire::put(&mut out, self.0.as_bytes());
        out
    }

    /// Reads the SSH wire format.
    pub(super) fn from_wire(bytes: &[u8]) -> Result<Self, Problem> {
        let mut rest = bytes;
        let kind = wire::take(&mut rest);
        if kind.is_some_and(|kind| kind != KIND.as_bytes()) {
            return Err(Problem::refused("the key is not an ed25519 key")
                .hint("make one with `ssh-keygen -t ed25519`"));
        }
        let key = wire::take(&mut rest).and_then(|key| key.try_into().ok());
        match key {
            Some(key) if rest.is_empty() => Self::from_bytes(key),
            _ => Err(Problem::refused("the key is truncated or has extra data after it")),
        }
    }

    pub(super) fn verifying(&self) -> &VerifyingKey {
        &self.0
    }

    /// `SHA256:` and the digest of the key, as `ssh-keygen -l` prints it.
    pub fn fingerprint(&self) -> String {
        format!("SHA256:{}", BASE64_STANDARD_NO_PAD.encode(Digest::of(&self.wire()).0))
    }
}

impl fmt::Display for PublicKey {
    /// The line of a `.pub` file without its comment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{KIND} {}", BASE64_STANDARD.encode(self.wire()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for PublicKey {
    type Err = Problem;

    /// Reads the line of a `.pub` file; its comment is dropped.
    fn from_str(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        if text.contains("PRIVATE KEY") {
            return Err(Problem::refused("this is a private key")
                .hint("keep it secret; use the line in the .pub file instead"));
        }
        if text.contains('\n') {
            return Err(Problem::refused("a public key is a single line"));
        }
        let mut words = text.split_ascii_whitespace();
        let (kind, key) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if kind != KIND {
            return Err(other_kind(kind));
        }
        let bytes = BASE64_STANDARD
            .decode(key)
            .map_err(|_| Problem::refused("the key after ssh-ed25519 is not base64"))?;
        Self::from_wire(&bytes)
    }
}

fn other_kind(kind: &str) -> Problem {
    let known = ["ssh-", "sk-", "ecdsa-"].iter().any(|p| kind.starts_with(p)) && kind.len() < 64;
    if known {
        Problem::refused(format!("{kind} keys are not supported, only {KIND}"))
            .hint("make one with `ssh-keygen -t ed25519`")
    } else {
        Problem::refused("this is not a public key")
            .hint("use the line in the .pub file; it starts with ssh-ed25519")
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = include_str!("../../tests/vectors/seal/key.pub");

    fn refusal(text: &str) -> String {
        text.parse::<PublicKey>().unwrap_err().what
    }

    #[test]
    fn a_line_is_read_and_written_back_without_its_comment() {
        let key: PublicKey = LINE.parse().unwrap();
        assert_eq!(format!("{key} anna"), LINE.trim_end());
        let fingerprint = include_str!("../../tests/vectors/seal/key.fingerprint");
        assert_eq!(key.fingerprint(), fingerprint.trim_end());
    }

    #[test]
    fn other_things_are_named() {
        assert!(refusal("ssh-rsa AAAAB3NzaC1yc2E= x").contains("ssh-rsa keys are not"));
        assert!(refusal("-----BEGIN OPENSSH PRIVATE KEY-----\n").contains("private"));
        assert!(refusal("").contains("not a public key"));
        assert!(refusal("ssh-ed25519 ????").contains("not base64"));
        assert!(refusal("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5").contains("truncated"));
        assert!(refusal(&format!("{LINE}{LINE}")).contains("single line"));
        let mut long = LINE.parse::<PublicKey>().unwrap().wire();
        long.push(0);
        assert!(PublicKey::from_wire(&long).unwrap_err().what.contains("extra data"));
        let mut rsa = Vec::new();
        wire::put(&mut rsa, b"ssh-rsa");
        assert!(PublicKey::from_wire(&rsa).unwrap_err().what.contains("not an ed25519"));
    }

    #[test]
    fn weak_and_odd_keys_are_refused() {
        let refusal = |bytes: [u8; 32]| PublicKey::from_bytes(&bytes).unwrap_err().what;
        let mut one = [0; 32];
        assert!(refusal(one).contains("weak"));
        one[0] = 1;
        assert!(refusal(one).contains("weak"));
        // y = p + 3 stands for y = 3, which is a point of large order.
        let mut odd = [0xff; 32];
        (odd[0], odd[31]) = (0xf0, 0x7f);
        let mut three = [0; 32];
        three[0] = 3;
        assert!(PublicKey::from_bytes(&three).is_ok());
        assert!(refusal(odd).contains("canonical"));
    }
}
