//! What the post writes to players: letters, and answers to what they sent. Subject and text tell only
//! what everybody may know; what is private goes along encrypted to the seat's player.

use super::letter::{Enclosed, Letter};
use crate::base::{Digest, Problem, Seat, Time};
use crate::post::compose::{Attached, Shown};
use crate::post::config::Config;
use crate::post::{Message, Outgoing};
use crate::referee::calendar::around;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::cycle::receive::Reply;
use crate::referee::cycle::seats_page::with_seats;
use crate::referee::moderator::plain_text;
use crate::referee::record::campaign::Stage;
use crate::referee::record::letter_texts::Texts;
use crate::referee::record::mail_answer::Answer;
use crate::referee::record::people;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::referee::record::report::html;
use crate::render::{self, Style};
use crate::seal::{mistaken, sealed};

/// Characters on a line of a report that is shown in a mail.
const WIDTH: usize = 78;

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Whom it is for.
    pub seat: Seat,
    /// The entry by which they got the seat.
    pub came: Option<u64>,
    /// The mail.
    pub letter: Outgoing,
    /// A newer one with the same word takes its place.
    pub replaces: Option<String>,
}

/// Who writes, and when.
pub struct Writer<'a> {
    desk: &'a Desk,
    config: &'a Config,
    texts: Texts,
    now: Time,
}

impl<'a> Writer<'a> {
    /// The writer of a campaign's mail.
    ///
    /// # Errors
    /// If the campaign's texts cannot be read.
    pub fn new(desk: &'a Desk, config: &'a Config, now: Time) -> Result<Self, Problem> {
        Ok(Self { desk, config, texts: Texts::of(&desk.campaign.store)?, now })
    }

    /// A letter, if its reader has an address.
    ///
    /// # Errors
    /// If its report cannot be read.
    pub fn letter(&self, letter: &Letter) -> Result<Option<Mail>, Problem> {
        let Some(to) = &letter.to else { return Ok(None) };
        let (mut text, mut shown) = (letter.body.clone(), None);
        let files = letter.files(self.desk)?.into_iter();
        let attached = files.map(|(name, bytes)| Attached { name, bytes }).collect();
        if letter.enclosed.as_ref().is_some_and(Enclosed::is_report) {
            let newest = self.desk.campaign.ledger.results().next_back();
            let cycle = newest.map_or(0, |(cycle, _)| cycle);
            shown = self.shown(&letter.seat, cycle, &mut text)?;
        }
        let (name, subject) = (letter.id.clone(), letter.subject.clone());
        let mut mail = self.mail(&letter.seat, to, (name, subject, text), attached);
        mail.letter.shown = shown;
        let replaces = letter.replaces().map(|word| self.named(&word));
        Ok(Some(Mail { came: Some(letter.came), replaces, ..mail }))
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

    /// The receipt of a packet that a deputy took, if its player has an address; no mail is at hand that it
    /// came with.
    ///
    /// # Errors
    /// If the address cannot be read, or nothing can be encrypted to the player.
    pub fn judged(&self, reply: &Reply) -> Result<Option<Mail>, Problem> {
        match &reply.receipt.seat {
            Some(seat) => self.receipt(seat, "deputy", reply),
            None => Ok(None),
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
        (signed, answer): (&Digest, Answer),
    ) -> Result<Option<Mail>, Problem> {
        let to = address(self.desk, seat)?.filter(|_| message.manner.may_be_answered());
        let Some(to) = to else { return Ok(None) };
        let said = format!("{}\n{}", answer.subject, answer.text);
        let Answer { subject, mut text, report, attached } = answer;
        // What is encrypted is never twice the same; it follows from what was asked, and from when.
        let id = match attached {
            Some(_) => self.answer_id(seat, signed, &self.desk.campaign.ledger.head().to_string()),
            None => self.answer_id(seat, signed, &said),
        };
        let mut attached: Vec<Attached> = attached.into_iter().collect();
        let mut shown = None;
        if let Some(cycle) = report {
            let bytes = self.desk.campaign.store.need(&self.desk.campaign.report(seat, cycle))?;
            attached.push(Attached { name: format!("report-{seat}.age"), bytes });
            shown = self.shown(seat, cycle, &mut text)?;
        }
        let subject = format!("[{}] {subject}", self.desk.campaign.ledger.genesis().name);
        let mut mail = self.mail(seat, &to, (id, subject, text), attached);
        mail.letter.shown = shown;
        Ok(Some(mail))
    }

    /// The name of a private answer to what a seat signed.
    pub fn private_answer(&self, seat: &Seat, signed: &Digest) -> String {
        self.named(&self.answer_id(seat, signed, &self.desk.campaign.ledger.head().to_string()))
    }

    /// How the names of all answers to what a seat signed begin.
    pub fn answers_to(&self, seat: &Seat, signed: &Digest) -> String {
        self.named(&answered(seat, signed))
    }

    /// The name of an answer follows from what was signed, from what is said to it, and from the day: so
    /// a copy of the same file, in whatever mail, has the same thing told once.
    fn answer_id(&self, seat: &Seat, signed: &Digest, said: &str) -> String {
        let day: String =
            self.now.to_string().chars().filter(char::is_ascii_digit).take(8).collect();
        format!("{}-{}-{day}", answered(seat, signed), Digest::of(said.as_bytes()).short())
    }

    /// A mail to ourselves, which proves that mail goes round; nobody else knows the token.
    pub fn probe(&self, token: &str) -> Outgoing {
        let seats = self.desk.campaign.seats();
        let campaign = &self.desk.campaign.ledger.genesis().name;
        let subject = format!("[{campaign}] a mail to ourselves");
        let text =
            format!("This mail shows that the post works. It is not for reading.\n\n{token}\n");
        let said = (format!("probe-{token}"), subject, text);
        self.mail(&seats[0], &self.config.from, said, Vec::new()).letter
    }

    /// The word by which a newer mail to ourselves takes the place of an older one.
    pub fn probes(&self) -> String {
        self.named("probe")
    }

    /// True if a mail of this name is one of the campaign's.
    pub fn is_ours(&self, name: &str) -> bool {
        name.starts_with(&self.named(""))
    }

    /// Says how a report is read. If its player gave their word, what it tells is shown as well.
    fn shown(&self, seat: &Seat, cycle: u32, text: &mut String) -> Result<Option<Shown>, Problem> {
        let over = self.desk.campaign.stage() == Stage::Closed;
        let read = if over { "read-last" } else { "read" };
        *text = format!("{text}\n{}", self.texts.phrase(seat, read, &[]));
        if !plain_text::is_wanted(self.desk, seat) {
            return Ok(None);
        }
        *text = format!("{text}\n{}", self.texts.phrase(seat, "plain", &[]));
        let campaign = &self.desk.campaign;
        let data = self.desk.sent(cycle, seat)?.data;
        let page = data.page_with(&*campaign.game, Some(around(campaign)))?;
        let page = with_seats(page, &data, campaign)?;
        let text = render::text(&page, Style { width: WIDTH, colour: false, draws: false });
        Ok(Some(Shown { text, html: html(&page, &data.game, campaign.shelf)? }))
    }

    fn receipt(&self, seat: &Seat, key: &str, reply: &Reply) -> Result<Option<Mail>, Problem> {
        let campaign = &self.desk.campaign;
        let receipt = &reply.receipt;
        let held = campaign.holder(seat, u32::MAX).is_some();
        let Some(to) = address(self.desk, seat)?.filter(|_| held) else { return Ok(None) };
        let text = reply.text.as_bytes();
        let sealed = if sealed::is_sealed(text) {
            reply.text.clone()
        } else {
            Receipt::seal(&reply.text, &campaign.readers(seat, receipt.received)?)?
        };
        let id = format!("receipt-{:04}-{seat}-{}-{key}", receipt.cycle, receipt.packet.short());
        let turn = campaign.ledger.holders(seat, receipt.cycle).len().saturating_sub(1);
        let withdrawn = campaign.ledger.withdrawn(seat, receipt.cycle, turn) >= receipt.sequence;
        let became = match receipt.verdict {
            Verdict::Accepted if receipt.reason.is_some() => {
                let later = campaign.ledger.genesis().link_terms.is_some();
                if later { "became-idle" } else { "became-bound" }
            }
            Verdict::Accepted => "became-accepted",
            Verdict::Superseded if withdrawn => "became-withdrawn",
            Verdict::Superseded => "became-superseded",
            Verdict::Equivocation => "became-equivocation",
            Verdict::Late => "became-late",
            Verdict::Refused => "became-refused",
            Verdict::Held => "became-held",
        };
        let values = [
            ("cycle", receipt.cycle.to_string()),
            ("received", receipt.received.to_string()),
            ("verdict", self.texts.phrase(seat, receipt.verdict.word(), &[])),
            ("became", self.texts.phrase(seat, became, &[])),
            ("why", self.texts.sentence(seat, &reply.open.clone().unwrap_or_default())),
        ];
        let (subject, mut text) = self.texts.letter(seat, ("receipt", &values));
        if plain_text::is_wanted(self.desk, seat) {
            text = format!("{text}\n{}", receipt.told());
        }
        let subject = format!("[{}] {subject}", campaign.ledger.genesis().name);
        let attached = vec![Attached { name: format!("{id}.age"), bytes: sealed.into_bytes() }];
        Ok(Some(self.mail(seat, &to, (id, subject, text), attached)))
    }

    /// The answer to who writes to a game that is over, at the address that is kept for them.
    pub fn over(&self, message: &Message, seat: &Seat) -> Result<Option<Mail>, Problem> {
        let to = address(self.desk, seat)?.filter(|_| message.manner.may_be_answered());
        let Some(to) = to else { return Ok(None) };
        let (subject, text) = self.texts.letter(seat, ("over", &[]));
        let subject = format!("[{}] {subject}", self.desk.campaign.ledger.genesis().name);
        let id = format!("over-{seat}-{}", message.key().short());
        Ok(Some(self.mail(seat, &to, (id, subject, text), Vec::new())))
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
            let words = message.offers.iter().all(|offer| mistaken::is_words(offer));
            let people =
                if words { self.texts.phrase(&seat, "people", &[]) } else { String::new() };
            let values = [
                ("received", reply.receipt.received.to_string()),
                (
                    "why",
                    self.texts.sentence(&seat, &reply.receipt.reason.clone().unwrap_or_default()),
                ),
                ("people", people),
            ];
            let (subject, text) = self.texts.letter(&seat, ("notice", &values));
            let subject = format!("[{name}] {subject}");
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
            reply_to: None,
            name: self.named(&id),
            from: (self.config.from.clone(), self.config.name.clone()),
            to: to.to_owned(),
            campaign: (
                self.desk.campaign.ledger.genesis().name.clone(),
                self.desk.genesis().short(),
            ),
            subject,
            text,
            shown: None,
            attached,
            date: self.now,
        };
        let came = people::last(&self.desk.campaign.ledger, seat).map(|person| person.came);
        Mail { seat: seat.clone(), came, letter, replaces: None }
    }

    /// The name of a mail among those of all campaigns.
    fn named(&self, id: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        let name: String = self.desk.campaign.ledger.genesis().name.chars().map(plain).collect();
        format!("{name}-{}.{id}", self.desk.genesis().short())
    }
}

fn answered(seat: &Seat, signed: &Digest) -> String {
    format!("answer-{seat}-{}", &signed.to_string()[..16])
}
