//! Public beacons: values that nobody knows beforehand, and everybody can look up afterwards.
//!
//! drand's quicknet publishes one every three seconds, signed by a threshold of many organizations. A signature can
//! be checked for ever with the network's key, so a ledger that holds it needs no network to be verified.

use drand_verify::{G2PubkeyRfc, Pubkey};
use serde::{Deserialize, Serialize};

use crate::base::{Digest, Problem, Time};

/// What beyond the chains goes into a cycle's seed; fixed in the genesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeaconKind {
    /// Nothing: the beacon field of the seed stays empty.
    #[default]
    None,
    /// A round of drand's quicknet.
    Drand,
    /// A value of a source that the genesis names in words, such as a lottery.
    Declared,
}

impl BeaconKind {
    /// The word in the ledger.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Drand => "drand",
            Self::Declared => "declared",
        }
    }

    /// The level of the committed seed that it belongs to.
    pub fn level(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Drand | Self::Declared => 2,
        }
    }

    /// The kind that a ledger names.
    pub fn of(word: &str) -> Option<Self> {
        [Self::None, Self::Drand, Self::Declared].into_iter().find(|kind| kind.word() == word)
    }
}

/// The digest by which drand knows quicknet: its chain hash.
pub const QUICKNET: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// Quicknet's public key.
const KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
/// When quicknet's round 1 was published, in seconds since 1970.
const FIRST: u64 = 1_692_803_367;
/// Seconds between two rounds.
const PERIOD: u64 = 3;
/// Bytes of a signature.
const SIGNATURE: usize = 48;

/// A round of quicknet, as drand's servers and tools write it in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1.
    pub round: u64,
    /// The network's signature over it, in hexadecimal.
    pub signature: String,
}

impl Round {
    /// Reads what a server answered.
    ///
    /// # Errors
    /// If it is not such JSON.
    pub fn read(json: &[u8]) -> Result<Self, Problem> {
        serde_json::from_slice(json).map_err(|e| {
            Problem::refused(format!("this is not a round of drand: {e}"))
                .hint("give the JSON of drand's servers, with `round` and `signature`")
        })
    }

    /// Its value: the randomness that drand gives.
    ///
    /// # Errors
    /// If the signature is not that of quicknet over this round.
    pub fn value(&self) -> Result<Digest, Problem> {
        let wrong = || {
            Problem::refused(format!("this is not quicknet's signature of round {}", self.round))
        };
        let signature = hex::decode(&self.signature).map_err(|_| wrong())?;
        if signature.len() != SIGNATURE || hex::encode(&signature) != self.signature {
            return Err(wrong());
        }
        match key().verify(self.round, &[], &signature) {
            Ok(true) => Ok(Digest::of(&signature)),
            Ok(false) | Err(_) => Err(wrong()),
        }
    }
}

fn key() -> G2PubkeyRfc {
    G2PubkeyRfc::from_variable(&network()).expect("quicknet's key is a point")
}

/// The bytes of quicknet's public key.
pub(super) fn network() -> Vec<u8> {
    hex::decode(KEY).expect("the key is hexadecimal")
}

/// Where drand's own servers answer with a round as JSON.
pub fn address(round: u64) -> String {
    format!("https://api.drand.sh/{QUICKNET}/public/{round}")
}

/// The first round that is published after a time.
pub fn round_after(time: Time) -> u64 {
    match time.number().checked_sub(FIRST) {
        Some(since) => since / PERIOD + 2,
        None => 1,
    }
}

/// When a round is published; `None` beyond the calendar.
pub fn published(round: u64) -> Option<Time> {
    let since = round.checked_sub(1)?.checked_mul(PERIOD)?;
    Time::at(FIRST.checked_add(since)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::yaml;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Recorded {
        round: u64,
        signature: String,
        randomness: Digest,
        published: Time,
    }

    /// Real rounds of quicknet.
    fn recorded() -> Vec<Recorded> {
        let text = include_bytes!("../../tests/vectors/seal/quicknet.yaml");
        yaml::read(text, yaml::Origin::House).unwrap()
    }

    #[test]
    fn real_rounds_have_the_randomness_that_drand_gave() {
        for Recorded { round, signature, randomness, published: then } in recorded() {
            let real = Round { round, signature };
            assert_eq!(real.value().unwrap(), randomness, "{round}");
            assert_eq!(published(round).unwrap(), then, "{round}");
            assert_eq!(round_after(then), round + 1);
            assert_eq!(round_after(then.before(1).unwrap()), round);
            assert_eq!(round_after(then.before(3).unwrap()), round);
            let other = Round { round: round + 1, ..real.clone() };
            assert!(other.value().is_err());
            for bit in [0, 7, 100, 383] {
                let mut bytes = hex::decode(&real.signature).unwrap();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let forged = Round { signature: hex::encode(bytes), ..real.clone() };
                assert!(forged.value().is_err(), "{bit}");
            }
            let upper = Round { signature: real.signature.to_uppercase(), ..real };
            assert!(upper.value().is_err(), "it has one form");
        }
    }

    #[test]
    fn what_servers_write_is_read() {
        let json = br#"{"round":123,"randomness":"00","signature":"b75c"}"#;
        assert_eq!(Round::read(json).unwrap(), Round { round: 123, signature: "b75c".into() });
        for bad in ["", "{}", "[1]", r#"{"round":-1,"signature":"00"}"#, "null"] {
            assert!(Round::read(bad.as_bytes()).is_err(), "{bad}");
        }
        assert_eq!(round_after("2020-01-01T00:00:00Z".parse().unwrap()), 1);
        assert!(published(0).is_none() && published(u64::MAX).is_none());
    }
}
