//! What each kind of game buys: every attack is carried out in a game of every kind, and the table in
//! docs/security.md says what became of it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use adjutant::base::{Digest, Json, canonical};
use adjutant::games::OURS;
use adjutant::ledger::{BeaconTerms, Body, Sealing, Withheld};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::deputy::judge;
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{open, packets, resolve, reveal};
use adjutant::referee::moderator::beacon::take;
use adjutant::referee::moderator::lock::lock;
use adjutant::referee::record::luck::Luck;
use adjutant::referee::record::report::{Report, Trailer};
use adjutant::seal::BeaconKind;
use adjutant::seal::beacon::QUICKNET;

use crate::beacon::{ROUNDS, drand};
use crate::bench::{Bench, SEATS, time};
use crate::locks::{PATIENCE, give, give_one, link};
use crate::proven::another_face;
use crate::roll_call::set_up_chosen;
use crate::shelf::seat;
use crate::tamper::{forge_record, other_report, rewrite, rewrite_result};
use crate::timelock::orders_read as read_with;
use crate::witness::second_history;

/// The kinds of games, by what concerns these attacks.
const KINDS: [&str; 3] = ["club", "league", "open"];

fn founded(kind: &str) -> Bench {
    let patience = "3d".parse().unwrap();
    let terms = BeaconTerms { chain: Some(QUICKNET.to_owned()), source: None, patience };
    let proven_dice = kind != "club";
    Bench::trusting(match kind {
        "open" => Trust {
            beacon: BeaconKind::Drand,
            terms: Some(terms),
            sealed: Sealing::Timelock,
            proven_dice,
            reveal_after: Some(1),
            ..Trust::default()
        },
        "league" => {
            let links = Some(crate::locks::terms(Withheld::Absent));
            Trust { links, proven_dice, ..Trust::default() }
        }
        _ => Trust::default(),
    })
}

/// Opens the next cycle, which everybody orders in.
fn asked(bench: &Bench, cycle: u32) {
    let waits = bench.desk().campaign.ledger.genesis().beacon != "none";
    let deadline = waits.then(|| time(ROUNDS[cycle as usize - 1].2));
    open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
    bench.send();
}

/// Resolves it, once its beacon has come.
fn resolved(bench: &Bench, cycle: u32) {
    if bench.desk().campaign.ledger.genesis().beacon != "none" {
        let at = cycle as usize - 1;
        bench.minutes.set(ROUNDS[at].3);
        take(&mut bench.desk(), drand(at), bench.now()).unwrap();
    }
    if bench.desk().campaign.ledger.genesis().link_terms.is_some() {
        lock(&mut bench.desk(), false, bench.now()).unwrap();
        give(bench);
    }
    bench.resolve();
}

/// The name of the first check that fails.
fn failed(bench: &Bench, reports: Vec<(String, Report)>) -> Option<String> {
    let told = verify(bench.store(), &Own { reports, ..Own::default() }, OURS).unwrap().to_string();
    let line = told.lines().find_map(|line| line.strip_prefix("FAILED  ").map(str::to_owned))?;
    Some(line.split(':').next().unwrap_or_default().to_owned())
}

/// When what a moderator did is found, and by which check of `verify`.
fn found(bench: &Bench, reports: Vec<(String, Report)>) -> String {
    if let Some(check) = failed(bench, reports) {
        return format!("found on the day, by `{check}`");
    }
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    match failed(bench, Vec::new()) {
        Some(check) => format!("found after the reveal, by `{check}`"),
        None => "succeeds".to_owned(),
    }
}

/// A report with another face of a die, and all that commits to it.
fn a_lie_about_a_die(kind: &str) -> String {
    let bench = founded(kind);
    for cycle in 1.. {
        asked(&bench, cycle);
        resolved(&bench, cycle);
        let desk = bench.desk();
        let Report { mut data, .. } = desk.sent(cycle, &seat("union")).unwrap();
        let mut news = data.news.as_ref().unwrap().value();
        if desk.campaign.game.throws(&data.news().unwrap()).unwrap().is_empty() {
            continue;
        }
        assert!(another_face(&mut news));
        data.news = Some(Json::from_canonical(canonical::encode(&news)));
        let text = data.text(&data.page(&*desk.campaign.game).unwrap());
        drop(desk);
        let proof = other_report(&bench, cycle, &text, |_| {});
        let desk = bench.desk();
        let trailer = Trailer { head: desk.campaign.ledger.head(), proof, office: Vec::new() };
        let report = Report::read(&trailer.after(&text, desk.signing(), None)).unwrap();
        drop(desk);
        return found(&bench, vec![("union".to_owned(), report)]);
    }
    unreachable!("a die is rolled")
}

/// A result with another seed than its links give.
fn another_seed(kind: &str) -> String {
    let bench = founded(kind);
    asked(&bench, 1);
    resolved(&bench, 1);
    rewrite(&bench, |cycle, body| match body {
        Body::Result(result) if cycle == Some(1) => {
            result.seed_commitment = Digest::of(b"a seed that suits");
        }
        _ => {}
    });
    found(&bench, Vec::new())
}

/// The seed of a cycle, worked out from all that the moderator has before the deadline.
fn dice_foreseen(kind: &str) -> String {
    let bench = founded(kind);
    asked(&bench, 1);
    let desk = bench.desk();
    let identity = desk.cycle_identity(1);
    let kept = packets::received(&desk.campaign, 1, &identity).unwrap().kept;
    let links: Vec<_> =
        kept.iter().filter_map(|kept| Some((kept.header.seat.clone(), kept.link()?))).collect();
    let foreseen = Luck::of(&desk.campaign, desk.cycle_keys(), 1, &links).unwrap().commitment();
    drop(desk);
    resolved(&bench, 1);
    let came = bench.desk().campaign.ledger.result(1).unwrap().seed_commitment;
    match (foreseen == came, kind) {
        (true, _) => "succeeds".to_owned(),
        (false, "open") => "fails: the beacon is not known yet".to_owned(),
        (false, _) => "fails: the links are not given yet".to_owned(),
    }
}

/// A packet that is dropped once the dice are known, so that others come. The player has its receipt.
fn a_packet_dropped(kind: &str) -> String {
    let bench = founded(kind);
    asked(&bench, 1);
    let held = kind == "open";
    let early = held.then(|| receipt_of(&bench));
    if held {
        // Nobody knows what to drop before.
        bench.minutes.set(ROUNDS[0].3);
        take(&mut bench.desk(), drand(0), bench.now()).unwrap();
        judge(&mut bench.desk()).unwrap();
    }
    let desk = bench.desk();
    let noted = packets::received(&desk.campaign, 1, &desk.cycle_identity(1)).unwrap().noted;
    let union: Vec<_> = noted.into_iter().filter(|noted| noted.seat == seat("union")).collect();
    drop(desk);
    // What was judged in secret has no receipt that its player got.
    let receipt = early.unwrap_or_else(|| union[0].receipt_text.clone());
    let receipts = vec![("receipt".to_owned(), receipt.into_bytes())];
    if kind == "league" {
        // Nobody knows them before the lock, and what is locked is played.
        resolved(&bench, 1);
        rewrite_result(&bench, 1, |result| {
            result.packets.remove(&seat("union"));
        });
    } else {
        for noted in &union {
            fs::remove_file(bench.root().join(&noted.path)).unwrap();
        }
        resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    }
    let seen = |own: Own| {
        let told = verify(bench.store(), &own, OURS).unwrap().to_string();
        let line = told.lines().find_map(|line| line.strip_prefix("FAILED  ")?.split(':').next());
        line.map(str::to_owned)
    };
    match (seen(Own::default()), seen(Own { receipts, ..Own::default() })) {
        (Some(check), _) => format!("found on the day, by `{check}`"),
        (None, Some(check)) => format!("found on the day by the receipt, by `{check}`"),
        (None, None) => "succeeds".to_owned(),
    }
}

/// The orders of a player, read before the deadline.
fn orders_read(kind: &str) -> String {
    let bench = founded(kind);
    asked(&bench, 1);
    // With every key of the moderator's, and rounds that are not the deadline's.
    let read = read_with(&bench, &[1, 2]);
    if read == SEATS {
        return "succeeds".to_owned();
    }
    assert_eq!((read.len(), read_with(&bench, &[0]).len()), (0, SEATS.len()));
    "fails: the round that opens them has not come".to_owned()
}

/// The receipt that a player got when their packet came, and could not be opened yet.
fn receipt_of(bench: &Bench) -> String {
    let desk = bench.desk();
    let text = bench.orders(&desk, "union", 2, &bench.staff(&desk, "union"));
    let packet = bench.packet(&desk, "union", &text);
    drop(desk);
    bench.receive(packet).text
}

/// A link that a friend of the moderator's gives or does not, as the dice suit them.
fn a_link_withheld(kind: &str) -> String {
    let bench = founded(kind);
    let waits = kind == "open";
    let deadline = waits.then(|| time(ROUNDS[0].2));
    open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
    if kind == "league" {
        bench.send();
        lock(&mut bench.desk(), false, bench.now()).unwrap();
        give_one(&bench, SEATS[0]);
    } else {
        bench.send_of(SEATS[0]);
    }
    let links = SEATS.map(|name| (seat(name), link(&bench, name, 1)));
    let desk = bench.desk();
    let foreseen = [&links[..1], &links[..]]
        .map(|links| Luck::of(&desk.campaign, desk.cycle_keys(), 1, links).unwrap().commitment());
    assert_ne!(foreseen[0], foreseen[1]);
    drop(desk);
    bench.minutes.set(if waits { ROUNDS[0].3 } else { bench.minutes.get() + PATIENCE });
    if waits {
        take(&mut bench.desk(), drand(0), bench.now()).unwrap();
    }
    resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    let desk = bench.desk();
    if desk.campaign.ledger.result(1).unwrap().seed_commitment != foreseen[0] {
        return "fails: the beacon is not known yet".to_owned();
    }
    let named: Vec<_> = desk.campaign.ledger.result(1).unwrap().contributors().collect();
    assert_eq!(named, [&seat(SEATS[0])], "everybody reads who gave a link");
    "succeeds, and the ledger names the seat".to_owned()
}

/// A record that says something else than what happened.
fn a_record_changed(kind: &str) -> String {
    let bench = founded(kind);
    asked(&bench, 1);
    resolved(&bench, 1);
    forge_record(&bench);
    assert_eq!(failed(&bench, Vec::new()), None);
    asked(&bench, 2);
    resolved(&bench, 2);
    match failed(&bench, Vec::new()) {
        Some(check) => format!("found once its cycle is open, by `{check}`"),
        None => found(&bench, Vec::new()),
    }
}

type Attack = fn(&str) -> String;

const ATTACKS: [(&str, Attack); 9] = [
    ("change a record, and keep it quiet until the end", a_record_changed),
    ("lie about a die to one player", a_lie_about_a_die),
    ("take another seed than the links give", another_seed),
    ("work out a cycle's dice before its deadline", dice_foreseen),
    ("drop a packet once the dice are known", a_packet_dropped),
    ("read orders before the deadline", orders_read),
    ("have a friend withhold a link once the dice are known", a_link_withheld),
    ("choose the set-up with the last player to enroll", set_up_chosen),
    ("show two players two histories", second_history),
];

#[test]
fn the_table_says_what_each_kind_of_game_buys() {
    let mut table =
        "| a moderator may want to | club | league | open |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for (goal, attack) in ATTACKS {
        let cells = KINDS.map(attack);
        let _ = writeln!(table, "| {goal} | {} |", cells.join(" | "));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/security.md");
    let text = fs::read_to_string(&page).unwrap();
    let start = text.find("| a moderator may want to |").expect("the table of kinds");
    let end = text[start..].find("\n\n").map_or(text.len(), |at| start + at + 1);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&page, format!("{}{table}{}", &text[..start], &text[end..])).unwrap();
        return;
    }
    assert_eq!(text[start..end], table);
}
