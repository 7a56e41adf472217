//! Keys and signature lines of signed notes (C2SP signed-note).

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::base::{Digest, Problem};

/// The longest name of a key, in bytes.
const NAME_LIMIT: usize = 100;

/// A named Ed25519 key whose signatures have this type. Written `NAME+ID+KEY`, a verifier key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NoteKey<const TYPE: u8> {
    name: String,
    key: [u8; 32],
}

impl<const TYPE: u8> NoteKey<TYPE> {
    /// A key of that name.
    ///
    /// # Errors
    /// If the name is not 1 to 100 of `A-Z`, `a-z`, `0-9`, `.`, `-`, `_`, `/`, `:`.
    pub fn new(name: &str, key: [u8; 32]) -> Result<Self, Problem> {
        let fits = |c: char| c.is_ascii_alphanumeric() || ".-_/:".contains(c);
        if name.is_empty() || name.len() > NAME_LIMIT || !name.chars().all(fits) {
            return Err(Problem::refused(format!("“{name}” cannot be the name of a key"))
                .hint("use up to 100 letters, digits and .-_/: such as club.example/witness"));
        }
        Ok(Self { name: name.to_owned(), key })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The 32 bytes of the public key (RFC 8032).
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// The id of the key, in eight hexadecimal digits.
    pub fn id(&self) -> String {
        hex::encode(self.id_bytes())
    }

    pub(super) fn id_bytes(&self) -> [u8; 4] {
        key_id(&self.name, TYPE, &self.key)
    }
}

impl<const TYPE: u8> fmt::Display for NoteKey<TYPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = STANDARD.encode([&[TYPE][..], &self.key].concat());
        write!(f, "{}+{}+{key}", self.name, self.id())
    }
}

impl<const TYPE: u8> FromStr for NoteKey<TYPE> {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = |what: &str| {
            Problem::refused(format!("this is not a verifier key: {what}"))
                .hint("a verifier key is one line, NAME+ID+KEY")
        };
        let parts: Vec<&str> = text.trim().splitn(3, '+').collect();
        let [name, id, key] = parts[..] else { return Err(wrong("it does not have three parts")) };
        let key = STANDARD.decode(key).map_err(|_| wrong("the key is not in base64"))?;
        let key = match key.split_first() {
            Some((kind, key)) if *kind == TYPE => {
                key.try_into().map_err(|_| wrong("the key does not have 32 bytes"))?
            }
            _ => return Err(wrong(&format!("its type is not {TYPE}"))),
        };
        let read = Self::new(name, key)?;
        if read.id() == id { Ok(read) } else { Err(wrong("the id does not match the key")) }
    }
}

/// The first four bytes of `SHA-256(name || 0x0A || type || public key)`.
pub(super) fn key_id(name: &str, kind: u8, public: &[u8; 32]) -> [u8; 4] {
    let digest = Digest::of(&[name.as_bytes(), &[b'\n', kind], public].concat());
    [digest.0[0], digest.0[1], digest.0[2], digest.0[3]]
}

/// Name and value of a signature line.
pub(super) fn signature_line(line: &str) -> Option<(&str, Vec<u8>)> {
    let (key, value) = line.strip_prefix("— ")?.split_once(' ')?;
    let plain = !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c == '+');
    let value = STANDARD.decode(value).ok().filter(|v| v.len() > 4)?;
    plain.then_some((key, value))
}
