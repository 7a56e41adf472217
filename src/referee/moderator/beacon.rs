//! The public value that the seed of the open cycle waits for: taken into the ledger, or done without once it was
//! waited for long enough.

use std::fmt;

use crate::base::{Problem, Time};
use crate::ledger::{Beacon, Body};
use crate::referee::cycle::arrivals::Again;
use crate::referee::cycle::closing;
use crate::referee::cycle::desk::Desk;
use crate::referee::record::luck::{Awaited, awaited};

/// How a value is fetched that a cycle waits for.
#[derive(Clone, Copy)]
pub struct Fetch<'a>(pub &'a dyn Fn(&Awaited, Time) -> Result<Beacon, Problem>);

impl fmt::Debug for Fetch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fetch")
    }
}

/// Whether a cycle has what it waits for.
#[derive(Debug)]
pub enum Came {
    /// It waits for nothing.
    Already,
    /// It was fetched now; in a sentence.
    Now(String),
    /// It has not come; why the moderator is needed, once it could have.
    Not(Option<Problem>),
}

/// Takes what the beacon gave for the open cycle.
///
/// # Errors
/// If nothing is waited for, the value is not the one that is, or it is too early for it.
pub fn take(desk: &mut Desk, given: Beacon, now: Time) -> Result<(), Problem> {
    let waits = awaited(&desk.campaign)?.ok_or_else(|| {
        Problem::nothing("no cycle waits for a beacon")
            .hint("`adjutant beacon` says what a cycle waits for once it is open")
    })?;
    waits.check(&given, now)?;
    desk.append(now, Some(waits.cycle), Body::Beacon(given))
}

/// Fetches what the open cycle waits for, if it can be there. For links that did not come the moderator may be needed.
///
/// # Errors
/// If it cannot be written.
pub fn come(desk: &mut Desk, fetch: Option<Fetch<'_>>, now: Time) -> Result<Came, Problem> {
    if let Some(needed) = closing::stuck(desk, now) {
        return Ok(Came::Not(Some(needed)));
    }
    let Some(waits) = awaited(&desk.campaign)? else {
        let again = Again::of(desk, now)?;
        return Ok(if again.is_some() { Came::Not(None) } else { Came::Already });
    };
    if now < waits.from {
        return Ok(Came::Not(None));
    }
    let Some(Fetch(fetch)) = fetch else {
        let needed = Problem::refused(waits.sentence());
        return Ok(Came::Not(Some(needed.hint(waits.hint()))));
    };
    let given = match fetch(&waits, now) {
        Ok(given) => given,
        // Somebody's server is no fault of the campaign's.
        Err(problem) => return Ok(Came::Not(Some(problem))),
    };
    if let Err(problem) = waits.check(&given, now) {
        return Ok(Came::Not(Some(problem)));
    }
    take(desk, given, now)?;
    Ok(Came::Now(format!("the beacon of cycle {} came", waits.cycle)))
}
