//! How a campaign stands: one line for each seat.

use serde::Serialize;

use super::arrivals::{self, Held};
use super::desk::Desk;
use super::packets::{self, Kept, Noted, Packets, incoming_cycle};
use crate::base::{Problem, Time, words};
use crate::campaign::layout;
use crate::engine::{Reader, Seat, Severity};
use crate::ledger::Ledger;
use crate::referee::calendar::rules::NoShows;
use crate::referee::calendar::{InForce, facts};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::receipt::Verdict;
use crate::referee::record::seats::{self, Seen, State};
use crate::referee::record::{acts, ledger_page, luck};

/// How a campaign stands.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// The game.
    pub game: String,
    /// A sentence on where it stands.
    pub stage: String,
    /// The open cycle.
    pub cycle: Option<u32>,
    /// The deadline of the open cycle, RFC 3339 UTC.
    pub deadline: Option<Time>,
    /// The same in words, in the zone it was given in.
    #[serde(skip)]
    pub deadline_in_words: Option<String>,
    /// One for each seat, in the game's order.
    pub seats: Vec<Line>,
    /// The seats whose players contribute links to the seeds. If there is none, the moderator knows
    /// all dice in advance.
    pub links: Vec<String>,
    /// The public value that the open cycle's dice wait for, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beacon: Option<String>,
    /// What the open cycle waits for where links are given behind a lock, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock: Option<String>,
    /// Which cycles are open to everybody before the end, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<String>,
    /// What players vote on: a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<String>,
    /// What the moderator decided that changed who could play, or until when: a sentence each.
    pub acts: Vec<String>,
    /// The packets as they were read for it, for what else is asked of them; none for the public.
    #[serde(skip)]
    pub packets: Packets,
}

/// The word for the orders of a seat when the game is over.
pub(super) const OVER: &str = "over";

/// How a seat stands: exactly one word for its orders.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The seat.
    pub seat: String,
    /// Who holds it.
    pub player: Option<String>,
    /// The word for its state.
    pub orders: &'static str,
    /// The state.
    #[serde(skip)]
    pub state: State,
    /// Why, if the word does not say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Since when, if that is known.
    pub since: Option<Time>,
    /// Packets received in the open cycle or, if none is open, for the next one.
    pub packets: usize,
    /// The sequence that counts.
    pub sequence: Option<u32>,
}

/// The status as everybody can see it: the names of files tell who sent how many packets, not what
/// became of them.
///
/// # Errors
/// If the disk fails.
pub fn public(campaign: &Campaign) -> Result<Status, Problem> {
    build(campaign, |cycle, seat| {
        let names = campaign.store.list(&layout::packets(cycle))?;
        let mine = names.iter().filter(|name| layout::is_packet_of(name, seat.as_str()));
        let packets = mine.count();
        let withdrawn = campaign.ledger.withdrawals(seat, cycle);
        let withdrawn = withdrawn.filter_map(|(_, word)| usize::try_from(word.packets).ok());
        // Whether it came in time and can be read, only the moderator can tell.
        let sent = packets > withdrawn.max().unwrap_or_default();
        Ok(Received { packets, sequence: None, seen: Seen { sent, ..Seen::default() } })
    })
}

/// The status with what only the moderator can open.
///
/// # Errors
/// If a packet cannot be read.
pub fn full(desk: &Desk) -> Result<Status, Problem> {
    let packets = packets::incoming(desk)?;
    let waiting = arrivals::waiting(desk)?;
    let status = build(&desk.campaign, |cycle, seat| {
        let received = received(desk, &packets, cycle, seat)?;
        Ok(match waiting.get(seat) {
            Some(held) => received.with(held),
            None => received,
        })
    })?;
    Ok(Status { packets, ..status })
}

/// Reads the whole ledger if a seat was silent in the last cycle, to count for how long.
///
/// # Errors
/// If it is not sound.
pub fn remember(campaign: &mut Campaign) -> Result<(), Problem> {
    let newest = campaign.ledger.results().next_back().map(|(_, result)| result);
    let silent = newest.is_some_and(|result| !ledger_page::silent(result).is_empty());
    if silent { campaign.complete() } else { Ok(()) }
}

/// What the moderator can tell of a seat's packets.
fn received(
    desk: &Desk,
    Packets { noted, kept, .. }: &Packets,
    cycle: u32,
    seat: &Seat,
) -> Result<Received, Problem> {
    let mine = || noted.iter().filter(|note| note.seat == *seat);
    let late = mine().rfind(|note| note.receipt.verdict == Verdict::Late);
    let kept = packets::of(kept, seat);
    let packet = kept.map(|kept| checked(desk, cycle, noted, kept)).transpose()?;
    let refused = packets::refused(desk, cycle, seat)?;
    let refused = refused.map(|receipt| (receipt.received, receipt.reason.unwrap_or_default()));
    let late = late.map(|note| note.receipt.received);
    let sequence = kept.map(|kept| kept.header.sequence);
    let seen = Seen { packet, refused, late, ..Seen::default() };
    Ok(Received { packets: mine().count(), sequence, seen })
}

/// The packet that counts, and what the check says of it.
fn checked(
    desk: &Desk,
    cycle: u32,
    noted: &[Noted],
    kept: &Kept,
) -> Result<seats::Packet, Problem> {
    let game = &desk.campaign.game;
    let seat = &kept.header.seat;
    let view = game.see(&desk.position(cycle - 1)?, &Reader::Seat(seat.clone()))?;
    let remarks = game.check(&view, &kept.orders)?;
    let count = |severity| remarks.iter().filter(|remark| remark.severity == severity).count();
    Ok(seats::Packet {
        received: packets::decisive(noted, seat).map(|at| noted[at].receipt.received),
        last: kept.header.last,
        warnings: count(Severity::Warning),
        refused: count(Severity::Refused),
    })
}

/// What is known of a seat's packets.
#[derive(Default)]
struct Received {
    packets: usize,
    sequence: Option<u32>,
    seen: Seen,
}

impl Received {
    /// The same with a packet that nobody can open yet.
    fn with(self, held: &Held) -> Self {
        let sequence = Some(held.envelope.sequence);
        let seen = Seen { sent: true, refused: None, ..self.seen };
        Self { packets: self.packets + 1, sequence, seen }
    }
}

fn build(
    campaign: &Campaign,
    received: impl Fn(u32, &Seat) -> Result<Received, Problem>,
) -> Result<Status, Problem> {
    let stage = campaign.stage();
    let awaited = incoming_cycle(stage);
    let cycle = awaited.filter(|_| matches!(stage, Stage::Open(_)));
    let calendar = InForce::of(campaign)?;
    let mut seats = Vec::new();
    for seat in campaign.seats() {
        let of_packets = awaited.map(|cycle| received(cycle, &seat)).transpose()?;
        let Received { packets, sequence, seen } = of_packets.unwrap_or_default();
        let standing = seen_in(campaign, calendar.as_ref(), cycle, &seat, seen).standing();
        seats.push(Line {
            seat: seat.to_string(),
            player: campaign.holder(&seat, u32::MAX).map(|holder| holder.name),
            orders: standing.state.word(),
            state: standing.state,
            why: standing.why,
            since: standing.since,
            packets,
            sequence,
        });
    }
    Ok(Status {
        campaign: campaign.id(),
        game: campaign.ledger.genesis().game.clone(),
        stage: sentence(campaign, stage),
        cycle,
        deadline: cycle.and_then(|c| campaign.ledger.deadline(c)),
        deadline_in_words: cycle.and_then(|c| campaign.ledger.deadline_in_words(c)),
        seats,
        links: campaign.tips().into_iter().map(|(seat, _)| seat.to_string()).collect(),
        beacon: luck::awaited(campaign)?.map(|waits| waits.sentence()),
        lock: luck::awaited_links(campaign).map(|waits| waits.sentence()),
        opened: opened(&campaign.ledger),
        votes: ledger_page::under_way(&campaign.ledger),
        acts: acts::acts(&campaign.ledger).iter().map(|(_, act)| act.sentence()).collect(),
        packets: Packets::default(),
    })
}

/// What the ledger says of a seat, beside what is known of its packets.
fn seen_in(
    campaign: &Campaign,
    calendar: Option<&InForce>,
    open: Option<u32>,
    seat: &Seat,
    packets: Seen,
) -> Seen {
    let ledger = &campaign.ledger;
    let rules = calendar.map(|calendar| &calendar.rules);
    let opened = open.and_then(|cycle| ledger_page::when(ledger, "open", cycle));
    let due = open.and_then(|cycle| ledger.opening(cycle)?.due.get(seat).copied());
    let deadline = open.and_then(|cycle| ledger.deadline(cycle));
    let date = rules.zip(deadline).map(|(rules, deadline)| rules.zone.date(deadline));
    let absences = ledger.absences(seat).into_iter().map(|absence| absence.dates);
    let dropped = ledger.dropped(seat);
    let stands = incoming_cycle(campaign.stage()).and_then(|cycle| ledger.stands(seat, cycle));
    let newest = ledger.results().next_back();
    let withdrawn = incoming_cycle(campaign.stage())
        .and_then(|cycle| ledger.withdrawals(seat, cycle).map(|(_, word)| word.sequence).max());
    Seen {
        withdrawn,
        over: campaign.stage() == Stage::Closed,
        staff: rules.is_some_and(|rules| rules.no_shows == NoShows::Staff),
        dropped: dropped.map(|(entry, dropped)| (entry.time, dropped.reason.clone())),
        held: campaign.holder(seat, u32::MAX).is_some(),
        open: opened.map(|opened| (opened, due)),
        stands,
        away: date.and_then(|date| { absences }.find(|dates| dates.hold(date))),
        missed: (
            facts::missed(ledger, rules.map(|rules| rules.zone), seat),
            rules.and_then(|rules| rules.drop_after),
        ),
        resolved: newest.and_then(|(cycle, _)| ledger_page::when(ledger, "result", cycle)),
        ..packets
    }
}

impl Line {
    /// Why and since when the state is what it is, as far as that is known: `away 2026-07-16 to
    /// 2026-07-20, since 2026-07-10T19:00:00Z`.
    pub fn details(&self) -> String {
        let why = Some(self.why.clone()).filter(|why| !why.is_empty());
        let since = self.since.map(|since| format!("since {since}"));
        why.into_iter().chain(since).collect::<Vec<_>>().join(", ")
    }
}

impl Status {
    /// The same at some time: what is due after the deadline is missing.
    #[must_use]
    pub fn at(mut self, now: Time) -> Self {
        let over = self.deadline.is_some_and(|deadline| deadline < now);
        for line in self.seats.iter_mut().filter(|line| over && line.state == State::Due) {
            (line.state, line.orders) = (State::Missing, State::Missing.word());
        }
        self
    }

    /// Who has a hand in the dice, in a sentence.
    pub fn dice(&self) -> String {
        match &self.links[..] {
            [] => "the moderator knows them in advance: no player contributes links".to_owned(),
            links => format!("links come from {} and the moderator", links.join(", ")),
        }
    }
}

fn sentence(campaign: &Campaign, stage: Stage) -> String {
    match stage {
        Stage::Enrolling => "enrolling players".to_owned(),
        Stage::Open(cycle) => {
            let phase = campaign.ledger.opening(cycle).map(|o| o.phase.as_str());
            format!("cycle {cycle} is open ({})", phase.unwrap_or_default())
        }
        Stage::Resolved(cycle) => {
            format!("cycle {cycle} is resolved; the next one is not open yet")
        }
        Stage::Closed => {
            let closing = campaign.ledger.closing().map(|c| c.outcome.as_str());
            format!("over: {}", closing.unwrap_or_default())
        }
    }
}

/// Which cycles are open to everybody, where they are before the end.
fn opened(ledger: &Ledger) -> Option<String> {
    let after = words::count(ledger.opens_after()?, "cycle");
    Some(match ledger.opened_to() {
        _ if ledger.revealed().is_some() => return None,
        None => format!("each cycle is open to everyone {after} later"),
        Some(0) => format!("the beginning is open to everyone, each cycle {after} later"),
        Some(cycle) => format!("cycles up to {cycle} are open to everyone, each {after} later"),
    })
}
