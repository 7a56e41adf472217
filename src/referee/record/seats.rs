//! One state for each seat, with why and since when: status, site and letters take it from here.

use serde::Serialize;

use crate::base::civil::Dates;
use crate::base::{Time, words};

/// How a seat stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The game is over.
    Over,
    /// Its player no longer plays; it is open to another.
    Dropped,
    /// The same, and the computer staff orders for it meanwhile.
    Staff,
    /// Nobody has taken it yet.
    Vacant,
    /// Orders are there, and their player is done.
    Final,
    /// Orders are there; the check warns of something in them.
    Warnings,
    /// Orders are there.
    Received,
    /// A packet is there, which only its player and the moderator can open.
    Sent,
    /// Its orders of an earlier cycle stand after a correction.
    Stands,
    /// The last packet was refused, and none counts.
    Refused,
    /// A packet came after the deadline, and none counts.
    Late,
    /// Orders are due, and their player announced that they are away.
    Absent,
    /// Orders are due.
    Due,
    /// The deadline has passed, and orders that were due have not come: said by who knows what time it is.
    Missing,
    /// Orders may be sent.
    Optional,
    /// There is nothing to order.
    NotDue,
    /// No cycle is open; none of the orders that were due came in the last ones.
    Nmr,
    /// No cycle is open.
    Ready,
}

/// How a seat stands, why, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The one state.
    pub state: State,
    /// Why, in a sentence without a full stop; empty if the word says it.
    pub why: String,
    /// Since when, if that is known.
    pub since: Option<Time>,
}

/// What is known of a seat.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts about a seat, each asked alone")]
pub struct Seen {
    /// True if the game is over.
    pub over: bool,
    /// When its player was dropped, and why.
    pub dropped: Option<(Time, String)>,
    /// True if the computer staff orders for seats without orders.
    pub staff: bool,
    /// True if a player holds it.
    pub held: bool,
    /// When the open cycle was opened, and whether orders are due in it; `None` if there is nothing to
    /// order.
    pub open: Option<(Time, Option<bool>)>,
    /// The cycle whose orders stand, because of a correction.
    pub stands: Option<u32>,
    /// The packet that counts.
    pub packet: Option<Packet>,
    /// True if a packet is there that cannot be opened here.
    pub sent: bool,
    /// The sequence up to which its player withdrew packets.
    pub withdrawn: Option<u32>,
    /// When a packet was refused last, and why.
    pub refused: Option<(Time, String)>,
    /// When a packet came late.
    pub late: Option<Time>,
    /// The absence on which the deadline falls.
    pub away: Option<Dates>,
    /// Cycles in a row without the orders that were due, and after how many a seat is dropped.
    pub missed: (u32, Option<u32>),
    /// When the last cycle was resolved.
    pub resolved: Option<Time>,
}

/// The packet of a seat that counts.
#[derive(Debug, Clone, Default)]
pub struct Packet {
    /// When it came, if that is known.
    pub received: Option<Time>,
    /// True if its player is done.
    pub last: bool,
    /// Order lines that the check warns of.
    pub warnings: usize,
    /// Order lines that the check refuses.
    pub refused: usize,
}

impl State {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Dropped => "dropped",
            Self::Staff => "staff",
            Self::Vacant => "vacant",
            Self::Final => "final",
            Self::Warnings => "warned",
            Self::Received => "received",
            Self::Sent => "sent",
            Self::Stands => "standing",
            Self::Refused => "refused",
            Self::Late => "late",
            Self::Absent => "absent",
            Self::Due => "due",
            Self::Missing => "missing",
            Self::Optional => "optional",
            Self::NotDue => "not due",
            Self::Nmr => "nmr",
            Self::Ready => "ready",
        }
    }

    /// True if the seat is open to another player.
    pub fn is_dropped(self) -> bool {
        matches!(self, Self::Dropped | Self::Staff)
    }

    /// True if the moderator or calendar waits for orders of the seat.
    pub fn is_awaited(self) -> bool {
        match self {
            Self::Due | Self::Missing | Self::Absent | Self::Refused | Self::Late => true,
            Self::Over
            | Self::Dropped
            | Self::Staff
            | Self::Vacant
            | Self::Final
            | Self::Warnings
            | Self::Received
            | Self::Sent
            | Self::Stands
            | Self::Optional
            | Self::NotDue
            | Self::Nmr
            | Self::Ready => false,
        }
    }
}

impl Seen {
    /// The one state.
    pub fn standing(&self) -> Standing {
        let stands = |state, why: String, since| Standing { state, why, since };
        if self.over {
            return stands(State::Over, String::new(), None);
        }
        if let Some((since, why)) = &self.dropped {
            let state = if self.staff { State::Staff } else { State::Dropped };
            return stands(state, why.clone(), Some(*since));
        }
        if !self.held {
            return stands(State::Vacant, String::new(), None);
        }
        if let Some(packet) = &self.packet {
            return packet.standing();
        }
        if self.sent {
            return stands(State::Sent, String::new(), None);
        }
        let opened = self.open.map(|(opened, _)| opened);
        if let Some(from) = self.stands {
            let why = format!("the orders of cycle {from} stand");
            return stands(State::Stands, why, opened.or(self.resolved));
        }
        match (self.open, &self.refused, self.late) {
            (_, Some((since, why)), _) => stands(State::Refused, why.clone(), Some(*since)),
            (_, None, Some(since)) => {
                stands(State::Late, "it came after the deadline".to_owned(), Some(since))
            }
            (Some((_, Some(true))), None, None) => match self.away {
                Some(dates) => stands(State::Absent, format!("away {dates}"), opened),
                None => stands(State::Due, self.misses(), opened),
            },
            (Some((_, Some(false))), None, None) => {
                stands(State::Optional, self.taken_back(), opened)
            }
            (Some((_, None)), None, None) => stands(State::NotDue, String::new(), opened),
            (None, None, None) if self.missed.0 > 0 => {
                stands(State::Nmr, self.misses(), self.resolved)
            }
            (None, None, None) => stands(State::Ready, String::new(), self.resolved),
        }
    }

    /// `no orders in the last 2 of 3 cycles`, if there were none.
    fn misses(&self) -> String {
        match self.missed {
            _ if self.withdrawn.is_some() => self.taken_back(),
            (0, _) => String::new(),
            (n, None) => in_the_last(n),
            (n, Some(most)) if n + 1 >= most => {
                format!("{}; the seat is dropped after {most}", in_the_last(n))
            }
            (n, Some(most)) => format!("no orders in {n} of {most} cycles"),
        }
    }
}

impl Seen {
    fn taken_back(&self) -> String {
        let told = |last: u32| format!("its player withdrew the packets up to sequence {last}");
        self.withdrawn.map(told).unwrap_or_default()
    }
}

/// How long no orders came.
pub(in crate::referee) fn in_the_last(cycles: u32) -> String {
    match cycles {
        1 => "no orders in the last cycle".to_owned(),
        n => format!("no orders in the last {n} cycles"),
    }
}

impl Packet {
    fn standing(&self) -> Standing {
        let lines = |number: usize, what: &str| {
            (number > 0).then(|| format!("{} {what}", words::count(number, "order line")))
        };
        let refused = lines(self.refused, "refused");
        let warned = lines(self.warnings, "with a warning");
        let why: Vec<String> = refused.into_iter().chain(warned).collect();
        let state = match (self.last, why.is_empty()) {
            (true, _) => State::Final,
            (false, false) => State::Warnings,
            (false, true) => State::Received,
        };
        Standing { state, why: why.join(", "), since: self.received }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        text.parse().unwrap()
    }

    #[test]
    fn a_seat_has_one_state() {
        let opened = time("2026-07-10T19:00:00Z");
        let came = time("2026-07-12T10:00:00Z");
        let open = |due| Seen { held: true, open: Some((opened, due)), ..Seen::default() };
        let packet = |last, warnings, refused| {
            Some(Packet { received: Some(came), last, warnings, refused })
        };
        let with = |last, warnings, refused| Seen {
            packet: packet(last, warnings, refused),
            ..open(Some(true))
        };
        let missed = |n, most| Seen { missed: (n, most), ..open(Some(true)) };
        let refused = Seen { refused: Some((came, "no such cycle".into())), ..open(Some(true)) };
        let late = Seen { late: Some(came), ..open(Some(true)) };
        let away = "2026-07-16 to 2026-07-20".parse().unwrap();
        let between = Seen { held: true, resolved: Some(opened), ..Seen::default() };
        for (seen, state, why, since) in [
            (Seen { over: true, ..with(true, 0, 0) }, State::Over, "", None),
            (
                Seen { dropped: Some((came, "silent".into())), ..with(true, 0, 0) },
                State::Dropped,
                "silent",
                Some(came),
            ),
            (
                Seen { dropped: Some((came, "silent".into())), staff: true, ..open(Some(true)) },
                State::Staff,
                "silent",
                Some(came),
            ),
            (Seen { held: false, ..open(Some(true)) }, State::Vacant, "", None),
            (Seen { sent: true, ..open(Some(true)) }, State::Sent, "", None),
            (with(true, 0, 0), State::Final, "", Some(came)),
            (with(true, 0, 1), State::Final, "1 order line refused", Some(came)),
            (with(false, 0, 0), State::Received, "", Some(came)),
            (
                with(false, 2, 1),
                State::Warnings,
                "1 order line refused, 2 order lines with a warning",
                Some(came),
            ),
            // What counts stays what it is, whatever came later.
            (
                Seen { refused: refused.refused.clone(), late: Some(came), ..with(false, 0, 0) },
                State::Received,
                "",
                Some(came),
            ),
            (refused, State::Refused, "no such cycle", Some(came)),
            (late, State::Late, "it came after the deadline", Some(came)),
            (
                Seen { away: Some(away), ..open(Some(true)) },
                State::Absent,
                "away 2026-07-16 to 2026-07-20",
                Some(opened),
            ),
            (open(Some(true)), State::Due, "", Some(opened)),
            (missed(1, None), State::Due, "no orders in the last cycle", Some(opened)),
            (
                Seen { withdrawn: Some(2), ..missed(1, None) },
                State::Due,
                "its player withdrew the packets up to sequence 2",
                Some(opened),
            ),
            (missed(1, Some(3)), State::Due, "no orders in 1 of 3 cycles", Some(opened)),
            (
                missed(2, Some(3)),
                State::Due,
                "no orders in the last 2 cycles; the seat is dropped after 3",
                Some(opened),
            ),
            (Seen { away: Some(away), ..open(Some(false)) }, State::Optional, "", Some(opened)),
            (open(None), State::NotDue, "", Some(opened)),
            (between.clone(), State::Ready, "", Some(opened)),
            (
                Seen { missed: (1, None), ..between },
                State::Nmr,
                "no orders in the last cycle",
                Some(opened),
            ),
        ] {
            let found = seen.standing();
            assert_eq!(
                (found.state, found.why.as_str(), found.since),
                (state, why, since),
                "{seen:?}"
            );
        }
    }
}
