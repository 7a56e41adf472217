//! A bracket: those of a score group and who came down to it (A.3).

use super::Round;

/// Those who are paired, and those of the group below, into which who is left over goes.
pub(super) struct Bracket<'r> {
    pub(super) round: &'r Round,
    /// All of them, by their rank in the round: who came down, the residents, the group below.
    pub(super) members: Vec<usize>,
    /// How many came down.
    pub(super) moved: usize,
    /// How many are not of the group below.
    pub(super) own: usize,
    /// True if all groups below are one (A.9).
    pub(super) collapsed: bool,
}

impl<'r> Bracket<'r> {
    pub(super) fn new(
        round: &'r Round,
        (moved, residents, lower): (&[usize], &[usize], &[usize]),
        collapsed: bool,
    ) -> Self {
        let members = [moved, residents, lower].concat();
        let (moved, own) = (moved.len(), moved.len() + residents.len());
        Self { round, members, moved, own, collapsed }
    }

    /// True if nobody is below.
    pub(super) fn is_last(&self) -> bool {
        self.own == self.members.len()
    }
}
