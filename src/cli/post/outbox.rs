//! Mail that was written and goes among what waits: who had enough answers gets no more, and an address
//! that is none is put aside.

use super::notes::Notes;
use super::send::{put, put_aside};
use crate::base::{Problem, Time};
use crate::campaign::Postbox;
use crate::post::config::Config;
use crate::referee::letters::writer::Mail as Written;

/// Notices that one address gets in a day: anybody can have them sent.
const NOTICES: u32 = 3;

/// What an answer is, which says how many there may be of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    /// The receipt of a packet that came for the first time: only its player can have it written.
    Receipt,
    /// An answer that anybody can have written again who has a copy of what it answers.
    Answer,
    /// Another answer to what was answered before. It has one for each day and each thing there is to say.
    Again,
    /// Word that nothing was found in a mail, which anybody may have sent.
    Notice,
}

/// Counts an answer and puts it among the mails that wait, unless it was sent before or its reader had
/// enough today.
pub(super) fn answer(
    post: &Postbox,
    (config, notes): (&Config, &mut Notes),
    (written, rank): (&Written, Rank),
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let (name, to) = (&written.letter.name, &written.letter.to);
    // The same mail again, by another way, is no other question.
    if post.was_sent(name)? || post.waiting()?.contains(name) {
        return Ok(None);
    }
    let has_room = match rank {
        Rank::Receipt | Rank::Again => true,
        Rank::Answer => notes.count(to, now, config.answers_a_day),
        Rank::Notice => notes.count_notice(to, now, NOTICES.min(config.answers_a_day)),
    };
    if has_room {
        return keep(post, written, now);
    }
    post.log(now, &format!("{name}: not written, {to} had enough answers today"))?;
    Ok(None)
}

/// Puts a mail among those that wait. An address that is none is the moderator's to correct, and keeps
/// nobody else waiting.
pub(super) fn keep(
    post: &Postbox,
    written: &Written,
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let about = (Some((&written.seat, written.came)), written.replaces.as_deref());
    match written.letter.message() {
        Err(problem) => {
            put_aside(post, &written.letter, about, &problem)?;
            let problem = problem.at(format!("the address of {}", written.seat));
            post.log(now, &format!("{}: {problem}", written.letter.name))?;
            Ok(Some(problem.hint(format!("`adjutant enroll {} --address FILE`", written.seat))))
        }
        Ok(_) => put(post, &written.letter, about).map(|_| None),
    }
}
