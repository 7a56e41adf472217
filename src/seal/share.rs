//! A secret in shares (Shamir): so many of them together give it, and fewer tell nothing of it.

use std::collections::BTreeMap;
use std::fmt;

use blahaj::Sharks;
use rand::SeedableRng;
use rand::rngs::StdRng;
use secrecy::SecretString;
use serde::Deserialize;
use zeroize::Zeroizing;

use super::secret;
use crate::base::{Digest, Problem};

/// How the text of a share begins.
const KIND: &str = "share-v1";
/// Bytes of what is shared: the moderator's signing key and the campaign's secret.
const SECRET: usize = 64;

/// What is shared.
pub type Shared = Zeroizing<[u8; SECRET]>;

/// One share.
pub struct Share {
    /// The genesis digest of the campaign.
    pub campaign: Digest,
    /// How many shares give the secret.
    pub threshold: u8,
    /// Which shares belong together: those that were made at once.
    set: Digest,
    /// What the secret is known by when it is there.
    check: Digest,
    /// The share itself; the first byte is its place.
    bytes: Zeroizing<Vec<u8>>,
}

/// Makes so many shares, of which `threshold` give the secret, with 32 random bytes.
///
/// # Errors
/// If one alone would do, or there are fewer than that.
pub fn split(
    campaign: &Digest,
    shared: &Shared,
    (threshold, count): (u8, u8),
    entropy: [u8; 32],
) -> Result<Vec<Share>, Problem> {
    if threshold < 2 || threshold > count {
        return Err(Problem::refused(format!(
            "the threshold cannot be {threshold} of {count} shares"
        ))
        .hint("ask for at least 2, and for no more than there are"));
    }
    let entropy = Zeroizing::new(entropy);
    let set = Digest::tagged("adjutant/share-set/v1", &[&campaign.0, &*entropy]);
    let check = check(&set, &shared[..]);
    let mut rng = StdRng::from_seed(*entropy);
    let dealt = Sharks(threshold).dealer_rng(&shared[..], &mut rng);
    let one = |share: blahaj::Share| Share {
        campaign: *campaign,
        threshold,
        set,
        check,
        bytes: Zeroizing::new(Vec::from(&share)),
    };
    Ok(dealt.take(usize::from(count)).map(one).collect())
}

/// The secret that these shares give.
///
/// # Errors
/// If they are too few or not of one set, or one was altered.
pub fn combine(shares: &[Share]) -> Result<Shared, Problem> {
    let first = shares.first().ok_or_else(|| Problem::usage("there are no shares"))?;
    let fits = |other: &Share| {
        let same = (other.set, other.check, other.threshold);
        other.campaign == first.campaign && same == (first.set, first.check, first.threshold)
    };
    if !shares.iter().all(fits) {
        return Err(Problem::refused("these shares were not made together")
            .hint("use shares of one campaign that were made at one time"));
    }
    // A share that is given twice is one.
    let each: BTreeMap<u8, &Share> = shares.iter().map(|share| (share.bytes[0], share)).collect();
    let (there, needed) = (each.len(), first.threshold);
    if there < usize::from(needed) {
        let is = if there == 1 { "is" } else { "are" };
        return Err(Problem::refused(format!(
            "{needed} shares are needed, and there {is} {there}"
        )));
    }
    let altered = || {
        Problem::refused("one of these shares was altered").hint("try others, if there are more")
    };
    let read = |share: &&Share| blahaj::Share::try_from(&share.bytes[..]).map_err(|_| altered());
    let read = each.values().map(read).collect::<Result<Vec<_>, _>>()?;
    let whole = Zeroizing::new(Sharks(needed).recover(&read).map_err(|_| altered())?);
    if whole.len() != SECRET || check(&first.set, &whole) != first.check {
        return Err(altered());
    }
    let mut shared = Zeroizing::new([0; SECRET]);
    shared.copy_from_slice(&whole);
    Ok(shared)
}

fn check(set: &Digest, shared: &[u8]) -> Digest {
    Digest::tagged("adjutant/share-check/v1", &[&set.0, shared])
}

impl Share {
    /// The text of the file.
    pub fn write(&self) -> SecretString {
        let Self { campaign, threshold, set, check, bytes } = self;
        let share = Zeroizing::new(hex::encode(&bytes[..]));
        secret::file(
            KIND,
            &[
                ("campaign", &campaign.to_string()),
                ("threshold", &threshold.to_string()),
                ("set", &set.to_string()),
                ("check", &check.to_string()),
                ("share", &share),
            ],
        )
    }

    /// Reads the file.
    ///
    /// # Errors
    /// If it is not a share.
    pub fn read(text: &[u8]) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(rename = "adjutant")]
            _kind: String,
            campaign: Digest,
            threshold: u8,
            set: Digest,
            check: Digest,
            share: String,
        }
        let File { campaign, threshold, set, check, share, .. } = secret::read(text, KIND)?;
        let share = Zeroizing::new(share);
        let bytes = hex::decode(share.as_bytes()).map(Zeroizing::new).unwrap_or_default();
        let placed = bytes.len() == SECRET + 1 && bytes[0] != 0;
        if !placed || threshold < 2 {
            return Err(Problem::refused("this share was altered or cut short"));
        }
        Ok(Self { campaign, threshold, set, check, bytes })
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Share(of {})", self.campaign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(threshold: u8, count: u8, entropy: u8) -> Vec<Share> {
        let shared = Zeroizing::new([7; SECRET]);
        split(&Digest::of(b"pell"), &shared, (threshold, count), [entropy; 32]).unwrap()
    }

    fn picked(of: &[Share], places: &[usize]) -> Vec<Share> {
        let text = |at: &usize| of[*at].write();
        let read = |text: SecretString| {
            Share::read(secrecy::ExposeSecret::expose_secret(&text).as_bytes()).unwrap()
        };
        places.iter().map(text).map(read).collect()
    }

    #[test]
    fn any_three_of_five_give_the_secret_and_no_two_do() {
        let all = made(3, 5, 1);
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..5 {
                    let three = combine(&picked(&all, &[a, b, c]));
                    let distinct = a != b && b != c && a != c;
                    assert_eq!(three.is_ok_and(|it| *it == [7; SECRET]), distinct, "{a} {b} {c}");
                }
            }
        }
        assert_eq!(*combine(&all).unwrap(), [7; SECRET]);
        assert!(combine(&[]).is_err());
    }

    #[test]
    fn shares_of_two_secrets_or_sets_do_not_mix() {
        let (one, other) = (made(2, 3, 1), made(2, 3, 2));
        let mixed = [picked(&one, &[0]), picked(&other, &[1])].concat_shares();
        assert_eq!(combine(&mixed).unwrap_err().what, "these shares were not made together");
        for (threshold, count) in [(0, 3), (1, 3), (4, 3)] {
            let shared = Zeroizing::new([7; SECRET]);
            let digest = Digest::of(b"pell");
            assert!(split(&digest, &shared, (threshold, count), [1; 32]).is_err());
        }
    }

    trait Concat {
        fn concat_shares(self) -> Vec<Share>;
    }

    impl<const N: usize> Concat for [Vec<Share>; N] {
        fn concat_shares(self) -> Vec<Share> {
            self.into_iter().flatten().collect()
        }
    }

    #[test]
    fn an_altered_share_is_found() {
        let all = made(2, 2, 1);
        let mut altered = picked(&all, &[0, 1]);
        altered[1].bytes[9] ^= 1;
        assert_eq!(combine(&altered).unwrap_err().what, "one of these shares was altered");
        let text = all[0].write();
        let text = secrecy::ExposeSecret::expose_secret(&text);
        for bad in [text.replace("share: 01", "share: 00"), text[..text.len() - 3].to_owned()] {
            assert!(Share::read(bad.as_bytes()).is_err());
        }
        assert!(!format!("{:?}", all[0]).contains(&hex::encode(&all[0].bytes[..])));
    }
}
