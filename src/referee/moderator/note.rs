//! A player's notes to themselves: the last one for a report is kept, unread, until that report leaves. The
//! word is kept as the address is: no entry tells of it.

use crate::base::{Problem, Seat};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::awaited;
use crate::referee::cycle::player_files::{self, Of};
use crate::seal::sealed;
use crate::seal::word::{Says, Word};

/// Keeps a note in the place of the one before, and says when it comes back.
///
/// # Errors
/// If it, or a later one, was taken before, or its report is out.
pub(in crate::referee) fn keep(desk: &Desk, word: &Word, file: &[u8]) -> Result<String, Problem> {
    let Says::Note { cycle, sealed: text } = &word.says else {
        return Err(Problem::refused("this word is no note"));
    };
    if !sealed::is_sealed(text.as_bytes()) {
        return Err(Problem::refused("the note is not encrypted"));
    }
    let next = awaited(desk)?;
    if *cycle != next {
        return Err(Problem::nothing(format!(
            "the note is for the report of cycle {cycle}, and the next one is that of cycle {next}"
        )));
    }
    let seat = &word.seat;
    player_files::comes_later(desk, (Of::Note, seat), word)?;
    player_files::write(desk, (Of::Note, seat), &String::from_utf8_lossy(file))?;
    Ok(format!("the note of {seat} comes back with the report of cycle {cycle}"))
}

/// The note that comes back to who holds a seat with the report of a cycle.
pub(in crate::referee) fn of_report(desk: &Desk, seat: &Seat, cycle: u32) -> Option<Vec<u8>> {
    let word = player_files::newest(desk, (Of::Note, seat)).ok()??;
    match word.says {
        Says::Note { cycle: of, sealed } if of == cycle => Some(sealed.into_bytes()),
        _ => None,
    }
}
