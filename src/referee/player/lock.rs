//! What a player's program asks before it gives a link: that the cycle is locked, by the copy of the campaign or by
//! the lock itself as the moderator signed it, and that the player's own packet is what is locked.

use crate::base::{Digest, Problem, Seat};
use crate::ledger::{Body, Entry, Lock};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::seal::lock::{Blind, commitment, leaf};
use crate::seal::{PublicKey, open_own, sshsig};

/// A lock that was seen, and the digest of its entry, which a word names as its head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The entry's file.
    pub head: Digest,
    /// What is locked.
    pub lock: Lock,
}

/// The lock of an entry as one file: the entry as it was signed, and the signature.
///
/// # Errors
/// If a file is missing.
pub(in crate::referee) fn notice(campaign: &Campaign, seq: u64) -> Result<Vec<u8>, Problem> {
    let mut file = campaign.store.need(&Entry::path(seq))?;
    file.extend(campaign.store.need(&Entry::signature_path(seq))?);
    Ok(file)
}

/// The lock of a cycle in the copy of the campaign at hand.
///
/// # Errors
/// If it is not locked there.
pub(super) fn in_copy(campaign: &Campaign, cycle: u32, seat: &Seat) -> Result<Seen, Problem> {
    let ledger = &campaign.ledger;
    let links = ledger.links().iter();
    let found = links.rev().find_map(|link| match &link.entry.body {
        Body::Lock(lock) if link.entry.cycle == Some(cycle) => Some((link.digest, lock.clone())),
        _ => None,
    });
    let Some((head, lock)) = found else {
        return Err(Problem::nothing(format!("cycle {cycle} is not locked yet"))
            .hint("bring your copy of the campaign's directory up to date"));
    };
    if ledger.links_given(cycle).any(|(_, whose, _)| whose == seat) {
        return Err(Problem::nothing(format!("your link for cycle {cycle} is in the ledger")));
    }
    if ledger.withheld(cycle).is_some() || ledger.result(cycle).is_some() {
        return Err(Problem::nothing(format!("cycle {cycle} has gone on without your link")));
    }
    Ok(Seen { head, lock })
}

/// The lock of a cycle in a file that the moderator signed.
///
/// # Errors
/// If it is another's, or of another cycle or campaign.
pub(super) fn in_notice(
    file: &[u8],
    (genesis, cycle): (Digest, u32),
    moderator: Option<&PublicKey>,
) -> Result<Seen, Problem> {
    let opened = open_own(file, sshsig::LEDGER)?;
    if moderator != Some(&opened.key) {
        return Err(Problem::refused("the lock is not signed by the moderator")
            .hint("give a copy of the campaign with -C DIR: it shows who may lock a cycle"));
    }
    let entry = Entry::read(&opened.bytes)?;
    let Body::Lock(lock) = entry.body else {
        return Err(Problem::refused("this is no lock of a cycle")
            .hint("give the file NAME.lock that the moderator sent"));
    };
    if lock.campaign != genesis {
        return Err(Problem::refused("this is the lock of another campaign's cycle"));
    }
    if entry.cycle != Some(cycle) {
        let locked = entry.cycle.unwrap_or_default();
        return Err(Problem::refused(format!(
            "this is the lock of cycle {locked}, and the report asks for orders of cycle {cycle}"
        ))
        .hint("give the report that asked for these orders with --report FILE"));
    }
    Ok(Seen { head: Digest::of(&opened.bytes), lock })
}

/// Whether the packet of a receipt that says it was accepted is what is locked; `None` for any other receipt.
pub(in crate::referee) fn holds(
    lock: &Lock,
    (genesis, cycle): (&Digest, u32),
    receipt: &Receipt,
) -> Option<bool> {
    let (Verdict::Accepted, Some(seat), Some(salt)) =
        (receipt.verdict, &receipt.seat, &receipt.salt)
    else {
        return None;
    };
    if receipt.cycle != cycle {
        return None;
    }
    let packet = commitment(salt, &receipt.packet);
    let blind = Blind::Packet(salt).of(cycle, seat.as_str());
    let leaf = leaf(genesis, (cycle, seat.as_str()), Some(&packet), &blind);
    Some(lock.packets.get(seat) == Some(&leaf))
}
