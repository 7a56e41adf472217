//! Locks, checked on the day: what each commits to is what its result used, and every link that was given behind it is
//! its player's.

use crate::base::{Problem, Seat, words};
use crate::ledger::{Check, CycleResult, Entry, Lock, Stage};
use crate::referee::player::lock::holds;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::luck::links_given;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::referee::record::{ledger_page, office_keys};
use crate::seal::lock::leaf;

/// What was locked and given; nothing in a campaign whose links come with orders.
pub(super) fn check(campaign: &Campaign) -> Option<Check> {
    campaign.ledger.genesis().link_terms?;
    Some(Check::new("locks", all(campaign)))
}

fn all(campaign: &Campaign) -> Result<String, Problem> {
    let ledger = &campaign.ledger;
    let (mut locked, mut told) = (0, Vec::new());
    let last = ledger.latest_opening().map_or(0, |(cycle, _)| cycle);
    for cycle in 1..=last {
        let Some((entry, lock)) = ledger.lock(cycle) else { continue };
        links_given(campaign, cycle)?;
        if let Some(result) = ledger.result(cycle) {
            opens(campaign, cycle, (lock, result)).map_err(|p| p.at(Entry::path(entry.seq)))?;
        }
        told.extend(ledger.withheld(cycle).map(|(entry, _)| ledger_page::sentence(entry)));
        locked += 1;
    }
    let cycles = words::count(locked, "cycle");
    told.insert(0, format!("{cycles} locked before any link was given"));
    Ok(told.join("; "))
}

/// A result used for each seat what was locked.
fn opens(
    campaign: &Campaign,
    cycle: u32,
    (lock, result): (&Lock, &CycleResult),
) -> Result<(), Problem> {
    let genesis = campaign.ledger.genesis_digest();
    let other = |seat: &&Seat| {
        let packet = result.packet(seat);
        let opened = result
            .blinds
            .get(*seat)
            .map(|blind| leaf(&genesis, (cycle, seat.as_str()), packet.as_ref(), blind));
        opened.as_ref() != lock.packets.get(*seat)
    };
    match campaign.ledger.genesis().seats.iter().find(other) {
        None => Ok(()),
        Some(seat) => Err(Problem::refused(format!(
            "cycle {cycle} was resolved with another packet of {seat} than was locked, or without the one that was"
        ))),
    }
}

/// Of the cycle that is locked, the packet of each seat that these receipts accepted last is what is locked.
pub(super) fn own(campaign: &Campaign, receipts: &[(String, Vec<u8>)]) -> Vec<Check> {
    let ledger = &campaign.ledger;
    let Stage::Open(cycle) = ledger.stage() else { return Vec::new() };
    let Some((entry, lock)) = ledger.lock(cycle) else { return Vec::new() };
    let genesis = ledger.genesis_digest();
    let read = |(_, bytes): &(String, Vec<u8>)| office_keys::receipt(campaign, bytes).ok();
    let mine = |receipt: &Receipt| {
        (receipt.verdict, receipt.cycle) == (Verdict::Accepted, cycle)
            && receipt.campaign == campaign.id()
    };
    let receipts: Vec<Receipt> =
        receipts.iter().filter_map(read).map(|(receipt, _)| receipt).filter(mine).collect();
    let mut lines = Vec::new();
    for seat in &ledger.genesis().seats {
        // What its player withdrew, or the former holder of the seat sent, is not locked.
        let withdrawn = ledger.withdrawals(seat, cycle).map(|(_, word)| word.sequence).max();
        let holders = ledger.holders_before(seat, cycle, entry.seq).len();
        let own = receipts.iter().filter(|receipt| receipt.seat.as_ref() == Some(seat));
        let own = own.filter(|receipt| receipt.sequence > withdrawn && holders == 1);
        let Some(newest) = own.max_by_key(|receipt| receipt.sequence) else { continue };
        let sequence = newest.sequence.unwrap_or_default();
        lines.push(Check::new("my lock", match holds(lock, (&genesis, cycle), newest) {
            Some(true) | None => Ok(format!("{seat}, cycle {cycle}: packet {sequence} is locked")),
            Some(false) => Err(Problem::refused(format!(
                "{seat}, cycle {cycle}: packet {sequence} was accepted, and the lock leaves it out"
            ))
            .at(Entry::path(entry.seq))
            .hint("the receipt proves it: give no link, and show it to the other players")),
        }));
    }
    lines
}
