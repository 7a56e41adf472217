//! Processes that are killed while they write: the next command carries on, and nothing that counted is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use adjutant::campaign::Store;
use adjutant::games::OURS;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::open;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::{Campaign, Desk};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{PlayerPublic, PlayerSecret, PublicKey};

use crate::bench::{self, Bench, files, keys, output, patiently};
use crate::folder::folder;
use crate::week;

/// The time of every command, after all that the benches did.
const NOW: &str = "1773000000";

/// The program in a directory.
fn command(at: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(at).args(arguments).env_remove("ADJUTANT_PLAYER_KEY");
    command.env("SOURCE_DATE_EPOCH", NOW).env("XDG_CACHE_HOME", at.join("cache"));
    command
}

/// Every name below a directory, half-written files among them.
fn names(root: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path);
        }
    }
    found
}

/// Lets a command run until the names below a directory have changed so often, and kills it. True if it was
/// done before.
fn killed(child: &mut Child, root: &Path, mut changes: u32) -> bool {
    let mut before = names(root);
    loop {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        let now = names(root);
        if now == before {
            continue;
        }
        before = now;
        changes -= 1;
        if changes == 0 {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
    }
}

/// After how many changes a command is killed, from the first to more than it makes.
fn moments() -> impl Iterator<Item = u32> {
    [1, 2, 3, 5, 8, 13, 21].into_iter()
}

fn quiet(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// A campaign with a cycle open, and beside it what commands are given.
fn scene() -> Bench {
    let bench = week::campaign("pause: 30d\nabsences: {days: 14}\nextensions: {each: 2, by: 1d}\n");
    let home = bench.dir.path();
    let put = |name: &str, text: &str| fs::write(home.join(name), text).unwrap();
    put("calendar.yaml", &format!("{}grace: 6h\n", week::FRIDAYS));
    put("orders.yaml", "- deploy: {ship: Europe, at: 7}\n");
    let person = |name: &str, number: u8| {
        let key = PlayerSecret::generate([number; 96]);
        let public = PlayerPublic {
            name: Some(name.to_owned()),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: None,
        };
        put(&format!("{name}.pub"), &public.sign(key.signing()).unwrap());
        put(&format!("{name}.key"), bench::text(&key.write()));
    };
    person("Carla", 71);
    person("Dora", 72);
    let desk = bench.desk();
    let says = Says::Absence {
        dates: "2026-04-01 to 2026-04-02".parse().unwrap(),
        reason: "a wedding".to_owned(),
    };
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let sequence = bench::next_word();
    let word = Word { campaign, seat: "union".parse().unwrap(), head, sequence, says };
    put("word", &word.sign(bench.players["union"].signing()));
    drop(desk);
    bench
}

/// What the moderator does, each in a campaign as it stands before.
const ACTS: &[&[&str]] = &[
    &["enroll", "union", "../Carla.pub", "--replace", "--reason", "moved"],
    &["calendar", "set", "../calendar.yaml", "--reason", "agreed"],
    &["calendar", "extend", "--reason", "a storm"],
    &["calendar", "pause", "--until", "+7d", "--reason", "ill"],
    &["rule", "put-in", "mazianni", "../orders.yaml", "--reason", "by telephone"],
    &["rule", "set", "/state/open/points/union=3", "--reason", "miscounted"],
    &["take", "../word"],
    &["office", "appoint", "../Dora.pub", "--may", "take", "--until", "+2d", "--reason", "at sea"],
    &["office", "hand-over", "../Carla.pub", "--reason", "my turn is over", "-o", "../papers"],
];

/// The campaign is sound, whatever was written of the act, and holds all that it held.
fn sound(bench: &Bench, before: &Desk) -> u64 {
    // The key that handed the office over may write nothing more.
    let taken = patiently(|| Desk::take(bench.store(), keys(), OURS));
    drop(taken);
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    assert!(campaign.has_head(&before.campaign.ledger.head()));
    campaign.ledger.len()
}

#[test]
fn acts_of_the_moderator() {
    let bench = scene();
    let before = bench.desk();
    let length = before.campaign.ledger.len();
    let mut kills = 0;
    for act in ACTS {
        for changes in moments() {
            let copy = bench.copy();
            for name in ["calendar.yaml", "orders.yaml", "Carla.pub", "Dora.pub", "word"] {
                fs::copy(bench.dir.path().join(name), copy.dir.path().join(name)).unwrap();
            }
            let done = killed(&mut quiet(command(&copy.root(), act)), &copy.root(), changes);
            kills += u32::from(!done);
            let entries = sound(&copy, &before);
            if entries == length {
                // Papers that were written before the entry are made anew.
                let _ = fs::remove_file(copy.dir.path().join("papers"));
                let again = output(&mut command(&copy.root(), act));
                let told = String::from_utf8_lossy(&again.stderr).into_owned();
                assert!(again.status.success(), "{act:?} after {changes} changes: {told}");
                assert!(sound(&copy, &before) > length, "{act:?}");
            }
            if done {
                assert!(entries > length, "{act:?}");
                break;
            }
        }
    }
    // On a busy machine some are done before anybody sees a change.
    assert!(kills >= u32::try_from(ACTS.len()).unwrap(), "{kills}");
}

#[test]
fn undoing() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let before = bench.desk();
    let length = before.campaign.ledger.len();
    for changes in moments() {
        let copy = bench.copy();
        let arguments = ["undo", "--reason", "a slip"];
        let done = killed(&mut quiet(command(&copy.root(), &arguments)), &copy.root(), changes);
        if sound(&copy, &before) == length {
            assert!(output(&mut command(&copy.root(), &arguments)).status.success());
        }
        let corrections =
            copy.desk().campaign.ledger.results().filter(|(_, r)| r.correction.is_some()).count();
        assert_eq!(corrections, 1, "once");
        if done {
            return;
        }
    }
}

/// A campaign is there whole with its keys, or it is none; and keys are never written over.
#[test]
fn founding() {
    let home = folder();
    for changes in 1..30 {
        let name = format!("pell-{changes}");
        let done = killed(&mut quiet(command(home.path(), &["new", &name])), home.path(), changes);
        let root = home.path().join(&name);
        let keys = home.path().join(format!("{name}.keys"));
        let kept = if keys.exists() { files(&keys) } else { BTreeMap::default() };
        let again = output(&mut command(home.path(), &["new", &name]));
        let mut after = files(&keys);
        after.retain(|path, _| kept.contains_key(path));
        assert_eq!(after, kept, "after {changes} changes");
        if let Ok(store) = Store::find(&root) {
            assert!(
                verify(store, &Own::default(), OURS).unwrap().passed(),
                "after {changes} changes"
            );
            let looked = output(&mut command(&root, &["status"]));
            assert!(looked.status.success(), "after {changes} changes: {looked:?}");
        } else {
            let told = String::from_utf8_lossy(&again.stderr);
            assert_eq!(again.status.code(), Some(2), "after {changes} changes: {told}");
        }
        if done {
            return;
        }
    }
}

/// A player's packet is sealed with the same sequence or the next, and is taken.
#[test]
fn sealing() {
    let bench = Bench::open();
    let desk = bench.desk();
    let orders = bench.orders(&desk, "union", 1, "orders:  []\n");
    drop(desk);
    for changes in moments() {
        let copy = bench.copy();
        let home = copy.dir.path().join("home");
        fs::create_dir(&home).unwrap();
        fs::write(home.join("orders.yaml"), &orders).unwrap();
        fs::write(home.join("own.key"), bench::text(&bench.players["union"].write())).unwrap();
        let root = copy.root();
        let seal = |output: &str| {
            let root = root.to_str().unwrap();
            command(&home, &["-C", root, "seal", "orders.yaml", "--key", "own.key", "-o", output])
        };
        let done = killed(&mut quiet(seal("first.age")), &home, changes);
        let again = output(&mut seal("second.age"));
        assert!(again.status.success(), "after {changes} changes: {again:?}");
        let receipt = copy.receive(fs::read(home.join("second.age")).unwrap()).receipt;
        assert_eq!(receipt.verdict, Verdict::Accepted, "after {changes} changes");
        assert_eq!(receipt.sequence, Some(1), "the same orders are the same packet");
        if done {
            return;
        }
    }
}
