//! Enrolling players.

use std::collections::BTreeMap;

use super::desk::Desk;
use super::player_files::{self, Of};
use super::resolve;
use crate::base::{Digest, Kind, Problem, Time};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{Authority, Body, Claim, Enrolment, Holder, KeyChange};
use crate::referee::calendar::InForce;
use crate::referee::record::campaign::Stage;
use crate::referee::record::people;
use crate::seal::{PlayerPublic, PublicKey, Recipient};

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

/// Gives a seat to a player, before the first cycle is opened, or corrects the name or the keys of
/// the player who has it; or, with a reason to replace, new keys to a seat, at once: its player lost
/// theirs, or another takes over. A seat that was dropped is given without it.
///
/// # Errors
/// If the seat is another player's, or the campaign has begun; with a reason to replace, if it is over.
pub fn enroll(
    desk: &mut Desk,
    seat: &Seat,
    player: &Player,
    replace: Option<&str>,
    now: Time,
) -> Result<(), Problem> {
    let signing = player.signing.to_string();
    let free = desk.campaign.ledger.may_hold((seat, &signing, player.tip), now);
    free.map_err(|p| p.hint("each seat has keys and a chain of its own, from `adjutant keygen`"))?;
    let taken = desk.campaign.holder(seat, u32::MAX);
    let begun = desk.campaign.stage() != Stage::Enrolling;
    match (taken, replace) {
        (Some(holder), None) if !begun => correct(desk, seat, (&holder, player), now),
        (Some(holder), None) => {
            Err(Problem::refused(format!("{} already holds {seat}", holder.name)).hint(
                "use --replace --reason TEXT to give the seat new keys; everyone can see both",
            ))
        }
        (None, _) if desk.campaign.ledger.dropped(seat).is_some() => {
            let change = change(desk, seat, player)?;
            keep_former(desk, seat)?;
            // Reports go to whoever plays: the former player's address is not theirs.
            seal_address(desk, seat, player.address.as_deref().unwrap_or_default())?;
            desk.append(now, None, Body::Key(change))
        }
        (None, Some(_)) => {
            Err(Problem::refused(format!("nobody holds {seat} yet")).hint("leave out --replace"))
        }
        (None, None) if begun => Err(Problem::refused("the campaign has already begun")
            .hint("players enroll before the first cycle opens")),
        (None, None) => {
            keep_address(desk, seat, player)?;
            desk.append(now, None, Body::Enroll(enrolment(seat, player)))
        }
        (Some(former), Some(reason)) => {
            if begun && !may_replace(desk, seat, (player, reason), now)? {
                return Ok(());
            }
            let change = change(desk, seat, player)?;
            // Reports go to whoever plays: another player's address is not theirs.
            if former.name != player.name && address(desk, seat)?.is_some() {
                keep_former(desk, seat)?;
                seal_address(desk, seat, "")?;
            }
            keep_address(desk, seat, player)?;
            desk.append(now, None, Body::Key(KeyChange { reason: Some(reason.into()), ..change }))
        }
    }
}

/// True if a seat may get other keys now. Where the calendar gives its player time to object, they are
/// announced first, and the same command replaces them after it.
fn may_replace(
    desk: &mut Desk,
    seat: &Seat,
    (player, reason): (&Player, &str),
    now: Time,
) -> Result<bool, Problem> {
    let calendar = InForce::of(&desk.campaign)?;
    let Some(wait) = calendar.and_then(|calendar| calendar.rules.key_wait) else { return Ok(true) };
    let (name, signing) = (player.name.clone(), player.signing.to_string());
    let claim = desk.campaign.ledger.claim_before(seat, u64::MAX);
    let same = claim.filter(|(_, claim)| (&claim.name, &claim.signing) == (&name, &signing));
    match same {
        Some((_, claim)) if now > claim.until => Ok(true),
        Some((_, claim)) => {
            let what = format!("{seat} can object until {}", claim.until);
            Err(Problem::nothing(what).hint("give the same command after that"))
        }
        None => {
            let until = now.after(wait.seconds());
            let until = until.ok_or_else(|| Problem::failed("the clock is at its end"))?;
            let reason = Some(reason.to_owned());
            let claim = Claim { seat: seat.clone(), name, signing, until, reason };
            desk.append(now, None, Body::Claim(claim)).map(|()| false)
        }
    }
}

/// Corrects what the ledger says of a player before the first cycle. They stay the same player: of name
/// and signing key one is what it was.
fn correct(
    desk: &mut Desk,
    seat: &Seat,
    (holder, player): (&Holder, &Player),
    now: Time,
) -> Result<(), Problem> {
    let same_name = holder.name == player.name;
    let same_key = holder.signing == player.signing.to_string();
    let held = || Problem::refused(format!("{} already holds {seat}", holder.name));
    if !same_name && !same_key {
        return Err(held().hint(format!(
            "add --name \"{}\" if these are their keys, or --replace to give the seat to another \
             player",
            holder.name
        )));
    }
    let same_rest = holder.recipient == player.recipient.to_string() && holder.tip == player.tip;
    match (same_name && same_key && same_rest, &player.address) {
        (true, None) => Err(held().hint("there is nothing to correct")),
        (true, Some(address)) => seal_address(desk, seat, address),
        (false, _) => {
            let change = change(desk, seat, player)?;
            keep_address(desk, seat, player)?;
            desk.append(now, None, Body::Key(change))
        }
    }
}

/// Corrects the name of a seat's player, before the first cycle.
///
/// # Errors
/// If nobody holds the seat, they have that name, or the campaign has begun.
pub fn correct_name(desk: &mut Desk, seat: &Seat, name: &str, now: Time) -> Result<(), Problem> {
    let holder = desk.campaign.holder(seat, u32::MAX).ok_or_else(|| vacant(seat))?;
    if desk.campaign.stage() != Stage::Enrolling {
        return Err(Problem::refused("the campaign has already begun").hint(
            "a name can change only with the keys now: give a public file, --replace and --reason",
        ));
    }
    let player = Player {
        name: name.to_owned(),
        address: None,
        signing: holder.signing.parse()?,
        recipient: holder.recipient.parse()?,
        tip: holder.tip,
    };
    correct(desk, seat, (&holder, &player), now)
}

fn vacant(seat: &Seat) -> Problem {
    Problem::refused(format!("nobody holds {seat} yet")).hint("give the player's public file, too")
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

/// Keys are replaced on the moderator's word, which everybody sees. The newest report of the seat
/// is sealed again to the new ones, so that they play in the cycle that is open. Packets already
/// received stand until the new holder sends one.
pub(in crate::referee) fn change(
    desk: &Desk,
    seat: &Seat,
    player: &Player,
) -> Result<KeyChange, Problem> {
    let (effective_from, newest) = match desk.campaign.stage() {
        Stage::Enrolling => (0, None),
        Stage::Open(cycle) => (cycle, Some(cycle - 1)),
        Stage::Resolved(cycle) => (cycle + 1, Some(cycle)),
        Stage::Closed => return Err(Problem::nothing("the campaign is over")),
    };
    let mut files = BTreeMap::new();
    if let Some(cycle) = newest {
        let path = layout::report_again(cycle, seat.as_str(), desk.campaign.ledger.len());
        let report = resolve::report_again(desk, cycle, seat, &player.recipient)?;
        desk.campaign.store.write(&path, &report)?;
        files.insert(path, Digest::of(&report));
    }
    Ok(KeyChange {
        seat: seat.clone(),
        name: player.name.clone(),
        signing: player.signing.to_string(),
        recipient: player.recipient.to_string(),
        tip: player.tip,
        effective_from,
        authority: Authority::Moderator,
        reason: None,
        files,
    })
}

/// Keeps another address for the player of a seat. No entry of the ledger tells of it.
///
/// # Errors
/// If nobody holds the seat, or the disk refuses.
pub fn correct_address(desk: &Desk, seat: &Seat, address: &str) -> Result<(), Problem> {
    if desk.campaign.holder(seat, u32::MAX).is_none() {
        return Err(vacant(seat));
    }
    seal_address(desk, seat, address)
}

/// Seals the address of a seat to a new moderator, who cannot open what the one before kept: also of a
/// seat without an address or without a player.
///
/// # Errors
/// If the disk refuses.
pub(in crate::referee) fn take_over_address(
    desk: &Desk,
    seat: &Seat,
    told: Option<&String>,
) -> Result<(), Problem> {
    match (address(desk, seat), told) {
        (Err(problem), _) if problem.kind == Kind::Failed => Err(problem),
        (Err(_), _) => seal_address(desk, seat, told.map_or("", String::as_str)),
        (Ok(None), Some(told)) => seal_address(desk, seat, told),
        // What the new moderator has kept since is newer.
        (Ok(_), _) => Ok(()),
    }
}

/// The address that is kept for a seat.
///
/// # Errors
/// If it cannot be read.
pub fn address(desk: &Desk, seat: &Seat) -> Result<Option<String>, Problem> {
    // They are the moderator's to know.
    if desk.deputy().is_some() {
        return Ok(None);
    }
    let address = player_files::read(desk, (Of::Address, seat))?;
    Ok(address.map(|address| address.trim().to_owned()).filter(|address| !address.is_empty()))
}

/// The address that is kept for who got a seat by an entry: they hold it, or were the last before.
///
/// # Errors
/// If it cannot be read.
pub fn address_of(desk: &Desk, (seat, came): (&Seat, u64)) -> Result<Option<String>, Problem> {
    let last = people::last(&desk.campaign.ledger, seat);
    if last.is_some_and(|last| last.came == came) {
        return address(desk, seat);
    }
    if desk.deputy().is_some() {
        return Ok(None);
    }
    let kept = match player_files::read(desk, (Of::Former, seat)) {
        Err(problem) if problem.kind == Kind::Failed => return Err(problem),
        // What a moderator before kept, who knew them.
        Err(_) => None,
        Ok(kept) => kept,
    };
    let own = |kept: String| {
        let (whose, address) = kept.trim().split_once(' ')?;
        (whose == came.to_string()).then(|| address.to_owned())
    };
    Ok(kept.and_then(own))
}

/// Keeps the address of who had a seat, for what they are still to be told.
fn keep_former(desk: &Desk, seat: &Seat) -> Result<(), Problem> {
    let last = people::last(&desk.campaign.ledger, seat);
    let (Some(last), Some(address)) = (last, address(desk, seat)?) else { return Ok(()) };
    player_files::write(desk, (Of::Former, seat), &format!("{} {address}", last.came))
}

fn keep_address(desk: &Desk, seat: &Seat, player: &Player) -> Result<(), Problem> {
    player.address.as_ref().map_or(Ok(()), |address| seal_address(desk, seat, address))
}

fn seal_address(desk: &Desk, seat: &Seat, address: &str) -> Result<(), Problem> {
    player_files::write(desk, (Of::Address, seat), address)
}
