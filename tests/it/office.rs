//! The moderator's office goes to another key: everything follows, and the old key does nothing more.

use std::collections::BTreeMap;

use adjutant::base::{Problem, Time};
use adjutant::campaign::layout;
use adjutant::games;
use adjutant::ledger::{Body, Checkpoint, Entry, Ruling, Signer};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::found::{Charter, Trust, found};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{enroll, open, packets, resolve, reveal};
use adjutant::referee::moderator::hand_over::{Person, hand_over, papers, take_up};
use adjutant::referee::moderator::rule;
use adjutant::referee::player::known::Known;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::office_keys::Deed;
use adjutant::referee::record::proof::{Evidence, prove};
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::record::report::Report;
use adjutant::referee::{Campaign, Stage};
use adjutant::seal::{PlayerSecret, PublicKey, SigningKey};

use crate::bench::{Bench, SEATS, SET_UP, keys, patiently};
use crate::folder::folder;
use crate::tamper::Pen;

/// Who takes the office over.
fn dora() -> PlayerSecret {
    PlayerSecret::generate([51; 96])
}

fn person(key: &PlayerSecret, name: &str) -> Person {
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    Person { name: name.to_owned(), signing, recipient }
}

/// Cycle 1 is open, and the office is Dora's: her keys.
fn handed_over(bench: &Bench) -> Keys {
    let mut desk = bench.desk();
    let dora = dora();
    let person = person(&dora, "Dora");
    let sealed = papers(&desk, &person, true).unwrap();
    hand_over(&mut desk, &person, "I move to the moon", bench.now()).unwrap();
    drop(desk);
    bench.take_up(&sealed, &dora)
}

fn again(keys: &Keys) -> Keys {
    let secret = crate::bench::text(&keys.secret.write()).to_owned();
    Keys {
        signing: adjutant::seal::ModeratorKey::of(keys.signing.signing()),
        secret: adjutant::seal::FoundingSecret::read(secret.as_bytes()).unwrap(),
    }
}

fn desk(bench: &Bench, keys: &Keys) -> Desk {
    patiently(|| Desk::take(bench.store(), again(keys), games::OURS)).unwrap()
}

fn packet_of(bench: &Bench, desk: &Desk, seat: &str) -> String {
    let lists = if seat == "mazianni" { SET_UP } else { "orders: []\n" };
    bench.packet(desk, seat, &bench.orders(desk, seat, 1, lists))
}

/// An entry behind the last one, whoever may write it.
pub(crate) fn forge(
    bench: &Bench,
    (by, time): (Option<&str>, Time),
    (cycle, body): (Option<u32>, Body),
    key: &SigningKey,
) -> String {
    let ledger = Campaign::load(bench.store(), games::OURS).unwrap().ledger;
    let (seq, prev) = (ledger.len(), ledger.head());
    let entry = Entry { seq, prev, time, cycle, by: by.map(str::to_owned), body };
    let text = entry.write().unwrap();
    let signature = Pen(key.clone()).armor(text.as_bytes());
    let store = bench.store();
    store.write(&Entry::signature_path(seq), signature.as_bytes()).unwrap();
    store.write(&Entry::path(seq), text.as_bytes()).unwrap();
    Entry::path(seq)
}

fn explains(text: &str) -> Body {
    Body::Ruling(Ruling { text: text.into(), effect: None, files: BTreeMap::new() })
}

fn old_key() -> SigningKey {
    keys().signing.signing().clone()
}

#[test]
fn the_new_moderator_goes_on_where_the_old_one_stopped() {
    let bench = Bench::open();
    let desk_before = bench.desk();
    let first = packet_of(&bench, &desk_before, "mazianni");
    let second = packet_of(&bench, &desk_before, "union");
    drop(desk_before);
    let union = "union".parse().unwrap();
    enroll::correct_address(&bench.desk(), &union, "ben@example.org").unwrap();
    let before = bench.receive(&first).text.into_bytes();
    let dora = handed_over(&bench);
    let problem = Desk::take(bench.store(), keys(), games::OURS).err().unwrap();
    assert!(problem.what.starts_with("this key handed the office over in ledger/"), "{problem}");
    let mut new = desk(&bench, &dora);
    assert_eq!(enroll::address(&new, &union).unwrap().as_deref(), Some("ben@example.org"));
    let reply = Intake::begin(&mut new).unwrap().receive(second.as_bytes(), bench.now()).unwrap();
    assert_eq!(reply.receipt.verdict, Verdict::Accepted);
    let resolved = resolve::resolve(&mut new, false, bench.now()).unwrap();
    assert!(resolved.nmr.is_empty() && resolved.unreadable.is_empty());
    open::open(&mut new, None, bench.now()).unwrap();
    resolve::resolve(&mut new, true, bench.now()).unwrap();
    assert_eq!(new.campaign.stage(), Stage::Closed);
    reveal::reveal(&mut new, None, bench.now()).unwrap();
    let reports = [0, 1].map(|cycle| {
        let bytes = new.campaign.store.need(&layout::report(cycle, "union")).unwrap();
        let identity = Some(bench.players["union"].identity());
        (format!("report {cycle}"), own_orders::report(&bytes, identity).unwrap())
    });
    drop(new);
    let receipts =
        vec![("before".to_owned(), before), ("after".to_owned(), reply.text.into_bytes())];
    let packets = vec![("first".to_owned(), first.into()), ("second".to_owned(), second.into())];
    let own = Own { reports: reports.into(), receipts, packets, ..Own::default() };
    let verdict = verify(bench.store(), &own, games::OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    let told = "Dora is the moderator and signs the reports from cycle 1 on: I move to the moon";
    assert!(verdict.to_string().contains(told), "{verdict}");
}

#[test]
fn the_old_key_signs_nothing_more() {
    let bench = Bench::open();
    let dora = handed_over(&bench);
    let handed = Entry::path(Campaign::load(bench.store(), games::OURS).unwrap().ledger.len() - 1);
    let copy = bench.copy();
    let path = forge(&copy, (None, bench.now()), (None, explains("I am back")), &old_key());
    let what = format!("it is signed with the key that handed the office over in {handed}");
    let told = copy.verify().to_string();
    assert!(told.contains(&format!("FAILED  signatures: {path}: {what}")), "{told}");
    assert_eq!(Campaign::load(copy.store(), games::OURS).err().unwrap().what, what);
    // Nor what the ledger is to be: the new moderator's entries under the old one's checkpoint.
    let mut new = desk(&bench, &dora);
    rule::explain(&mut new, "I am the moderator now", bench.now()).unwrap();
    let note = Checkpoint::of(&new.campaign.ledger).sign(&Pen(old_key()));
    drop(new);
    bench.store().write(layout::CHECKPOINT, note.as_bytes()).unwrap();
    let told = bench.verify().to_string();
    let what = "FAILED  checkpoint: checkpoint: it is signed with a key that was not in office";
    assert!(told.contains(what), "{told}");
    assert!(Desk::take(bench.store(), again(&dora), games::OURS).is_err());
}

/// The old moderator still knows the campaign's secret: with it they could put a packet among those that
/// were received, with an earlier time.
#[test]
fn a_former_moderator_slips_no_packet_in() {
    let bench = Bench::open();
    let late = packet_of(&bench, &bench.desk(), "union");
    let there = packet_of(&bench, &bench.desk(), "mazianni");
    bench.receive(&there);
    let copy = bench.copy();
    let time = bench.now();
    let dora = handed_over(&bench);
    assert_eq!(copy.receive_at(&late, time).receipt.verdict, Verdict::Accepted);
    let path = layout::packet(1, "union", 1);
    let slipped = copy.store().need(&path).unwrap();
    bench.store().write(&path, &slipped).unwrap();
    let new = desk(&bench, &dora);
    let received = packets::received(&new.campaign, 1, &new.cycle_identity(1)).unwrap();
    assert_eq!(received.kept.len(), 1, "what was there counts");
    let [problem] = &received.unreadable[..] else { panic!("{:?}", received.unreadable) };
    assert!(problem.what.contains("whose office was over when it was put there"), "{problem}");
    drop(new);
    let mut new = desk(&bench, &dora);
    assert_eq!(resolve::resolve(&mut new, false, bench.now()).unwrap().unreadable.len(), 1);
    drop(new);
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// What a player's program finds that has no copy of the campaign.
fn without_a_copy(known: &mut Known, report: &Report) -> Result<(), Problem> {
    let genesis = report.data.genesis;
    known.follow(&genesis, &report.trailer.as_ref().unwrap().office).unwrap();
    let (moderator, former) = (known.moderator(&genesis).unwrap(), known.former(&genesis).unwrap());
    prove(report, Evidence { campaign: None, moderator: moderator.as_ref(), former: &former })
}

fn forged(campaign: &Campaign, report: &Report, by: &SigningKey) -> Report {
    let elsewhere = dora().identity().recipient().to_string();
    let mut data = report.data.clone();
    data.next.as_mut().unwrap().recipient = elsewhere;
    let text = data.text(&data.page(&*campaign.game).unwrap());
    Report::read(&report.trailer.as_ref().unwrap().after(&text, by, None)).unwrap()
}

#[test]
fn players_programs_follow_the_office() {
    let bench = Bench::open();
    let old = bench.report_of(&bench.desk(), "union", 0);
    let copy = bench.copy();
    let stale = Campaign::load(copy.store(), games::OURS).unwrap();
    let dora = handed_over(&bench);
    let mut new = desk(&bench, &dora);
    resolve::resolve(&mut new, true, bench.now()).unwrap();
    let report = bench.report_of(&new, "union", 1);
    drop(new);
    let campaign = Campaign::load(bench.store(), games::OURS).unwrap();
    let genesis = report.data.genesis;
    // With a copy, new or old, and without one.
    prove(&report, Evidence::of(&campaign)).unwrap();
    prove(&old, Evidence::of(&campaign)).unwrap();
    prove(&report, Evidence::of(&stale)).unwrap();
    let mut known = Known::default();
    known.trust(genesis, &PublicKey::of(&old_key()));
    without_a_copy(&mut known, &report).unwrap();
    assert_eq!(known.moderator(&genesis).unwrap(), Some(PublicKey::of(dora.signing.signing())));
    without_a_copy(&mut known, &old).unwrap();
    // It is written and read again, and a copy says the same.
    let mut known = Known::read(known.text().as_bytes()).unwrap();
    let same = known.clone();
    known.meet(&campaign).unwrap();
    assert_eq!(known.former(&genesis).unwrap(), same.former(&genesis).unwrap());
    let mut met = Known::default();
    met.meet(&stale).unwrap();
    met.meet(&campaign).unwrap();
    without_a_copy(&mut met, &report).unwrap();
    // The old key's word on a later cycle is nobody's.
    let false_report = forged(&campaign, &report, &old_key());
    for problem in [
        prove(&false_report, Evidence::of(&campaign)).unwrap_err(),
        without_a_copy(&mut known, &false_report).unwrap_err(),
    ] {
        assert!(problem.what.contains("not from the moderator"), "{problem}");
    }
}

/// An address that the former moderator emptied for another player is no riddle for the new one.
#[test]
fn a_seat_whose_player_changed_has_no_address_that_nobody_can_open() {
    let bench = Bench::open();
    let union = "union".parse().unwrap();
    enroll::correct_address(&bench.desk(), &union, "ben@example.org").unwrap();
    let (carla, genesis) = (PlayerSecret::generate([61; 96]), bench.desk().genesis());
    let player = enroll::Player {
        name: "Carla".to_owned(),
        address: None,
        signing: PublicKey::of(carla.signing()),
        recipient: carla.identity().recipient(),
        tip: Some(carla.tip(&genesis)),
    };
    enroll::enroll(&mut bench.desk(), &union, &player, Some("he left"), bench.now()).unwrap();
    assert_eq!(enroll::address(&bench.desk(), &union).unwrap(), None);
    let dora = handed_over(&bench);
    assert_eq!(enroll::address(&desk(&bench, &dora), &union).unwrap(), None);
}

/// A moderator of two campaigns has one key: what they hand over of one gives nobody the other.
#[test]
fn what_is_handed_over_is_one_campaign() {
    let (bench, other) = (Bench::open(), Bench::founded_for(4));
    let mut desk = other.desk();
    for seat in SEATS {
        other.enroll(&mut desk, seat).unwrap();
    }
    open::open(&mut desk, None, other.now()).unwrap();
    drop(desk);
    let dora = handed_over(&other);
    let genesis = bench.desk().genesis();
    let seq = other.store().list(layout::LEDGER).unwrap().len() as u64 / 2 - 1;
    let encode = |path: String| {
        use base64::Engine as _;
        base64::prelude::BASE64_STANDARD.encode(other.store().need(&path).unwrap())
    };
    let deed =
        Deed { entry: encode(Entry::path(seq)), signature: encode(Entry::signature_path(seq)) };
    let mut known = Known::default();
    let key = PublicKey::of(&old_key());
    known.trust(genesis, &key);
    known.follow(&genesis, &[deed]).unwrap();
    assert_eq!(known.moderator(&genesis).unwrap(), Some(key));
    // The secret that goes with it opens that campaign alone.
    assert!(Desk::take(bench.store(), again(&dora), games::OURS).is_err());
    let secret =
        adjutant::seal::FoundingSecret::read(crate::bench::text(&dora.secret.write()).as_bytes())
            .unwrap();
    let mixed = Keys { signing: keys().signing, secret };
    let mut store = bench.store();
    store.lock_within(10).unwrap();
    let problem = Desk::take(store, mixed, games::OURS).err().unwrap();
    assert_eq!(problem.what, "the campaign secret belongs to another campaign");
    // Nobody founds a campaign on it, which the reveal of the first would open.
    let (shipped, options) = (games::OURS.named("company-war").unwrap().shipped(), BTreeMap::new());
    let (name, scenario, map) = ("second", "", shipped.scenarios[0].1.as_bytes());
    let format = shipped.format.as_bytes();
    let charter = Charter {
        shelf: games::OURS,
        name,
        game: "company-war",
        format,
        scenario,
        map,
        options: &options,
        trust: Trust::default(),
    };
    let dir = folder();
    let made = found(&dir.path().join(name), &charter, again(&dora), (genesis, bench.now()));
    let problem = made.err().unwrap();
    assert_eq!(problem.what, "this secret is that of another campaign, handed over");
}

#[test]
fn papers_are_for_whom_the_ledger_names() {
    let bench = Bench::open();
    let desk = bench.desk();
    let sealed = papers(&desk, &person(&dora(), "Dora"), true).unwrap();
    drop(desk);
    // They give nothing before the entry, and another's key opens nothing.
    assert!(take_up(bench.store(), &sealed, &dora(), games::OURS).is_err());
    let other = PlayerSecret::generate([52; 96]);
    assert!(take_up(bench.store(), &sealed, &other, games::OURS).is_err());
    // A player's key does not hold the office as well.
    let own = person(&bench.players["union"], "Ben");
    let problem = hand_over(&mut bench.desk(), &own, "why not", bench.now()).unwrap_err();
    assert_eq!(problem.what, "this is the key of seat union");
    let twice = person(&dora(), "Dora");
    hand_over(&mut bench.desk(), &twice, "I move", bench.now()).unwrap();
    let dora = bench.take_up(&sealed, &dora());
    let problem = hand_over(&mut self::desk(&bench, &dora), &twice, "to me", bench.now());
    assert_eq!(problem.unwrap_err().what, "this key holds the office");
}

#[test]
fn a_hand_over_that_is_killed_at_any_write_is_done_or_not() {
    for writes in 0.. {
        let bench = Bench::open();
        let mut desk = bench.desk();
        let person = person(&dora(), "Dora");
        let sealed = papers(&desk, &person, true).unwrap();
        desk.campaign.store.fail_after(writes);
        let killed = hand_over(&mut desk, &person, "I move", bench.now()).is_err();
        drop(desk);
        let done =
            Campaign::load(bench.store(), games::OURS).unwrap().ledger.office().moderators.len()
                == 2;
        let keys = if done { bench.take_up(&sealed, &dora()) } else { keys() };
        let mut desk = self::desk(&bench, &keys);
        resolve::resolve(&mut desk, true, bench.now()).unwrap();
        drop(desk);
        assert!(bench.verify().passed(), "{}", bench.verify());
        if !killed {
            assert!(done && writes > 2);
            return;
        }
    }
}
