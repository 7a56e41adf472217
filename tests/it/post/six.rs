//! Six players, none of whom has anything but mail.

use std::collections::BTreeMap;

use adjutant::games;
use adjutant::post::Message;
use adjutant::referee::Stage;
use adjutant::referee::cycle::open;
use adjutant::referee::moderator::decide;
use adjutant::referee::player::own_orders;
use adjutant::seal::sealed;

use super::server::Server;
use super::{HOUR, Post, header};
use crate::bench::{Bench, time};
use crate::week::{FRIDAYS, START};

/// Set-up, two movement phases, and two turns of three exchanges each.
const CYCLES: u32 = 2 + 2 + 2 * 3;

fn campaign() -> Bench {
    let shipped = games::OURS.named("age-of-imperialism").unwrap().shipped();
    let (name, map) = shipped.scenarios.iter().find(|(name, _)| *name == "six-powers").unwrap();
    let bench = Bench::founded_with("age-of-imperialism", name, map);
    let mut desk = bench.desk();
    for seat in bench.players.keys().copied() {
        bench.enroll(&mut desk, seat).unwrap();
    }
    let calendar = format!("{FRIDAYS}early-close: 30m\n");
    decide::set_calendar(&mut desk, calendar.as_bytes(), "agreed", time(START)).unwrap();
    open::open(&mut desk, None, time(START)).unwrap();
    drop(desk);
    bench
}

#[test]
fn six_seats_play_three_turns_by_mail() {
    let post = Post::at(campaign(), Server::start(), "");
    post.run(0);
    let mut seconds = 0;
    for cycle in 1..=CYCLES {
        let desk = post.bench.desk();
        assert_eq!(desk.campaign.stage(), Stage::Open(cycle));
        // What each has is the report that came by mail.
        let mut reports = BTreeMap::new();
        for mail in post.server.taken() {
            let seat = mail.to.strip_suffix("@example.net").unwrap().to_owned();
            if !header(&mail, "Subject").contains("report of cycle") {
                continue;
            }
            let offers = Message::read(mail.text.as_bytes()).offers;
            let file = offers.iter().find(|offer| sealed::is_sealed(offer)).unwrap();
            let identity = post.bench.players[seat.as_str()].identity();
            let report = own_orders::report(file, Some(identity)).unwrap();
            assert_eq!(report.data.next.as_ref().map(|next| next.cycle), Some(cycle));
            assert!(reports.insert(seat, report).is_none(), "one report each");
        }
        assert_eq!(reports.len(), 6);
        seconds += HOUR;
        let asked = desk.campaign.ledger.opening(cycle).unwrap().due.clone();
        let players = post.bench.players.keys().copied();
        for seat in players.filter(|seat| asked.keys().any(|asked| asked.as_str() == *seat)) {
            let lists = format!("final: true\n{}", post.bench.staff(&desk, seat));
            let orders = post.bench.orders(&desk, seat, 1, &lists);
            let packet = post.bench.packet(&desk, seat, &orders);
            let mail = Post::wrapped((seat, 1), packet.as_bytes(), "");
            post.deliver(seconds, &format!("{cycle}-{seat}"), &mail);
        }
        drop(desk);
        // They are taken in, and the cycle has cooled off: one run does it all.
        let told = post.run(seconds + HOUR);
        assert_eq!(told.matches(", accepted").count(), asked.len(), "{told}");
        assert!(told.contains(&format!("cycle {cycle} is resolved early")), "{told}");
        seconds += HOUR;
    }
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}
