//! Packets as they are taken in: what is kept, in which order, and what is known of it afterwards.

use std::fs;

use adjutant::base::Problem;
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::post::Message;
use adjutant::referee::cycle::receive::{Intake, Reply};
use adjutant::referee::cycle::{packets, status};
use adjutant::referee::letters::asked::Asked;
use adjutant::referee::moderator::{rule, tasks};
use adjutant::referee::player::request::{Ask, Request};
use adjutant::referee::record::mail_answer::Answer;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::run::steps::{Done, Mail};
use adjutant::referee::{Desk, Stage};

use crate::bench::{Bench, SEATS, SET_UP, keys, time};
use crate::week::{START, campaign, mail, run_at};

fn packets<const N: usize>(bench: &Bench, sequences: [(u32, &str); N]) -> [String; N] {
    let desk = bench.desk();
    sequences.map(|(sequence, lists)| {
        bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", sequence, lists))
    })
}

/// Who took packets in does not read them again.
#[test]
fn what_an_intake_ends_with_is_what_is_on_disk() {
    let bench = Bench::open();
    let [first, other, lower, higher] =
        packets(&bench, [(2, SET_UP), (2, "orders: []\n"), (1, SET_UP), (3, "orders: []\n")]);
    bench.receive(&first);
    let mut desk = bench.desk();
    let mut intake = Intake::begin(&mut desk).unwrap();
    let mut verdicts = Vec::new();
    for packet in [&other, &lower, &higher] {
        verdicts.push(intake.receive(packet.as_bytes(), bench.now()).unwrap().receipt.verdict);
    }
    assert_eq!(verdicts, [Verdict::Equivocation, Verdict::Superseded, Verdict::Accepted]);
    let known = intake.end().unwrap();
    let read = packets::received(&desk.campaign, 1, &desk.cycle_identity(1)).unwrap();
    assert_eq!(format!("{known:?}"), format!("{read:?}"));
    assert_eq!((known.noted.len(), known.kept[0].header.sequence), (4, 3));
}

#[test]
fn the_thousandth_packet_stands_behind_the_others() {
    let bench = Bench::open();
    let [first, second] = packets(&bench, [(1, SET_UP), (2, "orders: []\n")]);
    bench.receive(&first);
    let path = |number| bench.root().join(layout::packet(1, "mazianni", number));
    fs::rename(path(1), path(999)).unwrap();
    bench.receive(&second);
    assert!(path(1000).is_file());
    let desk = bench.desk();
    let read = packets::received(&desk.campaign, 1, &desk.cycle_identity(1)).unwrap();
    let sequences: Vec<u32> = read.noted.iter().map(|noted| noted.sequence).collect();
    assert_eq!(sequences, [1, 2], "in the order in which they came");
}

#[test]
fn a_file_that_is_put_there_meanwhile_is_not_written_over() {
    let bench = Bench::open();
    let [first, second] = packets(&bench, [(1, SET_UP), (2, "orders: []\n")]);
    let mut desk = bench.desk();
    let mut intake = Intake::begin(&mut desk).unwrap();
    intake.receive(first.as_bytes(), bench.now()).unwrap();
    let path = |number| bench.root().join(layout::packet(1, "mazianni", number));
    fs::write(path(2), "somebody's").unwrap();
    intake.receive(second.as_bytes(), bench.now()).unwrap();
    assert_eq!(fs::read(path(2)).unwrap(), b"somebody's");
    assert!(path(3).is_file());
}

#[test]
fn a_file_with_the_highest_number_is_not_written_over() {
    let bench = Bench::open();
    let [first] = packets(&bench, [(1, SET_UP)]);
    let path = layout::packet(1, "mazianni", u32::MAX);
    let full = bench.root().join(&path);
    fs::create_dir_all(full.parent().unwrap()).unwrap();
    fs::write(&full, "somebody's").unwrap();
    let mut desk = bench.desk();
    let mut intake = Intake::begin(&mut desk).unwrap();
    let reply = intake.receive(first.as_bytes(), bench.now()).unwrap();
    assert_eq!(reply.receipt.verdict, Verdict::Accepted, "it stops nobody");
    assert!(bench.root().join(layout::packet(1, "mazianni", 1)).is_file());
    assert_eq!(fs::read(&full).unwrap(), b"somebody's");
}

/// The lock does not bind everybody: two machines may write to one directory.
#[test]
fn who_writes_without_the_lock_writes_over_nothing() {
    let bench = Bench::open();
    let [first, second] = packets(&bench, [(1, SET_UP), (2, "orders: []\n")]);
    let desk = || Desk::look(bench.store(), keys(), OURS).unwrap();
    let (mut one, mut other) = (desk(), desk());
    let (mut here, mut there) =
        (Intake::begin(&mut one).unwrap(), Intake::begin(&mut other).unwrap());
    here.receive(first.as_bytes(), bench.now()).unwrap();
    there.receive(second.as_bytes(), bench.now()).unwrap();
    let (mut one, mut other) = (desk(), desk());
    let read = packets::received(&one.campaign, 1, &one.cycle_identity(1)).unwrap();
    let sequences: Vec<u32> = read.noted.iter().map(|noted| noted.sequence).collect();
    assert_eq!(sequences, [1, 2], "both are kept");
    // And two who write an entry.
    let length = one.campaign.ledger.len();
    rule::explain(&mut one, "so it is", bench.now()).unwrap();
    let problem = rule::explain(&mut other, "so it is not", bench.now()).unwrap_err();
    assert!(problem.to_string().contains(&format!("ledger/{length:06}.yaml")), "{problem}");
    assert_eq!(bench.desk().campaign.ledger.len(), length + 1);
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// The Union's player asks the moderator, by mail.
fn asks(bench: &Bench, question: &str) -> Result<Option<Answer>, Problem> {
    let mut desk = bench.desk();
    let ask = Ask::Question(question.to_owned());
    let request = Request::new(&desk.campaign.id(), "union".parse().unwrap(), ask);
    let mail = request.sign(bench.players["union"].signing());
    let asked = Asked::find(&desk, &Message::read(mail.as_bytes())).unwrap().unwrap();
    let now = bench.now();
    asked.answer(&mut desk, (now, now))
}

#[test]
fn files_that_somebody_puts_among_the_questions_stop_none() {
    let bench = Bench::open();
    asks(&bench, "how many are we?").unwrap();
    let path = |name: &str| bench.root().join(layout::QUESTIONS).join(name);
    let planted = ["0001-2.age", "0001-18446744073709551615.age", "0001-003.age", "words"];
    for name in planted {
        fs::write(path(name), "somebody's").unwrap();
    }
    asks(&bench, "how many are they?").unwrap();
    for name in planted {
        assert_eq!(fs::read(path(name)).unwrap(), b"somebody's", "{name}");
    }
    let desk = bench.desk();
    let todo = tasks::tasks(&desk, &status::full(&desk).unwrap(), bench.now()).unwrap().todo;
    assert_eq!(
        todo.iter().filter(|line| line.starts_with("union asks: how")).count(),
        2,
        "{todo:?}"
    );
    drop(desk);
    // The highest number stops none, and nothing is written over.
    let highest = layout::question(1, u32::MAX);
    fs::write(bench.root().join(&highest), "somebody's").unwrap();
    asks(&bench, "who?").unwrap();
    assert_eq!(fs::read(bench.root().join(&highest)).unwrap(), b"somebody's");
}

/// Whoever took a mail in may die before it is taken away, also when the run resolved the cycle.
#[test]
fn a_mail_that_was_left_behind_gets_its_receipts_again_and_one_that_comes_later_is_told_its_cycle()
{
    const CAME: &str = "2026-03-12T13:00:00Z";
    let bench = campaign("");
    run_at(&bench, &[], START);
    for day in 6..=12 {
        run_at(&bench, &[], &format!("2026-03-{day:02}T12:00:00Z"));
    }
    let part = |seat| {
        let packet = mail(&bench, seat, 1, CAME, false).content.read().unwrap();
        let file = "Content-Disposition: attachment; filename=orders.age";
        format!("--x\r\n{file}\r\n\r\n{}\r\n", String::from_utf8_lossy(&packet))
    };
    let head = "From: a@example.net\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n";
    let both = format!("{head}{}--x--\r\n", SEATS.map(part).concat());
    let mail = |arrived: &str| Mail {
        name: "both".to_owned(),
        content: both.clone().into_bytes().into(),
        arrived: time(arrived),
    };
    let replies = |done: Done| done.receipts.into_iter().map(|(_, reply)| reply).collect();
    let first: Vec<Reply> = replies(run_at(&bench, &[mail(CAME)], CAME));
    assert_eq!(first.len(), 2);
    run_at(&bench, &[], "2026-03-13T20:05:00Z");
    assert_eq!(bench.desk().campaign.stage(), Stage::Open(2));
    let left: Vec<Reply> = replies(run_at(&bench, &[mail(CAME)], "2026-03-13T20:10:00Z"));
    assert_eq!(left.len(), 2);
    for (first, left) in first.iter().zip(&left) {
        let seat = first.receipt.seat.clone().unwrap();
        assert_eq!(bench.opened(seat.as_str(), left), first.text);
    }
    let later = "2026-03-13T20:15:00Z";
    let again: Vec<Reply> = replies(run_at(&bench, &[mail(later)], later));
    let receipt = &again[0].receipt;
    assert_eq!((again.len(), receipt.verdict, receipt.cycle), (1, Verdict::Refused, 2));
}
