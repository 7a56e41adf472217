//! What an entry says: one kind for each thing that counts.

use std::collections::BTreeMap;
use std::iter;

use serde::{Deserialize, Serialize};

use super::{
    Absence, Agreement, Appointment, Arrival, Beacon, CalendarChange, Claim, Contribution,
    CycleResult, Dismissal, Dropped, Enrolment, Extension, Finished, Genesis, Handover, KeyChange,
    Lock, Objection, Opening, Pause, Press, Resumption, Substitute, Vote, Withdrawal,
};
use crate::base::{Digest, Problem, Seat, Time};

/// What an entry says.
///
/// A reader that does not know a kind refuses the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Body {
    /// The campaign is created; the first entry and no other.
    Genesis(Genesis),
    /// A player takes a seat.
    Enroll(Enrolment),
    /// A seat gets new keys.
    Key(KeyChange),
    /// A cycle is opened.
    Open(Opening),
    /// A deadline is moved.
    Extension(Extension),
    /// A public value came, for the seed of a cycle.
    Beacon(Beacon),
    /// Nothing that comes counts for a cycle any more.
    Lock(Lock),
    /// A player's link for the seed of a cycle came, or some did not.
    Link(Contribution),
    /// A cycle is resolved.
    Result(CycleResult),
    /// A calendar comes into force.
    Calendar(CalendarChange),
    /// Nothing closes and nothing opens for a while.
    Pause(Pause),
    /// A pause ends before its time.
    Resume(Resumption),
    /// A player will be away.
    Absence(Absence),
    /// A seat is taken from a player who no longer plays.
    #[serde(rename = "drop")]
    Dropped(Dropped),
    /// Somebody may send orders for a seat for a while.
    Substitute(Substitute),
    /// New keys for a seat are announced.
    Claim(Claim),
    /// A player objects to keys that were announced.
    Objection(Objection),
    /// The moderator's office goes to somebody else.
    #[serde(rename = "hand-over")]
    Handover(Handover),
    /// Somebody becomes a deputy.
    Appoint(Appointment),
    /// A deputy's time ends.
    Dismiss(Dismissal),
    /// A packet arrived.
    Arrival(Arrival),
    /// A player is done with the packet of a cycle.
    Final(Finished),
    /// A player withdraws the packets of a cycle.
    Withdraw(Withdrawal),
    /// A player agrees that the campaign pauses.
    Agree(Agreement),
    /// A player votes on what the players can decide together.
    Vote(Vote),
    /// A player writes to others.
    Press(Press),
    /// The moderator decides or corrects something.
    Ruling(Ruling),
    /// The campaign's secret is published, so that everybody can replay everything.
    Reveal(Reveal),
    /// The campaign ends.
    Close(Closing),
}

/// The moderator's recorded decision or correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruling {
    /// What is decided and why.
    pub text: String,
    /// What it changes; absent if it only explains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// SHA-256 of what is sealed until the reveal, by path: with an effect on orders one file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

/// What a ruling changes in the cycle of its entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The deadline from now on, earlier than it was.
    Deadline(Time),
    /// The cycle is closed before its deadline; these seats could still send or change orders.
    Close(Vec<Seat>),
    /// A packet counts, although it came late.
    Late {
        /// Whose.
        seat: Seat,
        /// Its sequence.
        sequence: u32,
        /// Its commitment.
        commitment: Digest,
    },
    /// A line of somebody's orders is put in or struck; which, is sealed until the reveal.
    Orders,
    /// The question in a seat's orders is answered; both are sealed until the reveal.
    Answer {
        /// Whose.
        seat: Seat,
    },
    /// The moderator has seen what would come of the orders that were in.
    Preview,
    /// What an earlier ruling of this cycle changed is taken back.
    Revoke {
        /// The number of its entry.
        entry: u64,
    },
}

/// The secrets of a campaign that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reveal {
    /// The campaign secret: 32 bytes. Not the moderator's signing key.
    pub campaign_secret: Digest,
    /// SHA-256 of every file published with it, by its path from the campaign's directory.
    pub files: BTreeMap<String, Digest>,
}

/// The end of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Closing {
    /// Why it ends.
    pub reason: String,
    /// How it ended.
    pub outcome: String,
}

impl Effect {
    /// True if it changes orders, which are carried out later, so that it can be taken back meanwhile.
    pub fn is_revocable(&self) -> bool {
        match self {
            Self::Orders | Self::Answer { .. } | Self::Late { .. } => true,
            Self::Deadline(_) | Self::Close(_) | Self::Preview | Self::Revoke { .. } => false,
        }
    }

    /// True if what it changes is in a file that is sealed until the reveal.
    fn is_sealed(&self) -> bool {
        match self {
            Self::Orders | Self::Answer { .. } => true,
            Self::Deadline(_)
            | Self::Close(_)
            | Self::Late { .. }
            | Self::Preview
            | Self::Revoke { .. } => false,
        }
    }
}

impl Body {
    /// The word for the kind, as in the file.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Genesis(_) => "genesis",
            Self::Enroll(_) => "enroll",
            Self::Key(_) => "key",
            Self::Open(_) => "open",
            Self::Extension(_) => "extension",
            Self::Beacon(_) => "beacon",
            Self::Lock(_) => "lock",
            Self::Link(_) => "link",
            Self::Result(_) => "result",
            Self::Calendar(_) => "calendar",
            Self::Pause(_) => "pause",
            Self::Resume(_) => "resume",
            Self::Absence(_) => "absence",
            Self::Dropped(_) => "drop",
            Self::Substitute(_) => "substitute",
            Self::Claim(_) => "claim",
            Self::Objection(_) => "objection",
            Self::Handover(_) => "hand-over",
            Self::Appoint(_) => "appoint",
            Self::Dismiss(_) => "dismiss",
            Self::Arrival(_) => "arrival",
            Self::Final(_) => "final",
            Self::Withdraw(_) => "withdraw",
            Self::Agree(_) => "agree",
            Self::Vote(_) => "vote",
            Self::Press(_) => "press",
            Self::Ruling(_) => "ruling",
            Self::Reveal(_) => "reveal",
            Self::Close(_) => "close",
        }
    }

    /// The files listed here with their digests.
    pub fn files(&self) -> Option<&BTreeMap<String, Digest>> {
        match self {
            Self::Result(result) => Some(&result.files),
            Self::Reveal(reveal) => Some(&reveal.files),
            Self::Key(change) => Some(&change.files),
            Self::Calendar(change) => Some(&change.files),
            Self::Ruling(ruling) => Some(&ruling.files),
            Self::Absence(absence) => Some(&absence.files),
            Self::Substitute(substitute) => Some(&substitute.files),
            Self::Objection(objection) => Some(&objection.files),
            Self::Handover(handover) => Some(&handover.files),
            Self::Dismiss(dismissal) => Some(&dismissal.files),
            Self::Arrival(arrival) => Some(&arrival.files),
            Self::Final(done) => Some(&done.files),
            Self::Withdraw(withdrawal) => Some(&withdrawal.files),
            Self::Agree(agreement) => Some(&agreement.files),
            Self::Vote(vote) => Some(&vote.files),
            Self::Dropped(dropped) => Some(&dropped.files),
            Self::Press(press) => Some(&press.files),
            Self::Link(Contribution::Given { files, .. }) => Some(files),
            _ => None,
        }
    }

    /// Checks what the body can say by itself, under the given header.
    pub(super) fn check(&self, cycle: Option<u32>) -> Result<(), Problem> {
        let kind = self.kind();
        match (self, cycle) {
            (
                Self::Open(_)
                | Self::Extension(_)
                | Self::Beacon(_)
                | Self::Lock(_)
                | Self::Link(_)
                | Self::Result(_)
                | Self::Ruling(Ruling { effect: Some(_), .. })
                | Self::Pause(Pause { deadline: Some(_), .. })
                | Self::Resume(Resumption { deadline: Some(_), .. })
                | Self::Arrival(_)
                | Self::Final(_)
                | Self::Withdraw(_)
                | Self::Press(_),
                None,
            ) => {
                return Err(Problem::refused(format!("an entry of kind {kind} needs a cycle")));
            }
            (
                Self::Open(_)
                | Self::Extension(_)
                | Self::Beacon(_)
                | Self::Lock(_)
                | Self::Link(_)
                | Self::Ruling(Ruling { effect: Some(_), .. })
                | Self::Pause(_)
                | Self::Resume(_)
                | Self::Arrival(_)
                | Self::Final(_)
                | Self::Withdraw(_)
                | Self::Press(_),
                Some(0),
            ) => {
                return Err(Problem::refused("orders start with cycle 1"));
            }
            (Self::Genesis(_), Some(_)) => {
                return Err(Problem::refused("the genesis has no cycle"));
            }
            (Self::Genesis(genesis), None) => genesis.check()?,
            (Self::Result(result), Some(_)) if !is_version(&result.version) => {
                return Err(Problem::refused(
                    "the version is not of the form 1.2.3 or 1.2.3+g1a2b3c4",
                ));
            }
            (
                Self::Enroll(_)
                | Self::Key(_)
                | Self::Reveal(_)
                | Self::Close(_)
                | Self::Calendar(_)
                | Self::Absence(_)
                | Self::Dropped(_)
                | Self::Substitute(_)
                | Self::Claim(_)
                | Self::Objection(_)
                | Self::Agree(_)
                | Self::Vote(_)
                | Self::Handover(_)
                | Self::Appoint(_)
                | Self::Dismiss(_),
                Some(_),
            ) => {
                return Err(Problem::refused(format!("an entry of kind {kind} has no cycle")));
            }
            (Self::Ruling(Ruling { effect, files, .. }), _)
                if files.len() != usize::from(effect.as_ref().is_some_and(Effect::is_sealed)) =>
            {
                return Err(Problem::refused(
                    "a ruling that is sealed has one file, and no other has",
                ));
            }
            (Self::Calendar(change), None) if change.files.len() != 1 => {
                return Err(Problem::refused("a calendar is one file"));
            }
            (Self::Arrival(arrival), Some(_)) if arrival.files.len() != 1 => {
                return Err(Problem::refused("an arrival is one file"));
            }
            (Self::Press(press), Some(_)) if press.files.len() != 2 => {
                return Err(Problem::refused("a message is two files"));
            }
            (Self::Appoint(new), None) if new.rights.is_empty() || !is_name(&new.name) => {
                return Err(Problem::refused("a deputy has a name and at least one right"));
            }
            (Self::Handover(new), None) if !is_name(&new.name) => {
                return Err(Problem::refused("the new moderator has a name"));
            }
            (Self::Dropped(Dropped { from: 0, .. }), None) => {
                return Err(Problem::refused("a seat can be dropped from cycle 1 on"));
            }
            _ => {}
        }
        match self.files().and_then(|files| files.keys().find(|path| !is_inside(path))) {
            Some(path) => Err(Problem::refused(format!("“{path}” points outside the campaign"))),
            None => Ok(()),
        }
    }

    /// The seats it mentions.
    fn seats(&self) -> Vec<&Seat> {
        match self {
            Self::Enroll(enrolment) => vec![&enrolment.seat],
            Self::Key(change) => vec![&change.seat],
            Self::Open(opening) => opening.due.keys().collect(),
            Self::Extension(extension) => extension.spent.iter().collect(),
            Self::Absence(absence) => vec![&absence.seat],
            Self::Dropped(dropped) => vec![&dropped.seat],
            Self::Substitute(substitute) => vec![&substitute.seat],
            Self::Claim(claim) => vec![&claim.seat],
            Self::Objection(objection) => vec![&objection.seat],
            Self::Final(done) => vec![&done.seat],
            Self::Withdraw(withdrawal) => vec![&withdrawal.seat],
            Self::Agree(agreement) => vec![&agreement.seat],
            Self::Vote(vote) => iter::once(&vote.seat).chain(vote.motion.winner()).collect(),
            Self::Result(result) => result.packets.keys().chain(result.blinds.keys()).collect(),
            Self::Lock(lock) => lock.packets.keys().collect(),
            Self::Link(Contribution::Withheld { seats, .. }) => seats.iter().collect(),
            Self::Ruling(Ruling { effect: Some(Effect::Close(open)), .. }) => open.iter().collect(),
            Self::Link(Contribution::Given { seat, .. })
            | Self::Ruling(Ruling {
                effect: Some(Effect::Late { seat, .. } | Effect::Answer { seat }),
                ..
            }) => vec![seat],
            _ => Vec::new(),
        }
    }

    /// Checks what the body can say only in a campaign: its cycle must have a link, its seats must
    /// exist.
    pub(super) fn check_in(&self, genesis: &Genesis, cycle: Option<u32>) -> Result<(), Problem> {
        let most = genesis.chain_length;
        if cycle.is_some_and(|cycle| cycle > most) {
            return Err(Problem::refused(format!("a campaign has at most {most} cycles"))
                .hint("end it with `adjutant reveal --abandon REASON`"));
        }
        if let Self::Result(result) = self
            && usize::try_from(result.report_size) != Ok(genesis.seats.len())
        {
            return Err(Problem::refused("the report tree does not have one leaf per seat"));
        }
        match self.seats().into_iter().find(|seat| !genesis.seats.contains(seat)) {
            Some(seat) => Err(Problem::refused(format!("there is no seat “{seat}”"))),
            None => Ok(()),
        }
    }
}

/// True for what somebody can be called: one line of 1 to 60 characters.
fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    !text.trim().is_empty() && length <= 60 && !text.contains('\n')
}

/// True for three numbers with dots between them, and perhaps the commit of a build behind a plus.
fn is_version(text: &str) -> bool {
    let (numbers, build) = text.split_once('+').map_or((text, None), |(n, b)| (n, Some(b)));
    let parts: Vec<&str> = numbers.split('.').collect();
    let number =
        |part: &&str| (1..=9).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
    let word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    let named = |build: &str| build.len() <= 40 && build.split('.').all(word);
    parts.len() == 3 && parts.iter().all(number) && build.is_none_or(named)
}

/// True for a plain relative path that cannot leave the directory it starts from.
fn is_inside(path: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    path.split('/').all(plain) && !path.contains(['\\', '\n', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers_and_perhaps_a_build() {
        for good in ["0.1.0", "10.20.300", "0.1.0+g1a2b3c4", "0.1.0+g1a2b3c4.0f9e"] {
            assert!(is_version(good), "{good}");
        }
        for bad in ["0.1", "0.1.0+", "0.1.0+g1.", "0.1.0-g1", "v0.1.0", "0.1.0+g1 of today"] {
            assert!(!is_version(bad), "{bad}");
        }
    }

    #[test]
    fn paths_stay_inside() {
        for good in ["cycles/0001/record.age", "a..b", "x"] {
            assert!(is_inside(good), "{good}");
        }
        for bad in ["", "/etc/x", "../x", "a/../../x", "a//b", "c:\\x", "c:x", "a/", "./a", "a\nb"]
        {
            assert!(!is_inside(bad), "{bad}");
        }
    }

    #[test]
    fn some_kinds_need_a_cycle() {
        let body = Body::Extension(Extension {
            deadline: None,
            zone: None,
            reason: "snow".into(),
            spent: Vec::new(),
        });
        assert!(body.check(None).is_err());
        body.check(Some(1)).unwrap();
        let ruling =
            |effect| Body::Ruling(Ruling { text: "snow".into(), effect, files: BTreeMap::new() });
        ruling(None).check(None).unwrap();
        let close = || ruling(Some(Effect::Close(vec!["union".parse().unwrap()])));
        assert!(close().check(None).is_err() && close().check(Some(0)).is_err());
        close().check(Some(1)).unwrap();
        assert!(ruling(Some(Effect::Orders)).check(Some(1)).is_err(), "it has no file");
    }

    #[test]
    fn some_kinds_have_no_cycle() {
        let dropped = |from| {
            let seat = "union".parse().unwrap();
            Body::Dropped(Dropped {
                seat,
                from,
                missed: 2,
                reason: "silent".into(),
                files: BTreeMap::new(),
            })
        };
        assert!(dropped(2).check(Some(2)).is_err() && dropped(0).check(None).is_err());
        dropped(2).check(None).unwrap();
        let files = |names: &[&str]| {
            names.iter().map(|name| ((*name).to_owned(), Digest([0; 32]))).collect()
        };
        let calendar = |names: &[&str]| {
            Body::Calendar(CalendarChange { reason: "first".into(), files: files(names) })
        };
        assert!(calendar(&[]).check(None).is_err() && calendar(&["a", "b"]).check(None).is_err());
        assert!(calendar(&["a"]).check(Some(1)).is_err());
        calendar(&["calendar/000003.yaml"]).check(None).unwrap();
        let until: Time = "2026-07-01T18:00:00Z".parse().unwrap();
        let pause = |deadline| Body::Pause(Pause { until, deadline, reason: "snow".into() });
        pause(None).check(None).unwrap();
        assert!(pause(Some(until)).check(None).is_err() && pause(None).check(Some(0)).is_err());
        pause(Some(until)).check(Some(1)).unwrap();
    }
}
