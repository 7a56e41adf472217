//! Receiving packets: every one gets a receipt, and none that is accepted is lost.

use super::campaign::Stage;
use super::desk::Desk;
use super::ledger_page;
use super::packet::{self, Noted};
use super::receipt::{Receipt, Verdict, sentence, sentences};
use crate::base::{Cause, Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::{Header, Position, Reader, Remark, Seat, Severity};
use crate::seal::mistaken::{self, Wanted};
use crate::seal::{Opened, leads_back, sealed, sshsig};

/// A receipt and its signed text.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it says.
    pub receipt: Receipt,
    /// The text to send to the player.
    pub text: String,
}

/// An order file whose binding fields are those of the cycle, and what the check says of it.
struct Examined {
    header: Header,
    remarks: Vec<Remark>,
}

/// What a cycle expects, read once for any number of packets.
pub struct Intake<'d> {
    desk: &'d mut Desk,
    cycle: u32,
    position: Position,
    must_be_sealed: bool,
    noted: Vec<Noted>,
    unreadable: Vec<Problem>,
}

impl<'d> Intake<'d> {
    /// Prepares to receive packets for the open cycle; between two cycles for the next one, to
    /// which the reports of the last already invite.
    ///
    /// # Errors
    /// If the campaign has not begun or is over, or what is kept cannot be read.
    pub fn begin(desk: &'d mut Desk) -> Result<Self, Problem> {
        let cycle = awaited(desk)?;
        let position = desk.position(cycle - 1)?;
        let must_be_sealed = desk.campaign.game.phase(&position)?.sealed;
        let identity = desk.cycle_identity(cycle);
        let (noted, unreadable) = packet::noted(&desk.campaign, cycle, &identity)?;
        Ok(Self { desk, cycle, position, must_be_sealed, noted, unreadable })
    }

    /// Files among the packets that cannot be read, and do not count.
    pub fn unreadable(&self) -> &[Problem] {
        &self.unreadable
    }

    /// Receives one packet as it arrived by mail.
    ///
    /// # Errors
    /// Only if the disk refuses. A packet that is not accepted gets a receipt that says why.
    pub fn receive(&mut self, raw: &[u8], now: Time) -> Result<Reply, Problem> {
        let opened = match self.open(raw) {
            Ok(opened) => opened,
            Err(problem) => {
                let (seat, problem) = self.of_earlier(raw, problem);
                return Ok(self.refuse(raw, now, seat, &problem));
            }
        };
        match self.examine(&opened) {
            Ok(examined) => self.accept(&opened, examined, now),
            Err(problem) => Ok(self.refuse(raw, now, opened.who.parse().ok(), &problem)),
        }
    }

    /// Decrypts and verifies; nothing unverified is parsed.
    fn open(&self, raw: &[u8]) -> Result<Opened, Problem> {
        mistaken::refuse(raw, Wanted::Packet)?;
        if self.must_be_sealed && !sealed::is_sealed(raw) {
            return Err(Problem::refused("orders for this phase must be encrypted")
                .hint("encrypt the signed file to this cycle's recipient"));
        }
        let identity = self.desk.cycle_identity(self.cycle);
        let keys = self.desk.campaign.keys(self.cycle)?;
        crate::seal::open(raw, Some(&identity), &keys, sshsig::ORDERS)
    }

    /// The problem of a packet that this cycle's key does not open: if it is for an earlier cycle,
    /// whose it is and that it comes too late.
    fn of_earlier(&self, raw: &[u8], problem: Problem) -> (Option<Seat>, Problem) {
        if problem.cause != Some(Cause::OtherKey) {
            return (None, problem);
        }
        for cycle in (1..self.cycle).rev() {
            let identity = self.desk.cycle_identity(cycle);
            let keys = self.desk.campaign.keys(cycle).unwrap_or_default();
            match crate::seal::open(raw, Some(&identity), &keys, sshsig::ORDERS) {
                Err(other) if other.cause == Some(Cause::OtherKey) => {}
                opened => {
                    let seat = opened.ok().and_then(|opened| opened.who.parse().ok());
                    return (seat, self.too_late(cycle));
                }
            }
        }
        (None, problem)
    }

    /// What is said of a packet for a cycle that is resolved.
    fn too_late(&self, cycle: u32) -> Problem {
        let closed = ledger_page::when(&self.desk.campaign.ledger, "result", cycle);
        let closed = closed.map(|time| format!(", which closed at {time}")).unwrap_or_default();
        Problem::refused(format!("this packet is for cycle {cycle}{closed}"))
            .hint(format!("start from a new template, for cycle {}", self.cycle))
    }

    /// Every binding field must be what this cycle expects.
    fn bind(&self, opened: &Opened, header: &Header) -> Result<(), Problem> {
        let campaign = &self.desk.campaign;
        let differs = |field: &str, given: &str, wanted: &str| {
            Err(Problem::refused(format!("{field} is {given}, expected {wanted}"))
                .hint("start from a new template for this cycle"))
        };
        if header.campaign != campaign.id() {
            return differs("campaign", &header.campaign, &campaign.id());
        }
        if (1..self.cycle).contains(&header.cycle) {
            return Err(self.too_late(header.cycle));
        }
        if header.cycle != self.cycle {
            return differs("cycle", &header.cycle.to_string(), &self.cycle.to_string());
        }
        let holder = campaign.holder(&header.seat, self.cycle);
        if holder.as_ref().is_none_or(|h| h.signing != opened.key.to_string()) {
            let what = format!("the file is not signed with the key of seat {}", header.seat);
            return Err(Problem::refused(what).hint("sign with the key you enrolled with"));
        }
        let recipient = self.desk.cycle_identity(self.cycle).recipient().to_string();
        if header.to != recipient {
            return differs("to", &header.to, &recipient);
        }
        if !campaign.has_head(&header.head) {
            return Err(Problem::refused("head is not an entry of this campaign's ledger")
                .hint("copy it from your report; if it is the same there, ask the moderator"));
        }
        let tip = holder.and_then(|h| h.tip);
        self.check_link(header, tip)
    }

    /// A revealed link must be the player's own for this cycle.
    fn check_link(&self, header: &Header, tip: Option<Digest>) -> Result<(), Problem> {
        let Some(link) = header.reveal else { return Ok(()) };
        let genesis = self.desk.genesis();
        if tip.is_some_and(|tip| leads_back(&genesis, (0, tip), (self.cycle, link))) {
            Ok(())
        } else {
            Err(Problem::refused("reveal is not the link of your chain for this cycle")
                .hint("leave it out, or let `adjutant template --key FILE` fill it in"))
        }
    }

    /// What binds the file, then the same check that the player can make, on the same view.
    fn examine(&self, opened: &Opened) -> Result<Examined, Problem> {
        let game = &self.desk.campaign.game;
        let (header, orders) = match game.read(&opened.bytes) {
            Ok(read) => read,
            // What binds a file is judged before what it asks.
            Err(problem) => {
                self.bind(opened, &Header::read(&opened.bytes)?)?;
                return Err(problem);
            }
        };
        self.bind(opened, &header)?;
        let view = game.see(&self.position, &Reader::Seat(header.seat.clone()))?;
        let remarks = game.check(&view, &orders)?;
        Ok(Examined { header, remarks })
    }

    fn accept(
        &mut self,
        opened: &Opened,
        Examined { header, remarks }: Examined,
        now: Time,
    ) -> Result<Reply, Problem> {
        let refused = remarks.iter().filter(|remark| remark.severity == Severity::Refused);
        let holders = self.desk.campaign.ledger.holders(&header.seat, self.cycle);
        let turn = holders.len().saturating_sub(1);
        let (verdict, reason) = self.judge(&header, turn, now);
        if let Some(known) = self.known(opened, &header, verdict) {
            // The same packet again: the same receipt again, and nothing else.
            return self.again(known);
        }
        let secret = self.desk.secret();
        let salt = packet::salt(secret, &self.desk.genesis(), self.cycle, &opened.id);
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
        let path = self.next_path(&header.seat)?;
        let noted = Noted {
            path,
            turn,
            seat: header.seat,
            sequence: header.sequence,
            receipt: receipt.clone(),
            receipt_text: text.clone(),
            file: String::from_utf8_lossy(&opened.file()).into_owned(),
        };
        packet::keep(self.desk, self.cycle, &noted)?;
        self.noted.push(noted);
        Ok(Reply { receipt, text })
    }

    /// The receipt that was given before, for the eyes of the seat's player alone: whoever sends a
    /// packet again may have intercepted it, and a receipt tells of the orders in it.
    fn again(&self, known: &Noted) -> Result<Reply, Problem> {
        let holder = self.desk.campaign.holder(&known.seat, self.cycle);
        let holder = holder.ok_or_else(|| Problem::refused("nobody holds the seat"))?;
        let text = sealed::seal(known.receipt_text.as_bytes(), &holder.recipient.parse()?)?;
        Ok(Reply { receipt: known.receipt.clone(), text })
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

    /// The highest sequence before the deadline counts. Who takes over a seat starts anew.
    fn judge(&self, header: &Header, turn: usize, now: Time) -> (Verdict, Option<String>) {
        let deadline = self.desk.campaign.ledger.deadline(self.cycle);
        if let Some(deadline) = deadline
            && now > deadline
        {
            return (Verdict::Late, Some(format!("the deadline was {deadline}")));
        }
        let before = packet::decisive(&self.noted, &header.seat).map(|at| &self.noted[at]);
        let before = before.filter(|k| k.turn == turn).map(|k| k.sequence);
        match before.map(|before| header.sequence.cmp(&before)) {
            None | Some(std::cmp::Ordering::Greater) => (Verdict::Accepted, None),
            Some(std::cmp::Ordering::Equal) => {
                let why =
                    "an earlier packet has the same sequence and other orders; that one counts";
                (Verdict::Equivocation, Some(why.to_owned()))
            }
            Some(std::cmp::Ordering::Less) => {
                let before = before.unwrap_or_default();
                (Verdict::Superseded, Some(format!("the packet with sequence {before} counts")))
            }
        }
    }

    /// A path behind every file that is there already, readable or not: none is written over.
    fn next_path(&self, seat: &Seat) -> Result<String, Problem> {
        let names = self.desk.campaign.store.list(&layout::packets(self.cycle))?;
        let number = |name: &String| {
            let (owner, number) = name.strip_suffix(".age")?.rsplit_once('-')?;
            number.parse::<u32>().ok().filter(|_| owner == seat.as_str())
        };
        let highest = names.iter().filter_map(number).max().unwrap_or_default();
        Ok(layout::packet(self.cycle, seat.as_str(), highest.saturating_add(1)))
    }

    fn refuse(&self, raw: &[u8], now: Time, seat: Option<Seat>, problem: &Problem) -> Reply {
        let reason = match &problem.hint {
            Some(hint) => format!("{} ({hint})", flat(problem)),
            None => flat(problem),
        };
        let blank = self.blank(Digest::of(raw), now, Verdict::Refused);
        let receipt = Receipt { seat, reason: Some(sentence(&reason)), ..blank };
        let text = receipt.sign(self.desk.signing());
        Reply { receipt, text }
    }

    fn blank(&self, packet: Digest, now: Time, verdict: Verdict) -> Receipt {
        Receipt {
            adjutant: "receipt-v1".to_owned(),
            campaign: self.desk.campaign.id(),
            cycle: self.cycle,
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

/// The cycle that packets are received for.
fn awaited(desk: &Desk) -> Result<u32, Problem> {
    match desk.campaign.stage() {
        Stage::Resolved(cycle) => match desk.campaign.game.outcome(&desk.position(cycle)?)? {
            None => Ok(cycle + 1),
            Some(_) => Err(Problem::nothing("the campaign is over")),
        },
        Stage::Enrolling | Stage::Open(_) | Stage::Closed => desk.campaign.open_cycle(),
    }
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
    let line = remark.slot.map(|slot| format!("{slot}: ")).unwrap_or_default();
    format!("{line}{}{rule}", remark.what)
}
