//! The sequence of play: its phases, what the table waits for, and what comes then.

use super::Parabellum;
use super::format::{Exchange, Format};
use super::order::Order;
use super::side::{Role, Side};
use super::state::{Open, Skirmish, Step};
use super::theater::Field;
use crate::base::Problem;
use crate::base::words::count;
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

/// Whose turn begins the skirmish (pb7).
fn first(open: &Open, now: &Skirmish) -> String {
    let winner = open.results.last().map(|last| last.winner);
    match (now.first, winner) {
        (Some(side), _) => format!("round 1; {} goes first", side.title()),
        (None, Some(side)) => {
            format!("round 1; {} goes first unless it chooses otherwise", side.title())
        }
        (None, None) => "round 1; a die says who goes first".to_owned(),
    }
}

/// Which turns follow the one that is ordered now, and how many at most (pb4, pb13, pb71).
pub(super) fn next(game: &Parabellum, open: &Open, field: &Field, reader: Side) -> Option<String> {
    let now = open.skirmish.as_ref()?;
    match open.step {
        Step::Turn => {}
        Step::Attacker => return Some(first(open, now)),
        Step::Defender => {
            let attacker = now.attacker.title();
            return Some(format!("{attacker} deploys; then {}", first(open, now)));
        }
        Step::Purchase | Step::Recruit | Step::Over => return None,
    }
    let left = field.turns.saturating_sub(now.round);
    if game.switches.exchange == Exchange::ARound {
        return Some(match left {
            0 => "the skirmish is over after this round".to_owned(),
            left => format!("at most {} more", count(left, "round")),
        });
    }
    let begins = now.first.unwrap_or(now.active) == now.active;
    let turns = 2 * left + u32::from(begins);
    let round = now.round + u32::from(!begins);
    let what = if now.active == reader {
        format!(
            "{}'s turn in round {round}, when your units only answer",
            now.active.other().title()
        )
    } else {
        format!("your turn in round {round}")
    };
    Some(match turns {
        0 => "the skirmish is over after this turn".to_owned(),
        1 => format!("{what}; at most 1 turn to come in this skirmish"),
        turns => format!("{what}; at most {turns} turns of both sides to come in this skirmish"),
    })
}

/// What stands before what a turn consists of.
pub(super) const YOUR_TURN: &str = "Your turn";

/// What a turn in a skirmish, or in any, consists of, in its order (pb13, pb14, pb40, pb50, pb53).
pub(super) fn steps(field: Option<&Field>) -> String {
    let (arrive, send) = if field.is_none_or(|field| field.reinforcements.most > 0) {
        (
            ", and reinforcements that you sent in your last turn arrive",
            "buy, hire and send reinforcements",
        )
    } else {
        ("", "buy and hire")
    };
    format!(
        "first your units move, load, push and refill; then indirect units that did not move and \
         aircraft attack{arrive}; then each other unit that carries nothing may attack once, from where it \
         stands after its move; then you {send}. Orders of a step are carried out in the order of your file"
    )
}
