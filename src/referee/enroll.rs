//! Enrolling players.

use super::campaign::Stage;
use super::desk::Desk;
use crate::base::{Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{Authority, Body, Enrolment, KeyChange};
use crate::seal::{PlayerPublic, PublicKey, Recipient, packed, sealed};

/// Who takes a seat.
#[derive(Debug, Clone)]
pub struct Player {
    /// The player's name, as the ledger shows it.
    pub name: String,
    /// Where their mail goes; stored encrypted.
    pub address: Option<String>,
    /// The key they sign with.
    pub signing: PublicKey,
    /// What their reports are encrypted to.
    pub recipient: Recipient,
    /// The tip of their chain, if they contribute to the seeds.
    pub tip: Option<Digest>,
}

impl Player {
    /// The player of a key file that `keygen` made.
    ///
    /// # Errors
    /// If the file's chain was made for another campaign.
    pub fn of(file: &PlayerPublic, name: String, genesis: &Digest) -> Result<Self, Problem> {
        if let Some(commitment) = &file.commitment
            && commitment.campaign != *genesis
        {
            return Err(Problem::refused("the key file's chain is for another campaign")
                .hint("ask the player to run `adjutant -C DIR keygen NAME --from FILE.key`"));
        }
        Ok(Self {
            name,
            address: None,
            signing: file.signing,
            recipient: file.age.clone(),
            tip: file.commitment.as_ref().map(|c| c.tip),
        })
    }
}

/// Gives a seat to a player, before the first cycle is opened; or, with `replace`, new keys to the
/// player of a seat, from the next cycle on.
///
/// # Errors
/// If the seat is taken, or the campaign has begun.
pub fn enroll(
    desk: &mut Desk,
    seat: &Seat,
    player: &Player,
    replace: bool,
    now: Time,
) -> Result<(), Problem> {
    let taken = desk.campaign.holder(seat, u32::MAX);
    let begun = desk.campaign.stage() != Stage::Enrolling;
    match (taken, replace) {
        (Some(holder), false) => {
            Err(Problem::refused(format!("{} already holds {seat}", holder.name))
                .hint("use --replace to give the player new keys; everyone can see this"))
        }
        (None, true) => {
            Err(Problem::refused(format!("nobody holds {seat} yet")).hint("leave out --replace"))
        }
        (None, false) if begun => Err(Problem::refused("the campaign has already begun")
            .hint("players enroll before the first cycle opens")),
        (None, false) => {
            keep_address(desk, seat, player)?;
            desk.append(now, None, Body::Enroll(enrolment(seat, player)))
        }
        (Some(_), true) => {
            keep_address(desk, seat, player)?;
            let change = change(desk, seat, player);
            desk.append(now, None, Body::Key(change))
        }
    }
}

fn enrolment(seat: &Seat, player: &Player) -> Enrolment {
    Enrolment {
        seat: seat.clone(),
        name: player.name.clone(),
        signing: player.signing.to_string(),
        recipient: player.recipient.to_string(),
        tip: player.tip,
    }
}

/// A lost key is replaced on the moderator's word, which everybody sees. Packets already received
/// in an open cycle stand.
fn change(desk: &Desk, seat: &Seat, player: &Player) -> KeyChange {
    let effective_from = match desk.campaign.stage() {
        Stage::Enrolling | Stage::Closed => 1,
        Stage::Open(cycle) | Stage::Resolved(cycle) => cycle + 1,
    };
    KeyChange {
        seat: seat.clone(),
        signing: player.signing.to_string(),
        recipient: player.recipient.to_string(),
        effective_from,
        authority: Authority::Moderator,
    }
}

/// Keeps another address for the player of a seat. No entry of the ledger tells of it.
///
/// # Errors
/// If nobody holds the seat, or the disk refuses.
pub fn correct_address(desk: &Desk, seat: &Seat, address: &str) -> Result<(), Problem> {
    if desk.campaign.holder(seat, u32::MAX).is_none() {
        return Err(Problem::refused(format!("nobody holds {seat} yet"))
            .hint("give the player's public file, too"));
    }
    seal_address(desk, seat, address)
}

/// The address that is kept for a seat.
///
/// # Errors
/// If it cannot be read.
pub fn address(desk: &Desk, seat: &Seat) -> Result<Option<String>, Problem> {
    let path = layout::address(seat.as_str());
    let Some(sealed) = desk.campaign.store.read(&path)? else { return Ok(None) };
    let address = packed::open(&sealed, &desk.identity()).map_err(|p| p.at(path))?;
    Ok(Some(address.trim().to_owned()))
}

fn keep_address(desk: &Desk, seat: &Seat, player: &Player) -> Result<(), Problem> {
    player.address.as_ref().map_or(Ok(()), |address| seal_address(desk, seat, address))
}

fn seal_address(desk: &Desk, seat: &Seat, address: &str) -> Result<(), Problem> {
    let packed = packed::pack(&format!("{address}\n"))?;
    let sealed = sealed::seal(&packed, &desk.identity().recipient())?;
    desk.campaign.store.write(&layout::address(seat.as_str()), sealed.as_bytes())
}
