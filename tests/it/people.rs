//! Players' own signed words: absences, new keys, substitutes, objections. Nobody acts for a seat but
//! whom its player named, and nothing is done in a player's name that they did not sign.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Kind, Problem, Time};
use adjutant::campaign::{layout, mailbox};
use adjutant::games::OURS;
use adjutant::ledger::{Authority, Body, PacketUse, Withdrawal};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::cycle::{open, resolve, reveal, status};
use adjutant::referee::moderator::decide;
use adjutant::referee::moderator::word::take;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::run::steps::{Mail, run};
use adjutant::seal::word::{Packet, Says, Word};
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey, sign_file, sshsig};

use crate::bench::{Bench, SEATS, SET_UP, next_word, sealed_to, time};
use crate::folder::folder;
use crate::tamper::rewrite;

const RULES: &str =
    "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\nabsences: {days: 21}\n";

/// Cycle 1 is open until the first Friday of the year, under these rules.
fn begun(more: &str) -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    let rules = format!("{RULES}{more}");
    decide::set_calendar(&mut desk, rules.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time("2026-01-02T20:00:00Z")));
    drop(desk);
    bench
}

/// The word of who has a key, on a seat.
fn word(bench: &Bench, seat: &str, key: &PlayerSecret, says: Says) -> String {
    let desk = bench.desk();
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let sequence = next_word();
    Word { campaign, seat: seat.parse().unwrap(), head, sequence, says }.sign(key.signing())
}

fn taken(bench: &Bench, word: &str) -> Result<String, Problem> {
    let now = bench.now();
    take(&mut bench.desk(), word.as_bytes(), (now, now))
}

/// A person without a seat.
fn dora() -> PlayerSecret {
    PlayerSecret::generate([31; 96])
}

/// The word that new keys have a seat from now on.
fn new_keys(bench: &Bench, seat: &str, old: &PlayerSecret, new: &PlayerSecret) -> String {
    let desk = bench.desk();
    let whose = (desk.campaign.id(), seat.parse().unwrap());
    let place = (desk.campaign.ledger.head(), next_word());
    Word::of_new_keys(whose, place, (new, Some(new.tip(&desk.genesis())))).sign(old.signing())
}

fn substitute(key: &PlayerSecret, until: &str) -> Says {
    Says::Substitute {
        name: "Dora".into(),
        signing: PublicKey::of(key.signing()),
        age: key.identity().recipient(),
        until: time(until),
    }
}

/// Orders of a seat for the open cycle, signed with any key, with a link of that key's chain.
fn send(
    bench: &Bench,
    (seat, sequence): (&str, u32),
    key: &PlayerSecret,
    now: Time,
) -> (Verdict, String) {
    let desk = bench.desk();
    let lists = if seat == "mazianni" { SET_UP } else { "orders: []\n" };
    let text = bench.orders(&desk, seat, sequence, lists);
    let cycle = desk.campaign.open_cycle().unwrap();
    let link = |key: &PlayerSecret| key.link(&desk.genesis(), cycle, cycle).unwrap().to_string();
    let text = text.replace(&link(&bench.players[seat]), &link(key));
    let packet = sealed_to(&desk, cycle, &sign_file(key.signing(), sshsig::ORDERS, &text));
    drop(desk);
    let receipt = bench.receive_at(packet, now).receipt;
    (receipt.verdict, receipt.reason.unwrap_or_default())
}

fn passes(bench: &Bench) -> String {
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    verdict.to_string()
}

fn revealed(bench: &Bench, now: &str) -> String {
    reveal::reveal(&mut bench.desk(), Some("enough"), time(now)).unwrap();
    bench.verify().to_string()
}

#[test]
fn an_absence_is_the_players_own_word() {
    let bench = begun("");
    let dates = "2026-01-05 to 2026-01-09".parse().unwrap();
    let away = || Says::Absence { dates, reason: "skiing".into() };
    let anna = &bench.players["mazianni"];
    let own = word(&bench, "mazianni", anna, away());
    assert_eq!(taken(&bench, &own).unwrap(), "mazianni is away, 2026-01-05 to 2026-01-09");
    // Neither twice, nor by another, nor for another campaign, nor beyond what the calendar gives.
    assert_eq!(taken(&bench, &own).unwrap_err().kind, Kind::Nothing);
    let forged = word(&bench, "union", anna, away());
    let problem = taken(&bench, &forged).unwrap_err();
    assert_eq!(problem.what, "this word is not signed with the key of seat union");
    let long = "2026-02-05 to 2026-02-28".parse().unwrap();
    let long = Says::Absence { dates: long, reason: "more".into() };
    assert_eq!(
        taken(&bench, &word(&bench, "mazianni", anna, long)).unwrap_err().kind,
        Kind::Refused
    );
    let told = passes(&bench);
    assert!(told.contains("ok      words: 1 signed by the players who sent them"), "{told}");
    // A moderator who stretches it is found.
    rewrite(&bench, |_, body| {
        if let Body::Absence(absence) = body {
            absence.dates = "2026-01-05 to 2026-01-19".parse().unwrap();
        }
    });
    assert!(bench.verify().to_string().contains("FAILED  words: ledger/"), "{}", bench.verify());
}

#[test]
fn the_old_key_signs_for_the_new_one() {
    let bench = begun("key-wait: 3d\n");
    let (anna, new) = (&bench.players["mazianni"], dora());
    let own = new_keys(&bench, "mazianni", anna, &new);
    let told = taken(&bench, &own).unwrap();
    assert!(told.starts_with("Player of mazianni has new keys for mazianni: SHA256:"), "{told}");
    let now = time("2026-01-01T12:00:00Z");
    let (verdict, reason) = send(&bench, ("mazianni", 1), anna, now);
    assert_eq!(verdict, Verdict::Refused, "{reason}");
    assert_eq!(send(&bench, ("mazianni", 1), &new, now).0, Verdict::Accepted);
    // The old key has no say any more.
    let back = new_keys(&bench, "mazianni", anna, anna);
    assert_eq!(taken(&bench, &back).unwrap_err().kind, Kind::Refused);
    let acts = status::full(&bench.desk()).unwrap().acts;
    let told =
        "Player of mazianni has new keys for mazianni from cycle 1 on, by their own signed word";
    assert!(acts.iter().any(|act| act == told), "{acts:?}");
    resolve::resolve(&mut bench.desk(), true, time("2026-01-02T20:00:01Z")).unwrap();
    // The new key reads the report.
    let desk = bench.desk();
    let sealed =
        desk.campaign.listed(&desk.campaign.report(&"mazianni".parse().unwrap(), 1)).unwrap();
    own_orders::report(&sealed, Some(new.identity())).unwrap();
    drop(desk);
    let told = revealed(&bench, "2026-01-02T20:00:02Z");
    assert!(!told.contains("FAILED"), "{told}");
}

/// A moderator says that a player signed for other keys.
#[test]
fn keys_that_the_old_key_did_not_sign_for_are_found() {
    let bench = begun("");
    let mallory = Player::of(
        &PlayerPublic {
            name: Some("Player of union".into()),
            signing: PublicKey::of(dora().signing()),
            age: dora().identity().recipient(),
            commitment: None,
        },
        "Player of union".into(),
        &bench.desk().genesis(),
    );
    let union = "union".parse().unwrap();
    enroll(&mut bench.desk(), &union, &mallory.unwrap(), Some("she says so"), bench.now()).unwrap();
    passes(&bench);
    rewrite(&bench, |_, body| {
        if let Body::Key(change) = body {
            (change.authority, change.reason) = (Authority::Player, None);
        }
    });
    let told = bench.verify().to_string();
    assert!(told.contains("it does not list words/000006.txt"), "{told}");
}

#[test]
fn keys_on_the_moderators_word_wait_for_an_objection() {
    let bench = begun("key-wait: 3d\n");
    let genesis = bench.desk().genesis();
    let key = dora();
    let file = PlayerPublic {
        name: Some("Dora".into()),
        signing: PublicKey::of(key.signing()),
        age: key.identity().recipient(),
        commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
    };
    let dora = Player::of(&file, "Dora".into(), &genesis).unwrap();
    let union = "union".parse().unwrap();
    let replace = |now: &str| enroll(&mut bench.desk(), &union, &dora, Some("lost"), time(now));
    replace("2026-01-01T12:00:00Z").unwrap();
    let entry = bench.desk().campaign.ledger.len() - 1;
    assert_eq!(bench.desk().campaign.holder(&union, u32::MAX).unwrap().name, "Player of union");
    let problem = replace("2026-01-02T12:00:00Z").unwrap_err();
    assert_eq!(problem.what, "union can object until 2026-01-04T12:00:00Z");
    let objection = Says::Objection { entry, reason: "I am still here".into() };
    let objection = word(&bench, "union", &bench.players["union"], objection);
    let came = time("2026-01-03T12:00:00Z");
    take(&mut bench.desk(), objection.as_bytes(), (came, came)).unwrap();
    // Announced again, it waits again; nobody objects, and the seat changes hands.
    replace("2026-01-05T12:00:00Z").unwrap();
    assert_eq!(replace("2026-01-08T12:00:00Z").unwrap_err().kind, Kind::Nothing);
    replace("2026-01-08T12:00:01Z").unwrap();
    assert_eq!(bench.desk().campaign.holder(&union, u32::MAX).unwrap().name, "Dora");
    let told = passes(&bench);
    assert!(
        told.contains("union objects to the keys that were announced: I am still here"),
        "{told}"
    );
    // Without the announcement it would have been found.
    rewrite(&bench, |_, body| {
        if let Body::Claim(claim) = body {
            claim.until = time("2026-01-05T12:00:01Z");
        }
    });
    let told = bench.verify().to_string();
    assert!(told.contains("union was given other keys without the time for objections"), "{told}");
}

#[test]
fn a_substitute_orders_until_their_time_is_over() {
    let bench = begun("");
    let (ben, dora) = (&bench.players["union"], dora());
    let until = "2026-01-10T12:00:00Z";
    let now = time("2026-01-01T12:00:00Z");
    assert_eq!(send(&bench, ("union", 1), &dora, now).0, Verdict::Refused);
    taken(&bench, &word(&bench, "union", ben, substitute(&dora, until))).unwrap();
    // They read the report, and order; a link of theirs does not go into the dice.
    let desk = bench.desk();
    let entry = desk.campaign.ledger.len() - 1;
    let again = desk.campaign.listed(&format!("cycles/0000/reports/union.{entry:06}.age")).unwrap();
    own_orders::report(&again, Some(dora.identity())).unwrap();
    drop(desk);
    assert_eq!(send(&bench, ("union", 1), &dora, now).0, Verdict::Accepted);
    assert_eq!(send(&bench, ("mazianni", 1), &dora, now).0, Verdict::Refused, "another's seat");
    assert_eq!(send(&bench, ("mazianni", 1), &bench.players["mazianni"], now).0, Verdict::Accepted);
    resolve::resolve(&mut bench.desk(), false, time("2026-01-02T20:00:01Z")).unwrap();
    let desk = bench.desk();
    let packets = &desk.campaign.ledger.result(1).unwrap().packets;
    let used = &packets[&"union".parse().unwrap()];
    assert!(matches!(used, PacketUse::Used { sequence: 1, contributed: false, .. }), "{used:?}");
    for key in [ben, &dora] {
        let sealed = desk.campaign.listed("cycles/0001/reports/union.age").unwrap();
        own_orders::report(&sealed, Some(key.identity())).unwrap();
    }
    drop(desk);
    open::open(&mut bench.desk(), Some(time("2026-01-20T12:00:00Z")), time("2026-01-03T12:00:00Z"))
        .unwrap();
    // The player can order as ever: the higher sequence counts, whosever it is.
    assert_eq!(send(&bench, ("union", 2), &dora, time(until)).0, Verdict::Accepted);
    let (verdict, reason) = send(&bench, ("union", 4), &dora, time("2026-01-10T12:00:01Z"));
    assert_eq!(verdict, Verdict::Refused);
    assert!(reason.starts_with("Dora could send orders for union until"), "{reason}");
    assert_eq!(send(&bench, ("union", 3), ben, time("2026-01-11T12:00:00Z")).0, Verdict::Accepted);
    resolve::resolve(&mut bench.desk(), true, time("2026-01-21T12:00:00Z")).unwrap();
    let desk = bench.desk();
    let sealed = desk.campaign.listed("cycles/0002/reports/union.age").unwrap();
    assert!(own_orders::report(&sealed, Some(dora.identity())).is_err(), "their time is over");
    drop(desk);
    let told = revealed(&bench, "2026-01-21T12:00:01Z");
    assert!(!told.contains("FAILED"), "{told}");
    assert!(told.contains("Dora may send orders for union until"), "{told}");
    assert!(verify(bench.store(), &Own::default(), OURS).unwrap().passed());
}

#[test]
fn a_new_player_has_no_substitute() {
    let bench = begun("");
    let (ben, dora) = (&bench.players["union"], dora());
    taken(&bench, &word(&bench, "union", ben, substitute(&dora, "2026-01-10T12:00:00Z"))).unwrap();
    crate::replacement::take_over(&mut bench.desk(), bench.now()).unwrap();
    let now = time("2026-01-01T12:00:00Z");
    assert_eq!(send(&bench, ("union", 1), &dora, now).0, Verdict::Refused);
    passes(&bench);
}

/// What players sign is taken while the campaign pauses, and so is what the moderator decides.
#[test]
fn all_players_together_pause_the_campaign() {
    let bench = begun("pause: 10d\n");
    let agrees = |seat: &str, until: &str| {
        let says = Says::Pause { until: time(until) };
        taken(&bench, &word(&bench, seat, &bench.players[seat], says))
    };
    let problem = agrees("mazianni", "2026-02-01T12:00:00Z").unwrap_err();
    assert_eq!(problem.what, "a pause lasts at most 10d");
    let told = agrees("mazianni", "2026-01-09T12:00:00Z").unwrap();
    assert_eq!(told, "mazianni agrees to a pause until 2026-01-09T12:00:00Z");
    let forged = Says::Pause { until: time("2026-01-09T12:00:00Z") };
    let forged = word(&bench, "union", &bench.players["mazianni"], forged);
    assert_eq!(taken(&bench, &forged).unwrap_err().kind, Kind::Refused);
    assert!(bench.desk().campaign.ledger.pause().is_none(), "one alone pauses nothing");
    // The earliest end that a player gives counts.
    let told = agrees("union", "2026-01-05T12:00:00Z").unwrap();
    assert_eq!(
        told,
        "union agrees to a pause until 2026-01-05T12:00:00Z; the campaign pauses until \
         2026-01-05T12:00:00Z: all players agree"
    );
    // Once it is over they agree anew; the days are counted together.
    decide::resume(&mut bench.desk(), "all are back", bench.now()).unwrap();
    let told = agrees("union", "2026-01-05T12:00:00Z").unwrap();
    assert_eq!(told, "union agrees to a pause until 2026-01-05T12:00:00Z");
    let told = passes(&bench);
    assert!(told.contains("ok      words: 3 signed by the players who sent them"), "{told}");
    // A moderator who lets a player agree to more is found.
    rewrite(&bench, |_, body| {
        if let Body::Agree(agreement) = body {
            agreement.until = time("2026-01-10T12:00:00Z");
        }
    });
    assert!(bench.verify().to_string().contains("FAILED  words: ledger/"), "{}", bench.verify());
}

#[test]
fn words_and_decisions_are_taken_during_a_pause() {
    let bench = begun("pause: 30d\n");
    let until = time("2026-01-02T12:00:00Z");
    decide::pause(&mut bench.desk(), until, "exams", bench.now()).unwrap();
    let dates = "2026-01-12".parse().unwrap();
    let away = Says::Absence { dates, reason: "skiing".into() };
    taken(&bench, &word(&bench, "union", &bench.players["union"], away)).unwrap();
    let new = dora();
    taken(&bench, &new_keys(&bench, "union", &bench.players["union"], &new)).unwrap();
    let now = bench.now();
    assert_eq!(send(&bench, ("union", 1), &new, now).0, Verdict::Accepted);
    adjutant::referee::moderator::rule::explain(
        &mut bench.desk(),
        "we go on after the exams",
        bench.now(),
    )
    .unwrap();
    let kind = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err().kind;
    assert_eq!(kind, Kind::Nothing);
    passes(&bench);
}

/// `run` takes words out of the folder as well as packets, each once, and what is no word is a packet's
/// to say.
#[test]
fn run_takes_words_with_the_packets() {
    let bench = begun("");
    let (anna, ben) = (&bench.players["mazianni"], &bench.players["union"]);
    let away = || Says::Absence { dates: "2026-01-12".parse().unwrap(), reason: "skiing".into() };
    let own = word(&bench, "mazianni", anna, away());
    let others = word(&bench, "mazianni", ben, away());
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    let now = time("2026-01-01T12:00:00Z");
    let mail = |name: &str, bytes: &str| Mail {
        name: name.to_owned(),
        content: bytes.as_bytes().to_vec().into(),
        arrived: now,
    };
    let inbox = [mail("a", &own), mail("b", &packet), mail("c", &own), mail("d", &others)];
    let done = run(&mut bench.desk(), &inbox, now).unwrap();
    let words: Vec<(&str, &str)> =
        done.words.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    assert_eq!(
        words,
        [
            ("a", "mazianni is away, 2026-01-12"),
            ("c", "mazianni: nothing was done: this word was already taken"),
        ]
    );
    let verdicts: Vec<_> =
        done.receipts.iter().map(|(name, r)| (name.as_str(), r.receipt.verdict)).collect();
    assert_eq!(verdicts, [("b", Verdict::Accepted), ("d", Verdict::Refused)]);
    assert_eq!(done.taken(), ["a", "c", "b", "d"]);
    passes(&bench);
}

/// Who said that they are done, with keys that are no longer theirs, has not said it with the new ones: the
/// cycle does not close early, and `run` does not try.
#[test]
fn what_was_final_with_former_keys_closes_nothing() {
    let bench = begun("early-close: 1h\n");
    for seat in SEATS {
        let desk = bench.desk();
        let lists = if seat == "mazianni" { SET_UP } else { "orders: []\n" };
        let text = bench.orders(&desk, seat, 1, &format!("final: true\n{lists}"));
        let packet = bench.packet(&desk, seat, &text);
        drop(desk);
        assert_eq!(bench.receive(packet).receipt.verdict, Verdict::Accepted);
    }
    taken(&bench, &new_keys(&bench, "union", &bench.players["union"], &dora())).unwrap();
    let done = run(&mut bench.desk(), &[], time("2026-01-01T14:00:00Z")).unwrap();
    assert!(done.steps.is_empty(), "{:?}", done.steps);
}

/// What cannot be read is told and left where it is; the rest comes.
#[test]
fn a_message_that_cannot_be_read_is_left() {
    let folder = folder();
    std::fs::write(folder.path().join("one"), "a packet").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("two")).unwrap();
    let found = mailbox::look(folder.path(), mailbox::Kind::Folder, None).unwrap();
    assert_eq!(found.messages.iter().map(|mail| mail.name.as_str()).collect::<Vec<_>>(), ["one"]);
    assert_eq!(found.unread[0].what, "this is a link, and is left");
}

#[test]
fn nobody_else_withdraws_a_packet() {
    // Without a word, with that of another seat, and with one on another packet.
    let words: [Option<(&str, u32)>; 4] =
        [None, Some(("mazianni", 1)), Some(("union", 2)), Some(("union", 1))];
    for said in words {
        let bench = begun("");
        bench.send();
        let signed = said.map(|(who, sequence)| {
            let says = Says::Withdraw(Packet { cycle: 1, sequence });
            word(&bench, "union", &bench.players[who], says)
        });
        let mut files = BTreeMap::new();
        let mut desk = bench.desk();
        if let Some(word) = signed {
            let path = layout::word(desk.campaign.ledger.len());
            desk.campaign.store.write(&path, word.as_bytes()).unwrap();
            files.insert(path, Digest::of(word.as_bytes()));
        }
        let seat = "union".parse().unwrap();
        let body = Body::Withdraw(Withdrawal { seat, sequence: 1, packets: 1, files });
        let appended = desk.append(bench.now(), Some(1), body);
        assert_eq!(appended.is_ok(), said.is_some());
        drop(desk);
        if said.is_none() {
            continue;
        }
        let verdict = bench.verify();
        assert_eq!(verdict.passed(), said == Some(("union", 1)), "{said:?}: {verdict}");
    }
}
