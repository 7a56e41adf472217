//! Which cycles are open to everybody: when each is due, and whether its key is the one that the genesis commits to. A
//! cycle is opened by the result of one that lies far enough behind it, counted in cycles that were played and stand:
//! what was undone brings nothing nearer.

use super::{Correction, Genesis, Ledger, OpenedCycle};
use crate::base::{Digest, Problem};

/// How many cycles that were played and stand each position has behind it, by the number of its cycle.
struct Depths(Vec<u32>);

impl Depths {
    /// The depths of these cycles, of which some undo others or are corrections.
    fn of<'c>(cycles: impl Iterator<Item = Option<&'c Correction>>) -> Self {
        let mut all: Vec<u32> = Vec::new();
        for correction in cycles {
            let before = all.last().copied();
            let undone = correction.and_then(|correction| correction.undoes);
            let begin = |undone: u32| all.get(undone.checked_sub(1)? as usize).copied();
            all.push(match (correction, before) {
                (_, None) => 0,
                (None, Some(before)) => before + 1,
                (Some(_), Some(before)) => undone.and_then(begin).unwrap_or(before),
            });
        }
        Self(all)
    }

    /// How many cycles are open once all of these are resolved.
    fn open(&self, after: u32) -> usize {
        let mut open = 0;
        for (cycle, depth) in self.0.iter().enumerate() {
            while open < cycle && self.0[open] + after <= *depth {
                open += 1;
            }
        }
        open
    }
}

impl Ledger {
    /// The newest cycle that is open to everybody; `None` if none is, or all are opened at the end.
    pub fn opened_to(&self) -> Option<u32> {
        self.opened_with(&[])
    }

    /// What opened it. The ledger must be whole.
    pub fn opened(&self) -> Option<&OpenedCycle> {
        self.results().rev().find_map(|(_, result)| result.opened.as_ref())
    }

    /// The cycle that the next result has to open, all before it included; `None` if it opens none. `correction` if
    /// nothing is played in it.
    pub fn opens_next(&self, correction: Option<&Correction>) -> Option<u32> {
        let due = self.opened_with(&[correction])?;
        (self.opened_to() != Some(due)).then_some(due)
    }

    /// How many cycles behind spectators read, if they do before the end.
    pub fn opens_after(&self) -> Option<u32> {
        self.genesis().reveal_terms.map(|terms| terms.after)
    }

    fn opened_with(&self, next: &[Option<&Correction>]) -> Option<u32> {
        let after = self.opens_after()?;
        let open = self.depths(next).open(after);
        open.checked_sub(1).and_then(|cycle| u32::try_from(cycle).ok())
    }

    /// The depths of all cycles that are resolved, and of the one that is next, if it is told. Of those that are not at hand none is a
    /// correction.
    fn depths(&self, next: &[Option<&Correction>]) -> Depths {
        let resolved = self.last_result().map_or(0, |(cycle, _)| cycle + 1);
        let mut corrections = vec![None; resolved as usize];
        for (cycle, result) in self.results() {
            if let Some(place) = corrections.get_mut(cycle as usize) {
                *place = result.correction.as_ref();
            }
        }
        Depths::of(corrections.into_iter().chain(next.iter().copied()))
    }

    /// The position that undoing a cycle leads back to is not open to everybody.
    ///
    /// # Errors
    /// If it is.
    pub fn may_go_back(&self, undone: u32) -> Result<(), Problem> {
        let (Some(open), Some(begin)) = (self.opened_to(), undone.checked_sub(1)) else {
            return Ok(());
        };
        let Depths(depths) = self.depths(&[]);
        let opened = depths.iter().take(open as usize + 1).max();
        if depths.get(begin as usize) > opened {
            return Ok(());
        }
        Err(Problem::refused(format!(
            "cycle {undone} cannot be undone: the position before it is open to everyone"
        ))
        .hint("this decision is final; play on in a copy with `adjutant clone`"))
    }

    /// The key that dice of a cycle are proven under, if they are and the ledger names it already.
    pub fn dice(&self, cycle: u32) -> Option<&str> {
        let first = self.genesis().dice.as_deref()?;
        if cycle == 0 || self.opens_after().is_none() {
            return Some(first);
        }
        self.opening(cycle)?.dice.as_deref()
    }

    /// A result opens the cycle that it has to open, with the key and the link that were fixed at the founding.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn opens_rightly(
        &self,
        correction: Option<&Correction>,
        opened: Option<&OpenedCycle>,
    ) -> Result<(), Problem> {
        let due = self.opens_next(correction);
        let (cycle, opened) = match (due, opened) {
            (None, None) => return Ok(()),
            (Some(due), None) => {
                return Err(Problem::refused(format!(
                    "it does not open cycle {due}, which is due"
                )));
            }
            (due, Some(opened)) if due != Some(opened.cycle) => {
                let (cycle, open) = (opened.cycle, self.opened_to());
                return Err(Problem::refused(match due {
                    _ if Some(cycle) <= open => format!("it opens cycle {cycle} again"),
                    Some(due) if cycle < due => {
                        format!("it opens cycle {cycle}, and cycle {due} is due")
                    }
                    Some(_) | None => format!("it opens cycle {cycle} too early"),
                }));
            }
            (_, Some(opened)) => (opened.cycle, opened),
        };
        let genesis = self.genesis();
        let Some(terms) = genesis.reveal_terms else { return Ok(()) };
        let before = self.opened();
        let key = before.map_or((0, terms.tip), |before| (before.cycle + 1, before.key));
        let link = before.map_or((0, genesis.tip), |before| (before.cycle.max(1), before.link));
        if !leads_back(genesis, key, (cycle + 1, opened.key)) {
            return Err(Problem::refused(format!(
                "this is not the key of cycle {cycle} that the genesis commits to"
            )));
        }
        if !leads_back(genesis, link, (cycle.max(1), opened.link)) {
            return Err(Problem::refused(format!(
                "this is not the moderator's link of cycle {cycle}"
            )));
        }
        Ok(())
    }
}

/// True if a link of one of the moderator's chains leads back to one that was known before.
fn leads_back(genesis: &Genesis, from: (u32, Digest), to: (u32, Digest)) -> bool {
    let birth = genesis.birth();
    let step = |link: Digest, c: u32| {
        Digest::tagged("adjutant/chain/v1", &[&birth.0, &c.to_be_bytes(), &link.0])
    };
    from.0 <= to.0 && (from.0..to.0).rev().fold(to.1, step) == from.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undoing(cycle: u32) -> Correction {
        Correction { reason: "a slip".into(), undoes: Some(cycle), anew: Vec::new() }
    }

    fn open(cycles: &[Option<&Correction>], after: u32) -> Vec<usize> {
        (1..=cycles.len()).map(|n| Depths::of(cycles[..n].iter().copied()).open(after)).collect()
    }

    #[test]
    fn a_cycle_is_opened_so_many_cycles_later() {
        let played = [None; 6];
        assert_eq!(open(&played, 1), [0, 1, 2, 3, 4, 5]);
        assert_eq!(open(&played, 3), [0, 0, 0, 1, 2, 3]);
    }

    #[test]
    fn what_is_undone_brings_nothing_nearer() {
        let (four, five) = (undoing(4), undoing(3));
        // Cycle 5 undoes cycle 4: nothing is opened before as many cycles stand as did.
        let cycles = [None, None, None, None, None, Some(&four), None, None, None];
        assert_eq!(open(&cycles, 2), [0, 0, 1, 2, 3, 3, 3, 4, 7]);
        // Two in a row: the orders of cycles 3 and 4 stay hidden until they are played again.
        let cycles = [None, None, None, None, None, Some(&four), Some(&five), None, None, None];
        assert_eq!(open(&cycles, 3), [0, 0, 0, 1, 2, 2, 2, 2, 2, 3]);
        let set = Correction { undoes: None, ..undoing(1) };
        assert_eq!(open(&[None, None, Some(&set), None], 1), [0, 1, 1, 3]);
    }
}
