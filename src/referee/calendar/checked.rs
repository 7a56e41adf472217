//! Whether the calendars were kept: what `verify` says of them.

use std::collections::BTreeMap;

use super::facts::{InForce, missed, promised, used};
use super::rules::{Rules, Votes};
use crate::base::{Problem, Seat, Time};
use crate::ledger::{
    Absence, Body, Claim, Dropped, Entry, Ledger, Opening, Pause, Resumption, Stage, Vote,
};
use crate::referee::Campaign;

/// Every calendar can be read, and what they alone give is what they gave: graces, pauses and what these do to
/// deadlines, absences, times for objections, extensions, cycles that a dropped seat missed. Names each cycle
/// that was opened until another time than the calendar gives; `None` without a calendar.
pub fn kept(campaign: &Campaign) -> Option<Result<String, Problem>> {
    campaign.ledger.calendar_before(u64::MAX)?;
    Some(check(campaign))
}

fn check(campaign: &Campaign) -> Result<String, Problem> {
    let (mut calendars, mut openings, mut others) = (0, 0, Vec::new());
    let mut rules: Option<Rules> = None;
    for entry in campaign.ledger.entries() {
        if let Body::Calendar(_) = &entry.body {
            rules = InForce::before(campaign, entry.seq + 1)?.map(|calendar| calendar.rules);
            calendars += 1;
            continue;
        }
        let given = Given { campaign, rules: rules.as_ref(), entry };
        let other = given.holds().map_err(|p| p.at(Entry::path(entry.seq)))?;
        others.extend(other);
        openings += u32::from(rules.is_some() && matches!(entry.body, Body::Open(_)));
    }
    let told = format!("{calendars} in force in turn, {openings} cycles opened by them");
    Ok(if others.is_empty() { told } else { format!("{told}; {}", others.join("; ")) })
}

/// An entry, and the calendar that was in force before it.
struct Given<'a> {
    campaign: &'a Campaign,
    rules: Option<&'a Rules>,
    entry: &'a Entry,
}

fn wrong<T>(what: String) -> Result<T, Problem> {
    Err(Problem::refused(what))
}

fn named<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

impl Given<'_> {
    /// What an entry takes from the calendar is in it. What is the moderator's to choose, and was chosen
    /// otherwise, in a sentence.
    fn holds(&self) -> Result<Option<String>, Problem> {
        match &self.entry.body {
            Body::Open(opening) => return self.opening(opening),
            Body::Extension(extension) if !extension.spent.is_empty() => {
                self.overdrawn(&extension.spent)?;
            }
            Body::Pause(pause) => self.pause(pause)?,
            Body::Resume(resumption) => self.resumption(resumption)?,
            Body::Absence(absence) => self.absence(absence)?,
            Body::Dropped(dropped) => self.dropped(dropped)?,
            Body::Claim(claim) => self.claim(claim)?,
            Body::Vote(vote) => self.vote(vote)?,
            _ => {}
        }
        Ok(None)
    }

    /// The ledger as it stood before the entry.
    fn before(&self) -> Ledger {
        self.campaign.ledger.first(usize::try_from(self.entry.seq).unwrap_or(usize::MAX))
    }

    fn opening(&self, opening: &Opening) -> Result<Option<String>, Problem> {
        let cycle = self.entry.cycle.unwrap_or_default();
        let Some(rules) = self.rules else { return Ok(None) };
        if opening.grace != rules.grace {
            let (was, says) = (named(opening.grace), named(rules.grace));
            return wrong(format!("the grace is {was}, and the calendar gives {says}"));
        }
        let (given, kept) = self.deadlines(rules, opening, cycle);
        // A ledger may be older than the rule that what is repeated keeps its deadline.
        if opening.deadline == given || opening.deadline == kept {
            return Ok(None);
        }
        let (was, says) = (named(opening.deadline), named(given));
        if opening.deadline.is_none() {
            return wrong(format!(
                "cycle {cycle} was opened without a deadline, and the calendar gives {says}"
            ));
        }
        Ok(Some(format!("cycle {cycle} was opened until {was}, and the calendar says {says}")))
    }

    /// The deadline that a calendar gave a cycle when it was opened: as if it repeated nothing, and as it is.
    fn deadlines(
        &self,
        rules: &Rules,
        opening: &Opening,
        cycle: u32,
    ) -> (Option<Time>, Option<Time>) {
        let (ledger, entry) = (&self.campaign.ledger, self.entry);
        let owing = opening.due.iter().filter(|(_, required)| **required);
        let absences = owing.flat_map(|(seat, _)| ledger.absences_before(seat, entry.seq));
        let away: Vec<_> = absences.map(|absence| absence.dates).collect();
        let given = rules.deadline(&opening.phase, entry.time, cycle == 1, &away);
        (given, rules.repeated(&opening.phase, (given, promised(ledger, cycle)), &away))
    }

    /// A pause is one that the calendar gives, and moves the deadline that is ahead as it says.
    fn pause(&self, pause: &Pause) -> Result<(), Problem> {
        let (before, now) = (self.before(), self.entry.time);
        let given = self.rules.and_then(|rules| Some((rules, rules.pause?)));
        let Some((rules, most)) = given else {
            return wrong("the calendar gives no pauses".to_owned());
        };
        if before.paused() + pause.until.since(now) > u64::from(most.seconds()) {
            return wrong(format!("the pauses of one cycle last at most {most} together"));
        }
        let open = match before.stage() {
            Stage::Open(cycle) => before.deadline(cycle).filter(|d| now < *d).map(|d| (cycle, d)),
            Stage::Enrolling | Stage::Resolved(_) | Stage::Closed => None,
        };
        let given = open.and_then(|open| paused(&before, rules, open, (now, pause.until)));
        if pause.deadline == given {
            return Ok(());
        }
        let (was, says) = (named(pause.deadline), named(given));
        wrong(format!("the pause moves the deadline to {was}, and the calendar to {says}"))
    }

    /// What a pause moved is given back as the calendar says.
    fn resumption(&self, resumption: &Resumption) -> Result<(), Problem> {
        let before = self.before();
        let (Some(rules), Some((began, pause))) = (self.rules, before.pause()) else {
            return wrong("the campaign does not pause".to_owned());
        };
        let open = began.cycle.filter(|cycle| before.stage() == Stage::Open(*cycle));
        let open = open.filter(|_| pause.deadline.is_some());
        let open = open.and_then(|cycle| Some((cycle, before.deadline_before(cycle, began.seq)?)));
        let lasted = (began.time, self.entry.time);
        let given = open.and_then(|open| paused(&before, rules, open, lasted));
        if resumption.deadline == given {
            return Ok(());
        }
        let (was, says) = (named(resumption.deadline), named(given));
        wrong(format!("the pause gives back the deadline {was}, and the calendar {says}"))
    }

    /// An absence is announced ahead, and is no longer than the calendar gives.
    fn absence(&self, absence: &Absence) -> Result<(), Problem> {
        let given = self.rules.and_then(|rules| Some((rules, rules.absences.as_ref()?)));
        let Some((rules, given)) = given else {
            return wrong("the calendar gives no absences".to_owned());
        };
        if absence.dates.first < rules.zone.date(self.entry.time) {
            return wrong("absences are announced ahead".to_owned());
        }
        let year = absence.dates.first.year();
        let ledger = &self.campaign.ledger;
        let announced = ledger.absences_before(&absence.seat, self.entry.seq).into_iter();
        let announced = announced.map(|absence| absence.dates).filter(|d| d.first.year() == year);
        let days = announced.map(|dates| dates.count()).sum::<u32>() + absence.dates.count();
        if days <= given.days {
            return Ok(());
        }
        wrong(format!("{} is away on {days} days, and has {} a year", absence.seat, given.days))
    }

    /// A dropped seat missed as many cycles as it says.
    fn dropped(&self, dropped: &Dropped) -> Result<(), Problem> {
        let zone = self.rules.map(|rules| rules.zone);
        let missed = missed(&self.before(), zone, &dropped.seat);
        if dropped.missed == missed {
            return Ok(());
        }
        let (was, seat) = (dropped.missed, &dropped.seat);
        wrong(format!("missed is {was}, and {seat} missed {missed}"))
    }

    /// Keys are announced as long before as the calendar gives for objections.
    fn claim(&self, claim: &Claim) -> Result<(), Problem> {
        let Some(wait) = self.rules.and_then(|rules| rules.key_wait) else {
            return wrong("the calendar gives no time for objections".to_owned());
        };
        let until = self.entry.time.after(wait.seconds());
        if until == Some(claim.until) {
            return Ok(());
        }
        wrong(format!(
            "objections are taken until {}, and the calendar says {}",
            claim.until,
            named(until)
        ))
    }

    /// Players vote on what the calendar gives them to decide.
    fn vote(&self, vote: &Vote) -> Result<(), Problem> {
        let on = Votes::of(&vote.motion);
        if self.rules.is_some_and(|rules| rules.votes.contains(&on)) {
            return Ok(());
        }
        wrong(format!("the calendar gives no votes on {}", vote.motion.words()))
    }

    /// Refuses an extension that a seat did not have.
    fn overdrawn(&self, seats: &[Seat]) -> Result<(), Problem> {
        let cycle = self.entry.cycle.unwrap_or_default();
        let extensions = self.rules.and_then(|rules| rules.extensions.as_ref());
        let mut spent: Vec<(u32, &[Seat])> = Vec::new();
        let entries = self.campaign.ledger.entries();
        for earlier in entries.take_while(|earlier| earlier.seq < self.entry.seq) {
            if let (Body::Extension(extension), Some(cycle)) = (&earlier.body, earlier.cycle) {
                spent.push((cycle, &extension.spent));
            }
        }
        let all = self.campaign.seats();
        let mut paid: BTreeMap<&Seat, u32> = BTreeMap::new();
        for seat in seats {
            *paid.entry(seat).or_default() += 1;
            let had = extensions.map_or(0, |extensions| {
                extensions.each.saturating_sub(used(extensions, &all, (&spent, cycle), seat))
            });
            if paid[seat] > had {
                return wrong(format!("{seat} spent an extension that it did not have"));
            }
        }
        Ok(())
    }
}

/// The deadline of a cycle, later by a pause.
fn paused(ledger: &Ledger, rules: &Rules, open: (u32, Time), pause: (Time, Time)) -> Option<Time> {
    let phase = ledger.opening(open.0).map(|opening| opening.phase.as_str());
    rules.paused(phase.unwrap_or_default(), open.1, pause)
}
