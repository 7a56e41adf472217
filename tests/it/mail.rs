//! What mail programs make of a packet (`tests/mail`), and mail that is meant to do harm.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::post::{Manner, Message};
use adjutant::referee::cycle::receive::{Intake, Reply};
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::{PublicKey, open, sign_file, sshsig};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::bench::{Bench, SET_UP};
use crate::mangled::mangle;

/// The mails of the corpus, by name.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut all: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    all
}

fn base64(bytes: &[u8]) -> String {
    let code = BASE64_STANDARD.encode(bytes);
    let lines: Vec<&str> =
        code.as_bytes().chunks(76).map(|l| std::str::from_utf8(l).unwrap()).collect();
    lines.join("\n")
}

/// What Outlook packs: a title and the bytes.
fn tnef(packet: &str) -> Vec<u8> {
    let attribute = |id: u32, bytes: &[u8]| {
        let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        [&[2][..], &id.to_le_bytes(), &length, bytes, &[0, 0]].concat()
    };
    let head = [&0x223E_9F78u32.to_le_bytes()[..], &[1, 0]].concat();
    let title = attribute(0x0001_8010, b"orders.age\0");
    [head, title, attribute(0x0006_800F, packet.as_bytes())].concat()
}

fn escaped(packet: &str) -> String {
    packet.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace("  ", "&nbsp; ")
}

/// A mail of the corpus with a packet in it, as it goes over the wire.
fn with(mail: &str, packet: &str) -> Vec<u8> {
    let line = |line: &str| match line {
        "" => "<div><br></div>\n".to_owned(),
        line => format!("<div>{line}</div>\n"),
    };
    let lines: String = escaped(packet).lines().map(line).collect();
    let pre = format!("<html><body><p>Hi</p><pre>{}</pre></body></html>", escaped(packet));
    let utf16: Vec<u8> = "\u{FEFF}"
        .chars()
        .chain(packet.replace('\n', "\r\n").chars())
        .flat_map(|c| u16::try_from(u32::from(c)).unwrap().to_le_bytes())
        .collect();
    let forms = [
        ("base64", base64(packet.as_bytes())),
        ("base64crlf", base64(packet.replace('\n', "\r\n").as_bytes())),
        ("plain", packet.to_owned()),
        ("qp", mangle::quoted_printable(packet)),
        ("flowed", mangle::flowed(packet)),
        ("quoted", mangle::quoted(packet)),
        ("html", lines),
        ("pre", base64(pre.as_bytes())),
        ("tnef", base64(&tnef(packet))),
        ("utf16", base64(&utf16)),
    ];
    let mut mail = mail.to_owned();
    for (name, form) in forms {
        mail = mail.replace(&format!("@@{name}@@"), form.trim_end_matches('\n'));
    }
    assert!(!mail.contains("@@"), "{mail}");
    mail.replace('\n', "\r\n").into_bytes()
}

fn receive(bench: &Bench, mail: &[u8]) -> Vec<Reply> {
    Intake::begin(&mut bench.desk()).unwrap().receive_mail(mail, bench.now()).unwrap()
}

#[test]
fn what_mail_programs_do_to_a_packet_is_undone() {
    let all = corpus();
    assert!(all.len() >= 19);
    for (name, mail) in all {
        let bench = Bench::open();
        let desk = bench.desk();
        let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
        drop(desk);
        let raw = with(&mail, &packet);
        let manner = Message::read(&raw).manner;
        let replies = receive(&bench, &raw);
        assert_eq!(replies.len(), 1, "{name}");
        let receipt = &replies[0].receipt;
        if name.starts_with("lost-") {
            assert_eq!(receipt.verdict, Verdict::Refused, "{name}");
            assert!(receipt.reason.as_ref().unwrap().contains('('), "what to do: {receipt:?}");
        } else {
            assert_eq!(receipt.verdict, Verdict::Accepted, "{name}: {:?}", receipt.reason);
            let twice = receive(&bench, &raw);
            assert_eq!(twice[0].receipt, *receipt, "{name}: the same mail again");
        }
        let listed = name.starts_with("list-");
        assert_eq!(manner == Manner::List, listed, "{name}");
        assert_eq!(manner.may_be_answered(), !listed, "{name}");
    }
}

#[test]
fn clear_packets_come_through_the_same_programs() {
    const ORDERS: &str = "campaign: bench\ncycle: 7\nto: age1\nfinal: true\n\norders:\n- move: {ship: Norway, path: [3, 29], note: \"a = b; >= 20 & <c>\"}\n- standing: |\n    two  blanks\n";
    let bench = Bench::enrolled();
    let key = bench.players["mazianni"].signing();
    let keys = [("mazianni".to_owned(), PublicKey::of(key))];
    let packet = sign_file(key, sshsig::ORDERS, ORDERS);
    for (name, mail) in corpus().into_iter().filter(|(name, _)| !name.starts_with("lost-")) {
        let message = Message::read(&with(&mail, &packet));
        let opened = message.offers.iter().find_map(|o| open(o, None, &keys, sshsig::ORDERS).ok());
        let opened = opened.unwrap_or_else(|| panic!("{name}: {:?}", message.offers));
        assert_eq!(opened.bytes, ORDERS.as_bytes(), "{name}");
    }
}

#[test]
fn two_packets_in_one_mail_are_both_answered() {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = |n| bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", n, SET_UP));
    let (one, two) = (packet(1), packet(2));
    drop(desk);
    let part = |text: &str| format!("--x\nContent-Type: text/plain; name=a\n\n{text}\n");
    let mail = format!(
        "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{}{}{}--x--\n",
        part(&one),
        part(&one),
        part(&two)
    );
    let replies = receive(&bench, mail.as_bytes());
    let sequences: Vec<_> = replies.iter().map(|r| r.receipt.sequence).collect();
    assert_eq!(sequences, [Some(1), Some(2)], "each once, in order");
}

/// What any mail may cost, unoptimised and on a machine with other work: what grows with the square of
/// its length costs minutes.
const LIMIT: Duration = Duration::from_secs(20);

#[expect(clippy::disallowed_methods, reason = "a limit on time is what is tested")]
fn within<T>(limit: Duration, name: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    assert!(begun.elapsed() < limit, "{name}: {:?}", begun.elapsed());
    done
}

/// A mail is looked at in a moment, whatever it is.
fn in_a_moment(name: &str, raw: &[u8]) -> Message {
    let message = within(LIMIT, name, || Message::read(raw));
    let bytes: usize = message.offers.iter().map(Vec::len).sum();
    assert!(bytes <= 4 * raw.len().max(1024), "{name}: {bytes} of {}", raw.len());
    message
}

#[test]
fn hostile_mails_cost_little() {
    let head = "From: a@b\nMIME-Version: 1.0\n";
    let part = |n: u32| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n");
    let nested = (0..3000).map(part).collect::<Vec<_>>().concat();
    let inner: String = (0..20_000).map(|_| "Content-Type: message/rfc822\n\n").collect();
    let mut wrapped = "From: c@d\n\npacket\n".to_owned();
    for _ in 0..12 {
        wrapped = format!(
            "From: c@d\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{}\n",
            base64(wrapped.as_bytes())
        );
    }
    let to = (0..200_000).map(|n| format!("a{n}@b, ")).collect::<Vec<_>>().concat();
    let words: String = "=?utf-8?q?=41?= ".repeat(50_000);
    let marks = format!("{head}\n{}", "-----BEGIN AGE ENCRYPTED FILE-----\n".repeat(20_000));
    let mails = [
        ("nested", format!("{head}{nested}")),
        ("within", format!("{head}{inner}")),
        ("wrapped", wrapped),
        ("recipients", format!("{head}To: {to}\n\nHi\n")),
        ("encoded words", format!("{head}Subject: {words}\n\nHi\n")),
        ("headers", format!("{head}{}\nHi\n", "X-A: b\n".repeat(100_000))),
        ("one line", format!("{head}\n{}", "x".repeat(4_000_000))),
        ("one header", format!("{head}X: {}\n\nHi", "x ".repeat(2_000_000))),
        ("marks", marks),
        ("page", format!("{head}Content-Type: text/html\n\n{}", "<".repeat(900_000))),
        ("entities", format!("{head}Content-Type: text/html\n\n{}", "&".repeat(900_000))),
        ("elements", format!("{head}Content-Type: text/html\n\n{}", "<div><pre>".repeat(90_000))),
        (
            "escapes",
            format!(
                "{head}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{}",
                "=".repeat(900_000)
            ),
        ),
        (
            "charset",
            format!("{head}Content-Type: text/plain; charset=utf-7\n\n{}", "+".repeat(900_000)),
        ),
        ("no end", format!("{head}Content-Type: multipart/mixed; boundary=\"\n\n--\n")),
    ];
    let bench = Bench::open();
    for (name, mail) in &mails {
        in_a_moment(name, mail.as_bytes());
        let replies = within(LIMIT, name, || receive(&bench, mail.as_bytes()));
        assert!(replies.iter().all(|r| r.receipt.verdict == Verdict::Refused), "{name}");
        assert!(replies.iter().all(|r| r.text.len() < 2000), "{name}");
    }
}

#[test]
fn ten_thousand_mutations_are_taken_apart() {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    let mails: Vec<Vec<u8>> = corpus().iter().map(|(_, mail)| with(mail, &packet)).collect();
    // A sequence without chance: what fails once fails again.
    let mut state: u64 = 7;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    for n in 0..10_000 {
        let mut mail = mails[n % mails.len()].clone();
        for _ in 0..=next(4) {
            if mail.is_empty() {
                break;
            }
            let (at, length) = (next(mail.len()), next(40));
            let to = (at + length).min(mail.len());
            match next(5) {
                0 => drop(mail.drain(at..to)),
                1 => mail[at] = u8::try_from(next(256)).unwrap(),
                2 => mail.truncate(at + 1),
                3 => {
                    let copy = mail[at..to].to_vec();
                    let into = next(mail.len());
                    mail.splice(into..into, copy);
                }
                _ => mail
                    .splice(at..at, *b"\r\n\r\n--x\r\nContent-Type: text/html\r\n")
                    .for_each(drop),
            }
        }
        in_a_moment("mutation", &mail);
    }
}
