//! Entries that vanish from the end of the history are missed by those who saw them.

use std::fs;

use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::ledger::Checkpoint;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::open::open_or_move;
use adjutant::referee::cycle::resolve;
use adjutant::referee::{Campaign, Desk};

use crate::bench::{Bench, SET_UP, keys, time};
use crate::tamper::Pen;

/// Removes the last entries and, if asked, has the moderator sign a checkpoint of what is left.
fn cut(bench: &Bench, entries: u64, signed: bool) {
    let length = bench.desk().campaign.ledger.len();
    for seq in length - entries..length {
        for ending in ["yaml", "sig"] {
            fs::remove_file(bench.root().join(format!("ledger/{seq:06}.{ending}"))).unwrap();
        }
    }
    if signed {
        let ledger = Campaign::load(bench.store(), OURS).unwrap().ledger;
        let note = Checkpoint::of(&ledger).sign(&Pen(keys().signing.signing().clone()));
        fs::write(bench.root().join(layout::CHECKPOINT), note).unwrap();
    }
}

fn checkpoint(bench: &Bench) -> Vec<u8> {
    fs::read(bench.root().join(layout::CHECKPOINT)).unwrap()
}

#[test]
fn by_a_report_and_by_a_kept_checkpoint() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let (kept, report) = (checkpoint(&bench), bench.report(&bench.desk(), "union"));
    let size = bench.desk().campaign.ledger.len();
    let shown = String::from_utf8(kept.clone()).unwrap();
    assert_eq!(shown.lines().nth(1), Some(size.to_string().as_str()));
    cut(&bench, 1, true);
    assert!(bench.verify().passed(), "by itself the shorter history is sound");
    let own = Own { reports: vec![("mine".into(), report)], ..Own::default() };
    let told = verify(bench.store(), &own, OURS).unwrap().to_string();
    assert!(told.contains("mine: the ledger has no result for cycle 1"), "{told}");
    fs::write(bench.root().join(layout::CHECKPOINT), kept).unwrap();
    let told = bench.verify().to_string();
    let short = format!("checkpoint: covers {size} entries, but the ledger has only {}", size - 1);
    assert!(told.contains(&short), "{told}");
}

#[test]
fn by_the_report_of_a_history_written_anew() {
    let bench = Bench::open();
    let moved = Some(time("2026-03-01T00:00:00Z"));
    open_or_move(&mut bench.desk(), moved, Some("exams"), bench.now()).unwrap();
    bench.send();
    let fork = bench.copy();
    let resolve = |bench: &Bench| {
        resolve::resolve(&mut bench.desk(), false, time("2026-03-02T00:00:00Z")).unwrap();
    };
    resolve(&bench);
    let report = bench.report(&bench.desk(), "union");
    // Without the extension the same cycle comes to the same, but for what is told of it.
    cut(&fork, 1, true);
    resolve(&fork);
    let other = fork.report(&fork.desk(), "union");
    assert_eq!((&other.data.seen, &other.data.news), (&report.data.seen, &report.data.news));
    assert!(other.data.acts.is_empty() && report.data.acts.len() == 1);
    let own = || Own { reports: vec![("mine".into(), report.clone())], ..Own::default() };
    assert!(verify(bench.store(), &own(), OURS).unwrap().passed());
    let told = verify(fork.store(), &own(), OURS).unwrap().to_string();
    assert!(told.contains("mine: the report comes from a different history"), "{told}");
}

#[test]
fn by_a_checkpoint_that_was_kept() {
    let bench = Bench::open();
    let kept = ("kept".to_owned(), checkpoint(&bench));
    let own = || Own { checkpoints: vec![kept.clone()], ..Own::default() };
    bench.send();
    bench.resolve();
    let told = verify(bench.store(), &own(), OURS).unwrap();
    assert!(told.passed() && told.to_string().contains("my checkpoint: covers"), "{told}");
    cut(&bench, 3, true);
    let told = verify(bench.store(), &own(), OURS).unwrap().to_string();
    assert!(told.contains("FAILED  my checkpoint: kept"), "{told}");
}

#[test]
fn by_the_head_in_an_order_file() {
    let bench = Bench::open();
    let moved = Some(time("2026-03-01T00:00:00Z"));
    open_or_move(&mut bench.desk(), moved, Some("exams"), bench.now()).unwrap();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    cut(&bench, 1, true);
    let reason = bench.receive(packet).receipt.reason.unwrap();
    assert!(reason.contains("head is not an entry of this campaign's ledger"), "{reason}");
}

#[test]
fn by_the_moderator_who_restored_an_old_copy() {
    let bench = Bench::open();
    cut(&bench, 1, false);
    let problem = Desk::take(bench.store(), keys(), OURS).err().unwrap();
    assert!(problem.to_string().contains("the newest entries are missing"), "{problem}");
    // A checkpoint that is behind is what a killed command leaves; it is brought up to date.
    let bench = Bench::open();
    let old = checkpoint(&bench);
    let moved = Some(time("2026-03-01T00:00:00Z"));
    open_or_move(&mut bench.desk(), moved, Some("exams"), bench.now()).unwrap();
    fs::write(bench.root().join(layout::CHECKPOINT), old).unwrap();
    let desk = bench.desk();
    let length = desk.campaign.ledger.len();
    assert_eq!(Checkpoint::of(&desk.campaign.ledger).size, length);
    assert!(bench.verify().to_string().contains(&format!("covers {length} of {length}")));
}

/// Whoever deletes the last entry and the checkpoint with it wants the moderator to write another
/// history without knowing it.
#[test]
fn by_the_moderator_whose_checkpoint_is_gone_as_well() {
    let bench = Bench::open();
    cut(&bench, 1, false);
    fs::remove_file(bench.root().join(layout::CHECKPOINT)).unwrap();
    let problem = Desk::take(bench.store(), keys(), OURS).err().unwrap();
    assert!(problem.what.contains("the checkpoint is missing"), "{problem}");
    // Not even back to the first entry.
    let bench = Bench::enrolled();
    cut(&bench, 2, false);
    fs::remove_file(bench.root().join(layout::CHECKPOINT)).unwrap();
    assert!(Desk::take(bench.store(), keys(), OURS).is_err());
}
