//! The lines of verification on what the moderator did.

use std::collections::BTreeMap;

use super::arrivals;
use crate::base::{Problem, Time, words};
use crate::engine::Seat;
use crate::ledger::{Body, Check, CycleResult, Entry, Ledger};
use crate::referee::cycle::{closing, packets};
use crate::referee::moderator::word;
use crate::referee::record::acts::{Act, acts};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::{ledger_page, words_kept};
use crate::referee::{calendar, press};

/// One line of verification each for deadlines, early closes and keys, and for other rulings if
/// there are any.
pub(in crate::referee) fn checks(campaign: &Campaign) -> Vec<Check> {
    let ledger = &campaign.ledger;
    let told = |wanted: fn(&Act) -> bool| {
        let acts = acts(ledger).into_iter().filter(|(_, act)| wanted(act.done()));
        let all: Vec<String> = acts.map(|(_, act)| act.sentence()).collect();
        Some(all.join("; ")).filter(|told| !told.is_empty())
    };
    let moved =
        told(|act| matches!(act, Act::Deadline { .. } | Act::Pause { .. } | Act::Resumed { .. }));
    let moved = moved.unwrap_or_else(|| "none was moved".to_owned());
    let seats = told(|act| {
        matches!(act, Act::Absence { .. } | Act::Dropped { .. } | Act::Substitute { .. })
    });
    let keys = told(|act| {
        matches!(
            act,
            Act::Keys { .. } | Act::Corrected { .. } | Act::Claim { .. } | Act::Objection { .. }
        )
    });
    let keys = keys.unwrap_or_else(|| "none were replaced".to_owned());
    let rulings = told(|act| {
        matches!(
            act,
            Act::Ruling { .. }
                | Act::Undone { .. }
                | Act::Set { .. }
                | Act::Late { .. }
                | Act::Withheld { .. }
                | Act::Orders { .. }
                | Act::Answered { .. }
                | Act::Preview { .. }
                | Act::Revoked { .. }
        )
    });
    let mut lines = vec![
        Check::new("deadlines", Ok(moved)),
        Check::new("closing", early_closes(campaign)),
        Check::new("keys", word::waited(campaign).map(|()| keys)),
    ];
    lines.extend(seats.map(|told| Check::new("seats", Ok(told))));
    lines.extend(office(ledger).map(|told| Check::new("office", Ok(told))));
    lines.extend(arrivals::arrivals(campaign));
    lines.extend(words_kept::kept(campaign).map(|kept| Check::new("words", kept)));
    lines.extend(press::kept(campaign).map(|kept| Check::new("press", kept)));
    lines.extend(calendar::kept(campaign).map(|kept| Check::new("calendar", kept)));
    lines.extend(rulings.map(|told| Check::new("rulings", Ok(told))));
    lines
}

/// Who held the office and who had a part in it, and each act of a deputy; `None` if it was always the
/// first moderator's alone.
fn office(ledger: &Ledger) -> Option<String> {
    let of_office = |entry: &&Entry| {
        entry.by.is_some()
            || matches!(entry.body, Body::Handover(_) | Body::Appoint(_) | Body::Dismiss(_))
    };
    let told = ledger.entries().filter(of_office).map(ledger_page::sentence);
    Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
}

/// What was closed before its deadline: by a ruling, or because all were done. Whether they were
/// shows after the reveal.
fn early_closes(campaign: &Campaign) -> Result<String, Problem> {
    let ledger = &campaign.ledger;
    let closed = acts(ledger).into_iter().filter_map(|(_, act)| match &act {
        Act::Close { cycle, open, .. } => Some((*cycle, (act.sentence(), open.clone()))),
        _ => None,
    });
    // The first that is said of a cycle counts.
    let ruled: BTreeMap<u32, _> = closed.rev().collect();
    let (mut early, mut done) = (Vec::new(), Vec::new());
    for entry in ledger.entries() {
        let (Body::Result(result), Some(cycle)) = (&entry.body, entry.cycle) else { continue };
        // Nobody lost time in a cycle that was not played.
        if result.correction.is_some() {
            continue;
        }
        let closed = ledger.closed_by(cycle).unwrap_or(entry);
        let deadline = ledger.deadline_before(cycle, closed.seq);
        let Some(deadline) = deadline.filter(|deadline| closed.time <= *deadline) else {
            graced(campaign, (result, closed.time), cycle)?;
            continue;
        };
        let open = still_open(campaign, cycle)?;
        let named: &[Seat] = ruled.get(&cycle).map_or(&[], |(_, named)| named);
        let unnamed: Vec<Seat> =
            open.into_iter().flatten().filter(|seat| !named.contains(seat)).collect();
        if !unnamed.is_empty() {
            let who = ledger_page::seats(&unnamed);
            return Err(Problem::refused(format!(
                "it was closed before its deadline, {deadline}, while {who} could still send or \
                 change orders, and no ruling says so"
            ))
            .at(format!("cycle {cycle}")));
        }
        match ruled.get(&cycle) {
            Some((told, _)) => early.push(told.clone()),
            None => done.push((cycle, deadline)),
        }
    }
    let keys = campaign.known_keys();
    let open = |cycle: u32| keys.as_ref().is_some_and(|keys| keys.know(cycle));
    let all = done.iter().all(|(cycle, _)| open(*cycle));
    let shown = if all { "" } else { ", as the reveal will show" };
    match &done[..] {
        [] => {}
        [(cycle, deadline)] => early.push(format!(
            "cycle {cycle} was closed before its deadline, {deadline}: all were done{shown}"
        )),
        several => {
            let cycles: Vec<u32> = several.iter().map(|(cycle, _)| *cycle).collect();
            let cycles = words::runs(&cycles);
            early.push(format!(
                "cycles {cycles} were closed before their deadlines: all were done{shown}"
            ));
        }
    }
    if early.is_empty() {
        return Ok("no cycle was closed before its deadline".to_owned());
    }
    Ok(early.join("; "))
}

/// A cycle that was resolved after its deadline, but before its grace was over, waited for nobody, or
/// a ruling says so.
fn graced(
    campaign: &Campaign,
    (result, closed): (&CycleResult, Time),
    cycle: u32,
) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    let Some(last) = ledger.last_call(cycle) else { return Ok(()) };
    let waited = ledger_page::silent(result).into_iter();
    let waited: Vec<Seat> = waited
        .filter_map(|seat| seat.parse().ok())
        .filter(|seat| ledger.holder(seat, cycle).is_some())
        .collect();
    if closed > last || waited.is_empty() || ledger.is_closed_early(cycle) {
        return Ok(());
    }
    Err(Problem::refused(format!(
        "it was closed before its grace was over, {last}, while {} could still send orders, and no \
         ruling says so",
        ledger_page::seats(&waited)
    ))
    .at(format!("cycle {cycle}")))
}

/// The seats that could still send or change orders when a cycle was resolved; `None` before it is
/// open.
fn still_open(campaign: &Campaign, cycle: u32) -> Result<Option<Vec<Seat>>, Problem> {
    let Some(keys) = campaign.known_keys().filter(|keys| keys.know(cycle)) else {
        return Ok(None);
    };
    let kept = packets::listed(campaign, cycle, &keys.identity(cycle))?;
    Ok(Some(closing::undecided(campaign, cycle, &kept)))
}
