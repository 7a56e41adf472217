//! What the post writes to players: letters, and answers to what they sent. Subject and text tell only
//! what everybody may know; what is private goes along encrypted to the seat's player.

use super::desk::Desk;
use super::enroll::address;
use super::letters::Letter;
use super::receipt::Verdict;
use super::receive::Reply;
use super::request::Answer;
use crate::base::{Problem, Seat, Time};
use crate::post::compose::Attached;
use crate::post::config::Config;
use crate::post::{Message, Outgoing};
use crate::seal::sealed;

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Whom it is for.
    pub seat: Seat,
    /// The mail.
    pub letter: Outgoing,
    /// A newer one with the same word takes its place.
    pub replaces: Option<String>,
}

/// Who writes, and when.
pub struct Writer<'a> {
    desk: &'a Desk,
    config: &'a Config,
    now: Time,
}

impl<'a> Writer<'a> {
    /// The writer of a campaign's mail.
    pub fn new(desk: &'a Desk, config: &'a Config, now: Time) -> Self {
        Self { desk, config, now }
    }

    /// A letter, if its reader has an address.
    ///
    /// # Errors
    /// If its report cannot be read.
    pub fn letter(&self, letter: &Letter) -> Result<Option<Mail>, Problem> {
        let Some(to) = &letter.to else { return Ok(None) };
        let mut attached = Vec::new();
        let mut text = letter.body.clone();
        if let Some(path) = &letter.report {
            let bytes = self.desk.campaign.store.need(path)?;
            attached.push(Attached { name: format!("{}.age", letter.id), bytes });
            text = format!("{text}\n{READ}");
        }
        let (name, subject) = (letter.id.clone(), letter.subject.clone());
        let mail = self.mail(&letter.seat, to, (name, subject, text), attached);
        Ok(Some(Mail { replaces: letter.replaces().map(|word| self.named(&word)), ..mail }))
    }

    /// The answer to a packet: the receipt, for the eyes of the seat's player. To who is not known
    /// nothing is said, but to a player whose address the mail gives as its sender's; what that is told
    /// goes to the address that is kept.
    ///
    /// # Errors
    /// If an address cannot be read, or nothing can be encrypted to the player.
    pub fn answer(&self, message: &Message, reply: &Reply) -> Result<Option<Mail>, Problem> {
        if !message.manner.may_be_answered() {
            return Ok(None);
        }
        let key = message.key().short();
        match &reply.receipt.seat {
            Some(seat) => self.receipt(seat, &key, reply),
            None => self.notice(&key, message, reply),
        }
    }

    /// The answer to a request, if its author has an address.
    ///
    /// # Errors
    /// If the address or the report cannot be read.
    pub fn asked(
        &self,
        message: &Message,
        seat: &Seat,
        answer: Answer,
    ) -> Result<Option<Mail>, Problem> {
        let to = address(self.desk, seat)?.filter(|_| message.manner.may_be_answered());
        let Some(to) = to else { return Ok(None) };
        let Answer { subject, mut text, report } = answer;
        let mut attached = Vec::new();
        if let Some(path) = report {
            let bytes = self.desk.campaign.store.need(&path)?;
            attached.push(Attached { name: format!("report-{seat}.age"), bytes });
            text = format!("{text}\n{READ}");
        }
        let subject = format!("[{}] {subject}", self.desk.campaign.ledger.genesis().name);
        let id = format!("answer-{seat}-{}", message.key().short());
        Ok(Some(self.mail(seat, &to, (id, subject, text), attached)))
    }

    fn receipt(&self, seat: &Seat, key: &str, reply: &Reply) -> Result<Option<Mail>, Problem> {
        let campaign = &self.desk.campaign;
        let receipt = &reply.receipt;
        let (Some(to), Some(holder)) = (address(self.desk, seat)?, campaign.holder(seat, u32::MAX))
        else {
            return Ok(None);
        };
        let text = reply.text.as_bytes();
        let sealed = if sealed::is_sealed(text) {
            reply.text.clone()
        } else {
            sealed::seal(text, &holder.recipient.parse()?)?
        };
        let id = format!("receipt-{:04}-{seat}-{}-{key}", receipt.cycle, receipt.packet.short());
        let subject = format!(
            "[{}] your packet for cycle {}: {}",
            campaign.ledger.genesis().name,
            receipt.cycle,
            receipt.verdict.word()
        );
        let became = match receipt.verdict {
            Verdict::Accepted => "It counts, unless you send a later one.",
            Verdict::Superseded => "A later one of yours came before it and counts.",
            Verdict::Equivocation => {
                "Another one with the same sequence came before it and counts: seal your orders again."
            }
            Verdict::Late => "It came after the deadline.",
            Verdict::Refused => "It does not count; what came before it does.",
            Verdict::Held => "The moderator opens it, and it counts as it came.",
        };
        let text = format!(
            "A packet of yours for cycle {} came at {}. {became}\n\n{RECEIPT}",
            receipt.cycle, receipt.received
        );
        let attached = vec![Attached { name: format!("{id}.age"), bytes: sealed.into_bytes() }];
        Ok(Some(self.mail(seat, &to, (id, subject, text), attached)))
    }

    fn notice(&self, key: &str, message: &Message, reply: &Reply) -> Result<Option<Mail>, Problem> {
        let Some(from) = &message.from else { return Ok(None) };
        let campaign = &self.desk.campaign;
        for seat in campaign.seats() {
            let Some(to) = address(self.desk, &seat)?.filter(|to| to.to_lowercase() == *from)
            else {
                continue;
            };
            if campaign.holder(&seat, u32::MAX).is_none() {
                continue;
            }
            let name = &campaign.ledger.genesis().name;
            let subject = format!("[{name}] no packet was found in your mail");
            let why = reply.receipt.reason.clone().unwrap_or_default();
            let text = format!(
                "A mail with your address as its sender's came at {}, and nothing in it counts: {why}.\n\
                 \n{HOW}",
                reply.receipt.received
            );
            let id = format!("notice-{seat}-{key}");
            return Ok(Some(self.mail(&seat, &to, (id, subject, text), Vec::new())));
        }
        Ok(None)
    }

    fn mail(
        &self,
        seat: &Seat,
        to: &str,
        (id, subject, text): (String, String, String),
        attached: Vec<Attached>,
    ) -> Mail {
        let letter = Outgoing {
            name: self.named(&id),
            from: (self.config.from.clone(), self.config.name.clone()),
            to: to.to_owned(),
            campaign: (
                self.desk.campaign.ledger.genesis().name.clone(),
                self.desk.genesis().short(),
            ),
            subject,
            text,
            attached,
            date: self.now,
        };
        Mail { seat: seat.clone(), letter, replaces: None }
    }

    /// The name of a mail among those of all campaigns.
    fn named(&self, id: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        let name: String = self.desk.campaign.ledger.genesis().name.chars().map(plain).collect();
        format!("{name}-{}.{id}", self.desk.genesis().short())
    }
}

/// How a report is read.
const READ: &str = "\
Only your key opens it. To read it and to play on from any machine, save the attachment:

adjutant read FILE --key YOUR.key
adjutant template --report FILE --key YOUR.key -o orders.yaml
adjutant seal orders.yaml --report FILE --key YOUR.key -o orders.age

Then answer with orders.age attached.
";

/// How a receipt is read.
const RECEIPT: &str = "\
The moderator's signed receipt is attached: your proof that the packet came, with what was found in your
orders. Only your key opens it. Keep it:

adjutant verify --receipt FILE --key YOUR.key
";

/// What a player does whose packet was not found.
const HOW: &str = "\
Attach the file that `adjutant seal` writes, as it is, to a new mail. Some programs for telephones and some
gateways drop or convert attachments; then paste the file's text into a plain mail.
If you sent no such mail, somebody gave your address as theirs. Nothing was changed.
";
