//! What the moderator did, in sentences.

use super::acts::{Act, is_earlier};
use super::ledger_page;
use crate::base::Time;
use crate::engine::Seat;

impl Act {
    /// A sentence without a full stop.
    pub fn sentence(&self) -> String {
        let at = |time: &Option<Time>| time.map_or("none".to_owned(), |time| time.to_string());
        match self {
            Self::Deadline { cycle, from, to, spent, reason } => {
                let earlier = if is_earlier(*from, *to) { ", which is earlier" } else { "" };
                let (from, to) = (at(from), at(to));
                let paid = match spent.as_slice() {
                    [] => String::new(),
                    spent => format!(", out of the extensions of {}", ledger_page::seats(spent)),
                };
                format!(
                    "the deadline of cycle {cycle} was moved from {from} to {to}{earlier}{paid}: \
                     {reason}"
                )
            }
            Self::Close { cycle, deadline, open, reason } => format!(
                "cycle {cycle} was closed before its deadline, {}, while {} could still send or \
                 change orders: {reason}",
                at(deadline),
                ledger_page::seats(open),
            ),
            Self::Keys { seat, player, from, signed: true, .. } => format!(
                "{player} has new keys for {seat} from cycle {from} on, by their own signed word"
            ),
            Self::Claim { seat, player, until, entry, reason } => format!(
                "{player} is to get {seat} with other keys, unless the player who holds it objects to \
                 entry {entry} until {until}{}",
                ledger_page::because(reason.as_ref())
            ),
            Self::Objection { seat, reason } => {
                format!("{seat} objects to the keys that were announced: {reason}")
            }
            Self::Substitute { seat, name, until } => format!(
                "{name} may send orders for {seat} until {until}, by its player's signed word"
            ),
            Self::Keys { seat, player, before, from, reason, .. } if player == before => format!(
                "{player} has new keys for {seat} from cycle {from} on, on the moderator's word{}",
                ledger_page::because(reason.as_ref())
            ),
            Self::Keys { seat, player, before, from, reason, .. } => format!(
                "{player} takes over {seat} from {before}, from cycle {from} on, on the \
                 moderator's word{}",
                ledger_page::because(reason.as_ref())
            ),
            Self::Corrected { seat, player, before, keys } => {
                renamed(seat, (player, before), *keys)
            }
            Self::Calendar { reason } => format!("a calendar came into force: {reason}"),
            Self::Pause { until, deadline, reason } => {
                let to = deadline.map(|time| format!(", and the deadline was moved to {time}"));
                let to = to.unwrap_or_default();
                format!("the campaign pauses until {until}{to}: {reason}")
            }
            Self::Resumed { deadline, reason } => {
                let now = deadline.map(|time| format!(", and the deadline is {time}"));
                format!("the pause is over{}: {reason}", now.unwrap_or_default())
            }
            Self::Office(act) => act.sentence(),
            Self::By { deputy, act } => format!("{deputy}, a deputy: {}", act.sentence()),
            Self::Undone { cycle, by, anew, reason } => undone((*cycle, *by), anew, reason),
            Self::Set { by, reason } => format!(
                "the moderator set values of the position in cycle {by}, in which nothing is played: \
                 {reason}. Orders that were in stand for cycle {} unless others come",
                by.saturating_add(1)
            ),
            Self::Absence { seat, dates, reason } => format!("{seat} is away, {dates}: {reason}"),
            Self::Dropped { seat, player, from, reason } => format!(
                "{seat} was taken from {player} and is open to another player from cycle {from} \
                 on: {reason}"
            ),
            Self::Late { cycle, seat, reason } => {
                format!("the late packet of {seat} counts in cycle {cycle}: {reason}")
            }
            Self::Orders { cycle, reason } => {
                format!("the moderator changed orders for cycle {cycle}: {reason}")
            }
            Self::Answered { cycle, seat } => {
                format!("the moderator answered a question that {seat} asked in cycle {cycle}")
            }
            Self::Answer { seat, question, answer } => {
                format!("{seat} asked: {}; the answer: {}", question.trim(), answer.trim())
            }
            Self::Preview { cycle, reason } => format!(
                "the moderator has seen what would come of the orders that were in for cycle {cycle}: \
                 {reason}"
            ),
            Self::Amended { seat, put_in, struck, reason } => {
                let put_in = put_in.iter().map(|text| format!("was put in: {}", text.trim()));
                let struck = struck.iter().map(|line| format!("was struck: {line}"));
                let what: Vec<String> = put_in.chain(struck).collect();
                format!("in the orders of {seat} {} ({reason})", what.join("; "))
            }
            Self::Revoked { entry, act, reason } => {
                format!("the moderator took back entry {entry}, “{}”: {reason}", act.sentence())
            }
            Self::Ruling { text } => format!("the moderator ruled: {text}"),
        }
    }
}

/// A cycle that was undone, in words.
fn undone((cycle, by): (u32, u32), anew: &[Seat], reason: &str) -> String {
    let next = by.saturating_add(1);
    let but = match anew {
        [] => String::new(),
        anew => format!("; {} may send others", ledger_page::seats(anew)),
    };
    format!(
        "cycle {cycle} was undone: {reason}. Its orders stand for cycle {next}, which is played with \
         other dice{but}"
    )
}

/// What was corrected before the first cycle, in words.
fn renamed(seat: &Seat, (player, before): (&str, &str), keys: bool) -> String {
    let what = if !keys {
        format!("the name of {player}, who holds {seat}, was corrected from {before}")
    } else if player == before {
        format!("the keys of {player}, who holds {seat}, were corrected")
    } else {
        format!("{player} takes over {seat} from {before}")
    };
    format!("{what} before the first cycle, on the moderator's word")
}
