//! A report from somebody else: a seat's recipient is in the ledger, so anybody can encrypt to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adjutant::base::{Cause, Problem};
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::referee::Campaign;
use adjutant::referee::cycle::open::open_or_move;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::proof::{Evidence, prove};
use adjutant::referee::record::report::{Data, Report};
use adjutant::seal::{PublicKey, SigningKey, packed, sealed};

use crate::bench::{self, Bench, SEATS, keys};

/// A campaign in which the Union has read its first report.
fn scene() -> (Bench, Campaign, Report) {
    let bench = Bench::open();
    let report = bench.report_of(&bench.desk(), "union", 0);
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    (bench, campaign, report)
}

/// The report with other facts, the trailer that it came with, and a signature of this key.
fn forged(
    campaign: &Campaign,
    report: &Report,
    by: &SigningKey,
    edit: impl Fn(&mut Data),
) -> String {
    let mut data = report.data.clone();
    edit(&mut data);
    let text = data.text(&data.page(&*campaign.game).unwrap());
    report.trailer.as_ref().unwrap().after(&text, by, None)
}

fn stranger() -> SigningKey {
    SigningKey::from_bytes(&[66; 32])
}

fn moderator() -> PublicKey {
    PublicKey::of(keys().signing.signing())
}

/// What a player who has a copy of the campaign finds, and one who knows the moderator's key only.
fn found(campaign: &Campaign, text: &str) -> [Result<(), Problem>; 2] {
    let report = Report::read(text).unwrap();
    let key = moderator();
    [
        prove(&report, Evidence::of(campaign)),
        prove(&report, Evidence { moderator: Some(&key), ..Evidence::default() }),
    ]
}

fn refused(found: [Result<(), Problem>; 2], why: &str) {
    for problem in found.map(Result::unwrap_err) {
        assert!(problem.what.contains(why), "{problem}");
    }
}

#[test]
fn the_moderators_report_proves_itself() {
    let (_, campaign, report) = scene();
    let key = moderator();
    prove(&report, Evidence::of(&campaign)).unwrap();
    prove(&report, Evidence { moderator: Some(&key), ..Evidence::default() }).unwrap();
    let problem = prove(&report, Evidence::default()).unwrap_err();
    assert_eq!(problem.cause, Some(Cause::Unproven));
}

/// Orders would go to the forger, who could read them.
#[test]
fn a_report_that_redirects_orders_is_refused() {
    let (bench, campaign, report) = scene();
    let elsewhere = bench.players["mazianni"].identity().recipient().to_string();
    let redirect = |data: &mut Data| data.next.as_mut().unwrap().recipient = elsewhere.clone();
    let text = forged(&campaign, &report, &stranger(), redirect);
    refused(found(&campaign, &text), "not from the moderator");
    // Without any signature.
    let unsigned = text.split("-----BEGIN").next().unwrap();
    refused(found(&campaign, unsigned), "not signed");
    // Even with the moderator's own: the ledger says otherwise.
    let text = forged(&campaign, &report, keys().signing.signing(), redirect);
    let [by_ledger, _] = found(&campaign, &text);
    assert!(by_ledger.unwrap_err().what.contains("not the report that the ledger commits to"));
}

/// A link shows all before it: the last one would show the whole chain.
#[test]
fn a_report_that_asks_for_a_later_link_gets_none() {
    let (bench, campaign, report) = scene();
    let key = &bench.players["union"];
    let skip = |cycle: u32| {
        move |data: &mut Data| {
            data.cycle = cycle;
            data.next.as_mut().unwrap().cycle = cycle + 1;
        }
    };
    let jump = |data: &mut Data| data.next.as_mut().unwrap().cycle = 1024;
    let text = forged(&campaign, &report, keys().signing.signing(), jump);
    assert!(Report::read(&text).is_err(), "a report invites to the next cycle");
    // Signed by a moderator who cheats, with or without a copy of the ledger at hand.
    for cycle in [1, 1023] {
        let text = forged(&campaign, &report, keys().signing.signing(), skip(cycle));
        let data = Report::read(&text).unwrap().data;
        for campaign in [Some(&campaign), None] {
            let problem = own_orders::link(&data, campaign, 0, key).unwrap_err();
            assert!(problem.what.contains("cycle 1 is the next one"), "{problem}");
        }
    }
    let link = own_orders::link(&report.data, Some(&campaign), 0, key).unwrap();
    assert_eq!(link, key.link(&report.data.genesis, 1, 0).unwrap());
}

/// A cheating moderator signs a report of the cycle that is open, for the link of the next one before its
/// time. A copy of the ledger shows that the cycle is not over.
#[test]
fn a_report_that_comes_too_early_gets_no_link() {
    let (bench, campaign, report) = scene();
    let key = &bench.players["union"];
    let early = |data: &mut Data| {
        data.cycle = 1;
        data.next.as_mut().unwrap().cycle = 2;
    };
    let text = forged(&campaign, &report, keys().signing.signing(), early);
    // For all that a copy which may be older than the report shows, it is the moderator's.
    assert!(found(&campaign, &text).iter().all(Result::is_ok));
    let data = Report::read(&text).unwrap().data;
    let problem = own_orders::link(&data, Some(&campaign), 1, key).unwrap_err();
    assert!(problem.what.contains("cycle 1 is the next one"), "{problem}");
    assert!(problem.hint.unwrap().contains("the report came too early"));
    // Who has no copy gives the next link, and none beyond it.
    assert!(own_orders::link(&data, None, 0, key).is_err());
    assert!(own_orders::link(&data, None, 1, key).is_ok());
    // The commands have the copy at hand, though the link of cycle 1 was given.
    let player = Player::of(&bench, "union");
    let template = player.run(Some(&bench.root()), &["template"]);
    assert!(template.status.success(), "{template:?}");
    let known = || fs::read_to_string(player.home.join("own.known")).unwrap();
    assert!(known().contains("linked: 1"), "{}", known());
    player.put("early.md", text.as_bytes());
    let orders = String::from_utf8(template.stdout).unwrap().replace("cycle: 1", "cycle: 2");
    player.put("orders.yaml", orders.as_bytes());
    for command in [&["template"][..], &["check", "orders.yaml"], &["seal", "orders.yaml"]] {
        let refused =
            player.run(Some(&bench.root()), &[command, &["--report", "early.md"]].concat());
        assert!(said(&refused).contains("cycle 1 is the next one"), "{refused:?}");
        assert!(refused.stdout.is_empty(), "{refused:?}");
    }
    assert!(known().contains("linked: 1"), "{}", known());
    bench.send();
    bench.resolve();
    let template = player.run(Some(&bench.root()), &["template"]);
    let link = key.link(&report.data.genesis, 2, 1).unwrap().to_string();
    assert!(String::from_utf8(template.stdout).unwrap().contains(&link));
}

/// A report of the moderator's for another seat, or of another kind, is nobody's.
#[test]
fn a_report_for_somebody_else_is_refused() {
    let (bench, campaign, report) = scene();
    let other = bench.report_of(&bench.desk(), "mazianni", 0);
    let theirs =
        other.trailer.as_ref().unwrap().after(&report.text, keys().signing.signing(), None);
    let [by_ledger, _] = found(&campaign, &theirs);
    assert!(by_ledger.unwrap_err().what.contains("not the report that the ledger commits to"));
}

#[test]
fn the_public_report_is_the_one_in_the_ledger() {
    let bench = Bench::open();
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let text = fs::read_to_string(bench.root().join(layout::public_report(0))).unwrap();
    prove(&Report::read(&text).unwrap(), Evidence::of(&campaign)).unwrap();
    let other = text.replacen("Union", "Onion", 1);
    assert_ne!(text, other);
    let problem = prove(&Report::read(&other).unwrap(), Evidence::of(&campaign)).unwrap_err();
    assert!(problem.what.contains("does not list"), "{problem}");
}

/// A player's files outside the campaign, and the program run on them.
struct Player {
    home: PathBuf,
}

impl Player {
    fn of(bench: &Bench, seat: &str) -> Self {
        let home = bench.dir.path().join(format!("home of {seat}"));
        fs::create_dir(&home).unwrap();
        fs::write(home.join("own.key"), bench::text(&bench.players[seat].write())).unwrap();
        Self { home }
    }

    fn run(&self, campaign: Option<&Path>, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(&self.home).env_remove("ADJUTANT_PLAYER_KEY");
        if let Some(campaign) = campaign {
            command.arg("-C").arg(campaign);
        }
        command.args(arguments).args(["--key", "own.key"]).output().unwrap()
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.home.join(name), bytes).unwrap();
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Without a copy of the campaign, the moderator's key is asked for once.
#[test]
fn a_report_in_a_mail_needs_the_moderators_key_once() {
    let bench = Bench::open();
    let player = Player::of(&bench, "union");
    player.put("0.age", &fs::read(bench.root().join(layout::report(0, "union"))).unwrap());
    let refused = player.run(None, &["read", "0.age"]);
    assert!(!refused.status.success() && said(&refused).contains("--moderator"), "{refused:?}");
    let shown = player.run(None, &["read", "0.age", "--unproven"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("UNPROVEN"), "{shown:?}");
    let wrong = PublicKey::of(&stranger()).fingerprint();
    let refused = player.run(None, &["read", "0.age", "--moderator", &wrong]);
    assert!(said(&refused).contains("not the moderator's key"), "{refused:?}");
    let right = moderator().fingerprint();
    let read = player.run(None, &["read", "0.age", "--moderator", &right]);
    assert!(read.status.success(), "{read:?}");
    assert!(!String::from_utf8_lossy(&read.stdout).contains("UNPROVEN"));
    let again = player.run(None, &["read", "0.age"]);
    assert!(again.status.success() && again.stdout == read.stdout, "{again:?}");
}

/// Two histories from one moderator: a player who has seen one is not shown the other.
#[test]
fn a_ledger_that_forks_is_noticed_by_who_saw_the_other() {
    let bench = Bench::open();
    let fork = bench.copy();
    let player = Player::of(&bench, "union");
    for other in [&bench, &fork] {
        other.send();
    }
    bench.resolve();
    fork.receive(b"something that only one history answers");
    let moved = Some(bench::time("2026-03-01T00:00:00Z"));
    open_or_move(&mut fork.desk(), moved, Some("exams"), fork.now()).unwrap();
    let late = bench::time("2026-03-01T00:00:01Z");
    adjutant::referee::cycle::resolve::resolve(&mut fork.desk(), false, late).unwrap();
    let read = player.run(Some(&bench.root()), &["read"]);
    assert!(read.status.success(), "{read:?}");
    let refused = player.run(Some(&fork.root()), &["read"]);
    assert!(said(&refused).contains("the root does not match"), "{refused:?}");
    assert!(player.run(Some(&bench.root()), &["read"]).status.success());
}

/// The newest report's place is in the hands of whoever can write there.
#[test]
fn an_older_report_in_the_newest_ones_place_is_named() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let player = Player::of(&bench, "union");
    let path = |cycle| bench.root().join(layout::report(cycle, "union"));
    fs::copy(path(0), path(1)).unwrap();
    let orders = bench.dir.path().join("orders.yaml");
    fs::write(&orders, "orders: []\n").unwrap();
    let orders = orders.to_str().unwrap();
    for command in
        [&["read"][..], &["template"], &["check", orders], &["forecast", orders], &["seal", orders]]
    {
        let refused = player.run(Some(&bench.root()), command);
        assert!(said(&refused).contains("the report of cycle 0, not of cycle 1"), "{refused:?}");
    }
}

/// The same in the place of a report before it, which commands compare with or take orders from.
#[test]
fn an_older_report_in_an_earlier_ones_place_is_named() {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    drop(desk);
    for _ in 1..=3 {
        adjutant::referee::cycle::open::open(&mut bench.desk(), None, bench.now()).unwrap();
        bench.send();
        bench.resolve();
    }
    let player = Player::of(&bench, "union");
    let path = |cycle| bench.root().join(layout::report(cycle, "union"));
    let commands = [
        &["read", "--changes"][..],
        &["read", "--unit", "Norway"],
        &["template", "--same-as", "2"],
    ];
    for command in commands {
        let fine = player.run(Some(&bench.root()), command);
        assert!(fine.status.success(), "{command:?}: {}", said(&fine));
    }
    fs::copy(path(1), path(2)).unwrap();
    for command in commands {
        let refused = player.run(Some(&bench.root()), command);
        assert!(!refused.status.success(), "{command:?}");
        assert!(said(&refused).contains("the report of cycle 1, not of cycle 2"), "{refused:?}");
    }
}

/// Every command that a player gives orders with, on reports that anybody could have made: with a copy of the
/// campaign, and with what the program remembers alone.
#[test]
fn no_command_takes_a_forged_report() {
    let (bench, campaign, report) = scene();
    let player = Player::of(&bench, "union");
    let desk = bench.desk();
    player.put("orders.yaml", bench.orders(&desk, "union", 1, "orders: []\n").as_bytes());
    drop(desk);
    let idle = |_: &mut Data| {};
    let redirect = |data: &mut Data| {
        data.next.as_mut().unwrap().recipient =
            bench.players["mazianni"].identity().recipient().to_string();
    };
    let by = |key: &SigningKey, edit: &dyn Fn(&mut Data)| forged(&campaign, &report, key, edit);
    let honest = by(keys().signing.signing(), &idle);
    let strangers = by(&stranger(), &idle);
    let unsigned = honest.split("-----BEGIN").next().unwrap().to_owned();
    let redirected = by(keys().signing.signing(), &redirect);
    let commands: [&[&str]; 5] = [
        &["template"],
        &["check", "orders.yaml"],
        &["forecast", "orders.yaml", "--samples", "1"],
        &["seal", "orders.yaml"],
        &["read"],
    ];
    let root = bench.root();
    let run = |command: &[&str], copy: bool| {
        let report = if command == ["read"] { &["report"][..] } else { &["--report", "report"] };
        player.run(copy.then_some(&*root), &[command, report].concat())
    };
    let seal = |text: &str| {
        let to = bench.players["union"].identity().recipient();
        player.put("report", &sealed::keep(&packed::pack(text).unwrap(), &[&to]).unwrap());
    };
    seal(&honest);
    for command in commands {
        let taken = run(command, true);
        assert!(taken.status.success(), "{command:?}: {taken:?}");
    }
    for (text, why, without_a_copy) in [
        (strangers, "not from the moderator", true),
        (unsigned, "not signed", true),
        (redirected, "not the report that the ledger commits to", false),
    ] {
        seal(&text);
        for (command, copy) in commands.into_iter().flat_map(|it| [(it, true), (it, false)]) {
            if !copy && !without_a_copy {
                continue;
            }
            let refused = run(command, copy);
            assert!(!refused.status.success(), "{command:?}, {copy}: {refused:?}");
            assert!(said(&refused).contains(why), "{command:?}, {copy}: {}", said(&refused));
            assert!(refused.stdout.is_empty(), "{command:?}, {copy}");
        }
    }
}

/// The campaign's recipient is in the genesis: anybody can seal a position to it.
#[test]
fn a_position_that_somebody_put_there_is_not_played_on() {
    let bench = Bench::open();
    bench.send();
    let state = bench.root().join(layout::state(0));
    let honest = fs::read(&state).unwrap();
    let desk = bench.desk();
    let text = desk.position(0).unwrap().0;
    let recipient = desk.identity().recipient();
    drop(desk);
    let other = packed::pack(&text.replacen("Europe", "Lisbon", 1)).unwrap();
    fs::write(&state, sealed::keep(&other, &[&recipient]).unwrap()).unwrap();
    let mut desk = bench.desk();
    let problem =
        adjutant::referee::cycle::resolve::resolve(&mut desk, false, bench.now()).unwrap_err();
    assert!(problem.what.contains("not the one that the ledger lists"), "{problem}");
    drop(desk);
    fs::write(&state, honest).unwrap();
    bench.resolve();
    assert!(SEATS.iter().all(|seat| bench.root().join(layout::report(1, seat)).exists()));
}
