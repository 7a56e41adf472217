//! A player at work: their report and key, what is at hand of the campaign, and what is remembered of it.
//! The command line keeps these in files, a page in its browser; what is done with them is done here.

use std::sync::Arc;

use super::known::Known;
use super::sequence::Sealed;
use super::{fmt, lock, own_orders};
use crate::base::{Digest, Problem, Seat};
use crate::engine::{AnyGame, AnySheet, Header, Shelf};
use crate::ledger::{Beacon, Sealing};
use crate::page::{Block, Page, Text};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::card::Card;
use crate::referee::record::luck;
use crate::referee::record::proof::{Evidence, prove};
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::referee::record::report::Report;
use crate::seal::press::Press;
use crate::seal::{ChainCopy, Commitment, PlayerSecret, PublicKey, sshsig};

/// What a player works with.
pub struct Reading {
    /// The report.
    pub report: Report,
    /// Their key.
    pub key: Option<PlayerSecret>,
    /// A copy of the campaign, perhaps of another one.
    pub campaign: Option<Campaign>,
    /// The card of the report's campaign.
    pub card: Option<Card>,
    /// What the public file of their key commits to.
    pub commitment: Option<Commitment>,
    /// What is remembered of campaigns.
    pub known: Known,
    /// The games of the program.
    pub shelf: Shelf,
    /// How orders are sealed, where that is to a round of drand.
    pub rounds: Rounds,
}

/// What a player says of the round that orders are sealed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounds {
    /// Which it is, if no copy of the campaign is at hand.
    Named(Option<u64>),
    /// It never came: the same orders are sent again, sealed to the moderator alone.
    Again,
}

/// An order file in the form in which it is signed.
pub struct Formed {
    /// Its text.
    pub text: String,
    /// What was changed to bring it into that form.
    pub changes: Vec<&'static str>,
    /// What binds it.
    pub header: Header,
    /// Its orders.
    pub orders: AnySheet,
}

/// A packet and what was signed in it.
pub struct Packed {
    /// What is sent.
    pub packet: String,
    /// The order file.
    pub orders: String,
    /// What became of the file that its author wrote.
    pub changes: Vec<String>,
}

impl Reading {
    /// Proves the report with what is at hand, and remembers what was seen. `fingerprint` is the one of the
    /// moderator's key, if the player knows it.
    ///
    /// # Errors
    /// If the report is not the moderator's, or nothing here shows that it is.
    pub fn prove(&mut self, fingerprint: Option<&str>) -> Result<(), Problem> {
        let genesis = self.report.data.genesis;
        let same = |c: &&Campaign| c.ledger.genesis_digest() == genesis;
        if let Some(campaign) = self.campaign.as_ref().filter(same) {
            self.known.meet(campaign)?;
        }
        if let Some(fingerprint) = fingerprint {
            let signer = self.signer(fingerprint)?;
            self.known.trust(genesis, &signer);
        }
        let deeds = self.report.trailer.as_ref().map(|trailer| trailer.office.as_slice());
        self.known.follow(&genesis, deeds.unwrap_or_default())?;
        let (moderator, former) = (self.known.moderator(&genesis)?, self.known.former(&genesis)?);
        let (campaign, moderator) = (self.campaign.as_ref(), moderator.as_ref());
        prove(&self.report, Evidence { campaign, moderator, former: &former })
    }

    /// The key that signed the report, if it is the one with this fingerprint.
    fn signer(&self, fingerprint: &str) -> Result<PublicKey, Problem> {
        let signed = self.report.signed.as_ref();
        let signed = signed.ok_or_else(|| Problem::refused("the report is not signed"))?;
        let signer = sshsig::signer(&signed.armor)?;
        if signer.fingerprint() == fingerprint {
            return Ok(signer);
        }
        Err(Problem::refused(format!("the report is signed with the key {}", signer.fingerprint()))
            .hint("that is not the moderator's key"))
    }

    /// The game of the report: of a copy of its campaign, else of its card, else as the program has it.
    ///
    /// # Errors
    /// If its files are not at hand.
    pub fn game(&self) -> Result<Arc<dyn AnyGame>, Problem> {
        let data = &self.report.data;
        let other = |c: &Campaign| c.ledger.genesis_digest() != data.genesis;
        let card = self.card.as_ref().filter(|card| card.digest() == data.genesis);
        match card.filter(|_| self.campaign.as_ref().is_none_or(other)) {
            Some(card) => card.game(self.shelf).map(Arc::from),
            None => own_orders::game(data, self.campaign.as_ref(), self.shelf),
        }
    }

    /// Reads an order file and what binds it, as the moderator's side will.
    ///
    /// # Errors
    /// If the file as a whole would be refused.
    fn check(&mut self, game: &dyn AnyGame, file: &[u8]) -> Result<(Header, AnySheet), Problem> {
        let (header, orders) = own_orders::read(&self.report.data, game, file)?;
        if header.reveal.is_some() && self.gives_behind_lock() {
            return Err(Problem::refused("in this campaign no link comes with the orders").hint(
                "leave out `reveal`; give the link with `adjutant say link` once the cycle is locked",
            ));
        }
        let link = if header.reveal.is_some() { self.link()? } else { None };
        if link.is_none() && header.reveal.is_some() && self.key.is_some() {
            return Err(Problem::refused(
                "reveal is a link, and your key was enrolled without a chain",
            )
            .hint("leave the line out: your orders count without it"));
        }
        own_orders::bound(&self.report, &header, self.campaign.as_ref(), link)?;
        Ok((header, orders))
    }

    /// Brings an order file into the form in which it is signed, and reads it so.
    ///
    /// # Errors
    /// If the file as a whole would be refused.
    pub fn formed(&mut self, game: &dyn AnyGame, given: &[u8]) -> Result<Formed, Problem> {
        let fmt::Formatted { text, changes } = fmt::in_form(given, self.shelf)?;
        let (header, orders) = self.check(game, text.as_bytes())?;
        Ok(Formed { text, changes, header, orders })
    }

    /// Signs an order file and, if the phase is sealed, encrypts it. It gets the next sequence if its own was
    /// used before, which is noted.
    ///
    /// # Errors
    /// If it cannot be given that sequence, or there is no key.
    pub fn packet(
        &self,
        game: &dyn AnyGame,
        formed: Formed,
        sealed: &mut Sealed,
    ) -> Result<Packed, Problem> {
        let key = self.key.as_ref().ok_or_else(|| Problem::usage("a player's key is needed"))?;
        let (data, campaign) = (&self.report.data, self.campaign.as_ref());
        let before = formed.header.sequence;
        let (header, orders) = sealed.numbered((formed.header, formed.text), data, campaign)?;
        let mut changes: Vec<String> = formed.changes.iter().map(ToString::to_string).collect();
        if header.sequence != before {
            changes.push(format!("sequence {before} to {}", header.sequence));
        }
        let packet = match self.round(game)? {
            Some(round) => own_orders::seal_to_round(data, (&header, &orders), key, round)?,
            None => own_orders::seal(data, game, orders.as_bytes(), key)?,
        };
        sealed.note(&header, &orders, data);
        Ok(Packed { packet, orders, changes })
    }

    /// The round that orders are sealed to; `None` where they are sealed to the moderator alone.
    fn round(&self, game: &dyn AnyGame) -> Result<Option<u64>, Problem> {
        let data = &self.report.data;
        let (next, timed) = (data.asked()?, self.seals_to_rounds());
        let named = match self.rounds {
            _ if !timed || !game.awaited(&data.view())?.sealed => return Ok(None),
            Rounds::Again => return Ok(None),
            Rounds::Named(named) => named,
        };
        let ledger = self.own_copy().map(|campaign| &campaign.ledger);
        if let Some((_, Beacon::Missing { .. })) = ledger.and_then(|it| it.beacon(next.cycle)) {
            return Err(Problem::refused(
                "the round of this cycle never came, and nobody can open what is sealed to it",
            )
            .hint("seal the same orders again with --again"));
        }
        let open = ledger.filter(|ledger| ledger.opening(next.cycle).is_some());
        let own = open.and_then(|ledger| luck::rounds(ledger, next.cycle, u64::MAX).pop());
        match (own, named) {
            (Some(own), Some(named)) if own != named => {
                let what = format!("the round of cycle {} is {own}, not {named}", next.cycle);
                Err(Problem::refused(what).hint("leave out --round, or bring your copy up to date"))
            }
            (Some(round), _) | (None, Some(round)) => Ok(Some(round)),
            (None, None) => Err(Problem::usage("no round of drand given to seal the orders to")
                .hint("use --round NUMBER, with the round in the mail with your report, or -C DIR, with a copy of the campaign")),
        }
    }

    /// True if orders are sealed to rounds: as the genesis says where it is at hand, else as the report does.
    fn seals_to_rounds(&self) -> bool {
        let data = &self.report.data;
        let card = self.card.as_ref().filter(|card| card.digest() == data.genesis);
        let genesis = self.own_copy().map(|campaign| campaign.ledger.genesis());
        match genesis.or(card.map(Card::genesis)) {
            Some(genesis) => genesis.sealed == Sealing::Timelock,
            None => data.next.as_ref().is_some_and(|next| next.timelock),
        }
    }

    /// The newest head of the ledger that the player has seen.
    pub fn head(&self) -> Digest {
        let genesis = self.report.data.genesis;
        let told = self.report.trailer.as_ref().map_or(genesis, |trailer| trailer.head);
        let newest = self.campaign.as_ref().filter(|campaign| campaign.has_head(&told));
        newest.map_or(told, |campaign| campaign.ledger.head())
    }

    /// Who else plays.
    ///
    /// # Errors
    /// If the game's files are not at hand.
    pub fn others(&self) -> Result<Vec<Seat>, Problem> {
        let own = self.report.data.reader.seat();
        Ok(self.game()?.seats().into_iter().filter(|seat| Some(seat) != own).collect())
    }

    /// A message to other seats, or to `all` of them, that is passed on in the cycle that the report asks orders for.
    ///
    /// # Errors
    /// If a reader is none of them, or the message is empty or too long.
    pub fn message(&self, to: &[String], text: &str, unsigned: bool) -> Result<Press, Problem> {
        let data = &self.report.data;
        let seat = data.reader.seat().cloned();
        let seat = seat.ok_or_else(|| Problem::usage("this report is for everybody"))?;
        let others = self.others()?;
        let to = match to {
            [all] if all == "all" => others,
            named => named.iter().map(|name| among(&others, name)).collect::<Result<_, _>>()?,
        };
        let cycle = data.next.as_ref().map_or(0, |next| next.cycle);
        let press = Press::new(&data.campaign, (cycle, seat), self.head(), (to, text));
        let press = Press { unsigned, ..press };
        press.check()?;
        Ok(press)
    }

    /// The player's link for the cycle that the report asks orders for; `None` without a key, or if the
    /// key was enrolled without a chain: the moderator's side would refuse a link then.
    ///
    /// # Errors
    /// If nothing here shows that this cycle is the next one.
    pub fn link(&mut self) -> Result<Option<Digest>, Problem> {
        let (Some(key), Some(next)) = (&self.key, &self.report.data.next) else { return Ok(None) };
        let genesis = self.report.data.genesis;
        if !self.contributes(key) || self.gives_behind_lock() {
            return Ok(None);
        }
        let linked = self.known.linked(&genesis);
        let link = own_orders::link(&self.report.data, self.campaign.as_ref(), linked, key)?;
        let cycle = next.cycle;
        self.known.gave_link(&genesis, cycle);
        Ok(Some(link))
    }

    /// The player's link for the cycle that the report asked orders for, once that is locked: by the copy of the
    /// campaign or, in a file, by the lock that the moderator signed. The cycle, the link, and the head that its word
    /// names. With a copy of somebody's chain it is a link of that. With receipts, the packet of theirs that was accepted last must be what is locked.
    ///
    /// # Errors
    /// If it is not locked, the link was given, or something else is locked than the receipts say.
    pub fn link_behind_lock(
        &mut self,
        notice: Option<&[u8]>,
        receipts: &[Receipt],
        copy: Option<&ChainCopy>,
    ) -> Result<(u32, Digest, Digest), Problem> {
        let key = self.key.as_ref().ok_or_else(|| Problem::usage("a player's key is needed"))?;
        let (data, genesis) = (&self.report.data, self.report.data.genesis);
        let cycle = data.asked()?.cycle;
        if !self.gives_behind_lock() {
            return Err(Problem::nothing("in this campaign links come with the orders"));
        }
        if copy.is_some_and(|copy| copy.campaign != genesis) {
            return Err(Problem::refused("this is a copy of a chain in another campaign"));
        }
        if copy.is_none() && !self.contributes(key) {
            return Err(Problem::nothing(
                "your key was enrolled without a chain, and owes no link",
            ));
        }
        let seat = data.reader.seat();
        let seat = seat.ok_or_else(|| Problem::usage("this report is for everybody"))?;
        let seen = match (notice, self.own_copy()) {
            (Some(file), _) => {
                lock::in_notice(file, (genesis, cycle), self.known.moderator(&genesis)?.as_ref())?
            }
            (None, Some(campaign)) => lock::in_copy(campaign, cycle, seat)?,
            (None, None) => {
                return Err(Problem::usage("nothing here shows that the cycle is locked").hint(
                    "give a copy of the campaign with -C DIR, or the lock that you were sent with \
                     --lock FILE",
                ));
            }
        };
        let own = |receipt: &&Receipt| {
            let whose =
                (receipt.campaign == data.campaign).then_some(receipt.seat.as_ref()).flatten();
            (receipt.verdict, whose, receipt.cycle) == (Verdict::Accepted, Some(seat), cycle)
        };
        let newest = receipts.iter().filter(own).max_by_key(|receipt| receipt.sequence);
        if newest.and_then(|newest| lock::holds(&seen.lock, (&genesis, cycle), newest))
            == Some(false)
        {
            return Err(Problem::refused("the lock leaves out your packet, which was accepted")
                .hint("the receipt proves it: give no link, and show both to the other players"));
        }
        let linked = self.known.linked(&genesis);
        let own = |cycle, over| match copy {
            Some(copy) => copy.link(cycle, over),
            None => key.link(&genesis, cycle, over),
        };
        let link = own_orders::link_of(data, self.campaign.as_ref(), linked, &own)?;
        self.known.gave_link(&genesis, cycle);
        Ok((cycle, link, seen.head))
    }

    /// The copy at hand, if it is that of the report's campaign.
    fn own_copy(&self) -> Option<&Campaign> {
        let genesis = self.report.data.genesis;
        self.campaign.as_ref().filter(|campaign| campaign.ledger.genesis_digest() == genesis)
    }

    /// True if links are given once a cycle is locked: as the genesis says where it is at hand, else as the report does.
    fn gives_behind_lock(&self) -> bool {
        let data = &self.report.data;
        let card = self.card.as_ref().filter(|card| card.digest() == data.genesis);
        let genesis = self.own_copy().map(|campaign| campaign.ledger.genesis());
        match genesis.or(card.map(Card::genesis)) {
            Some(genesis) => genesis.link_terms.is_some(),
            None => data.next.as_ref().is_some_and(|next| next.lock),
        }
    }

    /// True if the key's chain of links was enrolled. That a copy of the campaign shows; without one, that
    /// a public file was made which commits to it.
    fn contributes(&self, key: &PlayerSecret) -> bool {
        let genesis = self.report.data.genesis;
        let same = self.campaign.as_ref().filter(|c| c.ledger.genesis_digest() == genesis);
        let Some(campaign) = same else {
            let made = self.commitment.as_ref().is_some_and(|made| made.campaign == genesis);
            return made || self.known.committed(&genesis);
        };
        let tip = Some(key.tip(&genesis));
        let seat = self.report.data.reader.seat();
        seat.is_some_and(|seat| {
            campaign.ledger.holders(seat, u32::MAX).into_iter().any(|holder| holder.tip == tip)
        })
    }
}

/// The seat with this name.
///
/// # Errors
/// If it is none of these.
pub fn among(seats: &[Seat], name: &str) -> Result<Seat, Problem> {
    seats.iter().find(|seat| seat.as_str() == name).cloned().ok_or_else(|| {
        let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
        Problem::usage(format!("{name} is not one of these seats: {}", names.join(", ")))
    })
}

/// What stands above a report that may be anybody's.
pub fn warning(doubt: &Problem) -> String {
    format!("UNPROVEN: {}. Give no orders by this report.", doubt.what)
}

/// The page with the warning above everything else.
#[must_use]
pub fn doubted(mut page: Page, doubt: &Problem) -> Page {
    page.blocks.insert(0, Block::Note(Text::plain(warning(doubt))));
    page
}
