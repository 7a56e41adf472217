//! What a cycle expects of a packet, and what becomes of one: the same for who receives it and for
//! who asks after the reveal whether it was received as it should have been.

mod timed;

use std::cmp::Ordering;
use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};

use super::arrivals::{self, Held, Timed, unopened};
use super::desk::Desk;
use super::packets::{Noted, awaited};
use crate::base::{Cause, Digest, Problem, Time};
use crate::engine::{AnySheet, Checker, Header, Position, Reader, Remark, Seat};
use crate::page::Page;
use crate::post::Message;
use crate::referee::player::forecast::{self, Plan};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_page;
use crate::referee::record::receipt::Verdict;
use crate::seal::mistaken::{self, Wanted};
use crate::seal::packet::is_likely;
use crate::seal::{
    self, CycleKeys, Envelope, Identity, Opened, PublicKey, Recipient, leads_back, sealed, sshsig,
};

/// What is encrypted or signed in one mail, and is looked at.
pub(in crate::referee) const OFFERS: usize = 16;
/// Worlds in which orders are tried that came by mail.
const WORLDS: u32 = 100;

/// A cycle that packets are received for, with all that follows from the campaign and not from a packet.
pub struct Expected<'a> {
    /// The campaign as it stands when a packet comes.
    campaign: &'a Campaign,
    cycle_keys: &'a CycleKeys,
    cycle: u32,
    /// The position before the cycle.
    position: Position,
    /// True if its packets must be encrypted.
    sealed: bool,
    /// Whether they open, if they are sealed to a round.
    timed: Timed,
    /// Those that nobody can open any more.
    lost: Vec<Held>,
    /// What opens its packets.
    identity: Identity,
    recipient: Recipient,
    /// Whose signatures are looked for.
    keys: Vec<(String, PublicKey)>,
    /// What checks each seat's orders, once one of its packets was looked at.
    checkers: BTreeMap<Seat, Checker<'a>>,
}

/// An order file whose binding fields are those of the cycle, and what the check says of it.
#[derive(Debug)]
pub(in crate::referee) struct Examined {
    pub(in crate::referee) header: Header,
    pub(in crate::referee) orders: AnySheet,
    pub(in crate::referee) remarks: Vec<Remark>,
}

/// A packet that is not accepted, whenever it comes.
#[derive(Debug)]
pub(in crate::referee) struct TurnedDown {
    /// Whose it is, if that could be told.
    pub(in crate::referee) seat: Option<Seat>,
    /// What its receipt names: the packet's id, if it could be opened, else [`unopened`].
    pub(in crate::referee) packet: Digest,
    /// Why.
    pub(in crate::referee) problem: Problem,
    /// If it is for a cycle that is over, which, and the packet's id.
    pub(in crate::referee) earlier: Option<(u32, Digest)>,
}

impl<'a> Expected<'a> {
    /// The cycle that packets come in for.
    ///
    /// # Errors
    /// If the campaign has not begun or is over, or its files cannot be read.
    pub fn of(desk: &'a Desk) -> Result<Self, Problem> {
        let cycle = awaited(desk)?;
        let position = desk.position(cycle - 1)?;
        Self::new(&desk.campaign, desk.cycle_keys(), (cycle, position))
    }

    /// A cycle of a campaign, and the position before it.
    ///
    /// # Errors
    /// If the ledger has an invalid key, or the position is none of this game.
    pub(in crate::referee) fn new(
        campaign: &'a Campaign,
        cycle_keys: &'a CycleKeys,
        (cycle, position): (u32, Position),
    ) -> Result<Self, Problem> {
        let sealed = campaign.game.phase(&position)?.sealed;
        let identity = cycle_keys.identity(cycle);
        let (recipient, keys) = (identity.recipient(), campaign.keys_of_packets(cycle)?);
        let timed = Timed::of(campaign, (cycle, sealed));
        let lost = match timed {
            Timed::Lost => arrivals::envelopes(campaign, (cycle, &identity))?,
            Timed::Never | Timed::Waits | Timed::Opens(_) => Vec::new(),
        };
        Ok(Self {
            timed,
            lost,
            campaign,
            cycle_keys,
            cycle,
            position,
            sealed,
            identity,
            recipient,
            keys,
            checkers: BTreeMap::new(),
        })
    }

    /// The cycle.
    pub(in crate::referee) fn cycle(&self) -> u32 {
        self.cycle
    }

    /// What opens its packets.
    pub(in crate::referee) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What its packets are kept for.
    pub(in crate::referee) fn recipient(&self) -> &Recipient {
        &self.recipient
    }

    /// What orders might achieve that were signed for that alone. Nothing is stored, and nothing goes in
    /// but the seat's own view and the file, from which also all luck follows.
    ///
    /// # Errors
    /// Why a packet of these orders would be refused.
    pub fn forecast(mut self, opened: &Opened, now: Time) -> Result<Page, Problem> {
        let Examined { header, orders, .. } = self.examine(opened, now)?;
        let game = &*self.campaign.game;
        let view = game.see(&self.position, &Reader::Seat(header.seat.clone()))?;
        let plan = Plan::of(header, orders, &opened.bytes);
        Ok(forecast::forecast(game, &view, &plan, WORLDS, &|| ())?.page())
    }

    /// True if a seat of this campaign signed something in the mail.
    pub fn is_signed_for(&mut self, raw: &[u8], message: &Message, now: Time) -> bool {
        let offers = message.offers.iter().map(Vec::as_slice);
        let likely = offers.filter(|offer| is_likely(offer)).take(OFFERS);
        likely.chain([raw]).any(|offer| match self.take(offer, now) {
            Ok(_) => true,
            Err(down) => down.seat.is_some(),
        })
    }

    /// Decrypts a packet that comes now, verifies it and reads it.
    ///
    /// # Errors
    /// Why it is refused.
    pub(in crate::referee) fn take(
        &mut self,
        raw: &[u8],
        now: Time,
    ) -> Result<(Opened, Examined), Box<TurnedDown>> {
        let opened = self.open(raw).map_err(|problem| {
            let seat = self.whose_envelope(raw);
            let down = TurnedDown { seat, packet: unopened(raw), problem, earlier: None };
            Box::new(self.of_earlier(raw, down))
        })?;
        let examined = self.examine(&opened, now).map_err(|problem| {
            let (seat, packet) = (self.whose(&opened), opened.id);
            let is_earlier = problem.cause == Some(Cause::Earlier);
            let header = Header::read(&opened.bytes).ok().filter(|_| is_earlier);
            let earlier = header.map(|header| (header.cycle, packet));
            Box::new(TurnedDown { seat, packet, problem, earlier })
        })?;
        Ok((opened, examined))
    }

    /// Whose a verified packet is: of the seats that its key signs for the one that it names, or the only one.
    /// Somebody may stand in for several.
    fn whose(&self, opened: &Opened) -> Option<Seat> {
        let own = self.keys.iter().filter(|(_, key)| *key == opened.key);
        let seats: BTreeSet<Seat> = own.filter_map(|(seat, _)| seat.parse().ok()).collect();
        let named = Header::read(&opened.bytes).ok().map(|header| header.seat);
        let named = named.filter(|seat| seats.contains(seat));
        named.or_else(|| if seats.len() == 1 { seats.into_iter().next() } else { None })
    }

    /// Decrypts and verifies; nothing unverified is parsed.
    fn open(&self, raw: &[u8]) -> Result<Opened, Problem> {
        mistaken::refuse(raw, Wanted::Packet)?;
        if self.sealed && !sealed::is_sealed(raw) {
            return Err(Problem::refused("orders for this phase must be encrypted")
                .hint("encrypt the signed file to this cycle's recipient"));
        }
        self.opened(raw)
    }

    fn opened_in(&self, cycle: u32, raw: &[u8]) -> Result<Opened, Problem> {
        let keys = self.campaign.keys_of_packets(cycle)?;
        let identity = self.cycle_keys.identity(cycle);
        let opened = seal::open(raw, Some(&identity), &keys, sshsig::ORDERS);
        match Envelope::read(raw, &identity, &keys) {
            Ok((_, outer)) if opened.is_err() => Ok(outer),
            Ok(_) | Err(_) => opened,
        }
    }

    /// A packet that this cycle's key does not open: if it is for an earlier cycle, whose it is and that it
    /// comes too late.
    fn of_earlier(&self, raw: &[u8], down: TurnedDown) -> TurnedDown {
        if down.problem.cause != Some(Cause::OtherKey) {
            return down;
        }
        for cycle in (1..self.cycle).rev() {
            match self.opened_in(cycle, raw) {
                Err(other) if other.cause == Some(Cause::OtherKey) => {}
                opened => {
                    let opened = opened.ok();
                    let earlier = opened.as_ref().map(|opened| (cycle, opened.id));
                    let seat = opened.and_then(|opened| opened.who.parse().ok());
                    return TurnedDown { seat, problem: self.too_late(cycle), earlier, ..down };
                }
            }
        }
        down
    }

    /// What is said of a packet for a cycle that is resolved.
    fn too_late(&self, cycle: u32) -> Problem {
        let closed = ledger_page::when(&self.campaign.ledger, "result", cycle);
        let closed = closed.map(|time| format!(", which closed at {time}")).unwrap_or_default();
        Problem::refused(format!("this packet is for cycle {cycle}{closed}"))
            .hint(format!("start from a new template, for cycle {}", self.cycle))
            .cause(Cause::Earlier)
    }

    /// What binds the file, then the same check that the player can make, on the same view.
    ///
    /// # Errors
    /// Why it is refused.
    pub(in crate::referee) fn examine(
        &mut self,
        opened: &Opened,
        now: Time,
    ) -> Result<Examined, Problem> {
        let campaign: &'a Campaign = self.campaign;
        let game = &*campaign.game;
        let (header, orders) = match game.read(&opened.bytes) {
            Ok(read) => read,
            // What binds a file is judged before what it asks.
            Err(problem) => {
                self.bind(opened, &Header::read(&opened.bytes)?, now)?;
                return Err(problem);
            }
        };
        self.bind(opened, &header, now)?;
        let check = match self.checkers.entry(header.seat.clone()) {
            Slot::Occupied(known) => known.into_mut(),
            Slot::Vacant(new) => {
                let view = game.see(&self.position, &Reader::Seat(header.seat.clone()))?;
                new.insert(game.checker(&view)?)
            }
        };
        let remarks = check(&orders)?;
        Ok(Examined { header, orders, remarks })
    }

    /// Every binding field must be what this cycle expects.
    fn bind(&self, opened: &Opened, header: &Header, now: Time) -> Result<(), Problem> {
        self.is_bound(opened, header, now).map_err(|problem| match problem.cause {
            Some(_) => problem,
            None => problem.cause(Cause::Binding),
        })
    }

    fn is_bound(&self, opened: &Opened, header: &Header, now: Time) -> Result<(), Problem> {
        let campaign = self.campaign;
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
        let key = opened.key.to_string();
        let own = holder.as_ref().is_some_and(|holder| holder.signing == key);
        if !own && !self.is_substitute(&header.seat, &key, now)? {
            let what = format!("the file is not signed with the key of seat {}", header.seat);
            return Err(Problem::refused(what).hint("sign with the key you enrolled with"));
        }
        let recipient = self.recipient.to_string();
        if header.to != recipient {
            return differs("to", &header.to, &recipient);
        }
        if !campaign.has_head(&header.head) {
            return Err(Problem::refused("head is not an entry of this campaign's ledger")
                .hint("copy it from your report; if it is the same there, ask the moderator"));
        }
        // A substitute has no links of the player's, and gives none.
        if !own {
            return Ok(());
        }
        let tip = holder.and_then(|h| h.tip);
        self.check_link(header, tip)
    }

    /// True if a key is that of the seat's substitute.
    ///
    /// # Errors
    /// If their time is over.
    fn is_substitute(&self, seat: &Seat, key: &str, now: Time) -> Result<bool, Problem> {
        let appointed = self.campaign.ledger.substitute_before(seat, u64::MAX);
        match appointed.filter(|substitute| substitute.signing == *key) {
            Some(substitute) if now > substitute.until => Err(Problem::refused(format!(
                "{} could send orders for {seat} until {}",
                substitute.name, substitute.until
            ))),
            found => Ok(found.is_some()),
        }
    }

    /// A revealed link must be the player's own for this cycle.
    fn check_link(&self, header: &Header, tip: Option<Digest>) -> Result<(), Problem> {
        let Some(link) = header.reveal else { return Ok(()) };
        let genesis = self.campaign.ledger.genesis_digest();
        if self.campaign.ledger.genesis().link_terms.is_some() {
            return Err(Problem::refused("in this campaign no link comes with the orders")
                .hint("leave out `reveal`; give the link with `adjutant say link` once the cycle is locked"));
        }
        if tip.is_some_and(|tip| leads_back(&genesis, (0, tip), (self.cycle, link))) {
            Ok(())
        } else {
            Err(Problem::refused("reveal is not the link of your chain for this cycle")
                .hint("leave it out, or let `adjutant template --key FILE` fill it in"))
        }
    }

    /// True if the orders of a seat that has sent none are still taken after the deadline: it owes them,
    /// and the grace is not over. Nobody changes orders then.
    fn is_graced(&self, seat: &Seat, now: Time) -> bool {
        let ledger = &self.campaign.ledger;
        let owes = ledger.opening(self.cycle).and_then(|opening| opening.due.get(seat));
        let in_time = ledger.last_call(self.cycle).is_some_and(|last| now <= last);
        let stands = ledger.stands(seat, self.cycle).is_some();
        in_time && owes == Some(&true) && !stands
    }

    /// What the receipt of a seat that is bound to other orders says.
    fn bound(&self, seat: &Seat) -> Option<String> {
        let ledger = &self.campaign.ledger;
        let from = ledger.bound(seat, self.cycle)?;
        let counts = match ledger.genesis().link_terms {
            None => "of this packet only the link counts",
            Some(_) => "this packet changes nothing",
        };
        Some(format!("the seat's orders of cycle {from} stand; {counts}"))
    }

    /// The highest sequence before the deadline counts. Who takes over a seat starts anew. `before` is the
    /// packet of the seat that counted until now.
    pub(in crate::referee) fn judge(
        &self,
        before: Option<&Noted>,
        header: &Header,
        now: Time,
    ) -> (Verdict, Option<String>) {
        let ledger = &self.campaign.ledger;
        if let Some(deadline) = ledger.deadline(self.cycle)
            && now > deadline
            && !(before.is_none() && self.is_graced(&header.seat, now))
        {
            return (Verdict::Late, Some(format!("the deadline was {deadline}")));
        }
        if let Some((lock, _)) = ledger.lock(self.cycle) {
            return (Verdict::Late, Some(format!("the cycle was locked at {}", lock.time)));
        }
        let turn = ledger.holders(&header.seat, self.cycle).len().saturating_sub(1);
        if let Some(last) = ledger.withdrawn(&header.seat, self.cycle, turn)
            && header.sequence <= last
        {
            let why = format!("its player withdrew the packets up to sequence {last}");
            return (Verdict::Superseded, Some(why));
        }
        let before = before.filter(|noted| noted.turn == turn).map(|noted| noted.sequence);
        match before.map(|before| header.sequence.cmp(&before)) {
            None | Some(Ordering::Greater) => (Verdict::Accepted, self.bound(&header.seat)),
            Some(Ordering::Equal) => {
                let why =
                    "an earlier packet has the same sequence and other orders; that one counts";
                (Verdict::Equivocation, Some(why.to_owned()))
            }
            Some(Ordering::Less) => {
                let before = before.unwrap_or_default();
                (Verdict::Superseded, Some(format!("the packet with sequence {before} counts")))
            }
        }
    }
}
