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
    match newest(desk, seat).ok().flatten() {
        Some(before) if before == *word => {
            return Err(Problem::nothing("this word was already taken"));
        }
        Some(before) if before.sequence >= word.sequence => {
            return Err(Problem::refused("a later word of this kind was taken before")
                .hint("sign it again if it is still meant"));
        }
        Some(_) | None => {}
    }
    let file = String::from_utf8_lossy(file);
    player_files::write(desk, (Of::PlainText, seat), &file)?;
    let how = if wanted { "may be mailed in plain text" } else { "are only mailed encrypted" };
    Ok(format!("the reports of {seat} {how}"))
}

/// True if the last word of who holds the seat allows it. What cannot be read allows nothing.
pub(in crate::referee) fn is_wanted(desk: &Desk, seat: &Seat) -> bool {
    let newest = newest(desk, seat).ok().flatten();
    newest.is_some_and(|word| matches!(word.says, Says::PlainText(true)))
}

/// The last word of who holds a seat.
fn newest(desk: &Desk, seat: &Seat) -> Result<Option<Word>, Problem> {
    let (kept, holder) =
        (player_files::read(desk, (Of::PlainText, seat))?, desk.campaign.holder(seat, u32::MAX));
    let (Some(file), Some(holder)) = (kept, holder) else { return Ok(None) };
    let (word, key, _) = Word::read(file.as_bytes())?;
    let theirs = key.to_string() == holder.signing
        && word.seat == *seat
        && word.campaign == desk.campaign.id();
    Ok(Some(word).filter(|_| theirs))
}
