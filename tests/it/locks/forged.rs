//! What a moderator may write who wants other dice, or other packets, and what a lock tells.

use adjutant::base::Digest;
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::ledger::{Body, Contribution, Entry, PacketUse, Withheld};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::{open, resolve};
use adjutant::referee::moderator::lock::lock;

use super::{PATIENCE, asked, founded, give, locked, own_word, take};
use crate::bench::{SEATS, time};
use crate::shelf::seat;
use crate::tamper::rewrite;

/// What `verify` says of a history in which the moderator writes something else.
fn forged(edit: impl Fn(&mut Body)) -> String {
    let bench = asked(Withheld::Absent);
    locked(&bench);
    take(&bench, &own_word(&bench, "mazianni", 1)).unwrap();
    bench.minutes.set(bench.minutes.get() + PATIENCE);
    bench.resolve();
    rewrite(&bench, |_, body| edit(body));
    verify(bench.store(), &Own::default(), OURS).unwrap().to_string()
}

#[test]
fn another_packet_than_was_locked_is_found_on_the_day() {
    let other = forged(|body| {
        if let Body::Lock(lock) = body {
            lock.packets.insert(seat("union"), Digest::of(b"another packet"));
        }
    });
    let line = "cycle 1 was resolved with another packet of union than was locked";
    assert!(other.contains("FAILED  locks: ledger/") && other.contains(line), "{other}");
    let used = forged(|body| match body {
        Body::Result(result) if result.correction.is_none() => {
            if let Some(PacketUse::Used { commitment, .. }) = result.packets.get_mut(&seat("union"))
            {
                *commitment = Digest::of(b"another packet");
            }
        }
        _ => {}
    });
    assert!(used.contains("FAILED  locks: ") && used.contains(line), "{used}");
    // A packet that came is called absent.
    let absent = forged(|body| match body {
        Body::Result(result) if !result.packets.is_empty() => {
            let default = "the game's defaults and the seat's standing orders".to_owned();
            result.packets.insert(seat("mazianni"), PacketUse::Nmr { default });
        }
        _ => {}
    });
    assert!(absent.contains("FAILED  locks: "), "{absent}");
    let blind = forged(|body| match body {
        Body::Result(result) if !result.blinds.is_empty() => {
            result.blinds.insert(seat("union"), Digest::of(b"another blind"));
        }
        _ => {}
    });
    assert!(blind.contains("FAILED  locks: "), "{blind}");
}

#[test]
fn a_link_that_nobody_gave_is_found_on_the_day() {
    let other = forged(|body| match body {
        Body::Link(Contribution::Given { link, .. }) => *link = Digest::of(b"a link that suits"),
        Body::Result(result) => {
            if let Some(links) = result.links.as_mut().filter(|links| !links.seats.is_empty()) {
                links.seats.insert(seat("mazianni"), Digest::of(b"a link that suits"));
            }
        }
        _ => {}
    });
    assert!(other.contains("FAILED  words: ") || other.contains("FAILED  chain: "), "{other}");
    assert!(other.contains("this is not the link of mazianni's chain"), "{other}");
    let who = forged(|body| {
        if let Body::Link(Contribution::Withheld { seats, .. }) = body {
            *seats = vec![seat("mazianni")];
        }
    });
    assert!(who.contains("these are not the seats whose links have not come"), "{who}");
    let contributed = forged(|body| match body {
        Body::Result(result) if !result.blinds.is_empty() => {
            if let Some(PacketUse::Used { contributed, .. }) =
                result.packets.get_mut(&seat("union"))
            {
                *contributed = true;
            }
        }
        _ => {}
    });
    assert!(contributed.contains("it says of the link of union what is not so"), "{contributed}");
    let campaign = forged(|body| {
        if let Body::Lock(lock) = body {
            lock.campaign = Digest::of(b"another campaign");
        }
    });
    assert!(campaign.contains("it is about another campaign's cycle"), "{campaign}");
    let none = forged(|body| {
        if let Body::Lock(lock) = body {
            lock.packets.remove(&seat("union"));
        }
    });
    assert!(none.contains("it does not say of each seat what is locked"), "{none}");
}

#[test]
fn a_lock_that_leaves_out_a_packet_is_shown_by_its_receipt() {
    let bench = founded(Withheld::Absent);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    let mut receipts = Vec::new();
    for (sequence, name) in [(1, "first"), (2, "second")] {
        let desk = bench.desk();
        let lists = format!("{}# {name}\n", bench.staff(&desk, "union"));
        let text = bench.orders(&desk, "union", sequence, &lists);
        let packet = bench.packet(&desk, "union", &text);
        drop(desk);
        receipts.push((name.to_owned(), bench.receive(packet).text.into_bytes()));
    }
    lock(&mut bench.desk(), true, bench.now()).unwrap();
    let own = || Own { receipts: receipts.clone(), ..Own::default() };
    let told = verify(bench.store(), &own(), OURS).unwrap();
    assert!(told.passed(), "{told}");
    let line = "ok      my lock: union, cycle 1: packet 2 is locked";
    assert!(told.to_string().contains(line), "{told}");
    rewrite(&bench, |_, body| {
        if let Body::Lock(lock) = body {
            lock.packets.insert(seat("union"), Digest::of(b"nothing"));
        }
    });
    let told = verify(bench.store(), &own(), OURS).unwrap().to_string();
    let line = "union, cycle 1: packet 2 was accepted, and the lock leaves it out";
    assert!(told.contains("FAILED  my lock: ") && told.contains(line), "{told}");
}

#[test]
fn a_lock_tells_nobody_who_has_sent_orders() {
    let entries = [&["union"][..], &["mazianni"], &SEATS, &[]].map(|who| {
        let bench = founded(Withheld::Absent);
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
        for seat in SEATS.iter().filter(|seat| who.contains(seat)) {
            let desk = bench.desk();
            let text = bench.orders(&desk, seat, 1, &bench.staff(&desk, seat));
            let packet = bench.packet(&desk, seat, &text);
            drop(desk);
            bench.receive(packet);
        }
        let at = time("2026-01-02T00:00:00Z");
        lock(&mut bench.desk(), true, at).unwrap();
        let seq = bench.desk().campaign.ledger.len() - 1;
        let file = std::fs::read_to_string(bench.root().join(Entry::path(seq))).unwrap();
        // Who has the key of a seat opens its own leaf, and no other: digests are all that differs.
        let hex = |line: &str| line.rsplit(' ').next().is_some_and(|word| word.len() == 64);
        let words: Vec<String> = file
            .lines()
            .map(
                |line| if hex(line) { line[..line.len() - 64].to_owned() } else { line.to_owned() },
            )
            .collect();
        words.join("\n")
    });
    assert!(entries.iter().all(|entry| *entry == entries[0]), "{entries:#?}");
    assert!(entries[0].contains("mazianni: ") && entries[0].contains("union: "), "{}", entries[0]);
}

#[test]
fn a_cycle_is_not_resolved_with_other_packets_than_were_locked() {
    let bench = asked(Withheld::Absent);
    locked(&bench);
    give(&bench);
    let folder = bench.root().join(layout::packets(1));
    let first = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_file(first).unwrap();
    let other = resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap_err();
    assert!(other.what.ends_with("that counts is not the one that was locked"), "{other}");
}
