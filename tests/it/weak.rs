//! Recipients to which nothing can be encrypted: who enrolls with one wants the game to stand
//! still.

use adjutant::campaign::layout;
use adjutant::ledger::{Body, Enrolment};
use adjutant::referee::cycle::{open, resolve};
use adjutant::seal::{PublicKey, Recipient, packed};

use crate::bench::{Bench, SEATS, SET_UP};
use crate::shelf::seat;

/// The points of small order on the curve and its twist, as RFC 7748 and its readers write them;
/// the last three are 0, 1 and -1 with the field's prime added or taken for what it is.
const POINTS: [&str; 7] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

/// The recipient with these bytes, as its owner would send it.
fn written(bytes: &[u8; 32]) -> String {
    bech32::encode::<bech32::Bech32>(bech32::Hrp::parse("age").unwrap(), bytes).unwrap()
}

/// Every encoding of every such point: the highest bit means nothing.
fn encodings() -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    for point in POINTS {
        let mut bytes = [0; 32];
        hex::decode_to_slice(point, &mut bytes).unwrap();
        all.push(bytes);
        bytes[31] |= 0x80;
        all.push(bytes);
    }
    all
}

#[test]
fn a_recipient_of_small_order_takes_no_seat() {
    for bytes in encodings() {
        let text = written(&bytes);
        let problem = text.parse::<Recipient>().unwrap_err();
        assert!(problem.what.contains("the recipient is weak"), "{text}: {problem}");
    }
    // Odd, but something can be encrypted to it: u = 9, the base point, and the same with the bit.
    let mut nine = [0; 32];
    nine[0] = 9;
    assert_eq!(written(&nine).parse::<Recipient>().unwrap().to_string(), written(&nine));
    nine[31] = 0x80;
    written(&nine).parse::<Recipient>().unwrap();
}

/// A ledger may hold one all the same: the game goes on, and says whose report is missing.
#[test]
fn a_recipient_of_small_order_stops_no_game() {
    let bench = Bench::founded();
    let mut desk = bench.desk();
    bench.enroll(&mut desk, SEATS[0]).unwrap();
    let enrolment = Enrolment {
        seat: seat(SEATS[1]),
        name: "Eve".into(),
        signing: PublicKey::of(bench.players[SEATS[1]].signing()).to_string(),
        recipient: written(&[0; 32]),
        tip: None,
    };
    desk.append(bench.now(), None, Body::Enroll(enrolment)).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.reason, None);
    bench.resolve();
    let desk = bench.desk();
    for cycle in 0..=1 {
        let [(who, why)] = &resolve::unsealed(&desk, cycle)[..] else { panic!("one seat") };
        assert_eq!(who.as_str(), "union");
        assert!(why.what.contains("the recipient is weak"), "{why}");
        let sealed = bench.store().need(&layout::report(cycle, "union")).unwrap();
        assert!(packed::open(&sealed, bench.players["union"].identity()).is_err());
        assert_eq!(desk.sent(cycle, who).unwrap().data.cycle, cycle);
        assert_eq!(bench.report_of(&desk, "mazianni", cycle).data.cycle, cycle);
    }
    drop(desk);
    assert!(bench.verify().passed(), "{}", bench.verify());
}
