//! Resolving a cycle: the packets that count, the committed seed, the files and the entry.

use std::collections::BTreeMap;

use super::desk::Desk;
use super::lengths::Lengths;
use super::packets::{self, Kept, Noted, Packets};
use super::play::{self, After, Input, Made, Played, Texts};
use super::{closing, deputy, orders, staff};
use crate::base::{Digest, Problem, Time, VERSION};
use crate::campaign::layout;
use crate::engine::{AnySheet, Due, Outcome, Position, Reader, Seat};
use crate::ledger::{
    Body, BoundPacket, Closing, CycleResult, Effect, OpenedCycle, PacketUse, ReportProof, Ruling,
};
use crate::referee::calendar::InForce;
use crate::referee::record::luck::Luck;
use crate::referee::record::office_keys;
use crate::referee::record::report::{Data, Trailer};
use crate::referee::record::rulings::{self, OrderRuling};
use crate::seal::packed::{self, Packed};
use crate::seal::{OpenedBy, Recipient, sealed};

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

/// Why a game ends that is over.
pub(in crate::referee) const OVER: &str = "the game is over";
/// The outcome of one that was given up.
pub(in crate::referee) const GIVEN_UP: &str = "abandoned";
/// What a seat without orders gets, as the ledger says it.
pub(in crate::referee) const DEFAULT: &str = "the game's defaults and the seat's standing orders";

/// Makes the position, and the reports, of the beginning.
pub(in crate::referee) fn begin(desk: &mut Desk, now: Time) -> Result<(), Problem> {
    if desk.campaign.ledger.result(0).is_some() {
        return Ok(());
    }
    let tips = desk.campaign.tips();
    let luck = Luck::of(&desk.campaign, desk.cycle_keys(), 0, &tips)?;
    let orders = BTreeMap::new();
    let keys = desk.cycle_keys();
    let (before, corrected, rulings): (_, _, &[_]) = (None, None, &[]);
    let (orders, staff) = (&orders, &orders);
    let input = Input { cycle: 0, before, corrected, orders, staff, rulings, luck: &luck, keys };
    let played = play::play(&desk.campaign, &input)?;
    let (made, texts) = played.worded(&desk.campaign);
    let before = &made.position.0;
    let result = publish(desk, (0, &luck, now), before, (&made, &texts), BTreeMap::new())?;
    desk.append(now, Some(0), Body::Result(result))
}

/// Resolves the open cycle.
///
/// # Errors
/// If none is open; before its deadline, if somebody can still send or change orders and the
/// moderator did not rule otherwise; or if required orders are outstanding and `go_on` is false.
/// Nothing is resolved twice: a cycle is resolved once its entry is in the ledger.
pub fn resolve(desk: &mut Desk, go_on: bool, now: Time) -> Result<Resolved, Problem> {
    deputy::judge(desk)?;
    let packets = packets::incoming(desk)?;
    resolve_with(desk, packets, go_on, now)
}

/// The same with the packets of the open cycle as they stand, those that deputies took among them.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_with(
    desk: &mut Desk,
    packets: Packets,
    go_on: bool,
    now: Time,
) -> Result<Resolved, Problem> {
    desk.campaign.stands_as_resolved()?;
    let cycle = match desk.campaign.stage() {
        crate::referee::Stage::Resolved(cycle) if unfinished_end(desk, cycle)? => {
            return finish(desk, cycle, Vec::new(), now);
        }
        _ => desk.campaign.open_cycle()?,
    };
    let Packets { noted, kept, unreadable } = packets;
    closing::may_close(desk, cycle, &kept, now)?;
    let blinds = closing::unlocked(desk, cycle, &kept)?;
    closing::go_on_without(desk, now)?;
    let nmr = closing::missing(desk, cycle, &kept);
    closing::are_there(&nmr, go_on)?;
    let calendar = InForce::of(&desk.campaign)?;
    let counts = calendar.is_some_and(|calendar| calendar.rules.drop_after.is_some());
    if counts && !nmr.is_empty() {
        // How often they were silent is told.
        desk.campaign.complete()?;
    }
    let CarriedOut { before, luck, staff, played, .. } = carry_out(desk, cycle, &kept)?;
    let (made, texts) = played.worded(&desk.campaign);
    let mut packets = packet_uses(desk, cycle, &kept, true)?;
    for (seat, became) in &mut packets {
        if let (PacketUse::Nmr { default }, true) = (became, staff.contains_key(seat)) {
            staff::DEFAULT.clone_into(default);
        }
    }
    let thought = keep_staff(desk, cycle, &staff)?;
    let next = desk.campaign.game.phase(&made.position)?;
    desk.announce_next((&next, None), (cycle + 1, now))?;
    let mut result = publish(desk, (cycle, &luck, now), &before.0, (&made, &texts), packets)?;
    result.blinds = blinds;
    result.opened = due(desk)?;
    result.files.extend(thought);
    result.files.extend(noted.into_iter().map(|Noted { path, digest, .. }| (path, digest)));
    desk.append(now, Some(cycle), Body::Result(result))?;
    Ok(Resolved { unreadable, ..finish(desk, cycle, nmr, now)? })
}

/// What the result of the open cycle opens for everybody, if it is to open an earlier one.
fn due(desk: &Desk) -> Result<Option<OpenedCycle>, Problem> {
    let Some(cycle) = desk.campaign.ledger.opens_next(None) else { return Ok(None) };
    let opened = desk.cycle_keys().opening(cycle)?;
    Ok(opened.map(|OpenedBy { cycle, key, link }| OpenedCycle { cycle, key, link }))
}

/// A cycle that was carried out, and not written.
struct CarriedOut<'d> {
    before: Position,
    luck: Luck,
    staff: BTreeMap<Seat, AnySheet>,
    rulings: Vec<OrderRuling>,
    played: Played<'d>,
}

/// Carries out a cycle with the packets that count.
fn carry_out<'d>(desk: &'d Desk, cycle: u32, kept: &[Kept]) -> Result<CarriedOut<'d>, Problem> {
    let before = desk.position(cycle - 1)?;
    let links = packets::links(&desk.campaign, cycle, kept)?;
    let luck = Luck::of(&desk.campaign, desk.cycle_keys(), cycle, &links)?;
    let orders = orders::at(desk, cycle, kept)?;
    let keys = desk.cycle_keys();
    let rulings = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    let staff = staffed(desk, (cycle, &luck.of_staff()), &before, &orders)?;
    let input = Input {
        cycle,
        before: Some(&before),
        corrected: None,
        orders: &orders,
        staff: &staff,
        rulings: &rulings,
        luck: &luck,
        keys,
    };
    let played = play::play(&desk.campaign, &input)?;
    Ok(CarriedOut { before, luck, staff, rulings, played })
}

/// What would come of the orders that are in.
#[derive(Debug)]
pub struct Preview {
    /// A reader's report.
    pub data: Data,
    /// Files among the packets that cannot be read, and would not count.
    pub unreadable: Vec<Problem>,
}

/// What would come of the orders that are in, for a reader. Nothing is resolved, and the ledger says that
/// the moderator has seen it.
///
/// # Errors
/// If no cycle is open.
pub fn preview(
    desk: &mut Desk,
    reader: &Reader,
    reason: &str,
    now: Time,
) -> Result<Preview, Problem> {
    desk.campaign.complete()?;
    desk.campaign.stands_as_resolved()?;
    let cycle = desk.campaign.open_cycle()?;
    deputy::judge(desk)?;
    closing::is_ready(desk, now)?;
    // Before anything is seen.
    note_preview(desk, cycle, reason, now)?;
    let received = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    let Packets { kept, unreadable, .. } = received;
    let CarriedOut { luck, rulings, played, .. } = carry_out(desk, cycle, &kept)?;
    let Played { made, reports, .. } = played;
    let mut reports = reports.into_iter().map(|report| report.data);
    let data = if let Some(data) = reports.find(|data| data.reader == *reader) {
        data
    } else {
        let (position, record) = (&made.position, made.record.as_ref());
        let (corrected, luck) = (None, Some(&luck));
        let after = After { cycle, position, record, corrected, rulings: &rulings, luck };
        play::whole(&desk.campaign, desk.cycle_keys(), after)?
    };
    Ok(Preview { data, unreadable })
}

/// Notes that the moderator has seen what would come of the orders that are in.
fn note_preview(desk: &mut Desk, cycle: u32, reason: &str, now: Time) -> Result<(), Problem> {
    let (text, effect) = (reason.to_owned(), Some(Effect::Preview));
    desk.append(now, Some(cycle), Body::Ruling(Ruling { text, effect, files: BTreeMap::new() }))
}

/// What the computer staff orders in a cycle.
fn staffed(
    desk: &Desk,
    (cycle, seed): (u32, &[u8; 32]),
    before: &Position,
    orders: &BTreeMap<Seat, AnySheet>,
) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
    let campaign = &desk.campaign;
    let calendar = InForce::of(campaign)?;
    let Some(skill) = calendar.and_then(|calendar| calendar.rules.silent()) else {
        return Ok(BTreeMap::new());
    };
    let seats = staff::seats(campaign, before, orders, cycle)?.into_iter();
    let one = |seat: Seat| {
        let orders = staff::orders(campaign, before, (&seat, skill), seed)?;
        Ok((seat, orders))
    };
    seats.map(one).collect()
}

/// Keeps what the staff ordered.
fn keep_staff(
    desk: &Desk,
    cycle: u32,
    staff: &BTreeMap<Seat, AnySheet>,
) -> Result<BTreeMap<String, Digest>, Problem> {
    let keep = |(seat, orders): (&Seat, &AnySheet)| {
        let path = layout::staff(cycle, seat.as_str());
        let sealed =
            sealed::keep(&packed::pack(&orders.text())?, &[&desk.house(cycle).recipient()])?;
        desk.campaign.store.put(&path, &sealed)?;
        Ok((path, Digest::of(&sealed)))
    };
    staff.iter().map(keep).collect()
}

/// Files among the packets of the open cycle that cannot be read.
pub fn unreadable(desk: &Desk) -> Vec<Problem> {
    let Ok(cycle) = desk.campaign.open_cycle() else { return Vec::new() };
    let received = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle));
    received.map_or_else(|problem| vec![problem], |packets| packets.unreadable)
}

/// True if the game ended with this cycle, but the closing entry is missing: a command was killed
/// between the two.
fn unfinished_end(desk: &Desk, cycle: u32) -> Result<bool, Problem> {
    Ok(desk.campaign.game.outcome(&desk.position(cycle)?)?.is_some())
}

/// Writes the closing entry of a game that is over, if a killed command left it out.
pub(in crate::referee) fn close(desk: &mut Desk, now: Time) -> Result<(), Problem> {
    match desk.campaign.stage() {
        crate::referee::Stage::Resolved(cycle) if unfinished_end(desk, cycle)? => {
            finish(desk, cycle, Vec::new(), now).map(drop)
        }
        _ => Ok(()),
    }
}

fn finish(desk: &mut Desk, cycle: u32, nmr: Vec<Seat>, now: Time) -> Result<Resolved, Problem> {
    let outcome = desk.campaign.game.outcome(&desk.position(cycle)?)?;
    if let Some(outcome) = &outcome {
        let closing = Closing { reason: OVER.to_owned(), outcome: outcome.text.clone() };
        desk.append(now, None, Body::Close(closing))?;
    }
    Ok(Resolved { cycle, nmr, outcome, unreadable: Vec::new() })
}

/// What became of each seat's orders; their links count if anything is `played`. A seat with nothing to
/// order is not listed.
pub(in crate::referee) fn packet_uses(
    desk: &Desk,
    cycle: u32,
    used: &[Kept],
    played: bool,
) -> Result<BTreeMap<Seat, PacketUse>, Problem> {
    let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
    let links: BTreeMap<Seat, Digest> =
        packets::links(&desk.campaign, cycle, used)?.into_iter().collect();
    let mut entries = BTreeMap::new();
    for seat in desk.campaign.seats() {
        let packet = packets::of(used, &seat).map(|kept| {
            let id = Digest::of(&kept.bytes);
            let salt = packets::salt(desk.cycle_keys(), cycle, &id);
            BoundPacket {
                commitment: packets::commitment(&salt, &id),
                sequence: kept.header.sequence,
                contributed: played && links.contains_key(&seat),
            }
        });
        let ledger = &desk.campaign.ledger;
        let bound = ledger.bound(&seat, cycle).is_some();
        let entry = match (packet, ledger.stands(&seat, cycle)) {
            (Some(BoundPacket { commitment, sequence, contributed }), _) if !bound => {
                PacketUse::Used { commitment, sequence, contributed }
            }
            (packet, Some(cycle)) => PacketUse::Stands { cycle, packet },
            (_, None) if played && phase.due.get(&seat) == Some(&Due::Required) => {
                PacketUse::Nmr { default: DEFAULT.to_owned() }
            }
            (_, None) => continue,
        };
        entries.insert(seat, entry);
    }
    Ok(entries)
}

/// Writes the files of a cycle and says what the ledger is to hold of them. They count only once
/// the entry stands, so a killed command leaves nothing behind that matters.
pub(in crate::referee) fn publish(
    desk: &Desk,
    (cycle, luck, now): (u32, &Luck, Time),
    before: &str,
    (made, texts): (&Made, &Texts),
    packets: BTreeMap<Seat, PacketUse>,
) -> Result<CycleResult, Problem> {
    let keys = desk.cycle_keys();
    let (root, proofs) = texts.report_tree(&desk.campaign, keys, cycle);
    let mut files = BTreeMap::new();
    let mut put = |path: String, bytes: &[u8]| -> Result<(), Problem> {
        desk.campaign.store.put(&path, bytes)?;
        files.insert(path, Digest::of(bytes));
        Ok(())
    };
    let contents = Contents::of(desk, made, texts, &proofs)?;
    for (path, bytes) in sealed_files(desk, (cycle, now), &contents, made.record.is_some())? {
        put(path, &bytes)?;
    }
    put(layout::public_report(cycle), texts.public.as_bytes())?;
    let salted = |what, cycle, text: &str| play::salted(keys, (what, cycle), text);
    Ok(CycleResult {
        version: VERSION.to_owned(),
        correction: None,
        packets,
        seed_commitment: luck.commitment(),
        links: luck.published(),
        blinds: BTreeMap::new(),
        state_before: salted("state", cycle.saturating_sub(1), before),
        state_after: salted("state", cycle, &made.position.0),
        record: salted("record", cycle, made.record_text()),
        files,
        report_root: root,
        report_size: u32::try_from(proofs.len()).expect("seats are few"),
        public_report: Digest::of(texts.public.as_bytes()),
        opened: None,
    })
}

/// What a cycle's sealed files hold, compressed and as long as they stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Each seat's report with its proof, in the order of the seats.
    pub reports: Vec<Vec<u8>>,
    /// The position.
    pub position: Vec<u8>,
    /// The record; if nothing was played it is empty, and not kept.
    pub record: Vec<u8>,
}

impl Contents {
    /// What is to be sealed of a cycle.
    ///
    /// # Errors
    /// If something is too long to be kept.
    pub fn of(
        desk: &Desk,
        made: &Made,
        texts: &Texts,
        proofs: &[ReportProof],
    ) -> Result<Self, Problem> {
        let reports = reports_sent(desk, texts, proofs)?;
        let position = Packed::of(&made.position.0)?;
        let record = Packed::of(made.record_text())?;
        let lengths = Lengths::of(room(desk)?, &reports, &position, &record)?;
        let reports = reports.iter().zip(&lengths.reports);
        Ok(Self {
            reports: reports.map(|(text, length)| text.write(*length)).collect(),
            position: position.write(lengths.position),
            record: record.write(lengths.record),
        })
    }
}

/// Position, record, and each seat's report with its proof, each encrypted to its readers. The
/// campaign is one of every report, so that nothing else has to keep what was sent. A player who
/// cannot be encrypted to cannot open theirs, and the others can.
fn sealed_files(
    desk: &Desk,
    (cycle, now): (u32, Time),
    contents: &Contents,
    recorded: bool,
) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let house = desk.house(cycle).recipient();
    let mut out = Vec::new();
    for (seat, text) in desk.campaign.seats().iter().zip(&contents.reports) {
        let ledger = &desk.campaign.ledger;
        let substitute = ledger.substitute(seat, now);
        let substitute: Option<Recipient> = substitute.and_then(|s| s.recipient.parse().ok());
        let both = recipient(desk, seat, cycle).and_then(|to| {
            let readers = [&to, &house].into_iter().chain(&substitute);
            sealed::keep(text, &readers.collect::<Vec<_>>())
        });
        let sealed = both.or_else(|_| sealed::keep(text, &[&house]))?;
        out.push((layout::report(cycle, seat.as_str()), sealed));
    }
    out.push((layout::state(cycle), sealed::keep(&contents.position, &[&house])?));
    if recorded {
        out.push((layout::record(cycle), sealed::keep(&contents.record, &[&house])?));
    }
    Ok(out)
}

/// Each seat's report with its proof, in the order of the seats.
fn reports_sent(
    desk: &Desk,
    texts: &Texts,
    proofs: &[ReportProof],
) -> Result<Vec<Packed>, Problem> {
    let deadline = desk.announced().map(|a| a.deadline.in_words(a.zone.as_deref()));
    let office = office_keys::deeds(&desk.campaign)?;
    let one = |(seat, proof): (Seat, &ReportProof)| {
        let (head, proof) = (desk.campaign.ledger.head(), proof.clone());
        let trailer = Trailer { head, proof, office: office.clone() };
        let text = &texts.reports[&seat];
        Packed::of(&trailer.after(text, desk.signing(), deadline.as_deref()))
    };
    desk.campaign.seats().into_iter().zip(proofs).map(one).collect()
}

/// A seat's report of a resolved cycle, sealed again to other keys and as long as the first time.
/// It names the newest head.
pub(in crate::referee) fn report_again(
    desk: &Desk,
    cycle: u32,
    seat: &Seat,
    to: &Recipient,
) -> Result<Vec<u8>, Problem> {
    let sent = desk.sent(cycle, seat)?;
    let proof = sent.trailer.map(|trailer| trailer.proof);
    let proof = proof.ok_or_else(|| Problem::refused("the report was sent without a proof"))?;
    let office = office_keys::deeds(&desk.campaign)?;
    let trailer = Trailer { head: desk.campaign.ledger.head(), proof, office };
    let deadline = desk.campaign.ledger.deadline_in_words(cycle + 1);
    let text = trailer.after(&sent.text, desk.signing(), deadline.as_deref());
    let text = Packed::of(&text)?;
    let length = packed::class_of(text.shortest())?.max(room(desk)?);
    sealed::keep(&text.write(length), &[to, &desk.house(cycle).recipient()])
}

/// What a proof and the name of its draw take in a report, compressed, in bytes.
const PROOF: usize = 96;

/// What a report of the game takes at least, in bytes.
fn room(desk: &Desk) -> Result<usize, Problem> {
    let genesis = desk.campaign.ledger.genesis();
    let game = desk.campaign.shelf.named(&genesis.game)?;
    let proofs = genesis.dice.as_ref().map_or(0, |_| game.draws() * PROOF);
    Ok(game.room() + proofs)
}

/// What a seat's report of a cycle is encrypted to.
fn recipient(desk: &Desk, seat: &Seat, cycle: u32) -> Result<Recipient, Problem> {
    let holder = desk.campaign.holder(seat, cycle + 1);
    holder.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))?.recipient.parse()
}

/// The seats whose report of a resolved cycle their player cannot open, each with the reason.
pub fn unsealed(desk: &Desk, cycle: u32) -> Vec<(Seat, Problem)> {
    let without = |seat: Seat| {
        let first = desk.campaign.report(&seat, cycle) == layout::report(cycle, seat.as_str());
        let reason = recipient(desk, &seat, cycle).err().filter(|_| first)?;
        Some((seat, reason))
    };
    desk.campaign.seats().into_iter().filter_map(without).collect()
}
