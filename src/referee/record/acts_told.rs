//! What the moderator did, in sentences: in English, or in the language of who reads it.

use super::acts::{Act, is_earlier};
use super::office_acts::OfficeAct;
use crate::base::Time;
use crate::engine::Seat;
use crate::ledger::Right;
use crate::post::texts::Language;

/// The phrases of a language, each by its name with values for its places.
pub(in crate::referee) type Phrases<'a> = &'a dyn Fn(&str, &[(&str, String)]) -> String;

/// A value of a phrase.
macro_rules! values {
    ($($name:ident: $value:expr),* $(,)?) => { &[$((stringify!($name), $value.to_string())),*] };
}

fn english(name: &str, values: &[(&str, String)]) -> String {
    Language::english().phrase(name, values)
}

/// Names in a row.
fn names<T: ToString>(say: Phrases<'_>, all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(T::to_string).collect();
    match all.split_last() {
        Some((last, before)) if !before.is_empty() => before.join(", ") + &say("and", &[]) + last,
        _ => all.concat(),
    }
}

/// A reason at the end of a sentence, where one was given.
fn because(reason: Option<&String>) -> String {
    super::ledger_page::because(reason)
}

impl Act {
    /// A sentence in English, without a full stop.
    pub fn sentence(&self) -> String {
        self.said(&english)
    }

    /// A sentence in some language, without a full stop.
    pub(in crate::referee) fn said(&self, say: Phrases<'_>) -> String {
        let at = |time: &Option<Time>| {
            time.map_or_else(|| say("act-none", &[]), |time| time.to_string())
        };
        let perhaps = |name, time: &Option<Time>| {
            time.map_or_else(String::new, |time| say(name, values! { time: time }))
        };
        let of_seats = |name, seats: &[Seat]| match seats {
            [] => String::new(),
            seats => say(name, values! { seats: names(say, seats) }),
        };
        match self {
            Self::Deadline { cycle, from, to, spent, reason } => {
                let earlier =
                    if is_earlier(*from, *to) { say("act-earlier", &[]) } else { String::new() };
                let (from, to, paid) = (at(from), at(to), of_seats("act-paid", spent));
                say(
                    "act-deadline",
                    values! { cycle: cycle, from: from, to: to, earlier: earlier, paid: paid, reason: reason },
                )
            }
            Self::Close { cycle, deadline, open, reason } => say(
                "act-close",
                values! { cycle: cycle, deadline: at(deadline), seats: names(say, open), reason: reason },
            ),
            Self::Keys { .. } | Self::Claim { .. } | Self::Corrected { .. } => self.of_keys(say),
            Self::Objection { seat, reason } => {
                say("act-objection", values! { seat: seat, reason: reason })
            }
            Self::Substitute { seat, name, until } => {
                say("act-substitute", values! { name: name, seat: seat, until: until })
            }
            Self::Calendar { reason } => say("act-calendar", values! { reason: reason }),
            Self::Pause { until, deadline, reason } => {
                let moved = perhaps("act-pause-moved", deadline);
                say("act-pause", values! { until: until, moved: moved, reason: reason })
            }
            Self::Resumed { deadline, reason } => {
                let now = perhaps("act-resumed-now", deadline);
                say("act-resumed", values! { now: now, reason: reason })
            }
            Self::Office(act) => act.said(say),
            Self::By { deputy, act } => {
                say("act-by", values! { deputy: deputy, act: act.said(say) })
            }
            Self::Undone { cycle, by, anew, reason } => {
                let (next, but) = (by.saturating_add(1), of_seats("act-undone-anew", anew));
                say("act-undone", values! { cycle: cycle, reason: reason, next: next, but: but })
            }
            Self::Set { by, reason } => {
                say("act-set", values! { by: by, reason: reason, next: by.saturating_add(1) })
            }
            Self::Absence { seat, dates, reason } => {
                say("act-absence", values! { seat: seat, dates: dates, reason: reason })
            }
            Self::Dropped { seat, player, from, resigned, reason } => {
                let name = if *resigned { "act-resigned" } else { "act-dropped" };
                say(name, values! { seat: seat, player: player, from: from, reason: reason })
            }
            Self::Late { cycle, seat, reason } => {
                say("act-late", values! { seat: seat, cycle: cycle, reason: reason })
            }
            Self::Withheld { cycle, seats, reason } => say(
                "act-withheld",
                values! { cycle: cycle, seats: names(say, seats), reason: reason },
            ),
            Self::Orders { cycle, reason } => {
                say("act-orders", values! { cycle: cycle, reason: reason })
            }
            Self::Answered { cycle, seat } => {
                say("act-answered", values! { seat: seat, cycle: cycle })
            }
            Self::Answer { seat, question, answer } => say(
                "act-answer",
                values! { seat: seat, question: question.trim(), answer: answer.trim() },
            ),
            Self::Preview { cycle, reason } => {
                say("act-preview", values! { cycle: cycle, reason: reason })
            }
            Self::Amended { seat, put_in, struck, reason } => {
                let put_in =
                    put_in.iter().map(|text| say("act-put-in", values! { text: text.trim() }));
                let struck = struck.iter().map(|line| say("act-struck", values! { line: line }));
                let what: Vec<String> = put_in.chain(struck).collect();
                say("act-amended", values! { seat: seat, what: what.join("; "), reason: reason })
            }
            Self::Revoked { entry, act, reason } => {
                say("act-revoked", values! { entry: entry, act: act.said(say), reason: reason })
            }
            Self::Ruling { text } => say("act-ruling", values! { text: text }),
        }
    }

    /// The same of what is about keys.
    fn of_keys(&self, say: Phrases<'_>) -> String {
        match self {
            Self::Keys { seat, player, from, signed: true, .. } => {
                say("act-keys-signed", values! { player: player, seat: seat, from: from })
            }
            Self::Keys { seat, player, before, from, reason, .. } => {
                let name = if player == before { "act-keys" } else { "act-takes-over" };
                let because = because(reason.as_ref());
                say(
                    name,
                    values! { player: player, seat: seat, before: before, from: from, because: because },
                )
            }
            Self::Claim { seat, player, until, entry, reason } => {
                let because = because(reason.as_ref());
                say(
                    "act-claim",
                    values! { player: player, seat: seat, entry: entry, until: until, because: because },
                )
            }
            Self::Corrected { seat, player, before, keys } => {
                let name = match keys {
                    false => "act-name-corrected",
                    true if player == before => "act-keys-corrected",
                    true => "act-takes-over-early",
                };
                say(name, values! { player: player, seat: seat, before: before })
            }
            other => other.said(say),
        }
    }
}

impl OfficeAct {
    /// A sentence in English, without a full stop.
    pub fn sentence(&self) -> String {
        self.said(&english)
    }

    fn said(&self, say: Phrases<'_>) -> String {
        match self {
            Self::HandedOver { name, from, reason, .. } => {
                say("office-handed-over", values! { name: name, from: from, reason: reason })
            }
            Self::Appointed { name, rights, until, reason } => {
                let can: Vec<String> = rights.iter().map(|right| say(what(*right), &[])).collect();
                let rights = names(say, &can);
                say(
                    "office-appointed",
                    values! { name: name, until: until, rights: rights, reason: reason },
                )
            }
            Self::Dismissed { name, reason } => {
                say("office-dismissed", values! { name: name, reason: reason })
            }
        }
    }
}

/// What a right lets its deputy do: the name of the phrase.
fn what(right: Right) -> &'static str {
    match right {
        Right::Extend => "office-extend",
        Right::Take => "office-take",
        Right::Close => "office-close",
    }
}
