//! Receiving packets: every one gets a receipt, and none that is accepted is lost.

use super::desk::Desk;
use super::packet::{self, Kept};
use super::receipt::{Receipt, Verdict, sentence, sentences};
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{Document, Finding, Header, Reader, Seat, Weight};
use crate::seal::{Opened, leads_back, sealed, sshsig};

/// A receipt and its signed text.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it says.
    pub receipt: Receipt,
    /// The text to send to the player.
    pub text: String,
}

/// What a cycle expects, read once for any number of packets.
pub struct Intake<'d> {
    desk: &'d mut Desk,
    cycle: u32,
    position: Document,
    must_be_sealed: bool,
    kept: Vec<Kept>,
}

impl<'d> Intake<'d> {
    /// Prepares to receive packets for the open cycle.
    ///
    /// # Errors
    /// If no cycle is open, or what is kept cannot be read.
    pub fn begin(desk: &'d mut Desk) -> Result<Self, Problem> {
        let cycle = desk.campaign.open_cycle()?;
        let position = desk.position(cycle - 1)?;
        let must_be_sealed = desk.campaign.table.phase(&position)?.sealed;
        let kept = packet::kept(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        Ok(Self { desk, cycle, position, must_be_sealed, kept })
    }

    /// Receives one packet as it came out of the mail.
    ///
    /// # Errors
    /// Only if the disk refuses. A packet that is not accepted gets a receipt that says why.
    pub fn receive(&mut self, raw: &[u8], now: &str) -> Result<Reply, Problem> {
        let opened = match self.open(raw) {
            Ok(opened) => opened,
            Err(problem) => return Ok(self.refuse(raw, now, None, &problem)),
        };
        match self.examine(&opened) {
            Ok((header, findings)) => self.accept(&opened, &header, &findings, now),
            Err(problem) => Ok(self.refuse(raw, now, Some(opened.who), &problem)),
        }
    }

    /// Decrypts and verifies; nothing unverified is parsed.
    fn open(&self, raw: &[u8]) -> Result<Opened, Problem> {
        if self.must_be_sealed && !sealed::is_sealed(raw) {
            return Err(Problem::refused("the orders of this phase must be sealed")
                .hint("encrypt the signed file to the recipient of the call for orders"));
        }
        let identity = self.desk.cycle_identity(self.cycle);
        let keys = self.desk.campaign.keys(self.cycle)?;
        crate::seal::open(raw, Some(&identity), &keys, sshsig::ORDERS)
    }

    /// Every binding field must be what this cycle expects.
    fn bind(&self, opened: &Opened, header: &Header) -> Result<(), Problem> {
        let campaign = &self.desk.campaign;
        let differs = |field: &str, given: &str, wanted: &str| {
            Err(Problem::refused(format!("{field} is {given}, not {wanted}"))
                .hint("begin with a fresh template for this call"))
        };
        if header.campaign != campaign.id() {
            return differs("campaign", &header.campaign, &campaign.id());
        }
        if header.cycle != self.cycle {
            return differs("cycle", &header.cycle.to_string(), &self.cycle.to_string());
        }
        let holder = campaign.holder(&header.seat, self.cycle);
        if holder.as_ref().is_none_or(|h| h.signing != opened.key.to_string()) {
            let what = format!("the signature is not that of the seat {}", header.seat);
            return Err(Problem::refused(what).hint("sign with the key you enrolled with"));
        }
        let recipient = self.desk.cycle_identity(self.cycle).recipient().to_string();
        if header.to != recipient {
            return differs("to", &header.to, &recipient);
        }
        if !campaign.has_head(&header.head) {
            return Err(Problem::refused("head is no entry of this campaign's ledger")
                .hint("copy it from the report; if it is the same there, ask the moderator"));
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
    fn examine(&self, opened: &Opened) -> Result<(Header, Vec<Finding>), Problem> {
        let table = &self.desk.campaign.table;
        table.examine(&opened.bytes, &|header| {
            self.bind(opened, header)?;
            table.see(&self.position, &Reader::Seat(header.seat.clone()))
        })
    }

    fn accept(
        &mut self,
        opened: &Opened,
        header: &Header,
        findings: &[Finding],
        now: &str,
    ) -> Result<Reply, Problem> {
        let (verdict, reason) = self.judge(header, now);
        if let Some(known) = self.known(opened, header, verdict) {
            // The same packet again: the same receipt again, and nothing else.
            let (receipt, text) = (known.receipt.clone(), known.receipt_text.clone());
            return Ok(Reply { receipt, text });
        }
        let secret = self.desk.secret();
        let salt = packet::salt(secret, &self.desk.genesis(), self.cycle, &opened.id);
        let receipt = Receipt {
            seat: Some(header.seat.to_string()),
            sequence: Some(header.sequence),
            salt: Some(salt),
            reason,
            repaired: opened.repaired.iter().map(ToString::to_string).collect(),
            findings: sentences(findings.iter().filter(|f| f.weight == Weight::Refused).map(say)),
            ..self.blank(opened.id, now, verdict)
        };
        let text = receipt.sign(self.desk.signing());
        let path = self.next_path(&header.seat);
        let envelope = packet::envelope(&text, &opened.file());
        packet::keep(self.desk, self.cycle, &path, &envelope)?;
        self.kept.push(Kept {
            path,
            receipt: receipt.clone(),
            receipt_text: text.clone(),
            bytes: opened.bytes.clone(),
            armor: opened.armor.clone(),
            header: header.clone(),
        });
        Ok(Reply { receipt, text })
    }

    /// The same packet as it came before. One that was late is judged anew if it no longer is:
    /// the deadline was moved.
    fn known(&self, opened: &Opened, header: &Header, verdict: Verdict) -> Option<&Kept> {
        let same = |k: &&Kept| k.receipt.packet == opened.id && k.header.seat == header.seat;
        let late = |k: &&Kept| k.receipt.verdict == Verdict::Late;
        let mut all = self.kept.iter().filter(same);
        let known = all.clone().find(|k| !late(k));
        known.or_else(|| all.next().filter(|_| verdict == Verdict::Late))
    }

    /// The highest sequence before the deadline counts.
    fn judge(&self, header: &Header, now: &str) -> (Verdict, Option<String>) {
        let deadline = self.desk.campaign.ledger.deadline(self.cycle);
        if let Some(deadline) = deadline
            && now > deadline
        {
            return (Verdict::Late, Some(format!("the deadline was {deadline}")));
        }
        let before = packet::decisive(&self.kept, &header.seat).map(|k| k.header.sequence);
        match before.map(|before| header.sequence.cmp(&before)) {
            None | Some(std::cmp::Ordering::Greater) => (Verdict::Accepted, None),
            Some(std::cmp::Ordering::Equal) => {
                let why = "another packet has this sequence; that one stands".to_owned();
                (Verdict::Equivocation, Some(why))
            }
            Some(std::cmp::Ordering::Less) => {
                let before = before.unwrap_or_default();
                (Verdict::Superseded, Some(format!("the packet with sequence {before} stands")))
            }
        }
    }

    fn next_path(&self, seat: &Seat) -> String {
        let nth = 1 + self.kept.iter().filter(|k| k.header.seat == *seat).count();
        layout::packet(self.cycle, seat.as_str(), u32::try_from(nth).expect("packets are few"))
    }

    fn refuse(&self, raw: &[u8], now: &str, seat: Option<String>, problem: &Problem) -> Reply {
        let reason = match &problem.hint {
            Some(hint) => format!("{} ({hint})", flat(problem)),
            None => flat(problem),
        };
        let blank = self.blank(Digest::of(raw), now, Verdict::Refused);
        let receipt = Receipt { seat, reason: Some(sentence(&reason)), ..blank };
        let text = receipt.sign(self.desk.signing());
        Reply { receipt, text }
    }

    fn blank(&self, packet: Digest, now: &str, verdict: Verdict) -> Receipt {
        Receipt {
            adjutant: "receipt-v1".to_owned(),
            campaign: self.desk.campaign.id(),
            cycle: self.cycle,
            seat: None,
            sequence: None,
            packet,
            salt: None,
            received: now.to_owned(),
            verdict,
            reason: None,
            repaired: Vec::new(),
            findings: Vec::new(),
        }
    }
}

/// Place and sentence without the excerpt.
fn flat(problem: &Problem) -> String {
    match &problem.place {
        Some(place) => format!("{place}: {}", problem.what),
        None => problem.what.clone(),
    }
}

fn say(finding: &Finding) -> String {
    let rule = finding.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
    format!("{}: {}{rule}", finding.line, finding.what)
}
