//! Lock, then reveal: links that are given once nothing can change any more. Nobody foresees dice; what is given too
//! early, twice, for another cycle or by somebody else is refused, who withholds is named, and a moderator who counts
//! something else than was locked is found on the day.

mod forged;
mod people;
mod runs;
mod together;

use std::collections::BTreeMap;

use adjutant::base::{Digest, Problem, Seat};
use adjutant::games::OURS;
use adjutant::ledger::{Body, Effect, Extension, LinkTerms, PacketUse, Ruling, Withheld};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{open, resolve, reveal, status};
use adjutant::referee::moderator::lock::{go_on, lock};
use adjutant::referee::moderator::{correct, decide, tasks, word};
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::PlayerSecret;
use adjutant::seal::word::{Packet, Says, Word};

use crate::bench::{Bench, SEATS, next_word};
use crate::shelf::seat;

pub(crate) fn terms(withheld: Withheld) -> LinkTerms {
    LinkTerms { patience: "2d".parse().unwrap(), withheld }
}

/// Minutes after which links are waited for no longer.
pub(crate) const PATIENCE: u32 = 2 * 1440 + 1;

fn founded(withheld: Withheld) -> Bench {
    Bench::trusting(Trust { links: Some(terms(withheld)), proven_dice: true, ..Trust::default() })
}

/// The same with cycle 1 open, and everybody's orders in.
fn asked(withheld: Withheld) -> Bench {
    let bench = founded(withheld);
    next(&bench);
    bench
}

/// Opens the next cycle, which everybody orders in.
fn next(bench: &Bench) {
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
}

fn locked(bench: &Bench) {
    lock(&mut bench.desk(), false, bench.now()).unwrap();
}

/// The word that gives a seat's link for a cycle, signed with a key that has seen the ledger as it is.
fn word_by(
    bench: &Bench,
    (seat, key): (&str, &PlayerSecret),
    (cycle, link): (u32, Digest),
) -> String {
    let desk = bench.desk();
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let (seat, sequence) = (seat.parse().unwrap(), next_word());
    let says = Says::Link { cycle, link };
    Word { campaign, seat, head, sequence, says }.sign(key.signing())
}

pub(crate) fn link(bench: &Bench, seat: &str, cycle: u32) -> Digest {
    let genesis = bench.desk().genesis();
    bench.players[seat].link(&genesis, cycle, cycle).unwrap()
}

fn own_word(bench: &Bench, seat: &str, cycle: u32) -> String {
    word_by(bench, (seat, &bench.players[seat]), (cycle, link(bench, seat, cycle)))
}

fn take(bench: &Bench, word: &str) -> Result<String, Problem> {
    let now = bench.now();
    word::take(&mut bench.desk(), word.as_bytes(), (now, now))
}

/// Every seat gives its link for the cycle that is open.
pub(crate) fn give(bench: &Bench) {
    for seat in SEATS {
        give_one(bench, seat);
    }
}

/// A seat gives its link for the cycle that is open.
pub(crate) fn give_one(bench: &Bench, seat: &str) {
    let cycle = bench.desk().campaign.open_cycle().unwrap();
    take(bench, &own_word(bench, seat, cycle)).unwrap();
}

fn refused<T>(result: Result<T, Problem>) -> String {
    result.err().expect("it is refused").what
}

fn append(bench: &Bench, body: Body) -> String {
    let now = bench.now();
    refused(bench.desk().append(now, Some(1), body))
}

fn ruling(effect: Effect) -> Body {
    let ruling = Ruling { text: "fair".into(), effect: Some(effect), files: BTreeMap::new() };
    Body::Ruling(ruling)
}

const WAITS: &str = "cycle 1 is not locked yet, and links are given after that";

#[test]
fn a_cycle_waits_for_its_lock_and_then_for_its_links() {
    let bench = asked(Withheld::Absent);
    let text = std::fs::read_to_string(bench.root().join("ledger/000000.yaml")).unwrap();
    assert!(text.contains("level: 1\n") && text.contains("withheld: absent\n"), "{text}");
    // Nobody works the cycle out before, not even the moderator.
    let reader = adjutant::engine::Reader::Moderator;
    let seen = resolve::preview(&mut bench.desk(), &reader, "curious", bench.now());
    assert_eq!(refused(seen), WAITS);
    let early = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err();
    assert_eq!(
        (&*early.what, early.hint.as_deref()),
        (WAITS, Some("lock it with `adjutant lock`"))
    );
    let full = status::full(&bench.desk()).unwrap().at(bench.now());
    assert_eq!(full.lock.as_deref(), Some(WAITS));
    let todo = tasks::tasks(&bench.desk(), &full, bench.now()).unwrap().todo;
    assert_eq!(todo, ["lock cycle 1: `adjutant lock`"]);
    assert_eq!(refused(take(&bench, &own_word(&bench, "union", 1))), "cycle 1 is not locked");

    locked(&bench);
    assert!(
        refused(lock(&mut bench.desk(), false, bench.now()))
            .starts_with("cycle 1 has been locked since")
    );
    let waits = status::full(&bench.desk()).unwrap().lock.unwrap();
    let sentence = "cycle 1 is locked, and waits for the links of mazianni and union until ";
    assert!(
        waits.starts_with(sentence) && waits.ends_with("; it goes on without them after that"),
        "{waits}"
    );
    let now = bench.now();
    assert_eq!(refused(resolve::resolve(&mut bench.desk(), true, now)), waits);
    assert_eq!(refused(go_on(&mut bench.desk(), "I cannot wait", bench.now())), waits);
    give(&bench);
    assert_eq!(status::full(&bench.desk()).unwrap().lock, None);
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let line = "ok      locks: 1 cycle locked before any link was given\n";
    assert!(verdict.to_string().contains(line), "{verdict}");
    assert!(verdict.to_string().contains("ok      links: the seeds of 2 cycles"), "{verdict}");
    let used = |seat: &str| {
        let desk = bench.desk();
        desk.campaign.ledger.result(1).unwrap().packets[&seat.parse::<Seat>().unwrap()].clone()
    };
    assert!(SEATS.iter().all(|s| matches!(used(s), PacketUse::Used { contributed: true, .. })));

    next(&bench);
    locked(&bench);
    give(&bench);
    bench.resolve();
    let over = bench.desk().campaign.ledger.closing().is_some();
    reveal::reveal(&mut bench.desk(), (!over).then_some("enough"), bench.now()).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    for line in ["locks: 2 cycles locked", "replay", "seeds: all match", "words: 4 signed"] {
        assert!(verdict.to_string().contains(&format!("ok      {line}")), "{line}: {verdict}");
    }
}

#[test]
fn nothing_that_comes_behind_the_lock_counts() {
    let bench = asked(Withheld::Absent);
    let desk = bench.desk();
    let late = bench.packet(&desk, "union", &bench.orders(&desk, "union", 2, "orders: []\n"));
    let commitment = Digest::of(b"a packet");
    drop(desk);
    locked(&bench);
    let receipt = bench.receive(&late).receipt;
    assert_eq!(receipt.verdict, Verdict::Late);
    assert!(receipt.reason.unwrap().starts_with("the cycle was locked at "));
    let is_locked = "cycle 1 is locked";
    let effects = [
        Effect::Late { seat: seat("union"), sequence: 2, commitment },
        Effect::Orders,
        Effect::Answer { seat: seat("union") },
        Effect::Deadline(bench.now().after(60).unwrap()),
        Effect::Close(vec![seat("union")]),
    ];
    for effect in effects {
        let files = match effect {
            Effect::Orders | Effect::Answer { .. } => {
                let seq = bench.desk().campaign.ledger.len();
                [(adjutant::base::paths::ruling(seq), commitment)].into()
            }
            _ => BTreeMap::new(),
        };
        let Body::Ruling(ruled) = ruling(effect) else { unreachable!() };
        assert_eq!(append(&bench, Body::Ruling(Ruling { files, ..ruled })), is_locked);
    }
    let deadline = bench.now().after(7200);
    let (zone, reason, spent) = (None, "snow".to_owned(), Vec::new());
    let extension = Extension { deadline, zone, reason, spent };
    assert_eq!(append(&bench, Body::Extension(extension)), is_locked);
    let rules = b"zone: Europe/London\ndeadlines: {every: [friday 20:00]}\nno-shows: staff\n";
    let put = decide::set_calendar(&mut bench.desk(), rules, "better", bench.now());
    assert_eq!(refused(put), is_locked);
    for says in [Says::Final, Says::Withdraw] {
        let says = says(Packet { cycle: 1, sequence: 1 });
        let desk = bench.desk();
        let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
        drop(desk);
        let word = Word { campaign, seat: seat("union"), head, sequence: next_word(), says };
        let word = word.sign(bench.players["union"].signing());
        assert_eq!(refused(take(&bench, &word)), is_locked);
    }
    // It is played first.
    let undone = correct::undo(&mut bench.desk(), Vec::new(), "I do not like it", bench.now());
    assert!(undone.is_err());
    give(&bench);
    bench.resolve();
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let receipts = vec![("late".to_owned(), receipt_of(&bench, &late))];
    let packets = vec![("packet".to_owned(), late.into_bytes())];
    let own = Own { receipts, packets, ..Own::default() };
    let verdict = verify(bench.store(), &own, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
}

/// The receipt that is kept of a packet of union's, as its player got it first.
fn receipt_of(bench: &Bench, packet: &str) -> Vec<u8> {
    let desk = bench.desk();
    let identity = desk.cycle_identity(1);
    let received =
        adjutant::referee::cycle::packets::received(&desk.campaign, 1, &identity).unwrap();
    let late = received.noted.into_iter().find(|n| n.receipt.verdict == Verdict::Late);
    assert!(!packet.is_empty());
    late.unwrap().receipt_text.into_bytes()
}

#[test]
fn a_link_is_given_once_by_its_player_for_the_cycle_that_is_locked() {
    let bench = asked(Withheld::Absent);
    let before = own_word(&bench, "union", 1);
    locked(&bench);
    // Signed when the lock was not there yet: nobody can have had a reason to.
    assert_eq!(refused(take(&bench, &before)), "its head is an entry from before the lock");
    let union = &bench.players["union"];
    let other = |cycle| word_by(&bench, ("union", union), (cycle, link(&bench, "union", cycle)));
    assert_eq!(refused(take(&bench, &other(2))), "cycle 2 is not locked");
    let early = word_by(&bench, ("union", union), (1, link(&bench, "union", 2)));
    let none = "this is not the link of union's chain for cycle 1";
    assert_eq!(refused(take(&bench, &early)), none);
    let anothers = word_by(&bench, ("union", union), (1, link(&bench, "mazianni", 1)));
    assert_eq!(refused(take(&bench, &anothers)), none);
    let made_up = word_by(&bench, ("union", union), (1, Digest::of(b"7")));
    assert_eq!(refused(take(&bench, &made_up)), none);
    let mazianni = &bench.players["mazianni"];
    let by_another = word_by(&bench, ("union", mazianni), (1, link(&bench, "union", 1)));
    assert_eq!(
        refused(take(&bench, &by_another)),
        "this word is not signed with the key of seat union"
    );
    let own = own_word(&bench, "union", 1);
    assert_eq!(take(&bench, &own).unwrap(), "union gives its link for cycle 1");
    assert_eq!(refused(take(&bench, &own)), "this word was already taken");
    let again = own_word(&bench, "union", 1);
    assert_eq!(refused(take(&bench, &again)), "the link of union for cycle 1 has come");
}

#[test]
fn a_packet_with_a_link_is_refused_where_links_come_later() {
    let bench = founded(Withheld::Absent);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let desk = bench.desk();
    let text = bench.orders(&desk, "union", 1, "orders: []\n");
    let link = bench.players["union"].link(&desk.genesis(), 1, 1).unwrap();
    let text = text.replace("orders:", &format!("reveal: {link}\norders:"));
    let packet = bench.packet(&desk, "union", &text);
    drop(desk);
    let receipt = bench.receive(packet).receipt;
    assert_eq!(receipt.verdict, Verdict::Refused);
    let reason = receipt.reason.unwrap();
    assert!(reason.starts_with("in this campaign no link comes with the orders"), "{reason}");
}

#[test]
fn who_withholds_a_link_is_named_and_the_cycle_goes_on() {
    let bench = asked(Withheld::Absent);
    locked(&bench);
    take(&bench, &own_word(&bench, "mazianni", 1)).unwrap();
    bench.minutes.set(bench.minutes.get() + PATIENCE);
    bench.resolve();
    let told = "cycle 1 goes on without links of union: they did not come in time";
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let line = format!("ok      locks: 1 cycle locked before any link was given; {told}");
    assert!(verdict.to_string().contains(&line), "{verdict}");
    let desk = bench.desk();
    let report = bench.report(&desk, "mazianni").text;
    assert!(
        report.contains("Cycle 1 goes on without the links of union: they did not"),
        "{report}"
    );
    let acts = status::full(&desk).unwrap().acts;
    assert!(acts.iter().any(|act| act.contains("without the links of union")), "{acts:?}");
    let used = &desk.campaign.ledger.result(1).unwrap().packets[&seat("union")];
    assert!(matches!(used, PacketUse::Used { contributed: false, .. }), "{used:?}");
    drop(desk);
    // Who comes too late changes nothing.
    assert_eq!(refused(take(&bench, &own_word(&bench, "union", 1))), "cycle 1 is not open");
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

#[test]
fn a_cycle_that_waits_goes_on_by_the_moderators_word() {
    let bench = asked(Withheld::Wait);
    locked(&bench);
    take(&bench, &own_word(&bench, "mazianni", 1)).unwrap();
    let early = status::full(&bench.desk()).unwrap().at(bench.now());
    assert!(tasks::tasks(&bench.desk(), &early, bench.now()).unwrap().todo.is_empty());
    bench.minutes.set(bench.minutes.get() + PATIENCE);
    let waits = refused(resolve::resolve(&mut bench.desk(), true, bench.now()));
    assert!(waits.ends_with("then the moderator may go on without them"), "{waits}");
    let full = status::full(&bench.desk()).unwrap().at(bench.now());
    let todo = tasks::tasks(&bench.desk(), &full, bench.now()).unwrap().todo;
    assert_eq!(todo, ["links of union have not come: `adjutant lock --missing REASON`"]);
    for bad in ["", " x", "two\nlines"] {
        assert!(go_on(&mut bench.desk(), bad, bench.now()).is_err(), "{bad:?}");
    }
    go_on(&mut bench.desk(), "union has not answered for days", bench.now()).unwrap();
    let late = refused(take(&bench, &own_word(&bench, "union", 1)));
    assert_eq!(late, "cycle 1 goes on without the links that had not come");
    assert_eq!(refused(go_on(&mut bench.desk(), "again", bench.now())), "no cycle waits for links");
    bench.resolve();
    let told = bench.verify().to_string();
    assert!(told.contains("goes on without links of union: union has not answered"), "{told}");
}
