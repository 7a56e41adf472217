//! Resolving a cycle: the packets that count, the committed seed, the files and the entry.

use std::collections::BTreeMap;

use super::closing;
use super::desk::Desk;
use super::lengths::Lengths;
use super::packet::{self, Kept, Packets};
use super::play::{self, Dossier, Input, Played};
use super::report::Trailer;
use crate::base::{Digest, Problem, Time, VERSION, canonical};
use crate::campaign::layout;
use crate::engine::{Due, Outcome, Position, Seat};
use crate::games;
use crate::ledger::{Body, Closing, CycleResult, PacketUse, ReportProof};
use crate::seal::packed::Packed;
use crate::seal::{Recipient, packed, sealed};

/// What came of a cycle, for the moderator.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The cycle.
    pub cycle: u32,
    /// The seats without valid orders that should have sent some.
    pub nmr: Vec<Seat>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// Files among the packets that cannot be read, and did not count.
    pub unreadable: Vec<Problem>,
}

/// What a seat without orders gets, as the ledger says it.
const DEFAULT: &str = "the game's defaults and the seat's standing orders";

/// Makes the position, and the reports, of the beginning.
pub(super) fn begin(desk: &mut Desk, now: Time) -> Result<(), Problem> {
    if desk.campaign.ledger.result(0).is_some() {
        return Ok(());
    }
    let tips = desk.campaign.tips();
    let seed = play::seed(&desk.campaign, desk.secret(), 0, &tips)?;
    let orders = BTreeMap::new();
    let input = Input { cycle: 0, before: None, orders: &orders, seed, secret: desk.secret() };
    let played = play::play(&desk.campaign, &input)?;
    let before = played.position.0.clone();
    let result = publish(desk, (0, seed), &before, &played, BTreeMap::new())?;
    desk.append(now, Some(0), Body::Result(result))
}

/// Resolves the open cycle.
///
/// # Errors
/// If none is open; before its deadline, if somebody can still send or change orders and the
/// moderator did not rule otherwise; or if required orders are outstanding and `go_on` is false.
/// Nothing is resolved twice: a cycle is resolved once its entry is in the ledger.
pub fn resolve(desk: &mut Desk, go_on: bool, now: Time) -> Result<Resolved, Problem> {
    desk.campaign.stands_as_resolved()?;
    let cycle = match desk.campaign.stage() {
        super::Stage::Resolved(cycle) if unfinished_end(desk, cycle)? => {
            return finish(desk, cycle, Vec::new(), now);
        }
        _ => desk.campaign.open_cycle()?,
    };
    let identity = desk.cycle_identity(cycle);
    let Packets { kept, unreadable } = packet::received(&desk.campaign, cycle, &identity)?;
    closing::may_close(desk, cycle, &kept, now)?;
    let nmr = closing::missing(desk, cycle, &kept);
    closing::are_there(&nmr, go_on)?;
    let before = desk.position(cycle - 1)?;
    let used = packet::used(&desk.campaign, &kept);
    let links: Vec<_> =
        used.iter().filter_map(|(seat, kept)| Some((seat.to_string(), kept.link()?))).collect();
    let seed = play::seed(&desk.campaign, desk.secret(), cycle, &links)?;
    let orders = packet::orders(&used);
    let secret = desk.secret();
    let input = Input { cycle, before: Some(&before), orders: &orders, seed, secret };
    let played = play::play(&desk.campaign, &input)?;
    let packets = packet_uses(desk, cycle, &used)?;
    let mut result = publish(desk, (cycle, seed), &before.0, &played, packets)?;
    for kept in &kept {
        let digest = Digest::of(&desk.campaign.store.need(&kept.path)?);
        result.files.insert(kept.path.clone(), digest);
    }
    desk.append(now, Some(cycle), Body::Result(result))?;
    Ok(Resolved { unreadable, ..finish(desk, cycle, nmr, now)? })
}

/// Files among the packets of the open cycle that cannot be read.
pub fn unreadable(desk: &Desk) -> Vec<Problem> {
    let Ok(cycle) = desk.campaign.open_cycle() else { return Vec::new() };
    let received = packet::received(&desk.campaign, cycle, &desk.cycle_identity(cycle));
    received.map_or_else(|problem| vec![problem], |packets| packets.unreadable)
}

/// True if the game ended with this cycle, but the closing entry is missing: a command was killed
/// between the two.
fn unfinished_end(desk: &Desk, cycle: u32) -> Result<bool, Problem> {
    Ok(desk.campaign.game.outcome(&desk.position(cycle)?)?.is_some())
}

/// Writes the closing entry of a game that is over, if a killed command left it out.
pub(super) fn close(desk: &mut Desk, now: Time) -> Result<(), Problem> {
    match desk.campaign.stage() {
        super::Stage::Resolved(cycle) if unfinished_end(desk, cycle)? => {
            finish(desk, cycle, Vec::new(), now).map(drop)
        }
        _ => Ok(()),
    }
}

fn finish(desk: &mut Desk, cycle: u32, nmr: Vec<Seat>, now: Time) -> Result<Resolved, Problem> {
    let outcome = desk.campaign.game.outcome(&desk.position(cycle)?)?;
    if let Some(outcome) = &outcome {
        let closing =
            Closing { reason: "the game is over".to_owned(), outcome: outcome.text.clone() };
        desk.append(now, None, Body::Close(closing))?;
    }
    Ok(Resolved { cycle, nmr, outcome, unreadable: Vec::new() })
}

/// What became of each seat's orders. A seat with nothing to order is not listed.
fn packet_uses(
    desk: &Desk,
    cycle: u32,
    used: &[(Seat, Kept)],
) -> Result<BTreeMap<Seat, PacketUse>, Problem> {
    let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
    let mut entries = BTreeMap::new();
    for seat in desk.campaign.seats() {
        let found = used.iter().find(|(s, _)| *s == seat).map(|(_, kept)| kept);
        let entry = match found {
            Some(kept) => {
                let id = Digest::of(&kept.bytes);
                let salt = packet::salt(desk.secret(), &desk.genesis(), cycle, &id);
                PacketUse::Used {
                    commitment: packet::commitment(&salt, &id),
                    sequence: kept.header.sequence,
                    contributed: kept.link().is_some(),
                }
            }
            None if phase.due.get(&seat) == Some(&Due::Required) => {
                PacketUse::Nmr { default: DEFAULT.to_owned() }
            }
            None => continue,
        };
        entries.insert(seat, entry);
    }
    Ok(entries)
}

/// Writes the files of a cycle and says what the ledger is to hold of them. They count only once
/// the entry stands, so a killed command leaves nothing behind that matters.
fn publish(
    desk: &Desk,
    (cycle, seed): (u32, [u8; 32]),
    before: &str,
    played: &Played,
    packets: BTreeMap<Seat, PacketUse>,
) -> Result<CycleResult, Problem> {
    let (secret, genesis) = (desk.secret(), desk.genesis());
    let dossier = played.dossier(&desk.campaign)?;
    let (root, proofs) = dossier.report_tree(&desk.campaign, secret, cycle);
    let mut files = BTreeMap::new();
    let mut put = |path: String, bytes: &[u8]| -> Result<(), Problem> {
        desk.campaign.store.write(&path, bytes)?;
        files.insert(path, Digest::of(bytes));
        Ok(())
    };
    for (path, text) in sealed_files(desk, cycle, &played.position, &dossier, &proofs)? {
        put(path, text.as_bytes())?;
    }
    put(layout::public_report(cycle), dossier.public.as_bytes())?;
    let salted = |what, cycle, text: &str| play::salted(secret, &genesis, (what, cycle), text);
    Ok(CycleResult {
        version: VERSION.to_owned(),
        packets,
        seed_commitment: play::seed_commitment(&seed),
        state_before: salted("state", cycle.saturating_sub(1), before),
        state_after: salted("state", cycle, &played.position.0),
        record: salted("record", cycle, &dossier.record),
        files,
        report_root: root,
        report_size: u32::try_from(proofs.len()).expect("seats are few"),
        public_report: Digest::of(dossier.public.as_bytes()),
    })
}

/// What a cycle's sealed files hold, compressed and as long as they stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Each seat's report with its proof, in the order of the seats.
    pub reports: Vec<Vec<u8>>,
    /// The position.
    pub position: Vec<u8>,
    /// The dossier.
    pub dossier: Vec<u8>,
}

impl Contents {
    /// What is to be sealed of a position and a dossier.
    ///
    /// # Errors
    /// If something is too long to be kept.
    pub fn of(
        desk: &Desk,
        position: &Position,
        dossier: &Dossier,
        proofs: &[ReportProof],
    ) -> Result<Self, Problem> {
        let reports = packed_reports(desk, dossier, proofs)?;
        let (position, dossier) =
            (Packed::of(&position.0)?, Packed::of(&canonical::encode(dossier))?);
        let texts: Vec<&Packed> = reports.iter().collect();
        let lengths = Lengths::of(room(desk)?, &texts, &position, &dossier)?;
        let reports = reports.iter().zip(&lengths.reports);
        Ok(Self {
            reports: reports.map(|(text, length)| text.write(*length)).collect(),
            position: position.write(lengths.position),
            dossier: dossier.write(lengths.dossier),
        })
    }
}

/// Position, dossier, and each seat's report with its proof, each encrypted to its reader. Whoever
/// cannot be encrypted to gets no report, and the others get theirs.
fn sealed_files(
    desk: &Desk,
    cycle: u32,
    position: &Position,
    dossier: &Dossier,
    proofs: &[ReportProof],
) -> Result<Vec<(String, String)>, Problem> {
    let house = desk.identity().recipient();
    let contents = Contents::of(desk, position, dossier, proofs)?;
    let mut out = Vec::new();
    for (seat, text) in desk.campaign.seats().iter().zip(&contents.reports) {
        let sealed = recipient(desk, seat, cycle).map(|to| sealed::seal(text, &to));
        if let Ok(Ok(sealed)) = sealed {
            out.push((layout::report(cycle, seat.as_str()), sealed));
        }
    }
    out.push((layout::state(cycle), sealed::seal(&contents.position, &house)?));
    out.push((layout::dossier(cycle), sealed::seal(&contents.dossier, &house)?));
    Ok(out)
}

/// Each seat's report with its proof, in the order of the seats.
fn packed_reports(
    desk: &Desk,
    dossier: &Dossier,
    proofs: &[ReportProof],
) -> Result<Vec<Packed>, Problem> {
    let seats = desk.campaign.seats();
    let one = |(seat, proof): (&Seat, &ReportProof)| {
        let trailer = Trailer { head: desk.campaign.ledger.head(), proof: proof.clone() };
        let deadline = desk.announced().map(|a| a.deadline.in_words(a.zone.as_deref()));
        let text = &dossier.reports[seat.as_str()];
        Packed::of(&trailer.after(text, desk.signing(), deadline.as_deref()))
    };
    seats.iter().zip(proofs).map(one).collect()
}

/// A seat's report of a resolved cycle, sealed again to other keys and as long as the first time.
/// It names the newest head.
pub(super) fn report_again(
    desk: &Desk,
    cycle: u32,
    seat: &Seat,
    recipient: &Recipient,
) -> Result<String, Problem> {
    let dossier = desk.dossier(cycle)?;
    let (_, proofs) = dossier.report_tree(&desk.campaign, desk.secret(), cycle);
    let mut proofs = desk.campaign.seats().into_iter().zip(proofs);
    let proof = proofs.find(|(of, _)| of == seat).map(|(_, proof)| proof);
    let proof = proof.ok_or_else(|| Problem::refused(format!("there is no seat {seat}")))?;
    let trailer = Trailer { head: desk.campaign.ledger.head(), proof };
    let deadline = desk.campaign.ledger.deadline_in_words(cycle + 1);
    let text = &dossier.reports[seat.as_str()];
    let text = Packed::of(&trailer.after(text, desk.signing(), deadline.as_deref()))?;
    let length = packed::class_of(text.shortest())?.max(room(desk)?);
    sealed::seal(&text.write(length), recipient)
}

/// What a report of the game takes at least, in bytes.
fn room(desk: &Desk) -> Result<usize, Problem> {
    Ok(games::named(&desk.campaign.ledger.genesis().game)?.room())
}

/// What a seat's report of a cycle is encrypted to.
fn recipient(desk: &Desk, seat: &Seat, cycle: u32) -> Result<Recipient, Problem> {
    let holder = desk.campaign.holder(seat, cycle + 1);
    holder.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))?.recipient.parse()
}

/// The seats whose report of a resolved cycle could not be encrypted, each with the reason.
pub fn unsealed(desk: &Desk, cycle: u32) -> Vec<(Seat, Problem)> {
    let Some(result) = desk.campaign.ledger.result(cycle) else { return Vec::new() };
    let without = |seat: &Seat| {
        let path = desk.campaign.report(seat, cycle);
        path == layout::report(cycle, seat.as_str()) && !result.files.contains_key(&path)
    };
    let reason = |seat: Seat| {
        let reason = recipient(desk, &seat, cycle).err();
        (seat, reason.unwrap_or_else(|| Problem::failed("the text could not be encrypted")))
    };
    desk.campaign.seats().into_iter().filter(without).map(reason).collect()
}
