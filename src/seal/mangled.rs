//! Every mangling, on clear and on sealed packets, and what must not pass.

use proptest::prelude::*;

use super::{
    Identity, Opened, PublicKey, Recipient, SigningKey, mangle, open, sealed, sign_file, sshsig,
};
use crate::base::{Digest, Problem};

const ORDERS: &str = "\
# movement of the Norway
campaign: pell-1#9f3c0a12
cycle: 7
seat: mazianni
to: age1tj92qmtnsaj5yfx0rqyqrdevjgcppazr3yrss6f0cr9yl3zypads3g6kw2
final: true

orders:
- move: {ship: Norway, path: [3, 29, 6], note: \"a = b; >= 20\"}
- standing: |
    a text of several lines, not one of them short, each of them flowed
From here to Pell –
    and on, with two  blanks and an = sign = at the end =
";

fn key() -> SigningKey {
    SigningKey::from_bytes(&[1; 32])
}

fn identity() -> Identity {
    Identity::from_bytes(&[2; 32])
}

fn seal(text: &str) -> String {
    let to: Recipient = identity().recipient();
    sealed::seal(text.as_bytes(), &to).unwrap()
}

fn read(raw: &str) -> Result<Opened, Problem> {
    let keys = [
        ("union".to_owned(), PublicKey::of(&SigningKey::from_bytes(&[3; 32]))),
        ("mazianni".to_owned(), PublicKey::of(&key())),
    ];
    open(raw.as_bytes(), Some(&identity()), &keys, sshsig::ORDERS)
}

#[test]
fn every_mangling_is_undone() {
    assert!(mangle::MANGLINGS.len() >= 11);
    let clear = sign_file(&key(), sshsig::ORDERS, ORDERS);
    let sealed = seal(&clear);
    let id = Digest::of(ORDERS.as_bytes());
    for (name, change) in mangle::MANGLINGS {
        for (what, packet) in [("clear", &clear), ("sealed", &sealed)] {
            let opened = read(&change(packet)).unwrap_or_else(|p| panic!("{name}, {what}: {p}"));
            assert_eq!((opened.id, opened.who.as_str()), (id, "mazianni"), "{name}, {what}");
            assert_eq!(opened.bytes, ORDERS.as_bytes());
            assert_eq!(opened.file(), clear.as_bytes());
        }
        // Mangled before it was sealed, too.
        assert_eq!(read(&seal(&change(&clear))).unwrap().id, id, "{name}, inside");
    }
    assert_eq!(read(&clear).unwrap().repaired, Vec::<&str>::new());
    let plain = sign_file(&key(), sshsig::ORDERS, "campaign: x\n");
    assert_eq!(read(&mangle::crlf(&plain)).unwrap().repaired, ["line ends"]);
}

#[test]
fn two_manglings_are_undone() {
    let clear = sign_file(&key(), sshsig::ORDERS, ORDERS);
    let twice = [
        ("crlf", "quoted"),
        ("quoted", "crlf"),
        ("flowed", "crlf"),
        ("chatter around", "quoted"),
        ("quoted", "chatter around"),
        ("report above", "quoted-printable"),
        ("mbox From lines", "crlf"),
        ("non-breaking spaces", "crlf"),
        ("crlf", "byte order mark"),
        ("quoted", "non-breaking spaces"),
        ("blank lines below", "quoted"),
        ("chatter around", "flowed"),
        ("final line feed lost", "crlf"),
        ("trailing blanks added", "chatter around"),
        ("quoted", "quoted-printable, crlf"),
        ("flowed", "quoted-printable, crlf"),
    ];
    let named = |name: &str| mangle::MANGLINGS.iter().find(|(n, _)| *n == name).unwrap().1;
    for (first, second) in twice {
        let packet = named(second)(&named(first)(&clear));
        read(&packet).unwrap_or_else(|p| panic!("{first}, then {second}: {p}"));
    }
}

#[test]
fn what_was_altered_is_refused() {
    let clear = sign_file(&key(), sshsig::ORDERS, ORDERS);
    let sealed = seal(&clear);
    for (name, change) in mangle::MANGLINGS {
        let altered = change(&mangle::altered(&clear));
        let problem = read(&altered).unwrap_err();
        assert!(problem.what.contains("does not match"), "{name}: {problem}");
        assert!(read(&change(&mangle::altered(&sealed))).is_err(), "{name}");
    }
}

#[test]
fn files_signed_by_hand_are_taken_as_they_are() {
    let odd =
        ["campaign: x", "campaign: x\r\ncycle: 1\r\n", " \n\ncampaign: x \n\n\n", "x\u{A0}=3D\n"];
    for text in odd {
        let packet = text.to_owned() + &sshsig::sign(&key(), sshsig::ORDERS, text.as_bytes());
        let opened = read(&packet).unwrap();
        assert_eq!((opened.bytes, opened.repaired.len()), (text.as_bytes().to_vec(), 0));
    }
    let unix = odd[1].replace('\r', "") + &sshsig::sign(&key(), sshsig::ORDERS, odd[1].as_bytes());
    assert_eq!(read(&unix).unwrap().bytes, odd[1].as_bytes());
    let split = format!("{}\n{}", odd[0], sshsig::sign(&key(), sshsig::ORDERS, odd[0].as_bytes()));
    assert_eq!(read(&split).unwrap().repaired, ["no final line feed"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_legal_text_survives(
        lines in proptest::collection::vec(" {0,4}[!-<?-~é–]([ -<>-~é–]{0,60}[!-<>-~])?|", 0..12),
        n: usize,
    ) {
        let mut text = format!("campaign: x\n{}\nend: 1\n", lines.join("\n"));
        text = text.replace("-----BEGIN", "");
        let packet = sign_file(&key(), sshsig::ORDERS, &text);
        // What random text may hold of its own, a mangling cannot be told from.
        let (name, change) = mangle::MANGLINGS[n % mangle::MANGLINGS.len()];
        let own = ["From ", "campaign:", "adjutant:"];
        prop_assume!(!own.iter().any(|o| text[1..].contains(o)));
        prop_assert_eq!(read(&change(&packet)).map(|o| o.bytes), Ok(text.into_bytes()), "{}", name);
    }

    #[test]
    fn no_input_makes_it_stumble(raw: Vec<u8>, text in "([ >=\r\n-]|campaign:|\u{A0}|[a-z]){0,200}") {
        let armor = sshsig::sign(&key(), sshsig::ORDERS, b"other");
        let mixed = [text.as_str(), &armor, &text].concat();
        prop_assert!(read(&mixed).is_err());
        prop_assert!(open(&raw, Some(&identity()), &[], sshsig::ORDERS).is_err());
    }
}
