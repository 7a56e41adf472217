//! A player at work: their report and key, what is at hand of the campaign, and what is remembered of it.
//! The command line keeps these in files, a page in its browser; what is done with them is done here.

use std::sync::Arc;

use super::fmt;
use super::known::Known;
use super::own_orders;
use super::sequence::Sealed;
use crate::base::{Digest, Problem};
use crate::engine::{AnyGame, AnySheet, Header, Shelf};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::card::Card;
use crate::referee::record::proof::{Evidence, prove};
use crate::referee::record::report::Report;
use crate::seal::{Commitment, PlayerSecret, PublicKey, sshsig};

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
        let packet = own_orders::seal(data, game, orders.as_bytes(), key)?;
        sealed.note(&header, &orders, data);
        Ok(Packed { packet, orders, changes })
    }

    /// The player's link for the cycle that the report asks orders for; `None` without a key, or if the
    /// key was enrolled without a chain: the moderator's side would refuse a link then.
    ///
    /// # Errors
    /// If nothing here shows that this cycle is the next one.
    pub fn link(&mut self) -> Result<Option<Digest>, Problem> {
        let (Some(key), Some(next)) = (&self.key, &self.report.data.next) else { return Ok(None) };
        let genesis = self.report.data.genesis;
        if !self.contributes(key) {
            return Ok(None);
        }
        let linked = self.known.linked(&genesis);
        let link = own_orders::link(&self.report.data, self.campaign.as_ref(), linked, key)?;
        let cycle = next.cycle;
        self.known.gave_link(&genesis, cycle);
        Ok(Some(link))
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
