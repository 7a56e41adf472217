//! A mail that waits: its bytes, and above them where it goes and what became of it so far.

use serde::{Deserialize, Serialize};

use super::Outgoing;
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Seat, Time};

/// What stands between the two.
const LINE: &str = "---\n";
/// Minutes until a mail is tried again, each time; the last for all later ones.
const WAITS: &[u32] = &[5, 15, 60, 180, 360];
/// Seconds after which a mail is given up: five days (RFC 5321, section 4.5.4.1).
const LIFE: u64 = 5 * 24 * 60 * 60;

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is tried again when its time has come.
    Waits,
    /// It is handed over at this moment. If nobody is at work, it is not known whether it was: the
    /// program was killed, or the server gave no answer. It is not sent twice.
    Sending,
    /// It will not be tried again.
    GivenUp,
}

impl State {
    /// What is said of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Waits => "waits",
            Self::Sending => "may have been sent",
            Self::GivenUp => "is given up",
        }
    }
}

/// A mail that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Waiting {
    /// The seat of the campaign it is for, if it is for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The entry of the ledger by which its reader got the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<u64>,
    /// The reader's address.
    pub to: String,
    /// What it is about.
    pub subject: String,
    /// A newer mail with the same word takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// When it was written.
    pub since: Time,
    /// How often it was tried.
    #[serde(default)]
    pub tries: u32,
    /// When it is tried next.
    pub next: Time,
    /// What became of it.
    pub state: State,
    /// What the server said last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl Waiting {
    /// A mail that was not tried yet.
    pub fn new(
        letter: &Outgoing,
        (seat, came): (Option<Seat>, Option<u64>),
        replaces: Option<String>,
    ) -> Self {
        Self {
            seat,
            came,
            to: letter.to.clone(),
            subject: letter.subject.clone(),
            replaces,
            since: letter.date,
            tries: 0,
            next: letter.date,
            state: State::Waits,
            said: None,
        }
    }

    /// Reads a mail and what stands above it.
    ///
    /// # Errors
    /// If it was not written by [`Waiting::write`].
    pub fn read(file: &[u8]) -> Result<(Self, &[u8]), Problem> {
        let end = file.windows(LINE.len()).position(|w| w == LINE.as_bytes());
        let end = end.ok_or_else(|| Problem::refused("this is not a mail that waits"))?;
        Ok((yaml::read(&file[..end], Origin::House)?, &file[end + LINE.len()..]))
    }

    /// The file.
    pub fn write(&self, mail: &[u8]) -> Vec<u8> {
        [yaml::write(self).as_bytes(), LINE.as_bytes(), mail].concat()
    }

    /// True if it is to be tried now.
    pub fn is_due(&self, now: Time) -> bool {
        match self.state {
            State::Waits => self.next <= now,
            State::Sending | State::GivenUp => false,
        }
    }

    /// The server did not want it now.
    #[must_use]
    pub fn later(mut self, now: Time, said: String) -> Self {
        let wait = WAITS.get(self.tries as usize).or(WAITS.last()).copied().unwrap_or_default();
        self.tries = self.tries.saturating_add(1);
        self.said = Some(said);
        self.state = if now.since(self.since) > LIFE { State::GivenUp } else { State::Waits };
        self.next = now.after(wait * 60).unwrap_or(now);
        self
    }

    /// Its reader has another address: it is tried again, at that one.
    #[must_use]
    pub fn readdressed(self, to: String, now: Time) -> Self {
        Self { to, tries: 0, since: now, next: now, state: State::Waits, said: None, ..self }
    }

    /// The server will not have it.
    #[must_use]
    pub fn never(self, said: String) -> Self {
        Self {
            said: Some(said),
            state: State::GivenUp,
            tries: self.tries.saturating_add(1),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting() -> Waiting {
        let now = "2026-07-01T18:00:00Z".parse().unwrap();
        Waiting {
            seat: Some("union".parse().unwrap()),
            came: Some(3),
            to: "anna@example.net".into(),
            subject: "[pell] report: --- of cycle 3".into(),
            replaces: Some("report-union".into()),
            since: now,
            tries: 0,
            next: now,
            state: State::Waits,
            said: None,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mail = b"Subject: x\r\n\r\n---\n\xFF";
        let file = waiting().write(mail);
        assert_eq!(Waiting::read(&file).unwrap(), (waiting(), &mail[..]));
        assert!(Waiting::read(b"x: y\n").is_err());
    }

    #[test]
    fn it_is_tried_less_and_less_often_and_then_given_up() {
        let mut mail = waiting();
        let mut now = mail.since;
        let mut waits = Vec::new();
        while mail.state == State::Waits {
            assert!(mail.is_due(now));
            mail = mail.later(now, "451 busy".into());
            waits.push(mail.next.since(now) / 60);
            now = mail.next;
        }
        assert_eq!(waits[..6], [5, 15, 60, 180, 360, 360]);
        assert!((23..26).contains(&waits.len()), "{}", waits.len());
        assert!(!mail.is_due(now));
        let refused = waiting().never("550 no such user".into());
        assert_eq!((refused.state, refused.is_due(now)), (State::GivenUp, false));
        let sending = Waiting { state: State::Sending, ..waiting() };
        assert!(!sending.is_due(now), "it may have been sent");
    }
}
