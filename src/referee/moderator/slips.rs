//! Slips of the pen: the rulings that are in force, taking one back before it is carried out, and a seat's
//! orders as they would now be carried out.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::{Problem, Time};
use crate::engine::{Amendment, AnySheet, OrderLine, Seat};
use crate::ledger::{Body, Effect, Entry, Ruling};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::{deputy, orders, packets};
use crate::referee::record::ledger_page;
use crate::referee::record::rulings::{self, OrderRuling, What};

/// A ruling that nobody has taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InForce {
    /// The number of its entry.
    pub entry: u64,
    /// The cycle it is about, if it is about one.
    pub cycle: Option<u32>,
    /// What it says to everyone, its reason among it.
    pub told: String,
    /// What only the moderator and the seat read of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// True as long as it can be taken back.
    pub revocable: bool,
}

/// The rulings that are in force, in order.
///
/// # Errors
/// If what is sealed of one cannot be read.
pub fn in_force(desk: &Desk) -> Result<Vec<InForce>, Problem> {
    let campaign = &desk.campaign;
    let ledger = &campaign.ledger;
    let open = campaign.open_cycle().ok();
    let mut all = Vec::new();
    for entry in ledger.entries() {
        let Body::Ruling(Ruling { effect, .. }) = &entry.body else { continue };
        if matches!(effect, Some(Effect::Revoke { .. })) || ledger.is_revoked(entry.seq) {
            continue;
        }
        let sealed =
            match entry.cycle.filter(|_| !entry.body.files().is_none_or(BTreeMap::is_empty)) {
                Some(cycle) => rulings::of_cycle(campaign, &desk.house(cycle), cycle)?,
                None => Vec::new(),
            };
        let own = sealed.iter().find(|ruling| ruling.seq == entry.seq);
        all.push(InForce {
            entry: entry.seq,
            cycle: entry.cycle,
            told: ledger_page::sentence(entry),
            change: own.map(told),
            revocable: effect.as_ref().is_some_and(Effect::is_revocable) && entry.cycle == open,
        });
    }
    Ok(all)
}

/// What a sealed ruling changes, in words.
fn told(ruling: &OrderRuling) -> String {
    let seat = &ruling.change.seat;
    match &ruling.change.what {
        What::Amend { amendment: Amendment::PutIn(text), .. } => {
            format!("{seat}, put in: {}", text.trim())
        }
        What::Amend { amendment: Amendment::Strike(place), struck } => {
            format!("{seat}, struck: {}", struck.as_ref().unwrap_or(place))
        }
        What::Answer { question, answer } => {
            format!("{seat} asked: {}; the answer: {}", question.trim(), answer.trim())
        }
    }
}

/// A seat's orders for the open cycle as they would now be carried out, rulings and orders that stand
/// among them; `None` if there are none. Nothing is written.
///
/// # Errors
/// If no cycle is open, or a packet cannot be read.
pub fn orders_of(desk: &Desk, seat: &Seat) -> Result<(u32, Option<Vec<OrderLine>>), Problem> {
    let cycle = desk.campaign.open_cycle()?;
    let kept = packets::incoming(desk)?.kept;
    let game = &*desk.campaign.game;
    let mut orders = orders::at(desk, cycle, &kept)?;
    let ruled = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    rulings::carry_out(game, &mut orders, &ruled)?;
    let lines = orders.get(seat).map(|orders| lines(desk, Some(orders))).transpose()?;
    Ok((cycle, lines))
}

/// The lines of orders.
pub(super) fn lines(desk: &Desk, orders: Option<&AnySheet>) -> Result<Vec<OrderLine>, Problem> {
    orders.map_or(Ok(Vec::new()), |orders| desk.campaign.game.lines(orders))
}

/// Takes back what a ruling on orders changed, as long as its cycle is open, and gives the ruling in
/// words.
///
/// # Errors
/// If there is none in force by that number, or a later one builds on it.
pub fn revoke(desk: &mut Desk, seq: u64, reason: &str, now: Time) -> Result<String, Problem> {
    desk.campaign.complete()?;
    let cycle = desk.campaign.open_cycle()?;
    deputy::judge(desk)?;
    let ledger = &desk.campaign.ledger;
    let Some(old) = ledger.entries().find(|entry| entry.seq == seq) else {
        return Err(Problem::nothing(format!("the ledger has no entry {seq}")).hint(LIST));
    };
    let effect = match &old.body {
        Body::Ruling(Ruling { effect: Some(effect), .. }) if effect.is_revocable() => effect,
        _ => {
            let what =
                format!("entry {seq} is not a ruling on orders: {}", ledger_page::sentence(old));
            return Err(Problem::refused(what).hint(match &old.body {
                Body::Result(_) => {
                    "set the values again with `adjutant rule set`, or `adjutant undo`"
                }
                Body::Ruling(Ruling { effect: Some(Effect::Deadline(_)), .. }) => {
                    "move the deadline with `adjutant calendar extend`"
                }
                _ => LIST,
            }));
        }
    };
    if old.cycle != Some(cycle) {
        return Err(Problem::refused(format!(
            "entry {seq} was ruled in a cycle that is resolved, and cycle {cycle} is open"
        ))
        .hint("undo that cycle, or change these orders with another ruling"));
    }
    if ledger.is_revoked(seq) {
        return Err(Problem::nothing(format!("entry {seq} was taken back before")));
    }
    let told = ledger_page::sentence(old);
    still_carried_out(desk, cycle, (seq, effect))?;
    let effect = Some(Effect::Revoke { entry: seq });
    let ruling = Ruling { text: reason.to_owned(), effect, files: BTreeMap::new() };
    desk.append(now, Some(cycle), Body::Ruling(ruling))?;
    Ok(told)
}

const LIST: &str = "`adjutant rule list` names the rulings that can be taken back";

/// Without a ruling the later ones of its cycle still find the lines that they were made for.
fn still_carried_out(
    desk: &Desk,
    cycle: u32,
    (seq, effect): (u64, &Effect),
) -> Result<(), Problem> {
    let game = &*desk.campaign.game;
    let ruled = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    let builds = |later: &OrderRuling| {
        Problem::refused(format!("{} builds on entry {seq}", Entry::path(later.seq)))
            .hint(format!("take it back first: `adjutant rule revoke {}`", later.seq))
    };
    let amends = |ruling: &&OrderRuling| matches!(ruling.change.what, What::Amend { .. });
    if let Effect::Late { seat, .. } = effect {
        // What was ruled since is about the lines of this packet.
        let later = |ruling: &&OrderRuling| ruling.seq > seq && ruling.change.seat == *seat;
        return ruled.iter().filter(amends).find(later).map_or(Ok(()), |later| Err(builds(later)));
    }
    let kept = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?.kept;
    let mut orders = orders::at(desk, cycle, &kept)?;
    for ruling in ruled.iter().filter(|ruling| ruling.seq != seq) {
        if let What::Amend { amendment: Amendment::Strike(place), struck } = &ruling.change.what {
            let line = orders.get(&ruling.change.seat).map(|orders| game.line(orders, place));
            let found = line.and_then(Result::ok).map(|line| line.order);
            // What stood there before this one does not count: new orders may have come since.
            if ruling.seq > seq && (found.is_none() || found != *struck) {
                return Err(builds(ruling));
            }
        }
        rulings::carry_out(game, &mut orders, std::slice::from_ref(ruling))?;
    }
    Ok(())
}
