//! Where a campaign stands, by its ledger.

use super::Ledger;

/// Where a campaign stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Seats are being enrolled; nothing was opened yet.
    Enrolling,
    /// A cycle is open for orders.
    Open(u32),
    /// A cycle was resolved, and the next one is not open yet.
    Resolved(u32),
    /// The game is over.
    Closed,
}

impl Ledger {
    /// Where the campaign stands.
    pub fn stage(&self) -> Stage {
        if self.closing().is_some() {
            return Stage::Closed;
        }
        let resolved = self.last_result().map(|(cycle, _)| cycle);
        match (self.latest_opening(), resolved) {
            (None, None) => Stage::Enrolling,
            (Some((open, _)), resolved) if resolved.is_none_or(|r| r < open) => Stage::Open(open),
            (_, Some(resolved)) => Stage::Resolved(resolved),
            (Some((open, _)), None) => Stage::Open(open),
        }
    }
}
