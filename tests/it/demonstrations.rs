//! A demonstration of each game, played once for all tests that read it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use adjutant::campaign::layout;
use adjutant::engine::GameKind;
use adjutant::referee::cycle::found::Charter;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::report::Report;
use adjutant::referee::run::demo::{self, Skills};
use adjutant::seal::PlayerSecret;

use crate::bench::files;
use crate::folder::folder;

/// Cycles of a demonstration; it has a report for each, and one of the beginning.
pub(crate) const CYCLES: u32 = 8;

/// What a demonstration leaves.
pub(crate) struct Demonstration {
    /// The players' keys, by seat.
    pub(crate) keys: BTreeMap<String, PlayerSecret>,
    /// Every file of the campaign, by its path.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Demonstration {
    fn play(kind: &'static dyn GameKind) -> Self {
        let home = folder();
        let root = home.path().join("demo");
        demo::demo(
            &root,
            &Charter::shipped(kind, "demo", adjutant::games::OURS),
            (7, CYCLES),
            &Skills::default(),
            &mut |_| {},
        )
        .expect("the demonstration runs");
        let players = fs::read_dir(root.join("players")).expect("players");
        let players = players.map(|entry| entry.expect("an entry").path());
        let key = |path: &Path| {
            let seat = path.file_stem().expect("a seat").to_string_lossy().into_owned();
            let key = PlayerSecret::read(&fs::read(path).expect("a file")).expect("a key");
            (seat, key)
        };
        let keys = players.filter(|path| path.extension().is_some_and(|end| end == "key"));
        Self { keys: keys.map(|path| key(&path)).collect(), files: files(&root.join("campaign")) }
    }

    /// The report that a seat got of a cycle.
    pub(crate) fn report(&self, seat: &str, cycle: u32) -> Report {
        let sealed = &self.files[&layout::report(cycle, seat)];
        own_orders::report(sealed, Some(self.keys[seat].identity())).expect("a report")
    }
}

/// The demonstration of a game: its first scenario with seed 7.
pub(crate) fn demonstration(kind: &'static dyn GameKind) -> &'static Demonstration {
    static ALL: Mutex<BTreeMap<&str, &'static OnceLock<Demonstration>>> =
        Mutex::new(BTreeMap::new());
    let mut all = ALL.lock().expect("no test fails here");
    let own = *all.entry(kind.name()).or_insert_with(|| Box::leak(Box::default()));
    drop(all);
    own.get_or_init(|| Demonstration::play(kind))
}
