//! What a deputy does without the campaign's secret: moving the deadline, and noting packets as they
//! arrive. They open nothing; the moderator does, and judges each as it came.

use super::arrivals::{self, Timed, came, unopened};
use super::deadline;
use super::desk::{self, Desk};
use super::receive::{Judging, Reply};
use crate::base::{Problem, Seat, Span, Time};
use crate::campaign::{Store, layout};
use crate::engine::Shelf;
use crate::ledger::Body;
use crate::post::Message;
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::office_keys;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::seal::packet::is_likely;
use crate::seal::{SigningKey, packed};

/// Packets that are taken from one mail.
const PACKETS: usize = 8;

/// A campaign in the hands of a deputy; locked while it exists.
pub struct Deputy {
    /// What everybody can load.
    pub campaign: Campaign,
    key: SigningKey,
    name: String,
}

impl Deputy {
    /// Opens a campaign for a deputy's acts.
    ///
    /// # Errors
    /// If another process holds it, it is not sound, or the key is no deputy's.
    pub fn take(mut store: Store, key: &SigningKey, shelf: Shelf) -> Result<Self, Problem> {
        store.lock()?;
        store.sweep()?;
        let campaign = Campaign::load(store, shelf)?;
        desk::check_checkpoint(&campaign)?;
        let name = desk::hand(&campaign, key)?.map(|deputy| deputy.name.clone());
        let name = name.ok_or_else(|| {
            Problem::usage("this is the moderator's key")
                .hint("the moderator needs no deputy's command")
        })?;
        Ok(Self { campaign, key: key.clone(), name })
    }

    /// Moves the deadline of the open cycle later: by a span or, for a seat, by the extension it pays for.
    ///
    /// # Errors
    /// As for the moderator, or if they may not, or not so far.
    pub fn extend(
        &mut self,
        by: Option<Span>,
        seat: Option<&Seat>,
        reason: &str,
        now: Time,
    ) -> Result<Time, Problem> {
        let (cycle, to, extension) = deadline::extension(&self.campaign, (by, seat), reason, now)?;
        self.append(now, Some(cycle), Body::Extension(extension))?;
        Ok(to)
    }

    /// Notes every packet in a mail: what is encrypted or signed in it, each once, unopened. A signed
    /// receipt for each says that it came.
    ///
    /// # Errors
    /// If no cycle is open, there is no packet in it, they may not, or the disk refuses.
    pub fn hold(&mut self, raw: &[u8], now: Time) -> Result<Vec<Reply>, Problem> {
        let Stage::Open(cycle) = self.campaign.stage() else {
            return Err(Problem::nothing("no cycle is open")
                .hint("packets for the next one are the moderator's to take"));
        };
        let message = Message::read(raw);
        let offers = message.offers.iter().filter(|offer| is_likely(offer)).take(PACKETS);
        let mut replies = Vec::new();
        for offer in offers {
            replies.push(self.note(cycle, offer, now)?);
        }
        if replies.is_empty() {
            return Err(Problem::refused("there is no packet in this"));
        }
        Ok(replies)
    }

    fn note(&mut self, cycle: u32, offer: &[u8], now: Time) -> Result<Reply, Problem> {
        let packet = unopened(offer);
        let known = self.campaign.ledger.arrivals(cycle).find(|(_, old)| old.packet == packet);
        // The same packet again: it came when it came first.
        let received = if let Some((entry, _)) = known {
            entry.time
        } else {
            arrivals::keep(&mut self.campaign, &self.key, (cycle, offer), now)?;
            now
        };
        let receipt = Receipt {
            adjutant: "receipt-v1".to_owned(),
            campaign: self.campaign.id(),
            cycle,
            seat: None,
            sequence: None,
            packet,
            salt: None,
            received,
            verdict: Verdict::Held,
            reason: Some(format!(
                "taken by {}, a deputy, who cannot open it; the moderator does",
                self.name
            )),
            repaired: Vec::new(),
            findings: Vec::new(),
        };
        let text = receipt.sign(&self.key);
        Ok(Reply::of(receipt, text))
    }

    fn append(&mut self, now: Time, cycle: Option<u32>, body: Body) -> Result<(), Problem> {
        desk::append(&mut self.campaign, &self.key, (now, cycle), body)
    }
}

/// The receipts that the packets got which deputies took, of the cycle that was opened last and of the one
/// before. Another file in their place, and the receipt of a packet that came before by another way, are
/// passed over.
///
/// # Errors
/// If the disk refuses.
pub fn judged(desk: &Desk) -> Result<Vec<Reply>, Problem> {
    let ledger = &desk.campaign.ledger;
    let newest = ledger.latest_opening().map_or(0, |(cycle, _)| cycle);
    let mut replies = Vec::new();
    for cycle in newest.saturating_sub(1)..=newest {
        let identity = desk.cycle_identity(cycle);
        for (entry, _) in ledger.arrivals(cycle) {
            let file = desk.campaign.store.read(&layout::judged(cycle, entry.seq))?;
            let text = file.and_then(|bytes| packed::open(&bytes, &identity).ok());
            let read = text.and_then(|text| {
                let (receipt, _) = office_keys::receipt(&desk.campaign, text.as_bytes()).ok()?;
                Some(Reply::of(receipt, text))
            });
            replies.extend(read);
        }
    }
    Ok(replies)
}

/// A packet that a deputy noted and nobody has judged: where its receipt belongs, the file as it came,
/// and when.
type Waiting = (String, Vec<u8>, Time);

/// True if deputies noted packets for the cycle that is open that nobody has judged.
///
/// # Errors
/// If the disk refuses.
pub fn has_to_judge(desk: &Desk) -> Result<bool, Problem> {
    Ok(!waiting(desk)?.is_empty())
}

fn waiting(desk: &Desk) -> Result<Vec<Waiting>, Problem> {
    let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(Vec::new()) };
    let mut arrivals = desk.campaign.ledger.arrivals(cycle).peekable();
    // Those that are sealed to a round wait for it.
    if arrivals.peek().is_none() || matches!(Timed::awaited(desk)?, Timed::Waits | Timed::Lost) {
        return Ok(Vec::new());
    }
    let identity = desk.cycle_identity(cycle);
    let mut waiting = Vec::new();
    for (entry, arrival) in arrivals {
        let path = layout::judged(cycle, entry.seq);
        if desk.campaign.store.read(&path)?.is_none()
            && let Ok(raw) = came(&desk.campaign, arrival, &identity)
        {
            waiting.push((path, raw, entry.time));
        }
    }
    Ok(waiting)
}

/// Opens the packets that deputies noted for the cycle that is open, and judges each as it came. The
/// receipts of those that were not judged before, each with the name of its file. One that cannot be
/// opened is passed over: `verify` names it.
///
/// # Errors
/// If the disk refuses.
pub fn judge(desk: &mut Desk) -> Result<Vec<(String, Reply)>, Problem> {
    let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(Vec::new()) };
    let mut replies = Vec::new();
    for (path, raw, time) in waiting(desk)? {
        let reply = Judging::begin(desk)?.receive_noted(&raw, time)?;
        arrivals::keep_judged(desk, (cycle, &path), &reply.text)?;
        replies.push((path, reply));
    }
    Ok(replies)
}
