//! A campaign of two seats in a directory that vanishes, with everybody's keys at hand.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};

use adjutant::base::{Digest, Problem, Time};
use adjutant::campaign::{Store, layout};
use adjutant::engine::Header;
use adjutant::games;
use adjutant::ledger::{Sealing, Verification};
use adjutant::referee::audit::verify;
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::cycle::found::{Charter, Trust, found};
use adjutant::referee::cycle::receive::{Intake, Reply};
use adjutant::referee::cycle::resolve::{Resolved, resolve};
use adjutant::referee::cycle::{open, reveal};
use adjutant::referee::moderator::hand_over::take_up;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::luck::awaited;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::referee::record::report::Report;
use adjutant::seal::envelope::Bound;
use adjutant::seal::{
    BeaconKind, Commitment, Envelope, FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret,
    PublicKey, sealed, sign_file, sshsig,
};
use tempfile::TempDir;

use crate::folder::folder;
use crate::shelf::{self, list};

pub(crate) const SEATS: [&str; 2] = ["mazianni", "union"];

/// Set-up orders that stand.
pub(crate) const SET_UP: &str =
    "orders:\n- deploy: {ship: Europe, at: 3}\n- troops: {carrier: Malta}\n";

pub(crate) struct Bench {
    pub(crate) dir: TempDir,
    pub(crate) players: BTreeMap<&'static str, PlayerSecret>,
    pub(crate) minutes: Cell<u32>,
    /// When its clock begins.
    pub(crate) from: Time,
}

/// What takes the lock of a campaign. A process that another test is just starting may hold it for a moment.
pub(crate) fn patiently<T>(act: impl Fn() -> Result<T, Problem>) -> Result<T, Problem> {
    for _ in 0..400 {
        match act() {
            Err(problem) if problem.what.contains(LOCKED) => pause(),
            done => return done,
        }
    }
    panic!("the lock is never given back")
}

impl Bench {
    /// A campaign of one turn with both seats held.
    pub(crate) fn enrolled() -> Self {
        let bench = Self::founded();
        let mut desk = bench.desk();
        for seat in SEATS {
            bench.enroll(&mut desk, seat).unwrap();
        }
        bench
    }

    /// A campaign of one turn with more than every campaign has, and both seats held.
    pub(crate) fn trusting(trust: Trust) -> Self {
        let shipped = games::OURS.named("company-war").unwrap().shipped();
        let (scenario, map) = shipped.scenarios[0];
        let map = format!("{map}\nturns: 1\n");
        let bench = Self::founded_on(("company-war", scenario, &map), &BTreeMap::new(), trust);
        let mut desk = bench.desk();
        for seat in SEATS {
            bench.enroll(&mut desk, seat).unwrap();
        }
        drop(desk);
        bench
    }

    /// The same with cycle 1, the set-up, open.
    pub(crate) fn open() -> Self {
        let bench = Self::enrolled();
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
        bench
    }

    /// A campaign of one turn with its seats vacant.
    pub(crate) fn founded() -> Self {
        Self::founded_for(1)
    }

    /// A campaign of so many turns with its seats vacant.
    pub(crate) fn founded_for(turns: u32) -> Self {
        let shipped = games::OURS.named("company-war").unwrap().shipped();
        let (scenario, map) = shipped.scenarios[0];
        Self::founded_with("company-war", scenario, &format!("{map}\nturns: {turns}\n"))
    }

    /// A campaign of any game, with its seats vacant and a key for each.
    pub(crate) fn founded_with(game: &str, scenario: &str, map: &str) -> Self {
        Self::founded_by((game, scenario, map), &BTreeMap::new())
    }

    /// The same with options that are not the format's.
    pub(crate) fn founded_by(
        (game, scenario, map): (&str, &str, &str),
        options: &BTreeMap<String, String>,
    ) -> Self {
        Self::founded_on((game, scenario, map), options, Trust::default())
    }

    /// The same with more than every campaign has.
    pub(crate) fn founded_on(
        (game, scenario, map): (&str, &str, &str),
        options: &BTreeMap<String, String>,
        trust: Trust,
    ) -> Self {
        let key = |n: u8| PlayerSecret::generate([n; 96]);
        let shipped = games::OURS.named(game).unwrap().shipped();
        let seats = games::OURS
            .named(game)
            .unwrap()
            .found(shipped.format.as_bytes(), map.as_bytes(), &BTreeMap::new())
            .unwrap()
            .seats();
        let seats = seats.into_iter().map(|seat| -> &'static str { seat.to_string().leak() });
        let players = seats.zip(11..).map(|(seat, n)| (seat, key(n))).collect();
        // The rounds of drand that the tests have are old.
        let from = match trust.beacon {
            BeaconKind::Drand => time("2023-08-23T15:00:00Z"),
            BeaconKind::None | BeaconKind::Declared => time("2026-01-01T00:00:00Z"),
        };
        let bench = Self { dir: folder(), players, minutes: Cell::new(0), from };
        let charter = Charter {
            shelf: games::OURS,
            name: "bench",
            game,
            format: shipped.format.as_bytes(),
            scenario,
            map: map.as_bytes(),
            options,
            trust,
        };
        found(&bench.root(), &charter, keys(), (Digest::of(b"salt"), bench.now())).unwrap();
        let folder = bench.dir.path().join("campaign.keys");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("moderator.key"), text(&keys().signing.write())).unwrap();
        fs::write(folder.join("campaign.secret"), text(&keys().secret.write())).unwrap();
        bench
    }

    /// Another bench on a copy of the directory.
    pub(crate) fn copy(&self) -> Self {
        let dir = folder();
        copy(&self.root(), &dir.path().join("campaign"));
        let folder = dir.path().join("campaign.keys");
        copy(&self.dir.path().join("campaign.keys"), &folder);
        let key = |n: u8| PlayerSecret::generate([n; 96]);
        let players = BTreeMap::from([("mazianni", key(11)), ("union", key(12))]);
        Self { dir, players, minutes: self.minutes.clone(), from: self.from }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("campaign")
    }

    pub(crate) fn store(&self) -> Store {
        Store::find(&self.root()).unwrap()
    }

    /// The desk.
    pub(crate) fn desk(&self) -> Desk {
        patiently(|| Desk::take(self.store(), keys(), games::OURS)).unwrap()
    }

    /// The keys with which the office goes on that these papers hand over.
    pub(crate) fn take_up(&self, papers: &[u8], key: &PlayerSecret) -> Keys {
        patiently(|| take_up(self.store(), papers, key, games::OURS)).unwrap()
    }

    /// A minute later than the last time.
    pub(crate) fn now(&self) -> Time {
        self.minutes.set(self.minutes.get() + 1);
        self.from.after(self.minutes.get() * 60).unwrap()
    }

    pub(crate) fn enroll(&self, desk: &mut Desk, seat: &str) -> Result<(), Problem> {
        let key = &self.players[seat];
        let genesis = desk.genesis();
        let file = PlayerPublic {
            name: Some(format!("Player of {seat}")),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
        };
        let player = Player::of(&file, format!("Player of {seat}"), &genesis)?;
        enroll(desk, &seat.parse()?, &player, None, self.now())
    }

    /// The seat's newest report, as its player decrypts it.
    pub(crate) fn report(&self, desk: &Desk, seat: &str) -> Report {
        let cycle = desk.campaign.ledger.results().next_back().unwrap().0;
        self.report_of(desk, seat, cycle)
    }

    pub(crate) fn report_of(&self, desk: &Desk, seat: &str, cycle: u32) -> Report {
        let path = desk.campaign.report(&seat.parse().unwrap(), cycle);
        let bytes = desk.campaign.store.need(&path).unwrap();
        own_orders::report(&bytes, Some(self.players[seat].identity())).unwrap()
    }

    /// An order file for the open cycle with these lists.
    pub(crate) fn orders(&self, desk: &Desk, seat: &str, sequence: u32, lists: &str) -> String {
        let cycle = desk.campaign.open_cycle().unwrap();
        let link = self.players[seat].link(&desk.genesis(), cycle, cycle).unwrap();
        // Where cycles are locked, links come later.
        let reveal = match desk.campaign.ledger.genesis().link_terms {
            None => format!("reveal: {link}\n"),
            Some(_) => String::new(),
        };
        format!(
            "campaign: {}\ncycle: {cycle}\nseat: {seat}\nsequence: {sequence}\nto: {}\n\
             head: {}\n{reveal}{lists}",
            desk.campaign.id(),
            desk.cycle_identity(cycle).recipient(),
            desk.campaign.ledger.head(),
        )
    }

    /// What a plain computer player would order, as the lists of an order file.
    pub(crate) fn staff(&self, desk: &Desk, seat: &str) -> String {
        let report = self.report(desk, seat);
        let seed = Digest::of(report.text.as_bytes()).0;
        let ideas = shelf::staff(&*desk.campaign.game, &report.data.view(), seed);
        list(&desk.campaign.game.list(&ideas).unwrap())
    }

    /// Signed and sealed as it should be.
    pub(crate) fn packet(&self, desk: &Desk, seat: &str, text: &str) -> String {
        let key = self.players[seat].signing();
        let signed = sign_file(key, sshsig::ORDERS, text);
        let cycle = desk.campaign.open_cycle().unwrap();
        if desk.campaign.ledger.genesis().sealed == Sealing::Moderator {
            return sealed_to(desk, cycle, &signed);
        }
        let header = Header::read(text.as_bytes()).unwrap();
        let Header { campaign, cycle, seat, sequence, to, .. } = header;
        let bound = Bound { campaign, cycle, seat, sequence, to };
        let round = awaited(&desk.campaign).unwrap().unwrap().round.unwrap();
        let envelope = Envelope::seal(bound, &signed, round).unwrap();
        envelope.packet(key, &desk.cycle_identity(cycle).recipient()).unwrap()
    }

    pub(crate) fn receive(&self, raw: impl AsRef<[u8]>) -> Reply {
        self.receive_at(raw, self.now())
    }

    pub(crate) fn receive_at(&self, raw: impl AsRef<[u8]>, now: Time) -> Reply {
        Intake::begin(&mut self.desk()).unwrap().receive(raw.as_ref(), now).unwrap()
    }

    /// What the seat's player reads in a receipt that was given again.
    pub(crate) fn opened(&self, seat: &str, reply: &Reply) -> String {
        assert!(sealed::is_sealed(reply.text.as_bytes()), "it may be read by its sender");
        let identity = Some(self.players[seat].identity());
        let text = Receipt::open(reply.text.clone().into_bytes(), identity).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// Sends the staff's orders for every seat.
    pub(crate) fn send(&self) {
        for seat in SEATS {
            self.send_of(seat);
        }
    }

    /// The same of one seat.
    pub(crate) fn send_of(&self, seat: &str) {
        let desk = self.desk();
        let text = self.orders(&desk, seat, 1, &self.staff(&desk, seat));
        let packet = self.packet(&desk, seat, &text);
        drop(desk);
        let receipt = self.receive(packet).receipt;
        assert!(receipt.reason.is_none() || receipt.verdict == Verdict::Held, "{receipt:?}");
    }

    pub(crate) fn resolve(&self) -> Resolved {
        resolve(&mut self.desk(), false, self.now()).unwrap()
    }

    /// Plays the open campaign to its end and reveals it.
    pub(crate) fn finish(&self) {
        loop {
            self.send();
            if self.resolve().outcome.is_some() {
                break;
            }
            open::open(&mut self.desk(), None, self.now()).unwrap();
        }
        reveal::reveal(&mut self.desk(), None, self.now()).unwrap();
    }

    pub(crate) fn verify(&self) -> Verification {
        verify::verify(self.store(), &verify::Own::default(), games::OURS).unwrap()
    }
}

/// The next place of a word: each is later than those before.
pub(crate) fn next_word() -> u64 {
    static WORDS: AtomicU64 = AtomicU64::new(1);
    WORDS.fetch_add(1, Ordering::Relaxed)
}

pub(crate) fn time(text: &str) -> Time {
    text.parse().unwrap()
}

/// What a command says that finds the campaign locked.
pub(crate) const LOCKED: &str = "another command is working on this campaign";

fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(5));
}

/// Runs a command to its end; again if it met the lock of a test that was starting a process.
pub(crate) fn output(command: &mut Command) -> Output {
    loop {
        let output = command.output().unwrap();
        if !String::from_utf8_lossy(&output.stderr).contains(LOCKED) {
            return output;
        }
        pause();
    }
}

pub(crate) fn keys() -> Keys {
    Keys { signing: ModeratorKey::generate([1; 32]), secret: FoundingSecret::generate([2; 32]) }
}

pub(crate) fn text(secret: &secrecy::SecretString) -> &str {
    secrecy::ExposeSecret::expose_secret(secret)
}

pub(crate) fn sealed_to(desk: &Desk, cycle: u32, text: &str) -> String {
    sealed::seal(text.as_bytes(), &desk.cycle_identity(cycle).recipient()).unwrap()
}

/// Every file under a directory, by its path from there.
pub(crate) fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found.remove(layout::LOCK);
    found
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let full = to.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, bytes).unwrap();
    }
}
