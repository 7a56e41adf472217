//! What players decide together.

use super::super::{AGREED, Closing, Stage, Vote};
use super::{Next, wrong};
use crate::base::{Motion, Problem, Time};

impl Next<'_> {
    /// A player votes who holds a seat, beside others, on what can still be.
    pub(super) fn votes(&self, vote: &Vote) -> Result<(), Problem> {
        self.has_calendar()?;
        if let Stage::Enrolling | Stage::Closed = self.stage {
            return wrong("the campaign has not begun");
        }
        self.is_held(&vote.seat)?;
        match &vote.motion {
            Motion::Draw => {}
            Motion::Win(seat) => self.is_held(seat)?,
            Motion::Deadline(to) => self.would_be_later(*to)?,
        }
        if !self.ledger.voters(&vote.motion).contains(&&vote.seat) {
            return wrong(format!("{} is to win, and is not asked", vote.seat));
        }
        if self.ledger.voters(&Motion::Draw).len() < 2 {
            return wrong("nobody else holds a seat, so there is nobody to agree with");
        }
        let said = self.ledger.votes().get(&vote.motion).is_some_and(|s| s.contains(&vote.seat));
        if said == vote.yes {
            let so = if said { "votes" } else { "does not vote" };
            return wrong(format!("{} {so} for {} already", vote.seat, vote.motion.words()));
        }
        Next::lists(&vote.files, [self.word()])
    }

    /// A time is later than the deadline of the open cycle.
    fn would_be_later(&self, to: Time) -> Result<(), Problem> {
        let Stage::Open(cycle) = self.stage else { return wrong("no cycle is open") };
        match self.ledger.deadline(cycle) {
            Some(deadline) if to > deadline => self.is_ahead(to),
            Some(deadline) => wrong(format!("{to} is not later than the deadline {deadline}")),
            None => wrong("the open cycle has no deadline"),
        }
    }

    /// The end says that the players agreed only if they did, and on that.
    pub(super) fn closes(&self, closing: &Closing) -> Result<(), Problem> {
        if closing.reason != AGREED {
            return Ok(());
        }
        let carried = self.ledger.carried().and_then(|motion| motion.outcome());
        if carried.as_ref() == Some(&closing.outcome) {
            return Ok(());
        }
        wrong("the players did not agree on this end")
    }
}
