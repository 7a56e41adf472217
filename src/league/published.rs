//! The table as it is published: `seasons/N/standings.json`, with the results that it was made of.

use serde::{Deserialize, Serialize};

use crate::base::{Problem, canonical};
use crate::campaign::Store;
use crate::league::act::season_folder;
use crate::league::results::All;
use crate::league::rules::Played;
use crate::league::scoring::Score;
use crate::league::season::Season;
use crate::league::table::{Line, Scores, Table, table};

/// What every file begins with.
const VERSION: &str = "standings-v1";

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ended {
    /// The game.
    pub game: String,
    /// The numbers of the seats that won.
    pub winners: Vec<usize>,
    /// The numbers of the seats whose players were dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<usize>,
    /// True if nothing was decided on the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unplayed: bool,
    /// What the game counts for each seat, where the scoring asks for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i64>,
}

impl Ended {
    /// A game with this score.
    pub fn of(game: &str, score: &Score) -> Self {
        Self {
            game: game.to_owned(),
            winners: score.winners.clone(),
            forfeits: score.forfeits.clone(),
            unplayed: score.unplayed,
            values: score.values.clone(),
        }
    }
}

/// What is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Published {
    /// Always `standings-v1`.
    pub adjutant: String,
    /// The league.
    pub league: String,
    /// The season.
    pub season: u32,
    /// How many acts it takes into account.
    pub acts: u32,
    /// Every game that is over.
    pub results: Vec<Ended>,
    /// The table.
    pub table: Vec<Line>,
}

/// Where it is.
pub fn path(season: u32) -> String {
    format!("{}/standings.json", season_folder(season))
}

/// The results of games that are over.
pub fn scores(all: &All) -> Scores {
    let over = all.iter().filter_map(|(game, seen)| {
        let score = seen.as_ref().ok()?.score.clone()?;
        Some((game.clone(), score))
    });
    over.collect()
}

impl Published {
    /// What is to be published now.
    pub fn of(season: &Season, played: &Played, scores: &Scores) -> (Self, Table) {
        let table = table(season, played, scores);
        let published = Self {
            adjutant: VERSION.to_owned(),
            league: season.league.clone(),
            season: season.number,
            acts: season.last.0,
            results: scores.iter().map(|(game, score)| Ended::of(game, score)).collect(),
            table: table.lines.clone(),
        };
        (published, table)
    }

    /// What was published last.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(store: &Store, season: u32) -> Result<Option<Self>, Problem> {
        let path = path(season);
        let Some(bytes) = store.read(&path)? else { return Ok(None) };
        let read: Result<Self, _> = serde_json::from_slice(&bytes);
        match read {
            Ok(told) if told.adjutant == VERSION => Ok(Some(told)),
            Ok(_) => Err(Problem::refused(format!("this is not a {VERSION} file")).at(path)),
            Err(e) => Err(Problem::refused(format!("this is not a table: {e}")).at(path)),
        }
    }

    /// Publishes it. True if that changed anything.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(&self, store: &Store) -> Result<bool, Problem> {
        let text = format!("{}\n", canonical::encode(self));
        let path = path(self.season);
        if store.read(&path)?.as_deref() == Some(text.as_bytes()) {
            return Ok(false);
        }
        store.write(&path, text.as_bytes())?;
        Ok(true)
    }
}
