//! Packets as they are kept: the receipt and the signed order file, encrypted to the cycle.

use std::collections::BTreeMap;

use super::desk::Desk;
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{AnySheet, Header, Seat};
use crate::ledger::{Holder, Ledger};
use crate::referee::calendar::Sent;
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::referee::record::{luck, office_keys};
use crate::seal::{CycleKeys, Identity, Recipient, cut, packed, sealed, sshsig};

const END: &str = "-----END SSH SIGNATURE-----\n";

/// A packet that was received, as its receipt tells: what was sent is not read yet.
#[derive(Debug, Clone)]
pub struct Noted {
    /// The path of its file.
    pub path: String,
    /// SHA-256 of its file.
    pub digest: Digest,
    /// Whose key signed it, of those who hold the seat in the cycle, in turn, from 0.
    pub turn: usize,
    /// The seat.
    pub seat: Seat,
    /// Its sequence.
    pub sequence: u32,
    /// The receipt that was given.
    pub receipt: Receipt,
    /// True if it was accepted, or a ruling lets it count.
    pub counts: bool,
    /// The receipt's text with its signature.
    pub receipt_text: String,
    /// The order file with the player's signature.
    pub(in crate::referee) file: String,
}

/// A packet that was received, opened.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The path of its file.
    pub path: String,
    /// Whose key signed it.
    pub holder: Holder,
    /// Which of the seat's holders in the cycle that is, in turn, from 0.
    pub turn: usize,
    /// The order file, exactly as signed.
    pub bytes: Vec<u8>,
    /// The player's signature.
    pub armor: String,
    /// The binding fields.
    pub header: Header,
    /// What is ordered.
    pub orders: AnySheet,
}

/// A receipt and the signed order file it was given for as they are kept: compressed, padded and encrypted
/// to their cycle, so that the length tells nothing.
pub(in crate::referee) fn sealed(
    (receipt, file): (&str, &str),
    to: &Recipient,
) -> Result<Vec<u8>, Problem> {
    sealed::keep(&packed::pack(&format!("{receipt}{file}"))?, &[to])
}

/// The receipt of a seat's packet that was refused last, if one was.
///
/// # Errors
/// If it cannot be read.
pub(in crate::referee) fn refused(
    desk: &Desk,
    cycle: u32,
    seat: &Seat,
) -> Result<Option<Receipt>, Problem> {
    let path = layout::refused(cycle, seat.as_str());
    let Some(bytes) = desk.campaign.store.read(&path)? else { return Ok(None) };
    let read = || -> Result<Receipt, Problem> {
        let text = packed::open(&bytes, &desk.cycle_identity(cycle))?;
        Ok(office_keys::receipt(&desk.campaign, text.as_bytes())?.0)
    };
    read().map(Some).map_err(|p| p.at(path))
}

/// The packets of a cycle that is not resolved yet.
#[derive(Debug, Clone, Default)]
pub struct Packets {
    /// Those that were received, by seat, then in the order in which they came.
    pub noted: Vec<Noted>,
    /// Those of them that count: at most one for each seat.
    pub kept: Vec<Kept>,
    /// What is wrong with every other file in their folder: anybody who can write there can put
    /// one there, and must not stop the game with it.
    pub unreadable: Vec<Problem>,
}

impl Packets {
    /// The packets of these receipts; those that count are opened.
    pub(in crate::referee) fn of(
        campaign: &Campaign,
        cycle: u32,
        (mut noted, mut unreadable): (Vec<Noted>, Vec<Problem>),
    ) -> Self {
        let mut kept = Vec::new();
        for seat in campaign.seats() {
            while let Some(at) = decisive(&noted, &seat) {
                match noted[at].open(campaign, cycle) {
                    Ok(opened) => {
                        kept.push(opened);
                        break;
                    }
                    Err(problem) => {
                        unreadable.push(problem);
                        noted.remove(at);
                    }
                }
            }
        }
        Self { noted, kept, unreadable }
    }
}

/// The packets of a cycle that is not resolved yet. Only those that count are opened.
///
/// # Errors
/// If the folder cannot be read.
pub fn received(campaign: &Campaign, cycle: u32, identity: &Identity) -> Result<Packets, Problem> {
    Ok(Packets::of(campaign, cycle, noted(campaign, cycle, identity)?))
}

/// The cycle that packets are received for.
pub(in crate::referee) fn awaited(desk: &Desk) -> Result<u32, Problem> {
    match desk.campaign.stage() {
        Stage::Resolved(cycle) => match desk.campaign.game.outcome(&desk.position(cycle)?)? {
            None => Ok(cycle + 1),
            Some(_) => Err(Problem::nothing("the campaign is over")),
        },
        Stage::Enrolling | Stage::Open(_) | Stage::Closed => desk.campaign.open_cycle(),
    }
}

/// True if packets can be received.
///
/// # Errors
/// If the position cannot be read.
pub(in crate::referee) fn are_awaited(desk: &Desk) -> Result<bool, Problem> {
    Ok(match desk.campaign.stage() {
        Stage::Enrolling | Stage::Closed => false,
        Stage::Open(_) => true,
        Stage::Resolved(cycle) => desk.campaign.game.outcome(&desk.position(cycle)?)?.is_none(),
    })
}

/// The cycle that packets come in for: between two cycles already the next one.
pub(super) fn incoming_cycle(stage: Stage) -> Option<u32> {
    match stage {
        Stage::Open(cycle) => Some(cycle),
        Stage::Resolved(cycle) => Some(cycle + 1),
        Stage::Enrolling | Stage::Closed => None,
    }
}

/// The packets of that cycle, if there is one.
///
/// # Errors
/// If the folder cannot be read.
pub fn incoming(desk: &Desk) -> Result<Packets, Problem> {
    let cycle = incoming_cycle(desk.campaign.stage());
    let packets = cycle.map(|cycle| received(&desk.campaign, cycle, &desk.cycle_identity(cycle)));
    Ok(packets.transpose()?.unwrap_or_default())
}

/// The receipts of the packets of a cycle that is not resolved yet, and what is wrong with every
/// file that has none.
///
/// # Errors
/// If the folder cannot be read.
pub(in crate::referee) fn noted(
    campaign: &Campaign,
    cycle: u32,
    identity: &Identity,
) -> Result<(Vec<Noted>, Vec<Problem>), Problem> {
    let (mut noted, mut unreadable) = (Vec::new(), Vec::new());
    for path in paths(campaign, cycle)? {
        match note(campaign, (cycle, identity), &path) {
            Ok(note) => match noted.iter().find(|earlier| note.is_copy_of(earlier)) {
                Some(first) => unreadable.push(copied(&note, first)),
                None => noted.push(note),
            },
            Err(problem) => unreadable.push(problem),
        }
    }
    Ok((noted, unreadable))
}

/// Of the packets of a cycle that its result lists those that count; other files were put there
/// later. None counts in a cycle that undid another.
///
/// # Errors
/// If one is altered, or not signed by the seat it names.
pub fn listed(campaign: &Campaign, cycle: u32, identity: &Identity) -> Result<Vec<Kept>, Problem> {
    let undoes = campaign.ledger.result(cycle).is_some_and(|result| result.undoes().is_some());
    if undoes {
        return Ok(Vec::new());
    }
    let noted = notes_listed(campaign, cycle, identity)?;
    let seats = campaign.seats().into_iter();
    let counts = seats.filter_map(|seat| decisive(&noted, &seat));
    counts.map(|at| noted[at].open(campaign, cycle)).collect()
}

/// The receipts of all packets that the result of a cycle lists, by seat, then in the order in which
/// they came.
///
/// # Errors
/// If one is altered.
pub(in crate::referee) fn notes_listed(
    campaign: &Campaign,
    cycle: u32,
    identity: &Identity,
) -> Result<Vec<Noted>, Problem> {
    let Some(result) = campaign.ledger.result(cycle) else { return Ok(Vec::new()) };
    let paths = paths(campaign, cycle)?.filter(|path| result.files.contains_key(path));
    paths.map(|path| note(campaign, (cycle, identity), &path)).collect()
}

fn paths(campaign: &Campaign, cycle: u32) -> Result<impl Iterator<Item = String>, Problem> {
    let folder = layout::packets(cycle);
    let names = campaign.store.list(&folder)?.into_iter();
    let sealed = names.filter(|name| name.strip_suffix(".age").is_some());
    let mut paths: Vec<String> = sealed.map(|name| format!("{folder}/{name}")).collect();
    paths.sort_by_cached_key(|path| place(path));
    Ok(paths.into_iter())
}

/// Where a packet stands among those of its cycle: by seat, then by number. The thousandth has a digit
/// more, so its name alone does not tell.
pub(in crate::referee) fn place(path: &str) -> (String, u32) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (seat, number) = layout::packet_number(name).unwrap_or((name, 0));
    (seat.to_owned(), number)
}

/// Reads the receipt of a packet, which the moderator signed.
fn note(
    campaign: &Campaign,
    (cycle, identity): (u32, &Identity),
    path: &str,
) -> Result<Noted, Problem> {
    let inside = || -> Result<Noted, Problem> {
        let bytes = campaign.store.need(path)?;
        let text = packed::open(&bytes, identity)?;
        let cut = text.find(END).map(|at| at + END.len());
        let Some(cut) = cut else { return Err(Problem::refused("this is not a packet")) };
        let (receipt_text, file) = text.split_at(cut);
        let (receipt, key) = office_keys::receipt(campaign, receipt_text.as_bytes())?;
        let digest = Digest::of(&bytes);
        office_keys::was_there(campaign, (cycle, &key), (path, &digest))?;
        let (Some(seat), Some(sequence)) = (receipt.seat.clone(), receipt.sequence) else {
            return Err(Problem::refused("its receipt names no seat"));
        };
        if (receipt.cycle, &receipt.campaign) != (cycle, &campaign.id()) {
            return Err(Problem::refused("its receipt is for another cycle or campaign"));
        }
        let turn = turn(campaign, cycle, &seat, file)?;
        let (path, file) = (path.to_owned(), file.to_owned());
        let receipt_text = receipt_text.to_owned();
        let counts = counts(campaign, cycle, (&receipt, turn));
        Ok(Noted { path, digest, turn, seat, sequence, receipt, counts, receipt_text, file })
    };
    inside().map_err(|p| p.at(path))
}

/// True if a packet was accepted, or a ruling lets it count, and its player has not withdrawn it. `turn`
/// is which of the seat's holders sent it.
pub(in crate::referee) fn counts(
    campaign: &Campaign,
    cycle: u32,
    (receipt, turn): (&Receipt, usize),
) -> bool {
    let withdrawn = receipt.seat.as_ref().zip(receipt.sequence).is_some_and(|(seat, sequence)| {
        campaign.ledger.withdrawn(seat, cycle, turn).is_some_and(|last| sequence <= last)
    });
    if withdrawn {
        return false;
    }
    let ruled = || {
        let salt = receipt.salt.filter(|_| receipt.verdict == Verdict::Late);
        let commitment = salt.map(|salt| commitment(&salt, &receipt.packet));
        commitment.is_some_and(|packet| campaign.ledger.is_ruled_in(cycle, &packet))
    };
    receipt.verdict == Verdict::Accepted || ruled()
}

/// Which of the holders of a seat in a cycle signed a file, in turn.
fn turn(campaign: &Campaign, cycle: u32, seat: &Seat, file: &str) -> Result<usize, Problem> {
    let holders = campaign.ledger.holders(seat, cycle);
    if holders.len() == 1 {
        return Ok(0);
    }
    let armor = cut(file).1.ok_or_else(|| Problem::refused("the order file is not signed"))?;
    let key = sshsig::signer(armor)?.to_string();
    let turn = holders.iter().rposition(|holder| holder.signing == key);
    let substitute = || {
        let last = holders.len().checked_sub(1);
        last.filter(|_| campaign.ledger.has_substituted(seat, &key))
    };
    turn.or_else(substitute).ok_or_else(another)
}

fn copied(copy: &Noted, first: &Noted) -> Problem {
    Problem::refused(format!("this is a copy of {}", first.path)).at(&copy.path)
}

fn another() -> Problem {
    Problem::refused("the packet belongs to another seat or cycle")
}

impl Noted {
    /// True for another file with the same packet and the same receipt: somebody put it there.
    pub(in crate::referee) fn is_copy_of(&self, other: &Self) -> bool {
        (&self.receipt_text, &self.file) == (&other.receipt_text, &other.file)
    }

    /// Which of the holders of its seat signed it, as the ledger of a campaign stands, in turn.
    ///
    /// # Errors
    /// If none did.
    pub(in crate::referee) fn turn_by(
        &self,
        campaign: &Campaign,
        cycle: u32,
    ) -> Result<usize, Problem> {
        turn(campaign, cycle, &self.seat, &self.file)
    }

    /// Opens the packet: what was sent must be what the receipt was given for.
    ///
    /// # Errors
    /// If it is something else, or not signed by the seat's holder.
    pub fn open(&self, campaign: &Campaign, cycle: u32) -> Result<Kept, Problem> {
        let open = || -> Result<Kept, Problem> {
            // It was opened when it came: what its text quotes of other packets means nothing here.
            let opened = crate::seal::open_own(self.file.as_bytes(), sshsig::ORDERS)?;
            if Digest::of(&opened.bytes) != self.receipt.packet {
                return Err(Problem::refused("its receipt was given for another packet"));
            }
            let (mut header, orders) = campaign.game.read(&opened.bytes)?;
            let key = opened.key.to_string();
            let holder = campaign.ledger.holders(&self.seat, cycle).into_iter().nth(self.turn);
            let holder = holder.ok_or_else(another)?;
            if holder.signing != key {
                if !campaign.ledger.has_substituted(&self.seat, &key) {
                    return Err(another());
                }
                // The chain is the player's.
                header.reveal = None;
            }
            if (&header.seat, header.cycle, header.sequence) != (&self.seat, cycle, self.sequence) {
                return Err(another());
            }
            let (path, turn) = (self.path.clone(), self.turn);
            let word = (turn, self.sequence);
            header.last |= campaign.ledger.is_finished(&self.seat, cycle, word);
            Ok(Kept {
                path,
                holder,
                turn,
                bytes: opened.bytes,
                armor: opened.armor,
                header,
                orders,
            })
        };
        open().map_err(|p| p.at(&self.path))
    }
}

impl Kept {
    /// The link that it adds to the seed. One of a chain that does not count yet adds nothing.
    pub fn link(&self) -> Option<Digest> {
        self.header.reveal.filter(|_| self.header.cycle >= self.holder.links_from)
    }
}

/// The packet of a seat that counts, by its place among them: of those of its last holder who sent
/// any, the accepted one with the highest sequence. A late one that a ruling lets count is accepted.
pub(in crate::referee) fn decisive(noted: &[Noted], seat: &Seat) -> Option<usize> {
    let counts = |note: &Noted| note.seat == *seat && note.counts;
    let candidates = (0..noted.len()).filter(|at| counts(&noted[*at]));
    candidates.max_by_key(|at| (noted[*at].turn, noted[*at].sequence))
}

/// When the packets of a cycle that count came, and whether their seats' present players are done.
pub(in crate::referee) fn sent(
    ledger: &Ledger,
    cycle: u32,
    noted: &[Noted],
    kept: &[Kept],
) -> BTreeMap<Seat, Sent> {
    let one = |kept: &Kept| {
        let seat = &kept.header.seat;
        let receipt = decisive(noted, seat).map(|at| &noted[at].receipt)?;
        // What was said with former keys binds nobody.
        let present = kept.turn + 1 == ledger.holders(seat, cycle).len();
        let sent = Sent { received: receipt.received, last: kept.header.last && present };
        Some((kept.header.seat.clone(), sent))
    };
    kept.iter().filter_map(one).collect()
}

/// The packet of a seat among those that count.
pub(in crate::referee) fn of<'k>(kept: &'k [Kept], seat: &Seat) -> Option<&'k Kept> {
    kept.iter().find(|kept| kept.header.seat == *seat)
}

/// The links that go into the seed of a cycle in which these packets count: those in them or, in a campaign whose links
/// are given once a cycle is locked, those that were.
///
/// # Errors
/// If the ledger has one that is not its seat's.
pub fn links(
    campaign: &Campaign,
    cycle: u32,
    kept: &[Kept],
) -> Result<Vec<(Seat, Digest)>, Problem> {
    let with_orders = |kept: &Kept| Some((kept.header.seat.clone(), kept.link()?));
    let given = luck::links_given(campaign, cycle)?;
    Ok(given.unwrap_or_else(|| kept.iter().filter_map(with_orders).collect()))
}

/// What these packets order, by seat.
pub(in crate::referee) fn orders(kept: &[Kept]) -> BTreeMap<Seat, AnySheet> {
    kept.iter().map(|kept| (kept.header.seat.clone(), kept.orders.clone())).collect()
}

/// The salt of a packet's commitment.
pub(in crate::referee) fn salt(keys: &CycleKeys, cycle: u32, id: &Digest) -> Digest {
    keys.salt("packet", cycle, &[&id.0])
}

/// What the ledger says of a packet.
pub use crate::seal::lock::commitment;
