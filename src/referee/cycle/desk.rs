//! A campaign with the moderator's keys: the only hand that writes.

use std::sync::Arc;

use super::play::{self, After};
use crate::base::{Digest, Problem, Time};
use crate::campaign::{Store, layout};
use crate::engine::{Phase, Position, RecordDoc, Seat, Shelf};
use crate::ledger::{Body, Checkpoint, Deputy, Entry, Right};
use crate::referee::calendar::{InForce, facts};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_keys::{Pen, verifier};
use crate::referee::record::report::{Data, Report};
use crate::referee::record::rulings;
use crate::seal::{
    CampaignSecret, Chain, CycleKeys, FoundingSecret, Identity, ModeratorKey, PublicKey,
    SigningKey, derive, packed,
};

/// The moderator's two secrets. Neither is ever published; what follows from the second for one
/// campaign is, at its end.
#[derive(Debug)]
pub struct Keys {
    /// Signs receipts and the ledger.
    pub signing: ModeratorKey,
    /// The secrets of campaigns follow from it.
    pub secret: FoundingSecret,
}

/// A campaign that its moderator works on; locked while it exists, unless they only look.
pub struct Desk {
    /// What everybody can load.
    pub campaign: Campaign,
    keys: Keys,
    cycle_keys: CycleKeys,
    /// The deadline that the next opening is to have, for the reports that ask for its orders.
    announced: Option<Announced>,
    /// True if the next cycle opens at once, by the calendar.
    goes_on: bool,
}

/// A deadline before the ledger has it.
#[derive(Debug, Clone)]
pub(in crate::referee) struct Announced {
    pub(in crate::referee) deadline: Time,
    /// The zone it was given in; none for UTC.
    pub(in crate::referee) zone: Option<String>,
}

impl Desk {
    /// Opens a campaign for writing.
    ///
    /// # Errors
    /// If another process holds it, it is not sound, or the keys are another campaign's.
    pub fn take(mut store: Store, keys: Keys, shelf: Shelf) -> Result<Self, Problem> {
        store.lock()?;
        store.sweep()?;
        let desk = Self::look(store, keys, shelf)?;
        if !desk.has_newest_checkpoint()? {
            desk.write_checkpoint()?;
        }
        Ok(desk)
    }

    /// Opens a campaign for reading alone: without a lock, and where nothing can be written.
    ///
    /// # Errors
    /// If it is not sound, or the keys are another campaign's.
    pub fn look(store: Store, keys: Keys, shelf: Shelf) -> Result<Self, Problem> {
        let campaign = Campaign::load(store, shelf)?;
        let desk = Self::over(campaign, keys);
        desk.check_keys()?;
        check_checkpoint(&desk.campaign)?;
        Ok(desk)
    }

    /// Says which deadline the next opening will have, and in which zone it was given.
    pub fn announce(&mut self, deadline: Option<Time>, zone: Option<String>) {
        self.announced = deadline.map(|deadline| Announced { deadline, zone });
    }

    /// Says that the next cycle opens together with the reports that ask for its orders, so that they
    /// can tell the deadline that the calendar gives it.
    pub(in crate::referee) fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Announces the deadline of a cycle that begins with a phase, if it opens at once.
    ///
    /// # Errors
    /// If the calendar cannot be read.
    pub(in crate::referee) fn announce_next(
        &mut self,
        (phase, promised): (&Phase, Option<Time>),
        (cycle, now): (u32, Time),
    ) -> Result<(), Problem> {
        let Some(calendar) = InForce::of(&self.campaign)?.filter(|_| self.goes_on) else {
            return Ok(());
        };
        let deadline = {
            let known = (phase, promised);
            facts::deadline(&self.campaign, &calendar.rules, known, (cycle, now))
        };
        self.announce(deadline, calendar.rules.zone.in_entries());
        Ok(())
    }

    /// What is announced.
    pub(in crate::referee) fn announced(&self) -> Option<&Announced> {
        self.announced.as_ref()
    }

    /// The zone in which a deadline was given, if it is the one that is announced.
    pub(in crate::referee) fn zone(&self, deadline: Option<Time>) -> Option<String> {
        let announced = self.announced.as_ref().filter(|a| Some(a.deadline) == deadline)?;
        announced.zone.clone()
    }

    /// A desk over a campaign; its keys are not checked.
    pub(in crate::referee) fn over(campaign: Campaign, keys: Keys) -> Self {
        let cycle_keys = campaign.all_keys(keys.secret.campaign(&campaign.birth()));
        Self { campaign, keys, cycle_keys, announced: None, goes_on: false }
    }

    /// Whoever of those in office wrote it.
    fn has_newest_checkpoint(&self) -> Result<bool, Problem> {
        let kept = self.campaign.store.read(layout::CHECKPOINT)?.unwrap_or_default();
        let read = self.campaign.ledger.checkpoint(&kept, &verifier);
        Ok(read.is_ok_and(|kept| kept == Checkpoint::of(&self.campaign.ledger)))
    }

    fn check_keys(&self) -> Result<(), Problem> {
        let genesis = self.campaign.ledger.genesis();
        let deputy = hand(&self.campaign, self.signing())?;
        if let Some(deputy) = deputy.filter(|deputy| !deputy.may(Right::Close)) {
            return Err(Problem::refused(format!(
                "as a deputy, {} may not use the campaign's secret",
                deputy.name
            ))
            .hint("a deputy's commands are `adjutant deputy extend` and `adjutant deputy take`"));
        }
        if self.chain().tip() != genesis.tip {
            return Err(Problem::failed("the campaign secret belongs to another campaign").hint(
                "give the right directory with --keys DIR, or set ADJUTANT_CAMPAIGN_SECRET",
            ));
        }
        Ok(())
    }

    /// The key that signs.
    pub fn signing(&self) -> &SigningKey {
        self.keys.signing.signing()
    }

    /// The campaign's secret.
    pub fn secret(&self) -> &CampaignSecret {
        self.cycle_keys.secret().expect("who works on a campaign has its secret")
    }

    /// The keys of the campaign's cycles.
    pub fn cycle_keys(&self) -> &CycleKeys {
        &self.cycle_keys
    }

    /// The campaign's identity: the digest of its first entry.
    pub fn genesis(&self) -> Digest {
        self.campaign.ledger.genesis_digest()
    }

    /// The moderator's chain of seed links.
    pub fn chain(&self) -> Arc<Chain> {
        derive::moderator_chain(self.secret(), &self.campaign.birth())
    }

    /// Opens what is encrypted to the campaign and belongs to no cycle: messages between players, questions.
    pub fn identity(&self) -> Identity {
        derive::campaign_identity(self.secret(), &self.campaign.birth())
    }

    /// Opens what is kept of a cycle: position, record, reports, rulings, orders of the staff.
    pub fn house(&self, cycle: u32) -> Identity {
        self.cycle_keys.house(cycle)
    }

    /// Opens the players' addresses, which the reveal does not.
    pub fn address_identity(&self) -> Identity {
        derive::address_identity(&self.keys.signing, &self.genesis())
    }

    /// Opens the packets of a cycle.
    pub fn cycle_identity(&self, cycle: u32) -> Identity {
        self.cycle_keys.identity(cycle)
    }

    /// Appends an entry to the ledger. It counts once its file is on disk.
    ///
    /// # Errors
    /// If the disk refuses; then the ledger is as it was.
    pub fn append(&mut self, now: Time, cycle: Option<u32>, body: Body) -> Result<(), Problem> {
        append(&mut self.campaign, self.keys.signing.signing(), (now, cycle), body)
    }

    /// The deputy whose key this is; none if it is the moderator's.
    pub fn deputy(&self) -> Option<&Deputy> {
        hand(&self.campaign, self.signing()).ok().flatten()
    }

    /// Replaces the checkpoint by one over the whole ledger.
    pub(super) fn write_checkpoint(&self) -> Result<(), Problem> {
        write_checkpoint(&self.campaign, self.signing())
    }

    /// The files of the campaign's cycles.
    pub fn files(&self) -> Files<'_> {
        Files { campaign: &self.campaign, keys: &self.cycle_keys }
    }

    /// The position after a cycle; the one after cycle 0 is the beginning.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn position(&self, cycle: u32) -> Result<Position, Problem> {
        self.files().position(cycle)
    }

    /// The record of a cycle; `None` if nothing was played in it.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn record(&self, cycle: u32) -> Result<Option<RecordDoc>, Problem> {
        self.files().record(cycle)
    }

    /// A seat's report of a cycle as it was sent first.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn sent(&self, cycle: u32, seat: &Seat) -> Result<Report, Problem> {
        self.files().sent(cycle, seat)
    }

    /// The moderator's own report of a cycle: everything.
    ///
    /// # Errors
    /// If a file of the cycle is missing or altered.
    pub fn report(&self, cycle: u32) -> Result<Data, Problem> {
        self.files().report(cycle)
    }
}

/// The files of cycles, with keys that open them.
#[derive(Clone, Copy)]
pub struct Files<'c> {
    /// The campaign.
    pub campaign: &'c Campaign,
    /// The keys of its cycles, as far as they are known.
    pub keys: &'c CycleKeys,
}

impl Files<'_> {
    /// The position after a cycle; the one after cycle 0 is the beginning.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn position(self, cycle: u32) -> Result<Position, Problem> {
        self.opened(cycle, &layout::state(cycle)).map(Position)
    }

    /// The record of a cycle; `None` if nothing was played in it.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn record(self, cycle: u32) -> Result<Option<RecordDoc>, Problem> {
        let played = cycle > 0 && self.campaign.ledger.correction(cycle).is_none();
        let path = Some(layout::record(cycle)).filter(|_| played);
        path.map(|path| self.opened(cycle, &path).map(RecordDoc)).transpose()
    }

    /// A seat's report of a cycle as it was sent first.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn sent(self, cycle: u32, seat: &Seat) -> Result<Report, Problem> {
        let path = layout::report(cycle, seat.as_str());
        Report::read(&self.opened(cycle, &path)?).map_err(|p| p.at(path))
    }

    /// The moderator's own report of a cycle: everything.
    ///
    /// # Errors
    /// If a file of the cycle is missing or altered.
    pub fn report(self, cycle: u32) -> Result<Data, Problem> {
        let position = self.position(cycle)?;
        let record = self.record(cycle)?;
        let corrected = self.campaign.ledger.correction(cycle);
        let rulings = &rulings::of_cycle(self.campaign, &self.keys.house(cycle), cycle)?[..];
        let (position, record) = (&position, record.as_ref());
        let after = After { cycle, position, record, corrected, rulings, luck: None };
        play::whole(self.campaign, self.keys, after)
    }

    /// The text of a file that is kept of a cycle, encrypted. What it is encrypted to is public, so anybody
    /// could have made it: it counts only as the ledger lists it.
    ///
    /// # Errors
    /// If it is missing or altered.
    pub fn opened(self, cycle: u32, path: &str) -> Result<String, Problem> {
        let sealed = self.campaign.listed(path)?;
        packed::open(&sealed, &self.keys.house(cycle)).map_err(|p| p.at(path))
    }
}

/// A command that was killed may have left the checkpoint behind, but never ahead, and never without
/// one: then entries are missing, and to go on would rewrite what others have seen.
pub(in crate::referee) fn check_checkpoint(campaign: &Campaign) -> Result<(), Problem> {
    let store = &campaign.store;
    let Some(kept) = store.read(layout::CHECKPOINT)? else {
        return Err(Problem::failed("the checkpoint is missing, so entries may be missing too")
            .at(layout::CHECKPOINT)
            .hint("restore it, and the newest entries, from a backup or a player's copy"));
    };
    let ledger = &campaign.ledger;
    ledger
        .checkpoint(&kept, &verifier)
        .and_then(|checkpoint| ledger.continues(&checkpoint))
        .map_err(|p| p.at(layout::CHECKPOINT))
}

/// Whose key it is: none for the moderator, else the deputy.
///
/// # Errors
/// If it is neither's.
pub(in crate::referee) fn hand<'c>(
    campaign: &'c Campaign,
    key: &SigningKey,
) -> Result<Option<&'c Deputy>, Problem> {
    let own = PublicKey::of(key).to_string();
    let office = campaign.ledger.office();
    if office.moderator().signing == own {
        return Ok(None);
    }
    if let Some(deputy) = office.deputy_with(&own) {
        return Ok(Some(deputy));
    }
    let former = office.moderators.iter().rev().find(|m| m.signing == own);
    Err(match former.and_then(|former| former.ended) {
        Some(entry) => {
            Problem::refused(format!("this key handed the office over in {}", Entry::path(entry)))
                .hint("only the new moderator can do this now")
        }
        None => Problem::failed("the moderator key belongs to another campaign")
            .hint("give the right directory with --keys DIR, or set ADJUTANT_MODERATOR_KEY"),
    })
}

/// Appends an entry in the name of whose key it is. It counts once its file is on disk.
///
/// # Errors
/// If that is not theirs to write, or the disk refuses; then the ledger is as it was.
pub(in crate::referee) fn append(
    campaign: &mut Campaign,
    key: &SigningKey,
    (now, cycle): (Time, Option<u32>),
    body: Body,
) -> Result<(), Problem> {
    let by = hand(campaign, key)?.map(|deputy| deputy.name.clone());
    let written = campaign.ledger.append_by(by, (now, cycle), body, &Pen(key))?;
    // The signature first: an entry without one would be a ledger nobody can read. And before the
    // entry everything that it lists.
    let store = &campaign.store;
    // Where the lock does not bind somebody, as on another machine, their entry stands, and its signature.
    let taken = || {
        Problem::failed("somebody else wrote this entry meanwhile").at(&written.path).hint(
            "what was to be written was not; look at the campaign, then run the command again",
        )
    };
    if store.has(&written.path) {
        return Err(taken());
    }
    store.begin();
    store.write(&written.signature_path, written.signature.as_bytes())?;
    if !store.put_new(&written.path, written.text.as_bytes())? {
        return Err(taken());
    }
    campaign.ledger.push(&written);
    write_checkpoint(campaign, key)?;
    campaign.store.end()?;
    campaign.store.settle()
}

fn write_checkpoint(campaign: &Campaign, key: &SigningKey) -> Result<(), Problem> {
    let note = Checkpoint::of(&campaign.ledger).sign(&Pen(key));
    campaign.store.write(layout::CHECKPOINT, note.as_bytes())
}
