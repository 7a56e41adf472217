//! What is around it: a calendar, a lock, a player's program.

use std::fs;
use std::process::{Command, Output};

use adjutant::campaign::layout;
use adjutant::ledger::Withheld;
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{open, reveal};
use adjutant::referee::moderator::beacon::{Fetch, take};
use adjutant::referee::moderator::lock::lock;
use adjutant::referee::moderator::{calendar_facts, decide};
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::run::steps::{Circumstances, run_by_post};
use adjutant::seal::PublicKey;

use super::{begun, comes, held, judged, passes, refused, trust};
use crate::beacon::{ROUNDS, drand};
use crate::bench::{Bench, SEATS, keys, output, text, time};

#[test]
fn a_run_waits_for_the_round_and_judges_what_it_opens() {
    let bench = Bench::trusting(trust());
    // Some days before the Friday of a round that was recorded.
    bench.minutes.set(18 * 1440);
    let rules = b"zone: UTC\ndeadlines: {every: [friday 11:00]}\nreminders: [2d]\n";
    decide::set_calendar(&mut bench.desk(), rules, "agreed", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    assert_eq!(bench.desk().campaign.ledger.deadline(1), Some(time(ROUNDS[2].2)));
    bench.send();
    let fetch = |_: &_, _| Ok(drand(2));
    let run = |bench: &Bench| {
        let how = Circumstances { beacon: Some(Fetch(&fetch)), ..Circumstances::default() };
        run_by_post(&mut bench.desk(), &[], how, bench.now()).unwrap()
    };
    // Nobody is reminded whose packet is there, though nobody can open it.
    bench.minutes.set(ROUNDS[2].3 - 1440);
    let desk = bench.desk();
    let packets = adjutant::referee::cycle::packets::incoming(&desk).unwrap();
    let (_, facts) = calendar_facts::of(&desk, &packets).unwrap().unwrap();
    assert!(facts.seats.iter().all(|seated| seated.sent.is_some()), "{facts:?}");
    drop(desk);
    let before = run(&bench);
    assert!(before.steps.is_empty(), "{:?}", before.steps);
    for letter in &before.letters {
        assert!(!letter.id.starts_with("remind"), "{letter:?}");
        let sealed = letter.body.contains("(sealed to round 657413 of drand)");
        assert!(sealed || !letter.id.starts_with("report"), "{letter:?}");
    }
    assert!(before.letters.iter().any(|letter| letter.id.starts_with("report")));
    bench.minutes.set(ROUNDS[2].3);
    let done = run(&bench);
    let verdicts: Vec<Verdict> = done.judged.iter().map(|it| it.receipt.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted; 2], "{:?}", done.stopped);
    assert!(
        done.steps.iter().any(|step| step.contains("the beacon of cycle 1 came")),
        "{:?}",
        done.steps
    );
    assert!(bench.desk().campaign.ledger.result(1).is_some());
    // The next report says to which round orders are sealed.
    let report = done.letters.iter().find(|letter| letter.body.contains("of drand"));
    assert!(report.is_some(), "{:?}", done.letters);
}

#[test]
fn a_cycle_is_locked_once_its_packets_are_open() {
    let links = Some(crate::locks::terms(Withheld::Absent));
    let bench = Bench::trusting(Trust { links, ..trust() });
    open::open(&mut bench.desk(), Some(time(ROUNDS[0].2)), bench.now()).unwrap();
    bench.send();
    bench.minutes.set(ROUNDS[0].3);
    let early = lock(&mut bench.desk(), false, bench.now()).unwrap_err();
    assert!(early.what.contains("waits for round 123"), "{early}");
    take(&mut bench.desk(), drand(0), bench.now()).unwrap();
    lock(&mut bench.desk(), false, bench.now()).unwrap();
    crate::locks::give(&bench);
    bench.resolve();
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench, &adjutant::referee::audit::verify::Own::default());
}

fn does(bench: &Bench, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(bench.dir.path()).args(arguments);
    command.env("SOURCE_DATE_EPOCH", "1692803400").env_remove("ADJUTANT_PLAYER_KEY");
    output(&mut command)
}

fn said(output: Output) -> String {
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn a_player_seals_by_a_copy_or_by_the_round_that_they_were_told() {
    let bench = begun(0);
    fs::write(bench.dir.path().join("union.key"), text(&bench.players["union"].write())).unwrap();
    let report = bench.root().join(layout::report(0, "union"));
    fs::copy(report, bench.dir.path().join("union.age")).unwrap();
    let here = ["-C", "campaign", "--key", "union.key"];
    let made = does(&bench, &[&["template", "-o", "orders.yaml"][..], &here].concat());
    assert!(made.status.success(), "{}", said(made));
    let made = does(&bench, &[&["seal", "orders.yaml"][..], &here].concat());
    assert!(made.status.success(), "{}", said(made));
    assert!(held(&bench.receive(&made.stdout)));
    let card = does(&bench, &["-C", "campaign", "card", "-o", "pell.card"]);
    assert!(card.status.success(), "{}", said(card));
    let kept = does(&bench, &["read", "pell.card", "--key", "union.key"]);
    assert!(kept.status.success(), "{}", said(kept));
    let other = does(&bench, &[&["seal", "orders.yaml", "--round", "5"][..], &here].concat());
    assert!(said(other).contains("the round of cycle 1 is 123, not 5"));
    // The round was told by mail, and no copy is here.
    let file = bench.dir.path().join("orders.yaml");
    let orders = fs::read_to_string(&file).unwrap();
    let without: Vec<&str> = orders.lines().filter(|line| !line.starts_with("reveal:")).collect();
    fs::write(&file, without.join("\n") + "\n").unwrap();
    let fingerprint = PublicKey::of(keys().signing.signing()).fingerprint();
    let alone = ["--key", "union.key", "--report", "union.age", "--moderator", &fingerprint];
    let without = does(&bench, &[&["seal", "orders.yaml"][..], &alone].concat());
    let told = said(without);
    assert!(told.contains("no round of drand given") && told.contains("--round NUMBER"), "{told}");
    let with = does(&bench, &[&["seal", "orders.yaml", "--round", "123"][..], &alone].concat());
    assert!(with.status.success(), "{}", said(with));
    assert!(held(&bench.receive(&with.stdout)));
    // To the moderator alone it is not taken, as long as the round may come.
    let again = does(&bench, &[&["seal", "orders.yaml", "--again"][..], &alone].concat());
    assert!(again.status.success(), "{}", said(again));
    assert!(refused(&bench.receive(&again.stdout)).contains("not sealed to a round"));
    comes(&bench, 0);
    assert!(judged(&bench).iter().all(|it| it.receipt.verdict == Verdict::Accepted));
}

#[test]
fn who_founds_such_a_campaign_is_told_what_is_lost_when_the_beacon_ends() {
    let bench = Bench::founded();
    let new = ["new", "sealed", "--game", "company-war", "--sealed", "timelock"];
    let without = does(&bench, &new);
    let told = said(without);
    assert!(told.contains("the campaign has none") && told.contains("--beacon drand"), "{told}");
    assert!(!bench.dir.path().join("sealed").exists());
    let with = does(&bench, &[&new[..], &["--beacon", "drand"]].concat());
    let told = said(with);
    assert!(
        told.contains("if drand ever shuts down, orders that are sealed to its later rounds can never be opened"),
        "{told}"
    );
    let open = does(&bench, &["new", "open", "--game", "company-war", "--trust", "open"]);
    assert!(said(open).contains("nobody can open them earlier, not even you"));
    let genesis = |name: &str| {
        fs::read_to_string(bench.dir.path().join(name).join("ledger/000000.yaml")).unwrap()
    };
    for name in ["sealed", "open"] {
        let told = genesis(name);
        assert!(told.contains("sealed: timelock") && told.contains("level: 3"), "{told}");
    }
    let own = ["new", "own", "--game", "company-war", "--trust", "open", "--sealed", "moderator"];
    assert!(does(&bench, &own).status.success() && !genesis("own").contains("sealed: timelock"));
    assert_eq!(SEATS.len(), 2);
}
