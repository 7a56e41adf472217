//! Openings, deadlines, pauses and packets that came.

use super::super::{
    Arrival, Beacon, Body, Entry, Extension, Opening, Pause, Resumption, Sealing, Stage,
};
use super::{Files, Next, wrong};
use crate::base::{Problem, Seat, paths};

impl Next<'_> {
    /// A cycle is opened once, after the one before it was resolved, and as the genesis gives its beacon.
    pub(super) fn opens(&self, opening: &Opening) -> Result<(), Problem> {
        let cycle = self.entry.cycle.unwrap_or_default();
        let next = match self.stage {
            Stage::Open(open) => return wrong(format!("cycle {open} is open already")),
            Stage::Enrolling => 1,
            Stage::Resolved(done) => done + 1,
            Stage::Closed => return wrong("the campaign is over"),
        };
        if cycle != next {
            return wrong(format!("this opens cycle {cycle}, and cycle {next} is next"));
        }
        self.is_no_pause()?;
        let named = &self.ledger.genesis().beacon;
        if opening.beacon != *named {
            let beacon = &opening.beacon;
            return wrong(format!("the beacon is {beacon}, and the genesis names {named}"));
        }
        if *named != "none" && opening.deadline.is_none() {
            let what = "the beacon follows from the deadline, and the cycle has none";
            let how = "give it one with `adjutant open --deadline TIME`";
            return Err(Problem::refused(what).hint(how));
        }
        if opening.grace.is_some() {
            self.has_calendar()?;
        }
        let own = self.ledger.opens_after().is_some() && self.ledger.genesis().dice.is_some();
        if opening.dice.is_some() != own {
            return wrong(
                "`dice` belongs here if `reveal-terms` and proven dice are set, and only then",
            );
        }
        match opening.deadline.filter(|deadline| *deadline <= self.entry.time) {
            Some(deadline) => wrong(format!("the deadline {deadline} had passed when it was set")),
            None => Ok(()),
        }
    }

    /// A beacon comes once for the open cycle, when nobody can order any more.
    pub(super) fn takes_beacon(&self, beacon: &Beacon) -> Result<(), Problem> {
        let cycle = self.is_open()?;
        let kind = &self.ledger.genesis().beacon;
        if !beacon.fits(kind) {
            return wrong(format!("this is not what a beacon of kind {kind} gives"));
        }
        self.has_no_beacon(cycle)?;
        match self.ledger.last_call(cycle) {
            Some(last) if self.entry.time > last => Ok(()),
            Some(last) => wrong(format!("orders can come until {last}, and the beacon after that")),
            None => wrong("the cycle has no deadline"),
        }
    }

    /// Once the beacon has come, nothing gives anybody time to order.
    fn has_no_beacon(&self, cycle: u32) -> Result<(), Problem> {
        match self.ledger.beacon(cycle) {
            Some(_) => wrong(format!("the beacon of cycle {cycle} has come")),
            None => Ok(()),
        }
    }

    /// The deadline of the open cycle becomes later.
    pub(super) fn extends(&self, extension: &Extension) -> Result<(), Problem> {
        let cycle = self.is_open()?;
        let Some(to) = extension.deadline else {
            return wrong("an extension gives a deadline");
        };
        if self.ledger.deadline(cycle) == Some(to) {
            return wrong(format!("the deadline of cycle {cycle} is {to} already"));
        }
        self.has_no_beacon(cycle)?;
        self.is_unlocked()?;
        if !extension.spent.is_empty() {
            self.has_calendar()?;
        }
        self.is_later((cycle, self.entry.seq), to)
    }

    /// A pause begins when there is none. If the open cycle's deadline is ahead, it becomes later.
    pub(super) fn pauses(&self, pause: &Pause) -> Result<(), Problem> {
        self.has_calendar()?;
        self.is_ahead(pause.until)?;
        self.is_no_pause()?;
        let Some(to) = pause.deadline else { return self.names_no_cycle() };
        let cycle = self.is_open()?;
        if self.ledger.deadline(cycle).is_none_or(|deadline| deadline <= self.entry.time) {
            return wrong(format!("cycle {cycle} has no deadline ahead"));
        }
        self.is_later((cycle, self.entry.seq), to)
    }

    /// A pause that is under way ends. The deadline that it moved is not earlier than before it.
    pub(super) fn resumes(&self, resumption: &Resumption) -> Result<(), Problem> {
        let paused = self.ledger.pause().filter(|(_, pause)| self.entry.time < pause.until);
        let Some((began, pause)) = paused else { return wrong("the campaign does not pause") };
        // A cycle that was corrected meanwhile has no deadline any more.
        let open = began.cycle.is_some_and(|cycle| self.stage == Stage::Open(cycle));
        if resumption.deadline.is_some() != (pause.deadline.is_some() && open) {
            return wrong("a pause that moved a deadline gives it back when it ends, and no other");
        }
        let Some(to) = resumption.deadline else { return self.names_no_cycle() };
        let cycle = self.is_open()?;
        self.is_later((cycle, began.seq), to)
    }

    fn names_no_cycle(&self) -> Result<(), Problem> {
        match self.entry.cycle {
            None => Ok(()),
            Some(cycle) => wrong(format!("it names cycle {cycle}, and does nothing to it")),
        }
    }

    /// A packet of the open cycle is noted once: by a deputy, or where nobody can open it yet.
    pub(super) fn arrives(&self, arrival: &Arrival) -> Result<(), Problem> {
        let cycle = self.is_open()?;
        self.is_unlocked()?;
        let opens = self.ledger.genesis().sealed == Sealing::Moderator;
        if self.entry.by.is_none() && opens {
            return wrong("only a deputy notes what they cannot open");
        }
        if self.ledger.arrivals(cycle).any(|(_, old)| old.packet == arrival.packet) {
            return wrong("this packet was noted before");
        }
        Next::lists(&arrival.files, [paths::held(cycle, self.entry.seq)])
    }

    /// What a player says of their packets comes while the cycle is open.
    pub(super) fn says_of_packets(&self, seat: &Seat, files: &Files) -> Result<(), Problem> {
        self.is_open()?;
        self.is_unlocked()?;
        self.is_held(seat)?;
        Next::lists(files, [self.word()])
    }
}

impl super::Ledger {
    /// The last result and its cycle.
    pub fn last_result(&self) -> Option<(u32, &super::super::CycleResult)> {
        self.results().next_back()
    }

    /// The rulings of a cycle that let a packet in and are in force, with their entries.
    pub(in crate::ledger) fn let_in(
        &self,
        cycle: u32,
    ) -> impl Iterator<Item = (&Entry, &super::super::Effect)> {
        self.entries().filter_map(move |entry| match &entry.body {
            Body::Ruling(ruling) if entry.cycle == Some(cycle) => {
                let effect = ruling.effect.as_ref()?;
                let late = matches!(effect, super::super::Effect::Late { .. });
                (late && !self.is_revoked(entry.seq)).then_some((entry, effect))
            }
            _ => None,
        })
    }
}
