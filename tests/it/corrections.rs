//! What the ledger says of a player is corrected before the first cycle, for everyone to see.

use std::fs;
use std::process::Command;

use adjutant::base::Problem;
use adjutant::engine::Seat;
use adjutant::ledger::{Body, KeyChange};
use adjutant::referee::cycle::enroll::{Player, correct_name, enroll};
use adjutant::referee::cycle::open::open;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::reveal::reveal;
use adjutant::referee::cycle::status;
use adjutant::referee::record::ledger_page;
use adjutant::seal::{PlayerSecret, PublicKey};

use crate::bench::{Bench, output};
use crate::replacement::take_over;

fn union() -> Seat {
    "union".parse().unwrap()
}

/// The Union's player under a name, with the keys of a number.
fn entered(bench: &Bench, name: &str, number: u8) -> Result<(), Problem> {
    let mut desk = bench.desk();
    let key = PlayerSecret::generate([number; 96]);
    let player = Player {
        name: name.to_owned(),
        address: None,
        signing: PublicKey::of(key.signing()),
        recipient: key.identity().recipient(),
        tip: Some(key.tip(&desk.genesis())),
    };
    enroll(&mut desk, &union(), &player, None, bench.now())
}

fn keys_line(bench: &Bench) -> String {
    let told = bench.verify();
    assert!(told.passed(), "{told}");
    let told = told.to_string();
    told.lines().find(|line| line.contains(" keys: ")).unwrap().to_owned()
}

#[test]
fn a_name_is_corrected_before_the_first_cycle() {
    let bench = Bench::enrolled();
    correct_name(&mut bench.desk(), &union(), "Ben", bench.now()).unwrap();
    let what = "the name of Ben, who holds union, was corrected from Player of union before the \
                first cycle, on the moderator's word";
    assert_eq!(keys_line(&bench), format!("ok      keys: {what}"));
    let desk = bench.desk();
    let standing = status::full(&desk).unwrap();
    assert_eq!((standing.seats[1].player.as_deref(), &*standing.acts[0]), (Some("Ben"), what));
    assert_eq!(ledger_page::players(&desk.campaign.ledger, &union()), "union (Ben)");
    drop(desk);
    // What they have is not corrected, and once the game has begun nothing is.
    let again = |bench: &Bench, name| {
        correct_name(&mut bench.desk(), &union(), name, bench.now()).unwrap_err().what
    };
    assert_eq!(again(&bench, "Ben"), "Ben already holds union");
    open(&mut bench.desk(), None, bench.now()).unwrap();
    assert_eq!(again(&bench, "Bob"), "the campaign has already begun");
    // They play with the keys they had.
    bench.send();
    bench.resolve();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn keys_are_corrected_before_the_first_cycle() {
    let bench = Bench::enrolled();
    let tips = bench.desk().campaign.tips();
    entered(&bench, "Player of union", 14).unwrap();
    let what = "the keys of Player of union, who holds union, were corrected before the first \
                cycle, on the moderator's word";
    assert_eq!(keys_line(&bench), format!("ok      keys: {what}"));
    // The chain that was corrected when others were known has no say in the set-up.
    assert_eq!(bench.desk().campaign.tips(), tips);
    open(&mut bench.desk(), None, bench.now()).unwrap();
    let mut bench = bench;
    bench.players.insert("union", PlayerSecret::generate([14; 96]));
    // They read the report of the beginning, and order.
    bench.send();
    resolve(&mut bench.desk(), true, bench.now()).unwrap();
    // Its links count from the first cycle on: it was committed to before anyone showed one.
    let desk = bench.desk();
    let packets = format!("{:?}", desk.campaign.ledger.result(1).unwrap().packets[&union()]);
    assert!(packets.contains("contributed: true"), "{packets}");
    drop(desk);
    reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn another_player_is_no_correction() {
    let bench = Bench::enrolled();
    let problem = entered(&bench, "Carla", 14).unwrap_err();
    assert_eq!(problem.what, "Player of union already holds union");
    assert!(problem.hint.unwrap().contains("--replace to give the seat to another player"));
    open(&mut bench.desk(), None, bench.now()).unwrap();
    let problem = entered(&bench, "Player of union", 14).unwrap_err();
    assert!(problem.hint.unwrap().contains("use --replace"));
}

/// Keys that count from a cycle that is over would change who sent what in it.
#[test]
fn keys_are_not_corrected_after_the_fact() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let mut desk = bench.desk();
    take_over(&mut desk, bench.now()).unwrap();
    let newest = desk.campaign.ledger.entries().next_back().unwrap().body.clone();
    let Body::Key(change) = newest else { panic!("{newest:?}") };
    assert_eq!(change.effective_from, 2);
    for from in [0, 1] {
        let backdated = KeyChange { effective_from: from, ..change.clone() };
        let problem = desk.append(bench.now(), None, Body::Key(backdated)).unwrap_err();
        assert_eq!(problem.what, format!("effective-from is {from}, but cycle 1 is resolved"));
    }
}

#[test]
fn the_command_corrects_names_keys_and_addresses() {
    let bench = Bench::founded();
    let folder = bench.dir.path();
    let run = |line: &str, code: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let done = output(
            command
                .current_dir(folder)
                .env("SOURCE_DATE_EPOCH", "1790000000")
                .args(line.split(' ')),
        );
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert_eq!(done.status.code(), Some(code), "{line}: {said}");
        said
    };
    run("-C campaign keygen ben", 0);
    run("-C campaign enroll union ben.pub --name Bne", 0);
    assert!(run("-C campaign enroll union --name Ben", 0).contains("player    Ben\n"));
    run("-C campaign keygen new --name Ben", 0);
    assert!(run("-C campaign enroll union new.pub", 0).contains("player    Ben\n"));
    assert!(run("-C campaign enroll union new.pub", 1).contains("there is nothing to correct"));
    assert!(run("-C campaign enroll union ben.pub", 1).contains("add --name \"Ben\" if these"));
    run("-C campaign enroll union ben.pub --name Ben", 0);
    // An address alone, over and over; it stays when the player's keys or name change.
    let address = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    address("bad", "ben at example.org\n");
    address("first", "ben@example.org\n");
    address("second", "ben@example.com\n");
    assert!(
        run("-C campaign enroll union --address bad", 2).contains("this is not a mail address")
    );
    for name in ["first", "second"] {
        let told = run(&format!("-C campaign enroll union --address {name}"), 0);
        let kept = fs::read_to_string(folder.join(name)).unwrap();
        assert!(told.contains(&format!("address   {kept}")), "{told}");
    }
    let told = run("-C campaign enroll union --name Bob", 0);
    assert!(told.contains("player    Bob\naddress   ben@example.com\n"), "{told}");
    assert!(run("-C campaign enroll union --address first", 0).contains("ben@example.org"));
    // With the same file and an address, the address alone changes.
    let told = run("-C campaign enroll union ben.pub --name Bob --address second", 0);
    assert!(told.contains("address   ben@example.com\n"), "{told}");
}

/// Another player's own name is in their file; what the moderator calls them comes first.
#[test]
fn the_command_names_who_takes_over() {
    let bench = Bench::enrolled();
    let folder = bench.dir.path();
    let run = |line: &str, code: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let command = command.current_dir(folder).env("SOURCE_DATE_EPOCH", "1790000000");
        let done = output(command.args(line.split(' ')));
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert_eq!(done.status.code(), Some(code), "{line}: {said}");
        said
    };
    fs::write(folder.join("address"), "carla@example.org\n").unwrap();
    fs::write(folder.join("old"), "ben@example.org\n").unwrap();
    run("-C campaign enroll union --address old", 0);
    run("-C campaign open", 0);
    run("-C campaign keygen carla --name Carla", 0);
    run("-C campaign keygen dora", 0);
    assert!(run("-C campaign enroll union carla.pub", 1).contains("Player of union already holds"));
    let named = "-C campaign enroll union carla.pub --replace --reason moved --name Charlotte";
    let told = run(named, 0);
    assert!(told.contains("player    Charlotte\n"), "{told}");
    assert!(!told.contains("ben@example.org"), "the address was the former player's: {told}");
    assert!(run("-C campaign status", 0).contains("Charlotte"));
    assert!(keys_line(&bench).contains("Charlotte takes over union from Player of union"));
    // Without one the file's own name is taken, and never the former player's.
    let told =
        run("-C campaign enroll union dora.pub --replace --reason moved --address address", 0);
    assert!(told.contains("player    dora\n"), "{told}");
    assert!(told.contains("address   carla@example.org\n"), "{told}");
}
