//! Founding a campaign.

use std::collections::BTreeMap;
use std::path::Path;

use super::desk::{Desk, Keys};
use crate::base::words::count;
use crate::base::{Digest, Problem, RELEASE, Time};
use crate::campaign::{Store, layout};
use crate::engine::format::begin::begins_with_position;
use crate::engine::{GameKind, Lasting, Seat, Shelf};
use crate::ledger::{
    BeaconTerms, Genesis, Ledger, LinkTerms, RevealTerms, Sealing, Witness, birth, check_name,
    check_witnesses,
};
use crate::referee::record::campaign::{Campaign, founded};
use crate::referee::record::ledger_keys::Pen;
use crate::seal::cycle_keys::{first_dice, key_chain};
use crate::seal::{BeaconKind, PublicKey, chain, derive};

/// What people keep beside a campaign, and no repository should have: keys, what programs note beside them,
/// a moderator's papers, the post.
const SECRET: &str = "*.key\n*.keys\n*.keys/\n*.known\n*.sealed\n*.secret\n*.papers\n*.post/\n";

/// What a campaign is created from.
#[derive(Debug)]
pub struct Charter<'a> {
    /// The campaign's name.
    pub name: &'a str,
    /// The games of the program.
    pub shelf: Shelf,
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
    /// What nobody has to believe the moderator for.
    pub trust: Trust,
}

/// What a campaign has beyond what every campaign has, so that its players need not believe the moderator.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// The witnesses who cosign the ledger.
    pub witnesses: Vec<Witness>,
    /// How many of them must have seen a result; 0 without witnesses.
    pub quorum: usize,
    /// Where the beacon comes from, if there is one.
    pub beacon: BeaconKind,
    /// Its terms; none without one.
    pub terms: Option<BeaconTerms>,
    /// That links are given once a cycle is locked; none if they come with the orders.
    pub links: Option<LinkTerms>,
    /// Who can open orders before the deadline.
    pub sealed: Sealing,
    /// Whether reports carry a proof of every die that they show.
    pub proven_dice: bool,
    /// How many cycles later a cycle is opened for everybody; none if all are opened at the end.
    pub reveal_after: Option<u32>,
}

/// No option differs.
static DEFAULTS: BTreeMap<String, String> = BTreeMap::new();

impl<'a> Charter<'a> {
    /// A game's own format and first scenario, with the format's options.
    pub fn shipped(game: &'a dyn GameKind, name: &'a str, shelf: Shelf) -> Self {
        let shipped = game.shipped();
        let (scenario, map) = shipped.scenarios[0];
        let format = shipped.format.as_bytes();
        let (game, map) = (game.name(), map.as_bytes());
        let options = &DEFAULTS;
        let trust = Trust::default();
        Self { name, shelf, game, format, scenario, map, options, trust }
    }
}

const README: &str = "\
This directory is a game played by email. `ledger/` is its signed history; `cycles/` holds the
encrypted packets, states and reports of each cycle. Nothing here gives a secret away before the
reveal.

    adjutant -C . status
    adjutant -C . verify
";

impl Charter<'_> {
    /// How long what the game hides still counts, in this scenario and with these options.
    ///
    /// # Errors
    /// If they do not fit the game.
    pub fn lasting(&self) -> Result<Lasting, Problem> {
        let game = founded(self.shelf, self.game, self.format, self.map, self.options)?;
        Ok(game.lasting())
    }

    /// The seats of the game in this scenario.
    ///
    /// # Errors
    /// If the files do not fit the game.
    pub fn seats(&self) -> Result<Vec<Seat>, Problem> {
        let game = founded(self.shelf, self.game, self.format, self.map, self.options)?;
        Ok(game.seats())
    }

    /// Cycles are opened before the end only when nothing in them counts any more, by the word of the game.
    ///
    /// # Errors
    /// If something would.
    pub fn lasts(&self) -> Result<(), Problem> {
        let Some(after) = self.trust.reveal_after else { return Ok(()) };
        match self.lasting()? {
            Lasting::Cycles(least) if least <= after => Ok(()),
            Lasting::Cycles(least) => Err(Problem::refused(format!(
                "cycles cannot be opened {} later: what this game hides matters for longer",
                count(after, "cycle")
            ))
            .hint(format!("open each cycle at least {} later", count(least, "cycle")))),
            Lasting::Game(what) => {
                Err(Problem::refused(format!("cycles cannot be opened before the end: {what}"))
                    .hint("open all of them at the end, or choose another scenario or option"))
            }
        }
    }

    /// Checks all that can be checked before keys are made: directory, name, format, scenario, options
    /// and witnesses.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, root: &Path) -> Result<(), Problem> {
        Store::vacant(root)?;
        self.lasting()?;
        self.lasts()?;
        check_witnesses(&self.trust.witnesses, self.trust.quorum)?;
        self.trust.sealed.check(self.trust.beacon.word())?;
        check_name(self.name)
    }
}

/// The level of the committed seeds.
fn level(trust: &Trust) -> u8 {
    let locks = u8::from(trust.links.is_some());
    trust.beacon.level().max(locks).max(trust.sealed.level())
}

/// Founds a campaign in a new directory, at a time and with 32 random bytes.
///
/// # Errors
/// If the files do not fit the game, the directory is taken, or the disk refuses. A directory
/// without a first entry is not a campaign.
pub fn found(
    root: &Path,
    charter: &Charter<'_>,
    keys: Keys,
    (salt, now): (Digest, Time),
) -> Result<Desk, Problem> {
    if keys.secret.is_handed() {
        return Err(Problem::refused("this secret is that of another campaign, handed over").hint(
            "its reveal would open this one too: give another ADJUTANT_CAMPAIGN_SECRET, or none",
        ));
    }
    let game = founded(charter.shelf, charter.game, charter.format, charter.map, charter.options)?;
    let (format, scenario) = (Digest::of(charter.format), Digest::of(charter.map));
    let birth = birth(charter.name, (&format, &scenario), &salt);
    let secret = keys.secret.campaign(&birth);
    let trust = &charter.trust;
    let genesis = Genesis {
        name: charter.name.to_owned(),
        salt,
        game: charter.game.to_owned(),
        edition: charter.shelf.named(charter.game)?.edition(),
        engine: RELEASE.to_owned(),
        format,
        scenario: charter.scenario.to_owned(),
        scenario_digest: scenario,
        options: game.options().clone(),
        seats: game.seats(),
        moderator: PublicKey::of(keys.signing.signing()).to_string(),
        recipient: derive::campaign_identity(&secret, &birth).recipient().to_string(),
        tip: derive::moderator_chain(&secret, &birth).tip(),
        chain_length: chain::LENGTH,
        level: level(trust),
        beacon: trust.beacon.word().to_owned(),
        beacon_terms: trust.terms.clone(),
        link_terms: trust.links,
        sealed: trust.sealed,
        reveal_terms: trust
            .reveal_after
            .map(|after| RevealTerms { after, tip: key_chain(&secret, &birth).tip() }),
        dice: trust.proven_dice.then(|| first_dice(&secret, &birth, trust.reveal_after.is_some())),
        witnesses: trust.witnesses.iter().map(ToString::to_string).collect(),
        quorum: trust.quorum,
    };
    genesis.check()?;
    let (ledger, written) = Ledger::found(now, genesis, &Pen(keys.signing.signing()))?;
    let mut store = Store::create(root)?;
    store.lock()?;
    store.begin();
    store.write(layout::README, README.as_bytes())?;
    store.write(
        layout::GITIGNORE,
        format!("{}\n{}/\n{SECRET}", layout::LOCK, layout::UNFINISHED).as_bytes(),
    )?;
    store.write(layout::GITATTRIBUTES, b"* -text\n")?;
    store.write(layout::FORMAT, charter.format)?;
    // One that begins with a position tells all its secrets.
    if begins_with_position(charter.map) {
        store.write_private(layout::SCENARIO, charter.map)?;
    } else {
        store.write(layout::SCENARIO, charter.map)?;
    }
    store.write(&written.signature_path, written.signature.as_bytes())?;
    let desk =
        Desk::over(Campaign { store, ledger, game: game.into(), shelf: charter.shelf }, keys);
    // A campaign is one from its first entry on, and never without a checkpoint.
    desk.write_checkpoint()?;
    desk.campaign.store.write(&written.path, written.text.as_bytes())?;
    desk.campaign.store.end()?;
    desk.campaign.store.settle()?;
    Ok(desk)
}
