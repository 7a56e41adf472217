//! Whether a player's reports may leave without encryption as well: only by their own signed word, the
//! last one of whoever holds the seat now. The word is kept as the address is: no entry tells of it.

use crate::base::{Problem, Seat};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::player_files::{self, Of};
use crate::seal::word::{Says, Word};

/// Keeps a word in the place of the one before, and says what it means.
///
/// # Errors
/// If it, or a later one, was taken before.
pub(in crate::referee) fn keep(
    desk: &Desk,
    word: &Word,
    (file, wanted): (&[u8], bool),
) -> Result<String, Problem> {
    let seat = &word.seat;
    player_files::comes_later(desk, (Of::PlainText, seat), word)?;
    let file = String::from_utf8_lossy(file);
    player_files::write(desk, (Of::PlainText, seat), &file)?;
    let how = if wanted { "may be mailed in plain text" } else { "are only mailed encrypted" };
    Ok(format!("the reports of {seat} {how}"))
}

/// True if the last word of who holds the seat allows it. What cannot be read allows nothing.
pub(in crate::referee) fn is_wanted(desk: &Desk, seat: &Seat) -> bool {
    let newest = player_files::newest(desk, (Of::PlainText, seat)).ok().flatten();
    newest.is_some_and(|word| matches!(word.says, Says::PlainText(true)))
}
