//! Leagues: seasons played by commands and packets, and everything that may go wrong in them.

mod chained;
mod dutch;
mod failing;
mod job;
mod mailed;
mod scored;
mod seasons;
mod simulated;
mod tables;
mod wrong;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adjutant::base::{Digest, Seat, Time};
use adjutant::campaign::Store;
use adjutant::engine::{Shelf, Skill};
use adjutant::games;
use adjutant::league::act::{Paired, Round};
use adjutant::league::results::place;
use adjutant::league::rules::Played;
use adjutant::league::season::Season;
use adjutant::league::staff;
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::{Campaign, Stage};
use adjutant::seal::{FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey};
use tempfile::TempDir;

use crate::bench::{output, patiently};
use crate::folder::folder;

/// Names of members.
const NAMES: [&str; 12] = [
    "anna", "ben", "carla", "dora", "emil", "frieda", "gustav", "hanna", "ida", "jonas", "karla",
    "leo",
];

/// The first moment of every league.
const BEGIN: u64 = 1_767_225_600;

/// A league in a directory that vanishes, with everybody's keys at hand.
pub(crate) struct League {
    pub(crate) dir: TempDir,
    shelf: Shelf,
    members: BTreeMap<String, PlayerSecret>,
    hours: u64,
    /// Games that are over: nobody looks at them again.
    over: BTreeSet<String>,
}

impl League {
    /// Created and announced, with these lines instead of those of the template.
    fn announced(form: &str, more: &str) -> Self {
        let league = Self::created(form, more);
        league.must(&["announce"]);
        league
    }

    fn created(form: &str, more: &str) -> Self {
        let league = Self::new(games::OURS);
        let path = league.root();
        let shipped = games::OURS.named("company-war").unwrap().shipped();
        let (_, map) = shipped.scenarios[0];
        fs::write(path.join("short.yaml"), format!("{map}\nturns: 1\n")).unwrap();
        let rules = format!(
            "name: cup\ngame: company-war\nscenarios: [short.yaml]\nform: {form}\nratings: true\n{more}"
        );
        fs::write(path.join("league.yaml"), rules).unwrap();
        league
    }

    /// A directory with keys, whose rules are still to be written.
    fn new(shelf: Shelf) -> Self {
        let (members, over) = (BTreeMap::new(), BTreeSet::new());
        let league = Self { dir: folder(), shelf, members, hours: 0, over };
        let path = league.root();
        let mut new = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        new.args(["league", "new"]).arg(&path);
        assert!(output(&mut new).status.success());
        league
    }

    /// With so many members.
    fn of(form: &str, more: &str, members: usize) -> Self {
        let mut league = Self::announced(form, more);
        for name in &NAMES[..members] {
            league.enroll(name);
        }
        league
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("cup")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let root = self.root();
        let mut words = vec!["adjutant", "-C", root.to_str().unwrap(), "league"];
        words.extend(arguments);
        let mut command = if self.shelf.games().len() == games::OURS.games().len() {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
            command.args(&words[1..]);
            command
        } else {
            simulated::started(&words)
        };
        command.env("SOURCE_DATE_EPOCH", (BEGIN + 3600 * self.hours).to_string());
        command.env("NO_COLOR", "1").env("COLUMNS", "100");
        command
    }

    fn call(&self, arguments: &[&str]) -> Output {
        output(&mut self.command(arguments))
    }

    /// What a command that must do well says.
    fn must(&self, arguments: &[&str]) -> String {
        let output = self.call(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}{}", text(&output));
        text(&output)
    }

    /// What a command that must fail says, and its status.
    fn fails(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.call(arguments);
        let told = text(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}: {told}");
        (output.status.code().unwrap(), told)
    }

    /// The public file of a key, under a name.
    fn file(&self, name: &str, number: u8) -> PathBuf {
        let secret = PlayerSecret::generate([number; 96]);
        let public = PlayerPublic {
            name: Some(format!("Player {name}")),
            signing: PublicKey::of(secret.signing()),
            age: secret.identity().recipient(),
            commitment: None,
        };
        let path = self.dir.path().join(format!("{name}.pub"));
        fs::write(&path, public.sign(secret.signing()).unwrap()).unwrap();
        path
    }

    fn enroll(&mut self, name: &str) {
        self.enroll_with(name, &[]);
    }

    fn enroll_with(&mut self, name: &str, more: &[&str]) {
        let own = NAMES.iter().position(|known| *known == name);
        let number = own.map_or_else(|| name[1..].parse().unwrap(), |at| at + 1);
        let number = u8::try_from(number).unwrap();
        let file = self.file(name, number);
        let rating = (1900 - 10 * u32::from(number)).to_string();
        let words = ["enroll", file.to_str().unwrap(), "--rating", &rating];
        self.must(&[&words, more].concat());
        self.members.insert(name.to_owned(), PlayerSecret::generate([number; 96]));
    }

    fn season(&self) -> (Played, Season) {
        let store = Store::at(&self.root());
        let played = Played::read(&store, self.shelf).unwrap();
        let season = Season::read(&store, "cup", 1).unwrap();
        (played, season)
    }

    fn games(&self) -> Vec<(Round, Paired)> {
        self.season().1.games().map(|(round, game)| (round.clone(), game.clone())).collect()
    }

    pub(crate) fn place(&self, game: &str) -> PathBuf {
        place(&self.root(), 1, game)
    }

    fn keys(&self) -> Keys {
        let read = |name: &str| fs::read(self.dir.path().join("cup.keys").join(name)).unwrap();
        Keys {
            signing: ModeratorKey::read(&read("moderator.key")).unwrap(),
            secret: FoundingSecret::read(&read("campaign.secret")).unwrap(),
        }
    }

    pub(crate) fn desk(&self, game: &str) -> Desk {
        let take = || Desk::take(Store::find(&self.place(game))?, self.keys(), self.shelf);
        patiently(take).unwrap()
    }

    fn campaign(&self, game: &str) -> Campaign {
        Campaign::load(Store::find(&self.place(game)).unwrap(), self.shelf).unwrap()
    }

    fn now(&self) -> Time {
        let time = chrono::DateTime::from_timestamp((BEGIN + 3600 * self.hours).cast_signed(), 0);
        time.unwrap().into()
    }

    /// Members who are there send their orders for the open cycle of a game; true if it is not over.
    fn order(&self, game: &str, here: &dyn Fn(&str) -> bool) -> bool {
        let campaign = self.campaign(game);
        let Stage::Open(cycle) = campaign.stage() else {
            return campaign.stage() != Stage::Closed;
        };
        let due: Vec<Seat> = campaign.ledger.opening(cycle).unwrap().due.keys().cloned().collect();
        let mut packets = Vec::new();
        for seat in due {
            let holder = campaign.holder(&seat, cycle).unwrap();
            let own = self
                .members
                .iter()
                .find(|(_, secret)| PublicKey::of(secret.signing()).to_string() == holder.signing);
            if let Some((_, secret)) = own.filter(|(name, _)| here(name)) {
                let luck = Digest::of(game.as_bytes());
                packets.push(
                    staff::packet(&campaign, (&seat, Skill::Regular), secret, &luck).unwrap(),
                );
            }
        }
        let mut desk = self.desk(game);
        let mut intake = Intake::begin(&mut desk).unwrap();
        for packet in packets {
            let reply = intake.receive(packet.as_bytes(), self.now()).unwrap();
            assert!(reply.receipt.reason.is_none() || reply.is_known(), "{:?}", reply.receipt);
        }
        intake.end().unwrap();
        true
    }

    /// Plays every game that is open to its end.
    fn play(&mut self) {
        self.play_with(&|_| true);
    }

    fn play_with(&mut self, here: &dyn Fn(&str) -> bool) {
        self.play_by(1, here);
    }

    /// The same, with a run every so many hours.
    fn play_by(&mut self, hours: u64, here: &dyn Fn(&str) -> bool) {
        for _ in 0..40 {
            self.hours += hours;
            let _ = self.call(&["run"]);
            let mut open = false;
            for (_, game) in self.games() {
                if self.over.contains(&game.game) {
                    continue;
                }
                if self.order(&game.game, here) {
                    open = true;
                } else {
                    self.over.insert(game.game);
                }
            }
            if !open {
                let _ = self.call(&["run"]);
                return;
            }
        }
        panic!("the games never end: {}", self.must(&["run", "--verbose"]));
    }

    /// Pairs and plays all rounds.
    fn whole(&mut self) {
        while self.call(&["pair"]).status.success() {
            self.play();
        }
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn edit(path: &Path, change: impl Fn(&str) -> String) {
    let before = fs::read_to_string(path).unwrap();
    let after = change(&before);
    assert_ne!(before, after, "{}", path.display());
    fs::write(path, after).unwrap();
}
