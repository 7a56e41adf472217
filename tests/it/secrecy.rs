//! A campaign's directory is public: nothing in it, and nothing in an enemy's report, may tell
//! what only one side knows.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use adjutant::campaign::layout;
use adjutant::page::Scene;
use adjutant::referee::cycle::open;

use crate::bench::{Bench, SEATS, files};

/// What each side writes in two cycles, and words of it that nobody else may read.
pub(crate) struct Script {
    pub(crate) set_up: &'static str,
    pub(crate) mazianni: &'static str,
    pub(crate) union: &'static str,
}

pub(crate) const ONE: Script = Script {
    set_up: "standing:\n- target: {priority: [Kestrel, Linnet], fire: focus}\n\
             orders:\n- troops: {carrier: Malta}\n- troops: {carrier: Tangier}\n",
    mazianni: "orders: []\n",
    union: "standing:\n- flee: {ship: Dart Six, when: {losses: 17}}\norders: []\n",
};

/// Words of what only one side or the moderator may read.
pub(crate) const CANARIES: [&str; 12] = [
    "carrier: Malta",
    "carrier: Tangier",
    "\"aboard\":[",
    "Kestrel, Linnet",
    "priority:",
    "losses: 17",
    "\"losses\":17",
    "standing:",
    "orders:",
    "# Downbelow",
    "Your orders",
    "adjutant report",
];

/// The same as far as the enemy sees it: other carriers loaded, other orders that come to nothing.
pub(crate) const OTHER: Script = Script {
    set_up: "standing:\n- flee: {when: {losses: 9}}\n- riders: {launch: none}\n\
             orders:\n- troops: {carrier: Odessa}\n- troops: {carrier: Lisbon}\n",
    mazianni: "orders: []\ncontingent:\n- when: {enemy-at: 13}\n  then:\n  - flee: {ship: Europe, when: never}\n",
    union: "orders: []\n",
};

/// Plays the set-up and a movement cycle, stopping short of the reveal.
pub(crate) fn played(script: &Script) -> Bench {
    let bench = Bench::open();
    let send = |seat: &str, lists: &str| {
        let desk = bench.desk();
        let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, lists));
        drop(desk);
        let receipt = bench.receive(packet).receipt;
        assert_eq!((receipt.reason, receipt.findings), (None, vec![]));
    };
    send("mazianni", script.set_up);
    bench.resolve();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    send("mazianni", script.mazianni);
    send("union", script.union);
    bench.resolve();
    bench
}

/// A cycle step by step, as a reader learned of it.
fn scenes(bench: &Bench, cycle: u32, reader: &str) -> Vec<Scene> {
    let desk = bench.desk();
    let (game, reader) = (&desk.campaign.game, desk.campaign.reader(reader).unwrap());
    let record = desk.record(cycle).unwrap().unwrap();
    game.scenes(&desk.position(cycle - 1).unwrap(), &record, &reader).unwrap()
}

/// The base64 of a text wherever it may begin in a block of three bytes.
fn encoded(text: &str) -> Vec<String> {
    let shifted = (0..3).map(|shift| {
        let text = format!("{}{text}", &"   "[..shift]);
        let code = BASE64_STANDARD_NO_PAD.encode(&text);
        // The first and last letters hang on the neighbours.
        code[4 * usize::from(shift > 0)..code.len() - 4].to_owned()
    });
    shifted.collect()
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|w| w == word.as_bytes())
}

#[test]
fn no_file_holds_a_secret() {
    let bench = played(&ONE);
    let founding = [layout::FORMAT, layout::SCENARIO];
    for (path, bytes) in files(&bench.root()) {
        if founding.contains(&path.as_str()) || path.ends_with("public.md") {
            continue;
        }
        // Armor is broken into lines; a secret must not hide across them either.
        let joined: Vec<u8> = bytes.iter().copied().filter(|b| *b != b'\n').collect();
        for word in CANARIES {
            assert!(!contains(&bytes, word), "{path} holds {word}");
            // A short word's code would turn up by chance.
            for code in encoded(word).into_iter().filter(|code| code.len() > 9) {
                assert!(!contains(&joined, &code), "{path} holds {word} in base64");
            }
        }
    }
}

#[test]
fn reports_hold_no_secret_of_another() {
    let bench = played(&ONE);
    let desk = bench.desk();
    for cycle in 1..=2 {
        let union = bench.report_of(&desk, "union", cycle).text;
        let mazianni = bench.report_of(&desk, "mazianni", cycle).text;
        let public = bench.store().need(&layout::public_report(cycle)).unwrap();
        let public = String::from_utf8(public).unwrap();
        let read = |text: &str| text[text.find("<!-- adjutant report").unwrap()..].to_owned();
        assert!(read(&mazianni).contains("\"Malta\",\"Tangier\"]"));
        for text in [&union, &public] {
            assert!(text.contains("\"aboard\":null") && !text.contains("\"fire\":\"focus\""));
            assert!(!text.contains("\"aboard\":[\""), "{text}");
        }
        for text in [&mazianni, &public] {
            assert!(!text.contains("losses: 17") && !text.contains("\"losses\":17"), "{text}");
        }
    }
}

#[test]
fn what_the_enemy_cannot_see_changes_nothing_he_reads() {
    let [one, other] = [played(&ONE), played(&Script { union: ONE.union, ..OTHER })];
    for cycle in 1..=2 {
        let read = |bench: &Bench| bench.report_of(&bench.desk(), "union", cycle).text;
        assert_eq!(read(&one), read(&other), "cycle {cycle}");
        let public = |bench: &Bench| bench.store().need(&layout::public_report(cycle)).unwrap();
        assert_eq!(public(&one), public(&other));
        let own = |bench: &Bench| bench.report_of(&bench.desk(), "mazianni", cycle).text;
        assert_ne!(own(&one), own(&other));
        for reader in ["union", "public"] {
            assert_eq!(scenes(&one, cycle, reader), scenes(&other, cycle, reader), "{reader}");
        }
    }
    let mazianni = |bench: &Bench| bench.report_of(&bench.desk(), "mazianni", 2).text;
    let [one, other] = [played(&ONE), played(&Script { union: OTHER.union, ..ONE })];
    assert_eq!(mazianni(&one), mazianni(&other));
}

/// Bytes of a file; of an encrypted one, of what is behind the header, in which age puts noise of
/// any length.
pub(crate) fn length(path: &str, bytes: &[u8]) -> usize {
    if path.strip_suffix(".age").is_none() {
        return bytes.len();
    }
    let end = bytes.windows(5).position(|w| w == b"\n--- ").expect("a header") + 1;
    let line = bytes[end..].iter().position(|b| *b == b'\n').expect("its last line") + 1;
    bytes.len() - end - line
}

pub(crate) fn lengths(bench: &Bench) -> BTreeMap<String, usize> {
    files(&bench.root())
        .into_iter()
        .map(|(path, bytes)| {
            let length = length(&path, &bytes);
            (path, length)
        })
        .collect()
}

/// Bytes of a report of company-war, compressed.
const ROOM: usize = 32 * 1024;

#[test]
fn names_and_sizes_tell_nothing() {
    let [one, other] = [played(&ONE), played(&OTHER)].map(|bench| lengths(&bench));
    assert_eq!(one, other);
    let of = |kind: &str| -> Vec<usize> {
        one.iter().filter(|(path, _)| path.contains(kind)).map(|(_, size)| *size).collect()
    };
    assert_eq!(of("packets/"), [of("packets/")[0]; 3]);
    assert_eq!(of("reports/").len(), 3 * SEATS.len());
    // Each report has its room; position and record an eighth of it and half, and 1 KiB a seat.
    // Age has a nonce, and a tag for every 64 KiB.
    let bare = |length: usize| length - 16 - 16 * (length - 16).div_ceil(65_552);
    for cycle in 0..3 {
        let folder = format!("cycles/{cycle:04}");
        let one = |kind: &str| bare(of(&format!("{folder}/{kind}"))[0]);
        assert_eq!(of(&format!("{folder}/reports/")).len(), SEATS.len());
        assert_eq!(one("reports/mazianni"), ROOM);
        assert_eq!(one("reports/union"), ROOM);
        assert_eq!(one("state.age"), ROOM / 8 + 2 * 1024);
        if cycle > 0 {
            assert_eq!(one("record.age"), ROOM / 2 + 2 * 1024);
        }
    }
}
