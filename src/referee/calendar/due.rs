//! What is due now, and what comes next.

use super::facts::{Facts, Locking, Seated};
use super::rules::Rules;
use crate::base::{Seat, Span, Time};
use crate::referee::Stage;
use crate::referee::record::ledger_page::seats;
use crate::referee::record::seats::in_the_last;

/// Something that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Those are reminded whose orders are missing.
    Remind {
        /// The cycle.
        cycle: u32,
        /// How long before the deadline.
        before: Span,
        /// Whose.
        seats: Vec<Seat>,
    },
    /// The deadline is moved because it falls on an absence.
    Postpone {
        /// The cycle.
        cycle: u32,
        /// The new deadline.
        to: Time,
        /// Who is away.
        away: Vec<Seat>,
    },
    /// The deadline is moved because orders are missing.
    Extend {
        /// The cycle.
        cycle: u32,
        /// The new deadline.
        to: Time,
        /// The seats that pay.
        spent: Vec<Seat>,
    },
    /// The cycle is resolved.
    Close {
        /// The cycle.
        cycle: u32,
        /// Seats without the orders they owe.
        missing: Vec<Seat>,
        /// True if all are done before the deadline.
        early: bool,
    },
    /// The cycle is locked: nothing that comes counts for it any more, and links are given.
    Lock {
        /// The cycle.
        cycle: u32,
        /// Seats without the orders they owe.
        missing: Vec<Seat>,
    },
    /// More orders are missing than the calendar goes on without.
    Stop {
        /// The cycle.
        cycle: u32,
        /// Whose.
        missing: Vec<Seat>,
    },
    /// A question in orders has no answer, and the calendar waits for one.
    Answer {
        /// The cycle.
        cycle: u32,
        /// Whose.
        seats: Vec<Seat>,
    },
    /// A seat is dropped.
    Drop {
        /// The seat.
        seat: Seat,
        /// Cycles without orders in a row.
        missed: u32,
    },
    /// A cycle is opened.
    Open {
        /// The cycle.
        cycle: u32,
        /// Its deadline.
        deadline: Time,
    },
}

/// A moment at which something would be due if nothing else came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upcoming {
    /// When.
    pub at: Time,
    /// What.
    pub step: Step,
}

impl Step {
    /// What it does, in words: `cycle 3 is resolved`.
    pub fn sentence(&self) -> String {
        match self {
            Self::Remind { cycle, before, seats: whom } => {
                format!("{} reminded of cycle {cycle}, {before} before its deadline", are(whom))
            }
            Self::Postpone { cycle, to, away } => {
                format!("the deadline of cycle {cycle} is moved to {to}: {} away", are(away))
            }
            Self::Extend { cycle, to, spent } => format!(
                "the deadline of cycle {cycle} is moved to {to}: orders of {} are missing",
                seats(spent)
            ),
            Self::Close { cycle, early: true, .. } => {
                format!("cycle {cycle} is resolved early: all are done")
            }
            Self::Close { cycle, missing, .. } if missing.is_empty() => {
                format!("cycle {cycle} is resolved")
            }
            Self::Close { cycle, missing, .. } => {
                format!("cycle {cycle} is resolved without orders of {}", seats(missing))
            }
            Self::Lock { cycle, missing } if missing.is_empty() => {
                format!("cycle {cycle} is locked, and links are asked for")
            }
            Self::Lock { cycle, missing } => format!(
                "cycle {cycle} is locked without orders of {}, and links are asked for",
                seats(missing)
            ),
            Self::Stop { cycle, missing } => format!(
                "cycle {cycle} waits for the moderator: orders of {} are missing",
                seats(missing)
            ),
            Self::Answer { cycle, seats: whose } => {
                format!("cycle {cycle} waits for the moderator: {} asked a question", seats(whose))
            }
            Self::Drop { seat, missed } => {
                format!("{seat} is dropped: {}", in_the_last(*missed))
            }
            Self::Open { cycle, deadline } => format!("cycle {cycle} opens until {deadline}"),
        }
    }
}

fn are(whom: &[Seat]) -> String {
    format!("{} {}", seats(whom), if whom.len() == 1 { "is" } else { "are" })
}

/// What is due at a moment, before anything else; nothing while a pause lasts.
pub fn due(rules: &Rules, facts: &Facts, now: Time) -> Option<Step> {
    if facts.pause.is_some_and(|until| now < until) {
        return None;
    }
    match facts.stage {
        Stage::Enrolling | Stage::Closed => None,
        Stage::Open(cycle) => facts.deadline.and_then(|deadline| {
            let open = Open { rules, facts, cycle, deadline, now };
            match facts.lock {
                Locking::Never => open.by_clock(),
                Locking::Due => open.by_clock().map(locked_first),
                // Nothing that is due otherwise changes what is locked.
                Locking::Done => Some(open.resolved()),
                Locking::Until(until) => (now > until).then(|| open.resolved()),
            }
        }),
        Stage::Resolved(_) if facts.over => None,
        Stage::Resolved(cycle) => dropped(rules, facts).or_else(|| {
            let away: Vec<_> = facts.owing().flat_map(|seated| seated.away.clone()).collect();
            let given = rules.deadline(&facts.phase, now, false, &away);
            let deadline = rules.repeated(&facts.phase, (given, facts.promised), &away)?;
            Some(Step::Open { cycle: cycle + 1, deadline })
        }),
    }
}

/// Where a cycle would be resolved, it is locked before.
fn locked_first(step: Step) -> Step {
    match step {
        Step::Close { cycle, missing, .. } => Step::Lock { cycle, missing },
        step => step,
    }
}

fn dropped(rules: &Rules, facts: &Facts) -> Option<Step> {
    let most = rules.drop_after?;
    let gone = facts.seats.iter().find(|seated| seated.held && seated.missed >= most)?;
    Some(Step::Drop { seat: gone.seat.clone(), missed: gone.missed })
}

/// A cycle that is open.
struct Open<'a> {
    rules: &'a Rules,
    facts: &'a Facts,
    cycle: u32,
    deadline: Time,
    now: Time,
}

impl Open<'_> {
    fn by_clock(&self) -> Option<Step> {
        if self.now <= self.deadline { self.before() } else { self.after() }
    }

    /// A cycle that is locked is resolved as it is.
    fn resolved(&self) -> Step {
        let missing = self.facts.missing().map(|seated| seated.seat.clone()).collect();
        Step::Close { cycle: self.cycle, missing, early: false }
    }

    /// Up to the deadline: a packet that comes in its second is on time.
    fn before(&self) -> Option<Step> {
        self.postpone().or_else(|| self.early()).or_else(|| self.remind())
    }

    fn postpone(&self) -> Option<Step> {
        let date = self.rules.zone.date(self.deadline);
        let holds = |seated: &&Seated| seated.away.iter().any(|dates| dates.hold(date));
        let away: Vec<&Seated> = self.facts.missing().filter(holds).collect();
        let dates: Vec<_> = away.iter().flat_map(|seated| seated.away.clone()).collect();
        let to = self.rules.postponed(&self.facts.phase, self.deadline, &dates)?;
        let away: Vec<Seat> = away.iter().map(|seated| seated.seat.clone()).collect();
        let moves = to > self.deadline && !away.is_empty();
        moves.then_some(Step::Postpone { cycle: self.cycle, to, away })
    }

    /// When the cycle closes early, if all are done.
    fn cooled(&self) -> Option<Time> {
        let cooling = self.rules.early_close?;
        let mut asked =
            self.facts.seats.iter().filter(|seated| seated.held && seated.due.is_some());
        let mut newest = None;
        for seated in asked.by_ref() {
            let sent = seated.sent.as_ref().filter(|sent| sent.last)?;
            newest = newest.max(Some(sent.received));
        }
        newest?.after(cooling.seconds())
    }

    /// Those whose questions are waited for.
    fn asked(&self) -> Option<Step> {
        let seats = self.facts.questions.clone();
        let waits = self.rules.wait_for_answers && !seats.is_empty();
        waits.then_some(Step::Answer { cycle: self.cycle, seats })
    }

    fn early(&self) -> Option<Step> {
        let early = self.cooled().is_some_and(|time| self.now >= time);
        if early && let Some(asked) = self.asked() {
            return Some(asked);
        }
        early.then(|| Step::Close { cycle: self.cycle, missing: Vec::new(), early })
    }

    /// Of the reminders whose time has come only the last is sent.
    fn remind(&self) -> Option<Step> {
        let since =
            |span: &&Span| self.deadline.before(span.seconds()).is_some_and(|t| t <= self.now);
        let before = *self.rules.reminders.iter().rfind(since)?;
        let seats: Vec<Seat> = self.facts.missing().map(|seated| seated.seat.clone()).collect();
        let told = self.facts.reminded.contains(&(self.deadline, before.to_string()));
        (!told && !seats.is_empty()).then_some(Step::Remind { cycle: self.cycle, before, seats })
    }

    fn after(&self) -> Option<Step> {
        let cycle = self.cycle;
        let missing: Vec<Seat> = self.facts.missing().map(|seated| seated.seat.clone()).collect();
        if missing.is_empty() {
            let close = Step::Close { cycle, missing, early: false };
            return Some(self.asked().unwrap_or(close));
        }
        let last_call = self.facts.last_call.unwrap_or(self.deadline);
        if self.now <= last_call {
            return None;
        }
        if let Some(extended) = self.extend() {
            return Some(extended);
        }
        let most = self.rules.stop.missing.and_then(|most| usize::try_from(most).ok());
        if most.is_some_and(|most| missing.len() > most) {
            return Some(Step::Stop { cycle, missing });
        }
        if let Some(asked) = self.asked() {
            return Some(asked);
        }
        Some(Step::Close { cycle, missing, early: false })
    }

    /// Once in a cycle, for those who owe orders and have an extension left.
    fn extend(&self) -> Option<Step> {
        let extensions = self.rules.extensions.as_ref().filter(|_| !self.facts.extended)?;
        let pays = self.facts.missing().filter(|seated| seated.extensions > 0);
        let spent: Vec<Seat> = pays.map(|seated| seated.seat.clone()).collect();
        let to = self.rules.extended(self.deadline, extensions.by)?;
        let to = if to > self.now { to } else { self.rules.extended(self.now, extensions.by)? };
        (!spent.is_empty()).then_some(Step::Extend { cycle: self.cycle, to, spent })
    }
}

/// The moments at which something would be due if nothing came before them, up to the first that
/// changes the campaign.
pub fn upcoming(rules: &Rules, facts: &Facts, now: Time) -> Vec<Upcoming> {
    let mut moments: Vec<Time> = facts.pause.into_iter().collect();
    if let (Stage::Open(cycle), Some(deadline)) = (facts.stage, facts.deadline) {
        let open = Open { rules, facts, cycle, deadline, now };
        moments.extend(open.cooled());
        moments.extend(rules.reminders.iter().filter_map(|span| deadline.before(span.seconds())));
        moments.extend(deadline.after(1));
        moments.extend(facts.last_call.and_then(|time| time.after(1)));
        if let Locking::Until(until) = facts.lock {
            moments.extend(until.after(1));
        }
    }
    moments.retain(|time| *time > now);
    moments.sort_unstable();
    moments.dedup();
    let mut coming = Vec::new();
    for at in moments {
        let Some(step) = due(rules, facts, at) else { continue };
        let goes_on = matches!(step, Step::Remind { .. });
        coming.push(Upcoming { at, step });
        if !goes_on {
            break;
        }
    }
    coming
}
