//! The office in shares: so many of the people who have one can take it up together, should the moderator vanish.

use secrecy::ExposeSecret;
use zeroize::Zeroizing;

use super::hand_over::Person;
use crate::base::{Problem, Time, words};
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::ledger::{Body, Ruling};
use crate::referee::cycle::desk::{Desk, Keys};
use crate::seal::share::{self, Share, Shared};
use crate::seal::{
    CampaignSecret, FoundingSecret, ModeratorKey, PlayerSecret, Recipient, SigningKey, packed,
    sealed,
};

/// Makes a share for each of these people, encrypted to them, and says in the ledger who has one.
///
/// # Errors
/// If the threshold does not fit their number, one of them is named twice, or it is a deputy who asks.
pub fn split(
    desk: &mut Desk,
    people: &[Person],
    threshold: u8,
    entropy: [u8; 32],
    now: Time,
) -> Result<Vec<Vec<u8>>, Problem> {
    if desk.deputy().is_some() {
        return Err(Problem::refused("a deputy has no office to share"));
    }
    for (n, person) in people.iter().enumerate() {
        let same = |other: &Person| other.name == person.name || other.signing == person.signing;
        if people[..n].iter().any(same) {
            return Err(Problem::refused(format!("{} is named twice", person.name))
                .hint("each person gets one share"));
        }
    }
    let count = u8::try_from(people.len())
        .map_err(|_| Problem::refused("there can be at most 255 shares"))?;
    let mut shared: Shared = Zeroizing::new([0; 64]);
    shared[..32].copy_from_slice(desk.signing().as_bytes());
    shared[32..].copy_from_slice(desk.secret().expose());
    let shares = share::split(&desk.genesis(), &shared, (threshold, count), entropy)?;
    let both = people.iter().zip(&shares);
    let sealed = both.map(|(person, share)| to(share, &person.recipient));
    let sealed = sealed.collect::<Result<Vec<_>, _>>()?;
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let names = words::names(&names);
    let text = format!("any {threshold} of {names} together can take up the moderator's office");
    let ruling = Ruling { text, effect: None, files: std::collections::BTreeMap::new() };
    desk.append(now, None, Body::Ruling(ruling))?;
    Ok(sealed)
}

fn to(share: &Share, recipient: &Recipient) -> Result<Vec<u8>, Problem> {
    sealed::keep(&packed::pack(share.write().expose_secret())?, &[recipient])
}

/// A share that somebody got, opened with their key.
///
/// # Errors
/// If it is not theirs, or no share.
pub fn opened(sealed: &[u8], key: &PlayerSecret) -> Result<Share, Problem> {
    let text = Zeroizing::new(packed::open(sealed, key.identity())?);
    Share::read(text.as_bytes())
}

/// The same share, encrypted to whoever puts shares together.
///
/// # Errors
/// As [`opened`].
pub fn passed_on(
    sealed: &[u8],
    key: &PlayerSecret,
    recipient: &Recipient,
) -> Result<Vec<u8>, Problem> {
    to(&opened(sealed, key)?, recipient)
}

/// The keys of the office from enough shares.
///
/// # Errors
/// If they are too few, of another campaign, altered, or the office has other keys by now.
pub fn combine(store: Store, shares: &[Share], shelf: Shelf) -> Result<Keys, Problem> {
    let shared = share::combine(shares)?;
    let keys = || {
        let (mut signing, mut secret) = (Zeroizing::new([0; 32]), Zeroizing::new([0; 32]));
        signing.copy_from_slice(&shared[..32]);
        secret.copy_from_slice(&shared[32..]);
        Keys {
            signing: ModeratorKey::of(&SigningKey::from_bytes(&signing)),
            secret: FoundingSecret::handed(&CampaignSecret::revealed(*secret)),
        }
    };
    let desk = Desk::take(store, keys(), shelf)?;
    if shares.iter().any(|share| share.campaign != desk.genesis()) {
        return Err(Problem::refused("these shares are of another campaign"));
    }
    Ok(keys())
}
