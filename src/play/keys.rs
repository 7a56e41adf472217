//! Keys, made.

use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::asked::Asked;
use crate::base::Problem;
use crate::referee::record::card::Card;
use crate::seal::{PlayerPublic, PlayerSecret};

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
    if let Some(card) = &card {
        known.trust(card.digest(), &card.moderator()?);
        known.commit(&card.digest());
    }
    Ok(json!({
        "secret": secret.write().expose_secret(),
        "public": public.sign(secret.signing())?,
        "key": public.signing.fingerprint(),
        "chain": genesis.is_some(),
        "known": known.text(),
    }))
}
