use super::*;

fn offers(raw: &str) -> Vec<String> {
    let message = Message::read(raw.as_bytes());
    message.offers.iter().map(|o| String::from_utf8_lossy(o).into_owned()).collect()
}

#[test]
fn attachments_come_before_texts_and_texts_before_pages() {
    let raw = "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\nContent-Type: multipart/alternative; boundary=y\n\n\
        --y\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n\
        --y\nContent-Type: text/html\n\n<p>a &amp; b</p>\n--y--\n\
        --x\nContent-Type: application/octet-stream; name=orders.age\nContent-Transfer-Encoding: base64\n\nb3JkZXJz\n\
        --x--\n";
    assert_eq!(offers(raw)[..2], ["orders", "Grüße"]);
    assert_eq!(offers(raw).last().unwrap(), "a & b\n");
}

#[test]
fn a_bare_file_is_an_offer_itself() {
    for raw in ["campaign: x\ncycle: 7\nto: age1\n\norders: []\n", "", "Hello\n", "-----BEGIN AGE"]
    {
        assert_eq!(offers(raw), [raw]);
    }
    // With what an mbox put before it.
    assert_eq!(offers("From x@y Thu Jan  1\ncampaign: x\n"), ["campaign: x\n"]);
}

#[test]
fn a_text_whose_charset_is_named_wrongly_is_offered_both_ways() {
    let raw = "From: a@b\nContent-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 8bit\n\nnote: Zwölf\n";
    assert!(offers(raw).iter().any(|offer| offer.contains("Zwölf")), "{:?}", offers(raw));
}

#[test]
fn messages_within_messages_are_read_to_a_depth() {
    let nested = |levels: usize| {
        let head = "From: a@b\nContent-Type: message/rfc822\n\n".repeat(levels);
        format!("{head}From: c@d\n\nthe packet\n")
    };
    assert_eq!(offers(&nested(3)).last().unwrap().trim(), "the packet");
    let deep = Message::read(nested(50).as_bytes());
    assert_eq!(deep.cut, Some("messages within it are nested too deeply"));
    let flood = Message::read(nested(20_000).as_bytes());
    assert_eq!(flood.cut, Some("it has too many parts"));
}

#[test]
fn floods_are_not_taken_apart() {
    let headers = format!("From: a@b\n{}\nHi\n", "X: y\n".repeat(5000));
    assert_eq!(Message::read(headers.as_bytes()).cut, Some("it has too many headers"));
    let parts = format!(
        "From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n{}",
        "--x\n\na\n".repeat(100_000)
    );
    assert_eq!(Message::read(parts.as_bytes()).cut, Some("it has too many parts"));
    let large = format!("From: a@b\n\n{}", "x".repeat(3 * 1024 * 1024));
    let large = Message::read(large.as_bytes());
    assert_eq!(large.cut, Some("it is larger than 1 MiB"));
    assert!(large.offers[0].len() <= LARGEST);
}

#[test]
fn what_programs_sent_is_known() {
    for (headers, manner) in [
        ("", Manner::Written),
        ("Auto-Submitted: no\n", Manner::Written),
        ("Auto-Submitted: auto-replied\n", Manner::Automatic),
        ("Precedence: bulk\n", Manner::Automatic),
        ("Precedence: list\n", Manner::List),
        ("List-Id: x <x.y>\n", Manner::List),
        ("Return-Path: <>\n", Manner::Bounce),
        ("Return-Path: <a@b>\n", Manner::Written),
        ("X-Adjutant: 9f3c\nAuto-Submitted: auto-generated\n", Manner::Own),
        ("Content-Type: multipart/report; boundary=x\n", Manner::Bounce),
    ] {
        let message = Message::read(format!("{headers}From: A <A@Example.org>\n\nHi\n").as_bytes());
        assert_eq!(message.manner, manner, "{headers}");
        assert_eq!(message.from.as_deref(), Some("a@example.org"), "{headers}");
    }
    let daemon = Message::read(b"From: MAILER-DAEMON@example.org\n\nsorry\n");
    assert_eq!(daemon.manner, Manner::Bounce);
}

#[test]
fn a_message_that_comes_twice_has_one_key() {
    let first = Message::read(b"Received: x\nFrom: a@b\nMessage-ID: <1@b>\n\nHi\n");
    let again = Message::read(b"Received: y\nReceived: x\nFrom: a@b\nMessage-ID: <1@b>\n\nHi\n");
    let other = Message::read(b"From: a@b\nMessage-ID: <2@b>\n\nHi\n");
    assert_eq!(first.key(), again.key());
    assert_ne!(first.key(), other.key());
}

#[test]
fn the_newest_received_header_says_when() {
    let raw = b"Received: from a by b; Wed, 01 Jul 2026 20:00:00 +0200\nReceived: from c by a; Tue, 30 Jun 2026 20:00:00 +0200\nFrom: a@b\n\nHi\n";
    assert_eq!(received(raw).as_deref(), Some("2026-07-01T20:00:00+02:00"));
    assert_eq!(received(b"From: a@b\n\nHi\n"), None);
}
