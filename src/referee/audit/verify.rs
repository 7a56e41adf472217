//! Verification: what anyone can check now, what players can check of their own and, after the
//! reveal, everything.

use super::replay::{Again, Opened};
use super::{acts_checked, dice, judged, locks, own_packet, shipped, witnesses};
use crate::base::{Problem, VERSION, words};
use crate::campaign::{Store, layout};
use crate::engine::{Reader, Shelf};
use crate::ledger::{
    Body, Check, CheckOutcome, CycleResult, Entry, Genesis, Ledger, PacketUse, SealedEntry,
    Verification, check_chain, check_checkpoint, check_files, check_signatures,
};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_keys::verifier;
use crate::referee::record::proof::{Evidence, prove};
use crate::referee::record::report::Report;
use crate::referee::record::verified::entries;
use crate::seal::PublicKey;

/// What a player brings of their own.
#[derive(Debug, Default)]
pub struct Own {
    /// Their decrypted reports, each with the name of its file.
    pub reports: Vec<(String, Report)>,
    /// The key they sign with.
    pub key: Option<PublicKey>,
    /// Their signed receipts, each with the name of its file.
    pub receipts: Vec<(String, Vec<u8>)>,
    /// The packets themselves, as they were sent, each with the name of its file.
    pub packets: Vec<(String, Vec<u8>)>,
    /// Checkpoints that they kept, each with the name of its file: these show that the ledger only
    /// grew since.
    pub checkpoints: Vec<(String, Vec<u8>)>,
    /// True if enough witnesses must have seen the newest result.
    pub witnessed: bool,
}

/// Checks a campaign and what a player brings.
///
/// # Errors
/// Only if the disk fails. The verdict says what is wrong.
pub fn verify(store: Store, own: &Own, shelf: Shelf) -> Result<Verification, Problem> {
    Ok(verify_and(store, own, shelf, &|_| ())?.0)
}

/// Checks a campaign and, after the reveal, looks at each cycle when it is carried out again. What
/// was seen, if nothing differs.
///
/// # Errors
/// As [`verify`].
pub(in crate::referee) fn verify_and<T: Send + Sync>(
    store: Store,
    own: &Own,
    shelf: Shelf,
    look: &(dyn Fn(&Again<'_>) -> T + Sync),
) -> Result<(Verification, Vec<T>), Problem> {
    let files = entries(&store)?;
    let linked = Ledger::link(&files);
    let mut lines = vec![check_chain(&linked)];
    let Some(genesis) = genesis(&files) else { return Ok((lines.into(), Vec::new())) };
    lines.extend(signatures(&store, (&files, linked.as_ref().ok()), &genesis, own)?);
    if !lines.iter().all(Check::holds) {
        return Ok((lines.into(), Vec::new()));
    }
    let ledger = linked?;
    lines.push(listed(&store, &ledger));
    lines.extend(witnesses::check(&store, &ledger, own.witnessed));
    lines.push(Check::new("continuity", continuity(&ledger)));
    lines.push(Check::new("orders", accounted(&ledger)));
    if !lines.iter().all(Check::holds) {
        return Ok((lines.into(), Vec::new()));
    }
    let campaign = Campaign::with(store, ledger, shelf)?;
    lines.push(Check::new("rules", shipped::told(&campaign)));
    lines.extend(own.key.iter().map(|key| Check::new("my key", own_key(&campaign, key))));
    lines.extend(acts_checked::checks(&campaign));
    lines.extend(own.reports.iter().map(|(name, report)| own_report(&campaign, name, report)));
    lines.extend(dice::beacons(&campaign));
    lines.extend(locks::check(&campaign));
    lines.extend(dice::checks(&campaign, &own.reports));
    for (name, receipt) in &own.receipts {
        let checked =
            own_packet::received(&campaign, receipt, &own.receipts).map_err(|p| p.at(name));
        lines.push(Check::new("my packet", checked));
    }
    lines.extend(locks::own(&campaign, &own.receipts));
    lines.extend(own_packet::judged_again(&campaign, &own.packets, &own.receipts));
    let (checks, seen) = revealed(&campaign, look);
    lines.extend(checks);
    Ok((lines.into(), seen))
}

fn genesis(files: &[SealedEntry]) -> Option<Genesis> {
    let first = files.first()?;
    match Entry::read(&first.entry).ok()?.body {
        Body::Genesis(genesis) => Some(genesis),
        _ => None,
    }
}

fn signatures(
    store: &Store,
    both: (&[SealedEntry], Option<&Ledger>),
    genesis: &Genesis,
    own: &Own,
) -> Result<Vec<Check>, Problem> {
    if let Err(problem) = verifier(genesis, &genesis.moderator) {
        return Ok(vec![Check::new("signatures", Err(problem))]);
    }
    let checkpoint = store.read(layout::CHECKPOINT)?.unwrap_or_default();
    let mut checks = vec![
        check_signatures(both.0, genesis, &verifier),
        check_checkpoint(both, &checkpoint, genesis, &verifier),
    ];
    for (name, kept) in &own.checkpoints {
        let check = check_checkpoint(both, kept, genesis, &verifier);
        checks.push(match check.outcome {
            CheckOutcome::Failed(problem) => Check::new("my checkpoint", Err(problem.at(name))),
            outcome => Check { name: "my checkpoint", outcome },
        });
    }
    Ok(checks)
}

/// Every file whose digest is in the ledger.
fn listed(store: &Store, ledger: &Ledger) -> Check {
    let genesis = ledger.genesis();
    let founding =
        [(layout::FORMAT, &genesis.format), (layout::SCENARIO, &genesis.scenario_digest)];
    check_files(founding.into_iter().chain(ledger.files()), |path| store.read(path).ok().flatten())
}

/// The results are numbered without gaps, and each cycle begins where the one before ended.
fn continuity(ledger: &Ledger) -> Result<String, Problem> {
    let mut before: Option<&CycleResult> = None;
    let mut count = 0;
    for (cycle, result) in ledger.results() {
        let place = format!("cycle {cycle}");
        if cycle != count {
            let what = format!("this result is where that of cycle {count} should be");
            return Err(Problem::refused(what).at(place));
        }
        if before.is_some_and(|before| before.state_after != result.state_before) {
            let what = "it does not start where the previous cycle ended";
            return Err(Problem::refused(what).at(place));
        }
        let path = layout::public_report(cycle);
        if result.files.get(&path) != Some(&result.public_report) {
            return Err(Problem::refused(
                "this is not the public report that the ledger commits to",
            )
            .at(path));
        }
        before = Some(result);
        count += 1;
    }
    ledger.corrections_hold()?;
    Ok(format!("{} in an unbroken sequence", words::count(count, "state")))
}

/// Every result says of each seat whose orders were called for what became of them, and calls nobody
/// absent who was not asked.
fn accounted(ledger: &Ledger) -> Result<String, Problem> {
    let (mut used, mut absent) = (0, 0);
    for (cycle, result) in ledger.results().filter(|(cycle, _)| *cycle > 0) {
        if result.correction.is_some() {
            continue;
        }
        let wrong = |what: String| Err(Problem::refused(what).at(format!("cycle {cycle}")));
        let Some(opening) = ledger.opening(cycle) else {
            return wrong("it was resolved without being opened".to_owned());
        };
        let due = opening.due.iter().filter(|(_, required)| **required);
        if let Some((seat, _)) =
            due.into_iter().find(|(seat, _)| !result.packets.contains_key(seat))
        {
            return wrong(format!("the result does not say what became of {seat}'s orders"));
        }
        for (seat, became) in &result.packets {
            match became {
                PacketUse::Used { .. } | PacketUse::Stands { .. } => used += 1,
                PacketUse::Nmr { .. } if opening.due.get(seat) == Some(&true) => absent += 1,
                PacketUse::Nmr { .. } => {
                    return wrong(format!("{seat} is called absent, but no orders were due"));
                }
            }
        }
    }
    Ok(format!("{} used, {absent} missing", words::count(used, "packet")))
}

/// The player's report is the one that the ledger commits to.
fn own_report(campaign: &Campaign, name: &str, report: &Report) -> Check {
    let data = &report.data;
    let found = || {
        if data.genesis != campaign.ledger.genesis_digest() {
            return Err(Problem::refused(format!("this report is from {}", data.campaign)));
        }
        prove(report, Evidence::of(campaign))?;
        let Some(result) = campaign.ledger.result(data.cycle) else {
            let what = format!("the ledger has no result for cycle {}", data.cycle);
            return Err(Problem::refused(what));
        };
        let words = words_fit(campaign, report, &result.version)?;
        Ok(match &data.reader {
            Reader::Seat(seat) => {
                format!("the report for {seat} is the one the ledger commits to{words}")
            }
            Reader::Public | Reader::Moderator => {
                format!("the public report is the one in the ledger{words}")
            }
        })
    };
    Check::new("my report", found().map_err(|p| p.at(name)))
}

/// The words of a report are those that this version has for its facts. Another version has words of its
/// own: then that they differ is a remark, and nothing is wrong.
fn words_fit(campaign: &Campaign, report: &Report, version: &str) -> Result<String, Problem> {
    let data = &report.data;
    let same = data.page(&*campaign.game).map(|page| data.text(&page) == report.text);
    match same {
        Ok(true) => Ok(String::new()),
        Ok(false) | Err(_) if version != VERSION => Ok(format!(
            "; its words are those of {version}, and `adjutant read` tells its data in those of \
             {VERSION}"
        )),
        Ok(false) => Err(Problem::refused("the report says something else than its own data")
            .hint("`adjutant read` tells what the data says")),
        Err(problem) => Err(problem),
    }
}

/// The player's key still holds the seat it was enrolled for.
fn own_key(campaign: &Campaign, key: &PublicKey) -> Result<String, Problem> {
    let key = key.to_string();
    for seat in campaign.seats() {
        let newest = campaign.holder(&seat, u32::MAX);
        if newest.is_some_and(|holder| holder.signing == key) {
            return Ok(format!("holds {seat}"));
        }
    }
    let replaced = campaign.ledger.entries().find_map(|entry| match &entry.body {
        Body::Enroll(enrolment) if enrolment.signing == key => Some(&enrolment.seat),
        Body::Key(change) if change.signing == key => Some(&change.seat),
        _ => None,
    });
    Err(match replaced {
        Some(seat) => Problem::refused(format!("{seat} was given other keys"))
            .hint("if you did not ask for that, tell the other players"),
        None => Problem::refused("this key holds no seat in this campaign"),
    })
}

/// The cycles that are open before the reveal, in a campaign that opens one after the other: each is judged and played
/// again as all are after it.
fn opened<T: Send + Sync>(
    campaign: &Campaign,
    look: &(dyn Fn(&Again<'_>) -> T + Sync),
) -> Option<(Check, Vec<T>)> {
    const NAME: &str = "opened";
    let after = campaign.ledger.opens_after()?;
    let replayed = |opened: &Opened<'_>| {
        judged::packets(campaign, opened)?;
        opened.heads()?;
        opened.seeds()?;
        opened.replay(look)
    };
    Some(match Opened::so_far(campaign) {
        Ok(None) => {
            let later =
                format!("each cycle is open to everyone {} later", words::count(after, "cycle"));
            (Check::skipped(NAME, later), Vec::new())
        }
        Ok(Some(opened)) => match replayed(&opened) {
            Ok((told, seen)) => {
                let told = format!(
                    "{told}; each is open to everyone {} later",
                    words::count(after, "cycle")
                );
                (Check::new(NAME, Ok(told)), seen)
            }
            Err(problem) => (Check::new(NAME, Err(problem)), Vec::new()),
        },
        Err(problem) => (Check::new(NAME, Err(problem)), Vec::new()),
    })
}

/// What can be checked once the secret is out.
fn revealed<T: Send + Sync>(
    campaign: &Campaign,
    look: &(dyn Fn(&Again<'_>) -> T + Sync),
) -> (Vec<Check>, Vec<T>) {
    const NAMES: [&str; 5] = ["packets", "heads", "seeds", "replay", "reports"];
    match Opened::new(campaign) {
        Ok(Some(opened)) => {
            let (replay, seen) = match opened.replay(look) {
                Ok((told, seen)) => (
                    judged::ended(campaign, &opened)
                        .and_then(|()| judged::called(campaign, &opened))
                        .map(|()| told),
                    seen,
                ),
                Err(problem) => (Err(problem), Vec::new()),
            };
            let replay = Check::new(NAMES[3], replay);
            let words = if replay.holds() {
                Check::new(NAMES[4], Ok(opened.words()))
            } else {
                Check::skipped(NAMES[4], "the replay did not get through")
            };
            let heads = Check::new(NAMES[1], opened.heads());
            let packets = Check::new(NAMES[0], judged::packets(campaign, &opened));
            (vec![packets, heads, Check::new(NAMES[2], opened.seeds()), replay, words], seen)
        }
        Ok(None) => {
            let (opened, seen) = opened(campaign, look).unzip();
            let later = NAMES.map(|name| Check::skipped(name, "possible after the reveal"));
            (opened.into_iter().chain(later).collect(), seen.unwrap_or_default())
        }
        Err(problem) => (vec![Check::new("secret", Err(problem))], Vec::new()),
    }
}
