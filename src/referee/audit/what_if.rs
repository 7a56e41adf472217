//! What would have been without the moderator's rulings: after the reveal every cycle that one changed
//! is played once more without it, from the position in which it began. A ruling that was carried on, with orders
//! that stood after a correction, changed the cycle in which they were played.

use std::collections::{BTreeMap, BTreeSet};

use super::replay::{Again, Opened};
use crate::base::Problem;
use crate::engine::{AnySheet, Reader, RecordDoc, Seat};
use crate::ledger::{Body, Correction, Effect, Ruling};
use crate::referee::cycle::orders;
use crate::referee::cycle::packets::{self, Kept};
use crate::referee::record::luck::Luck;
use crate::referee::record::receipt::Verdict;
use crate::seal::Identity;

/// What the rulings of a cycle changed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The cycle.
    pub cycle: u32,
    /// What was ruled, a sentence each.
    pub rulings: Vec<String>,
    /// What happened, and would not have.
    pub happened: Vec<String>,
    /// What would have happened instead.
    pub instead: Vec<String>,
}

impl Opened<'_> {
    /// What every cycle with rulings would have been without them, each from the position in which it
    /// began: what was ruled before it stands.
    ///
    /// # Errors
    /// As [`Opened::each`].
    pub fn without_rulings(&self) -> Result<Vec<Difference>, Problem> {
        Ok(self.each(&|again| self.without(again))?.into_iter().flatten().collect())
    }

    fn without(&self, again: &Again<'_>) -> Result<Option<Difference>, Problem> {
        let cycle = again.cycle.number;
        if let Some(correction) = &again.cycle.result.correction {
            return Ok(Some(uncorrected(again, correction)));
        }
        let ledger = &self.campaign.ledger;
        let changes = |effect: &Effect| match effect {
            Effect::Orders | Effect::Late { .. } => true,
            Effect::Deadline(_)
            | Effect::Close(_)
            | Effect::Answer { .. }
            | Effect::Preview
            | Effect::Revoke { .. } => false,
        };
        let carried = self.carried_on(cycle)?;
        let ruled = ledger.entries().filter(|entry| match &entry.body {
            Body::Ruling(Ruling { effect: Some(effect), .. }) if changes(effect) => {
                let here = entry.cycle == Some(cycle) && !ledger.is_revoked(entry.seq);
                here || carried.contains(&entry.seq)
            }
            _ => false,
        });
        let rulings: Vec<String> =
            ruled.map(crate::referee::record::ledger_page::sentence).collect();
        let (Some(before), Some(record)) = (again.before, &again.played.made.record) else {
            return Ok(None);
        };
        if rulings.is_empty() {
            return Ok(None);
        }
        let kept = self.in_time(cycle)?;
        let mut orders = self.unamended(cycle, &kept)?;
        for (seat, staff) in again.staff {
            orders.entry(seat.clone()).or_insert_with(|| staff.clone());
        }
        let links = packets::links(self.campaign, cycle, &kept)?;
        let luck = Luck::of(self.campaign, &self.keys, cycle, &links)?;
        let game = &*self.campaign.game;
        let made = game.resolve(before, &orders, &mut luck.chance())?;
        let told = |record: &RecordDoc| game.sentences(&game.news(record, &Reader::Moderator)?);
        let (played, other) = (told(record)?, told(&made.record)?);
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            these.iter().filter(|sentence| !those.contains(sentence)).cloned().collect()
        };
        let (happened, instead) = (only(&played, &other), only(&other, &played));
        Ok(Some(Difference { cycle, rulings, happened, instead }))
    }

    fn identity(&self, cycle: u32) -> Identity {
        self.keys.identity(cycle)
    }

    /// The packets that count without a ruling.
    fn in_time(&self, cycle: u32) -> Result<Vec<Kept>, Problem> {
        let mut noted = packets::notes_listed(self.campaign, cycle, &self.identity(cycle))?;
        noted.retain(|note| note.receipt.verdict == Verdict::Accepted);
        let seats = self.campaign.seats().into_iter();
        let counts = seats.filter_map(|seat| packets::decisive(&noted, &seat));
        counts.map(|at| noted[at].open(self.campaign, cycle)).collect()
    }

    /// The rulings on orders that stood in a cycle after a correction, by their entries.
    fn carried_on(&self, cycle: u32) -> Result<BTreeSet<u64>, Problem> {
        let ledger = &self.campaign.ledger;
        let mut carried = BTreeSet::new();
        let after = cycle.checked_sub(1).and_then(|before| ledger.correction(before));
        if after.is_none() {
            return Ok(carried);
        }
        let own = packets::listed(self.campaign, cycle, &self.identity(cycle))?;
        for seat in self.campaign.seats() {
            let Some(from) = ledger.stands(&seat, cycle) else { continue };
            if packets::of(&own, &seat).is_some() && ledger.bound(&seat, cycle).is_none() {
                continue;
            }
            for ruled in orders::stood(self.campaign, &seat, (from, cycle)) {
                let rulings = self.rulings(ruled)?.into_iter();
                let whose = rulings.filter(|ruling| ruling.change.seat == seat);
                carried.extend(whose.map(|ruling| ruling.seq));
            }
            let late = ledger.late_packets(from).filter(|(_, whose)| **whose == seat);
            carried.extend(late.map(|(seq, _)| seq));
        }
        Ok(carried)
    }

    /// The orders that count without a ruling of this cycle, or of those whose orders stand in it.
    fn unamended(&self, cycle: u32, kept: &[Kept]) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
        orders::of_cycle(self.campaign, cycle, kept, &|from, seat| {
            let used = self.in_time(from)?;
            Ok(packets::of(&used, seat).map(|kept| kept.orders.clone()))
        })
    }
}

/// What a correction changed.
fn uncorrected(again: &Again<'_>, correction: &Correction) -> Difference {
    let cycle = again.cycle.number;
    let ruling = crate::referee::record::acts::corrected(cycle, correction).sentence();
    let (mut happened, mut instead) = (Vec::new(), Vec::new());
    if let Some(undone) = correction.undoes {
        instead.push(format!("cycle {undone} stands, as its reports tell it"));
    }
    for setting in again.settings {
        happened.push(format!("{} is {}", setting.path, setting.to));
        instead.push(format!("{} is {}", setting.path, setting.from));
    }
    Difference { cycle, rulings: vec![ruling], happened, instead }
}
