//! What the moderator keeps of a seat's player and no entry tells: their address, whether their reports may
//! leave in plain text, and their note to themselves. Each file says whose it is and which of them it is, so that another seat's, another
//! campaign's or an older one in its place is not believed. `docs/formats/campaign.md`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::desk::Desk;
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat};
use crate::campaign::{layout, world};
use crate::seal::word::Word;
use crate::seal::{packed, sealed};

const KIND: &str = "player-file-v1";

/// What is kept of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::referee) enum Of {
    /// Where their mail goes.
    Address,
    /// Where the mail of who had the seat before goes, and the entry by which they got it.
    Former,
    /// Their word on plain text.
    PlainText,
    /// Their note to themselves, in the word by which it came.
    Note,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    genesis: Digest,
    seat: Seat,
    of: Of,
    /// How often it was written.
    number: u64,
    text: String,
}

impl Of {
    fn path(self, seat: &Seat) -> String {
        match self {
            Self::Address => layout::address(seat.as_str()),
            Self::Former => layout::former_address(seat.as_str()),
            Self::PlainText => layout::plain_text(seat.as_str()),
            Self::Note => layout::note(seat.as_str()),
        }
    }
}

/// What is kept, if anything is.
///
/// # Errors
/// If it cannot be read, is another's, or is older than what this user's programs wrote or read last.
pub(in crate::referee) fn read(
    desk: &Desk,
    (of, seat): (Of, &Seat),
) -> Result<Option<String>, Problem> {
    let path = of.path(seat);
    let Some(bytes) = desk.campaign.store.read(&path)? else { return Ok(None) };
    let file = opened(desk, &bytes, (of, seat)).map_err(|p| p.at(&path))?;
    if file.number < remembered(desk, &path) {
        return Err(Problem::refused("this is an older file than the one that was written last")
            .at(&path)
            .hint("somebody put it back; restore the newer one, or let it be written again"));
    }
    remember(desk, &path, file.number);
    Ok(Some(file.text))
}

/// The word of who holds a seat that is kept.
///
/// # Errors
/// If it cannot be read.
pub(in crate::referee) fn newest(
    desk: &Desk,
    (of, seat): (Of, &Seat),
) -> Result<Option<Word>, Problem> {
    let (kept, holder) = (read(desk, (of, seat))?, desk.campaign.holder(seat, u32::MAX));
    let (Some(file), Some(holder)) = (kept, holder) else { return Ok(None) };
    let (word, key, _) = Word::read(file.as_bytes())?;
    let theirs = key.to_string() == holder.signing
        && word.seat == *seat
        && word.campaign == desk.campaign.id();
    Ok(Some(word).filter(|_| theirs))
}

/// A word is not the one that is kept, and was signed after it.
///
/// # Errors
/// If it was not.
pub(in crate::referee) fn comes_later(
    desk: &Desk,
    (of, seat): (Of, &Seat),
    word: &Word,
) -> Result<(), Problem> {
    match newest(desk, (of, seat)).ok().flatten() {
        Some(before) if before == *word => Err(Problem::nothing("this word was already taken")),
        Some(before) if before.sequence >= word.sequence => {
            Err(Problem::refused("a later word of this kind was taken before")
                .hint("sign it again if it is still meant"))
        }
        Some(_) | None => Ok(()),
    }
}

fn opened(desk: &Desk, bytes: &[u8], (of, seat): (Of, &Seat)) -> Result<File, Problem> {
    let text = packed::open(bytes, &desk.address_identity())?;
    let file: File = yaml::read(text.as_bytes(), Origin::House)?;
    if file.adjutant != KIND {
        return Err(Problem::refused(format!("this is not a {KIND} file")));
    }
    if (file.genesis, &file.seat, file.of) == (desk.genesis(), seat, of) {
        return Ok(file);
    }
    Err(Problem::refused("this file is another seat's, or another campaign's")
        .hint("somebody copied it here; restore it from a backup"))
}

/// Keeps something in the place of what was kept before.
///
/// # Errors
/// If the disk refuses.
pub(in crate::referee) fn write(
    desk: &Desk,
    (of, seat): (Of, &Seat),
    text: &str,
) -> Result<(), Problem> {
    let path = of.path(seat);
    let before = desk.campaign.store.read(&path)?;
    let before = before.and_then(|bytes| opened(desk, &bytes, (of, seat)).ok());
    let before = before.map_or(0, |file| file.number).max(remembered(desk, &path));
    let (adjutant, genesis, seat, text) =
        (KIND.to_owned(), desk.genesis(), seat.clone(), text.to_owned());
    let number = before.saturating_add(1);
    let file = File { adjutant, genesis, seat, of, number, text };
    let packed = packed::pack(&yaml::write(&file))?;
    let kept = sealed::keep(&packed, &[&desk.address_identity().recipient()])?;
    desk.campaign.store.write(&path, &kept)?;
    remember(desk, &path, number);
    Ok(())
}

/// Where this user's programs remember how often each file of this directory was written; nowhere if there is no
/// cache.
fn place(desk: &Desk) -> Option<PathBuf> {
    let store = &desk.campaign.store;
    let root = Digest::of(store.root().as_os_str().as_encoded_bytes());
    Some(store.cache()?.join(format!("{}-{}.players", desk.genesis(), root.short())))
}

fn lines(desk: &Desk) -> Vec<(String, u64)> {
    let text = place(desk).and_then(|place| String::from_utf8(world::read(&place).ok()?).ok());
    let line = |line: &str| {
        let (number, path) = line.split_once(' ')?;
        Some((path.to_owned(), number.parse().ok()?))
    };
    text.unwrap_or_default().lines().filter_map(line).collect()
}

fn remembered(desk: &Desk, path: &str) -> u64 {
    lines(desk).into_iter().find(|(of, _)| of == path).map_or(0, |(_, number)| number)
}

/// Without a cache, or if it cannot be written, an older file is not told from a newer.
fn remember(desk: &Desk, path: &str, number: u64) {
    let mut all = lines(desk);
    if all.iter().any(|(of, known)| of == path && *known == number) {
        return;
    }
    all.retain(|(of, _)| of != path);
    all.push((path.to_owned(), number));
    let lines: Vec<String> = all.iter().map(|(path, number)| format!("{number} {path}")).collect();
    let text = lines.join("\n") + "\n";
    if let Some(place) = place(desk) {
        let _ = world::write_over(&place, text.as_bytes());
    }
}
