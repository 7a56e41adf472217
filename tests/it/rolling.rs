//! Cycles that are opened for everybody one after the other: what is open and what is not, what a moderator who cheats
//! gains by waiting, and how undoing goes with it.

use std::collections::BTreeMap;
use std::path::Path;

use adjutant::base::{Digest, Problem};
use adjutant::engine::Lasting;
use adjutant::games::OURS;
use adjutant::ledger::{Body, OpenedCycle};
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::found::{Charter, Trust};
use adjutant::referee::cycle::{open, resolve, reveal, status};
use adjutant::referee::moderator::correct::{Undone, undo};
use adjutant::referee::player::own_orders;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::referee::telling::handed::Play;
use adjutant::referee::telling::site::site;
use adjutant::referee::{Campaign, Stage};
use adjutant::render::markdown;
use adjutant::seal::{FoundingSecret, Identity, OpenedBy, sealed};

use crate::bench::{Bench, SEATS, files, keys};
use crate::replacement::take_over;
use crate::tamper::{forge_record, other_report, rewrite, rewrite_result};

/// A campaign of nine turns whose cycles are open so many later, its seats held.
fn begun(after: u32, proven_dice: bool) -> Bench {
    let shipped = OURS.named("company-war").unwrap().shipped();
    let (scenario, map) = shipped.scenarios[0];
    let map = format!("{map}\nturns: 9\n");
    let trust = Trust { reveal_after: Some(after), proven_dice, ..Trust::default() };
    let bench = Bench::founded_on(("company-war", scenario, &map), &BTreeMap::new(), trust);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    drop(desk);
    bench
}

/// Plays the next cycle; what its result opens.
fn played(bench: &Bench) -> Option<u32> {
    if !matches!(bench.desk().campaign.stage(), Stage::Open(_)) {
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
    }
    let desk = bench.desk();
    let cycle = desk.campaign.open_cycle().unwrap();
    let bound =
        SEATS.iter().any(|s| desk.campaign.ledger.bound(&s.parse().unwrap(), cycle).is_some());
    drop(desk);
    if !bound {
        bench.send();
    }
    bench.resolve();
    opened_by(bench, cycle)
}

fn play_on(bench: &Bench, cycles: u32) {
    for _ in 0..cycles {
        played(bench);
    }
}

fn opened_by(bench: &Bench, cycle: u32) -> Option<u32> {
    bench.desk().campaign.ledger.result(cycle).unwrap().opened.map(|opened| opened.cycle)
}

fn passes(bench: &Bench) -> String {
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    verdict.to_string()
}

fn undone(bench: &Bench) -> Result<Undone, Problem> {
    undo(&mut bench.desk(), Vec::new(), "closed an hour early", bench.now())
}

/// The line that fails.
fn failed(bench: &Bench) -> String {
    let told = bench.verify().to_string();
    told.lines().find(|line| line.starts_with("FAILED")).unwrap_or(&told).to_owned()
}

#[test]
fn each_cycle_is_open_so_many_cycles_later_and_replayed_on_the_day() {
    let bench = begun(2, true);
    let line = "-       opened: each cycle is open to everyone 2 cycles later";
    let opened: Vec<_> = (1..=5).map(|_| played(&bench)).collect();
    assert_eq!(opened, [None, Some(0), Some(1), Some(2), Some(3)]);
    let told = passes(&bench);
    let line_now = "ok      opened: 4 cycles replayed, no differences; each is open to everyone 2 cycles later";
    assert!(told.contains(line_now) && !told.contains(line), "{told}");
    assert!(told.contains("-       replay: possible after the reveal"), "{told}");
    let status = status::public(&bench.desk().campaign).unwrap().opened;
    assert_eq!(status.unwrap(), "cycles up to 3 are open to everyone, each 2 cycles later");
    // The end opens the rest.
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let told = passes(&bench);
    assert!(told.contains("ok      replay: 6 cycles replayed, no differences"), "{told}");
}

/// True if one of these opens a file.
fn opens(identities: &[Identity], file: &[u8]) -> bool {
    identities.iter().any(|identity| sealed::open(file, identity, 1 << 24).is_ok())
}

#[test]
fn the_key_of_a_cycle_opens_it_and_those_before_it_and_nothing_else() {
    let bench = begun(2, true);
    play_on(&bench, 5);
    let mut campaign = Campaign::load(bench.store(), OURS).unwrap();
    campaign.complete().unwrap();
    let keys = campaign.known_keys().unwrap();
    assert!(keys.know(3) && !keys.know(4));
    let identities: Vec<Identity> =
        (0..=3).flat_map(|cycle| [keys.identity(cycle), keys.house(cycle)]).collect();
    let mut counts = [0, 0];
    for (path, bytes) in files(&bench.root()) {
        if path.strip_suffix(".age").is_none() {
            continue;
        }
        let cycle = path.strip_prefix("cycles/").and_then(|rest| rest[..4].parse::<u32>().ok());
        let is_open = cycle.is_some_and(|cycle| cycle <= 3);
        assert_eq!(opens(&identities, &bytes), is_open, "{path}");
        counts[usize::from(is_open)] += 1;
    }
    assert!(counts[0] > 10 && counts[1] > 20, "{counts:?}");
    // Nor what belongs to the campaign: messages between players, questions.
    let message = sealed::keep(b"a promise", &[&bench.desk().identity().recipient()]).unwrap();
    assert!(!opens(&identities, &message));
}

#[test]
fn a_forged_record_is_found_when_its_cycle_is_open() {
    let bench = begun(2, false);
    played(&bench);
    forge_record(&bench);
    assert_eq!(played(&bench), Some(0));
    passes(&bench);
    assert_eq!(played(&bench), Some(1));
    let told = failed(&bench);
    assert!(
        told.contains("opened: cycles/0001/record.age: the record differs, first at"),
        "{told}"
    );
}

#[test]
fn another_report_is_found_when_its_cycle_is_open() {
    let bench = begun(1, false);
    played(&bench);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let desk = bench.desk();
    let report = desk.sent(1, &"union".parse().unwrap()).unwrap();
    let mut data = report.data;
    data.missed = true;
    let text = data.text(&data.page(&*desk.campaign.game).unwrap());
    drop(desk);
    other_report(&bench, 1, &text, |_| {});
    passes(&bench);
    bench.resolve();
    assert_eq!(opened_by(&bench, 2), Some(1));
    let told = failed(&bench);
    assert!(told.contains("opened: cycles/0001/reports/union.age: the report differs"), "{told}");
}

#[test]
fn another_key_for_dice_is_found_when_its_cycle_is_open() {
    let bench = begun(1, true);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let other = bench.desk().cycle_keys().dice(7).public().to_string();
    rewrite(&bench, |cycle, body| match body {
        Body::Open(opening) if cycle == Some(1) => opening.dice = Some(other.clone()),
        _ => {}
    });
    // An honest program does not go on with it.
    let desk = bench.desk();
    let packet = bench.packet(&desk, "union", &bench.orders(&desk, "union", 1, "orders: []\n"));
    drop(desk);
    bench.receive(packet);
    let problem = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err();
    assert_eq!(problem.what, "the ledger names another key for proofs of dice");
}

#[test]
fn an_opening_that_is_false_too_early_or_missing_is_refused_by_every_reader() {
    let first = begun(2, false);
    play_on(&first, 3);
    let true_one = first.desk().campaign.ledger.result(2).unwrap().opened.unwrap();
    let next = first.desk().cycle_keys().opening(1).unwrap().unwrap();
    let OpenedBy { cycle, key, link } = next;
    let early = OpenedCycle { cycle, key, link };
    let other = Digest::of(b"a key that suits");
    for (edited, why) in [
        (None, "it does not open cycle 0, which is due"),
        (Some(early), "it opens cycle 1 too early"),
        (
            Some(OpenedCycle { key: other, ..true_one }),
            "this is not the key of cycle 0 that the genesis commits to",
        ),
        (
            Some(OpenedCycle { link: other, ..true_one }),
            "this is not the moderator's link of cycle 0",
        ),
    ] {
        let bench = first.copy();
        rewrite_result(&bench, 2, |result| result.opened = edited);
        let told = failed(&bench);
        assert!(told.starts_with("FAILED  chain: ledger/") && told.contains(why), "{told}");
        let problem = Campaign::load(bench.store(), OURS).err().unwrap();
        assert!(problem.what.contains(why), "{problem}");
    }
    // Before anything is due, and once it is open.
    for (at, why) in [(1, "it opens cycle 0 too early"), (3, "it opens cycle 0 again")] {
        let bench = first.copy();
        rewrite_result(&bench, at, |result| result.opened = Some(true_one));
        let told = failed(&bench);
        assert!(told.contains(why), "{told}");
    }
    // And in a campaign that opens all at the end.
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    rewrite_result(&bench, 1, |result| result.opened = Some(true_one));
    assert!(failed(&bench).contains("it opens cycle 0 too early"));
}

#[test]
fn an_undone_cycle_stays_closed_until_as_many_stand_and_nothing_goes_back_behind_what_is_open() {
    let bench = begun(2, false);
    play_on(&bench, 4);
    assert_eq!(bench.desk().campaign.ledger.opened_to(), Some(2));
    assert_eq!(undone(&bench).unwrap(), Undone { cycle: 4, by: 5 });
    assert_eq!(opened_by(&bench, 5), None);
    // The position before cycle 3 is open to everyone: whoever read it would play on it.
    let problem = undone(&bench).unwrap_err();
    assert_eq!(
        problem.what,
        "cycle 3 cannot be undone: the position before it is open to everyone"
    );
    passes(&bench);
    // Nor does any reader take a ledger in which a moderator did it all the same.
    let other = bench.copy();
    rewrite_result(&other, 5, |result| {
        let correction = result.correction.as_mut().unwrap();
        correction.undoes = Some(3);
    });
    let told = failed(&other);
    assert!(told.starts_with("FAILED  chain: ledger/"), "{told}");
    assert!(told.contains("cycle 3 cannot be undone: the position before it is open"), "{told}");
    // The orders of cycle 4 stand in cycle 6, and are not open before that lies as far behind.
    let opened: Vec<_> = (6..=8).map(|_| played(&bench)).collect();
    assert_eq!(opened, [None, Some(3), Some(6)]);
    let told = passes(&bench);
    assert!(told.contains("ok      opened: 7 cycles replayed, no differences"), "{told}");
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench);
}

#[test]
fn who_takes_up_the_office_opens_what_is_due() {
    let bench = begun(1, true);
    played(&bench);
    let secret = FoundingSecret::handed(bench.desk().secret());
    let handed = Keys { signing: keys().signing, secret };
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let mut desk = Desk::take(bench.store(), handed, OURS).unwrap();
    resolve::resolve(&mut desk, false, bench.now()).unwrap();
    drop(desk);
    assert_eq!(opened_by(&bench, 2), Some(1));
    passes(&bench);
}

#[test]
fn who_takes_over_a_seat_reads_its_report_and_everyone_does_once_it_is_open() {
    let bench = begun(1, false);
    played(&bench);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let key = take_over(&mut bench.desk(), bench.now()).unwrap();
    let path = bench.desk().campaign.report(&"union".parse().unwrap(), 1);
    let bytes = bench.store().need(&path).unwrap();
    let own = own_orders::report(&bytes, Some(key.identity())).unwrap();
    resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    assert_eq!(opened_by(&bench, 2), Some(1));
    passes(&bench);
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let house = campaign.known_keys().unwrap().house(1);
    let everyones = own_orders::report(&bytes, Some(&house)).unwrap();
    assert_eq!(everyones.text, own.text);
}

#[test]
fn spectators_read_along_as_far_as_is_open() {
    let bench = begun(2, false);
    play_on(&bench, 2);
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let page = chronicle(&campaign, &Opened::so_far(&campaign).unwrap().unwrap()).unwrap();
    assert!(!markdown(&page).contains("Orders of mazianni, cycle 1"));
    drop(campaign);
    played(&bench);
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    assert!(Opened::new(&campaign).unwrap().is_none(), "it is not revealed");
    let opened = Opened::so_far(&campaign).unwrap().unwrap();
    let told = markdown(&chronicle(&campaign, &opened).unwrap());
    assert!(told.contains("Orders of mazianni, cycle 1"), "{told}");
    assert!(!told.contains("Orders of mazianni, cycle 2"), "{told}");
    assert!(told.contains("up to cycle 1; each is open 2 cycles later"), "{told}");
    let files = site(bench.store(), OURS, Play::Nowhere).unwrap().files;
    assert!(files["chronicle.html"].contains("Orders of mazianni, cycle 1"));
    assert!(files["index.html"].contains("the game up to cycle 1, with all orders"));
}

/// How long what a game hides counts, in one of its own scenarios.
fn lasting(game: &str, scenario: &str, options: &[(&str, &str)]) -> Lasting {
    let kind = OURS.named(game).unwrap();
    let shipped = kind.shipped();
    let named = |(name, _): &&(&str, &str)| *name == scenario;
    let (scenario, map) = *shipped.scenarios.iter().find(named).unwrap();
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let options = options.iter().map(own).collect();
    let charter = Charter { scenario, map: map.as_bytes(), ..Charter::shipped(kind, "x", OURS) };
    Charter { options: &options, ..charter }.lasting().unwrap()
}

#[test]
fn each_game_says_how_long_its_secrets_count() {
    let always = |lasting: Lasting| match lasting {
        Lasting::Game(what) => what.to_owned(),
        Lasting::Cycles(cycles) => panic!("{cycles}"),
    };
    for (game, scenario, why) in [
        ("company-war", "demonstration", "which carriers have troops aboard stays hidden"),
        ("age-of-imperialism", "two-powers", "face-down markers and chits stay hidden"),
        ("parabellum", "kessel-reach", "status cards, reserves and credits stay hidden"),
        ("company-commander", "meeting", "units stay hidden until the enemy sees them"),
        ("mechad", "hs-25-choice", "what was bought or chosen before the battle stays hidden"),
    ] {
        let said = always(lasting(game, scenario, &[]));
        assert!(said.starts_with(why), "{said}");
    }
    let seen = lasting("company-commander", "meeting", &[("fog", "none")]);
    assert_eq!(seen, Lasting::Cycles(1));
    assert_eq!(lasting("mechad", "duel", &[]), Lasting::Cycles(9));
    assert_eq!(lasting("mechad", "duel", &[("block", "32")]), Lasting::Cycles(6));
}

#[test]
fn no_campaign_is_founded_whose_secrets_would_be_told() {
    let kind = OURS.named("mechad").unwrap();
    let duel = kind.shipped().scenarios.iter().find(|(name, _)| *name == "duel").unwrap();
    let charter = |after| Charter {
        trust: Trust { reveal_after: Some(after), ..Trust::default() },
        scenario: duel.0,
        map: duel.1.as_bytes(),
        ..Charter::shipped(kind, "duel", OURS)
    };
    charter(9).check(Path::new("nowhere")).unwrap();
    let problem = charter(8).check(Path::new("nowhere")).unwrap_err();
    assert_eq!(
        problem.what,
        "cycles cannot be opened 8 cycles later: what this game hides matters for longer"
    );
    assert_eq!(problem.hint.as_deref(), Some("open each cycle at least 9 cycles later"));
    let war = Charter::shipped(OURS.named("company-war").unwrap(), "war", OURS);
    let trust = Trust { reveal_after: Some(99), ..Trust::default() };
    let problem = Charter { trust, ..war }.check(Path::new("nowhere")).unwrap_err();
    assert!(problem.what.starts_with("cycles cannot be opened before the end: which carriers"));
}
