//! The sequence of play: its phases, and what the table waits for (cc23).

use super::CompanyCommander;
use super::format::Format;
use super::order::Order;
use super::side::Side;
use super::state::{Open, Step};
use super::switches::Exchange;
use crate::base::Problem;
use crate::engine::Tables;
use crate::engine::format::phase::check_phases;
use crate::engine::{Due, Phase};

/// The format must name every phase, and wait in each.
pub(super) fn check_format(format: &Tables<Format>) -> Result<(), Problem> {
    check_phases::<Order>(&format.phases, &["deployment", "turn"], &["deployment", "turn"])
}

impl CompanyCommander {
    /// What the table waits for, from whom.
    pub(super) fn awaited(&self, open: &Open) -> Phase {
        let both = self.switches.exchange == Exchange::Both;
        let due = |side: Side| match open.step {
            Step::Deployment => Due::Required,
            Step::Turn if both || open.active == side => Due::Required,
            Step::Turn => Due::Optional,
            Step::Over => Due::Nothing,
        };
        let covers: &[&str] = match open.step {
            Step::Deployment => &["deployment"],
            Step::Turn => &["turn"],
            Step::Over => &["over"],
        };
        let due = Side::BOTH.into_iter().map(|side| (side.seat(), due(side))).collect();
        Phase::through(&self.format.phases, covers, open.turn, due)
    }
}
