//! What the calendar is asked about: what the ledger and the packets say.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{Extensions, Rules};
use crate::base::civil::Dates;
use crate::base::{Digest, Problem, Seat, Time, Zone};
use crate::campaign::layout;
use crate::engine::{Due, Phase};
use crate::ledger::{Ledger, PacketUse};
use crate::referee::record::luck::awaited_links;
use crate::referee::record::report::Around;
use crate::referee::{Campaign, Stage};

/// The calendar that is in force.
#[derive(Debug, Clone)]
pub struct InForce {
    /// The number of the entry that put it in force.
    pub seq: u64,
    /// What it says.
    pub rules: Rules,
}

/// A seat as the calendar sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
    /// Whether it must order in the cycle that is open or next; `None` if it cannot.
    pub due: Option<bool>,
    /// True if a player holds it.
    pub held: bool,
    /// The packet that counts.
    pub sent: Option<Sent>,
    /// Cycles in a row in which its player owed orders and sent none. Announced absences are left out.
    pub missed: u32,
    /// Extensions that it has left.
    pub extensions: u32,
    /// Days on which its player is away.
    pub away: Vec<Dates>,
}

/// When the packet that counts came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// When.
    pub received: Time,
    /// True if its player is done.
    pub last: bool,
}

/// What the calendar is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Where the campaign stands.
    pub stage: Stage,
    /// True if the game is over.
    pub over: bool,
    /// The phase that the open or next cycle begins with.
    pub phase: String,
    /// The deadline of the open cycle.
    pub deadline: Option<Time>,
    /// The same with the grace.
    pub last_call: Option<Time>,
    /// Where links are given behind a lock, whether the open cycle is locked, and what it waits for.
    pub lock: Locking,
    /// True if somebody has paid for an extension of the open cycle.
    pub extended: bool,
    /// The deadline that players were told of what the next cycle repeats.
    pub promised: Option<Time>,
    /// When the pause ends by itself, if there is one.
    pub pause: Option<Time>,
    /// Reminders that were sent: of which deadline, how long before it.
    pub reminded: BTreeSet<(Time, String)>,
    /// The seats whose orders ask a question that nobody has answered.
    pub questions: Vec<Seat>,
    /// The seats, in the game's order.
    pub seats: Vec<Seated>,
}

/// Whether the open cycle is to be locked before it is resolved, and is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locking {
    /// Links come with the orders: it is not.
    Never,
    /// It is to be.
    Due,
    /// It is, and can be resolved: all links have come.
    Done,
    /// It is, and can be resolved after this time, whether links have come or not.
    Until(Time),
}

impl Locking {
    fn of(campaign: &Campaign) -> Self {
        if campaign.ledger.genesis().link_terms.is_none() {
            return Self::Never;
        }
        match awaited_links(campaign).map(|waits| waits.until) {
            None => Self::Done,
            Some(None) => Self::Due,
            Some(Some(until)) => Self::Until(until),
        }
    }
}

impl InForce {
    /// The calendar of a campaign, if it has one.
    ///
    /// # Errors
    /// If its file is not the one that the ledger lists, or cannot be read.
    pub fn of(campaign: &Campaign) -> Result<Option<Self>, Problem> {
        Self::before(campaign, u64::MAX)
    }

    /// The one that was in force before an entry.
    ///
    /// # Errors
    /// As [`InForce::of`].
    pub fn before(campaign: &Campaign, seq: u64) -> Result<Option<Self>, Problem> {
        let Some((seq, path, _)) = campaign.ledger.calendar_before(seq) else { return Ok(None) };
        let rules = Rules::read(&campaign.listed(path)?).map_err(|p| p.at(path))?;
        Ok(Some(Self { seq, rules }))
    }

    /// Refuses a `campaign.yaml` that was changed and not put in force: nobody was told.
    ///
    /// # Errors
    /// That it was.
    pub fn is_the_one_at_hand(&self, campaign: &Campaign) -> Result<(), Problem> {
        let listed = campaign.ledger.calendar_before(u64::MAX).map(|(_, _, digest)| *digest);
        match campaign.store.read(layout::CALENDAR)? {
            Some(bytes) if Some(Digest::of(&bytes)) != listed => {
                Err(Problem::refused("the file is not the calendar in force")
                    .at(layout::CALENDAR)
                    .hint("put it in force with `adjutant calendar set`, or restore it"))
            }
            _ => Ok(()),
        }
    }
}

/// What pages of reports are told of a campaign besides. A calendar that cannot be read keeps nobody from their report.
pub fn around(campaign: &Campaign) -> Around<'_> {
    let staff = |calendar: Option<InForce>| calendar.is_some_and(|it| it.rules.silent().is_some());
    Around { ledger: &campaign.ledger, staff: InForce::of(campaign).ok().map(staff) }
}

impl Facts {
    /// What is public, and the packets that count; `phase` and `asked` are those of the open or next
    /// cycle.
    pub fn of(
        campaign: &Campaign,
        rules: &Rules,
        (phase, asked, over): (&str, &BTreeMap<Seat, bool>, bool),
        sent: &BTreeMap<Seat, Sent>,
    ) -> Self {
        let ledger = &campaign.ledger;
        let stage = campaign.stage();
        let open = if let Stage::Open(cycle) = stage { Some(cycle) } else { None };
        let next = if let Stage::Resolved(cycle) = stage { Some(cycle + 1) } else { None };
        let seats = campaign.seats().into_iter().map(|seat| Seated {
            due: asked.get(&seat).copied(),
            held: ledger.holder(&seat, u32::MAX).is_some(),
            sent: sent.get(&seat).cloned(),
            missed: missed(ledger, Some(rules.zone), &seat),
            extensions: left(campaign, rules.extensions.as_ref(), &seat),
            away: ledger.absences(&seat).into_iter().map(|absence| absence.dates).collect(),
            seat,
        });
        Self {
            stage,
            over,
            phase: phase.to_owned(),
            deadline: open.and_then(|cycle| ledger.deadline(cycle)),
            last_call: open.and_then(|cycle| ledger.last_call(cycle)),
            lock: Locking::of(campaign),
            extended: ledger.spent().any(|(cycle, _)| Some(cycle) == open),
            promised: next.and_then(|cycle| promised(ledger, cycle)),
            pause: ledger.pause().map(|(_, pause)| pause.until),
            reminded: BTreeSet::new(),
            questions: Vec::new(),
            seats: seats.collect(),
        }
    }

    /// The seats whose players must order.
    pub(super) fn owing(&self) -> impl Iterator<Item = &Seated> {
        self.seats.iter().filter(|seated| seated.held && seated.due == Some(true))
    }

    /// Those of them without orders.
    pub(super) fn missing(&self) -> impl Iterator<Item = &Seated> {
        self.owing().filter(|seated| seated.sent.is_none())
    }

    /// The last seat without the orders it owes, if all others wait for them: they are done, and the
    /// cycle would close, or the deadline is over.
    pub fn last(&self, rules: &Rules, now: Time) -> Option<&Seat> {
        // Of what is locked nobody's orders are waited for.
        if matches!(self.lock, Locking::Done | Locking::Until(_)) {
            return None;
        }
        let mut missing = self.missing();
        let (Some(last), None) = (missing.next(), missing.next()) else { return None };
        let others = || {
            let asked = self.seats.iter().filter(|seated| seated.held && seated.due.is_some());
            asked.filter(|seated| seated.seat != last.seat)
        };
        let done = |seated: &Seated| seated.sent.as_ref().is_some_and(|sent| sent.last);
        let closes = rules.early_close.is_some() && others().all(done);
        let passed = self.deadline.is_some_and(|deadline| now > deadline);
        (others().next().is_some() && (closes || passed)).then_some(&last.seat)
    }
}

/// Cycles in a row, up to the newest, in which a seat's present player owed orders and sent none.
/// What falls on an absence they announced is left out.
pub fn missed(ledger: &Ledger, zone: Option<Zone>, seat: &Seat) -> u32 {
    let from = ledger.present_since(seat);
    let absences = ledger.absences(seat);
    let away = |time: Time| {
        zone.is_some_and(|zone| absences.iter().any(|absence| absence.dates.hold(zone.date(time))))
    };
    let (mut missed, undone) = (0, ledger.undone());
    for (cycle, result) in ledger.results().rev() {
        match result.packets.get(seat) {
            _ if cycle < from => break,
            // It never happened.
            _ if undone.contains(&cycle) => {}
            Some(PacketUse::Used { .. } | PacketUse::Stands { .. }) => break,
            Some(PacketUse::Nmr { .. }) => {
                let excused = ledger.deadline(cycle).is_some_and(&away);
                missed += u32::from(!excused);
            }
            None => {}
        }
    }
    missed
}

/// The deadline that players were told of what a cycle repeats: of the cycle that was undone, and of the one
/// that was not played instead.
pub(in crate::referee) fn promised(ledger: &Ledger, cycle: u32) -> Option<Time> {
    let before = cycle.checked_sub(1)?;
    promised_by(ledger, before, ledger.correction(before)?.undoes)
}

/// The same for the cycle behind one that is corrected.
pub(in crate::referee) fn promised_by(
    ledger: &Ledger,
    cycle: u32,
    undoes: Option<u32>,
) -> Option<Time> {
    let undone = undoes.and_then(|undone| ledger.deadline(undone));
    ledger.deadline(cycle).max(undone).max(promised(ledger, cycle))
}

/// The deadline that a calendar gives a cycle which opens now. It is not before the one that is `promised`.
pub(in crate::referee) fn deadline(
    campaign: &Campaign,
    rules: &Rules,
    (phase, promised): (&Phase, Option<Time>),
    (cycle, now): (u32, Time),
) -> Option<Time> {
    let owing = phase.due.iter().filter(|(_, due)| **due == Due::Required);
    let absences = owing.flat_map(|(seat, _)| campaign.ledger.absences(seat));
    let away: Vec<_> = absences.map(|absence| absence.dates).collect();
    let given = rules.deadline(&phase.name, now, cycle == 1, &away);
    rules.repeated(&phase.name, (given, promised), &away)
}

/// The extensions that a seat has left.
pub fn left(campaign: &Campaign, extensions: Option<&Extensions>, seat: &Seat) -> u32 {
    let Some(extensions) = extensions else { return 0 };
    let ledger = &campaign.ledger;
    let now = ledger.latest_opening().map_or(1, |(cycle, _)| cycle);
    let all = campaign.seats();
    let spent: Vec<(u32, &[Seat])> = ledger.spent().collect();
    extensions.each.saturating_sub(used(extensions, &all, (&spent, now), seat))
}

/// How many of them a seat has used since they were refilled last.
pub(super) fn used(
    extensions: &Extensions,
    all: &[Seat],
    (spent, now): (&[(u32, &[Seat])], u32),
    seat: &Seat,
) -> u32 {
    let block = |cycle: u32| extensions.refill_every.map(|every| cycle.saturating_sub(1) / every);
    let mut used: BTreeMap<&Seat, u32> = BTreeMap::new();
    for (_, seats) in spent.iter().filter(|(cycle, _)| block(*cycle) == block(now)) {
        for seat in *seats {
            *used.entry(seat).or_default() += 1;
        }
        let empty = |seat: &Seat| used.get(seat).is_some_and(|used| *used >= extensions.each);
        if extensions.refill_when_all_used && all.iter().all(empty) {
            used.clear();
        }
    }
    used.get(seat).copied().unwrap_or_default()
}
