//! Packets that nobody can open before a round of drand: each is noted in the ledger, with what its envelope tells. If the round
//! never comes, those that are sent again.

use super::judging::{Judging, PACKETS};
use super::reply::Reply;
use crate::base::{Problem, Time};
use crate::campaign::layout;
use crate::post::Message;
use crate::referee::cycle::arrivals::{self, Timed, unopened};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::expected::OFFERS;
use crate::referee::cycle::packets::{self, Packets};
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::seal::Envelope;
use crate::seal::packet::is_likely;

/// The packets of a cycle as they come in.
pub(super) struct Holding<'d> {
    desk: &'d mut Desk,
    unreadable: Vec<Problem>,
}

impl<'d> Holding<'d> {
    /// Prepares to receive packets.
    ///
    /// # Errors
    /// If the campaign has not begun or is over, or what is kept cannot be read.
    pub(super) fn begin(desk: &'d mut Desk) -> Result<Self, Problem> {
        let unreadable = Judging::begin(desk)?.unreadable().to_vec();
        Ok(Self { desk, unreadable })
    }

    /// Ends the intake.
    ///
    /// # Errors
    /// If the disk refuses.
    pub(super) fn end(self) -> Result<Packets, Problem> {
        self.desk.campaign.store.settle()?;
        packets::incoming(self.desk)
    }

    /// Files among the packets that cannot be read, and do not count.
    pub(super) fn unreadable(&self) -> &[Problem] {
        &self.unreadable
    }

    /// Receives what a mail carries.
    ///
    /// # Errors
    /// Only if the disk refuses.
    pub(super) fn receive_message(
        &mut self,
        raw: &[u8],
        message: &Message,
        now: Time,
        came: Option<Time>,
    ) -> Result<Vec<Reply>, Problem> {
        let likely = message.offers.iter().filter(|offer| is_likely(offer)).take(OFFERS);
        let (mut replies, mut refused): (Vec<Reply>, Option<Reply>) = (Vec::new(), None);
        for offer in likely {
            let reply = self.receive(offer, now, came)?;
            let same = |known: &Reply| known.receipt.packet == reply.receipt.packet;
            match reply.receipt.verdict {
                Verdict::Refused => {
                    let told = |known: &Reply| known.receipt.seat.is_some();
                    refused = refused.filter(told).or(Some(reply));
                }
                _ if replies.iter().any(same) => {}
                _ if replies.len() == PACKETS => break,
                _ => replies.push(reply),
            }
        }
        if replies.is_empty() {
            replies.push(match refused {
                Some(refused) => refused,
                None => self.receive(raw, now, came)?,
            });
        }
        Ok(replies)
    }

    /// Receives one packet as it arrived by mail.
    ///
    /// # Errors
    /// Only if the disk refuses.
    pub(super) fn receive(
        &mut self,
        raw: &[u8],
        now: Time,
        came: Option<Time>,
    ) -> Result<Reply, Problem> {
        // What comes by a clock that is behind comes when the newest entry was written.
        let now = now.max(self.desk.campaign.ledger.time());
        if matches!(Timed::awaited(self.desk)?, Timed::Lost) {
            return self.again(raw, now, came);
        }
        let judging = Judging::begin(self.desk)?;
        let cycle = judging.expected.cycle();
        let envelope = match judging.expected.hold(raw, now) {
            Ok(envelope) => envelope,
            Err(down) => return judging.turn_down(&down, now, came),
        };
        drop(judging);
        self.hold((cycle, raw), &envelope, now)
    }

    /// Notes a packet; the same one came when it came first.
    fn hold(
        &mut self,
        (cycle, raw): (u32, &[u8]),
        envelope: &Envelope,
        now: Time,
    ) -> Result<Reply, Problem> {
        let packet = unopened(raw);
        let known = {
            let mut arrivals = self.desk.campaign.ledger.arrivals(cycle);
            arrivals.find(|(_, known)| known.packet == packet).map(|(entry, _)| entry.time)
        };
        if known.is_none() {
            let key = self.desk.signing().clone();
            arrivals::keep(&mut self.desk.campaign, &key, (cycle, raw), now)?;
        }
        let receipt = Receipt {
            adjutant: "receipt-v1".to_owned(),
            campaign: self.desk.campaign.id(),
            cycle,
            seat: Some(envelope.seat.clone()),
            sequence: Some(envelope.sequence),
            packet,
            salt: None,
            received: known.unwrap_or(now),
            verdict: Verdict::Held,
            reason: Some(format!("{}; it is judged then", envelope.waits())),
            repaired: Vec::new(),
            findings: Vec::new(),
        };
        let text = receipt.sign(self.desk.signing());
        Ok(Reply::of(receipt, text))
    }

    /// Orders that were sent again, as nobody can open what came before: they are judged as that came.
    fn again(&mut self, raw: &[u8], now: Time, came: Option<Time>) -> Result<Reply, Problem> {
        let mut judging = Judging::begin(self.desk)?;
        let cycle = judging.expected.cycle();
        let (seq, time) = match judging.expected.again(raw) {
            Ok(found) => found,
            Err(down) => return judging.turn_down(&down, now, came),
        };
        let reply = judging.receive_noted(raw, time)?;
        drop(judging);
        let path = layout::judged(cycle, seq);
        if self.desk.campaign.store.read(&path)?.is_none() && !reply.is_known() {
            arrivals::keep_judged(self.desk, (cycle, &path), &reply.text)?;
        }
        Ok(reply)
    }
}
