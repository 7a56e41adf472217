//! Keys: made, kept under a passphrase, taken to another device.

use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::asked::Asked;
use crate::base::Problem;
use crate::referee::player::carried::PlayerFiles;
use crate::referee::player::known::Known;
use crate::referee::player::sequence::Sealed;
use crate::referee::record::card::Card;
use crate::seal::{PlayerPublic, PlayerSecret, PublicKey, passphrase};

/// A player's keys as `keygen` makes them, from the random bytes that the page hands over; with a card they
/// have links in its campaign.
///
/// # Errors
/// If the card is none, or the bytes are too few.
pub(super) fn keygen(asked: &Asked) -> Result<Value, Problem> {
    let secret = PlayerSecret::generate(asked.entropy()?);
    let (card, mut known) = (asked.card()?, asked.known()?);
    let genesis = card.as_ref().map(Card::digest);
    let public = PlayerPublic::of(asked.name.clone(), &secret, genesis);
    let file = public.sign(secret.signing())?;
    // A moderator's program refuses some names.
    PlayerPublic::read(file.as_bytes())?;
    if let Some(card) = &card {
        known.trust(card.digest(), &card.moderator()?);
        known.commit(&card.digest());
    }
    Ok(json!({
        "secret": secret.write().expose_secret(),
        "public": file,
        "key": public.signing.fingerprint(),
        "chain": genesis.is_some(),
        "known": known.text(),
    }))
}

/// The key under a passphrase: `age -d` gives the file NAME.key again.
///
/// # Errors
/// If there is no key, or the passphrase is too short.
pub(super) fn lock(asked: &Asked) -> Result<Value, Problem> {
    let (files, words) = asked.locking()?;
    Ok(json!({"locked": passphrase::lock(files.key.as_bytes(), words)?}))
}

/// The key and all that goes with it, under a passphrase, for another device.
///
/// # Errors
/// If there is no key, something with it is not what it should be, or the passphrase is too short.
pub(super) fn carry(asked: &Asked) -> Result<Value, Problem> {
    let (files, words) = asked.carried()?;
    Ok(json!({"locked": files.lock(words)?}))
}

/// What [`lock`] or [`carry`] made, opened. What the page remembers already is joined with what comes in it.
///
/// # Errors
/// If the passphrase is another, or the file is something else.
pub(super) fn unlock(asked: &Asked) -> Result<Value, Problem> {
    let files = PlayerFiles::unlock(&asked.any_file()?, asked.passphrase())?;
    let (mut known, mut sealed) = (asked.known()?, asked.sealed()?);
    if let Some(text) = &files.known {
        known.join(Known::read(text.as_bytes())?);
    }
    if let Some(text) = &files.sealed {
        sealed.join(Sealed::read(text.as_bytes())?);
    }
    Ok(json!({
        "secret": files.key,
        "public": files.public,
        "card": files.card,
        "known": known.text(),
        "sealed": sealed.write(),
        "drafts": files.drafts,
        "key": PublicKey::of(files.secret()?.signing()).fingerprint(),
    }))
}
