//! After the reveal: every cycle is replayed and compared. The first difference is named.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::campaign::Campaign;
use super::packet::{self, Kept};
use super::play::{self, Dossier, Input, Played};
use super::reveal;
use super::stated::Stated;
use crate::base::{Digest, Problem, VERSION, words};
use crate::campaign::layout;
use crate::engine::{Position, Seat};
use crate::ledger::{Body, CycleResult, PacketUse};
use crate::seal::{CampaignSecret, Identity, derive, leads_back, packed};

/// A campaign whose secret is known.
pub struct Opened<'c> {
    campaign: &'c Campaign,
    secret: CampaignSecret,
    house: Identity,
    genesis: Digest,
    cycles: OnceCell<Result<Vec<Cycle<'c>>, Problem>>,
    revealed: BTreeMap<String, Digest>,
}

/// A cycle as the ledger has it, with the packets that count.
pub struct Cycle<'l> {
    /// Its number; 0 for the beginning.
    pub number: u32,
    /// What the ledger says of it.
    pub result: &'l CycleResult,
    /// The packets that count, in the game's order.
    pub used: Vec<(Seat, Kept)>,
}

/// A replayed cycle.
pub struct Again<'a> {
    /// The cycle.
    pub cycle: &'a Cycle<'a>,
    /// Its seed.
    pub seed: [u8; 32],
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Position>,
    /// What it made.
    pub played: &'a Played,
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
        let house = derive::campaign_identity(&secret, &birth);
        let genesis = campaign.ledger.genesis_digest();
        let lists = campaign.ledger.entries().filter_map(|entry| match &entry.body {
            Body::Reveal(reveal) => Some(&reveal.files),
            _ => None,
        });
        let revealed = lists.flatten().map(|(path, digest)| (path.clone(), *digest)).collect();
        let cycles = OnceCell::new();
        Ok(Self { campaign, secret, house, genesis, cycles, revealed })
    }

    /// Every cycle; its packets are read once for all checks.
    fn cycles(&self) -> Result<&[Cycle<'c>], Problem> {
        let read = || {
            let results = self.campaign.ledger.results();
            results.map(|(number, result)| self.cycle(number, result)).collect()
        };
        self.cycles.get_or_init(read).as_deref().map_err(Clone::clone)
    }

    fn cycle(&self, number: u32, result: &'c CycleResult) -> Result<Cycle<'c>, Problem> {
        let identity = derive::cycle_identity(&self.secret, &self.genesis, number);
        // A file that the ledger does not list was put there later.
        let listed = |path: &str| result.files.contains_key(path);
        let kept = packet::kept_if(self.campaign, number, &identity, listed)?;
        Ok(Cycle { number, result, used: packet::used(self.campaign, &kept) })
    }

    /// Every order file names a head of this ledger that stood when it was written.
    ///
    /// # Errors
    /// The first that does not.
    pub fn heads(&self) -> Result<String, Problem> {
        let mut count = 0;
        for cycle in self.cycles()? {
            for (_, kept) in &cycle.used {
                if !self.campaign.had_head(&kept.header.head, cycle.number) {
                    return Err(Problem::refused("its head is not an entry written before it")
                        .at(&kept.path)
                        .hint("the player saw a different history"));
                }
                count += 1;
            }
        }
        Ok(format!("every order file used names an entry of this ledger ({count})"))
    }

    /// Every seed follows from links that were fixed beforehand.
    ///
    /// # Errors
    /// The first that does not.
    pub fn seeds(&self) -> Result<String, Problem> {
        let cycles = self.cycles()?;
        for cycle in cycles {
            let seed = self.seed(cycle)?;
            if play::seed_commitment(&seed) != cycle.result.seed_commitment {
                return Err(Problem::refused("the seed does not match its commitment")
                    .at(format!("cycle {}", cycle.number)));
            }
        }
        Ok(format!("all match their commitments ({})", cycles.len()))
    }

    fn seed(&self, cycle: &Cycle<'_>) -> Result<[u8; 32], Problem> {
        if cycle.number == 0 {
            return play::seed(self.campaign, &self.secret, 0, &self.campaign.tips());
        }
        let mut links = Vec::new();
        for (seat, kept) in &cycle.used {
            let (Some(link), tip) = (kept.link(), kept.holder.tip) else { continue };
            if !tip.is_some_and(|t| leads_back(&self.genesis, (0, t), (cycle.number, link))) {
                return Err(Problem::refused("its link does not lead back to the player's tip")
                    .at(&kept.path));
            }
            links.push((seat.to_string(), link));
        }
        play::seed(self.campaign, &self.secret, cycle.number, &links)
    }

    /// Carries out every cycle again and compares all that was committed to.
    ///
    /// # Errors
    /// The first difference.
    pub fn replay(&self) -> Result<String, Problem> {
        let mut count = 0;
        let (mut before, mut published) = (None, 0);
        self.each(&mut |again| {
            count += 1;
            published += self.compare(again, &mut before)?;
            Ok(())
        })?;
        if published != self.revealed.len() {
            return Err(Problem::refused("more files are published than were played")
                .hint("the `reveal` entry of the ledger lists files that belong to no cycle"));
        }
        Ok(format!("{} replayed, no differences", words::count(count, "cycle")))
    }

    /// Whose words the reports are in; those of other versions were compared as facts only.
    pub fn words(&self) -> String {
        let results = self.campaign.ledger.results();
        let versions: BTreeSet<&str> = results.map(|(_, r)| r.version.as_str()).collect();
        let others: Vec<&str> = versions.into_iter().filter(|v| *v != VERSION).collect();
        if others.is_empty() {
            "facts and words compared".to_owned()
        } else {
            format!("facts compared; their words are those of {}", words::names(&others))
        }
    }

    /// Carries out every cycle again, from the packets that the ledger commits to, and shows it.
    ///
    /// # Errors
    /// The first packet or link that is not the committed one, and what is found by who looks.
    pub fn each(
        &self,
        look: &mut dyn FnMut(&Again<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut position: Option<Position> = None;
        for cycle in self.cycles()? {
            self.call(cycle, position.as_ref())?;
            self.packets(cycle)?;
            let seed = self.seed(cycle)?;
            let orders = packet::orders(&cycle.used);
            let before = position.as_ref();
            let input =
                Input { cycle: cycle.number, before, orders: &orders, seed, secret: &self.secret };
            let played = play::play(self.campaign, &input)?;
            look(&Again { cycle, seed, before, played: &played })?;
            position = Some(played.position);
        }
        Ok(())
    }

    /// The call for orders was the one that the position asks for, and went to the cycle's own
    /// recipient.
    fn call(&self, cycle: &Cycle<'_>, before: Option<&Position>) -> Result<(), Problem> {
        let Some(before) = before else { return Ok(()) };
        let place = format!("cycle {}", cycle.number);
        let wrong = |what: &str| Err(Problem::refused(what).at(&place));
        let Some(opening) = self.campaign.ledger.opening(cycle.number) else {
            return wrong("it was resolved without being opened");
        };
        let phase = self.campaign.game.phase(before)?;
        let identity = derive::cycle_identity(&self.secret, &self.genesis, cycle.number);
        if opening.recipient != identity.recipient().to_string() {
            return wrong("orders were called for with a recipient that is not the cycle's");
        }
        if opening.phase != phase.name || opening.due != phase.asked() {
            return wrong("orders were called for that were not due, or not those that were");
        }
        Ok(())
    }

    /// The packets that count are those the ledger says were used.
    fn packets(&self, cycle: &Cycle<'_>) -> Result<(), Problem> {
        let place = format!("cycle {}", cycle.number);
        for seat in self.campaign.seats() {
            let kept = cycle.used.iter().find(|(s, _)| *s == seat).map(|(_, kept)| kept);
            let entry = cycle.result.packets.get(&seat);
            match (entry, kept) {
                (Some(PacketUse::Used { commitment, sequence, contributed }), Some(kept)) => {
                    let id = Digest::of(&kept.bytes);
                    let salt = packet::salt(&self.secret, &self.genesis, cycle.number, &id);
                    let same = packet::commitment(&salt, &id) == *commitment
                        && kept.header.sequence == *sequence
                        && kept.link().is_some() == *contributed;
                    if !same {
                        return Err(Problem::refused(format!(
                            "the packet of {seat} is not the one the ledger commits to"
                        ))
                        .at(&kept.path));
                    }
                }
                (None | Some(PacketUse::Nmr { .. }), None) => {}
                (Some(PacketUse::Used { .. }), None) => {
                    return Err(
                        Problem::refused(format!("the packet of {seat} is missing")).at(place)
                    );
                }
                (None | Some(PacketUse::Nmr { .. }), Some(kept)) => {
                    return Err(Problem::refused(format!("the packet of {seat} was not used"))
                        .at(&kept.path));
                }
            }
        }
        Ok(())
    }

    /// Compares what was played again with what the moderator's side wrote: the bytes with the
    /// commitments, the facts with the facts, and the words where this version wrote them. Returns
    /// how many files of the cycle are published.
    fn compare(&self, again: &Again<'_>, before: &mut Option<String>) -> Result<usize, Problem> {
        let number = again.cycle.number;
        let dossier = self.dossier(number)?;
        let position = self.position(number)?;
        let stated = Stated { number, position: &position, dossier: &dossier };
        stated.is_whole(self.campaign)?;
        self.committed(again.cycle, &stated, before.as_deref())?;
        let version = &again.cycle.result.version;
        stated.same_facts(self.campaign, again.played, version)?;
        if version == VERSION {
            stated.same_words(&again.played.dossier(self.campaign)?)?;
        }
        *before = Some(position);
        self.published(again.cycle, &dossier)
    }

    /// What was written is what the ledger commits to.
    fn committed(
        &self,
        cycle: &Cycle<'_>,
        stated: &Stated<'_>,
        before: Option<&str>,
    ) -> Result<(), Problem> {
        let (number, result, dossier) = (cycle.number, cycle.result, stated.dossier);
        let salted = |what, cycle, text: &str| {
            play::salted(&self.secret, &self.genesis, (what, cycle), text)
        };
        let before = before.unwrap_or(stated.position);
        let (root, _) = dossier.report_tree(self.campaign, &self.secret, number);
        let checks = [
            ("the commitment to the state before", {
                salted("state", number.saturating_sub(1), before) == result.state_before
            }),
            ("the commitment to the state", {
                salted("state", number, stated.position) == result.state_after
            }),
            ("the commitment to the record", {
                salted("record", number, &dossier.record) == result.record
            }),
            ("the report for everybody", {
                Digest::of(dossier.public.as_bytes()) == result.public_report
            }),
            ("the root of the report tree", root == result.report_root),
        ];
        match checks.iter().find(|(_, same)| !same) {
            None => Ok(()),
            Some((what, _)) => Err(Problem::refused(format!("{what} differs"))
                .at(format!("cycle {number}"))
                .hint("what the moderator published does not follow from the orders and dice")),
        }
    }

    /// What is public after the reveal is what was kept sealed before: so many files.
    fn published(&self, cycle: &Cycle<'_>, dossier: &Dossier) -> Result<usize, Problem> {
        let expected = reveal::opened(cycle.number, &cycle.used, dossier);
        let differs = expected
            .iter()
            .find(|(path, text)| self.revealed.get(path).is_none_or(|d| *d != Digest::of(text)));
        match differs {
            None => Ok(expected.len()),
            Some((path, _)) => {
                Err(Problem::refused("the published file differs from the replay").at(path))
            }
        }
    }

    /// The campaign's secret.
    pub(super) fn secret(&self) -> &CampaignSecret {
        &self.secret
    }

    /// The text of the position after a cycle.
    pub(super) fn position(&self, cycle: u32) -> Result<String, Problem> {
        let path = layout::state(cycle);
        packed::open(&self.campaign.store.need(&path)?, &self.house).map_err(|p| p.at(&path))
    }

    fn dossier(&self, cycle: u32) -> Result<Dossier, Problem> {
        let path = layout::dossier(cycle);
        let text = packed::open(&self.campaign.store.need(&path)?, &self.house)
            .map_err(|p| p.at(&path))?;
        Dossier::read(&text).map_err(|p| p.at(&path))
    }
}
