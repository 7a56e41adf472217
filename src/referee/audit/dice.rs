//! Dice with proof, checked on the day: every seed against the links that were fixed beforehand, and every die of
//! a report against the key that the genesis names. `docs/formats/seed.md`.

use std::collections::BTreeMap;

use crate::base::{Digest, Problem, Seat, words};
use crate::ledger::{Beacon, Check, CycleResult, Links};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_page::sentence;
use crate::referee::record::luck::{Inputs, commitment, draws, given, proven_by, seed};
use crate::referee::record::report::Report;
use crate::seal::leads_back;

/// What can be checked of a campaign with proven dice before the reveal; nothing in any other.
pub(super) fn checks(campaign: &Campaign, reports: &[(String, Report)]) -> Vec<Check> {
    if campaign.ledger.genesis().dice.is_none() {
        return Vec::new();
    }
    let mut checks = vec![Check::new("links", links(campaign))];
    let own = |(name, report): &(String, Report)| {
        let shown = dice(campaign, report).map_err(|p| p.at(name));
        Check::new("my dice", shown)
    };
    checks.extend(reports.iter().map(own));
    checks
}

/// What each cycle's beacon gave; nothing in a campaign without one.
pub(super) fn beacons(campaign: &Campaign) -> Option<Check> {
    campaign.ledger.genesis().beacon_terms.as_ref()?;
    let all = || {
        let (mut came, mut told) = (0, Vec::new());
        for cycle in campaign.ledger.results().map(|(cycle, _)| cycle) {
            given(campaign, cycle)?;
            match campaign.ledger.beacon(cycle) {
                Some((_, Beacon::Drand { .. })) => came += 1,
                Some((entry, Beacon::Declared { .. } | Beacon::Missing { .. })) => {
                    told.push(sentence(entry));
                }
                None => {}
            }
        }
        if came > 0 {
            told.insert(
                0,
                format!("{} of drand, each of its deadline", words::count(came, "round")),
            );
        }
        Ok(if told.is_empty() { "none was due".to_owned() } else { told.join("; ") })
    };
    Some(Check::new("beacon", all()))
}

/// Every published link leads back to what was fixed beforehand, and every seed follows from them.
fn links(campaign: &Campaign) -> Result<String, Problem> {
    let mut count = 0;
    for (cycle, result) in campaign.ledger.results() {
        own_links(campaign, cycle, result).map_err(|p| p.at(format!("cycle {cycle}")))?;
        count += 1;
    }
    let cycles = words::count(count, "cycle");
    Ok(format!("the seeds of {cycles} follow from links that were fixed beforehand"))
}

fn own_links(campaign: &Campaign, cycle: u32, result: &CycleResult) -> Result<(), Problem> {
    let published = result.links.as_ref();
    let links = published.ok_or_else(|| Problem::refused("its links are not published"))?;
    let Links { moderator, seats } = links;
    let tip = campaign.ledger.genesis().tip;
    if !leads_back(&campaign.birth(), (0, tip), (cycle.max(1), *moderator)) {
        return Err(Problem::refused("the moderator's link does not lead back to their tip"));
    }
    if cycle == 0 {
        let enrolled = campaign.tips().into_iter().collect();
        if *seats != enrolled {
            return Err(Problem::refused("these are not the tips that players enrolled with"));
        }
    } else if let Some((seat, _)) = seats.iter().find(|link| !is_own(campaign, cycle, *link)) {
        let what = format!("the link of {seat} does not lead back to a tip of its players");
        return Err(Problem::refused(what));
    }
    if commitment(&seed(campaign, cycle, links)?) == result.seed_commitment {
        return Ok(());
    }
    Err(Problem::refused("the seed does not follow from its links"))
}

/// True if a link is of a chain of whoever held the seat when packets of the cycle came: in the cycle of a change
/// either of two did, and which one is for the packets to say, after the reveal.
fn is_own(campaign: &Campaign, cycle: u32, (seat, link): (&Seat, &Digest)) -> bool {
    let genesis = campaign.ledger.genesis_digest();
    let held = [cycle.saturating_sub(1), cycle].into_iter();
    let mut tips = held.filter_map(|cycle| campaign.holder(seat, cycle)?.tip);
    tips.any(|tip| leads_back(&genesis, (0, tip), (cycle, *link)))
}

/// Every die of a report fell as its proof says, and it has a proof of every die that its reader witnessed.
fn dice(campaign: &Campaign, report: &Report) -> Result<String, Problem> {
    let data = &report.data;
    let news = data.news();
    let shown = news.map(|news| campaign.game.throws(&news)).transpose()?.unwrap_or_default();
    // A report has room for so many.
    let shown: BTreeMap<_, _> = shown.into_iter().take(draws(campaign)?).collect();
    if let Some(other) = data.dice.keys().find(|name| !shown.contains_key(*name)) {
        return Err(Problem::refused(format!(
            "it proves the draw {other}, of which it shows no dice"
        )));
    }
    let result = campaign.ledger.result(data.cycle);
    let links = result.and_then(|result| result.links.as_ref());
    let links = links.ok_or_else(|| Problem::refused("its cycle has no published links"))?;
    let (genesis, cycle) = (campaign.ledger.genesis_digest(), data.cycle);
    let inputs = Inputs { genesis, cycle, seed: seed(campaign, cycle, links)? };
    let key = proven_by(campaign, cycle)?;
    let key = key.ok_or_else(|| Problem::refused("its cycle has no key for proofs of dice"))?;
    let mut count = 0;
    for (name, throws) in &shown {
        let proof = data.dice.get(name);
        let proof = proof.ok_or_else(|| Problem::refused(format!("it has no proof of {name}")))?;
        if !inputs.fell(&key, (name, throws), proof)? {
            let what = format!("the dice of {name} did not fall as it says");
            return Err(Problem::refused(what));
        }
        count += throws.iter().map(|throw| usize::from(throw.dice)).sum::<usize>();
    }
    let dice = if count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
    let own = campaign.ledger.opens_after().is_some();
    let whose = if own { "cycle" } else { "genesis" };
    Ok(format!("{dice} of cycle {} fell as the key of the {whose} gives them", data.cycle))
}
