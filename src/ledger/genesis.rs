//! The first entry: what the campaign is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{BeaconTerms, LinkTerms, RevealTerms, Sealing, Witness};
use crate::base::{Digest, Problem, Seat};

/// The longest name of a campaign, in characters.
const NAME_LIMIT: usize = 40;

/// What is fixed when a campaign is created. Its digest identifies the campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Genesis {
    /// Name of the campaign: 1 to 40 of `a-z`, `0-9`, `-`, beginning with a letter.
    pub name: String,
    /// 32 random bytes: no two campaigns are the same, even under one name.
    pub salt: Digest,
    /// Name of the game.
    pub game: String,
    /// The edition of the game's rules.
    pub edition: u32,
    /// Version of the program that created the campaign.
    pub engine: String,
    /// SHA-256 of the turn format's file.
    pub format: Digest,
    /// Name of the scenario.
    pub scenario: String,
    /// SHA-256 of the scenario's file.
    pub scenario_digest: Digest,
    /// Options of the game and their values.
    pub options: BTreeMap<String, String>,
    /// The seats, in the order of the report tree.
    pub seats: Vec<Seat>,
    /// The moderator's public signing key, as OpenSSH writes it.
    pub moderator: String,
    /// The campaign's age recipient, to which state and record are sealed.
    pub recipient: String,
    /// Link 0 of the moderator's seed chain.
    pub tip: Digest,
    /// Number of links in the moderator's seed chain: the cycles it lasts for.
    pub chain_length: u32,
    /// Level of the committed seed; 0 is chains only, 1 has links that are given behind a lock, 2 a beacon, 3
    /// orders that are sealed to its rounds.
    pub level: u8,
    /// Kind of the beacon: `none`, `drand` or `declared`.
    pub beacon: String,
    /// Where the beacon comes from, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beacon_terms: Option<BeaconTerms>,
    /// That links are given once a cycle is locked; absent if they come with the orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_terms: Option<LinkTerms>,
    /// Who can open orders before the deadline.
    #[serde(default, skip_serializing_if = "Sealing::is_to_moderator")]
    pub sealed: Sealing,
    /// That cycles are opened for everybody one after the other; absent if all are at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal_terms: Option<RevealTerms>,
    /// The key that proofs of dice are checked with, in hexadecimal, if dice are proven; where cycles are opened one
    /// after the other that of cycle 0, and each opening has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The witnesses, as [`super::Witness`] writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<String>,
    /// How many of them must have seen a result before it counts as witnessed; 0 without witnesses.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub quorum: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Genesis {
    /// Checks what no type says: names that are safe in origins and paths, no seat and no witness twice.
    ///
    /// # Errors
    /// Names the first name that cannot be used.
    pub fn check(&self) -> Result<(), Problem> {
        check_name(&self.name)?;
        let mut seen = BTreeSet::new();
        for seat in &self.seats {
            if !seen.insert(seat) {
                return Err(Problem::refused(format!("seat {seat} is listed twice")));
            }
        }
        if seen.is_empty() {
            return Err(Problem::refused("the campaign has no seats"));
        }
        super::beacon::check_terms(&self.beacon, self.beacon_terms.as_ref())?;
        self.sealed.check(&self.beacon)?;
        self.reveal_terms.map_or(Ok(()), |terms| terms.check(self.chain_length))?;
        check_witnesses(&self.witnesses()?, self.quorum)
    }

    /// What the moderator's chains and the campaign's identity are bound to: they are in the genesis, so they
    /// cannot follow from its digest.
    pub fn birth(&self) -> Digest {
        birth(&self.name, (&self.format, &self.scenario_digest), &self.salt)
    }

    /// The witnesses.
    ///
    /// # Errors
    /// If a line is no witness's key.
    pub fn witnesses(&self) -> Result<Vec<Witness>, Problem> {
        self.witnesses.iter().map(|line| line.parse()).collect()
    }
}

/// The birth digest of a campaign, from its name, the digests of its format and scenario, and the
/// salt that makes it another campaign than the last one of that name.
pub fn birth(name: &str, (format, scenario): (&Digest, &Digest), salt: &Digest) -> Digest {
    Digest::tagged("adjutant/birth/v1", &[name.as_bytes(), &format.0, &scenario.0, &salt.0])
}

/// Checks that no witness stands among these twice, and that so many of them can be asked for.
///
/// # Errors
/// Names the witness, or says what is wrong with the number.
pub fn check_witnesses(witnesses: &[Witness], quorum: usize) -> Result<(), Problem> {
    for (n, witness) in witnesses.iter().enumerate() {
        let name = witness.name();
        let mut before = witnesses[..n].iter();
        if before.any(|other| other.name() == name || other.key() == witness.key()) {
            return Err(Problem::refused(format!("the witness {name} is listed twice"))
                .hint("each witness has a name and a key of its own"));
        }
    }
    let all = witnesses.len();
    if quorum > all || (quorum == 0) != (all == 0) {
        return Err(Problem::refused(format!("the quorum is {quorum}, with {all} named"))
            .hint("it is at least 1, and at most the number of witnesses"));
    }
    Ok(())
}

/// Checks the name of a campaign, which is part of origins and paths.
///
/// # Errors
/// If it is not 1 to 40 small letters, digits and hyphens, a letter first.
pub fn check_name(name: &str) -> Result<(), Problem> {
    if is_campaign_name(name) {
        return Ok(());
    }
    Err(Problem::refused(format!("“{name}” is not a valid campaign name"))
        .hint("use 1 to 40 lower-case letters, digits and hyphens, starting with a letter"))
}

fn is_campaign_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn names_must_fit_origins_and_paths() {
        let good = sample::genesis();
        good.check().unwrap();
        for name in ["", "Pell", "1-pell", "pell 1", "pell+1", "pell/1", &"p".repeat(41)] {
            let bad = Genesis { name: name.into(), ..good.clone() };
            assert!(bad.check().is_err(), "{name}");
        }
        for seats in [vec![], vec!["a", "a"]] {
            let seats = seats.into_iter().map(|seat: &str| seat.parse().unwrap()).collect();
            let bad = Genesis { seats, ..good.clone() };
            assert!(bad.check().is_err(), "{:?}", bad.seats);
        }
    }
}
