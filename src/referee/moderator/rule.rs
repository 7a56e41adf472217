//! The moderator's rulings on the game itself: a value of the position, a line of somebody's orders, a
//! packet that came late. Each is an entry with a reason that everyone sees; what would give secrets
//! away is sealed to the campaign until the reveal. Replaying carries them out.

use std::collections::BTreeMap;

use serde_json::Value;

use super::slips;
use super::{correct, question};
use crate::base::{Digest, Problem, Time, canonical};
use crate::campaign::layout;
use crate::engine::{Amendment, AnySheet, OrderLine, Reader, Seat, Setting, Severity};
use crate::ledger::{Body, Correction, Effect, Ruling};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, Noted};
use crate::referee::cycle::{deputy, orders};
use crate::referee::record::campaign::Stage;
use crate::referee::record::receipt::Verdict;
use crate::referee::record::rulings::{self, Change, What};
use crate::seal::{packed, sealed};

/// Says something, and changes nothing.
///
/// # Errors
/// If the campaign is over.
pub fn explain(desk: &mut Desk, text: &str, now: Time) -> Result<(), Problem> {
    if desk.campaign.stage() == Stage::Closed {
        return Err(Problem::nothing("the campaign is over"));
    }
    append(desk, (None, text), (None, BTreeMap::new()), now)
}

/// Sets values of the position, by path. In the cycle that is open, or in the next one, nothing is
/// played; what came for it stands for the cycle that follows, unless other orders come.
///
/// # Errors
/// If a path leads nowhere, nothing would change, or the game does not take the position.
pub fn set(
    desk: &mut Desk,
    values: Vec<(String, Value)>,
    reason: &str,
    now: Time,
) -> Result<u32, Problem> {
    desk.campaign.complete()?;
    desk.campaign.stands_as_resolved()?;
    let cycle = correct::next(desk)?;
    let before = desk.position(cycle - 1)?;
    let game = &*desk.campaign.game;
    let mut settings = Vec::new();
    for (path, to) in values {
        let from = game.value(&before, &path)?;
        settings.push(Setting { path, from, to });
    }
    if settings.iter().all(|setting| setting.from == setting.to) {
        return Err(Problem::nothing("these values are set already"));
    }
    let to = game.set(&before, &settings)?;
    // A value that is written out now may be the usual one, which was left out.
    if to == before {
        return Err(Problem::nothing("these values are set already"));
    }
    let text = packed::pack(&canonical::encode(&settings))?;
    let sealed = sealed::keep(&text, &[&desk.house(cycle).recipient()])?;
    let path = layout::settings(cycle);
    desk.campaign.store.put(&path, &sealed)?;
    let correction = Correction { reason: reason.to_owned(), undoes: None, anew: Vec::new() };
    let files = BTreeMap::from([(path, Digest::of(&sealed))]);
    correct::correct(desk, cycle, (correction, files), &to, now)?;
    Ok(cycle)
}

/// The values of the newest position whose path or value has all these words, each with its path.
///
/// # Errors
/// If there is no position yet.
pub fn find(desk: &Desk, words: &[String]) -> Result<Vec<(String, Value)>, Problem> {
    let newest = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
    let cycle = newest.ok_or_else(|| Problem::nothing("no cycle is resolved yet"))?;
    let position: Value = serde_json::from_str(&desk.position(cycle)?.0)
        .map_err(|_| Problem::failed("the position is not JSON"))?;
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut all = Vec::new();
    leaves(&position, String::new(), &mut all);
    all.retain(|(path, value)| {
        let text = format!("{path}={value}").to_lowercase();
        words.iter().all(|word| text.contains(word))
    });
    Ok(all)
}

/// Every value that holds no others, with its path (RFC 6901).
fn leaves(value: &Value, path: String, all: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                leaves(value, format!("{path}/{name}"), all);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (n, value) in items.iter().enumerate() {
                leaves(value, format!("{path}/{n}"), all);
            }
        }
        value => all.push((path, value.clone())),
    }
}

/// Puts a line into a seat's orders for the open cycle, or strikes one. Gives the lines that were put in
/// or struck, with their names.
///
/// # Errors
/// If no cycle is open, the seat has sent nothing to strike from, or the line would be refused.
pub fn amend(
    desk: &mut Desk,
    seat: &Seat,
    amendment: Amendment,
    reason: &str,
    now: Time,
) -> Result<Vec<OrderLine>, Problem> {
    desk.campaign.complete()?;
    let cycle = desk.campaign.open_cycle()?;
    deputy::judge(desk)?;
    let kept = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?.kept;
    let mut orders = orders::at(desk, cycle, &kept)?;
    let game = &*desk.campaign.game;
    let before = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    rulings::carry_out(game, &mut orders, &before)?;
    let orders = orders.get(seat);
    let (amendment, struck) = match (amendment, orders) {
        (Amendment::PutIn(text), _) => (Amendment::PutIn(text), None),
        (Amendment::Strike(said), Some(orders)) => {
            let line = game.meant(orders, &said)?;
            (Amendment::Strike(line.name), Some(line.order))
        }
        (Amendment::Strike(_), None) => {
            return Err(Problem::refused(format!("{seat} has sent no orders")));
        }
    };
    let amended = game.amended(orders, &amendment)?;
    if let Amendment::PutIn(_) = amendment {
        taken(desk, cycle, (seat, orders), &amended)?;
    }
    let (before, after) = (slips::lines(desk, orders)?, slips::lines(desk, Some(&amended))?);
    let (more, less) = match &amendment {
        Amendment::PutIn(_) => (after, before),
        Amendment::Strike(_) => (before, after),
    };
    let touched = more.into_iter().filter(|line| !less.contains(line)).collect();
    let change = Change { seat: seat.clone(), what: What::Amend { amendment, struck } };
    let files = keep(desk, cycle, &change)?;
    append(desk, (Some(cycle), reason), (Some(Effect::Orders), files), now)?;
    Ok(touched)
}

/// Answers a question of a seat: that in its orders that count, else the first that came by mail.
///
/// # Errors
/// If no cycle is open, or it asks nothing, or all is answered.
pub fn answer(desk: &mut Desk, seat: &Seat, text: &str, now: Time) -> Result<(), Problem> {
    desk.campaign.complete()?;
    let cycle = desk.campaign.open_cycle()?;
    deputy::judge(desk)?;
    let kept = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?.kept;
    let asked = unanswered(desk, cycle, &kept)?.into_iter().find(|(asks, _)| asks == seat);
    let nothing = || Problem::nothing(format!("no question of {seat} waits for an answer"));
    let (seat, question) = asked.ok_or_else(nothing)?;
    let what = What::Answer { question, answer: text.to_owned() };
    let files = keep(desk, cycle, &Change { seat: seat.clone(), what })?;
    let told = format!("a question of {seat} is answered");
    append(desk, (Some(cycle), &told), (Some(Effect::Answer { seat }), files), now)
}

/// The questions in the orders that count, and those that came by mail, which nobody has answered.
///
/// # Errors
/// If an answer cannot be read.
pub fn unanswered(
    desk: &Desk,
    cycle: u32,
    kept: &[packets::Kept],
) -> Result<Vec<(Seat, String)>, Problem> {
    let asked = kept
        .iter()
        .filter_map(|kept| Some((kept.header.seat.clone(), kept.header.question.clone()?)));
    let asked: Vec<(Seat, String)> = asked.collect();
    let mailed = question::unanswered(desk, cycle)?;
    if asked.is_empty() {
        return Ok(mailed);
    }
    let rulings = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    let answered = |(seat, asks): &(Seat, String)| {
        rulings.iter().any(|ruling| {
            let own = ruling.change.seat == *seat;
            own && matches!(&ruling.change.what, What::Answer { question, .. } if question == asks)
        })
    };
    Ok(asked.into_iter().filter(|question| !answered(question)).chain(mailed).collect())
}

/// Seals what the next entry rules.
fn keep(desk: &Desk, cycle: u32, change: &Change) -> Result<BTreeMap<String, Digest>, Problem> {
    let text = packed::pack(&canonical::encode(change))?;
    let sealed = sealed::keep(&text, &[&desk.house(cycle).recipient()])?;
    let path = layout::ruling(desk.campaign.ledger.len());
    desk.campaign.store.write(&path, &sealed)?;
    Ok(BTreeMap::from([(path, Digest::of(&sealed))]))
}

/// Refuses a line that the game would refuse.
fn taken(
    desk: &Desk,
    cycle: u32,
    (seat, before): (&Seat, Option<&AnySheet>),
    amended: &AnySheet,
) -> Result<(), Problem> {
    let game = &*desk.campaign.game;
    let view = game.see(&desk.position(cycle - 1)?, &Reader::Seat(seat.clone()))?;
    let refusals = |orders: &AnySheet| -> Result<Vec<String>, Problem> {
        let remarks = game.check(&view, orders)?;
        let refused = remarks.into_iter().filter(|remark| remark.severity == Severity::Refused);
        Ok(refused.map(|remark| remark.what).collect())
    };
    let known = before.map(refusals).transpose()?.unwrap_or_default();
    let new = refusals(amended)?.into_iter().find(|refusal| !known.contains(refusal));
    new.map_or(Ok(()), |refusal| Err(Problem::refused(refusal)))
}

/// Lets the newest late packet of a seat count in the open cycle.
///
/// # Errors
/// If there is none, or one with a higher sequence counts.
pub fn accept_late(desk: &mut Desk, seat: &Seat, reason: &str, now: Time) -> Result<u32, Problem> {
    let cycle = desk.campaign.open_cycle()?;
    let (noted, _) = packets::noted(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    let late =
        |note: &&Noted| note.seat == *seat && note.receipt.verdict == Verdict::Late && !note.counts;
    let newest = noted.iter().filter(late).max_by_key(|note| (note.turn, note.sequence));
    let newest =
        newest.ok_or_else(|| Problem::nothing(format!("no packet of {seat} came late")))?;
    let counting = packets::decisive(&noted, seat).map(|at| (noted[at].turn, noted[at].sequence));
    if counting.is_some_and(|counting| counting > (newest.turn, newest.sequence)) {
        return Err(Problem::refused("a packet with a higher sequence counts already"));
    }
    newest.open(&desk.campaign, cycle)?;
    let salt = newest.receipt.salt.ok_or_else(|| Problem::refused("its receipt has no salt"))?;
    let commitment = packets::commitment(&salt, &newest.receipt.packet);
    let (seat, sequence) = (seat.clone(), newest.sequence);
    let effect = Effect::Late { seat, sequence, commitment };
    append(desk, (Some(cycle), reason), (Some(effect), BTreeMap::new()), now)?;
    Ok(sequence)
}

fn append(
    desk: &mut Desk,
    (cycle, text): (Option<u32>, &str),
    (effect, files): (Option<Effect>, BTreeMap<String, Digest>),
    now: Time,
) -> Result<(), Problem> {
    let ruling = Ruling { text: text.to_owned(), effect, files };
    desk.append(now, cycle, Body::Ruling(ruling))
}
