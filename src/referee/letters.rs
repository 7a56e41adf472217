//! What players are to be sent: reports, reminders, and word of what was decided. The letters follow
//! from the campaign; only which were sent is remembered.

use super::acts;
use super::calendar::{Rules, facts};
use super::campaign::Stage;
use super::desk::Desk;
use super::enroll::address;
use super::seats;
use crate::base::words::{self, capital};
use crate::base::{Problem, Seat, Span};
use crate::ledger::Body;

/// A letter to a seat's player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its name: the same letter has the same.
    pub id: String,
    /// The seat.
    pub seat: Seat,
    /// The address that is kept for it.
    pub to: Option<String>,
    /// What it is about, in a line.
    pub subject: String,
    /// The text.
    pub body: String,
    /// The path of the report that goes with it.
    pub report: Option<String>,
}

impl Letter {
    /// The letter as a mail program takes it: head and text.
    pub fn text(&self) -> String {
        let to = self.to.as_ref().map(|to| format!("To: {to}\n")).unwrap_or_default();
        format!("{to}Subject: {}\n\n{}", self.subject, self.body)
    }

    /// The word of which a newer letter takes the place of an older one that still waits: a seat's
    /// reports, and its reminders. What was decided is told each time.
    pub fn replaces(&self) -> Option<String> {
        let kinds = ["report", "remind"].into_iter();
        let kind = { kinds }.find(|kind| self.id.starts_with(&format!("{kind}-")))?;
        Some(format!("{kind}-{}", self.seat))
    }
}

fn letter(
    desk: &Desk,
    seat: &Seat,
    id: &str,
    (subject, body): (&str, String),
) -> Result<Letter, Problem> {
    let name = &desk.campaign.ledger.genesis().name;
    Ok(Letter {
        id: format!("{id}-{seat}"),
        seat: seat.clone(),
        to: address(desk, seat)?,
        subject: format!("[{name}] {subject}"),
        body,
        report: None,
    })
}

/// The letters that tell of the present state: the newest report of each seat, and what was decided
/// since.
pub(super) fn due(desk: &Desk, rules: &Rules) -> Result<Vec<Letter>, Problem> {
    let campaign = &desk.campaign;
    let held = |seat: &Seat| campaign.holder(seat, u32::MAX).is_some();
    let seats: Vec<Seat> = campaign.seats().into_iter().filter(held).collect();
    let mut letters = Vec::new();
    if let Stage::Open(_) | Stage::Closed = campaign.stage() {
        for seat in &seats {
            letters.extend(report(desk, rules, seat)?);
        }
    }
    let newest = campaign.ledger.entries().rev().find(|e| matches!(e.body, Body::Result(_)));
    let since = newest.map_or(0, |entry| entry.seq);
    for (entry, act) in acts::acts(&campaign.ledger) {
        if entry.seq <= since {
            continue;
        }
        let text = format!("{}.\n", capital(&act.sentence()));
        for seat in &seats {
            let id = format!("entry-{:06}", entry.seq);
            letters.push(letter(desk, seat, &id, ("the moderator's decision", text.clone()))?);
        }
    }
    Ok(letters)
}

/// The letter with a seat's newest report.
fn report(desk: &Desk, rules: &Rules, seat: &Seat) -> Result<Option<Letter>, Problem> {
    let ledger = &desk.campaign.ledger;
    let Some((cycle, _)) = ledger.results().next_back() else { return Ok(None) };
    let path = desk.campaign.report(seat, cycle);
    let mut lines = vec![format!("Your report of cycle {cycle} is attached: {path}")];
    let mut subject = format!("report of cycle {cycle}");
    if let Some(deadline) = ledger.deadline_in_words(cycle + 1) {
        lines.push(format!("Orders for cycle {} are due by {deadline}.", cycle + 1));
        subject = format!("{subject}, orders due by {deadline}");
    }
    let missed = facts::missed(ledger, Some(rules.zone), seat);
    if missed > 0 {
        lines.push(format!("You sent {}.", seats::in_the_last(missed)));
    }
    lines.extend(match rules.drop_after.map(|most| most.saturating_sub(missed)) {
        Some(1) if missed > 0 => {
            Some("If none come this time, your seat is given to another player.".to_owned())
        }
        Some(more) if missed > 0 => {
            let more = words::count(more, "more cycle");
            Some(format!("After {more} without any your seat is given to another player."))
        }
        _ => None,
    });
    let body = lines.join("\n") + "\n";
    let letter = letter(desk, seat, &format!("report-{cycle:04}"), (&subject, body))?;
    Ok(Some(Letter { report: Some(path), ..letter }))
}

/// The letters that remind of a deadline.
pub(super) fn reminders(
    desk: &Desk,
    (cycle, before): (u32, Span),
    seats: &[Seat],
) -> Result<Vec<Letter>, Problem> {
    let deadline = desk.campaign.ledger.deadline_in_words(cycle).unwrap_or_default();
    let body = format!(
        "Orders for cycle {cycle} are due by {deadline}, and none of yours are here.\n\
         Without them your standing orders and the game's defaults are used.\n"
    );
    let subject = format!("orders due by {deadline}");
    let one = |seat: &Seat| {
        letter(desk, seat, &format!("remind-{cycle:04}-{before}"), (&subject, body.clone()))
    };
    seats.iter().map(one).collect()
}
