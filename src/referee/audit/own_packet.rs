//! What players kept of their own packets, compared with the ledger: receipts at any time, and after
//! the reveal the packets themselves, which are judged again as they should have been when they came.

use super::replay::Opened as Revealed;
use crate::base::{Digest, Problem, Time, VERSION};
use crate::engine::{Header, Seat};
use crate::ledger::{Beacon, Body, Check, Entry, Ledger, PacketUse};
use crate::referee::cycle::arrivals::{Timed, unopened};
use crate::referee::cycle::expected::Expected;
use crate::referee::cycle::packets::{self, Noted, commitment};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::office_keys;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::seal::{Envelope, Identity, Opened, open_own, sealed, sshsig};

/// The name of a line on a packet that is judged again.
const AGAIN: &str = "my packet";

/// A packet of a seat, and when it came if a receipt says so.
struct Claim<'a> {
    seat: &'a Seat,
    cycle: u32,
    sequence: u32,
    commitment: Digest,
    received: Option<Time>,
}

/// The receipt is the moderator's, and its packet was used as sent, or a later one of the player's was;
/// one called late came after the deadline.
///
/// # Errors
/// What the receipt proves.
pub(in crate::referee) fn received(
    campaign: &Campaign,
    receipt: &[u8],
    all: &[(String, Vec<u8>)],
) -> Result<String, Problem> {
    let receipt = read(campaign, receipt)?;
    let who = who(receipt.seat.as_ref(), receipt.cycle);
    if receipt.verdict == Verdict::Held {
        let told = held(&campaign.ledger, &receipt, &who)?;
        return was_judged(campaign, &receipt, all).map(|()| told);
    }
    if receipt.verdict == Verdict::Late {
        return late(&campaign.ledger, &receipt, &who);
    }
    let (Verdict::Accepted, Some(seat), Some(salt), Some(sequence)) =
        (receipt.verdict, &receipt.seat, &receipt.salt, receipt.sequence)
    else {
        return Ok(format!("{who}: not accepted: {}", receipt.verdict.word()));
    };
    let commitment = commitment(salt, &receipt.packet);
    let (cycle, received) = (receipt.cycle, Some(receipt.received));
    became(campaign, &Claim { seat, cycle, sequence, commitment, received }).ok_or_else(|| {
        Problem::refused(format!("{who}: this packet was not used"))
            .hint("the receipt proves that the packet was accepted")
    })
}

/// The packets that a player kept, each with a line for every receipt that names it: after the reveal
/// they are opened, bound, read and judged as when they came, and compared with receipt and ledger.
pub(super) fn judged_again(
    campaign: &Campaign,
    packets: &[(String, Vec<u8>)],
    receipts: &[(String, Vec<u8>)],
) -> Vec<Check> {
    if packets.is_empty() {
        return Vec::new();
    }
    let revealed = match Revealed::so_far(campaign) {
        Ok(Some(revealed)) => revealed,
        Ok(None) => return vec![Check::skipped(AGAIN, "judged again after the reveal")],
        Err(problem) => return vec![Check::new(AGAIN, Err(problem))],
    };
    // One that is not the moderator's has a line of its own.
    let receipts = receipts.iter().filter_map(|(_, bytes)| read(campaign, bytes).ok());
    let receipts: Vec<Receipt> = receipts.collect();
    let mut lines = Vec::new();
    for (name, raw) in packets {
        let own = Own::new(campaign, &revealed, raw);
        let before = lines.len();
        // That it came before it could be opened has a line of its own.
        let judged = receipts.iter().filter(|receipt| receipt.verdict != Verdict::Held);
        for receipt in judged.filter(|receipt| own.is(&receipt.packet)) {
            let compared = own.compared(receipt);
            lines.push(compared.unwrap_or_else(|problem| Check::new(AGAIN, Err(problem.at(name)))));
        }
        if lines.len() == before {
            lines.push(own.without_receipt());
        }
    }
    lines
}

/// A packet as its player kept it.
pub(super) struct Own<'a, 'r> {
    campaign: &'a Campaign,
    revealed: &'a Revealed<'r>,
    raw: &'a [u8],
    /// What is signed in it, if a key of some cycle opens it.
    pub(super) signed: Option<Opened>,
}

impl<'a, 'r> Own<'a, 'r> {
    pub(super) fn new(campaign: &'a Campaign, revealed: &'a Revealed<'r>, raw: &'a [u8]) -> Self {
        let mut own = Self { campaign, revealed, raw, signed: None };
        own.signed = own.open();
        own
    }

    fn open(&self) -> Option<Opened> {
        if !sealed::is_sealed(self.raw) {
            return open_own(self.raw, sshsig::ORDERS).ok();
        }
        let opened = |cycle| sealed::open(self.raw, &self.identity(cycle), sealed::MAIL_LIMIT);
        let last = self.campaign.ledger.latest_opening().map_or(0, |(cycle, _)| cycle);
        let mut open = (1..=last).filter(|cycle| self.revealed.keys.know(*cycle));
        let (cycle, inner) = open.find_map(|cycle| Some((cycle, opened(cycle).ok()?)))?;
        let plain = open_own(&inner, sshsig::ORDERS);
        plain.ok().or_else(|| self.open_with_round(cycle, &inner))
    }

    /// What is sealed to a round that came for the cycle.
    fn open_with_round(&self, cycle: u32, inner: &[u8]) -> Option<Opened> {
        let Timed::Opens(rounds) = Timed::of(self.campaign, (cycle, true)) else { return None };
        let outer = open_own(inner, sshsig::ENVELOPE).ok()?;
        let envelope = Envelope::of(&outer).ok()?;
        envelope.open(rounds.get(&envelope.round)?, &outer.key).ok()
    }

    fn identity(&self, cycle: u32) -> Identity {
        self.revealed.keys.identity(cycle)
    }

    /// True if a receipt with this digest is for this packet.
    fn is(&self, packet: &Digest) -> bool {
        let id = self.signed.as_ref().map(|signed| signed.id);
        id == Some(*packet) || [unopened(self.raw), Digest::of(self.raw)].contains(packet)
    }

    /// What receipt and ledger say is what had to become of it. Where entries were written in the
    /// second in which it came, it may have come before or after them.
    fn compared(&self, receipt: &Receipt) -> Result<Check, Problem> {
        let who = who(receipt.seat.as_ref(), receipt.cycle);
        if self.campaign.ledger.result(receipt.cycle).is_none() {
            return Ok(Check::skipped(AGAIN, format!("{who}: the cycle was not resolved")));
        }
        if !self.revealed.keys.know(receipt.cycle) {
            let later = format!("{who}: judged again once its cycle is open");
            return Ok(Check::skipped(AGAIN, later));
        }
        let mut other = None;
        for entries in standing(&self.campaign.ledger, receipt.received) {
            let judged = self.verdict(receipt, entries)?;
            if let Some((verdict, why)) = &judged
                && *verdict == receipt.verdict
            {
                return self.agreed(receipt, &who, why.as_deref());
            }
            other = other.or(judged);
        }
        Err(match other {
            Some(other) => self.contradicted(receipt, &who, other),
            None => Problem::refused(format!(
                "{who}: the receipt says it came at {}, when packets were received for another cycle",
                receipt.received
            ))
            .hint(PROOF),
        })
    }

    /// What had to become of it when the ledger had so many entries, and why; `None` if packets were
    /// received for another cycle then.
    pub(super) fn verdict(
        &self,
        receipt: &Receipt,
        entries: usize,
    ) -> Result<Option<(Verdict, Option<String>)>, Problem> {
        let ledger = self.campaign.ledger.first(entries);
        let awaited = ledger.results().next_back().map(|(cycle, _)| cycle + 1);
        if awaited != Some(receipt.cycle) {
            return Ok(None);
        }
        let (store, shelf) = (self.campaign.store.again(), self.campaign.shelf);
        let campaign = &Campaign::with(store, ledger, shelf)?;
        let (cycle, keys) = (receipt.cycle, &self.revealed.keys);
        let position = self.revealed.position(cycle - 1)?;
        let now = receipt.received;
        let mut expected = Expected::new(campaign, keys, (cycle, position))?;
        let examined = match self.signed.as_ref().filter(|signed| signed.id == receipt.packet) {
            Some(signed) => expected.examine(signed, now).map_err(|problem| problem.what),
            None => match expected.take(self.raw, now) {
                Ok((_, examined)) => Ok(examined),
                Err(turned_down) => Err(turned_down.problem.what),
            },
        };
        Ok(Some(match examined {
            Err(why) => (Verdict::Refused, Some(why)),
            Ok(examined) => {
                let before = self.before(receipt, campaign)?;
                let header = &examined.header;
                let before = packets::decisive(&before, &header.seat).map(|at| &before[at]);
                expected.judge(before, header, receipt.received)
            }
        }))
    }

    /// The packets of the cycle that came before it.
    fn before(&self, receipt: &Receipt, then: &Campaign) -> Result<Vec<Noted>, Problem> {
        let identity = self.identity(receipt.cycle);
        let mut kept = packets::notes_listed(self.campaign, receipt.cycle, &identity)?;
        match kept.iter().position(|kept| kept.receipt == *receipt) {
            Some(own) => kept.truncate(own),
            None => kept.retain(|kept| {
                kept.receipt.received <= receipt.received && kept.receipt.packet != receipt.packet
            }),
        }
        // What was ruled later did not count then.
        for noted in &mut kept {
            let which = (&noted.receipt, noted.turn);
            noted.counts = packets::counts(then, receipt.cycle, which);
        }
        Ok(kept)
    }

    fn agreed(&self, receipt: &Receipt, who: &str, why: Option<&str>) -> Result<Check, Problem> {
        if receipt.verdict == Verdict::Accepted {
            return self.used(receipt.cycle, Some(receipt.received)).ok_or_else(|| {
                Problem::refused(format!("{who}: accepted as it had to be, but not used"))
                    .hint(PROOF)
            });
        }
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        let told = format!("{who}: {}, as it had to be{why}", receipt.verdict.word());
        Ok(Check::new(AGAIN, Ok(told)))
    }

    fn contradicted(
        &self,
        receipt: &Receipt,
        who: &str,
        (verdict, why): (Verdict, Option<String>),
    ) -> Problem {
        let truth = match (verdict, why) {
            (Verdict::Accepted, _) => "the packet was in order and in time".to_owned(),
            (verdict, None) => format!("it had to be {}", verdict.word()),
            (verdict, Some(why)) => format!("it had to be {}: {why}", verdict.word()),
        };
        let result = self.campaign.ledger.result(receipt.cycle);
        let seat = self.header().map(|header| header.seat);
        let instead =
            result.zip(seat).and_then(|(result, seat)| match result.packets.get(&seat)? {
                PacketUse::Used { sequence, .. } => Some(format!("; packet {sequence} was used")),
                PacketUse::Stands { cycle, .. } => {
                    Some(format!("; {seat} played with the orders of cycle {cycle}"))
                }
                PacketUse::Nmr { .. } => Some(format!("; {seat} played without orders")),
            });
        let instead = instead.filter(|_| verdict == Verdict::Accepted).unwrap_or_default();
        let called = receipt.verdict.word();
        let problem = Problem::refused(format!("{who}: called {called}, but {truth}{instead}"));
        match result.map(|result| &result.version).filter(|version| *version != VERSION) {
            None => problem.hint(PROOF),
            Some(version) => problem.hint(format!(
                "check it with adjutant {version} as well, which resolved the cycle; then {PROOF}"
            )),
        }
    }

    pub(super) fn header(&self) -> Option<Header> {
        Header::read(&self.signed.as_ref()?.bytes).ok()
    }

    /// The line on a packet that was used, or gave way to another of its seat.
    pub(super) fn used(&self, cycle: u32, received: Option<Time>) -> Option<Check> {
        let (signed, header) = (self.signed.as_ref()?, self.header()?);
        let salt = packets::salt(&self.revealed.keys, cycle, &signed.id);
        let claim = Claim {
            seat: &header.seat,
            cycle,
            sequence: header.sequence,
            commitment: commitment(&salt, &signed.id),
            received,
        };
        became(self.campaign, &claim).map(|told| Check::new(AGAIN, Ok(told)))
    }

    /// Without a receipt nobody can tell whether or when it came.
    fn without_receipt(&self) -> Check {
        let Some(header) = self.header() else {
            let what = "no receipt names it, and it is no packet of this campaign's cycles";
            return Check::skipped(AGAIN, what);
        };
        let what = "not used, and no receipt given names it as it was sent";
        let what = format!("{}: {what}", who(Some(&header.seat), header.cycle));
        self.used(header.cycle, None).unwrap_or_else(|| Check::skipped(AGAIN, what))
    }
}

const PROOF: &str = "the packet and its receipt prove it: show both to the other players";

fn read(campaign: &Campaign, receipt: &[u8]) -> Result<Receipt, Problem> {
    let (receipt, _) = office_keys::receipt(campaign, receipt)?;
    if receipt.campaign != campaign.id() {
        return Err(Problem::refused(format!("this receipt is from {}", receipt.campaign)));
    }
    Ok(receipt)
}

/// Whose packet, and of which cycle.
pub(super) fn who(seat: Option<&Seat>, cycle: u32) -> String {
    match seat {
        Some(seat) => format!("{seat}, cycle {cycle}"),
        None => format!("cycle {cycle}"),
    }
}

/// How many entries the ledger may have had at a time: more than one number if some were written in
/// that second.
pub(super) fn standing(ledger: &Ledger, time: Time) -> std::ops::RangeInclusive<usize> {
    let count = |wanted: fn(Time, Time) -> bool| {
        ledger.entries().take_while(|entry| wanted(entry.time, time)).count()
    };
    count(|entry, time| entry < time)..=count(|entry, time| entry <= time)
}

/// A packet called late came after the deadline as it stood then.
fn late(ledger: &Ledger, receipt: &Receipt, who: &str) -> Result<String, Problem> {
    let came = receipt.received;
    let deadlines = standing(ledger, came)
        .filter_map(|entries| ledger.deadline_before(receipt.cycle, entries as u64));
    let lock = ledger.lock(receipt.cycle).filter(|(lock, _)| lock.time <= came);
    match deadlines.into_iter().find(|deadline| came > *deadline) {
        Some(deadline) => Ok(format!("{who}: came at {came}, after the deadline {deadline}")),
        None if lock.is_some() => Ok(format!("{who}: came at {came}, after the cycle was locked")),
        None => Err(Problem::refused(format!(
            "{who}: called late, but it came at {came} and that was in time"
        ))
        .hint("the receipt proves it: show it to the other players")),
    }
}

/// A packet that a deputy took is in the ledger, as it came.
fn held(ledger: &Ledger, receipt: &Receipt, who: &str) -> Result<String, Problem> {
    let came = receipt.received;
    let noted = ledger.arrivals(receipt.cycle);
    let entry = noted
        .into_iter()
        .find(|(entry, arrival)| (entry.time, arrival.packet) == (came, receipt.packet));
    match entry {
        Some((entry, _)) => {
            let by = entry.by.as_deref().unwrap_or("the moderator");
            Ok(format!("{who}: taken by {by} at {came}, in {}", Entry::path(entry.seq)))
        }
        None => Err(Problem::refused(format!(
            "{who}: taken at {came}, and no entry of the ledger says so"
        ))
        .hint("the receipt proves it: show it to the other players")),
    }
}

/// Whose packet was held has a receipt that says what became of it, if they played without orders; unless nobody could open it
/// any more.
fn was_judged(
    campaign: &Campaign,
    held: &Receipt,
    all: &[(String, Vec<u8>)],
) -> Result<(), Problem> {
    let (Some(seat), cycle) = (&held.seat, held.cycle) else { return Ok(()) };
    let ledger = &campaign.ledger;
    let lost = matches!(ledger.beacon(cycle), Some((_, Beacon::Missing { .. })));
    let played = ledger.result(cycle).filter(|result| !lost && result.correction.is_none());
    let Some(result) = played else { return Ok(()) };
    if let Some(PacketUse::Used { .. } | PacketUse::Stands { .. }) = result.packets.get(seat) {
        return Ok(());
    }
    let mut others = all.iter().filter_map(|(_, bytes)| read(campaign, bytes).ok());
    let judged = |other: &Receipt| {
        (other.seat.as_ref(), other.cycle) == (Some(seat), cycle) && other.verdict != Verdict::Held
    };
    if others.any(|other| judged(&other)) {
        return Ok(());
    }
    let who = who(Some(seat), cycle);
    Err(Problem::refused(format!("{who}: a packet was held, and the seat played without orders"))
        .hint("add the receipt that says why, with --receipt; if you have none, ask the moderator for it"))
}

/// What the ledger says of an accepted packet; `None` if that contradicts the receipt.
fn became(campaign: &Campaign, claim: &Claim<'_>) -> Option<String> {
    let who = who(Some(claim.seat), claim.cycle);
    let Some(result) = campaign.ledger.result(claim.cycle) else {
        return Some(format!("{who}: accepted, and not resolved yet"));
    };
    if let Some(undone) = result.undoes() {
        return Some(format!("{who}: not played, cycle {undone} was undone instead"));
    }
    let told = match result.packets.get(claim.seat) {
        Some(PacketUse::Used { commitment, .. }) if *commitment == claim.commitment => {
            "used as sent".to_owned()
        }
        Some(PacketUse::Used { sequence, .. }) if *sequence > claim.sequence => {
            format!("your later packet {sequence} was used")
        }
        Some(PacketUse::Used { .. }) if taken_over(campaign, claim) => {
            "the packet of the seat's new holder was used".to_owned()
        }
        Some(PacketUse::Stands { cycle, packet: Some(packet) })
            if packet.commitment == claim.commitment =>
        {
            format!("received as sent; your orders of cycle {cycle} stand")
        }
        Some(PacketUse::Stands { cycle, packet: Some(packet) })
            if packet.sequence > claim.sequence || taken_over(campaign, claim) =>
        {
            format!("a later packet came; the seat's orders of cycle {cycle} stand")
        }
        Some(PacketUse::Used { .. } | PacketUse::Stands { .. } | PacketUse::Nmr { .. }) | None => {
            let mut words = campaign.ledger.withdrawals(claim.seat, claim.cycle);
            let (entry, _) = words.find(|(_, word)| claim.sequence <= word.sequence)?;
            format!("withdrawn, by your word in entry {}", entry.seq)
        }
    };
    Some(format!("{who}: {told}"))
}

/// True if the seat got new keys in the cycle after the packet came.
fn taken_over(campaign: &Campaign, claim: &Claim<'_>) -> bool {
    campaign.ledger.entries().any(|entry| {
        claim.received.is_none_or(|received| entry.time >= received)
            && matches!(&entry.body, Body::Key(change)
                if change.seat == *claim.seat && change.effective_from == claim.cycle)
    })
}
