//! A campaign as everybody can load it: ledger, tables, stage.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::verified;
use crate::base::{Digest, Problem, Time, VERSION};
use crate::campaign::{Store, layout};
use crate::engine::{AnyGame, Reader, Seat, Shelf};
pub use crate::ledger::Stage;
use crate::ledger::{Body, Holder, Ledger, Link, OpenedCycle};
use crate::seal::{CampaignSecret, CycleKeys, OpenedBy, PublicKey, Recipient};

/// A campaign whose ledger and founding files are sound.
pub struct Campaign {
    /// Its directory.
    pub store: Store,
    /// Its ledger, read and verified.
    pub ledger: Ledger,
    /// The game of its format, scenario and options.
    pub game: Arc<dyn AnyGame>,
    /// The games of the program that loaded it.
    pub shelf: Shelf,
}

impl Campaign {
    /// Loads a campaign. Of a long one that was verified before, the ledger holds what the present
    /// needs; [`Campaign::complete`] and [`Campaign::recall`] get the rest.
    ///
    /// # Errors
    /// If ledger, format or scenario are not what they were.
    pub fn load(store: Store, shelf: Shelf) -> Result<Self, Problem> {
        let ledger = verified::ledger(&store)?;
        Self::with(store, ledger, shelf)
    }

    /// Reads the whole ledger, for what is told of all cycles.
    ///
    /// # Errors
    /// If it is not sound.
    pub fn complete(&mut self) -> Result<(), Problem> {
        if self.ledger.since() > 0 {
            self.ledger = verified::whole(&self.store)?;
        }
        Ok(())
    }

    /// Makes sure that the ledger knows a cycle and those beside it.
    ///
    /// # Errors
    /// If an entry about them is not the one that was verified.
    pub fn recall(&mut self, cycle: u32) -> Result<(), Problem> {
        verified::recall(&self.store, &mut self.ledger, cycle)
    }

    /// The campaign of a ledger that was just read from this directory.
    ///
    /// # Errors
    /// If format or scenario are not what they were.
    pub(in crate::referee) fn with(
        store: Store,
        ledger: Ledger,
        shelf: Shelf,
    ) -> Result<Self, Problem> {
        let genesis = ledger.genesis();
        let format = founding_file(&store, layout::FORMAT, &genesis.format)?;
        let scenario = founding_file(&store, layout::SCENARIO, &genesis.scenario_digest)?;
        plays_edition(shelf, &genesis.game, genesis.edition, &genesis.engine)?;
        let game = founded(shelf, &genesis.game, &format, &scenario, &genesis.options)?;
        Ok(Self { store, ledger, game: Arc::from(game), shelf })
    }

    /// The campaign as it stood with so many entries. Its ledger must be whole.
    pub(in crate::referee) fn first(&self, entries: usize) -> Self {
        let (store, ledger) = (self.store.again(), self.ledger.first(entries));
        Self { store, ledger, game: Arc::clone(&self.game), shelf: self.shelf }
    }

    /// Name and first digits of the genesis digest, such as `pell-1#9f3c0a12`.
    pub fn id(&self) -> String {
        format!("{}#{}", self.ledger.genesis().name, self.ledger.genesis_digest().short())
    }

    /// What the moderator's chains and the campaign's identity are bound to.
    pub(in crate::referee) fn birth(&self) -> Digest {
        self.ledger.genesis().birth()
    }

    /// What all keys of its cycles are bound to: the digest of the genesis and that of its birth.
    pub(in crate::referee) fn bound(&self) -> (Digest, Digest) {
        (self.ledger.genesis_digest(), self.birth())
    }

    /// The keys of its cycles that everybody knows: of all once it is revealed, else of those that are open. The
    /// ledger must be whole.
    pub fn known_keys(&self) -> Option<CycleKeys> {
        if let Some(secret) = self.ledger.revealed() {
            return Some(self.all_keys(CampaignSecret::revealed(secret.0)));
        }
        let OpenedCycle { cycle, key, link } = *self.ledger.opened()?;
        Some(CycleKeys::opened(OpenedBy { cycle, key, link }, self.bound()))
    }

    /// The keys of its cycles that follow from its secret.
    pub(in crate::referee) fn all_keys(&self, secret: CampaignSecret) -> CycleKeys {
        CycleKeys::new(secret, self.bound(), self.ledger.opens_after().is_some())
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.ledger.stage()
    }

    /// The cycle that is open for orders.
    ///
    /// # Errors
    /// If none does.
    pub fn open_cycle(&self) -> Result<u32, Problem> {
        match self.stage() {
            Stage::Open(cycle) => Ok(cycle),
            Stage::Enrolling => Err(Problem::nothing("the campaign has not begun")
                .hint("enroll every seat, then run `adjutant open`")),
            Stage::Resolved(cycle) => Err(Problem::nothing(format!("cycle {cycle} is resolved"))
                .hint("open the next one with `adjutant open`")),
            Stage::Closed => Err(Problem::nothing("the campaign is over")),
        }
    }

    /// The seats in the game's order.
    pub fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    /// A seat of that name.
    ///
    /// # Errors
    /// If the game has none, with those it has.
    pub fn seat(&self, name: &str) -> Result<Seat, Problem> {
        let seats = self.seats();
        seats.iter().find(|seat| seat.as_str() == name).cloned().ok_or_else(|| {
            let names: Vec<_> = seats.iter().map(Seat::as_str).collect();
            Problem::usage(format!("there is no seat {name}"))
                .hint(format!("the seats are: {}", names.join(", ")))
        })
    }

    /// A seat, the public or the moderator, by name.
    ///
    /// # Errors
    /// If the name is none of them.
    pub fn reader(&self, name: &str) -> Result<Reader, Problem> {
        match name {
            "public" => Ok(Reader::Public),
            "moderator" => Ok(Reader::Moderator),
            seat => self.seat(seat).map(Reader::Seat),
        }
    }

    /// Who holds a seat in a cycle.
    pub fn holder(&self, seat: &Seat, cycle: u32) -> Option<Holder> {
        self.ledger.holder(seat, cycle)
    }

    /// Who reads what a seat gets: its player, and whoever stands in for them at a time. Nobody if it is not held.
    ///
    /// # Errors
    /// If the ledger names something else than a recipient.
    pub fn readers(&self, seat: &Seat, time: Time) -> Result<Vec<Recipient>, Problem> {
        let holder = self.holder(seat, u32::MAX).map(|holder| holder.recipient);
        let substitute = self.ledger.substitute(seat, time).map(|other| other.recipient.clone());
        let all = holder.map(|own| [Some(own), substitute].into_iter().flatten());
        all.into_iter().flatten().map(|recipient| recipient.parse()).collect()
    }

    /// The path of a seat's report of a cycle that its present keys open.
    pub fn report(&self, seat: &Seat, cycle: u32) -> String {
        let folder = layout::cycle(cycle) + "/";
        let again = self.ledger.entries().rev().find_map(|entry| match &entry.body {
            Body::Key(change) if change.seat == *seat => {
                change.files.keys().find(|path| path.starts_with(&folder)).cloned()
            }
            _ => None,
        });
        again.unwrap_or_else(|| layout::report(cycle, seat.as_str()))
    }

    /// The signing key of every enrolled seat in a cycle.
    ///
    /// # Errors
    /// If the ledger contains an invalid key.
    pub fn keys(&self, cycle: u32) -> Result<Vec<(String, PublicKey)>, Problem> {
        let mut keys = Vec::new();
        for seat in self.seats() {
            if let Some(holder) = self.holder(&seat, cycle) {
                keys.push((seat.to_string(), holder.signing.parse()?));
            }
        }
        Ok(keys)
    }

    /// The same with the substitutes that were appointed; whether they are in time is judged later.
    ///
    /// # Errors
    /// As [`Campaign::keys`].
    pub(in crate::referee) fn keys_of_packets(
        &self,
        cycle: u32,
    ) -> Result<Vec<(String, PublicKey)>, Problem> {
        let mut keys = self.keys(cycle)?;
        for seat in self.seats() {
            if let Some(substitute) = self.ledger.substitute_before(&seat, u64::MAX) {
                keys.push((seat.to_string(), substitute.signing.parse()?));
            }
        }
        Ok(keys)
    }

    /// The players' tips, for the seats that were enrolled with one, in the game's order. One that came
    /// with a correction, when others were known, has no say in the set-up.
    pub fn tips(&self) -> Vec<(Seat, Digest)> {
        let enrolled = |seat: &Seat| {
            self.ledger.entries().find_map(|entry| match &entry.body {
                Body::Enroll(enrolment) if enrolment.seat == *seat => enrolment.tip,
                _ => None,
            })
        };
        let tip = |seat: Seat| enrolled(&seat).map(|tip| (seat, tip));
        self.seats().into_iter().filter_map(tip).collect()
    }

    /// The bytes of a file whose digest the ledger lists.
    ///
    /// # Errors
    /// If it is missing, not listed, or not the one that is listed.
    pub fn listed(&self, path: &str) -> Result<Vec<u8>, Problem> {
        let bytes = self.store.need(path)?;
        let listed = self.ledger.files().filter(|(name, _)| *name == path).last();
        match listed {
            Some((_, digest)) if *digest == Digest::of(&bytes) => Ok(bytes),
            Some(_) => Err(Problem::refused("the file is not the one that the ledger lists")
                .at(path)
                .hint("somebody changed it; restore it from a backup")),
            None => Err(Problem::refused("the ledger does not list this file").at(path)),
        }
    }

    /// Every file of the last result is the one that the ledger lists.
    ///
    /// # Errors
    /// The first that is not.
    pub fn stands_as_resolved(&self) -> Result<(), Problem> {
        let last = self.ledger.results().next_back();
        let paths = last.into_iter().flat_map(|(_, result)| result.files.keys());
        paths.into_iter().try_for_each(|path| self.listed(path).map(drop))
    }

    /// True if the digest is that of an entry of this ledger.
    pub fn has_head(&self, head: &Digest) -> bool {
        self.ledger.marks().iter().any(|mark| mark.digest == *head)
    }

    /// True if the digest is that of an entry which stood before the result of a cycle.
    pub fn had_head(&self, head: &Digest, cycle: u32) -> bool {
        let resolves = |link: &&Link| {
            link.entry.cycle == Some(cycle) && matches!(link.entry.body, Body::Result(_))
        };
        let before = self.ledger.links().iter().take_while(|link| !resolves(link));
        before.into_iter().any(|link| link.digest == *head)
    }
}

/// A file whose digest is in the genesis.
fn founding_file(store: &Store, path: &str, digest: &Digest) -> Result<Vec<u8>, Problem> {
    let bytes = store.need(path)?;
    if Digest::of(&bytes) == *digest {
        Ok(bytes)
    } else {
        Err(Problem::refused("the file has changed since the campaign was created")
            .at(path)
            .hint("restore it from a backup"))
    }
}

/// The game of these files.
///
/// # Errors
/// If this program has no such game, or the files do not fit it.
pub fn founded(
    shelf: Shelf,
    game: &str,
    format: &[u8],
    scenario: &[u8],
    options: &BTreeMap<String, String>,
) -> Result<Box<dyn AnyGame>, Problem> {
    shelf.named(game)?.found(format, scenario, options)
}

/// Refuses rules of another edition than this program plays; `version` is one that plays it.
pub(in crate::referee) fn plays_edition(
    shelf: Shelf,
    game: &str,
    edition: u32,
    version: &str,
) -> Result<(), Problem> {
    let own = shelf.named(game)?.edition();
    if own == edition {
        return Ok(());
    }
    Err(Problem::refused(format!(
        "this campaign plays edition {edition} of the rules of {game}; adjutant {VERSION} plays \
         edition {own}"
    ))
    .hint(format!("use adjutant {version}, which plays it")))
}
