//! What the benches share: a demonstration, played once into a temporary directory.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use adjutant::campaign::Store;
use adjutant::engine::Seat;
use adjutant::games;
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::found::Charter;
use adjutant::referee::run::demo::{Skills, demo};
use adjutant::seal::{FoundingSecret, ModeratorKey};

/// A campaign that the staff has played to its end, revealed and verified.
pub(crate) struct Played {
    root: tempfile::TempDir,
    /// Its last cycle.
    pub(crate) cycles: u32,
    /// The cycle with the longest record.
    pub(crate) heaviest: u32,
    /// The seat with the longest order file in that cycle.
    pub(crate) seat: Seat,
}

impl Played {
    pub(crate) fn of(game: &str) -> Self {
        let root = tempfile::tempdir().expect("a directory");
        let game = games::OURS.named(game).expect("it is on the shelf");
        let done = demo(
            &root.path().join("demo"),
            &Charter::shipped(game, "demo", games::OURS),
            (7, 100),
            &Skills::default(),
            &mut |_| {},
        )
        .expect("it plays");
        assert!(done.verdict.passed(), "{}", done.verdict);
        let seat = done.outcome.expect("it ends").winners.first().cloned();
        let seat = seat.unwrap_or_else(|| "union".parse().expect("a seat"));
        let mut played = Self { root, cycles: done.cycles, heaviest: 1, seat };
        let desk = played.desk();
        let record =
            |cycle: &u32| desk.record(*cycle).expect("a record").map_or(0, |record| record.0.len());
        let heaviest = (1..=done.cycles).max_by_key(record).expect("there are cycles");
        let orders = |seat: &Seat| played.perhaps(heaviest, seat).map_or(0, |file| file.len());
        let seat = desk.campaign.seats().into_iter().max_by_key(orders).expect("there are seats");
        drop(desk);
        (played.heaviest, played.seat) = (heaviest, seat);
        played
    }

    /// A path in the demonstration's directory.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.path().join("demo").join(path)
    }

    /// The bytes of a file there.
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.path(path)).expect("the demonstration wrote it")
    }

    /// A seat's order file, if it sent one.
    pub(crate) fn perhaps(&self, cycle: u32, seat: &Seat) -> Option<Vec<u8>> {
        fs::read(self.path(&format!("mail/{cycle:04}/{seat}.yaml"))).ok()
    }

    /// The campaign's directory.
    pub(crate) fn campaign(&self) -> PathBuf {
        self.path("campaign")
    }

    /// The campaign with its moderator's keys.
    pub(crate) fn desk(&self) -> Desk {
        let key = |name: &str| self.read(&format!("campaign.keys/{name}"));
        let signing = ModeratorKey::read(&key("moderator.key")).expect("a key");
        let secret = FoundingSecret::read(&key("campaign.secret")).expect("a secret");
        let store = Store::find(&self.campaign()).expect("a campaign");
        Desk::take(store, Keys { signing, secret }, games::OURS).expect("its keys")
    }
}

/// How long one call takes.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
pub(crate) fn timed(call: impl FnOnce()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}
