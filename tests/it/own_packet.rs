//! Players keep the packets they sent and the receipts they got: after the reveal a packet is judged
//! again, so that a false refusal and a false "late" fail, and a true one does not.

use std::fs;
use std::process::Command;

use adjutant::base::{Digest, Time};
use adjutant::games::OURS;
use adjutant::ledger::Verification;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::open::{open, open_or_move};
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::reveal::reveal;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::seal::{open_own, sealed, sign_file, sshsig};

use crate::bench::{Bench, SET_UP, keys, output, sealed_to, time};

const DEADLINE: &str = "2026-02-01T20:00:00Z";
const BEFORE: &str = "2026-01-20T12:00:00Z";
const AFTER: &str = "2026-02-01T20:00:01Z";

/// Cycle 1 is open until the deadline.
fn begun() -> Bench {
    let bench = Bench::enrolled();
    open(&mut bench.desk(), Some(time(DEADLINE)), bench.now()).unwrap();
    bench
}

/// A packet of the Mazianni that is in order.
fn packet(bench: &Bench, sequence: u32) -> String {
    let desk = bench.desk();
    bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", sequence, SET_UP))
}

/// What is signed in a packet for the open cycle.
fn id(desk: &Desk, packet: &str) -> Digest {
    let identity = desk.cycle_identity(desk.campaign.open_cycle().unwrap());
    let inner = sealed::open(packet.as_bytes(), &identity, sealed::MAIL_LIMIT).unwrap();
    open_own(&inner, sshsig::ORDERS).unwrap().id
}

/// A receipt that the moderator signs and that says what they want it to say.
fn forged(bench: &Bench, packet: Digest, verdict: Verdict, received: Time) -> String {
    let desk = bench.desk();
    let receipt = Receipt {
        adjutant: "receipt-v1".to_owned(),
        campaign: desk.campaign.id(),
        cycle: desk.campaign.open_cycle().unwrap(),
        seat: (verdict != Verdict::Refused).then(|| "mazianni".parse().unwrap()),
        sequence: (verdict != Verdict::Refused).then_some(1),
        packet,
        salt: None,
        received,
        verdict,
        reason: Some("so it is".to_owned()),
        repaired: Vec::new(),
        findings: Vec::new(),
    };
    receipt.sign(keys().signing.signing())
}

/// The campaign is resolved after its deadline, and abandoned.
fn over(bench: &Bench) {
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:00Z")).unwrap();
    reveal(&mut bench.desk(), Some("enough"), time("2026-02-02T00:00:01Z")).unwrap();
}

fn verified(bench: &Bench, packet: &str, receipts: &[&str]) -> Verification {
    let named = |text: &&str| ("r".to_owned(), text.as_bytes().to_owned());
    let packets = vec![("p.age".to_owned(), packet.as_bytes().to_owned())];
    let receipts = receipts.iter().map(named).collect();
    verify(bench.store(), &Own { packets, receipts, ..Own::default() }, OURS).unwrap()
}

/// The lines on packets.
fn told(bench: &Bench, packet: &str, receipts: &[&str]) -> Vec<String> {
    let verdict = verified(bench, packet, receipts);
    let told = verdict.to_string();
    assert_eq!(verdict.passed(), !told.contains("FAILED"), "{told}");
    let own = told.lines().filter(|line| line.contains("my packet"));
    own.map(str::to_owned).collect()
}

#[test]
fn a_false_refusal_is_exposed_by_the_packet() {
    let bench = begun();
    let packet = packet(&bench, 1);
    let file = Digest::of(&sealed::unwrapped(packet.as_bytes()).unwrap());
    let receipt = forged(&bench, file, Verdict::Refused, time(BEFORE));
    over(&bench);
    let why = "FAILED  my packet: p.age: cycle 1: called refused, but the packet was in order and in \
               time; mazianni played without orders";
    // As the player kept it, and as it went through the mail.
    for kept in [packet.clone(), format!("From: a\n\n> {}", packet.replace('\n', "\n> "))] {
        let told = told(&bench, &kept, &[&receipt]);
        assert_eq!(told, ["ok      my packet: cycle 1: not accepted: refused", why]);
    }
    let problem = verified(&bench, &packet, &[&receipt]);
    let hint = problem.problems().next().unwrap().hint.clone().unwrap();
    assert!(hint.contains("show both to the other players"), "{hint}");
}

#[test]
fn a_refusal_of_what_was_signed_is_exposed_too() {
    let bench = begun();
    let packet = packet(&bench, 1);
    let id = id(&bench.desk(), &packet);
    let receipt = forged(&bench, id, Verdict::Refused, time(BEFORE));
    over(&bench);
    assert!(
        told(&bench, &packet, &[&receipt])[1].contains("called refused, but the packet was in")
    );
}

#[test]
fn a_packet_refused_as_of_a_cycle_that_had_not_closed_is_exposed() {
    let bench = begun();
    let first = packet(&bench, 1);
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:00Z")).unwrap();
    open(&mut bench.desk(), None, time("2026-02-02T00:00:01Z")).unwrap();
    let file = Digest::of(&sealed::unwrapped(first.as_bytes()).unwrap());
    // It names the cycle that came after, and a time before the first was over.
    let receipt = forged(&bench, file, Verdict::Refused, time(BEFORE));
    let honest = bench.receive_at(&first, time("2026-02-02T00:00:02Z"));
    assert!(honest.receipt.reason.unwrap().starts_with("this packet is for cycle 1"));
    resolve(&mut bench.desk(), true, time("2026-02-03T00:00:00Z")).unwrap();
    reveal(&mut bench.desk(), None, time("2026-02-03T00:00:01Z")).unwrap();
    let lines = told(&bench, &first, &[&receipt, &honest.text]);
    let false_one = "FAILED  my packet: p.age: cycle 2: the receipt says it came at \
                     2026-01-20T12:00:00Z, when packets were received for another cycle";
    assert_eq!(lines[2], false_one);
    assert!(lines[3].contains("mazianni, cycle 2: refused, as it had to be: this packet is for"));
}

#[test]
fn a_false_late_is_exposed() {
    let bench = begun();
    let packet = packet(&bench, 1);
    let id = id(&bench.desk(), &packet);
    let receipt = forged(&bench, id, Verdict::Late, time(BEFORE));
    over(&bench);
    let lines = told(&bench, &packet, &[&receipt]);
    assert!(
        lines[0]
            .starts_with("FAILED  my packet: r: mazianni, cycle 1: called late, but it came at")
    );
    let why = "FAILED  my packet: p.age: mazianni, cycle 1: called late, but the packet was in order \
               and in time; mazianni played without orders";
    assert_eq!(lines[1], why);
}

#[test]
fn a_packet_that_gave_way_to_none_is_exposed() {
    for verdict in [Verdict::Superseded, Verdict::Equivocation] {
        let bench = begun();
        let packet = packet(&bench, 1);
        let id = id(&bench.desk(), &packet);
        let receipt = forged(&bench, id, verdict, time(BEFORE));
        over(&bench);
        let why = format!("called {}, but the packet was in order and in time", verdict.word());
        let lines = told(&bench, &packet, &[&receipt]);
        assert!(lines[1].starts_with("FAILED") && lines[1].contains(&why), "{lines:?}");
    }
}

/// One that was accepted must be used.
#[test]
fn an_accepted_packet_that_was_dropped_is_exposed() {
    let bench = begun();
    let packet = packet(&bench, 1);
    let id = id(&bench.desk(), &packet);
    let receipt = forged(&bench, id, Verdict::Accepted, time(BEFORE));
    over(&bench);
    let lines = told(&bench, &packet, &[&receipt]);
    assert!(lines[1].ends_with("mazianni, cycle 1: accepted as it had to be, but not used"));
}

#[test]
fn true_receipts_are_borne_out() {
    let bench = begun();
    let (second, third) = (packet(&bench, 2), packet(&bench, 3));
    let desk = bench.desk();
    let orders = bench.orders(&desk, "mazianni", 4, SET_UP);
    let head = desk.campaign.ledger.head().to_string();
    let strange = bench.packet(&desk, "mazianni", &orders.replace(&head, &"0".repeat(64)));
    let other = bench.orders(&desk, "mazianni", 3, "orders: []\n");
    let same = bench.packet(&desk, "mazianni", &other);
    drop(desk);
    let receive = |packet: &str, at: &str| bench.receive_at(packet, time(at)).text;
    let used = receive(&third, BEFORE);
    let superseded = receive(&second, BEFORE);
    let equivocation = receive(&same, "2026-01-21T00:00:00Z");
    let refused = receive(&strange, "2026-01-21T00:00:01Z");
    // A ruling makes the deadline earlier; what comes in between is late.
    let earlier = "2026-01-25T00:00:00Z";
    let moved = time("2026-01-22T00:00:00Z");
    open_or_move(&mut bench.desk(), Some(time(earlier)), Some("agreed"), moved).unwrap();
    let fifth = packet(&bench, 5);
    let late = receive(&fifth, "2026-01-26T00:00:00Z");
    over(&bench);
    for (packet, receipt, first, again) in [
        (&third, &used, "used as sent", "used as sent"),
        (
            &second,
            &superseded,
            "not accepted: superseded",
            "superseded, as it had to be: the packet with",
        ),
        (
            &same,
            &equivocation,
            "not accepted: equivocation",
            "equivocation, as it had to be: an earlier",
        ),
        (&strange, &refused, "not accepted: refused", "refused, as it had to be: head is not"),
        (&fifth, &late, "came at 2026-01-26", "late, as it had to be: the deadline was 2026-01-25"),
    ] {
        let lines = told(&bench, packet, &[receipt]);
        let begins = |line: &str, what: &str| {
            let line = line.strip_prefix("ok      my packet: mazianni, cycle 1: ");
            line.is_some_and(|line| line.starts_with(what))
        };
        assert!(begins(&lines[0], first) && begins(&lines[1], again), "{lines:?}");
    }
}

/// What players do to a packet so that it is refused must not make a liar of an honest moderator.
#[test]
fn an_honest_refusal_cannot_be_made_to_look_false() {
    let bench = begun();
    let good = packet(&bench, 1);
    let desk = bench.desk();
    let orders = bench.orders(&desk, "mazianni", 1, SET_UP);
    let signed = sign_file(bench.players["mazianni"].signing(), sshsig::ORDERS, &orders);
    let elsewhere = sealed_to(&desk, 2, &signed);
    drop(desk);
    let long = format!("{}\n{good}", "filler ".repeat(60_000));
    for sent in [format!("{good}\n{good}"), long, signed, elsewhere] {
        let reply = bench.receive_at(&sent, time(BEFORE));
        assert_eq!(reply.receipt.verdict, Verdict::Refused);
        let copy = bench.copy();
        over(&copy);
        let lines = told(&copy, &good, &[&reply.text]);
        assert!(!lines.concat().contains("FAILED"), "{lines:?}");
        let lines = told(&copy, &sent, &[&reply.text]);
        assert!(lines[1].contains("refused, as it had to be"), "{lines:?}");
    }
}

#[test]
fn without_a_receipt_it_is_said_what_can_be_known() {
    let bench = begun();
    let (used, unsent) = (packet(&bench, 1), packet(&bench, 2));
    bench.receive_at(&used, time(BEFORE));
    assert_eq!(told(&bench, &used, &[]), ["-       my packet: judged again after the reveal"]);
    over(&bench);
    assert_eq!(told(&bench, &used, &[]), ["ok      my packet: mazianni, cycle 1: used as sent"]);
    let nobody = "-       my packet: mazianni, cycle 1: not used, and no receipt given names it as it \
                  was sent";
    assert_eq!(told(&bench, &unsent, &[]), [nobody]);
    let junk =
        "-       my packet: no receipt names it, and it is no packet of this campaign's cycles";
    assert_eq!(told(&bench, "junk", &[]), [junk]);
}

#[test]
fn the_command_takes_packets_and_exits_with_1() {
    let bench = begun();
    let packet = packet(&bench, 1);
    let file = Digest::of(&sealed::unwrapped(packet.as_bytes()).unwrap());
    let receipt = forged(&bench, file, Verdict::Refused, time(AFTER));
    over(&bench);
    let folder = bench.dir.path();
    fs::write(folder.join("p.age"), &packet).unwrap();
    fs::write(folder.join("r"), receipt).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(folder).args(["-C", "campaign", "--json", "verify"]);
    let done = output(command.args(["--packet", "p.age", "--receipt", "r"]));
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(1), "{said}");
    // It came too late, and the receipt called it something else.
    assert!(said.contains("called refused, but it had to be late: the deadline was"), "{said}");
}
