//! Receiving packets: every one gets a receipt, and none that is accepted is lost.
//!
//! ```text
//! judging    those that can be opened are judged at once
//! holding    those that are sealed to a round of drand are noted in the ledger, and judged when it has come
//! reply      the receipt
//! ```

mod holding;
mod judging;
mod reply;

pub(in crate::referee) use judging::Judging;
pub use reply::Reply;

use self::holding::Holding;
use super::arrivals::Timed;
use super::desk::Desk;
use super::packets::Packets;
use crate::base::{Problem, Time};
use crate::post::Message;

/// The packets of a cycle as they come in.
pub struct Intake<'d>(Kind<'d>);

enum Kind<'d> {
    Judging(Box<Judging<'d>>),
    Holding(Holding<'d>),
}

impl<'d> Intake<'d> {
    /// Prepares to receive packets for the open cycle; between two cycles for the next one, to
    /// which the reports of the last already invite.
    ///
    /// # Errors
    /// If the campaign has not begun or is over, or what is kept cannot be read.
    pub fn begin(desk: &'d mut Desk) -> Result<Self, Problem> {
        Ok(Self(match Timed::awaited(desk)? {
            Timed::Never | Timed::Opens(_) => Kind::Judging(Box::new(Judging::begin(desk)?)),
            Timed::Waits | Timed::Lost => Kind::Holding(Holding::begin(desk)?),
        }))
    }

    /// Ends the intake: what was taken is on disk for good, whatever becomes of the power.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn end(self) -> Result<Packets, Problem> {
        match self.0 {
            Kind::Judging(judging) => judging.end(),
            Kind::Holding(holding) => holding.end(),
        }
    }

    /// Files among the packets that cannot be read, and do not count.
    pub fn unreadable(&self) -> &[Problem] {
        match &self.0 {
            Kind::Judging(judging) => judging.unreadable(),
            Kind::Holding(holding) => holding.unreadable(),
        }
    }

    /// Receives what a mail carries: every packet among its attachments and texts, each once. A file
    /// that is no mail is taken as it is.
    ///
    /// # Errors
    /// Only if the disk refuses. A mail without a packet that is accepted gets a receipt that says why.
    pub fn receive_mail(&mut self, raw: &[u8], now: Time) -> Result<Vec<Reply>, Problem> {
        match &mut self.0 {
            Kind::Judging(judging) => judging.receive_mail(raw, now),
            Kind::Holding(holding) => holding.receive_message(raw, &Message::read(raw), now, None),
        }
    }

    /// The same for a message that was taken apart, which was put into a mailbox when it `came`. A loss of power
    /// may undo it until [`Intake::end`]: no receipt leaves before.
    ///
    /// # Errors
    /// As [`Intake::receive_mail`].
    pub fn receive_message(
        &mut self,
        raw: &[u8],
        message: &Message,
        now: Time,
        came: Option<Time>,
    ) -> Result<Vec<Reply>, Problem> {
        match &mut self.0 {
            Kind::Judging(judging) => judging.receive_message(raw, message, now, came),
            Kind::Holding(holding) => holding.receive_message(raw, message, now, came),
        }
    }

    /// Receives one packet as it arrived by mail.
    ///
    /// # Errors
    /// Only if the disk refuses. A packet that is not accepted gets a receipt that says why.
    pub fn receive(&mut self, raw: &[u8], now: Time) -> Result<Reply, Problem> {
        match &mut self.0 {
            Kind::Judging(judging) => judging.receive(raw, now),
            Kind::Holding(holding) => holding.receive(raw, now, None),
        }
    }
}
