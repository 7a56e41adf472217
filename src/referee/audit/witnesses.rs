//! Whether enough witnesses saw the newest result.

use crate::base::Problem;
use crate::campaign::Store;
use crate::ledger::{Body, Check, Ledger, Witness};
use crate::referee::player::witnessed::{Sighting, sightings};

const NAME: &str = "witnesses";

/// The check; none in a campaign that names no witness. That too few saw the newest result is no fault
/// unless they are `needed`: a witness comes by now and then.
pub(super) fn check(store: &Store, ledger: &Ledger, needed: bool) -> Option<Check> {
    if ledger.genesis().witnesses.is_empty() {
        return needed.then(|| {
            Check::new(NAME, Err(Problem::refused("this campaign was created without witnesses")))
        });
    }
    let seen = match sightings(store, ledger) {
        Ok(seen) => seen,
        Err(problem) => return Some(Check::new(NAME, Err(problem))),
    };
    let (entry, what) = newest(ledger);
    let enough = |sighting: &Option<Sighting>| sighting.as_ref().is_some_and(|s| s.size > entry);
    let count = seen.iter().filter(|(_, sighting)| enough(sighting)).count();
    let all = match seen.len() {
        1 => "1 witness".to_owned(),
        all => format!("{all} witnesses"),
    };
    let told = seen.iter().map(|(witness, sighting)| told(ledger, witness, sighting.as_ref()));
    let told = told.collect::<Vec<_>>().join(", ");
    let quorum = ledger.genesis().quorum;
    if count >= quorum {
        return Some(Check::new(NAME, Ok(format!("{count} of {all} saw {what}: {told}"))));
    }
    let too_few = format!("{count} of {all} saw {what}, and it takes {quorum}: {told}");
    Some(if needed {
        let hint =
            "wait for the witnesses; if none comes for days, ask them whether they still run";
        Check::new(NAME, Err(Problem::refused(too_few).hint(hint)))
    } else {
        Check::skipped(NAME, too_few)
    })
}

/// The entry that witnesses must have seen: the newest result or, before the first, the genesis.
fn newest(ledger: &Ledger) -> (u64, String) {
    let result = ledger.entries().rev().find(|entry| matches!(entry.body, Body::Result(_)));
    let cycle = result.and_then(|entry| Some((entry.seq, entry.cycle?)));
    match cycle {
        Some((seq, cycle)) => (seq, format!("the result of cycle {cycle}")),
        None => (0, "the first entry".to_owned()),
    }
}

fn told(ledger: &Ledger, witness: &Witness, sighting: Option<&Sighting>) -> String {
    let name = witness.name();
    match sighting {
        None => format!("{name} saw nothing yet"),
        Some(Sighting { size, time }) => {
            format!("{name} saw {size} of {} entries at {time}", ledger.len())
        }
    }
}
