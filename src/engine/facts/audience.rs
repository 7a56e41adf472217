//! Who learns of an event.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// Who reads a view or report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// A seat, which sees what its side sees.
    Seat(Seat),
    /// A spectator, who sees what everybody may know.
    Public,
    /// The moderator, who sees everything. What is made for this reader is neither stored nor
    /// sent.
    Moderator,
}

impl Reader {
    /// The seat, if the reader holds one.
    pub fn seat(&self) -> Option<&Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::Moderator => None,
        }
    }

    /// True if nothing is hidden from this reader.
    pub fn sees_all(&self) -> bool {
        *self == Self::Moderator
    }

    /// True if this reader is that seat.
    pub fn is(&self, seat: &Seat) -> bool {
        self.seat() == Some(seat)
    }
}

/// The readers who learn of an event; whoever learns of it learns all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Every seat and the public.
    Everyone,
    /// These seats only; none, if the set is empty.
    Seats(BTreeSet<Seat>),
}

impl Audience {
    /// Nobody but the moderator.
    pub fn nobody() -> Self {
        Self::Seats(BTreeSet::new())
    }

    /// One seat.
    pub fn only(seat: &Seat) -> Self {
        Self::Seats(BTreeSet::from([seat.clone()]))
    }

    /// Both audiences together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        match (self, other) {
            (Self::Seats(mut a), Self::Seats(b)) => {
                a.extend(b);
                Self::Seats(a)
            }
            _ => Self::Everyone,
        }
    }

    /// True if the reader belongs to it.
    pub fn includes(&self, reader: &Reader) -> bool {
        match (self, reader) {
            (Self::Everyone, _) | (_, Reader::Moderator) => true,
            (Self::Seats(seats), Reader::Seat(seat)) => seats.contains(seat),
            (Self::Seats(_), Reader::Public) => false,
        }
    }
}

/// Who learns of events: those of which everyone does, by name, and an arm for each of the others.
/// It is a `match` like any other: an event that stands nowhere is an error.
#[macro_export]
macro_rules! witnesses {
    ($event:expr; everyone: $($name:ident),+ $(,)?; $($other:tt)*) => {
        match $event {
            $(Event::$name { .. })|+ => $crate::engine::Audience::Everyone,
            $($other)*
        }
    };
}
pub use witnesses;
