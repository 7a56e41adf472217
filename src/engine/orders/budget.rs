//! What orders cost, and what there is to spend.

use crate::engine::Slot;

/// What a sheet of orders spends, as a game counts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// What is spent, such as `PP`.
    pub unit: &'static str,
    /// What there is before any order: what it is, and how much; less than nothing is paid anyway.
    pub given: Vec<(&'static str, i64)>,
    /// What lines cost, in the order in which they are paid; less than nothing is put in.
    pub prices: Vec<(Slot, i64)>,
    /// Told in one line, and not order by order.
    pub brief: bool,
}
