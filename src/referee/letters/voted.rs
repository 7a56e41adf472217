//! Letters about votes: who is for what, who has yet to say, and how to say it.

use crate::base::{Motion, Seat, Time, words};
use crate::ledger::{Body, Entry, Ledger};
use crate::referee::record::letter_texts::Texts;

/// What a player said that they agree to.
enum Said<'a> {
    Motion(&'a Motion, bool),
    Pause(Time),
}

/// Whose vote an entry is, and what on.
fn said(entry: &Entry) -> Option<(&Seat, Said<'_>)> {
    match &entry.body {
        Body::Vote(vote) => Some((&vote.seat, Said::Motion(&vote.motion, vote.yes))),
        Body::Agree(agreement) => Some((&agreement.seat, Said::Pause(agreement.until))),
        _ => None,
    }
}

/// The player whose vote an entry is: they are answered, and need no letter.
pub(super) fn voter(entry: &Entry) -> Option<&Seat> {
    said(entry).map(|(seat, _)| seat)
}

/// True if a later entry says all that is still to be said about a vote.
pub(super) fn is_settled(vote: &Entry, later: &Entry) -> bool {
    let Some((seat, what)) = said(vote) else { return false };
    let anew = said(later).is_some_and(|(other, that)| {
        let same = match (&what, that) {
            (Said::Motion(one, _), Said::Motion(other, _)) => *one == other,
            (Said::Pause(_), Said::Pause(_)) => true,
            (Said::Motion(..), Said::Pause(_)) | (Said::Pause(_), Said::Motion(..)) => false,
        };
        other == seat && same
    });
    let moved = match (&what, &later.body) {
        (Said::Motion(Motion::Deadline(_), _), Body::Extension(_) | Body::Resume(_))
        | (Said::Motion(Motion::Deadline(_), _) | Said::Pause(_), Body::Pause(_)) => true,
        (_, Body::Key(change)) => change.seat == *seat,
        (_, Body::Dropped(dropped)) => dropped.seat == *seat,
        _ => false,
    };
    anew || moved
}

/// The letter about a vote to another player, as things stood when it was taken.
pub(super) fn letter(
    ledger: &Ledger,
    (texts, reader): (&Texts, &Seat),
    entry: &Entry,
) -> (&'static str, Vec<(&'static str, String)>) {
    let then = ledger.first(usize::try_from(entry.seq + 1).unwrap_or(usize::MAX));
    let Some((seat, said)) = said(entry) else { return ("decision", Vec::new()) };
    let phrase = |name, values: &[(&str, String)]| texts.phrase(reader, name, values);
    let (what, yes, open, arguments) = match said {
        Said::Motion(motion, yes) => {
            let what = match motion {
                Motion::Draw => phrase("motion-draw", &[]),
                Motion::Win(seat) => phrase("motion-win", &[("seat", seat.to_string())]),
                Motion::Deadline(to) => phrase("motion-deadline", &[("time", to.to_string())]),
            };
            let open: Vec<Seat> = then.undecided(motion).into_iter().cloned().collect();
            (what, yes, open, format!("vote {}", motion.arguments()))
        }
        Said::Pause(until) => {
            let agreed = then.agreements();
            let held = then.voters(&Motion::Draw).into_iter();
            let open = held.filter(|seat| !agreed.contains_key(*seat)).cloned().collect();
            let what = phrase("motion-pause", &[("time", until.to_string())]);
            (what, true, open, format!("pause --until {until}"))
        }
    };
    let values = vec![("seat", seat.to_string()), ("what", what)];
    if !yes {
        return ("vote-back", values);
    }
    let how = if open.contains(reader) {
        phrase("vote-how", &[("arguments", arguments)])
    } else {
        String::new()
    };
    let open = match open.as_slice() {
        [] => String::new(),
        open => phrase("vote-open", &[("seats", words::names(open))]),
    };
    ("vote", [values, vec![("open", open), ("how", how)]].concat())
}
