//! What each may write who may write at all: deputies what their rights and their time allow, and
//! the moderator of the office what it can become.

use super::{Body, CycleResult, Deputy, Entry, Ledger, Right, Sealing};
use crate::base::{Digest, Problem};

impl Ledger {
    /// Who wrote an entry could write it: what a deputy does is within their rights and their time,
    /// and the office changes as it can.
    ///
    /// # Errors
    /// What they could not do.
    pub(super) fn is_authorized(&self, entry: &Entry) -> Result<(), Problem> {
        let Some(name) = &entry.by else { return self.office_changes(entry) };
        let ours = self.office().deputies.iter().rev().find(|deputy| deputy.name == *name);
        let deputy = ours.ok_or_else(|| {
            Problem::refused(format!("{name} is not a deputy of this campaign's moderator"))
        })?;
        if let Some(ended) = deputy.ended {
            let entry = Entry::path(ended);
            return Err(Problem::refused(format!("{name} was dismissed as a deputy in {entry}")));
        }
        if entry.time > deputy.until {
            let until = deputy.until;
            return Err(Problem::refused(format!("{name} was a deputy until {until}")));
        }
        let right = self.right(entry, deputy)?;
        if deputy.may(right) {
            return Ok(());
        }
        Err(Problem::refused(format!("as a deputy, {name} may not {}", right.word())))
    }

    /// The right that an entry of a deputy takes.
    fn right(&self, entry: &Entry, deputy: &Deputy) -> Result<Right, Problem> {
        let name = &deputy.name;
        let cycle = entry.cycle.unwrap_or_default();
        let done = self.result(cycle).is_some();
        match &entry.body {
            Body::Extension(extension) => match extension.deadline {
                Some(to) if to <= deputy.until && !done => Ok(Right::Extend),
                Some(_) | None => Err(Problem::refused(format!(
                    "as a deputy, {name} may move a deadline to {} at most",
                    deputy.until
                ))),
            },
            // Where nobody can open a packet yet, to take it is all that there is to do with it.
            Body::Arrival(_)
                if self.genesis().sealed == Sealing::Timelock && deputy.may(Right::Close) =>
            {
                Ok(Right::Close)
            }
            Body::Arrival(_) => Ok(Right::Take),
            Body::Result(CycleResult { correction: None, .. }) => match self.last_call(cycle) {
                Some(last) if entry.time > last => Ok(Right::Close),
                Some(_) | None => Err(Problem::refused(format!(
                    "as a deputy, {name} may resolve a cycle only when its deadline and grace are over"
                ))),
            },
            // What a cycle needs to be resolved.
            Body::Beacon(_) | Body::Link(_) => Ok(Right::Close),
            Body::Lock(_) => match self.last_call(cycle) {
                Some(last) if entry.time > last => Ok(Right::Close),
                Some(_) | None => Err(Problem::refused(format!(
                    "as a deputy, {name} may lock a cycle only when its deadline and grace are over"
                ))),
            },
            // What a resolved cycle ends with.
            Body::Close(_)
                if self.entries().next_back().is_some_and(|last| {
                    matches!(last.body, Body::Result(_)) && last.by.as_ref() == Some(name)
                }) =>
            {
                Ok(Right::Close)
            }
            body => {
                let kind = body.kind();
                Err(Problem::refused(format!(
                    "as a deputy, {name} may not write an entry of kind {kind}"
                )))
            }
        }
    }

    /// What an entry of the moderator's says of the office.
    fn office_changes(&self, entry: &Entry) -> Result<(), Problem> {
        let office = self.office();
        let ours = |campaign: &Digest| {
            if *campaign == self.genesis_digest() {
                return Ok(());
            }
            Err(Problem::refused("it is about another campaign's office"))
        };
        match &entry.body {
            Body::Handover(new) => {
                ours(&new.campaign)?;
                let next = self.results().next_back().map_or(0, |(cycle, _)| cycle + 1);
                if new.from != next {
                    let from = new.from;
                    return Err(Problem::refused(format!("from is {from}, expected {next}")));
                }
                if office.moderator().signing == new.signing {
                    return Err(Problem::refused("this key holds the office"));
                }
                Ok(())
            }
            Body::Appoint(new) => {
                ours(&new.campaign)?;
                if office.moderators.iter().any(|m| m.signing == new.signing) {
                    return Err(Problem::refused("this key holds the office, or did"));
                }
                if office.deputy(&new.name).is_some() || office.deputy_with(&new.signing).is_some()
                {
                    let what = format!("{} is a deputy already, or their key is one's", new.name);
                    return Err(Problem::refused(what).hint("dismiss them first"));
                }
                if new.until <= entry.time {
                    let what = format!("{} could be a deputy until {}", new.name, new.until);
                    return Err(Problem::refused(format!("{what}, which has passed")));
                }
                Ok(())
            }
            Body::Dismiss(old) if office.deputy(&old.name).is_none() => {
                Err(Problem::refused(format!("{} is not a deputy", old.name)))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "rights_tests.rs"]
mod tests;
