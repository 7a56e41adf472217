//! Orders that nobody opens before the deadline, not even the moderator: sealed to the round of drand that the cycle's dice
//! wait for.

mod around;

use adjutant::base::{Digest, Problem, Time};
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::ledger::{Beacon, BeaconTerms, Body, Earlier, Sealing};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::receive::Reply;
use adjutant::referee::cycle::{deputy, open, packets, resolve, reveal, status};
use adjutant::referee::moderator::beacon::{Came, Fetch, come, take};
use adjutant::referee::record::luck::awaited;
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::beacon::{QUICKNET, Round};
use adjutant::seal::envelope::Bound;
use adjutant::seal::{
    BeaconKind, Envelope, SigningKey, packed, sealed, sign_file, sshsig, timelock,
};

use crate::beacon::{ROUNDS, drand};
use crate::bench::{Bench, SEATS, SET_UP, sealed_to, time};
use crate::shelf::seat;

/// What makes a campaign's orders nobody's before their round.
pub(crate) fn trust() -> Trust {
    let patience = "3d".parse().unwrap();
    let terms = Some(BeaconTerms { chain: Some(QUICKNET.to_owned()), source: None, patience });
    Trust { beacon: BeaconKind::Drand, terms, sealed: Sealing::Timelock, ..Trust::default() }
}

/// Cycle 1 is open until the deadline of a round.
fn begun(at: usize) -> Bench {
    let bench = Bench::trusting(trust());
    open::open(&mut bench.desk(), Some(time(ROUNDS[at].2)), bench.now()).unwrap();
    bench
}

fn lists(seat: &str) -> &'static str {
    if seat == "mazianni" { SET_UP } else { "orders: []\n" }
}

/// An order file, signed.
fn signed(bench: &Bench, desk: &Desk, seat: &str, sequence: u32, key: &SigningKey) -> String {
    sign_file(key, sshsig::ORDERS, &bench.orders(desk, seat, sequence, lists(seat)))
}

fn bound(desk: &Desk, whose: &str, sequence: u32) -> Bound {
    let cycle = desk.campaign.open_cycle().unwrap();
    let to = desk.cycle_identity(cycle).recipient().to_string();
    Bound { campaign: desk.campaign.id(), cycle, seat: seat(whose), sequence, to }
}

/// A packet of a seat with any signature and any round.
fn packet(bench: &Bench, (whose, sequence): (&str, u32), round: u64) -> String {
    let (desk, key) = (bench.desk(), bench.players[whose].signing());
    let inside = signed(bench, &desk, whose, sequence, key);
    let envelope = Envelope::seal(bound(&desk, whose, sequence), &inside, round).unwrap();
    envelope.packet(key, &desk.cycle_identity(1).recipient()).unwrap()
}

/// A packet whose envelope is in order, and which has something else inside.
fn with_inside(bench: &Bench, (whose, sequence): (&str, u32), inside: &[u8], round: u64) -> String {
    let (desk, key) = (bench.desk(), bench.players[whose].signing());
    let envelope = Envelope::seal(bound(&desk, whose, sequence), "x", round).unwrap();
    let text = adjutant::base::yaml::write(&envelope);
    let orders = timelock::seal(inside, round).unwrap();
    let from = text.find("orders:").unwrap();
    let block = format!("  {}\n", orders.trim_end().replace('\n', "\n  "));
    let text = sign_file(key, sshsig::ENVELOPE, &format!("{}orders: |\n{block}", &text[..from]));
    sealed::seal(text.as_bytes(), &desk.cycle_identity(1).recipient()).unwrap()
}

fn held(reply: &Reply) -> bool {
    reply.receipt.verdict == Verdict::Held
}

fn refused(reply: &Reply) -> &str {
    assert_eq!(reply.receipt.verdict, Verdict::Refused, "{:?}", reply.receipt);
    reply.receipt.reason.as_deref().unwrap()
}

/// The clock stands behind the deadline of a round, which came.
fn comes(bench: &Bench, at: usize) {
    bench.minutes.set(ROUNDS[at].3);
    take(&mut bench.desk(), drand(at), bench.now()).unwrap();
}

fn passes(bench: &Bench, own: &Own) -> String {
    let verdict = verify(bench.store(), own, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    verdict.to_string()
}

/// The receipt of every packet that was judged now.
fn judged(bench: &Bench) -> Vec<Reply> {
    deputy::judge(&mut bench.desk()).unwrap().into_iter().map(|(_, reply)| reply).collect()
}

fn text(reply: &Reply) -> (String, Vec<u8>) {
    ("receipt".to_owned(), reply.text.clone().into_bytes())
}

#[test]
fn a_packet_waits_for_its_round_and_counts_as_it_came() {
    let bench = begun(0);
    let sent: Vec<String> = SEATS.map(|seat| packet(&bench, (seat, 1), 123)).into();
    let replies: Vec<Reply> = sent.iter().map(|packet| bench.receive(packet)).collect();
    for (reply, whose) in replies.iter().zip(SEATS) {
        let receipt = &reply.receipt;
        assert!(held(reply) && receipt.seat == Some(seat(whose)) && receipt.sequence == Some(1));
        let why = "nobody can open it before round 123 of drand, which comes at 2023-08-23T15:15:33Z; it is judged then";
        assert_eq!(receipt.reason.as_deref(), Some(why));
    }
    // The same packet again came when it came first, and fills nothing.
    let entries = bench.desk().campaign.ledger.len();
    let again = bench.receive(&sent[0]).receipt;
    assert_eq!(again.received, replies[0].receipt.received);
    assert_eq!(bench.desk().campaign.ledger.len(), entries);
    // Nobody is missing, and nothing is read.
    let desk = bench.desk();
    let status = status::full(&desk).unwrap();
    assert!(status.seats.iter().all(|line| line.orders == "sent" && line.sequence == Some(1)));
    assert!(packets::received(&desk.campaign, 1, &desk.cycle_identity(1)).unwrap().kept.is_empty());
    drop(desk);
    assert!(judged(&bench).is_empty());
    let early = resolve::resolve(&mut bench.desk(), false, bench.now()).unwrap_err();
    assert!(early.what.contains("waits for round 123"), "{early}");
    comes(&bench, 0);
    let judged = judged(&bench);
    assert!(judged.iter().all(|reply| reply.receipt.verdict == Verdict::Accepted), "{judged:?}");
    assert!(bench.resolve().nmr.is_empty());
    let receipts: Vec<_> = replies.iter().chain(&judged).map(text).collect();
    let told = passes(&bench, &Own { receipts: receipts.clone(), ..Own::default() });
    assert!(told.contains("taken by the moderator at") && told.contains("used as sent"), "{told}");
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let packets = sent.into_iter().map(|sent| ("mine".to_owned(), sent.into_bytes())).collect();
    let told = passes(&bench, &Own { receipts, packets, ..Own::default() });
    let line = "arrivals: 2 of 2 packets that nobody could open yet were judged as they came";
    assert!(told.contains(line) && told.contains("ok      replay"), "{told}");
    assert!(!told.contains("not used"), "{told}");
}

#[test]
fn what_does_not_open_is_refused_then_and_the_last_that_does_counts() {
    let bench = begun(0);
    assert!(held(&bench.receive(packet(&bench, ("mazianni", 1), 123))));
    assert!(held(&bench.receive(packet(&bench, ("union", 1), 123))));
    assert!(held(&bench.receive(packet(&bench, ("union", 2), 123))));
    // Garbage, orders of another seat, another's signature, and a file that no round opens.
    let desk = bench.desk();
    let others = signed(&bench, &desk, "mazianni", 4, bench.players["mazianni"].signing());
    drop(desk);
    for (sequence, inside) in [(3, b"garbage".to_vec()), (4, others.into_bytes())] {
        assert!(held(&bench.receive(with_inside(&bench, ("union", sequence), &inside, 123))));
    }
    comes(&bench, 0);
    let verdicts: Vec<(Option<u32>, Verdict)> = judged(&bench)
        .iter()
        .map(|reply| (reply.receipt.sequence, reply.receipt.verdict))
        .collect();
    let accepted =
        [(Some(1), Verdict::Accepted), (Some(1), Verdict::Accepted), (Some(2), Verdict::Accepted)];
    assert_eq!(verdicts[..3], accepted);
    assert!(verdicts[3..].iter().all(|(_, verdict)| *verdict == Verdict::Refused), "{verdicts:?}");
    // Whose they were is known, so their player is told.
    let desk = bench.desk();
    let status = status::full(&desk).unwrap();
    assert_eq!(
        status.seats.iter().map(|line| line.sequence).collect::<Vec<_>>(),
        [Some(1), Some(2)]
    );
    drop(desk);
    assert!(bench.resolve().nmr.is_empty());
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench, &Own::default());
}

#[test]
fn what_can_be_refused_on_arrival_is() {
    let bench = begun(0);
    let entries = bench.desk().campaign.ledger.len();
    // The moderator could read it.
    let desk = bench.desk();
    let key = bench.players["union"].signing();
    let open = sealed_to(&desk, 1, &signed(&bench, &desk, "union", 1, key));
    drop(desk);
    let reply = bench.receive(open);
    assert!(refused(&reply).contains("not sealed to a round of drand"), "{reply:?}");
    // A round that is far away, or has another's deadline.
    for round in [122, 124, 1000, 9_000_000_000] {
        let reply = bench.receive(packet(&bench, ("union", 1), round));
        let why = refused(&reply);
        let line = format!(
            "the orders are sealed to round {round} of drand, and this cycle's is round 123"
        );
        assert!(why.contains(&line), "{why}");
        assert_eq!(reply.receipt.seat, Some(seat("union")));
    }
    // An envelope that names one round and is sealed to another.
    let text = packet(&bench, ("union", 1), 123);
    let desk = bench.desk();
    let inner = sealed::open(text.as_bytes(), &desk.cycle_identity(1), 1 << 16).unwrap();
    let inner = String::from_utf8(inner).unwrap();
    let body = inner.split("-----BEGIN SSH SIGNATURE").next().unwrap();
    let lie = sign_file(key, sshsig::ENVELOPE, &body.replace("round: 123", "round: 1000"));
    let lie = sealed_to(&desk, 1, &lie);
    // One of a stranger, and one of another player for this seat.
    let stranger = SigningKey::from_bytes(&[66; 32]);
    let strangers = sealed_to(&desk, 1, &sign_file(&stranger, sshsig::ENVELOPE, body));
    let other = bench.players["mazianni"].signing();
    let others = sealed_to(&desk, 1, &sign_file(other, sshsig::ENVELOPE, body));
    drop(desk);
    assert!(refused(&bench.receive(lie)).contains("names round 1000 of drand"));
    let reply = bench.receive(strangers);
    assert!(refused(&reply).contains("a key that is not enrolled") && reply.receipt.seat.is_none());
    assert!(refused(&bench.receive(others)).contains("not signed with the key of seat union"));
    assert_eq!(bench.desk().campaign.ledger.len(), entries, "nothing is noted");
    // Where orders are the moderator's to read, nothing is sealed to a round.
    let plain = Bench::open();
    let reply = plain.receive(packet(&plain, ("union", 1), 123));
    assert!(
        refused(&reply).contains("sealed to a round of drand, which this cycle does not use"),
        "{reply:?}"
    );
}

#[test]
fn a_cycle_that_is_not_open_has_no_round() {
    let bench = begun(0);
    bench.send();
    comes(&bench, 0);
    bench.resolve();
    let desk = bench.desk();
    let to = desk.cycle_identity(2).recipient();
    let bound = Bound {
        cycle: 2,
        to: to.to_string(),
        ..Bound {
            campaign: desk.campaign.id(),
            cycle: 2,
            seat: seat("union"),
            sequence: 1,
            to: String::new(),
        }
    };
    let key = bench.players["union"].signing();
    let packet = Envelope::seal(bound, "x", 1000).unwrap().packet(key, &to).unwrap();
    drop(desk);
    let reply = bench.receive(packet);
    assert!(
        refused(&reply).contains("cycle 2 is not open yet, and its round is not known"),
        "{reply:?}"
    );
}

#[test]
fn a_player_fills_no_ledger() {
    let bench = begun(0);
    for sequence in 1..=40 {
        assert!(held(&bench.receive(packet(&bench, ("union", sequence), 123))), "{sequence}");
    }
    let reply = bench.receive(packet(&bench, ("union", 41), 123));
    assert!(refused(&reply).contains("40 packets of union are held already"), "{reply:?}");
    assert!(held(&bench.receive(packet(&bench, ("mazianni", 1), 123))));
}

fn move_to(bench: &Bench, to: &str, now: Time) -> Result<(), Problem> {
    open::open_or_move(&mut bench.desk(), Some(time(to)), Some("snow"), now).map(drop)
}

#[test]
fn what_was_sealed_to_the_deadline_before_it_was_moved_opens_with_its_own_round() {
    let bench = begun(0);
    assert!(held(&bench.receive(packet(&bench, ("union", 1), 123))));
    move_to(&bench, ROUNDS[1].2, bench.now()).unwrap();
    // Both are taken now.
    assert!(held(&bench.receive(packet(&bench, ("mazianni", 1), 123))));
    assert!(held(&bench.receive(packet(&bench, ("mazianni", 2), 1000))));
    bench.minutes.set(ROUNDS[1].3);
    let waits = awaited(&bench.desk().campaign).unwrap().unwrap();
    assert_eq!((waits.round, &waits.earlier[..]), (Some(1000), &[123][..]));
    assert!(waits.hint().contains("/public/123 and https://api.drand.sh/"), "{}", waits.hint());
    let alone = take(&mut bench.desk(), drand(1), bench.now()).unwrap_err();
    assert_eq!(alone.what, "orders may be sealed to these rounds as well: 123");
    let both = |signature: &str| {
        let Beacon::Drand { round, signature: own, .. } = drand(1) else { unreachable!() };
        let earlier = vec![Earlier { round: 123, signature: signature.to_owned() }];
        Beacon::Drand { round, signature: own, earlier }
    };
    let forged = take(&mut bench.desk(), both(ROUNDS[2].1), bench.now()).unwrap_err();
    assert_eq!(forged.what, "this is not quicknet's signature of round 123");
    let fetch = |_: &_, _| Ok(both(ROUNDS[0].1));
    let came = come(&mut bench.desk(), Some(Fetch(&fetch)), bench.now()).unwrap();
    assert!(matches!(came, Came::Now(_)), "{came:?}");
    let verdicts: Vec<Verdict> = judged(&bench).iter().map(|it| it.receipt.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted; 3]);
    assert!(bench.resolve().nmr.is_empty());
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench, &Own::default());
}

#[test]
fn what_is_sealed_beyond_an_earlier_deadline_is_sent_again() {
    let bench = begun(1);
    for whose in SEATS {
        assert!(held(&bench.receive(packet(&bench, (whose, 1), 1000))));
    }
    move_to(&bench, ROUNDS[0].2, bench.now()).unwrap();
    let reply = bench.receive(packet(&bench, ("union", 2), 1000));
    assert!(refused(&reply).contains("this cycle's is round 123"), "{reply:?}");
    assert!(held(&bench.receive(packet(&bench, ("union", 2), 123))));
    comes(&bench, 0);
    let verdicts: Vec<Verdict> = judged(&bench).iter().map(|it| it.receipt.verdict).collect();
    assert_eq!(verdicts, [Verdict::Refused, Verdict::Refused, Verdict::Accepted]);
    let without = resolve::resolve(&mut bench.desk(), false, bench.now()).unwrap_err();
    assert_eq!(without.what, "orders are missing: mazianni");
    resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench, &Own::default());
}

#[test]
fn a_round_that_never_comes_leaves_nobody_stuck() {
    let bench = begun(0);
    let before = SEATS.map(|whose| {
        let desk = bench.desk();
        let orders = bench.orders(&desk, whose, 1, lists(whose));
        let packet = bench.packet(&desk, whose, &orders);
        drop(desk);
        assert!(held(&bench.receive(packet)));
        orders
    });
    bench.minutes.set(16 + 3 * 1440);
    let reason = "drand has not answered for three days".to_owned();
    take(&mut bench.desk(), Beacon::Missing { reason }, bench.now()).unwrap();
    let desk = bench.desk();
    let acts = adjutant::referee::record::acts::acts(&desk.campaign.ledger);
    assert!(acts.iter().any(|(_, act)| act.sentence().contains("adjutant seal --again")));
    // The same orders again, which the moderator opens now.
    let again = |orders: &str| {
        let key = bench.players["union"].signing();
        sealed_to(&desk, 1, &sign_file(key, sshsig::ORDERS, orders))
    };
    let [_, own] = &before;
    let other = again(&own.replace("sequence: 1", "sequence: 2"));
    let own = again(own);
    drop(desk);
    let waits = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err();
    assert!(waits.what.contains("for mazianni and union to send the same orders again"), "{waits}");
    let reply = bench.receive(other);
    assert!(refused(&reply).contains("not the orders that came before the deadline"), "{reply:?}");
    let reply = bench.receive(packet(&bench, ("union", 3), 123));
    assert!(refused(&reply).contains("never came"), "{reply:?}");
    let reply = bench.receive(own);
    assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{reply:?}");
    assert!(reply.receipt.received < time("2023-08-23T15:15:30Z"), "it came when it came");
    let waits = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err();
    assert!(waits.what.contains("for mazianni to send the same orders again"), "{waits}");
    bench.minutes.set(bench.minutes.get() + 3 * 1440);
    let resolved = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    assert_eq!(resolved.nmr, [seat("mazianni")]);
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    passes(&bench, &Own { receipts: vec![text(&reply)], ..Own::default() });
}

/// What anybody finds who has all of the moderator's keys and these rounds: the orders of these seats.
pub(crate) fn orders_read(bench: &Bench, rounds: &[usize]) -> Vec<String> {
    let desk = bench.desk();
    let identity = desk.cycle_identity(1);
    let kept = packets::received(&desk.campaign, 1, &identity).unwrap().kept;
    let mut read: Vec<String> = kept.iter().map(|kept| kept.header.seat.to_string()).collect();
    let keys = desk.campaign.keys(1).unwrap();
    for entry in desk.campaign.ledger.entries() {
        let Body::Arrival(_) = entry.body else { continue };
        let file = desk.campaign.store.need(&layout::held(1, entry.seq)).unwrap();
        let raw = hex::decode(packed::open(&file, &identity).unwrap()).unwrap();
        let (envelope, outer) = Envelope::read(&raw, &identity, &keys).unwrap();
        let mut opened = rounds.iter().filter_map(|at| {
            let (_, signature, ..) = ROUNDS[*at];
            // Whatever round it calls itself.
            let round = Round { round: envelope.round, signature: signature.to_owned() };
            envelope.open(&round, &outer.key).ok()
        });
        // Nor does a guess of the orders show that it is right: who guesses has no signature.
        assert_ne!(
            envelope.holds,
            Digest::of(bench.orders(&desk, envelope.seat.as_str(), 1, "orders: []\n").as_bytes())
        );
        read.extend(opened.next().map(|_| envelope.seat.to_string()));
    }
    read.sort();
    read.dedup();
    read
}

#[test]
fn all_keys_and_other_rounds_open_nothing_before_the_round() {
    let bench = begun(0);
    bench.send();
    assert_eq!(orders_read(&bench, &[1, 2]), [""; 0]);
    assert_eq!(orders_read(&bench, &[0]), SEATS);
    comes(&bench, 0);
    assert_eq!(judged(&bench).len(), 2);
    assert_eq!(orders_read(&bench, &[]), SEATS, "it is in the ledger, and what it opened is kept");
}
