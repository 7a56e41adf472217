//! Mail that was written and goes among what waits: who had enough answers gets no more, and an address
//! that is none is put aside.

use super::notes::Notes;
use super::send::{put, put_aside};
use crate::base::{Problem, Time};
use crate::campaign::Postbox;
use crate::post::config::Config;
use crate::referee::letters::writer::Mail as Written;

/// Counts an answer and puts it among the mails that wait, unless it was sent before or its reader had
/// enough today.
pub(super) fn answer(
    post: &Postbox,
    (config, notes): (&Config, &mut Notes),
    written: &Written,
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let (name, to) = (&written.letter.name, &written.letter.to);
    // The same mail again, by another way, is no other question.
    if post.was_sent(name)? || post.waiting()?.contains(name) {
        return Ok(None);
    }
    if notes.count(to, now, config.answers_a_day) {
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
    let about = (Some(&written.seat), written.replaces.as_deref());
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
