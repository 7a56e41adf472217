//! What the moderator did that changed who could play, or until when, told as facts of the ledger.

use serde::{Deserialize, Serialize};

use super::office_acts::OfficeAct;
use super::rulings::{OrderRuling, What};
use crate::base::Time;
use crate::base::civil::Dates;
use crate::engine::{Amendment, Reader, Seat};
use crate::ledger::{
    Absence, Authority, Beacon, Body, Claim, Contribution, Correction, Dropped, Effect, Entry,
    Holder, Ledger, Objection, Pause, Resumption, Sealing, Substitute,
};

/// An act of the moderator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// The deadline of a cycle was moved.
    Deadline {
        /// The cycle.
        cycle: u32,
        /// What it was; `None` if the moderator was to close by hand.
        from: Option<Time>,
        /// What it is now.
        to: Option<Time>,
        /// The seats that paid for it out of the extensions that the calendar gives each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spent: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A cycle was closed before its deadline.
    Close {
        /// The cycle.
        cycle: u32,
        /// The deadline.
        deadline: Option<Time>,
        /// The seats that could still send or change orders.
        open: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A seat has new keys.
    Keys {
        /// The seat.
        seat: Seat,
        /// The name of the player who holds it with them.
        player: String,
        /// The name of the player who held it before.
        before: String,
        /// The first cycle in which they count.
        from: u32,
        /// True if the old key signed for them; else it is the moderator's word.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        signed: bool,
        /// Why, if the moderator said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Keys for a seat were announced.
    Claim {
        /// The seat.
        seat: Seat,
        /// The name of the player who would hold it.
        player: String,
        /// Until when the one who holds it can object.
        until: Time,
        /// The number of the entry, which an objection names.
        entry: u64,
        /// Why, if the moderator said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A player objected to keys that were announced.
    Objection {
        /// The seat.
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// Somebody may send orders for a seat for a while.
    Substitute {
        /// The seat.
        seat: Seat,
        /// Their name.
        name: String,
        /// Until when.
        until: Time,
    },
    /// What the ledger said of a seat's player was corrected before the first cycle.
    Corrected {
        /// The seat.
        seat: Seat,
        /// The player's name now.
        player: String,
        /// What it was.
        before: String,
        /// True if the keys are others, too.
        keys: bool,
    },
    /// Another calendar is in force.
    Calendar {
        /// Why.
        reason: String,
    },
    /// Nothing closes and nothing opens for a while.
    Pause {
        /// When it ends by itself.
        until: Time,
        /// The deadline of the open cycle now.
        deadline: Option<Time>,
        /// Why.
        reason: String,
    },
    /// A cycle was undone.
    Undone {
        /// The cycle.
        cycle: u32,
        /// The cycle that takes its place: nothing is played in it, and the position is as before.
        by: u32,
        /// The seats that may send other orders in the cycle that follows.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        anew: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A value of the position was set.
    Set {
        /// The cycle in which nothing is played instead.
        by: u32,
        /// Why.
        reason: String,
    },
    /// A pause ended before its time.
    Resumed {
        /// The deadline of the open cycle now.
        deadline: Option<Time>,
        /// Why.
        reason: String,
    },
    /// A player announced that they will be away.
    Absence {
        /// The seat.
        seat: Seat,
        /// The days.
        dates: Dates,
        /// What they said.
        reason: String,
    },
    /// A seat was taken from a player who no longer plays.
    Dropped {
        /// The seat.
        seat: Seat,
        /// Its player's name.
        player: String,
        /// The first cycle in which their keys no longer count.
        from: u32,
        /// True if they resigned, by their own signed word.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        resigned: bool,
        /// Why.
        reason: String,
    },
    /// A packet that came late counts.
    Late {
        /// The cycle.
        cycle: u32,
        /// The seat.
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// A cycle goes on without links that did not come.
    Withheld {
        /// The cycle.
        cycle: u32,
        /// Whose.
        seats: Vec<Seat>,
        /// What happened.
        reason: String,
    },
    /// Somebody's orders were changed.
    Orders {
        /// The cycle.
        cycle: u32,
        /// Why.
        reason: String,
    },
    /// A question was answered.
    Answered {
        /// The cycle.
        cycle: u32,
        /// Whose.
        seat: Seat,
    },
    /// The reader's own question, or that of a seat for the moderator, and its answer.
    Answer {
        /// The seat.
        seat: Seat,
        /// What they asked.
        question: String,
        /// What the moderator says.
        answer: String,
    },
    /// The moderator has seen what would come of the orders that were in.
    Preview {
        /// The cycle.
        cycle: u32,
        /// Why.
        reason: String,
    },
    /// The reader's own orders were changed, or those of a seat for the moderator.
    Amended {
        /// The seat.
        seat: Seat,
        /// What was put in, in the words of an order file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        put_in: Option<String>,
        /// The line that was struck.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        struck: Option<String>,
        /// Why.
        reason: String,
    },
    /// The office changed hands, or somebody has a part in it.
    Office(OfficeAct),
    /// A deputy did it.
    By {
        /// Their name.
        deputy: String,
        /// What.
        act: Box<Act>,
    },
    /// What a ruling changed was taken back.
    Revoked {
        /// The number of its entry.
        entry: u64,
        /// What it was.
        act: Box<Act>,
        /// Why.
        reason: String,
    },
    /// Something else was decided or corrected.
    Ruling {
        /// What and why.
        text: String,
    },
}

impl Act {
    /// What was done, whoever did it.
    pub fn done(&self) -> &Self {
        match self {
            Self::By { act, .. } => act,
            act => act,
        }
    }

    /// True if a player said it of themselves, and the moderator did no more than take it.
    pub fn is_players_own(&self) -> bool {
        matches!(
            self,
            Self::Absence { .. }
                | Self::Objection { .. }
                | Self::Substitute { .. }
                | Self::Keys { signed: true, .. }
                | Self::Dropped { resigned: true, .. }
        )
    }
}

/// True if orders have to be in earlier than it was said.
pub(in crate::referee) fn is_earlier(from: Option<Time>, to: Option<Time>) -> bool {
    from.zip(to).is_some_and(|(from, to)| to < from)
}

/// Every act, with its entry, in order.
pub fn acts(ledger: &Ledger) -> Vec<(&Entry, Act)> {
    let signed = |entry: &Entry, act: Act| match &entry.by {
        Some(name) => Act::By { deputy: name.clone(), act: Box::new(act) },
        None => act,
    };
    let told = |entry| Some((entry, signed(entry, act(ledger, entry)?)));
    ledger.entries().filter_map(told).collect()
}

/// The acts between the result before a cycle and its own: those that a report of it tells.
pub(in crate::referee) fn of_cycle(ledger: &Ledger, cycle: u32) -> Vec<Act> {
    let result = |cycle: u32| {
        let resolves =
            |entry: &&Entry| entry.cycle == Some(cycle) && matches!(entry.body, Body::Result(_));
        ledger.entries().find(resolves).map(|entry| entry.seq)
    };
    let Some(after) = cycle.checked_sub(1).and_then(result) else { return Vec::new() };
    let before = result(cycle).unwrap_or(u64::MAX);
    let during = |entry: &Entry| after < entry.seq && entry.seq < before;
    acts(ledger).into_iter().filter(|(entry, _)| during(entry)).map(|(_, act)| act).collect()
}

/// The act by which somebody lost their seat.
fn dropped(ledger: &Ledger, seq: u64, lost: &Dropped) -> Act {
    let Dropped { seat, from, reason, files, .. } = lost;
    // Whoever took the seat afterwards is not who lost it.
    let before = ledger.holders_before(seat, from.saturating_sub(1), seq).pop();
    let player = before.map(|holder| holder.name).unwrap_or_default();
    let (seat, reason, resigned) = (seat.clone(), reason.clone(), !files.is_empty());
    Act::Dropped { seat, player, from: *from, resigned, reason }
}

/// What is said beside a beacon that did not come, where orders are sealed to it.
fn lost_with_it(ledger: &Ledger) -> &'static str {
    match ledger.genesis().sealed {
        Sealing::Moderator => "",
        Sealing::Timelock => {
            "; nobody can open what is sealed to it: send the same orders again, with `adjutant seal --again`"
        }
    }
}

/// The act of an entry, if it is one.
fn act(ledger: &Ledger, entry: &Entry) -> Option<Act> {
    let cycle = entry.cycle.unwrap_or_default();
    let before = || ledger.deadline_before(cycle, entry.seq);
    let moved = |to, spent: &[Seat], reason: &String| {
        let (from, spent, reason) = (before(), spent.to_vec(), reason.clone());
        Some(Act::Deadline { cycle, from, to, spent, reason })
    };
    match &entry.body {
        Body::Extension(extension) => {
            moved(extension.deadline, &extension.spent, &extension.reason)
        }
        Body::Ruling(ruling) => match &ruling.effect {
            Some(Effect::Deadline(time)) => moved(Some(*time), &[], &ruling.text),
            Some(Effect::Close(open)) => {
                let (open, reason) = (open.clone(), ruling.text.clone());
                Some(Act::Close { cycle, deadline: before(), open, reason })
            }
            Some(Effect::Late { seat, .. }) => {
                let (seat, reason) = (seat.clone(), ruling.text.clone());
                Some(Act::Late { cycle, seat, reason })
            }
            Some(Effect::Answer { seat }) => Some(Act::Answered { cycle, seat: seat.clone() }),
            Some(Effect::Preview) => Some(Act::Preview { cycle, reason: ruling.text.clone() }),
            Some(Effect::Revoke { entry: seq }) => {
                let old = ledger.entries().find(|old| old.seq == *seq)?;
                let (act, reason) = (Box::new(act(ledger, old)?), ruling.text.clone());
                Some(Act::Revoked { entry: *seq, act, reason })
            }
            Some(Effect::Orders) => Some(Act::Orders { cycle, reason: ruling.text.clone() }),
            None => Some(Act::Ruling { text: ruling.text.clone() }),
        },
        Body::Beacon(Beacon::Missing { .. }) => {
            Some(Act::Ruling { text: super::ledger_page::sentence(entry) + lost_with_it(ledger) })
        }
        Body::Link(Contribution::Withheld { seats, reason }) => {
            Some(Act::Withheld { cycle, seats: seats.clone(), reason: reason.clone() })
        }
        Body::Calendar(change) => Some(Act::Calendar { reason: change.reason.clone() }),
        Body::Pause(Pause { until, deadline, reason }) => {
            Some(Act::Pause { until: *until, deadline: *deadline, reason: reason.clone() })
        }
        Body::Resume(Resumption { deadline, reason }) => {
            Some(Act::Resumed { deadline: *deadline, reason: reason.clone() })
        }
        Body::Substitute(Substitute { seat, name, until, .. }) => {
            let (seat, name) = (seat.clone(), name.clone());
            Some(Act::Substitute { seat, name, until: *until })
        }
        Body::Claim(Claim { seat, name, until, reason, .. }) => {
            let (seat, player, reason) = (seat.clone(), name.clone(), reason.clone());
            Some(Act::Claim { seat, player, until: *until, entry: entry.seq, reason })
        }
        Body::Objection(Objection { seat, reason, .. }) => {
            Some(Act::Objection { seat: seat.clone(), reason: reason.clone() })
        }
        Body::Absence(Absence { seat, dates, reason, .. }) => {
            let (seat, reason) = (seat.clone(), reason.clone());
            Some(Act::Absence { seat, dates: *dates, reason })
        }
        Body::Dropped(seat) => Some(dropped(ledger, entry.seq, seat)),
        Body::Key(change) => {
            let held = |earlier: &Entry| match &earlier.body {
                Body::Enroll(enrolment) if enrolment.seat == change.seat => {
                    Some(Holder::from(enrolment))
                }
                Body::Key(key) if key.seat == change.seat => Some(Holder::from(key)),
                _ => None,
            };
            let earlier = ledger.entries().take_while(|earlier| earlier.seq < entry.seq);
            let held = earlier.filter_map(held).last();
            let keys = held.as_ref().is_none_or(|held| !held.has_keys_of(change));
            let before = held.map(|held| held.name).unwrap_or_default();
            let (seat, player) = (change.seat.clone(), change.name.clone());
            let signed = change.authority == Authority::Player;
            Some(match change.effective_from {
                0 => Act::Corrected { seat, player, before, keys },
                from => {
                    let reason = change.reason.clone();
                    Act::Keys { seat, player, before, from, signed, reason }
                }
            })
        }
        Body::Result(result) => Some(corrected(cycle, result.correction.as_ref()?)),
        Body::Handover(_) | Body::Appoint(_) | Body::Dismiss(_) => {
            OfficeAct::of(&entry.body).map(Act::Office)
        }
        // What became of a seat's own packets is in the result; what players write is theirs.
        Body::Final(_)
        | Body::Withdraw(_)
        | Body::Agree(_)
        | Body::Vote(_)
        | Body::Press(_)
        | Body::Genesis(_)
        | Body::Enroll(_)
        | Body::Open(_)
        | Body::Beacon(_)
        | Body::Lock(_)
        | Body::Link(Contribution::Given { .. })
        | Body::Arrival(_)
        | Body::Reveal(_)
        | Body::Close(_) => None,
    }
}

/// The act of putting something right in a cycle.
pub(in crate::referee) fn corrected(by: u32, correction: &Correction) -> Act {
    let reason = correction.reason.clone();
    match correction.undoes {
        Some(cycle) => Act::Undone { cycle, by, anew: correction.anew.clone(), reason },
        None => Act::Set { by, reason },
    }
}

/// What was changed in orders, for the eyes of a reader: a seat's own, or all of it.
pub(in crate::referee) fn amended(rulings: &[OrderRuling], reader: &Reader) -> Vec<Act> {
    let told = |ruling: &&OrderRuling| reader.sees_all() || reader.is(&ruling.change.seat);
    let act = |ruling: &OrderRuling| {
        let (seat, reason) = (ruling.change.seat.clone(), ruling.reason.clone());
        let (put_in, struck) = match &ruling.change.what {
            What::Answer { question, answer } => {
                let (question, answer) = (question.clone(), answer.clone());
                return Act::Answer { seat, question, answer };
            }
            What::Amend { amendment: Amendment::PutIn(text), .. } => (Some(text.clone()), None),
            What::Amend { amendment: Amendment::Strike(place), struck } => {
                (None, Some(struck.as_ref().unwrap_or(place).clone()))
            }
        };
        Act::Amended { seat, put_in, struck, reason }
    };
    rulings.iter().filter(told).map(act).collect()
}
