//! Packets as they are kept: the receipt and the signed order file, encrypted to the cycle.

use std::collections::BTreeMap;

use super::campaign::Campaign;
use super::desk::Desk;
use super::receipt::{Receipt, Verdict};
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{Header, OrdersDoc, Seat};
use crate::ledger::Holder;
use crate::seal::{CampaignSecret, Identity, PublicKey, derive, packed, sealed, sshsig};

const END: &str = "-----END SSH SIGNATURE-----\n";

/// A packet that was received and kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The path of its file.
    pub path: String,
    /// Whose key signed it.
    pub holder: Holder,
    /// Which of the seat's holders in the cycle that is, in turn, from 0.
    pub turn: usize,
    /// The receipt that was given.
    pub receipt: Receipt,
    /// The receipt's text with its signature.
    pub receipt_text: String,
    /// The order file, exactly as signed.
    pub bytes: Vec<u8>,
    /// The player's signature.
    pub armor: String,
    /// The binding fields.
    pub header: Header,
    /// What is ordered.
    pub orders: OrdersDoc,
}

/// The text of a packet as stored.
pub(super) fn envelope(receipt: &str, file: &[u8]) -> String {
    format!("{receipt}{}", String::from_utf8_lossy(file))
}

/// Writes a packet, compressed, padded and encrypted to its cycle, so that its length tells nothing.
pub(super) fn keep(desk: &Desk, cycle: u32, path: &str, text: &str) -> Result<(), Problem> {
    let recipient = desk.cycle_identity(cycle).recipient();
    let sealed = sealed::seal(&packed::pack(text)?, &recipient)?;
    desk.campaign.store.write(path, sealed.as_bytes())
}

/// The packets of a cycle that is not resolved yet.
#[derive(Debug, Clone, Default)]
pub struct Packets {
    /// Those that can be read, by seat, then in the order in which they came.
    pub kept: Vec<Kept>,
    /// What is wrong with every other file in their folder: anybody who can write there can put
    /// one there, and must not stop the game with it.
    pub unreadable: Vec<Problem>,
}

/// The packets of a cycle that is not resolved yet.
///
/// # Errors
/// If the folder cannot be read.
pub fn received(campaign: &Campaign, cycle: u32, identity: &Identity) -> Result<Packets, Problem> {
    let mut packets = Packets::default();
    for path in paths(campaign, cycle)? {
        match read(campaign, (cycle, identity), &path) {
            Ok(kept) => packets.kept.push(kept),
            Err(problem) => packets.unreadable.push(problem),
        }
    }
    Ok(packets)
}

/// The packets of a cycle that its result lists; other files were put there later.
///
/// # Errors
/// If one is altered, or not signed by the seat it names.
pub fn listed(campaign: &Campaign, cycle: u32, identity: &Identity) -> Result<Vec<Kept>, Problem> {
    let Some(result) = campaign.ledger.result(cycle) else { return Ok(Vec::new()) };
    kept_if(campaign, cycle, identity, |path| result.files.contains_key(path))
}

fn paths(campaign: &Campaign, cycle: u32) -> Result<impl Iterator<Item = String>, Problem> {
    let folder = layout::packets(cycle);
    let names = campaign.store.list(&folder)?.into_iter();
    let sealed = names.filter(|name| name.strip_suffix(".age").is_some());
    Ok(sealed.map(move |name| format!("{folder}/{name}")))
}

/// Every packet of a cycle whose path is wanted, by file name: by seat, then in the order in which
/// they came. No other file is read.
///
/// # Errors
/// If one is altered, or not signed by the seat it names.
pub(super) fn kept_if(
    campaign: &Campaign,
    cycle: u32,
    identity: &Identity,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Kept>, Problem> {
    paths(campaign, cycle)?
        .filter(|path| wanted(path))
        .map(|path| read(campaign, (cycle, identity), &path))
        .collect()
}

fn read(
    campaign: &Campaign,
    (cycle, identity): (u32, &Identity),
    path: &str,
) -> Result<Kept, Problem> {
    let inside = || -> Result<Kept, Problem> {
        let text = packed::open(&campaign.store.need(path)?, identity)?;
        let cut = text.find(END).map(|at| at + END.len());
        let Some(cut) = cut else { return Err(Problem::refused("this is not a packet")) };
        let (receipt_text, file) = text.split_at(cut);
        let moderator: PublicKey = campaign.ledger.genesis().moderator.parse()?;
        let receipt = Receipt::read(receipt_text.as_bytes(), &moderator)?;
        // It was opened when it came: what its text quotes of other packets means nothing here.
        let opened = crate::seal::open_own(file.as_bytes(), sshsig::ORDERS)?;
        let (header, orders) = campaign.game.read(&opened.bytes)?;
        let key = opened.key.to_string();
        let mut holders = campaign.ledger.holders(&header.seat, cycle);
        let turn = holders.iter().rposition(|holder| holder.signing == key);
        let Some(turn) = turn.filter(|_| header.cycle == cycle) else {
            return Err(Problem::refused("the packet belongs to another seat or cycle"));
        };
        Ok(Kept {
            path: path.to_owned(),
            holder: holders.swap_remove(turn),
            turn,
            receipt,
            receipt_text: receipt_text.to_owned(),
            bytes: opened.bytes,
            armor: opened.armor,
            header,
            orders,
        })
    };
    inside().map_err(|p| p.at(path))
}

impl Kept {
    /// The link that it adds to the seed. One of a chain that does not count yet adds nothing.
    pub fn link(&self) -> Option<Digest> {
        self.header.reveal.filter(|_| self.header.cycle >= self.holder.links_from)
    }
}

/// The packet of a seat that counts: of those of its last holder who sent any, the accepted one
/// with the highest sequence.
pub fn decisive<'k>(kept: &'k [Kept], seat: &Seat) -> Option<&'k Kept> {
    kept.iter()
        .filter(|k| k.header.seat == *seat && k.receipt.verdict == Verdict::Accepted)
        .max_by_key(|k| (k.turn, k.header.sequence))
}

/// The packets that count, by seat, in the game's order.
pub(super) fn used(campaign: &Campaign, kept: &[Kept]) -> Vec<(Seat, Kept)> {
    let seats = campaign.seats().into_iter();
    seats.filter_map(|seat| decisive(kept, &seat).cloned().map(|kept| (seat, kept))).collect()
}

/// What these packets order, by seat.
pub(super) fn orders(used: &[(Seat, Kept)]) -> BTreeMap<Seat, OrdersDoc> {
    used.iter().map(|(seat, kept)| (seat.clone(), kept.orders.clone())).collect()
}

/// The salt of a packet's commitment.
pub(super) fn salt(secret: &CampaignSecret, genesis: &Digest, cycle: u32, id: &Digest) -> Digest {
    Digest(derive::salt(secret, genesis, "packet", &[&cycle.to_be_bytes(), &id.0]))
}

/// What the ledger says of a packet. It is salted: an order file can be guessed, and a bare
/// digest would confirm the guess.
pub fn commitment(salt: &Digest, id: &Digest) -> Digest {
    Digest::tagged("adjutant/packet/v1", &[&salt.0, &id.0])
}
