//! A campaign as far as it is open: all of it after the reveal, some cycles of it before, in a campaign that opens one
//! after the other.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{Position, Skill};
use crate::ledger::{Body, CycleResult};
use crate::referee::cycle::packets::Kept;
use crate::referee::record::campaign::Campaign;
use crate::seal::cycle_keys::key_chain;
use crate::seal::{CampaignSecret, CycleKeys, Identity, derive, packed};

/// How well the staff plays that calendars give silent seats, if they do, each with the number of its entry.
pub(super) type Silent = Vec<(u64, Option<Skill>)>;

/// A campaign whose secret is known, or of which some cycles are open to everybody.
pub struct Opened<'c> {
    pub(in crate::referee) campaign: &'c Campaign,
    pub(in crate::referee) keys: CycleKeys,
    pub(in crate::referee) genesis: Digest,
    pub(super) cycles: OnceLock<Result<Vec<Cycle<'c>>, Problem>>,
    /// How well the staff plays that each calendar gives silent seats, by the number of its entry.
    pub(super) calendars: OnceLock<Result<Silent, Problem>>,
    pub(in crate::referee) revealed: BTreeMap<String, Digest>,
}

/// A cycle as the ledger has it, with the packets that count.
pub struct Cycle<'l> {
    /// Its number; 0 for the beginning.
    pub number: u32,
    /// What the ledger says of it.
    pub result: &'l CycleResult,
    /// The packets that count, in the game's order.
    pub used: Vec<Kept>,
}

impl<'c> Opened<'c> {
    /// Opens a campaign with the revealed secret, if it is revealed.
    ///
    /// # Errors
    /// If the secret is not the one that was committed to.
    pub fn new(campaign: &'c Campaign) -> Result<Option<Self>, Problem> {
        let secret = campaign.ledger.revealed();
        secret.map(|secret| Self::with(campaign, CampaignSecret::revealed(secret.0))).transpose()
    }

    /// Opens of a campaign what everybody can: all of it once it is revealed, else the cycles that are open, if some
    /// are.
    ///
    /// # Errors
    /// As [`Opened::new`].
    pub fn so_far(campaign: &'c Campaign) -> Result<Option<Self>, Problem> {
        match Self::new(campaign)? {
            Some(whole) => Ok(Some(whole)),
            None => Ok(campaign.known_keys().map(|keys| Self::over(campaign, keys))),
        }
    }

    /// Opens a campaign with its secret, which nobody but the moderator has before the reveal.
    ///
    /// # Errors
    /// If it is not the one that was committed to.
    pub fn with(campaign: &'c Campaign, secret: CampaignSecret) -> Result<Self, Problem> {
        let birth = campaign.birth();
        if derive::moderator_chain(&secret, &birth).tip() != campaign.ledger.genesis().tip {
            return Err(Problem::refused("the revealed secret does not lead to the chain's tip")
                .at("ledger/000000.yaml"));
        }
        let terms = campaign.ledger.genesis().reveal_terms;
        if terms.is_some_and(|terms| key_chain(&secret, &birth).tip() != terms.tip) {
            return Err(Problem::refused("the revealed secret does not lead to the cycles' keys")
                .at("ledger/000000.yaml"));
        }
        Ok(Self::over(campaign, campaign.all_keys(secret)))
    }

    fn over(campaign: &'c Campaign, keys: CycleKeys) -> Self {
        let genesis = campaign.ledger.genesis_digest();
        let lists = campaign.ledger.entries().filter_map(|entry| match &entry.body {
            Body::Reveal(reveal) => Some(&reveal.files),
            _ => None,
        });
        let revealed = lists.flatten().map(|(path, digest)| (path.clone(), *digest)).collect();
        let (cycles, calendars) = (OnceLock::new(), OnceLock::new());
        Self { campaign, keys, genesis, cycles, calendars, revealed }
    }

    /// True if all of it is open.
    pub fn is_whole(&self) -> bool {
        self.keys.secret().is_some()
    }

    /// What opens messages between players, which are open only with all the rest.
    pub(in crate::referee) fn press(&self) -> Option<Identity> {
        let secret = self.keys.secret()?;
        Some(derive::campaign_identity(secret, &self.campaign.birth()))
    }

    /// The cycles that are open and resolved, with their results.
    pub(super) fn results(&self) -> impl Iterator<Item = (u32, &'c CycleResult)> {
        self.campaign.ledger.results().filter(|(cycle, _)| self.keys.know(*cycle))
    }

    /// Their numbers.
    pub(in crate::referee) fn numbers(&self) -> Vec<u32> {
        self.results().map(|(cycle, _)| cycle).collect()
    }

    /// The position after a cycle.
    pub(in crate::referee) fn position(&self, number: u32) -> Result<Position, Problem> {
        self.opened(number, layout::state(number)).map(Position)
    }

    pub(in crate::referee) fn opened(&self, cycle: u32, path: String) -> Result<String, Problem> {
        let sealed = self.campaign.store.need(&path)?;
        packed::open(&sealed, &self.keys.house(cycle)).map_err(|p| p.at(path))
    }
}
