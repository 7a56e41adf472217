//! What the table waits for.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::base::Problem;
use crate::base::words::names;
use crate::engine::Seat;
use crate::engine::wording::walk;

/// A phase of the sequence of play, as a turn format describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseSpec {
    /// True if the table waits here for fresh orders.
    pub wait: bool,
    /// True if order files are encrypted.
    pub sealed: bool,
    /// The kinds of orders it takes.
    pub accepts: BTreeSet<String>,
}

/// The one word of a phase's name that is written with a hyphen.
const HYPHENATED: &str = "set-up";

/// A phase's name as people say it: `first movement` for `movement-1`.
pub fn spoken(name: &str) -> String {
    match name.rsplit_once('-') {
        _ if name == HYPHENATED => name.to_owned(),
        Some((what, "1")) => format!("first {what}"),
        Some((what, "2")) => format!("second {what}"),
        _ => name.replace('-', " "),
    }
}

/// What is expected of a seat in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// Without orders the seat gets the game's default, recorded as NMR.
    Required,
    /// Orders are taken, but silence is no NMR.
    Optional,
    /// There is nothing to order.
    Nothing,
}

/// What the table waits for, from whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// The phase that begins the cycle, in the rulebook's words, such as `movement`.
    pub name: String,
    /// The turn it belongs to; 0 before the first.
    pub turn: u32,
    /// All phases that this cycle runs through.
    pub covers: Vec<String>,
    /// The kinds of orders that may be given.
    pub accepts: BTreeSet<String>,
    /// What is expected of each seat.
    pub due: BTreeMap<Seat, Due>,
    /// True if order files are encrypted to the moderator.
    pub sealed: bool,
}

/// The phase of a roll call, and the option that asks for one.
pub const ROLL_CALL: &str = "roll-call";

impl Phase {
    /// The roll call of these seats: each is to send its link, and the set-up follows from them.
    pub(in crate::engine) fn roll_call(seats: Vec<Seat>) -> Self {
        Self {
            name: ROLL_CALL.to_owned(),
            turn: 0,
            covers: vec![ROLL_CALL.to_owned()],
            accepts: BTreeSet::new(),
            due: seats.into_iter().map(|seat| (seat, Due::Required)).collect(),
            sealed: true,
        }
    }

    /// True if it is the roll call.
    pub fn is_roll_call(&self) -> bool {
        self.name == ROLL_CALL
    }

    /// The seats that may send orders, each with whether it must, as the ledger's openings list them.
    pub fn asked(&self) -> BTreeMap<Seat, bool> {
        let asked = self.due.iter().filter(|(_, due)| **due != Due::Nothing);
        asked.map(|(seat, due)| (seat.clone(), *due == Due::Required)).collect()
    }

    /// What orders are given for, in words: `the movement and combat phases`.
    pub fn occasion(&self) -> String {
        let phases = names(self.covers.iter().map(|name| spoken(name)));
        match self.covers.len() {
            1 => format!("the {phases} phase"),
            _ => format!("the {phases} phases"),
        }
    }

    /// A cycle that runs through these phases of a turn format, named after the first: it takes
    /// what any of them takes, and is sealed if any of them is. A phase that the format does not
    /// have takes nothing.
    pub fn through(
        specs: &BTreeMap<String, PhaseSpec>,
        covers: &[&str],
        turn: u32,
        due: BTreeMap<Seat, Due>,
    ) -> Self {
        let own = || covers.iter().filter_map(|name| specs.get(*name));
        Self {
            name: covers.first().map(ToString::to_string).unwrap_or_default(),
            turn,
            covers: covers.iter().map(ToString::to_string).collect(),
            accepts: own().flat_map(|spec| spec.accepts.iter().cloned()).collect(),
            due,
            sealed: own().any(|spec| spec.sealed),
        }
    }

    /// The same, where one thing is expected of all seats.
    pub fn of_all(
        specs: &BTreeMap<String, PhaseSpec>,
        covers: &[&str],
        turn: u32,
        seats: Vec<Seat>,
        due: Due,
    ) -> Self {
        Self::through(specs, covers, turn, seats.into_iter().map(|seat| (seat, due)).collect())
    }
}

/// The phases of a cycle: the first, and what follows up to the next before which the table waits.
pub fn covered<P: Clone>(
    first: P,
    next: impl Fn(&P) -> Option<P>,
    waits: impl Fn(&P) -> bool,
) -> Vec<P> {
    std::iter::successors(Some(first), |phase| next(phase).filter(|next| !waits(next))).collect()
}

/// Checks the phases of a turn format: it has each of these and no other, waits in some, and takes
/// orders of no kind that `O`, the game's type of orders, does not have.
///
/// # Errors
/// The first phase or kind that is missing or unknown, or phase that must wait and does not.
pub fn check_phases<'de, O: Deserialize<'de>>(
    phases: &BTreeMap<String, PhaseSpec>,
    expected: &[&str],
    must_wait: &[&str],
) -> Result<(), Problem> {
    let all = || format!("the phases are: {}", expected.join(", "));
    if let Some(missing) = expected.iter().find(|name| !phases.contains_key(**name)) {
        return Err(Problem::refused(format!("the phase {missing} is missing")).hint(all()));
    }
    if let Some(unknown) = phases.keys().find(|name| !expected.contains(&name.as_str())) {
        return Err(Problem::refused(format!("there is no phase {unknown}")).hint(all()));
    }
    let kinds = walk::tags::<O>();
    for (name, phase) in phases {
        if let Some(unknown) = phase.accepts.iter().find(|kind| !kinds.contains(&kind.as_str())) {
            return Err(Problem::refused(format!("there is no order {unknown}"))
                .at(format!("phase {name}"))
                .hint(format!("the orders are: {}", kinds.join(", "))));
        }
    }
    match must_wait.iter().find(|name| !phases[**name].wait) {
        Some(name) => {
            Err(Problem::refused(format!("the phase {name} must wait")).hint("set wait: true"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_runs_up_to_the_next_phase_that_waits() {
        let next = |phase: &u32| (*phase < 6).then_some(phase + 1);
        assert_eq!(covered(1, next, |phase| *phase == 4), [1, 2, 3]);
        assert_eq!(covered(4, next, |phase| *phase == 4), [4, 5, 6]);
    }

    #[test]
    fn phases_are_named_as_people_say_them() {
        let named = [
            ("movement", "movement"),
            ("movement-2", "second movement"),
            ("set-up", "set-up"),
            ("direct-attack", "direct attack"),
        ];
        for (name, expected) in named {
            assert_eq!(spoken(name), expected);
        }
        let covers = ["movement-1", "combat"].map(str::to_owned).to_vec();
        let phase = Phase { covers, ..Phase::through(&BTreeMap::new(), &[], 1, BTreeMap::new()) };
        assert_eq!(phase.occasion(), "the first movement and combat phases");
    }

    #[test]
    fn a_cycle_takes_what_its_phases_take() {
        let spec = |sealed, accepts: &[&str]| PhaseSpec {
            wait: true,
            sealed,
            accepts: accepts.iter().map(ToString::to_string).collect(),
        };
        let specs = [("move", spec(true, &["go", "stay"])), ("fight", spec(false, &["aim", "go"]))];
        let specs = specs.map(|(name, spec)| (name.to_owned(), spec)).into();
        let phase = |covers: &[&str]| Phase::through(&specs, covers, 2, BTreeMap::new());
        let both = phase(&["move", "fight"]);
        assert_eq!((both.name.as_str(), both.turn, both.sealed), ("move", 2, true));
        assert_eq!(both.accepts, ["aim", "go", "stay"].map(str::to_owned).into());
        assert!(!phase(&["fight"]).sealed && phase(&["over"]).accepts.is_empty());
    }
}
