//! Whether a player's reports may leave without encryption as well: only by their own signed word, the
//! last one of whoever holds the seat now. The words are kept as the address is: no entry tells of it.

use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Seat};
use crate::campaign::layout;
use crate::referee::cycle::desk::Desk;
use crate::seal::word::{Says, Word};
use crate::seal::{packed, sealed};

/// Words that are kept of a seat at most: more are a flood.
const MOST: usize = 100;

/// Keeps a word, and says what it means.
///
/// # Errors
/// If it was taken before, or there are too many.
pub(in crate::referee) fn keep(
    desk: &Desk,
    seat: &Seat,
    (file, wanted): (&[u8], bool),
) -> Result<String, Problem> {
    let mut words = words(desk, seat)?;
    let file = String::from_utf8_lossy(file).into_owned();
    if words.contains(&file) {
        return Err(Problem::nothing("this word was taken before"));
    }
    if words.len() >= MOST {
        return Err(Problem::refused(format!("the seat has given {MOST} words on this")));
    }
    words.push(file);
    let packed = packed::pack(&yaml::write(&words))?;
    let kept = sealed::keep(&packed, &[&desk.address_identity().recipient()])?;
    desk.campaign.store.write(&layout::plain_text(seat.as_str()), &kept)?;
    let how = if wanted { "may be mailed in plain text" } else { "are only mailed encrypted" };
    Ok(format!("the reports of {seat} {how}"))
}

/// True if the last word of who holds the seat allows it. What cannot be read allows nothing.
pub(in crate::referee) fn is_wanted(desk: &Desk, seat: &Seat) -> bool {
    let Some(holder) = desk.campaign.holder(seat, u32::MAX) else { return false };
    let own = |file: &String| {
        let (word, key, _) = Word::read(file.as_bytes()).ok()?;
        let theirs = key.to_string() == holder.signing
            && word.seat == *seat
            && word.campaign == desk.campaign.id();
        match word.says {
            Says::PlainText(wanted) if theirs => Some(wanted),
            _ => None,
        }
    };
    let words = words(desk, seat).unwrap_or_default();
    words.iter().filter_map(own).next_back().unwrap_or(false)
}

fn words(desk: &Desk, seat: &Seat) -> Result<Vec<String>, Problem> {
    let path = layout::plain_text(seat.as_str());
    let Some(bytes) = desk.campaign.store.read(&path)? else { return Ok(Vec::new()) };
    let read = || {
        let text = packed::open(&bytes, &desk.address_identity())?;
        yaml::read(text.as_bytes(), Origin::House)
    };
    read().map_err(|p: Problem| {
        p.at(&path).hint("delete the file: nothing leaves in plain text then")
    })
}
