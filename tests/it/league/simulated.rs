//! Seasons in which much happens: members leave and come, one never orders, a seat is given to another, rounds are put
//! off, runs and pairings are killed, and in each a game is broken for a day. In the end every game is decided, and all
//! is as it should be. They play the small game of salvage, at tables of two or three.
//!
//! `ADJUTANT_TESTS=all` plays two hundred of each form, or as many as `SEASONS` says, with 4 to 64 members (4 to 24 in a
//! round robin): [`members`] says how many have how many.

use std::ffi::OsString;
use std::process::{ExitCode, Stdio};

use adjutant::base::Digest;
use adjutant::engine::{Chance, Shelf};
use adjutant::league::act::Act;
use adjutant::league::published::scores;
use adjutant::league::results;
use adjutant::league::table::field;
use adjutant::league::{forms, pairing};

use super::*;
use crate::shelf::all;
use crate::toys::SALVAGE;

/// The program has this game alone.
const SHELF: Shelf = Shelf::of(&[SALVAGE]);

/// What stands between the arguments in the environment.
const BETWEEN: char = '\n';
const ARGUMENTS: &str = "ADJUTANT_LEAGUE_PROGRAM";

/// This program with the small game: the test below, which does what these arguments say.
pub(super) fn started(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "league::simulated::program", "--include-ignored", "--nocapture"]);
    command.env(ARGUMENTS, arguments.join(&BETWEEN.to_string()));
    command
}

#[test]
#[ignore = "it is the program that the others start"]
fn program() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let status = adjutant::run(SHELF, arguments.split(BETWEEN).map(OsString::from));
    let code = (0..=255).find(|code| ExitCode::from(*code) == status);
    std::process::exit(code.expect("a status is a byte").into());
}

/// A form, and how many seats a game of it has.
#[derive(Clone, Copy)]
struct Kind {
    /// As `league.yaml` has it, but for the number of rounds.
    form: &'static str,
    seats: usize,
    takes_late: bool,
    /// Members of the largest season.
    largest: usize,
}

const SWISS: Kind =
    Kind { form: "{swiss: {rounds: ROUNDS}}", seats: 2, takes_late: true, largest: 64 };
/// Of 64 members it would be two thousand games.
const ROUND_ROBIN: Kind =
    Kind { form: "{round-robin: {}}", seats: 2, takes_late: false, largest: 24 };
const CUP: Kind = Kind { form: "{knockout: {}}", seats: 2, takes_late: false, largest: 64 };
const GROUPS: Kind = Kind {
    form: "{groups: {rounds: ROUNDS, promote: 1}}",
    seats: 3,
    takes_late: true,
    largest: 64,
};
const LADDER: Kind =
    Kind { form: "{ladder: {reach: 2, rounds: ROUNDS}}", seats: 2, takes_late: true, largest: 64 };

/// Challenges of a round in a ladder, at most.
const CHALLENGES: usize = 6;

/// One season of many.
struct Trial {
    kind: Kind,
    number: u64,
    chance: Chance,
    league: League,
    names: Vec<String>,
    staffed: bool,
    round: usize,
}

/// How many members a season has: the first of each form as many as there may be, the second about half of that, of
/// fifty one has up to 24, of ten one up to 12, and all others are small.
fn members(kind: Kind, chance: &mut Chance, number: u64) -> usize {
    let spread = match number {
        0 if all() => return kind.largest,
        1 => return kind.largest / 2 + 1,
        n if n % 50 == 2 => 21,
        n if n % 10 == 3 => 9,
        _ => 2,
    };
    4 + usize::try_from(chance.draw(&["members"]).below(spread)).unwrap()
}

/// How many rounds it has, where that is not the form's to say.
fn rounds(number: u64) -> u64 {
    match number {
        0 if all() => 5,
        n if n % 5 < 2 => 3,
        _ => 2,
    }
}

fn name(number: usize) -> String {
    format!("m{number:02}")
}

impl Trial {
    fn new(kind: Kind, number: u64) -> Self {
        let seed = Digest::of(format!("{} {number}", kind.form).as_bytes());
        let mut chance = Chance::from_seed(seed.0);
        let members = members(kind, &mut chance, number);
        let staffed = chance.draw(&["staffed"]).below(2) == 0;
        let turns = 1 + u64::from(number % 5 == 4);
        let league = League::new(SHELF);
        let root = league.root();
        let shipped = SALVAGE.shipped();
        let format =
            shipped.format.replace("turns: {value: 8", &format!("turns: {{value: {turns}"));
        let boats = ["red: A1", "blue: D4", "green: A4"][..kind.seats].join(", ");
        let put = |file: &str, text: &str| fs::write(root.join(file), text).unwrap();
        put("format.yaml", &format);
        put("bay.yaml", &format!("last: D4\nboats: {{{boats}}}\n"));
        put("sea.yaml", &format!("last: E4\nboats: {{{boats}}}\n"));
        put("campaign.yaml", "zone: UTC\ndeadlines: {after: 3h}\nearly-close: 1h\ndrop-after: 1\n");
        let seats = if staffed { "staff" } else { "bye" };
        let rules = format!(
            "name: cup\ngame: salvage\nformat: format.yaml\nscenarios: [bay.yaml, sea.yaml]\n\
             calendar: campaign.yaml\nform: {}\nratings: true\nempty-seats: {seats}\n",
            kind.form.replace("ROUNDS", &rounds(number).to_string())
        );
        put("league.yaml", &rules);
        let names = (1..=members).map(name).collect();
        let mut trial = Self { kind, number, chance, league, names, staffed, round: 0 };
        trial.league.must(&["announce"]);
        for name in trial.names.clone() {
            trial.league.enroll(&name);
        }
        trial
    }

    fn told(&self) -> String {
        format!("{} {}, {} members", self.kind.form, self.number, self.names.len())
    }

    fn below(&mut self, what: &str, bound: usize) -> usize {
        let round = self.round.to_string();
        usize::try_from(self.chance.draw(&[what, &round]).below(bound as u64)).unwrap()
    }

    /// Starts a command and kills it after some time; it may be done by then.
    fn killed(&mut self, arguments: &[&str]) {
        let milliseconds = self.below(arguments[0], 40) as u64;
        let mut command = self.league.command(arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Pairs a round, or all of a round robin; false if there is none.
    fn pair(&mut self) -> bool {
        self.killed(&["pair"]);
        let _ = self.league.call(&["pair"]);
        let all_at_once = self.kind.form == ROUND_ROBIN.form && self.number.is_multiple_of(2);
        while all_at_once && self.league.call(&["pair"]).status.success() {}
        let paired = self.league.season().1.rounds.len();
        let goes_on = paired > self.round;
        self.round = paired;
        goes_on
    }

    fn challenge(&mut self) {
        let (played, season) = self.league.season();
        let over = scores(&results::all(&self.league.root(), &season, &played));
        let table = adjutant::league::table::table(&season, &played, &over).lines;
        let here = |at: usize| season.member(&table[at].member).unwrap().until.is_none();
        let places: Vec<usize> = (0..table.len()).filter(|at| here(*at)).collect();
        for pair in places.chunks_exact(2).take(CHALLENGES) {
            let (of, by) = (&table[pair[0]].member, &table[pair[1]].member);
            let _ = self.league.call(&["challenge", by, of]);
        }
    }

    /// A game is broken for a day, and no other knows.
    fn broken_for_a_day(&mut self) {
        let games = self.league.games();
        let at = self.below("broken", games.len());
        let broken = &games[at].1.game;
        let place = self.league.place(broken);
        let whole = crate::bench::files(&place);
        let aside = self.league.dir.path().join("aside");
        let how = self.below("how", 3);
        match how {
            0 => fs::write(place.join("ledger/000001.yaml"), "nonsense").unwrap(),
            1 => fs::rename(&place, &aside).unwrap(),
            _ => fs::remove_file(place.join("scenario.yaml")).unwrap(),
        }
        let files = || if place.exists() { crate::bench::files(&place) } else { BTreeMap::new() };
        let as_it_was = files();
        let (status, said) = self.league.fails(&["run"]);
        assert!(status == 1 && said.contains(broken.as_str()), "{}: {said}", self.told());
        for (_, other) in games.iter().filter(|(_, other)| other.game != *broken) {
            let stage = self.league.campaign(&other.game).stage();
            assert_ne!(stage, Stage::Enrolling, "{}: {}", self.told(), other.game);
        }
        let (_, said) = self.league.fails(&["verify"]);
        assert!(said.contains(broken.as_str()), "{}: {said}", self.told());
        let as_it_is = files();
        // What a killed run was just writing is swept away by the next.
        let differs = |path: &&String| {
            !path.starts_with(".new/") && as_it_is.get(*path) != as_it_was.get(*path)
        };
        let all: BTreeSet<&String> = as_it_is.keys().chain(as_it_was.keys()).collect();
        let touched: Vec<&String> = all.into_iter().filter(differs).collect();
        assert_eq!(touched, Vec::<&String>::new(), "{}: {how}", self.told());
        match how {
            1 => fs::rename(&aside, &place).unwrap(),
            _ => {
                for (path, bytes) in &whole {
                    fs::write(place.join(path), bytes).unwrap();
                }
            }
        }
    }

    /// A seat of a game that is going on is given to the staff.
    fn replaced(&mut self) {
        let games = self.league.games();
        let at = self.below("replaced", games.len());
        let (_, game) = &games[at];
        let (seat, _) = game.seats.iter().find(|(_, id)| *id != "staff").unwrap();
        self.league.must(&["replace", &game.game, seat.as_str(), "staff", "--reason", "ill"]);
    }

    fn play(mut self) -> Vec<dutch::Round> {
        let at = self.below("silent", self.names.len());
        let silent = self.names[at].clone();
        let at = self.below("leaves", self.names.len());
        let leaves = self.names[at].clone();
        let is_ladder = self.kind.form == LADDER.form;
        let mut rounds = 0;
        loop {
            if is_ladder {
                self.challenge();
            }
            if !self.pair() {
                break;
            }
            rounds += 1;
            assert!(rounds < 70, "{}: a season that never ends", self.told());
            if rounds == 2 && self.below("postponed", 2) == 0 {
                let round = self.round.to_string();
                self.league.must(&["postpone", &round, "--opens", "+2h", "--reason", "Epiphany"]);
            }
            self.killed(&["run"]);
            if rounds == 1 {
                self.broken_for_a_day();
                if self.staffed {
                    self.replaced();
                }
            }
            self.league.play_by(3, &|name| name != silent);
            if rounds == 1 {
                self.league.must(&["withdraw", &leaves, "--reason", "gone"]);
                if self.kind.takes_late && self.names.len() < 64 {
                    self.league.enroll(&name(self.names.len() + 1));
                }
            }
        }
        assert!(rounds > 0, "{}: no round", self.told());
        self.judge()
    }

    /// Every game is decided, everything verifies.
    fn judge(self) -> Vec<dutch::Round> {
        for (_, game) in self.league.games() {
            let campaign = self.league.campaign(&game.game);
            assert_eq!(campaign.stage(), Stage::Closed, "{}: {}", self.told(), game.game);
            assert!(campaign.ledger.revealed().is_some(), "{}: {}", self.told(), game.game);
        }
        let _ = self.league.call(&["run"]);
        let (status, said) = self.league.fails(&["run"]);
        assert_eq!(status, 3, "{}: {said}", self.told());
        // Each campaign whole, too, in a tenth of them.
        let whole: &[&str] = if self.number % 10 == 1 { &["--campaigns"] } else { &[] };
        let said = self.league.must(&[&["verify"], whole].concat());
        assert!(!said.contains("failed"), "{}: {said}", self.told());
        if self.kind.form == SWISS.form && !self.staffed { self.pairings() } else { Vec::new() }
    }

    /// The rounds of a Swiss system, as the other program gets them.
    fn pairings(&self) -> Vec<dutch::Round> {
        let (played, season) = self.league.season();
        let over = scores(&results::all(&self.league.root(), &season, &played));
        let total = usize::try_from(played.rules.form.rounds(season.founders)).unwrap();
        let mut rounds = Vec::new();
        let store = Store::at(&self.league.root());
        Season::read_with(&store, "cup", 1, &mut |before, entry| {
            let Act::Round(round) = &entry.act else { return };
            let lot = before.lot.unwrap();
            // What was known then.
            let known = |name: &String| before.games().any(|(_, game)| game.game == *name);
            let mut then = over.clone();
            then.retain(|game, _| known(game));
            let field = field(before, &played, &then, &lot);
            let made = forms::pair(played.rules.form, &field).unwrap();
            let draft = pairing::next(before, &played, &then).unwrap();
            assert_eq!(draft.games.len(), round.games.len(), "{}", self.told());
            let name = format!("{:04}-{:02}", self.number, round.number);
            rounds.push(dutch::told(name, (&field, &made), total));
        })
        .unwrap();
        rounds
    }
}

fn seasons(kind: Kind) -> Vec<dutch::Round> {
    let asked = std::env::var("SEASONS").ok().and_then(|most| most.parse().ok());
    let most = asked.unwrap_or(if all() { 200 } else { 1 });
    (0..most).flat_map(|number| Trial::new(kind, number).play()).collect()
}

/// Where the other program is, its pairings are the same.
#[test]
fn swiss_systems_end_well() {
    let rounds = seasons(SWISS);
    if let Ok(python) = std::env::var("ADJUTANT_PY4SWISS") {
        dutch::agree(&rounds, &dutch::elsewhere(&python, &rounds));
        eprintln!("{} rounds of seasons agree", rounds.len());
    }
}

#[test]
fn round_robins_end_well() {
    seasons(ROUND_ROBIN);
}

#[test]
fn cups_end_well() {
    seasons(CUP);
}

#[test]
fn groups_of_three_end_well() {
    seasons(GROUPS);
}

#[test]
fn ladders_end_well() {
    seasons(LADDER);
}
