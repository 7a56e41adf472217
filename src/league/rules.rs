//! `league.yaml`: what is played, in which form, and what counts.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::words::nearest;
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat};
use crate::campaign::Store;
use crate::engine::{Shelf, Skill};
use crate::league::scoring::{Scoring, is_counted};
use crate::ledger::{LinkTerms, Witness, check_name, check_witnesses};
use crate::referee::calendar::Rules as Calendar;
use crate::referee::cycle::found::{Charter, Trust};
use crate::referee::record::campaign::founded;

/// The file of a league's rules.
pub const FILE: &str = "league.yaml";
/// The longest name: campaigns are called after it.
const NAME_LIMIT: usize = 20;
/// Rounds of a season, at most.
pub const ROUNDS: u32 = 99;

/// The rules of a league, as its moderator writes them.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rules {
    /// Its name: 1 to 20 of `a-z`, `0-9`, `-`, beginning with a letter.
    pub name: String,
    /// What people call it.
    #[serde(default)]
    pub title: Option<String>,
    /// The game.
    pub game: String,
    /// Built-in scenarios or files in the league's directory; each round's is drawn among them. None: the
    /// game's first.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// A turn format in the league's directory instead of the built-in one.
    #[serde(default)]
    pub format: Option<String>,
    /// Options of the turn format.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The calendar that all campaigns have: a file in the league's directory.
    #[serde(default)]
    pub calendar: Option<String>,
    /// Who meets whom.
    pub form: Form,
    /// What a result is worth.
    #[serde(default)]
    pub scoring: Scoring,
    /// What decides among those with as many points, the first that differs.
    #[serde(default = "tie_breaks")]
    pub tie_breaks: Vec<TieBreak>,
    /// What becomes of a game whose player is dropped.
    #[serde(default)]
    pub drop_outs: DropOuts,
    /// What becomes of a seat for which there is nobody.
    #[serde(default)]
    pub empty_seats: EmptySeats,
    /// How well the staff plays; absent: as a regular.
    #[serde(default)]
    pub staff: Skill,
    /// True if ratings are kept.
    #[serde(default)]
    pub ratings: bool,
    /// The witnesses who cosign the ledgers of all games, as `witness keygen` prints them.
    #[serde(default)]
    pub witnesses: Vec<String>,
    /// How many of them must have seen a result before it counts as witnessed; absent: all.
    #[serde(default)]
    pub quorum: Option<usize>,
    /// That links are given once a cycle is locked, as `new --links after-lock` has it; absent: with the orders.
    #[serde(default)]
    pub links_after_lock: Option<LinkTerms>,
    /// True if every die is proven on the day.
    #[serde(default)]
    pub proven_dice: bool,
    /// When a cycle is opened for everybody, as `new --reveal` has it; absent: at the end.
    #[serde(default)]
    pub reveal: Option<Reveal>,
}

/// When a cycle is opened for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reveal {
    /// So many cycles later.
    After(u32),
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin {
        /// True if they meet twice, with sides changed.
        #[serde(default)]
        double: bool,
    },
    /// Those with as many points meet, nobody twice.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses is out.
    Knockout {},
    /// Members challenge those above them.
    Ladder {
        /// How many places up one may challenge.
        reach: u32,
        /// How many rounds.
        rounds: u32,
    },
    /// Tables of as many as the game has seats; the best of each go up, the last go down.
    Groups {
        /// How many rounds.
        rounds: u32,
        /// How many change between two tables after each round.
        promote: u32,
    },
}

impl Form {
    /// Its name, as in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::RoundRobin { .. } => "round-robin",
            Self::Swiss { .. } => "swiss",
            Self::Knockout {} => "knockout",
            Self::Ladder { .. } => "ladder",
            Self::Groups { .. } => "groups",
        }
    }

    /// True if somebody may enter when the season has begun.
    pub fn takes_late_entries(self) -> bool {
        !matches!(self, Self::RoundRobin { .. } | Self::Knockout {})
    }

    /// How many rounds a season of so many members has.
    pub fn rounds(self, members: usize) -> u32 {
        let even = u32::try_from(members.next_multiple_of(2)).unwrap_or(ROUNDS);
        match self {
            Self::RoundRobin { double } => (even.max(2) - 1) * (1 + u32::from(double)),
            Self::Swiss { rounds } | Self::Ladder { rounds, .. } | Self::Groups { rounds, .. } => {
                rounds
            }
            Self::Knockout {} => members.max(2).next_power_of_two().trailing_zeros(),
        }
    }
}

/// What decides among those with as many points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points from the games among those who are tied.
    Direct,
    /// The sum of the points of one's opponents.
    Buchholz,
    /// Twice the points of those one has won against, once of those one has drawn with.
    SonnebornBerger,
    /// Games won.
    Wins,
    /// Games won from the seat that wins less often in the season.
    WeakerSide,
}

impl TieBreak {
    /// Its name, as in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Buchholz => "buchholz",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::Wins => "wins",
            Self::WeakerSide => "weaker-side",
        }
    }
}

impl TieBreak {
    /// Its name over a column.
    pub fn short(self) -> &'static str {
        match self {
            Self::Direct => "Dir",
            Self::Buchholz => "Bhz",
            Self::SonnebornBerger => "SB",
            Self::Wins => "Win",
            Self::WeakerSide => "Weak",
        }
    }
}

fn tie_breaks() -> Vec<TieBreak> {
    vec![TieBreak::Direct, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins]
}

/// What becomes of a game whose player is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DropOuts {
    /// It ends, and the others win.
    #[default]
    Forfeit,
    /// It goes on with the seat open, played as the calendar's `no-shows` says.
    PlayOn,
}

/// What becomes of a seat for which there is nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptySeats {
    /// In games for two the other has a bye; elsewhere the staff plays.
    #[default]
    Bye,
    /// The computer staff plays.
    Staff,
}

/// What a league plays, read.
#[derive(Debug)]
pub struct Played {
    /// The rules.
    pub rules: Rules,
    /// The games of the program.
    pub shelf: Shelf,
    /// The seats of the game.
    pub seats: Vec<Seat>,
    /// Every file that the rules are made of, by its path, with its digest.
    pub files: BTreeMap<String, Digest>,
    /// The text of the calendar.
    pub calendar: Option<Vec<u8>>,
    witnesses: Vec<Witness>,
    format: Vec<u8>,
    scenarios: Vec<(String, Vec<u8>)>,
}

impl Played {
    /// Reads the rules of a league and all that they name, and checks that they fit together.
    ///
    /// # Errors
    /// What does not fit, with its place.
    pub fn read(store: &Store, shelf: Shelf) -> Result<Self, Problem> {
        Self::read_in(store, "", shelf)
    }

    /// The same of a season that was announced before the rules were edited, from its copy of them.
    ///
    /// # Errors
    /// As [`Played::read`].
    pub fn read_of(store: &Store, season: u32, shelf: Shelf) -> Result<Self, Problem> {
        Self::read_in(store, &copies(season), shelf)
    }

    /// Copies all that the rules are made of into a season's directory.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn copy(&self, store: &Store, season: u32) -> Result<(), Problem> {
        for path in self.files.keys() {
            store.write(&format!("{}{path}", copies(season)), &store.need(path)?)?;
        }
        Ok(())
    }

    fn read_in(store: &Store, folder: &str, shelf: Shelf) -> Result<Self, Problem> {
        let bytes = store.need(&format!("{folder}{FILE}"))?;
        let rules: Rules = yaml::read(&bytes, Origin::House).map_err(|p| p.at(FILE))?;
        let mut files = BTreeMap::from([(FILE.to_owned(), Digest::of(&bytes))]);
        let mut file = |path: &String| -> Result<Vec<u8>, Problem> {
            let bytes = store.need(&format!("{folder}{path}"))?;
            files.insert(path.clone(), Digest::of(&bytes));
            Ok(bytes)
        };
        let shipped = shelf.named(&rules.game).map_err(|p| p.at(FILE))?.shipped();
        let calendar = rules.calendar.as_ref().map(&mut file).transpose()?;
        let format = rules.format.as_ref().map(&mut file).transpose()?;
        let format = format.unwrap_or_else(|| shipped.format.as_bytes().to_vec());
        let mut scenarios = Vec::new();
        for wish in &rules.scenarios {
            let built_in = shipped.scenarios.iter().find(|(name, _)| name == wish);
            scenarios.push(match built_in {
                Some((_, map)) => (wish.clone(), map.as_bytes().to_vec()),
                None if is_file(wish) => (stem(wish), file(wish)?),
                None => {
                    return Err(unknown("scenario", wish, shipped.scenarios).at(FILE));
                }
            });
        }
        if scenarios.is_empty() {
            let (name, map) = shipped.scenarios[0];
            scenarios.push((name.to_owned(), map.as_bytes().to_vec()));
        }
        let mut seats = None;
        for (name, map) in &scenarios {
            let game = founded(shelf, &rules.game, &format, map, &rules.options)
                .map_err(|p| p.at(format!("{FILE}: scenario {name}")))?;
            let own = game.seats();
            if let Some(what) = rules.scoring.by.measure() {
                is_counted(&*game, what).map_err(|p| p.at(format!("{FILE}: scenario {name}")))?;
            }
            if seats.get_or_insert_with(|| own.clone()) != &own {
                return Err(Problem::refused(format!("scenario {name} has other seats"))
                    .at(FILE)
                    .hint("all scenarios of a league must have the same seats"));
            }
        }
        if let (Some(bytes), Some(path)) = (&calendar, &rules.calendar) {
            Calendar::read(bytes).map_err(|p| p.at(path))?;
        }
        let seats = seats.unwrap_or_default();
        check(&rules, seats.len()).map_err(|p| p.at(FILE))?;
        let witnesses = witnesses(&rules).map_err(|p| p.at(FILE))?;
        let played = Self { rules, shelf, seats, files, calendar, witnesses, format, scenarios };
        for scenario in 0..played.scenarios() {
            played.charter("", scenario).lasts().map_err(|p| p.at(FILE))?;
        }
        Ok(played)
    }

    /// How many scenarios there are to draw from.
    pub fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// The charter of a campaign of that name, in one of the scenarios.
    pub fn charter<'a>(&'a self, name: &'a str, scenario: usize) -> Charter<'a> {
        let (title, map) = &self.scenarios[scenario];
        Charter {
            shelf: self.shelf,
            name,
            game: &self.rules.game,
            format: &self.format,
            scenario: title,
            map,
            options: &self.rules.options,
            trust: Trust {
                witnesses: self.witnesses.clone(),
                quorum: self.rules.quorum.unwrap_or(self.witnesses.len()),
                links: self.rules.links_after_lock,
                proven_dice: self.rules.proven_dice,
                reveal_after: self.rules.reveal.map(|Reveal::After(cycles)| cycles),
                ..Trust::default()
            },
        }
    }
}

/// The witnesses that the rules name.
fn witnesses(rules: &Rules) -> Result<Vec<Witness>, Problem> {
    let named = rules.witnesses.iter().map(|line| line.parse());
    let witnesses: Vec<Witness> = named.collect::<Result<_, Problem>>()?;
    check_witnesses(&witnesses, rules.quorum.unwrap_or(witnesses.len()))?;
    Ok(witnesses)
}

/// Where a season keeps its copy of the rules.
fn copies(season: u32) -> String {
    format!("seasons/{season}/rules/")
}

fn is_file(wish: &str) -> bool {
    wish.contains(['.', '/'])
}

/// A file's name without its folder and ending.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name).to_owned()
}

fn unknown(what: &str, wish: &str, known: &[(&str, &str)]) -> Problem {
    let names = || known.iter().map(|(name, _)| *name);
    let problem = Problem::refused(format!("there is no {what} {wish}"));
    match nearest(wish, names()) {
        Some(near) => problem.hint(format!("did you mean {near}?")),
        None => problem.hint(format!("there are: {}", names().collect::<Vec<_>>().join(", "))),
    }
}

/// What the fields cannot say alone.
fn check(rules: &Rules, seats: usize) -> Result<(), Problem> {
    check_name(&rules.name)?;
    if rules.name.len() > NAME_LIMIT {
        return Err(Problem::refused(format!("the name is longer than {NAME_LIMIT} letters"))
            .hint("campaigns are named after it; `title` may be longer"));
    }
    let two = !matches!(rules.form, Form::Groups { .. });
    if two && seats != 2 {
        return Err(Problem::refused(format!(
            "form {} is for games of two, and {} has {seats} seats here",
            rules.form.word(),
            rules.game
        ))
        .hint("write `form: {groups: {rounds: 3, promote: 1}}`"));
    }
    let rounds = rules.form.rounds(2);
    if !(1..=ROUNDS).contains(&rounds) {
        return Err(Problem::refused(format!("{rounds} rounds"))
            .hint(format!("give a number from 1 to {ROUNDS}")));
    }
    match rules.form {
        Form::Groups { promote, .. } if !(1..=seats / 2).contains(&(promote as usize)) => {
            return Err(Problem::refused(format!("promote: {promote}"))
                .hint(format!("at tables of {seats}, from 1 to {} can change", seats / 2)));
        }
        Form::Ladder { reach: 0, .. } => {
            return Err(Problem::refused("reach: 0").hint("give at least 1 place"));
        }
        _ => {}
    }
    rules.scoring.fits(matches!(rules.form, Form::Swiss { .. }), seats)?;
    let mut seen = BTreeSet::new();
    match rules.tie_breaks.iter().find(|rule| !seen.insert(**rule)) {
        Some(twice) => {
            Err(Problem::refused(format!("tie-breaks: {} is listed twice", twice.word())))
        }
        None => Ok(()),
    }
}
