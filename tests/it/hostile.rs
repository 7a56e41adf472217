//! Whatever comes by mail: a refusal that says why, a receipt, and what came before still stands.

use adjutant::base::Time;
use adjutant::campaign::layout;
use adjutant::referee::Desk;
use adjutant::referee::cycle::open::open_or_move;
use adjutant::referee::cycle::receive::Reply;
use adjutant::referee::cycle::{resolve, status};
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::seal::{PlayerSecret, PublicKey, SigningKey, sealed, sign_file, sshsig};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::bench::{Bench, SEATS, SET_UP, sealed_to, time};

/// An open cycle in which the Mazianni's packet 5 stands.
fn with_a_packet() -> (Bench, Reply) {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 5, SET_UP));
    drop(desk);
    let reply = bench.receive(packet);
    assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{:?}", reply.receipt.reason);
    (bench, reply)
}

/// The packet with sequence 5 stands, and so it does after resolving, if that is wanted.
fn still_stands(bench: &Bench) {
    let desk = bench.desk();
    let status = status::full(&desk).unwrap();
    let line = status.seats.iter().find(|line| line.seat == "mazianni").unwrap();
    assert_eq!((line.orders, line.sequence), ("warned", Some(5)));
}

fn resolves(bench: &Bench) {
    resolves_at(bench, bench.now());
}

fn resolves_at(bench: &Bench, now: Time) {
    still_stands(bench);
    let mut desk = bench.desk();
    assert!(resolve::resolve(&mut desk, false, now).unwrap().nmr.is_empty());
    assert!(desk.position(1).unwrap().0.contains("\"aboard\":[\"Europe\",\"Malta\""));
    drop(desk);
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// Every receipt says why it refuses, on one line and without anything treacherous.
fn refused(bench: &Bench, raw: impl AsRef<[u8]>, why: &str) {
    let reply = bench.receive(raw);
    let reason = reply.receipt.reason.clone().unwrap_or_default();
    assert_eq!(reply.receipt.verdict, Verdict::Refused, "{why}: {reason}");
    assert!(reason.contains(why), "{why}: {reason}");
    harmless(&reply.text);
    assert!(reply.text.len() < 2000, "{}", reply.text);
}

fn harmless(text: &str) {
    let bad = text.chars().find(|c| adjutant::base::text::is_treacherous(*c));
    assert_eq!(bad, None, "{text}");
}

/// The Mazianni's order file with one thing replaced, signed and sealed.
fn with(bench: &Bench, from: &str, to: &str) -> String {
    let desk = bench.desk();
    let text = bench.orders(&desk, "mazianni", 6, SET_UP);
    assert!(text.contains(from));
    bench.packet(&desk, "mazianni", &text.replacen(from, to, 1))
}

fn signed(bench: &Bench, text: &str) -> String {
    sign_file(bench.players["mazianni"].signing(), sshsig::ORDERS, text)
}

#[test]
fn texts_that_are_no_order_file() {
    let (bench, _) = with_a_packet();
    let deep = format!("orders: {}", "{a: ".repeat(8000));
    let bomb: Vec<String> =
        (1..30).map(|n| format!("a{n}: &a{n} [*a{}, *a{}]\n", n - 1, n - 1)).collect();
    let bomb = bomb.concat();
    let long = format!("# {}\norders: []\n", "x".repeat(65_300));
    let longer = format!("# {}\norders: []\n", "x".repeat(66_300));
    for (lists, why) in [
        (format!("a0: &a0 [x]\n{bomb}"), "line 8, column 1"),
        (deep, "line 8"),
        ("orders: []\norders: []\n".into(), "duplicate"),
        ("orders: []\nseat: union\n".into(), "duplicate"),
        ("orderz: []\n".into(), "line 8, column 1: unknown field"),
        ("orders:\n- deploy: {ship: Europe, at: 3, by: 4}\n".into(), "line 9, column 33"),
        ("orders:\n- deploy: {ship: Europe, at: 70000}\n".into(), "line 9"),
        ("orders:\n- !!binary x\n".into(), "line 9"),
        ("orders: []\n---\nmore: 1\n".into(), "document"),
        ("orders: []\n# \u{202E}\n".into(), "U+202E"),
        ("orders: []\n# \u{1b}[2J\n".into(), "U+001B"),
        ("orders: []\n#\t\n".into(), "line 9, column 2: a tab is not allowed"),
        (long, "the limit is 65536"),
        (longer, "longer than the limit of 66560 bytes"),
    ] {
        refused(&bench, with(&bench, SET_UP, &lists), why);
    }
    let desk = bench.desk();
    let seal = |text: &str| sealed_to(&desk, 1, &signed(&bench, text));
    let texts = [seal("a: valid\nb: [yaml]\n"), seal(""), seal("\n"), seal("just words\n")];
    drop(desk);
    for (packet, why) in texts.iter().zip(["unknown field", "", "", ""]) {
        refused(&bench, packet, why);
    }
    resolves(&bench);
}

#[test]
fn bytes_that_are_no_packet() {
    let (bench, _) = with_a_packet();
    let good = with(&bench, "cycle", "cycle");
    let desk = bench.desk();
    let of_two = sealed_to(&desk, 2, &signed(&bench, &bench.orders(&desk, "mazianni", 6, SET_UP)));
    let orders = bench.orders(&desk, "mazianni", 6, SET_UP);
    let plain = signed(&bench, &orders);
    drop(desk);
    let attached =
        format!("Content-Transfer-Encoding: base64\n\n{}\n", BASE64_STANDARD.encode(&good));
    let secret = b"# Keep this\nadjutant: player-secret-v1\nsigning: 00\n";
    let stanzas = "-> X25519 ".to_owned() + &"A".repeat(43) + "\n" + &"B".repeat(43) + "\n";
    let header = format!("age-encryption.org/v1\n{}--- x\n", stanzas.repeat(600));
    let junk: Vec<u8> =
        (0..50_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let middle = good.len() / 2;
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (vec![], "the file is empty"),
        (junk, "there is no packet in this"),
        (b"\xff\xfe\x00".to_vec(), "there is no packet in this"),
        (plain.into_bytes(), "must be encrypted"),
        (attached.into_bytes(), "this is base64, as mail carries attachments"),
        (b"Hi, my orders are: all to Pell.\n".to_vec(), "there is no packet in this"),
        (orders.into_bytes(), "this is an order file that is not signed"),
        (secret.into(), "this is a player's secret key, not a packet"),
        (of_two.into_bytes(), "not encrypted to this key"),
        (good[..middle].into(), "no END line"),
        ([&good[..middle], &good[middle + 200..]].concat().into(), "altered"),
        ([&good[..middle], "AAAA", &good[middle..]].concat().into(), "altered"),
        ([&good[..], &good[..]].concat().into(), "two encrypted blocks"),
        (header.repeat(4).into_bytes(), "longer than"),
        (header.into_bytes(), "the age header is too long"),
        (format!("{}{good}", "x".repeat(300_000)).into_bytes(), "longer than"),
        (vec![b'\n'; 4_000_000], "the file is empty"),
        (
            b"-----BEGIN AGE ENCRYPTED FILE-----\n-----END AGE ENCRYPTED FILE-----\n".into(),
            "altered",
        ),
    ];
    for (raw, why) in cases {
        refused(&bench, raw, why);
    }
    resolves(&bench);
}

#[test]
fn fields_that_bind_the_packet_elsewhere() {
    let (bench, _) = with_a_packet();
    let zeros = "0".repeat(64);
    let desk = bench.desk();
    let head = desk.campaign.ledger.head().to_string();
    let own = |cycle| bench.players["mazianni"].link(&desk.genesis(), cycle, cycle).unwrap();
    let (link, next) = (own(1).to_string(), own(2).to_string());
    let here = desk.cycle_identity(1).recipient().to_string();
    let there = desk.cycle_identity(2).recipient().to_string();
    drop(desk);
    for (from, to, why) in [
        ("campaign: bench#", "campaign: pell#", "campaign is pell#"),
        ("campaign: bench#", "campaign: \"\\e[31m\\u202e\\n\" # ", "campaign is "),
        ("cycle: 1", "cycle: 2", "cycle is 2, expected 1"),
        ("cycle: 1", "cycle: 0", "cycle is 0, expected 1"),
        ("cycle: 1", "cycle: -1", "line 2"),
        ("seat: mazianni", "seat: union", "not signed with the key of seat union"),
        ("seat: mazianni", "seat: nobody", "not signed with the key of seat nobody"),
        ("seat: mazianni", "seat: ../../x", "not a seat name"),
        (&here, &there, "to is age1"),
        (&head, &zeros, "head is not an entry"),
        (&link, &next, "reveal is not the link"),
        (&link, &zeros, "reveal is not the link"),
        (&link, "12", "64 lower-case hexadecimal digits"),
        ("sequence: 6", "sequence: 4294967296", "line 4"),
    ] {
        refused(&bench, with(&bench, from, to), why);
    }
    resolves(&bench);
}

#[test]
fn keys_and_signatures() {
    let (bench, _) = with_a_packet();
    let desk = bench.desk();
    let text = bench.orders(&desk, "mazianni", 6, SET_UP);
    let stranger = PlayerSecret::generate([99; 96]);
    let own = bench.players["mazianni"].signing();
    let by = |key: &SigningKey, namespace| sign_file(key, namespace, &text);
    let good = by(own, sshsig::ORDERS);
    let cases = [
        (
            by(bench.players["union"].signing(), sshsig::ORDERS),
            "not signed with the key of seat mazianni",
        ),
        (by(stranger.signing(), sshsig::ORDERS), "not enrolled"),
        (by(own, sshsig::KEY), "the signature is for key-v1@adjutant"),
        (by(own, sshsig::LEDGER), "the signature is for ledger-v1@adjutant"),
        (by(own, "file"), "the signature is for file"),
        (by(own, "\u{1b}[2J"), "the signature is for something else"),
        (text.clone(), "not signed"),
        (good.clone() + &good, "two signature blocks"),
        (good.replace("Malta", "Lisbon"), "does not match"),
        (good.replace("-----END SSH SIGNATURE-----", ""), "no END line"),
        (good.replacen("U1NIU0lH", "U1NIU0lI", 1), "not a signature"),
        (sealed_to(&desk, 1, &good), "not signed"),
    ];
    let packets = cases.map(|(signed, why)| (sealed_to(&desk, 1, &signed), why));
    let to_another = sealed::seal(good.as_bytes(), &stranger.identity().recipient()).unwrap();
    drop(desk);
    for (packet, why) in packets {
        refused(&bench, packet, why);
    }
    refused(&bench, to_another, "not encrypted to this key");
    resolves(&bench);
}

#[test]
fn weak_keys_are_not_enrolled() {
    // The eight points of small order, as RFC 8032 and its lax readers write them.
    let small = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ];
    for hex in small {
        let mut bytes = [0; 32];
        hex::decode_to_slice(hex, &mut bytes).unwrap();
        assert!(PublicKey::from_bytes(&bytes).unwrap_err().what.contains("weak"), "{hex}");
        let wire = [b"\0\0\0\x0bssh-ed25519\0\0\0 ", &bytes[..]].concat();
        let line = format!("ssh-ed25519 {} eve", BASE64_STANDARD.encode(wire));
        assert!(line.parse::<PublicKey>().unwrap_err().what.contains("weak"), "{line}");
    }
}

#[test]
fn a_packet_again_an_older_one_and_two_faces() {
    let (bench, first) = with_a_packet();
    let desk: Desk = bench.desk();
    let orders = |sequence, lists: &str| {
        bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", sequence, lists))
    };
    let again = orders(5, SET_UP);
    let older = orders(4, "orders: []\n");
    let other = orders(5, "orders: []\n");
    let files = || bench.store().list(&layout::packets(1)).unwrap();
    drop(desk);
    assert_eq!(bench.opened("mazianni", &bench.receive(&again)), first.text);
    assert_eq!(files(), ["mazianni-001.age"]);
    let reply = bench.receive(&older);
    assert_eq!(reply.receipt.verdict, Verdict::Superseded);
    assert_eq!(reply.receipt.reason.as_deref(), Some("the packet with sequence 5 counts"));
    let reply = bench.receive(&other);
    assert_eq!(reply.receipt.verdict, Verdict::Equivocation);
    assert!(reply.receipt.reason.unwrap().contains("that one counts"));
    assert_eq!(files(), ["mazianni-001.age", "mazianni-002.age", "mazianni-003.age"]);
    assert_eq!(bench.opened("mazianni", &bench.receive(&again)), first.text);
    resolves(&bench);
    // In the next cycle it is known for what it is.
    adjutant::referee::cycle::open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let reply = bench.receive(&again);
    let reason = reply.receipt.reason.unwrap();
    assert!(reason.starts_with("this packet is for cycle 1, which closed at 2026-01-"), "{reason}");
    assert_eq!(reply.receipt.seat, Some("mazianni".parse().unwrap()));
    assert!(SEATS.iter().all(|seat| bench.report(&bench.desk(), seat).data.cycle == 1));
}

#[test]
fn late_packets_and_extensions() {
    let bench = Bench::enrolled();
    let open = |deadline: &str, reason: Option<&str>| {
        let deadline = Some(time(deadline));
        open_or_move(&mut bench.desk(), deadline, reason, bench.now()).unwrap();
    };
    open("2026-02-01T20:00:00Z", None);
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 5, SET_UP));
    drop(desk);
    let late = bench.receive_at(&packet, time("2026-02-01T20:00:01Z"));
    assert_eq!(late.receipt.verdict, Verdict::Late);
    assert_eq!(late.receipt.reason.as_deref(), Some("the deadline was 2026-02-01T20:00:00Z"));
    let again = bench.receive_at(&packet, time("2026-02-01T20:00:02Z"));
    assert_eq!(bench.opened("mazianni", &again), late.text);
    open("2026-02-02T20:00:00Z", Some("a day more"));
    let reply = bench.receive_at(&packet, time("2026-02-02T20:00:00Z"));
    assert_eq!(reply.receipt.verdict, Verdict::Accepted);
    let after = time("2026-02-03T20:00:00Z");
    let again = bench.receive_at(&packet, after);
    assert_eq!(bench.opened("mazianni", &again), reply.text);
    resolves_at(&bench, after);
}

/// Who intercepts a packet and sends it again learns nothing of the orders from the reply.
#[test]
fn an_intercepted_packet_sent_again_tells_its_sender_nothing() {
    let bench = Bench::open();
    let desk = bench.desk();
    let orders = "orders:\n- troops: {carrier: Nobody}\n";
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, orders));
    drop(desk);
    let first = bench.receive(&packet);
    assert!(first.text.contains("Nobody") && first.text.contains("salt: "));
    let reply = bench.receive(&packet);
    assert!(!reply.text.contains("Nobody") && !reply.text.contains("salt"), "{}", reply.text);
    let union = Some(bench.players["union"].identity());
    assert!(Receipt::open(reply.text.clone().into_bytes(), union).is_err());
    assert_eq!(bench.opened("mazianni", &reply), first.text);
}
