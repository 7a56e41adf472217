//! A signed file, perhaps sealed, as it arrives by mail.
//!
//! Raw bytes are verified first; only then does anybody parse those same bytes. Nothing unverified
//! is shown.

use ed25519_dalek::SigningKey;

use super::{Identity, PublicKey, armor, repair, sealed, sshsig};
use crate::base::{Digest, Problem, yaml};

/// Bytes of text before a signature block that are looked at: a file of 64 KiB and what quoting
/// and escapes add to it. A longer greeting loses its beginning.
const WINDOW: usize = 96 * 1024;

/// A verified file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The signed bytes, exactly.
    pub bytes: Vec<u8>,
    /// The signature over them, written as `ssh-keygen` does.
    pub armor: String,
    /// The name its key is registered under; the first, if one key has several. [`open_own`]
    /// leaves it empty.
    pub who: String,
    /// The key it is signed with.
    pub key: PublicKey,
    /// SHA-256 of the signed bytes: the packet's name. A second signature changes nothing.
    pub id: Digest,
    /// The repairs it needed, in the order they were applied; none if it arrived as sent.
    pub repaired: Vec<&'static str>,
}

impl Opened {
    /// The signed file without its journey: bytes and signature.
    pub fn file(&self) -> Vec<u8> {
        [&self.bytes, self.armor.as_bytes()].concat()
    }
}

/// The text and a signature over it. A missing final line feed is added before signing.
pub fn sign_file(key: &SigningKey, namespace: &str, text: &str) -> String {
    let mut out = text.to_owned();
    if !out.ends_with('\n') {
        out.push('\n');
    }
    let signature = sshsig::sign(key, namespace, out.as_bytes());
    out + &signature
}

/// A signed text, and the signature block behind it if there is one. Nothing is verified.
pub fn cut(text: &str) -> (&str, Option<&str>) {
    let marker = format!("\n{}", armor::begin(armor::SSHSIG));
    match text.rfind(&marker) {
        Some(at) => (&text[..=at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// True if something in the bytes is encrypted or signed.
pub fn is_likely(raw: &[u8]) -> bool {
    sealed::is_sealed(raw) || armor::count(&sealed::plain(raw), armor::SSHSIG) > 0
}

/// Opens a file out of the mail: decrypts it if it is sealed, finds the registered key its
/// signature names, and undoes what mail did to the text until the signature fits.
///
/// # Errors
/// If it is sealed and no identity was given or another is needed; unsigned or signed twice; for
/// another namespace; by a key that is not enrolled; or changed since it was signed.
pub fn open(
    raw: &[u8],
    identity: Option<&Identity>,
    keys: &[(String, PublicKey)],
    namespace: &str,
) -> Result<Opened, Problem> {
    if !sealed::is_sealed(raw) {
        return verified(raw, namespace, |key| registered(keys, key));
    }
    let identity = identity.ok_or_else(|| {
        Problem::refused("the file is encrypted; only unencrypted files are read here")
            .hint("sign it, but do not encrypt it")
    })?;
    let inner = sealed::open(raw, identity, sealed::MAIL_LIMIT)?;
    verified(&inner, namespace, |key| registered(keys, key))
}

/// Opens a clear file signed with whatever key its own block names. It proves only that the sender
/// has that key: the caller compares it with the one the file speaks of.
///
/// # Errors
/// As [`open()`], but no key is unknown.
pub fn open_own(raw: &[u8], namespace: &str) -> Result<Opened, Problem> {
    verified(raw, namespace, |_| Ok(String::new()))
}

fn registered(keys: &[(String, PublicKey)], key: &PublicKey) -> Result<String, Problem> {
    let found = keys.iter().find(|(_, registered)| registered == key);
    found.map(|(name, _)| name.clone()).ok_or_else(|| {
        Problem::refused("the file is signed with a key that is not enrolled")
            .hint(format!("its fingerprint is {}", key.fingerprint()))
    })
}

fn verified(
    raw: &[u8],
    namespace: &str,
    who: impl Fn(&PublicKey) -> Result<String, Problem>,
) -> Result<Opened, Problem> {
    if raw.len() > sealed::raw_limit(sealed::MAIL_LIMIT) {
        return Err(Problem::refused(format!("{} bytes are too many for a packet", raw.len())));
    }
    let plain = sealed::plain(raw);
    match armor::count(&plain, armor::SSHSIG) {
        0 => {
            return Err(Problem::refused("the file is not signed")
                .hint(format!("sign it with `ssh-keygen -Y sign -n {namespace}`")));
        }
        1 => {}
        _ => {
            return Err(Problem::refused("the file contains two signature blocks")
                .hint("send one signed file, without an older one quoted below it"));
        }
    }
    let block = armor::find(&plain, armor::SSHSIG)
        .ok_or_else(|| Problem::refused("the signature block has no END line"))?;
    let signature = sshsig::Block::read_mangled(block.inside)?;
    let who = who(&signature.key)?;
    signature.expect(namespace)?;
    let text = String::from_utf8_lossy(raw);
    let fits = |body: &str| signature.fits(body.as_bytes());
    let (body, repaired) = repair::search(window(&text), fits).ok_or_else(sshsig::misfit)?;
    let (bytes, limit) = (body.into_bytes(), yaml::MAIL_LIMIT);
    if bytes.len() > limit {
        let what = format!("{} bytes; the limit is {limit}", bytes.len());
        return Err(Problem::refused(what).hint("send fewer or shorter lines"));
    }
    let id = Digest::of(&bytes);
    Ok(Opened { armor: signature.armor(), key: signature.key, who, id, repaired, bytes })
}

/// The text from at most [`WINDOW`] bytes before its signature block, at the start of a line, to
/// the marker with which that begins; a marker that is itself mangled is left with what follows.
fn window(text: &str) -> &str {
    let whole = armor::begin(armor::SSHSIG);
    let (marker, end) = match text.find(&whole) {
        Some(at) => (at, at + whole.len()),
        None => (text.find("-----BEGIN").unwrap_or(text.len()), text.len()),
    };
    let Some(from) = marker.checked_sub(WINDOW) else { return &text[..end] };
    let line = text.as_bytes()[from..marker].iter().position(|b| *b == b'\n');
    &text[line.map_or(marker, |at| from + at + 1)..end]
}

#[cfg(test)]
#[path = "packet_tests.rs"]
mod tests;
