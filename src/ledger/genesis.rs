//! The first entry: what the campaign is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Problem, text};

/// The longest name of a campaign or seat, in characters.
const NAME_LIMIT: usize = 40;

/// What is fixed at the founding of a campaign. Its digest is the campaign's identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Genesis {
    /// Name of the campaign: 1 to 40 of `a-z`, `0-9`, `-`, beginning with a letter.
    pub name: String,
    /// Name of the game.
    pub game: String,
    /// Version of the program the campaign was founded with.
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
    pub seats: Vec<String>,
    /// The moderator's public signing key, as OpenSSH writes it.
    pub moderator: String,
    /// The campaign's age recipient, to which state and record are sealed.
    pub recipient: String,
    /// Link 0 of the moderator's seed chain.
    pub tip: Digest,
    /// Number of links in the moderator's seed chain: the cycles it lasts for.
    pub chain_length: u32,
    /// Level of the committed seed; 0 is chains only.
    pub level: u8,
    /// Kind of the beacon; `none` at level 0.
    pub beacon: String,
}

impl Genesis {
    /// Checks what no type says: names that can stand in origins and paths, no seat twice.
    ///
    /// # Errors
    /// Names the first name that cannot be used.
    pub fn check(&self) -> Result<(), Problem> {
        check_name(&self.name)?;
        let mut seen = BTreeSet::new();
        for seat in &self.seats {
            if !is_seat_name(seat) {
                return Err(Problem::refused(format!("“{seat}” cannot be the name of a seat"))
                    .hint("use 1 to 40 characters without blanks"));
            }
            if !seen.insert(seat) {
                return Err(Problem::refused(format!("the seat {seat} is named twice")));
            }
        }
        if seen.is_empty() {
            return Err(Problem::refused("the campaign has no seats"));
        }
        Ok(())
    }
}

/// Checks the name of a campaign, which stands in origins and paths.
///
/// # Errors
/// If it is not 1 to 40 small letters, digits and hyphens, a letter first.
pub fn check_name(name: &str) -> Result<(), Problem> {
    if is_campaign_name(name) {
        return Ok(());
    }
    Err(Problem::refused(format!("“{name}” cannot be the name of a campaign"))
        .hint("use 1 to 40 small letters, digits and hyphens, beginning with a letter"))
}

fn is_campaign_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn is_seat_name(name: &str) -> bool {
    (1..=NAME_LIMIT).contains(&name.chars().count())
        && !name.chars().any(|c| c.is_whitespace() || text::is_treacherous(c))
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
        for seats in [vec![], vec!["a", "a"], vec!["a b"], vec![""], vec!["a\nb"]] {
            let seats: Vec<String> = seats.into_iter().map(String::from).collect();
            let bad = Genesis { seats, ..good.clone() };
            assert!(bad.check().is_err(), "{:?}", bad.seats);
        }
    }
}
