//! Founding a campaign.

use std::collections::BTreeMap;
use std::path::Path;

use super::campaign::{Campaign, table};
use super::desk::{Desk, Keys, birth_of};
use super::glue::Pen;
use crate::base::{Digest, Problem};
use crate::campaign::{Store, layout};
use crate::engine::{AnyGame, Seat};
use crate::ledger::{Genesis, Ledger, check_name};
use crate::seal::{BeaconKind, PublicKey, chain, derive};

/// What a campaign is founded from.
#[derive(Debug)]
pub struct Charter<'a> {
    /// The campaign's name.
    pub name: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// The text of the turn format.
    pub format: &'a [u8],
    /// The scenario's name.
    pub scenario: &'a str,
    /// The text of the scenario.
    pub map: &'a [u8],
    /// Options that differ from the format's defaults.
    pub options: &'a BTreeMap<String, String>,
}

/// No option differs.
static DEFAULTS: BTreeMap<String, String> = BTreeMap::new();

impl<'a> Charter<'a> {
    /// A game's own format and first scenario, with the format's options.
    pub fn shipped(game: &'a dyn AnyGame, name: &'a str) -> Self {
        let shipped = game.shipped();
        let (scenario, map) = shipped.scenarios[0];
        let format = shipped.format.as_bytes();
        let (game, map) = (game.name(), map.as_bytes());
        Self { name, game, format, scenario, map, options: &DEFAULTS }
    }
}

const README: &str = "\
This directory is a game by mail. `ledger/` is its signed history, `cycles/` holds the sealed
packets, states and reports of each cycle. Nothing in here gives a secret away before the reveal.

    adjutant -C . status
    adjutant -C . verify
";

impl Charter<'_> {
    /// Checks all that can be checked before keys are made: directory, name, format, scenario and
    /// options.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, root: &Path) -> Result<(), Problem> {
        Store::vacant(root)?;
        table(self.game, self.format, self.map, self.options)?;
        check_name(self.name)
    }
}

/// Founds a campaign in a new directory.
///
/// # Errors
/// If the files do not fit the game, the directory is taken, or the disk refuses. A directory
/// without a first entry is no campaign.
pub fn found(root: &Path, charter: &Charter<'_>, keys: Keys, now: &str) -> Result<Desk, Problem> {
    let table = table(charter.game, charter.format, charter.map, charter.options)?;
    let (format, scenario) = (Digest::of(charter.format), Digest::of(charter.map));
    let birth = birth_of(charter.name, &format, &scenario);
    let genesis = Genesis {
        name: charter.name.to_owned(),
        game: charter.game.to_owned(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        format,
        scenario: charter.scenario.to_owned(),
        scenario_digest: scenario,
        options: table.options().clone(),
        seats: table.seats().iter().map(Seat::to_string).collect(),
        moderator: PublicKey::of(keys.signing.signing()).to_string(),
        recipient: derive::campaign_identity(&keys.secret, &birth).recipient().to_string(),
        tip: derive::moderator_chain(&keys.secret, &birth).tip(),
        chain_length: chain::LENGTH,
        level: 0,
        beacon: BeaconKind::None.word().to_owned(),
    };
    genesis.check()?;
    let (ledger, written) = Ledger::found(now, genesis, &Pen(keys.signing.signing()))?;
    let mut store = Store::create(root)?;
    store.lock()?;
    store.write(layout::README, README.as_bytes())?;
    store.write(layout::GITIGNORE, format!("{}\n.new-*\n", layout::LOCK).as_bytes())?;
    store.write(layout::GITATTRIBUTES, b"* -text\n")?;
    store.write(layout::FORMAT, charter.format)?;
    store.write(layout::SCENARIO, charter.map)?;
    store.write(&written.signature_path, written.signature.as_bytes())?;
    store.write(&written.path, written.text.as_bytes())?;
    let desk = Desk::over(Campaign { store, ledger, table }, keys);
    desk.write_checkpoint()?;
    Ok(desk)
}
