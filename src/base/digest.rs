//! SHA-256, and how several fields become one message.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::Problem;

/// A SHA-256 digest, or another value of 32 bytes that is written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// SHA-256 of the bytes: what `sha256sum` prints.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// SHA-256 of a tag and framed fields.
    ///
    /// The message is the tag's bytes, then for each field its length as eight bytes, most
    /// significant first, and the field itself; so no two lists of fields share a message.
    pub fn tagged(tag: &str, fields: &[&[u8]]) -> Self {
        Self::of(&message(tag, fields))
    }

    /// The first eight hexadecimal digits, for names.
    pub fn short(&self) -> String {
        hex::encode(&self.0[..4])
    }
}

/// What [`Digest::tagged`] hashes. Some fields are secret.
pub fn message(tag: &str, fields: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let mut message = Zeroizing::new(Vec::with_capacity(256));
    message.extend(tag.as_bytes());
    for field in fields {
        message.extend((field.len() as u64).to_be_bytes());
        message.extend(*field);
    }
    message
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Digest {
    type Err = Problem;

    /// Reads 64 lower-case hexadecimal digits; nothing else has the same value.
    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::refused("expected a digest: 64 lower-case hexadecimal digits");
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| wrong())?;
        let digest = Self(bytes);
        if digest.to_string() == text { Ok(digest) } else { Err(wrong()) }
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framing_tells_lists_apart() {
        assert_ne!(Digest::tagged("t", &[b"ab", b"c"]), Digest::tagged("t", &[b"a", b"bc"]));
        assert_ne!(Digest::tagged("t", &[b""]), Digest::tagged("t", &[]));
    }

    #[test]
    fn only_the_canonical_text_is_read() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string().parse::<Digest>().unwrap(), digest);
        assert!(digest.to_string().to_uppercase().parse::<Digest>().is_err());
        assert!("12".parse::<Digest>().is_err());
    }
}
