//! The one error type at the edge: what, where, and what to do.

use std::fmt;

use super::{Spot, text};

/// Who has to act on a problem; decides the exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An input was read and turned down, or a verification failed.
    Refused,
    /// The command line asks for something that does not exist or does not fit together.
    Usage,
    /// There is nothing to do, or not yet.
    Nothing,
    /// The world failed us: disk, key, permission.
    Failed,
    /// Another process is at work; the same command may do later.
    Busy,
}

/// What went wrong, in the order in which it is printed: place, sentence, excerpt, hint.
///
/// Sentences are lower case and have no full stop. Text from outside is made harmless when the
/// problem is built, so that no control or bidirectional character reaches a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Who has to act.
    pub kind: Kind,
    /// File, packet or entry with the problem, with line and column where there is one.
    pub place: Option<String>,
    /// That line and column (from 1), for callers that have the text at hand.
    pub spot: Option<Spot>,
    /// What is wrong.
    pub what: String,
    /// The lines around the place, with a caret.
    pub excerpt: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The cause, where callers ask for it.
    pub cause: Option<Cause>,
}

/// A cause that callers act upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The file is not encrypted to the key at hand.
    OtherKey,
    /// Nothing at hand says who wrote the file.
    Unproven,
    /// The packet is for a cycle that is resolved.
    Earlier,
    /// The packet is bound to something else than what is awaited: its orders have no part in it.
    Binding,
    /// The packet is another than the one that was noted.
    OtherPacket,
    /// A name stands without a colon before what follows it.
    NoColon,
    /// A word is none of those that may stand there.
    UnknownWord,
}

impl Problem {
    fn new(kind: Kind, what: impl fmt::Display) -> Self {
        let what = text::harmless(&what.to_string());
        Self { kind, place: None, spot: None, what, excerpt: None, hint: None, cause: None }
    }

    /// An input was turned down, or a verification failed.
    pub fn refused(what: impl fmt::Display) -> Self {
        Self::new(Kind::Refused, what)
    }

    /// The command line does not make sense.
    pub fn usage(what: impl fmt::Display) -> Self {
        Self::new(Kind::Usage, what)
    }

    /// There is nothing to do.
    pub fn nothing(what: impl fmt::Display) -> Self {
        Self::new(Kind::Nothing, what)
    }

    /// Disk, key or another part of the world failed.
    pub fn failed(what: impl fmt::Display) -> Self {
        Self::new(Kind::Failed, what)
    }

    /// Another process is at work.
    pub fn busy(what: impl fmt::Display) -> Self {
        Self::new(Kind::Busy, what)
    }

    /// Names the file, packet or entry. An outer place is put before an inner one.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        let outer = text::harmless(&place.to_string());
        self.place = Some(match self.place {
            Some(inner) => format!("{outer}: {inner}"),
            None => outer,
        });
        self
    }

    /// Names line and column (from 1) of the text.
    #[must_use]
    pub fn spot(mut self, line: u64, column: u64) -> Self {
        let spot = Spot::of(line, column);
        self.spot = Some(spot);
        self.at(spot)
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(text::harmless(&hint.to_string()));
        self
    }

    /// Says what caused it.
    #[must_use]
    pub fn cause(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// Adds the lines around the place.
    #[must_use]
    pub fn excerpt(mut self, excerpt: impl fmt::Display) -> Self {
        self.excerpt = Some(text::harmless(&excerpt.to_string()));
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.what)?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{}", excerpt.trim_end())?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
