//! A player at work: their key, their report, the copy of the campaign at hand, and what their
//! program remembers.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use super::context::{Context, ReportArgs, beside, newest};
use crate::base::{Digest, Problem};
use crate::campaign::{layout, world};
use crate::cli::terminal::tell;
use crate::engine::AnyGame;
use crate::referee::Campaign;
use crate::referee::player::known::Known;
use crate::referee::player::own_orders;
use crate::referee::player::reading::{self, Formed, Rounds};
use crate::referee::record::card::Card;
use crate::referee::record::office_keys;
use crate::referee::record::proof::{Evidence, prove};
use crate::referee::record::receipt::Receipt;
use crate::referee::record::report::Report;
use crate::seal::{ChainCopy, ChainFile, Commitment, PlayerPublic, PlayerSecret, PublicKey};

/// What a player's command works with. The report is proven.
pub(super) struct Reading {
    at_hand: reading::Reading,
    memory: Memory,
}

impl Deref for Reading {
    type Target = reading::Reading;

    fn deref(&self) -> &Self::Target {
        &self.at_hand
    }
}

impl DerefMut for Reading {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.at_hand
    }
}

/// What the program remembers, and where; nowhere if the key is in the environment.
struct Memory {
    path: Option<PathBuf>,
    before: Known,
    now: Known,
}

impl Memory {
    /// The file beside a key's.
    fn of(key: Option<&PathBuf>) -> Result<Self, Problem> {
        let path = beside(key, "known");
        let known = match path.as_ref().filter(|path| path.exists()) {
            Some(path) => Known::read(&world::read(path)?).map_err(|p| p.at(path.display()))?,
            None => Known::default(),
        };
        Ok(Self { path, before: known.clone(), now: known })
    }

    /// Writes what is new. To go on without remembering is better than not to go on.
    fn keep(&mut self) {
        let Some(path) = self.path.as_ref().filter(|_| self.now != self.before) else { return };
        if let Err(problem) = world::write_over(path, self.now.text().as_bytes()) {
            tell!("warning: {problem}");
        }
        self.before.clone_from(&self.now);
    }
}

/// Remembers a campaign beside a key file, before any report has come, and that the key's public file
/// commits to a chain for it.
pub(super) fn remember(key: &PathBuf, campaign: &Campaign) -> Result<(), Problem> {
    let mut memory = Memory::of(Some(key))?;
    memory.now.meet(campaign)?;
    memory.now.commit(&campaign.ledger.genesis_digest());
    memory.keep();
    Ok(())
}

/// The campaign card in a file.
///
/// # Errors
/// If it is none, or does not hold together.
pub(super) fn card_at(path: &Path) -> Result<Card, Problem> {
    let none = || {
        Err(Problem::refused("this is not a campaign card")
            .hint("use the file NAME.card that the moderator sent, as it came"))
    };
    Card::read(&world::read(path)?).unwrap_or_else(none).map_err(|p| p.at(path.display()))
}

/// Keeps a card beside a key file, and whose campaign it is; true if there is such a file.
/// `committed` says that the key's public file commits to a chain for it.
pub(super) fn remember_card(
    key: Option<&PathBuf>,
    card: &Card,
    committed: bool,
) -> Result<bool, Problem> {
    let Some(path) = beside(key, &Card::ending(&card.digest())) else { return Ok(false) };
    let mut memory = Memory::of(key)?;
    memory.now.trust(card.digest(), &card.moderator()?);
    if committed {
        memory.now.commit(&card.digest());
    }
    memory.keep();
    world::write_over(&path, &card.write())?;
    Ok(true)
}

/// Remembers beside a key file that its owner commits to chains in campaigns of this moderator.
pub(super) fn remember_chains(
    key: Option<&PathBuf>,
    file: &ChainFile,
    moderator: &PublicKey,
) -> Result<(), Problem> {
    let mut memory = Memory::of(key)?;
    for genesis in file.chains.keys() {
        memory.now.trust(*genesis, moderator);
        memory.now.commit(genesis);
    }
    memory.keep();
    Ok(())
}

/// The moderator's key of a campaign, if the program remembers it beside a key file.
pub(super) fn moderator(
    key: Option<&PathBuf>,
    genesis: &Digest,
) -> Result<Option<PublicKey>, Problem> {
    Memory::of(key)?.now.moderator(genesis)
}

/// Shows that a receipt is from the office: by the campaign at hand if it is that one, else by what the program
/// remembers beside a key file, or by the fingerprint of the moderator's key.
///
/// # Errors
/// If it is somebody else's, or nothing at hand says who the moderator is.
pub(super) fn prove_receipt(
    (receipt, signer, bytes): (&Receipt, &PublicKey, &[u8]),
    campaign: Option<&Campaign>,
    (key, fingerprint): (Option<&PathBuf>, Option<&str>),
) -> Result<(), Problem> {
    if let Some(campaign) = campaign.filter(|campaign| campaign.id() == receipt.campaign) {
        return office_keys::receipt(campaign, bytes).map(drop);
    }
    Memory::of(key)?.now.prove_receipt(receipt, signer, fingerprint)
}

impl Reading {
    /// Reads the report that is named, or the newest of the key's seat, and proves it.
    ///
    /// # Errors
    /// If there is none, or it is not the moderator's.
    pub(super) fn of(context: &Context, args: &ReportArgs) -> Result<Self, Problem> {
        let mut reading = Self::unproven(context, args)?;
        reading.prove(args.moderator.as_deref())?;
        Ok(reading)
    }

    /// The same without the proof.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(super) fn unproven(context: &Context, args: &ReportArgs) -> Result<Self, Problem> {
        let key = Context::perhaps_player(&args.player)?;
        let memory = Memory::of(args.player.key.as_ref())?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        let (campaign, report) = match (&args.report, &key) {
            (Some(path), _) => {
                let bytes = world::read(path)?;
                let report =
                    own_orders::report(&bytes, identity).map_err(|p| p.at(path.display()))?;
                (context.perhaps()?, report)
            }
            (None, Some(key)) => {
                let campaign = context.campaign()?;
                let report = newest_report(&campaign, key)?;
                (Some(campaign), report)
            }
            (None, None) => {
                return Err(Problem::usage("no report given")
                    .hint("give one with --report FILE, or your key with --key FILE"));
            }
        };
        let mut campaign = campaign;
        campaign.iter_mut().try_for_each(|campaign| campaign.recall(report.data.cycle))?;
        let commitment = commitment(args.player.key.as_ref());
        let (known, shelf) = (memory.before.clone(), context.shelf);
        let card = kept_card(args.player.key.as_ref(), &report, campaign.as_ref())?;
        let at_hand = reading::Reading {
            report,
            key,
            campaign,
            card,
            commitment,
            known,
            shelf,
            rounds: Rounds::Named(None),
        };
        Ok(Self { at_hand, memory })
    }

    /// The proof, with what is at hand; the program then remembers what it has seen.
    ///
    /// # Errors
    /// If the report is not the moderator's, or nothing here shows that it is.
    pub(super) fn prove(&mut self, fingerprint: Option<&str>) -> Result<(), Problem> {
        self.at_hand.prove(fingerprint)?;
        self.keep();
        Ok(())
    }

    fn keep(&mut self) {
        self.memory.now.clone_from(&self.at_hand.known);
        self.memory.keep();
    }

    /// The same reader's report of an earlier cycle, proven by the campaign at hand.
    ///
    /// # Errors
    /// If no campaign is at hand, or the report is not there or not the moderator's.
    pub(super) fn earlier(&mut self, cycle: u32) -> Result<Report, Problem> {
        let at_hand = &mut self.at_hand;
        let campaign = at_hand.campaign.as_mut().ok_or_else(|| {
            Problem::refused("earlier reports are in the campaign, and there is no copy of it here")
                .hint("name its directory with -C DIR")
        })?;
        campaign.recall(cycle)?;
        let path = match at_hand.report.data.reader.seat() {
            Some(seat) => layout::report(cycle, seat.as_str()),
            None => layout::public_report(cycle),
        };
        let bytes = campaign.store.need(&path)?;
        let identity = at_hand.key.as_ref().map(PlayerSecret::identity);
        let report = own_orders::report(&bytes, identity).map_err(|p| p.at(&path))?;
        prove(&report, Evidence::of(campaign))?;
        of_cycle(report, cycle, &path)
    }

    /// The file in the form in which it is signed, as the moderator's side will read it.
    ///
    /// # Errors
    /// If the file as a whole would be refused.
    pub(super) fn formed(&mut self, game: &dyn AnyGame, given: &[u8]) -> Result<Formed, Problem> {
        let formed = self.at_hand.formed(game, given);
        self.keep();
        formed
    }

    /// The player's link for the cycle that is locked, which is remembered.
    ///
    /// # Errors
    /// As [`reading::Reading::link_behind_lock`].
    pub(super) fn link_behind_lock(
        &mut self,
        notice: Option<&[u8]>,
        receipts: &[Receipt],
        copy: Option<&ChainCopy>,
    ) -> Result<(u32, Digest, Digest), Problem> {
        let link = self.at_hand.link_behind_lock(notice, receipts, copy);
        self.keep();
        link
    }

    /// The player's link for the cycle that the report asks orders for, which is remembered.
    ///
    /// # Errors
    /// If nothing here shows that this cycle is the next one.
    pub(super) fn link(&mut self) -> Result<Option<Digest>, Problem> {
        let link = self.at_hand.link();
        self.keep();
        link
    }
}

/// The card of the report's campaign that is kept beside a key, where no copy of the campaign is at hand.
fn kept_card(
    key: Option<&PathBuf>,
    report: &Report,
    campaign: Option<&Campaign>,
) -> Result<Option<Card>, Problem> {
    let genesis = &report.data.genesis;
    let other = |c: &Campaign| c.ledger.genesis_digest() != *genesis;
    let path = beside(key, &Card::ending(genesis));
    let path = path.filter(|path| path.exists() && campaign.is_none_or(other));
    path.map(|path| card_at(&path)).transpose()
}

/// What the public file beside a key commits to. It is read for this alone, so one that cannot be read
/// commits to nothing.
fn commitment(key: Option<&PathBuf>) -> Option<Commitment> {
    let path = key?.with_extension("pub");
    PlayerPublic::read(&world::read(&path).ok()?).ok()?.commitment
}

/// The newest report for the seat that a key holds. The directory decides where it lies, so it must
/// be the one of that cycle.
fn newest_report(campaign: &Campaign, key: &PlayerSecret) -> Result<Report, Problem> {
    let (cycle, path) = newest(campaign, &PublicKey::of(key.signing()))?;
    let bytes = campaign.store.need(&path)?;
    let report = own_orders::report(&bytes, Some(key.identity())).map_err(|p| p.at(&path))?;
    of_cycle(report, cycle, &path)
}

/// The report, if it is that of the cycle whose place it lies in.
fn of_cycle(report: Report, cycle: u32, path: &str) -> Result<Report, Problem> {
    if report.data.cycle == cycle {
        return Ok(report);
    }
    let what = format!("this is the report of cycle {}, not of cycle {cycle}", report.data.cycle);
    Err(Problem::refused(what).at(path).hint("get a fresh copy of the campaign's directory"))
}
