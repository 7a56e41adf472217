//! The sequence of play: its phases, and what the table waits for.

use super::Parabellum;
use super::format::{Exchange, Format};
use super::order::Order;
use super::side::{Role, Side};
use super::state::{Open, Step};
use crate::base::Problem;
use crate::engine::Tables;
use crate::engine::format::phase::check_phases;
use crate::engine::{Due, Phase};

/// The phases of the turn format, in order.
const PHASES: [&str; 8] = [
    "purchase",
    "defender-deployment",
    "attacker-deployment",
    "movement",
    "special-attack",
    "direct-attack",
    "boardroom",
    "recruiting",
];

/// The format must name every phase, and wait where sides cannot do without orders.
pub(super) fn check_format(format: &Tables<Format>) -> Result<(), Problem> {
    let waiting = [Step::Purchase, Step::Defender, Step::Attacker, Step::Turn, Step::Recruit];
    check_phases::<Order>(&format.phases, &PHASES, &waiting.map(Step::phase))
}

impl Parabellum {
    /// True if the side orders a turn of its own now.
    pub(super) fn acts(&self, open: &Open, side: Side) -> bool {
        let together = self.switches.exchange == Exchange::ARound;
        open.active().is_some_and(|active| together || active == side)
    }

    /// What the table waits for, from whom.
    pub(super) fn awaited(&self, open: &Open) -> Phase {
        let role = |side: Side| open.skirmish.as_ref().map(|now| now.role(side));
        let due = |side: Side| match open.step {
            Step::Purchase | Step::Recruit => Due::Required,
            Step::Defender if role(side) == Some(Role::Defender) => Due::Required,
            Step::Attacker if role(side) == Some(Role::Attacker) => Due::Required,
            Step::Turn if self.switches.exchange == Exchange::ARound => Due::Required,
            Step::Turn if open.active() == Some(side) => Due::Required,
            Step::Defender | Step::Attacker | Step::Turn => Due::Optional,
            Step::Over => Due::Nothing,
        };
        let covers: &[&str] = match open.step {
            Step::Turn => &["movement", "special-attack", "direct-attack", "boardroom"],
            Step::Purchase => &["purchase"],
            Step::Defender => &["defender-deployment"],
            Step::Attacker => &["attacker-deployment"],
            Step::Recruit => &["recruiting"],
            Step::Over => &["over"],
        };
        let due = Side::BOTH.into_iter().map(|side| (side.seat(), due(side))).collect();
        Phase::through(&self.format.phases, covers, open.number, due)
    }
}
