//! Encryption with age (X25519), with caps that hold before any of it is parsed.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};
use std::str::FromStr;

use age::secrecy::{ExposeSecret, SecretString};
use age::{DecryptError, Decryptor, Encryptor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

use super::armor;
use crate::base::{Cause, Problem};

/// Plaintext bytes of a packet out of the mail: an order file of 64 KiB and its signature.
pub const MAIL_LIMIT: usize = 65 * 1024;

/// Plaintext bytes of the moderator's own files (state, record, reports): 16 MiB.
pub const HOUSE_LIMIT: usize = 16 * 1024 * 1024;

/// Bytes of an age header. One recipient needs 200; the parser takes quadratic time and runs
/// before anything is authenticated, so junk stanzas must not reach it.
const HEADER_LIMIT: usize = 4 * 1024;

/// How a binary age file begins (C2SP age).
const MAGIC: &[u8] = b"age-encryption.org/v1";

const CHUNK: usize = 64 * 1024;
const COLUMNS: usize = 64;

/// The private half of an encryption key: `AGE-SECRET-KEY-1…`.
#[derive(Clone)]
pub struct Identity(age::x25519::Identity);

impl Identity {
    /// The identity with this X25519 scalar (clamped when it is used, RFC 7748).
    pub fn from_bytes(scalar: &[u8; 32]) -> Self {
        let hrp = bech32::Hrp::parse("age-secret-key-").expect("the prefix is legal");
        let text = bech32::encode::<bech32::Bech32>(hrp, scalar).expect("32 bytes fit");
        let text = Zeroizing::new(text);
        let upper = Zeroizing::new(text.to_uppercase());
        Self(upper.parse().expect("every scalar is an identity"))
    }

    /// What others encrypt to.
    pub fn recipient(&self) -> Recipient {
        Recipient(self.0.to_public())
    }

    /// `AGE-SECRET-KEY-1…`, to be kept secret.
    pub fn write(&self) -> SecretString {
        self.0.to_string()
    }
}

impl FromStr for Identity {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let refusal = || {
            Problem::refused("this is not an age identity")
                .hint("an age identity is one word that starts with AGE-SECRET-KEY-1")
        };
        text.trim().parse().map(Self).map_err(|_| refusal())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(secret)")
    }
}

/// The public half of an encryption key: `age1…`.
#[derive(Clone, PartialEq, Eq)]
pub struct Recipient(age::x25519::Recipient);

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Recipient {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        if text.to_ascii_uppercase().starts_with("AGE-SECRET-KEY-") {
            return Err(Problem::refused("this is a secret age identity, not a recipient")
                .hint("keep it secret; use its age1… line instead"));
        }
        let refusal = || {
            Problem::refused("this is not an age recipient")
                .hint("a recipient is 62 letters and digits that start with age1")
        };
        let recipient = text.parse().map_err(|_| refusal())?;
        let (_, bytes) = bech32::decode(text).map_err(|_| refusal())?;
        if is_of_small_order(&bytes.try_into().map_err(|_| refusal())?) {
            return Err(Problem::refused("the recipient is weak: nothing can be encrypted to it")
                .hint("make a new key with `adjutant keygen` or `age-keygen`"));
        }
        Ok(Self(recipient))
    }
}

/// True for the points with which every secret agrees on the same zero bytes, however they are
/// encoded. Clamped scalars are multiples of eight and of no large order, so one tells for all.
fn is_of_small_order(point: &[u8; 32]) -> bool {
    x25519_dalek::x25519([8; 32], *point) == [0; 32]
}

impl Serialize for Recipient {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Recipient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

/// Encrypts for the mail: to one recipient, armored. Its randomness is age's own.
///
/// # Errors
/// If age cannot encrypt, which for X25519 recipients does not happen.
pub fn seal(plaintext: &[u8], to: &Recipient) -> Result<String, Problem> {
    seal_to_all(plaintext, &[to])
}

/// The same for several: all of them open the same text.
///
/// # Errors
/// As [`seal`].
pub fn seal_to_all(plaintext: &[u8], to: &[&Recipient]) -> Result<String, Problem> {
    Ok(armored(&keep(plaintext, to)?))
}

/// Encrypts what a campaign keeps: to everybody who is to open it, as a binary age file. All of them
/// open the same text.
///
/// # Errors
/// As [`seal`].
pub fn keep(plaintext: &[u8], to: &[&Recipient]) -> Result<Vec<u8>, Problem> {
    let recipients = to.iter().map(|to| &to.0 as &dyn age::Recipient);
    encrypted(plaintext, recipients)
}

/// The same to recipients of any kind.
///
/// # Errors
/// If age cannot encrypt to them together.
pub(super) fn encrypted<'a>(
    plaintext: &[u8],
    recipients: impl Iterator<Item = &'a dyn age::Recipient>,
) -> Result<Vec<u8>, Problem> {
    let failed = || Problem::failed("the text could not be encrypted");
    let encryptor = Encryptor::with_recipients(recipients).map_err(|_| failed())?;
    let mut file = Vec::with_capacity(HEADER_LIMIT + plaintext.len());
    let mut writer = encryptor.wrap_output(&mut file).map_err(|_| failed())?;
    writer.write_all(plaintext).and_then(|()| writer.finish()).map_err(|_| failed())?;
    Ok(file)
}

/// A binary age file as text.
pub fn armored(file: &[u8]) -> String {
    armor::write(armor::AGE, COLUMNS, file)
}

/// True if the bytes begin as an age file does that has no armor.
pub(super) fn is_bare(raw: &[u8]) -> bool {
    raw.starts_with(MAGIC)
}

/// True if the bytes are, or hold, something encrypted with age.
pub fn is_sealed(raw: &[u8]) -> bool {
    is_bare(raw) || armor::count(&plain(raw), armor::AGE) > 0
}

/// Text of mail with its non-breaking spaces made plain, so that markers are found.
pub(super) fn plain(raw: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(raw);
    if text.contains('\u{A0}') { Cow::Owned(text.replace('\u{A0}', " ")) } else { text }
}

/// The age file in the raw bytes, without its armor and what stands around it, if there is one and
/// [`open()`] would look at nothing else.
pub fn unwrapped(raw: &[u8]) -> Option<Vec<u8>> {
    if raw.len() > raw_limit(MAIL_LIMIT) {
        return None;
    }
    if is_bare(raw) {
        return Some(raw.to_owned());
    }
    let text = plain(raw);
    let block = armor::find(&text, armor::AGE).filter(|_| armor::count(&text, armor::AGE) == 1)?;
    armor::decode_mangled(block.inside)
}

/// Decrypts an age file, binary or armored; around the armor other text may stand, and its lines
/// may be quoted, indented or rewrapped. `limit` is the most plaintext taken, in bytes
/// ([`MAIL_LIMIT`] or [`HOUSE_LIMIT`]); the raw input may have three times that and 64 KiB more.
///
/// # Errors
/// If it is too long, no age file, made for another key, or altered on the way.
pub fn open(raw: &[u8], identity: &Identity, limit: usize) -> Result<Vec<u8>, Problem> {
    let file = file(raw, limit)?;
    let decryptor = decryptor(&file, limit)?;
    if decryptor.is_scrypt() {
        return Err(Problem::refused("encrypted with a passphrase, not to a key")
            .hint("encrypt with `age -a -r age1…`"));
    }
    read(decryptor, &identity.0, limit)
        .map_err(|e| e.map_or_else(|| too_long(limit), |e| explain(&e)))
}

/// The binary age file in what may have armor and other text around it.
///
/// # Errors
/// If it is too long, or there is none, or more than one.
pub(super) fn file(raw: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, Problem> {
    if raw.len() > raw_limit(limit) {
        return Err(too_long(limit));
    }
    if is_bare(raw) {
        return Ok(Cow::Borrowed(raw));
    }
    let text = plain(raw);
    match armor::count(&text, armor::AGE) {
        0 => return Err(Problem::refused("no age-encrypted data found")),
        1 => {}
        _ => {
            return Err(
                Problem::refused("two encrypted blocks found").hint("send one packet per mail")
            );
        }
    }
    let block = armor::find(&text, armor::AGE)
        .ok_or_else(|| Problem::refused("the encrypted block has no END line").hint(RESEND))?;
    armor::decode_mangled(block.inside).map(Cow::Owned).ok_or_else(altered)
}

/// Bytes of raw input for so much plaintext: room for base64, quote marks and escapes.
pub(super) fn raw_limit(limit: usize) -> usize {
    3 * limit + 64 * 1024
}

/// What decrypts a binary age file.
///
/// # Errors
/// If it is too long or no age file.
pub(super) fn decryptor(file: &[u8], limit: usize) -> Result<Decryptor<&[u8]>, Problem> {
    // A file key's nonce and one authentication tag for each chunk come on top of the text.
    if file.len() > HEADER_LIMIT + limit + 16 + 16 * (limit / CHUNK + 1) {
        return Err(too_long(limit));
    }
    if !file.starts_with(MAGIC) {
        return Err(altered());
    }
    let head = &file[..file.len().min(HEADER_LIMIT)];
    // Its last line must end there as well, or the parser would look for that end in all the rest.
    let last = head.windows(4).position(|w| w == b"\n---");
    if !last.is_some_and(|at| head[at + 1..].contains(&b'\n')) {
        return Err(Problem::refused("the age header is too long or truncated")
            .hint("encrypt to one recipient only"));
    }
    Decryptor::new_buffered(file).map_err(|e| explain(&e))
}

/// The plaintext of an age file, at most `limit` bytes of it.
///
/// # Errors
/// What age says; `None` if there is more.
pub(super) fn read(
    decryptor: Decryptor<&[u8]>,
    identity: &dyn age::Identity,
    limit: usize,
) -> Result<Vec<u8>, Option<DecryptError>> {
    let reader = decryptor.decrypt([identity].into_iter()).map_err(Some)?;
    let mut plaintext = Vec::new();
    let cap = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(cap).read_to_end(&mut plaintext).map_err(|e| Some(DecryptError::Io(e)))?;
    if plaintext.len() > limit { Err(None) } else { Ok(plaintext) }
}

const RESEND: &str = "send it again as an attachment";

pub(super) fn altered() -> Problem {
    Problem::refused("the encrypted text was altered or truncated in transit").hint(RESEND)
}

pub(super) fn too_long(limit: usize) -> Problem {
    Problem::refused(format!("longer than the limit of {limit} bytes"))
}

/// Our own sentences: age's contain text direction characters.
fn explain(error: &DecryptError) -> Problem {
    match error {
        DecryptError::NoMatchingKeys => Problem::refused("not encrypted to this key")
            .hint("encrypt to this cycle's recipient")
            .cause(Cause::OtherKey),
        DecryptError::UnknownFormat => Problem::refused("unknown age format"),
        _ => altered(),
    }
}

/// The secret text of an identity, for those who write it to a file.
pub(super) fn exposed(text: &SecretString) -> &str {
    text.expose_secret()
}

#[cfg(test)]
#[path = "sealed_tests.rs"]
mod tests;
