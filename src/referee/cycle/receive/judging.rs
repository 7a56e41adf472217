//! Packets that can be opened: every one is judged at once.

use std::collections::{BTreeMap, BTreeSet};

use super::reply::Reply;
use crate::base::{Cause, Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::{Header, Remark, Seat, Severity};
use crate::post::Message;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::expected::{Examined, Expected, OFFERS, TurnedDown};
use crate::referee::cycle::packets::{self, Noted, Packets};
use crate::referee::record::ledger_page;
use crate::referee::record::receipt::{Receipt, Verdict, sentence, sentences};
use crate::seal::Opened;
use crate::seal::mistaken::NO_PACKET;
use crate::seal::packet::is_likely as packet_is_likely;

/// Packets that are taken from one mail.
pub(super) const PACKETS: usize = 8;

/// The packets of a cycle as they come in.
pub(in crate::referee) struct Judging<'d> {
    desk: &'d Desk,
    pub(super) expected: Expected<'d>,
    noted: Vec<Noted>,
    unreadable: Vec<Problem>,
    /// Which of them counts for each seat.
    decisive: BTreeMap<Seat, usize>,
    /// The highest number among each seat's packets.
    numbers: BTreeMap<String, u32>,
    /// The numbers that files have, whoever put them there.
    taken: BTreeMap<String, BTreeSet<u32>>,
}

impl<'d> Judging<'d> {
    /// Prepares to receive packets for the open cycle; between two cycles for the next one, to
    /// which the reports of the last already invite.
    ///
    /// # Errors
    /// If the campaign has not begun or is over, or what is kept cannot be read.
    pub(in crate::referee) fn begin(desk: &'d mut Desk) -> Result<Self, Problem> {
        let desk: &'d Desk = desk;
        let expected = Expected::of(desk)?;
        let (campaign, cycle) = (&desk.campaign, expected.cycle());
        let (noted, unreadable) = packets::noted(campaign, cycle, expected.identity())?;
        let names = campaign.store.list(&layout::packets(cycle))?;
        let mut taken: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (seat, number) in names.iter().filter_map(|name| layout::packet_number(name)) {
            taken.entry(seat.to_owned()).or_default().insert(number);
        }
        let mut numbers = BTreeMap::new();
        for (seat, number) in noted.iter().map(|noted| packets::place(&noted.path)) {
            let highest: &mut u32 = numbers.entry(seat).or_default();
            *highest = number.max(*highest);
        }
        let seats = campaign.seats().into_iter();
        let counting = |seat: Seat| packets::decisive(&noted, &seat).map(|at| (seat, at));
        let decisive = seats.filter_map(counting).collect();
        Ok(Self { desk, expected, noted, unreadable, decisive, numbers, taken })
    }

    /// Ends the intake: what was taken is on disk for good, whatever becomes of the power.
    ///
    /// # Errors
    /// If the disk refuses.
    pub(super) fn end(self) -> Result<Packets, Problem> {
        let Self { desk, expected, mut noted, unreadable, .. } = self;
        desk.campaign.store.settle()?;
        noted.sort_by_cached_key(|noted| packets::place(&noted.path));
        Ok(Packets::of(&desk.campaign, expected.cycle(), (noted, unreadable)))
    }

    /// Files among the packets that cannot be read, and do not count.
    pub(super) fn unreadable(&self) -> &[Problem] {
        &self.unreadable
    }

    /// Receives what a mail carries: every packet among its attachments and texts, each once. A file
    /// that is no mail is taken as it is.
    ///
    /// # Errors
    /// Only if the disk refuses. A mail without a packet that is accepted gets a receipt that says why.
    pub(super) fn receive_mail(&mut self, raw: &[u8], now: Time) -> Result<Vec<Reply>, Problem> {
        let replies = self.receive_message(raw, &Message::read(raw), now, None)?;
        self.desk.campaign.store.settle()?;
        Ok(replies)
    }

    /// The same for a message that was taken apart, which was put into a mailbox when it `came`. A loss of power
    /// may undo it until [`Judging::end`]: no receipt leaves before.
    ///
    /// # Errors
    /// As [`Judging::receive_mail`].
    pub(super) fn receive_message(
        &mut self,
        raw: &[u8],
        message: &Message,
        now: Time,
        came: Option<Time>,
    ) -> Result<Vec<Reply>, Problem> {
        let now = self.not_before_the_ledger(now);
        if message.offers.iter().any(|offer| offer == raw) {
            return Ok(vec![self.receive_file(raw, now, came)?]);
        }
        let (mut ids, mut replies, mut refused) = (Vec::new(), Vec::new(), None);
        let likely = message.offers.iter().filter(|offer| packet_is_likely(offer)).take(OFFERS);
        for offer in likely {
            match self.expected.take(offer, now) {
                Ok((opened, _)) if ids.contains(&opened.id) => {}
                Ok(_) if replies.len() == PACKETS => break,
                Ok((opened, examined)) => {
                    ids.push(opened.id);
                    replies.push(self.accept(&opened, examined, now)?);
                }
                Err(down) => match (self.left_behind(&down, came)?, &refused) {
                    (Some(known), _) if ids.contains(&known.receipt.packet) => {}
                    (Some(_), _) if replies.len() == PACKETS => break,
                    (Some(known), _) => {
                        ids.push(known.receipt.packet);
                        replies.push(self.again(&known)?);
                    }
                    // Of several that are refused the one is told whose sender is known.
                    (None, None) => refused = Some(down),
                    (None, Some(first)) if first.seat.is_none() && down.seat.is_some() => {
                        refused = Some(down);
                    }
                    (None, Some(_)) => {}
                },
            }
        }
        if !replies.is_empty() {
            return Ok(replies);
        }
        let down = match refused {
            Some(down) if down.seat.is_some() => down,
            refused => match self.expected.take(raw, now) {
                // As one text, with everything around it.
                Ok((opened, examined)) => return Ok(vec![self.accept(&opened, examined, now)?]),
                Err(whole) => match refused {
                    Some(down) => down,
                    None => self.without_packet(message, *whole, now),
                },
            },
        };
        Ok(vec![self.turn_down(&down, now, came)?])
    }

    /// What comes by a clock that is behind comes when the newest entry was written, which judges it.
    fn not_before_the_ledger(&self, now: Time) -> Time {
        now.max(self.desk.campaign.ledger.time())
    }

    /// What is said of a mail in which nothing is encrypted or signed: what one of its parts is, if
    /// that is plain.
    fn without_packet(
        &mut self,
        message: &Message,
        whole: TurnedDown,
        now: Time,
    ) -> Box<TurnedDown> {
        let named = message.offers.iter().find_map(|offer| {
            self.expected.take(offer, now).err().filter(|down| down.problem.what != NO_PACKET)
        });
        if let Some(down) = named {
            return down;
        }
        let problem = match message.cut {
            Some(why) => Problem::refused(format!("only a part of the mail was read: {why}"))
                .hint("send the packet alone, as an attachment"),
            None => Problem::refused(NO_PACKET)
                .hint("send the file that `adjutant seal` writes, as an attachment"),
        };
        Box::new(TurnedDown { problem, ..whole })
    }

    /// Receives one packet as it arrived by mail.
    ///
    /// # Errors
    /// Only if the disk refuses. A packet that is not accepted gets a receipt that says why.
    pub(super) fn receive(&mut self, raw: &[u8], now: Time) -> Result<Reply, Problem> {
        let now = self.not_before_the_ledger(now);
        self.receive_noted(raw, now)
    }

    /// The same for a packet that a deputy noted when it came.
    ///
    /// # Errors
    /// As [`Judging::receive`].
    pub(in crate::referee) fn receive_noted(
        &mut self,
        raw: &[u8],
        now: Time,
    ) -> Result<Reply, Problem> {
        let reply = self.receive_file(raw, now, None)?;
        self.desk.campaign.store.settle()?;
        Ok(reply)
    }

    fn receive_file(
        &mut self,
        raw: &[u8],
        now: Time,
        came: Option<Time>,
    ) -> Result<Reply, Problem> {
        match self.expected.take(raw, now) {
            Ok((opened, examined)) => self.accept(&opened, examined, now),
            Err(turned_down) => self.turn_down(&turned_down, now, came),
        }
    }

    fn accept(
        &mut self,
        opened: &Opened,
        Examined { header, remarks, .. }: Examined,
        now: Time,
    ) -> Result<Reply, Problem> {
        let refused = remarks.iter().filter(|remark| remark.severity == Severity::Refused);
        let (campaign, cycle) = (&self.desk.campaign, self.expected.cycle());
        let turn = campaign.ledger.holders(&header.seat, cycle).len().saturating_sub(1);
        let before = self.decisive.get(&header.seat).map(|at| &self.noted[*at]);
        let (verdict, reason) = self.expected.judge(before, &header, now);
        let rank = before.map(|before| (before.turn, before.sequence));
        if let Some(known) = self.known(opened, &header, verdict) {
            // The same packet again: the same receipt again, and nothing else.
            return self.again(known);
        }
        let salt = packets::salt(self.desk.cycle_keys(), cycle, &opened.id);
        let receipt = Receipt {
            seat: Some(header.seat.clone()),
            sequence: Some(header.sequence),
            salt: Some(salt),
            reason,
            repaired: opened.repaired.iter().map(ToString::to_string).collect(),
            findings: sentences(refused.map(say)),
            ..self.blank(opened.id, now, verdict)
        };
        let text = receipt.sign(self.desk.signing());
        let file = String::from_utf8_lossy(&opened.file()).into_owned();
        let kept = packets::sealed((&text, &file), self.expected.recipient())?;
        let path = self.keep(&header.seat, &kept)?;
        let noted = Noted {
            path,
            digest: Digest::of(&kept),
            turn,
            seat: header.seat,
            sequence: header.sequence,
            counts: packets::counts(campaign, cycle, (&receipt, turn)),
            receipt: receipt.clone(),
            receipt_text: text.clone(),
            file,
        };
        if noted.counts && rank.is_none_or(|rank| rank <= (turn, noted.sequence)) {
            self.decisive.insert(noted.seat.clone(), self.noted.len());
        }
        self.noted.push(noted);
        Ok(Reply::of(receipt, text))
    }

    /// The receipt that was given before, for the eyes of the seat's player, and who stands in: whoever sends a
    /// packet again may have intercepted it, and a receipt tells of the orders in it.
    fn again(&self, known: &Noted) -> Result<Reply, Problem> {
        let readers = self.desk.campaign.readers(&known.seat, known.receipt.received)?;
        if readers.is_empty() {
            return Err(Problem::refused("nobody holds the seat"));
        }
        let text = Receipt::seal(&known.receipt_text, &readers)?;
        Ok(Reply::of(known.receipt.clone(), text))
    }

    /// The same packet, received before. One that was late is judged again if it no longer is:
    /// the deadline was moved.
    fn known(&self, opened: &Opened, header: &Header, verdict: Verdict) -> Option<&Noted> {
        let same = |k: &&Noted| k.receipt.packet == opened.id && k.seat == header.seat;
        let late = |k: &&Noted| k.receipt.verdict == Verdict::Late;
        let mut all = self.noted.iter().filter(same);
        let known = all.clone().find(|k| !late(k));
        known.or_else(|| all.next().filter(|_| verdict == Verdict::Late))
    }

    /// Keeps a packet behind those that came before, under a number that no file has, readable or not. Its path.
    fn keep(&mut self, seat: &Seat, packet: &[u8]) -> Result<String, Problem> {
        let path = |number| layout::packet(self.expected.cycle(), seat.as_str(), number);
        let highest = self.numbers.get(seat.as_str()).copied().unwrap_or_default();
        let taken = self.taken.entry(seat.to_string()).or_default();
        let number = self.desk.campaign.store.put_behind((highest, taken), path, packet)?;
        taken.insert(number);
        let path = path(number);
        self.numbers.insert(seat.to_string(), number);
        Ok(path)
    }

    pub(super) fn turn_down(
        &self,
        down: &TurnedDown,
        now: Time,
        came: Option<Time>,
    ) -> Result<Reply, Problem> {
        match self.left_behind(down, came)? {
            Some(known) => self.again(&known),
            None => self.refuse(down, now),
        }
    }

    /// What was received for a cycle that is over, of a mail that came before that was over: whoever received it
    /// died before the mail was taken away. Who sends a packet again later means the cycle that is open, and is told
    /// that it is another.
    fn left_behind(&self, down: &TurnedDown, came: Option<Time>) -> Result<Option<Noted>, Problem> {
        let TurnedDown { seat: Some(seat), earlier: Some((cycle, id)), .. } = down else {
            return Ok(None);
        };
        let campaign = &self.desk.campaign;
        let closed = ledger_page::when(&campaign.ledger, "result", *cycle);
        if came.zip(closed).is_none_or(|(came, closed)| came > closed) {
            return Ok(None);
        }
        let identity = self.desk.cycle_identity(*cycle);
        let all = packets::notes_listed(campaign, *cycle, &identity)?;
        let known = all.into_iter().find(|k| k.receipt.packet == *id && k.seat == *seat);
        // A seat that was dropped with the cycle has nobody who could read it.
        Ok(match known {
            Some(known) if campaign.readers(seat, known.receipt.received)?.is_empty() => None,
            known => known,
        })
    }

    /// Of a packet that a seat's key signed the receipt is kept, so that the seat's state can say so.
    fn refuse(&self, turned_down: &TurnedDown, now: Time) -> Result<Reply, Problem> {
        let TurnedDown { seat, packet, problem, .. } = turned_down;
        let reason = match &problem.hint {
            Some(hint) => format!("{} ({hint})", flat(problem)),
            None => flat(problem),
        };
        let blank = self.blank(*packet, now, Verdict::Refused);
        let receipt = Receipt { seat: seat.clone(), reason: Some(sentence(&reason)), ..blank };
        let text = receipt.sign(self.desk.signing());
        // One for a cycle that is over says nothing of this one.
        let tells = problem.cause != Some(Cause::Earlier);
        if let Some(seat) = seat.as_ref().filter(|_| tells) {
            keep_refused(self.desk, &self.expected, (seat, packet), &text)?;
        }
        let public = matches!(problem.cause, Some(Cause::Binding | Cause::Earlier));
        let open = receipt.reason.clone().filter(|_| public);
        Ok(Reply { receipt, text, open })
    }

    fn blank(&self, packet: Digest, now: Time, verdict: Verdict) -> Receipt {
        Receipt {
            adjutant: "receipt-v1".to_owned(),
            campaign: self.desk.campaign.id(),
            cycle: self.expected.cycle(),
            seat: None,
            sequence: None,
            packet,
            salt: None,
            received: now,
            verdict,
            reason: None,
            repaired: Vec::new(),
            findings: Vec::new(),
        }
    }
}

/// Keeps the receipt of a seat's packet that was refused, in place of one of another packet.
fn keep_refused(
    desk: &Desk,
    expected: &Expected,
    (seat, packet): (&Seat, &Digest),
    receipt: &str,
) -> Result<(), Problem> {
    let cycle = expected.cycle();
    let known = packets::refused(desk, cycle, seat).ok().flatten();
    if known.is_some_and(|known| known.packet == *packet) {
        return Ok(());
    }
    let kept = packets::sealed((receipt, ""), expected.recipient())?;
    desk.campaign.store.put(&layout::refused(cycle, seat.as_str()), &kept)
}

/// Place and sentence without the excerpt.
fn flat(problem: &Problem) -> String {
    match &problem.place {
        Some(place) => format!("{place}: {}", problem.what),
        None => problem.what.clone(),
    }
}

fn say(remark: &Remark) -> String {
    let rule = remark.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let line = remark.slot.map(|slot| format!("{}: ", slot.place(remark.spot))).unwrap_or_default();
    format!("{line}{}{rule}", remark.what)
}
