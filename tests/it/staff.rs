//! Seats without orders get the computer staff's, if the calendar says so; reports count how often.

use adjutant::campaign::layout;
use adjutant::ledger::{Body, PacketUse};
use adjutant::referee::Stage;
use adjutant::referee::calendar::around;
use adjutant::referee::cycle::{open, resolve, reveal};
use adjutant::referee::moderator::decide;
use adjutant::render::markdown;
use serde_json::Value;

use crate::bench::{Bench, SEATS, SET_UP, time};
use crate::tamper::{put, rewrite_result};

/// Cycle 1 is open; every cycle takes a week.
fn begun(more: &str) -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    let rules = format!("zone: Europe/London\ndeadlines: {{every: [friday 20:00]}}\n{more}");
    decide::set_calendar(&mut desk, rules.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    drop(desk);
    bench
}

/// Nobody sends anything until this cycle is resolved.
fn silent_until(bench: &Bench, cycle: u32) {
    let mut desk = bench.desk();
    loop {
        let Stage::Open(open) = desk.campaign.stage() else {
            panic!("{:?}", desk.campaign.stage())
        };
        let deadline = desk.campaign.ledger.deadline(open).unwrap();
        resolve::resolve(&mut desk, true, deadline.after(1).unwrap()).unwrap();
        if open == cycle {
            return;
        }
        open::open(&mut desk, None, deadline.after(2).unwrap()).unwrap();
    }
}

fn revealed(bench: &Bench) -> String {
    reveal::reveal(&mut bench.desk(), Some("enough"), time("2026-06-01T00:00:00Z")).unwrap();
    bench.verify().to_string()
}

#[test]
fn the_staff_orders_for_who_is_silent() {
    let bench = begun("no-shows: staff\n");
    silent_until(&bench, 2);
    let desk = bench.desk();
    let result = desk.campaign.ledger.result(1).unwrap();
    let nmr = PacketUse::Nmr { default: "the orders of the computer staff".into() };
    assert_eq!(result.packets[&"mazianni".parse().unwrap()], nmr);
    let record: Value = serde_json::from_str(&desk.record(1).unwrap().unwrap().0).unwrap();
    let answers = record["answers"]["mazianni"].as_array().unwrap();
    assert!(!answers.is_empty(), "the staff has ideas for the set-up");
    assert!(record["answers"]["union"].as_array().is_none_or(Vec::is_empty), "it was not asked");
    let report = bench.report_of(&desk, "mazianni", 1);
    assert!(report.data.missed && report.data.staff);
    let told = "None of your orders counted in this cycle (NMR: no move received). The computer \
                staff ordered for you.";
    assert!(report.markdown().contains(told), "{}", report.markdown());
    assert!(!bench.report_of(&desk, "union", 1).data.staff);
    drop(desk);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
}

#[test]
fn a_seat_that_nobody_holds_is_played_by_the_staff() {
    let bench = begun("no-shows: staff\n");
    let now = time("2026-01-01T12:00:00Z");
    for seat in SEATS {
        decide::drop_seat(&mut bench.desk(), &seat.parse().unwrap(), "gone", now).unwrap();
    }
    silent_until(&bench, 2);
    let desk = bench.desk();
    for seat in SEATS {
        let path = layout::staff(2, seat);
        assert!(desk.campaign.listed(&path).is_ok(), "{seat}");
    }
    drop(desk);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
}

#[test]
fn a_report_says_who_orders_for_the_silent() {
    let told = |bench: &Bench, cycle: u32, beside: bool| {
        let desk = bench.desk();
        let report = bench.report_of(&desk, "mazianni", cycle);
        let around = beside.then(|| around(&desk.campaign));
        let page = markdown(&report.data.page_with(&*desk.campaign.game, around).unwrap());
        let from = page.find("If you send nothing").unwrap();
        page[from..].split('\n').next().unwrap().to_owned()
    };
    let bench = begun("no-shows: staff\n");
    let alone = "If you send nothing, the game's defaults are used, as you have no standing orders; where the campaign \
                 has a computer staff, it orders for you.";
    assert_eq!(told(&bench, 0, false), alone);
    let staffed =
        "If you send nothing, the computer staff orders for you; you have no standing orders.";
    assert_eq!(told(&bench, 0, true), staffed);
    let desk = bench.desk();
    let orders =
        bench.orders(&desk, "mazianni", 1, &format!("standing:\n- flee damaged\n{SET_UP}"));
    let packet = bench.packet(&desk, "mazianni", &orders);
    drop(desk);
    bench.receive(packet);
    silent_until(&bench, 1);
    let standing = "If you send nothing, your standing orders, above, are used, and the computer staff orders the rest \
                    for you.";
    assert_eq!(told(&bench, 1, true), standing);

    let nobody = "If you send nothing, the game's defaults are used: you have no standing orders, and no computer \
                  staff orders for you.";
    assert_eq!(told(&begun(""), 0, true), nobody);
}

/// A moderator gives a silent player's seat orders of their own and calls them the staff's, or none.
#[test]
fn orders_that_are_not_the_staffs_are_found() {
    let bench = begun("no-shows: staff\n");
    silent_until(&bench, 1);
    let desk = bench.desk();
    let path = layout::staff(1, "mazianni");
    let orders = desk.files().opened(1, &path).unwrap();
    let none = "{\"contingent\":[],\"orders\":[],\"restated\":false,\"standing\":[]}";
    assert_ne!(orders, none);
    let digest = put(&desk, &path, none);
    drop(desk);
    rewrite_result(&bench, 1, |result| {
        result.files.insert(path.clone(), digest);
    });
    let told = revealed(&bench);
    assert!(told.contains("these are not the orders of the staff"), "{told}");

    let bench = begun("no-shows: staff\n");
    silent_until(&bench, 1);
    rewrite_result(&bench, 1, |result| {
        result.files.remove(&path);
    });
    let told = revealed(&bench);
    assert!(told.contains(&path), "{told}");
    assert!(told.contains("FAILED  replay"), "{told}");
}

/// The calendar in force says how well the staff plays, also where it was changed in the middle of a game.
#[test]
fn the_staff_plays_as_the_calendar_in_force_says() {
    let bench = begun("no-shows: staff\nstaff: veteran\n");
    silent_until(&bench, 1);
    let rules = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\nno-shows: staff\n\
                 staff: recruit\n";
    let mut desk = bench.desk();
    let now = desk.campaign.ledger.deadline(1).unwrap().after(2).unwrap();
    decide::set_calendar(&mut desk, rules.as_bytes(), "too hard", now).unwrap();
    open::open(&mut desk, None, now.after(1).unwrap()).unwrap();
    drop(desk);
    silent_until(&bench, 2);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
}

/// A moderator lets a regular order where the calendar names a recruit.
#[test]
fn orders_of_another_skill_are_found() {
    let path = layout::staff(1, "mazianni");
    let of = |bench: &Bench| bench.desk().files().opened(1, &path).unwrap();
    let regular = begun("no-shows: staff\n");
    silent_until(&regular, 1);
    let bench = begun("no-shows: staff\nstaff: recruit\n");
    silent_until(&bench, 1);
    assert_ne!(of(&bench), of(&regular));
    let digest = put(&bench.desk(), &path, &of(&regular));
    rewrite_result(&bench, 1, |result| {
        result.files.insert(path.clone(), digest);
    });
    let told = revealed(&bench);
    assert!(told.contains("these are not the orders of the staff"), "{told}");
}

#[test]
fn reports_count_the_cycles_without_orders() {
    let bench = begun("drop-after: 3\n");
    silent_until(&bench, 2);
    let desk = bench.desk();
    let one = bench.report_of(&desk, "mazianni", 1).markdown().to_owned();
    let two = bench.report_of(&desk, "mazianni", 2).markdown().to_owned();
    assert!(one.contains("NMR 1 of 3"), "{one}");
    assert!(two.contains("NMR 2 of 3"), "{two}");
    assert!(!bench.report_of(&desk, "union", 1).markdown().contains("NMR"));
    let entries = desk.campaign.ledger.entries().filter(|e| matches!(e.body, Body::Result(_)));
    assert_eq!(entries.count(), 3);
    drop(desk);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
}
