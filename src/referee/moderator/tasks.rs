//! What the moderator has to do now.

use std::collections::BTreeMap;

use super::{calendar_facts, rule};
use crate::base::{Problem, Time, words};
use crate::ledger::Withheld;
use crate::referee::calendar::{InForce, Step, due};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::Packets;
use crate::referee::cycle::status::{Line, Status};
use crate::referee::record::campaign::Stage;
use crate::referee::record::luck::awaited_links;
use crate::referee::record::seats::State;

/// What the moderator has to do now, and how the seats stand in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tasks {
    /// A sentence each; none if the campaign goes on without them.
    pub todo: Vec<String>,
    /// How many seats stand how.
    pub counts: BTreeMap<&'static str, usize>,
    /// Time until the deadline, in words.
    pub left: Option<String>,
}

/// The moderator's tasks at a moment.
///
/// # Errors
/// If a file of the campaign cannot be read.
pub fn tasks(desk: &Desk, status: &Status, now: Time) -> Result<Tasks, Problem> {
    let mut todo = Vec::new();
    match InForce::of(&desk.campaign)? {
        Some(calendar) => {
            let changed = calendar.is_the_one_at_hand(&desk.campaign).is_err();
            todo.extend(changed.then(|| {
                "campaign.yaml is not the calendar in force: `adjutant calendar set`".to_owned()
            }));
            todo.extend(by_calendar(desk, status, now)?);
        }
        None => todo.extend(by_hand(desk, status, now)),
    }
    let open = status.seats.iter().filter(|line| line.state.is_dropped());
    let open: Vec<&str> = open.map(|line| line.seat.as_str()).collect();
    if !open.is_empty() {
        todo.push(format!(
            "find a player for {}: `adjutant enroll SEAT FILE`",
            words::names(&open)
        ));
    }
    todo.extend(announced(desk, now));
    let Packets { kept, unreadable, .. } = &status.packets;
    let asked = status.cycle.map(|cycle| rule::unanswered(desk, cycle, kept)).transpose()?;
    for (seat, question) in asked.unwrap_or_default() {
        let asked = question.split_whitespace().collect::<Vec<_>>().join(" ");
        todo.push(format!("{seat} asks: {asked} (`adjutant rule answer {seat} TEXT`)"));
    }
    if status.cycle.is_some() && !unreadable.is_empty() {
        let files = words::count(unreadable.len(), "file");
        todo.push(format!(
            "{files} among the packets cannot be read: `adjutant resolve` names them"
        ));
    }
    let mut counts = BTreeMap::new();
    for line in &status.seats {
        *counts.entry(line.orders).or_default() += 1;
    }
    let left = status.deadline.filter(|deadline| now <= *deadline).map(|d| span(d.since(now)));
    Ok(Tasks { todo, counts, left })
}

/// Keys that were announced, and to which nobody has objected in time.
fn announced(desk: &Desk, now: Time) -> Vec<String> {
    let seats = desk.campaign.seats();
    let claims = seats.iter().filter_map(|seat| desk.campaign.ledger.claim_before(seat, u64::MAX));
    let over = claims.filter(|(_, claim)| now > claim.until);
    over.map(|(_, claim)| {
        let (name, seat) = (&claim.name, &claim.seat);
        format!(
            "nobody has objected to the keys of {name} for {seat}: give `adjutant enroll {seat} FILE --replace` \
             once more"
        )
    })
    .collect()
}

/// With a calendar the moderator starts the campaign and settles what it leaves to them.
fn by_calendar(desk: &Desk, status: &Status, now: Time) -> Result<Vec<String>, Problem> {
    if let Stage::Enrolling | Stage::Closed = desk.campaign.stage() {
        return Ok(by_hand(desk, status, now));
    }
    let facts = calendar_facts::of(desk, &status.packets)?;
    let step = facts.and_then(|(rules, facts)| due(&rules, &facts, now));
    Ok(match step {
        None | Some(Step::Remind { .. }) => Vec::new(),
        Some(step @ (Step::Stop { .. } | Step::Answer { .. })) => vec![step.sentence()],
        Some(step) => vec![format!("`adjutant run`: {}", step.sentence())],
    })
}

fn by_hand(desk: &Desk, status: &Status, now: Time) -> Vec<String> {
    let names = |wanted: fn(&Line) -> bool| -> Vec<&str> {
        status.seats.iter().filter(|line| wanted(line)).map(|line| line.seat.as_str()).collect()
    };
    let vacant = names(|line| line.state == State::Vacant);
    match desk.campaign.stage() {
        Stage::Enrolling if vacant.is_empty() => {
            vec!["open the first cycle: `adjutant open`".to_owned()]
        }
        Stage::Enrolling => {
            vec![format!(
                "find a player for {}: `adjutant enroll SEAT FILE`",
                words::names(&vacant)
            )]
        }
        Stage::Open(cycle) => {
            let awaited = names(|line| line.state.is_awaited());
            // Of what is locked nobody's orders are waited for.
            let locked = desk.campaign.ledger.lock(cycle).is_some();
            let awaited = if locked { Vec::new() } else { awaited };
            let passed = locked || status.deadline.is_none_or(|deadline| now > deadline);
            match (passed, awaited.is_empty()) {
                (true, true) if status.lock.is_some() => links(desk, cycle, now),
                (true, true) if status.beacon.is_some() => {
                    vec![format!("give cycle {cycle} its beacon: `adjutant beacon`")]
                }
                (true, true) => vec![format!("resolve cycle {cycle}: `adjutant resolve`")],
                (true, false) if status.deadline.is_some() => vec![format!(
                    "orders of {} are missing: `adjutant open --deadline TIME`, or `adjutant {} \
                     --without-orders`",
                    words::names(&awaited),
                    if status.lock.is_some() { "lock" } else { "resolve" }
                )],
                (true | false, _) => Vec::new(),
            }
        }
        Stage::Resolved(cycle) => vec![format!("open cycle {}: `adjutant open`", cycle + 1)],
        Stage::Closed if desk.campaign.ledger.revealed().is_none() => {
            vec!["publish the campaign secret: `adjutant reveal`".to_owned()]
        }
        Stage::Closed => Vec::new(),
    }
}

/// What is to be done for the links of the open cycle.
fn links(desk: &Desk, cycle: u32, now: Time) -> Vec<String> {
    match awaited_links(&desk.campaign) {
        Some(waits) if waits.until.is_none() => {
            vec![format!("lock cycle {cycle}: `adjutant lock`")]
        }
        Some(waits) if !waits.is_over(now) => Vec::new(),
        Some(waits) if waits.withheld == Withheld::Wait => vec![format!(
            "links of {} have not come: `adjutant lock --missing REASON`",
            words::names(&waits.missing)
        )],
        Some(_) | None => vec![format!("resolve cycle {cycle}: `adjutant resolve`")],
    }
}

/// `3 days 4 hours`, `4 hours 5 minutes`, `5 minutes`; of a round number the larger part alone.
fn span(seconds: u64) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    let number = |n: u64, noun: &str| words::count(i64::try_from(n).unwrap_or(i64::MAX), noun);
    let (large, small) = match (days, hours) {
        (0, 0) => return number(minutes, "minute"),
        (0, _) => (number(hours, "hour"), (minutes % 60, "minute")),
        _ => (number(days, "day"), (hours % 24, "hour")),
    };
    match small {
        (0, _) => large,
        (n, noun) => format!("{large} {}", number(n, noun)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_in_words() {
        for (seconds, told) in [
            (0, "0 minutes"),
            (119, "1 minute"),
            (3_660, "1 hour 1 minute"),
            (86_400, "1 day"),
            (273_600, "3 days 4 hours"),
        ] {
            assert_eq!(span(seconds), told);
        }
    }
}
