//! What a league decides: one signed file for each act, bound to the one before it.
//!
//! ```text
//! seasons/1/acts/000003.yaml     an [`Entry`], and the moderator's signature behind it
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat, Time};
use crate::campaign::Store;
use crate::seal::{PublicKey, SigningKey, open_own, sign_file, sshsig};

/// What every file begins with.
const VERSION: &str = "league-v1";

/// Who plays a seat that no member has.
pub const STAFF: &str = "staff";

/// An act with its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Always `league-v1`.
    pub adjutant: String,
    /// The league's name.
    pub league: String,
    /// The season.
    pub season: u32,
    /// Its number, from 1.
    pub number: u32,
    /// SHA-256 of the file before it; absent in the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Digest>,
    /// When.
    pub time: Time,
    /// What is decided.
    pub act: Act,
}

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// The season is announced; the first act and no other.
    Begin(Begin),
    /// Somebody enters.
    Enter(Enter),
    /// A member has new keys.
    Keys(NewKeys),
    /// Entries close, and the seed is shown.
    Draw(Draw),
    /// A member of a ladder challenges another.
    Challenge(Challenge),
    /// A round is paired.
    Round(Round),
    /// A round opens later.
    Postpone(Postpone),
    /// A member plays no further round.
    Withdraw(Withdraw),
    /// A seat of a game that is going on gets another player.
    Replace(Replace),
}

/// The season is announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Begin {
    /// SHA-256 of every file that its rules are made of.
    pub files: BTreeMap<String, Digest>,
    /// The moderator's public signing key.
    pub moderator: String,
    /// What the seed is held against when it is shown.
    pub commitment: Digest,
}

/// Somebody enters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Enter {
    /// What the league calls them: the name of their file in `members/`.
    pub member: String,
    /// What they want to be called.
    pub name: String,
    /// Their public signing key.
    pub signing: String,
    /// What their reports are encrypted to.
    pub recipient: String,
    /// Their rating before the season, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
}

/// A member has new keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NewKeys {
    /// The member.
    pub member: String,
    /// Their new public signing key.
    pub signing: String,
    /// What their reports are encrypted to from now on.
    pub recipient: String,
    /// Why.
    pub reason: String,
}

/// Entries close.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Draw {
    /// The seed that was committed.
    pub seed: Digest,
}

/// A member of a ladder challenges another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Challenge {
    /// Who.
    pub by: String,
    /// Whom.
    pub of: String,
}

/// A round is paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// When its games open.
    pub opens: Time,
    /// Its games.
    pub games: Vec<Paired>,
    /// Who has nobody to play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<String>,
}

/// A game of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Paired {
    /// Its name, which is that of its directory: `r01-b02`.
    pub game: String,
    /// The digest of the first entry of its ledger.
    pub campaign: Digest,
    /// The scenario.
    pub scenario: String,
    /// Who has which seat: a member, or `staff`.
    pub seats: BTreeMap<Seat, String>,
}

/// A round opens later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Postpone {
    /// The round.
    pub round: u32,
    /// When its games open.
    pub opens: Time,
    /// Why.
    pub reason: String,
}

/// A member plays no further round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Withdraw {
    /// Who.
    pub member: String,
    /// Why.
    pub reason: String,
}

/// A seat of a game gets another player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Replace {
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: Seat,
    /// Who plays it from now on.
    pub member: String,
    /// Why.
    pub reason: String,
}

/// The directory of a season.
pub fn season_folder(season: u32) -> String {
    format!("seasons/{season}")
}

/// Where the acts of a season are.
pub fn folder(season: u32) -> String {
    format!("{}/acts", season_folder(season))
}

/// Where an act is.
pub fn path(season: u32, number: u32) -> String {
    format!("{}/{number:06}.yaml", folder(season))
}

/// An act as it was read: the entry, its digest, and whose key signed it.
#[derive(Debug, Clone)]
pub struct Read {
    /// The entry.
    pub entry: Entry,
    /// SHA-256 of its file.
    pub digest: Digest,
    /// Whose key.
    pub key: PublicKey,
}

/// Reads an act.
///
/// # Errors
/// If it is not signed, or says something else than it should.
pub fn read(bytes: &[u8]) -> Result<Read, Problem> {
    let opened = open_own(bytes, sshsig::LEAGUE)?;
    if opened.file() != bytes {
        return Err(Problem::refused("the file is not as it was signed"));
    }
    let entry: Entry = yaml::read(&opened.bytes, Origin::House)?;
    if entry.adjutant != VERSION {
        return Err(Problem::refused(format!("this is not a {VERSION} file")));
    }
    Ok(Read { entry, digest: Digest::of(bytes), key: opened.key })
}

/// An entry behind the last one.
pub fn entry(
    (league, season): (&str, u32),
    last: Option<(u32, Digest)>,
    time: Time,
    act: Act,
) -> Entry {
    Entry {
        adjutant: VERSION.to_owned(),
        league: league.to_owned(),
        season,
        number: last.map_or(1, |(number, _)| number + 1),
        previous: last.map(|(_, digest)| digest),
        time,
        act,
    }
}

/// The file of an entry.
pub fn file(entry: &Entry, key: &SigningKey) -> String {
    sign_file(key, sshsig::LEAGUE, &yaml::write(entry))
}

/// Puts an act behind the last. Once its file is there, it counts.
///
/// # Errors
/// If another has its number, or the disk refuses.
pub fn put(store: &Store, entry: &Entry, key: &SigningKey) -> Result<Digest, Problem> {
    let text = file(entry, key);
    let path = path(entry.season, entry.number);
    if store.put_new(&path, text.as_bytes())? {
        store.settle()?;
        return Ok(Digest::of(text.as_bytes()));
    }
    Err(Problem::failed("somebody else wrote this act meanwhile")
        .at(path)
        .hint("look at the league, then run the command again"))
}
