//! After the reveal: every cycle is carried out again and compared. The first difference is named.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::campaign::Campaign;
use super::desk::{birth, open_house};
use super::packet::{self, Kept};
use super::play::{self, Dossier, Input, Played};
use super::reveal;
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{Document, Seat};
use crate::ledger::{Body, CycleResult, PacketUse};
use crate::seal::{CampaignSecret, Identity, derive, leads_back};

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

/// A cycle that was carried out again.
pub struct Again<'a> {
    /// The cycle.
    pub cycle: &'a Cycle<'a>,
    /// Its seed.
    pub seed: [u8; 32],
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Document>,
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
        secret.map(|secret| Self::with(campaign, CampaignSecret::generate(secret.0))).transpose()
    }

    /// Opens a campaign with its secret, which nobody but the moderator has before the reveal.
    ///
    /// # Errors
    /// If it is not the one that was committed to.
    pub fn with(campaign: &'c Campaign, secret: CampaignSecret) -> Result<Self, Problem> {
        let birth = birth(campaign);
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
                    return Err(Problem::refused("its head is no entry that stood before it")
                        .at(&kept.path)
                        .hint("the player saw another history than this one"));
                }
                count += 1;
            }
        }
        Ok(format!("each order file that counted names an entry of this ledger ({count})"))
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
                return Err(Problem::refused("the seed is not the committed one")
                    .at(format!("cycle {}", cycle.number)));
            }
        }
        Ok(format!("{} seeds follow from their commitments", cycles.len()))
    }

    fn seed(&self, cycle: &Cycle<'_>) -> Result<[u8; 32], Problem> {
        if cycle.number == 0 {
            return play::seed(self.campaign, &self.secret, 0, &self.campaign.tips());
        }
        let mut links = Vec::new();
        for (seat, kept) in &cycle.used {
            let Some(link) = kept.header.reveal else { continue };
            let tip = self.campaign.holder(seat, cycle.number).and_then(|h| h.tip);
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
        self.each(&mut |again| {
            count += 1;
            self.compare(again.cycle, again.before, again.played)?;
            self.published(again.cycle, &again.played.dossier)
        })?;
        Ok(format!("{count} cycles carried out again, nothing differs"))
    }

    /// Carries out every cycle again, from the packets that the ledger commits to, and shows it.
    ///
    /// # Errors
    /// The first packet or link that is not the committed one, and what is found by who looks.
    pub fn each(
        &self,
        look: &mut dyn FnMut(&Again<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut position: Option<Document> = None;
        for cycle in self.cycles()? {
            self.packets(cycle)?;
            let seed = self.seed(cycle)?;
            let files: BTreeMap<Seat, Vec<u8>> =
                cycle.used.iter().map(|(seat, kept)| (seat.clone(), kept.bytes.clone())).collect();
            let before = position.as_ref();
            let input =
                Input { cycle: cycle.number, before, files: &files, seed, secret: &self.secret };
            let played = play::play(self.campaign, &input)?;
            look(&Again { cycle, seed, before, played: &played })?;
            position = Some(played.position);
        }
        Ok(())
    }

    /// The packets that count are those the ledger says were used.
    fn packets(&self, cycle: &Cycle<'_>) -> Result<(), Problem> {
        let place = format!("cycle {}", cycle.number);
        for seat in self.campaign.seats() {
            let kept = cycle.used.iter().find(|(s, _)| *s == seat).map(|(_, kept)| kept);
            let entry = cycle.result.packets.get(seat.as_str());
            match (entry, kept) {
                (Some(PacketUse::Used { commitment, sequence, contributed }), Some(kept)) => {
                    let id = Digest::of(&kept.bytes);
                    let salt = packet::salt(&self.secret, &self.genesis, cycle.number, &id);
                    let same = packet::commitment(&salt, &id) == *commitment
                        && kept.header.sequence == *sequence
                        && kept.header.reveal.is_some() == *contributed;
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

    fn compare(
        &self,
        cycle: &Cycle<'_>,
        before: Option<&Document>,
        played: &Played,
    ) -> Result<(), Problem> {
        let number = cycle.number;
        let result = cycle.result;
        let dossier = self.dossier(number)?;
        same_record(number, &dossier, &played.dossier)?;
        let salted = |what, cycle, text: &str| {
            play::salted(&self.secret, &self.genesis, (what, cycle), text)
        };
        let before = before.unwrap_or(&played.position);
        let (root, _) = played.dossier.report_tree(self.campaign, &self.secret, number);
        let stated = open_house(&self.campaign.store.need(&layout::state(number))?, &self.house)?;
        let checks = [
            ("the state", stated == played.position.0),
            ("the commitment to the state before", {
                salted("state", number.saturating_sub(1), &before.0) == result.state_before
            }),
            ("the commitment to the state", {
                salted("state", number, &played.position.0) == result.state_after
            }),
            ("the commitment to the record", {
                salted("record", number, &played.dossier.record) == result.record
            }),
            ("the report for everybody", {
                Digest::of(played.dossier.public.as_bytes()) == result.public_report
            }),
            ("the root of the report tree", root == result.report_root),
        ];
        match checks.iter().find(|(_, same)| !same) {
            None => Ok(()),
            Some((what, _)) => Err(Problem::refused(format!("{what} differs"))
                .at(format!("cycle {number}"))
                .hint("what the moderator published is not what the orders and dice lead to")),
        }
    }

    /// What lies in the open after the reveal is what was carried out.
    fn published(&self, cycle: &Cycle<'_>, dossier: &Dossier) -> Result<(), Problem> {
        let expected = reveal::opened(cycle.number, &cycle.used, dossier);
        let differs = expected
            .iter()
            .find(|(path, text)| self.revealed.get(path).is_none_or(|d| *d != Digest::of(text)));
        match differs {
            None => Ok(()),
            Some((path, _)) => {
                Err(Problem::refused("what was published is not what was played").at(path))
            }
        }
    }

    fn dossier(&self, cycle: u32) -> Result<Dossier, Problem> {
        let path = layout::dossier(cycle);
        let text =
            open_house(&self.campaign.store.need(&path)?, &self.house).map_err(|p| p.at(&path))?;
        Dossier::read(&text).map_err(|p| p.at(&path))
    }
}

/// Names the first event, or the first line of a report, that differs.
fn same_record(cycle: u32, stated: &Dossier, played: &Dossier) -> Result<(), Problem> {
    if stated.record != played.record {
        let at = first_event(&stated.record, &played.record);
        return Err(Problem::refused(format!("the record differs, first at {at}"))
            .at(layout::dossier(cycle)));
    }
    let public = ("everybody".to_owned(), &stated.public, &played.public);
    let seats = played.reports.iter().map(|(seat, text)| {
        (seat.clone(), stated.reports.get(seat).unwrap_or(&stated.public), text)
    });
    for (reader, stated, played) in seats.chain([public]) {
        if stated != played {
            let differs = stated.lines().zip(played.lines()).position(|(a, b)| a != b);
            let line = differs.unwrap_or_else(|| played.lines().count()) + 1;
            let what = format!("the report for {reader} differs, first at line {line}");
            return Err(Problem::refused(what).at(layout::dossier(cycle)));
        }
    }
    Ok(())
}

/// Where in two records the first difference lies.
fn first_event(stated: &str, played: &str) -> String {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    let (Some(stated), Some(played)) = (read(stated), read(played)) else {
        return "its first byte".to_owned();
    };
    let events = |value: &serde_json::Value| {
        value["record"]["events"].as_array().cloned().unwrap_or_default()
    };
    let (a, b) = (events(&stated), events(&played));
    match (0..a.len().max(b.len())).find(|n| a.get(*n) != b.get(*n)) {
        Some(event) => format!("event {event}"),
        None if stated["record"]["answers"] != played["record"]["answers"] => {
            "the answers to orders".to_owned()
        }
        None => "the draws".to_owned(),
    }
}
