//! A finished campaign that somebody changes: a thief who has no key, and a moderator who has all.

use std::fs;

use adjutant::base::{Digest, Json, VERSION};
use adjutant::campaign::{Store, layout};
use adjutant::games::OURS;
use adjutant::ledger::{Body, CycleResult, PacketUse, ReportProof, Signer, prove_reports};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::{open, play, reveal};
use adjutant::referee::record::report::{Data, Report, Trailer};
use adjutant::seal::{PlayerSecret, SigningKey, packed, sealed, sshsig};

use crate::bench::{Bench, SEATS, SET_UP, files, keys};
use crate::dishonest::forger::{Forger, entries};
use crate::shelf::seat;

/// The moderator's key, in the moderator's own hand.
pub(crate) struct Pen(pub(crate) SigningKey);

impl Signer for Pen {
    fn armor(&self, message: &[u8]) -> String {
        sshsig::sign(&self.0, sshsig::LEDGER, message)
    }

    fn note(&self, message: &[u8]) -> [u8; 64] {
        ed25519_dalek::Signer::sign(&self.0, message).to_bytes()
    }

    fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }
}

/// Writes the history anew, each body edited, with new signatures and a new checkpoint: whatever it says.
pub(crate) fn rewrite(bench: &Bench, mut edit: impl FnMut(Option<u32>, &mut Body)) {
    let mut all = entries(bench);
    all.iter_mut().skip(1).for_each(|entry| edit(entry.cycle, &mut entry.body));
    let deputies = (60..65).map(|n| PlayerSecret::generate([n; 96]).signing().clone());
    let mut keys: Vec<SigningKey> = deputies.collect();
    keys.push(crate::bench::keys().signing.signing().clone());
    Forger::with(&keys).write(bench, all).unwrap();
}

/// The same, for the result of one cycle.
pub(crate) fn rewrite_result(bench: &Bench, cycle: u32, mut edit: impl FnMut(&mut CycleResult)) {
    rewrite(bench, |of, body| match body {
        Body::Result(result) if of == Some(cycle) => edit(result),
        _ => {}
    });
}

/// A campaign with all cycles resolved and nothing revealed; what the players keep of it.
fn played() -> (Bench, Vec<(String, Report)>, Vec<u8>) {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    let receipt = bench.receive(packet).text.into_bytes();
    bench.resolve();
    let desk = bench.desk();
    let reports = SEATS.map(|seat| (seat.to_owned(), bench.report(&desk, seat))).into();
    drop(desk);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    assert!(bench.resolve().outcome.is_some());
    (bench, reports, receipt)
}

/// Encrypts a text to the campaign, as the moderator does, and gives the digest of its file.
pub(crate) fn put(desk: &Desk, path: &str, text: &str) -> Digest {
    let packed = packed::pack(text).unwrap();
    let cycle = path.strip_prefix("cycles/").and_then(|rest| rest.split('/').next()?.parse().ok());
    let to = cycle.map_or_else(|| desk.identity(), |cycle| desk.house(cycle)).recipient();
    let sealed = sealed::keep(&packed, &[&to]).unwrap();
    desk.campaign.store.write(path, &sealed).unwrap();
    Digest::of(&sealed)
}

fn verdict(
    bench: &Bench,
    reports: Vec<(String, Report)>,
    receipts: Vec<(String, Vec<u8>)>,
) -> String {
    let verdict =
        verify(bench.store(), &Own { reports, receipts, ..Own::default() }, OURS).unwrap();
    assert_eq!(verdict.passed(), !verdict.to_string().contains("FAILED"));
    verdict.to_string()
}

fn after_the_reveal(bench: &Bench) -> String {
    reveal::reveal(&mut bench.desk(), None, bench.now()).unwrap();
    verdict(bench, Vec::new(), Vec::new())
}

#[test]
fn one_byte_in_any_file_that_counts() {
    let bench = Bench::open();
    bench.finish();
    assert!(bench.verify().passed(), "{}", bench.verify());
    let all = files(&bench.root());
    let counts = |path: &&String| !path.starts_with('.') && *path != layout::README;
    assert!(all.len() > 40, "{}", all.len());
    for path in all.keys().filter(counts) {
        let full = bench.root().join(path);
        let length = all[path].len();
        for at in [0, length / 2, length - 1] {
            let mut bytes = all[path].clone();
            bytes[at] ^= 1;
            fs::write(&full, bytes).unwrap();
            let told = bench.verify().to_string();
            let name = path.strip_suffix(".sig").unwrap_or(path);
            let named = told.lines().any(|l| l.starts_with("FAILED") && l.contains(name));
            assert!(named, "{path}, byte {at}: {told}");
        }
        fs::remove_file(&full).unwrap();
        let found = Store::find(&bench.root());
        assert!(found.is_err() || !bench.verify().passed(), "{path} is missing");
        fs::write(&full, &all[path]).unwrap();
    }
    assert!(bench.verify().passed());
    // What the ledger does not list changes nothing.
    fs::write(bench.root().join("cycles/0001/packets/union-009.age"), "junk").unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// Puts another report for the Union in place of that of a cycle, with all that commits to it; the
/// result may then be edited. What proves it.
pub(crate) fn other_report(
    bench: &Bench,
    cycle: u32,
    text: &str,
    edit: impl Fn(&mut CycleResult),
) -> ReportProof {
    let desk = bench.desk();
    let digest = put(&desk, &layout::report(cycle, "union"), text);
    let leaves = SEATS.map(|name| {
        let salt = play::report_salt(desk.cycle_keys(), cycle, name);
        let own = || desk.sent(cycle, &seat(name)).unwrap().text;
        let text = if name == "union" { text.to_owned() } else { own() };
        (name, salt, Digest::of(text.as_bytes()))
    });
    drop(desk);
    let (root, proofs) = prove_reports(&leaves);
    rewrite_result(bench, cycle, |result| {
        result.files.insert(layout::report(cycle, "union"), digest);
        result.report_root = root;
        edit(result);
    });
    proofs[1].clone()
}

/// The report of cycle 1 that the Union was sent.
fn sent(bench: &Bench) -> Report {
    bench.desk().sent(1, &seat("union")).unwrap()
}

/// The report with other words before its data.
fn reworded(report: &Report, from: &str, to: &str) -> String {
    let words = report.markdown();
    assert!(words.contains(from), "{words}");
    report.text.replacen(words, &words.replace(from, to), 1)
}

#[test]
fn a_forged_report() {
    let (bench, reports, _) = played();
    let forged = sent(&bench).text.replace("Europe", "Norway");
    other_report(&bench, 1, &forged, |_| {});
    let told = verdict(&bench, reports, Vec::new());
    assert!(
        told.contains(
            "FAILED  my report: union: this is not the report that the ledger commits to"
        ),
        "{told}"
    );
    let told = after_the_reveal(&bench);
    assert!(told.contains("reports/union.age: the report differs in the view"), "{told}");
}

/// The data of a report is compared with what was played, part by part.
#[test]
fn a_report_with_other_facts() {
    let forge = |edit: &dyn Fn(&mut Data)| {
        let (bench, ..) = played();
        let Report { mut data, text, .. } = sent(&bench);
        let before = data.text(&data.page(&*bench.desk().campaign.game).unwrap());
        assert_eq!(before, text);
        edit(&mut data);
        let page = data.page(&*bench.desk().campaign.game).unwrap();
        other_report(&bench, 1, &data.text(&page), |_| {});
        after_the_reveal(&bench)
    };
    let told = forge(&|data| {
        let mut news = data.news.as_ref().unwrap().value();
        assert!(news["events"].as_array_mut().unwrap().pop().is_some());
        data.news = Some(Json::of(&news));
    });
    assert!(
        told.contains("reports/union.age: the report differs in the account of the cycle"),
        "{told}"
    );
    let told = forge(&|data| data.missed = !data.missed);
    assert!(
        told.contains("reports/union.age: the report differs in whether orders were missed"),
        "{told}"
    );
    let told = forge(&|data| data.next.as_mut().unwrap().cycle = 9);
    assert!(told.contains("reports/union.age: the report was not made by this program"), "{told}");
}

/// Words count as far as the version goes that wrote them.
#[test]
fn a_report_in_other_words() {
    let (from, to) = ("## What is due next", "## What comes next");
    let (bench, ..) = played();
    other_report(&bench, 1, &reworded(&sent(&bench), from, to), |_| {});
    let told = after_the_reveal(&bench);
    assert!(told.contains("reports/union.age: the report differs, first at line"), "{told}");

    let (bench, ..) = played();
    let text = reworded(&sent(&bench), from, to);
    other_report(&bench, 1, &text, |result| result.version = "0.0.9".into());
    let told = after_the_reveal(&bench);
    // Heads in order files name entries that were written anew, but the cycles are the same.
    assert!(told.contains("ok      replay:"), "{told}");
    assert!(told.contains("reports: facts compared; their words are those of 0.0.9"), "{told}");
    // Its facts count as ever.
    let (bench, ..) = played();
    let forged = sent(&bench).text.replace("Europe", "Norway");
    other_report(&bench, 1, &forged, |result| result.version = "0.0.9".into());
    let told = after_the_reveal(&bench);
    assert!(told.contains("reports/union.age: the report differs in the view"), "{told}");
}

/// A player judges the words of their report before the reveal: those of the version that resolved the
/// cycle must be the ones that it has for the data, and other builds have words of their own.
#[test]
fn a_report_in_the_words_of_another_build() {
    let tried = |version: &str| {
        let (bench, ..) = played();
        let text = reworded(&sent(&bench), "## What is due next", "## What comes next");
        let proof = other_report(&bench, 1, &text, |result| result.version = version.to_owned());
        let head = bench.desk().campaign.ledger.head();
        let trailer = Trailer { head, proof, office: Vec::new() };
        let report = Report::read(&trailer.after(&text, keys().signing.signing(), None)).unwrap();
        verdict(&bench, vec![("union".to_owned(), report)], Vec::new())
    };
    let told = tried(VERSION);
    let forged = "FAILED  my report: union: the report says something else than its own data";
    assert!(told.contains(forged), "{told}");
    let other = "0.1.0+g0123456789ab";
    let told = tried(other);
    let remark = format!(
        "ok      my report: the report for union is the one the ledger commits to; its words are \
         those of {other}, and `adjutant read` tells its data in those of {VERSION}"
    );
    assert!(told.contains(&remark), "{told}");
}

/// Earlier versions kept a map beside each public report, which theirs may list; this one draws it from the data.
#[test]
fn a_map_beside_the_public_report() {
    let (bench, ..) = played();
    let path = layout::public_map(1);
    fs::write(bench.root().join(&path), "<svg/>").unwrap();
    let listed = |bench: &Bench, version: &str| {
        rewrite_result(bench, 1, |result| {
            result.files.insert(path.clone(), Digest::of(b"<svg/>"));
            version.clone_into(&mut result.version);
        });
    };
    listed(&bench, "0.1.0+g0123456789ab");
    assert!(bench.verify().passed(), "{}", bench.verify());
    listed(&bench, VERSION);
    let told = after_the_reveal(&bench);
    assert!(told.contains(&format!("{path}: this version keeps no map")), "{told}");
}

/// Puts a record of the set-up in its place in which another ship was deployed, with all that commits to it.
pub(crate) fn forge_record(bench: &Bench) {
    let desk = bench.desk();
    let record = desk.record(1).unwrap().unwrap().0;
    let forged = record.replacen("Europe", "Norway", 1);
    assert_ne!(forged, record);
    let digest = put(&desk, &layout::record(1), &forged);
    let record = play::salted(desk.cycle_keys(), ("record", 1), &forged);
    drop(desk);
    rewrite_result(bench, 1, |result| {
        result.files.insert(layout::record(1), digest);
        result.record = record;
    });
}

#[test]
fn a_forged_record() {
    let (bench, ..) = played();
    forge_record(&bench);
    assert!(!verdict(&bench, Vec::new(), Vec::new()).contains("FAILED"));
    let told = after_the_reveal(&bench);
    assert!(
        told.contains("replay: cycles/0001/record.age: the record differs, first at"),
        "{told}"
    );
}

#[test]
fn a_forged_state() {
    let (bench, ..) = played();
    let desk = bench.desk();
    let state = desk.position(1).unwrap().0;
    let forged = state.replacen("[\"Europe\",\"Malta\"", "[\"Europe\",\"Lisbon\"", 1);
    assert_ne!(state, forged);
    let digest = put(&desk, &layout::state(1), &forged);
    let commitment = play::salted(desk.cycle_keys(), ("state", 1), &forged);
    drop(desk);
    rewrite(&bench, |cycle, body| match (cycle, body) {
        (Some(1), Body::Result(result)) => {
            result.files.insert(layout::state(1), digest);
            result.state_after = commitment;
        }
        (Some(2), Body::Result(result)) => result.state_before = commitment,
        _ => {}
    });
    let told = after_the_reveal(&bench);
    assert!(told.contains("replay: cycles/0001/state.age: the position differs"), "{told}");
}

#[test]
fn a_packet_that_is_made_to_vanish() {
    let (bench, reports, receipt) = played();
    rewrite_result(&bench, 1, |result| {
        result.packets.insert(seat("mazianni"), PacketUse::Nmr { default: "nothing".into() });
        result.files.retain(|path, _| !path.contains("mazianni-001"));
    });
    let told = verdict(&bench, Vec::new(), vec![("my.receipt".into(), receipt)]);
    assert!(
        told.contains("FAILED  my packet: my.receipt: mazianni, cycle 1: this packet was not used"),
        "{told}"
    );
    // His report was made in a history that is no longer there.
    let told = verdict(&bench, reports, Vec::new());
    assert!(!told.contains("FAILED"), "the report of cycle 1 is older: {told}");
    let told = after_the_reveal(&bench);
    assert!(told.contains("the record differs") || told.contains("seed"), "{told}");
}

#[test]
fn what_is_shown_is_what_was_played() {
    let (bench, ..) = played();
    let path = layout::public_report(1);
    let forged = fs::read_to_string(bench.root().join(&path)).unwrap() + "The Union won.\n";
    fs::write(bench.root().join(&path), &forged).unwrap();
    let digest = Digest::of(forged.as_bytes());
    rewrite_result(&bench, 1, |result| {
        result.files.insert(path.clone(), digest);
    });
    let told = verdict(&bench, Vec::new(), Vec::new());
    assert!(told.contains("public.md: this is not the public report"), "{told}");
    rewrite_result(&bench, 1, |result| result.public_report = digest);
    let told = after_the_reveal(&bench);
    assert!(told.contains("cycles/0001/public.md: the report has extra data at its end"), "{told}");
}

#[test]
fn what_is_revealed_is_what_was_played() {
    let (bench, ..) = played();
    assert!(!after_the_reveal(&bench).contains("FAILED"));
    for (path, word) in [
        (layout::revealed_orders(1, "mazianni"), "Europe"),
        (layout::revealed_report(1, "union"), "Europe"),
        (layout::revealed_record(1), "Europe"),
    ] {
        let copy = bench.copy();
        let text = fs::read_to_string(copy.root().join(&path)).unwrap();
        let forged = text.replacen(word, "Norway", 1);
        assert_ne!(text, forged);
        fs::write(copy.root().join(&path), &forged).unwrap();
        rewrite(&copy, |_, body| {
            if let Body::Reveal(reveal) = body {
                reveal.files.insert(path.clone(), Digest::of(forged.as_bytes()));
            }
        });
        let told = verdict(&copy, Vec::new(), Vec::new());
        assert!(
            told.contains(&format!("FAILED  replay: {path}: the published file differs")),
            "{told}"
        );
    }
}
