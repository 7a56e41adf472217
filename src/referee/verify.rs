//! Verification: what anyone can check now, what players can check of their own and, after the
//! reveal, everything.

use super::acts;
use super::campaign::{Campaign, entries, verifier};
use super::packet::commitment;
use super::proof::{Evidence, prove};
use super::receipt::{Receipt, Verdict};
use super::replay::{Again, Opened};
use super::report::Report;
use super::shipped;
use crate::base::{Digest, Problem, Time, VERSION, words};
use crate::campaign::{Store, layout};
use crate::engine::{Reader, Seat};
use crate::ledger::{
    Body, Check, CheckOutcome, CycleResult, Entry, Genesis, Ledger, PacketUse, SealedEntry,
    Verification, check_chain, check_checkpoint, check_files, check_signatures, origin,
};
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
    /// Checkpoints that they kept, each with the name of its file: these show that the ledger only
    /// grew since.
    pub checkpoints: Vec<(String, Vec<u8>)>,
}

/// Checks a campaign and what a player brings.
///
/// # Errors
/// Only if the disk fails. The verdict says what is wrong.
pub fn verify(store: Store, own: &Own) -> Result<Verification, Problem> {
    Ok(verify_and(store, own, &|_| ())?.0)
}

/// Checks a campaign and, after the reveal, looks at each cycle when it is carried out again. What
/// was seen, if nothing differs.
///
/// # Errors
/// As [`verify`].
pub(super) fn verify_and<T: Send + Sync>(
    store: Store,
    own: &Own,
    look: &(dyn Fn(&Again<'_>) -> T + Sync),
) -> Result<(Verification, Vec<T>), Problem> {
    let files = entries(&store)?;
    let mut lines = vec![check_chain(&files)];
    let Some(genesis) = genesis(&files) else { return Ok((lines.into(), Vec::new())) };
    lines.extend(signatures(&store, &files, &genesis, own)?);
    if !lines.iter().all(Check::holds) {
        return Ok((lines.into(), Vec::new()));
    }
    let ledger = Ledger::read(&files, verifier)?;
    lines.push(listed(&store, &ledger));
    lines.push(Check::new("continuity", continuity(&ledger)));
    lines.push(Check::new("orders", accounted(&ledger)));
    if !lines.iter().all(Check::holds) {
        return Ok((lines.into(), Vec::new()));
    }
    let campaign = Campaign::with(store, ledger)?;
    lines.push(Check::new("rules", shipped::told(&campaign)));
    lines.extend(own.key.iter().map(|key| Check::new("my key", own_key(&campaign, key))));
    lines.extend(acts::checks(&campaign));
    lines.extend(own.reports.iter().map(|(name, report)| own_report(&campaign, name, report)));
    for (name, receipt) in &own.receipts {
        let checked = own_packet(&campaign, receipt).map_err(|p| p.at(name));
        lines.push(Check::new("my packet", checked));
    }
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
    files: &[SealedEntry],
    genesis: &Genesis,
    own: &Own,
) -> Result<Vec<Check>, Problem> {
    let key = match verifier(genesis) {
        Ok(key) => key,
        Err(problem) => return Ok(vec![Check::new("signatures", Err(problem))]),
    };
    let checkpoint = store.read(layout::CHECKPOINT)?.unwrap_or_default();
    let origin = origin(&genesis.name, &Digest::of(&files[0].entry));
    let mut checks =
        vec![check_signatures(files, &*key), check_checkpoint(files, &checkpoint, &origin, &*key)];
    for (name, kept) in &own.checkpoints {
        let check = check_checkpoint(files, kept, &origin, &*key);
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
    Ok(format!("{} in an unbroken sequence", words::count(count, "state")))
}

/// Every result says of each seat whose orders were called for what became of them, and calls nobody
/// absent who was not asked.
fn accounted(ledger: &Ledger) -> Result<String, Problem> {
    let (mut used, mut absent) = (0, 0);
    for (cycle, result) in ledger.results().filter(|(cycle, _)| *cycle > 0) {
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
                PacketUse::Used { .. } => used += 1,
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
        words_fit(campaign, report, &result.version)?;
        Ok(match &data.reader {
            Reader::Seat(seat) => {
                format!("the report for {seat} is the one the ledger commits to")
            }
            Reader::Public | Reader::Moderator => {
                "the public report is the one in the ledger".to_owned()
            }
        })
    };
    Check::new("my report", found().map_err(|p| p.at(name)))
}

/// The words of a report are those that this version has for its facts, if this version wrote it.
fn words_fit(campaign: &Campaign, report: &Report, version: &str) -> Result<(), Problem> {
    let data = &report.data;
    if version != VERSION || data.text(&data.page(&*campaign.game)?) == report.text {
        return Ok(());
    }
    Err(Problem::refused("the report says something else than its own data")
        .hint("`adjutant read` tells what the data says"))
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

/// The deadline of a cycle as it stood at a time.
fn deadline_at(campaign: &Campaign, cycle: u32, time: Time) -> Option<Time> {
    let entries = campaign.ledger.entries().take_while(|entry| entry.time <= time);
    let of_cycle = entries.filter(|entry| entry.cycle == Some(cycle));
    let deadlines = of_cycle.filter_map(|entry| match &entry.body {
        Body::Open(opening) => Some(opening.deadline),
        Body::Extension(extension) => Some(extension.deadline),
        _ => None,
    });
    deadlines.last().flatten()
}

/// True if the seat got new keys in the cycle after this packet was received.
fn taken_over(campaign: &Campaign, seat: &Seat, receipt: &Receipt) -> bool {
    campaign.ledger.entries().any(|entry| {
        entry.time >= receipt.received
            && matches!(&entry.body, Body::Key(change)
                if change.seat == *seat && change.effective_from == receipt.cycle)
    })
}

/// The player's packet was used as sent, or a later one of theirs was.
fn own_packet(campaign: &Campaign, receipt: &[u8]) -> Result<String, Problem> {
    let moderator: PublicKey = campaign.ledger.genesis().moderator.parse()?;
    let receipt = Receipt::read(receipt, &moderator)?;
    if receipt.campaign != campaign.id() {
        return Err(Problem::refused(format!("this receipt is from {}", receipt.campaign)));
    }
    if receipt.verdict == Verdict::Late {
        let deadline = deadline_at(campaign, receipt.cycle, receipt.received);
        return match deadline.filter(|deadline| receipt.received > *deadline) {
            Some(deadline) => {
                Ok(format!("came at {}, after the deadline {deadline}", receipt.received))
            }
            None => Err(Problem::refused(format!(
                "called late, but it came at {} and that was in time",
                receipt.received
            ))
            .hint("the receipt proves it: show it to the other players")),
        };
    }
    let (Verdict::Accepted, Some(seat), Some(salt), Some(sequence)) =
        (receipt.verdict, &receipt.seat, &receipt.salt, receipt.sequence)
    else {
        return Ok(format!("the packet was not accepted: {}", receipt.verdict.word()));
    };
    let Some(result) = campaign.ledger.result(receipt.cycle) else {
        return Ok(format!("accepted; cycle {} is not resolved yet", receipt.cycle));
    };
    match result.packets.get(seat) {
        Some(PacketUse::Used { commitment: used, .. })
            if *used == commitment(salt, &receipt.packet) =>
        {
            Ok(format!("cycle {}: used as sent", receipt.cycle))
        }
        Some(PacketUse::Used { sequence: used, .. }) if *used > sequence => {
            Ok(format!("cycle {}: your later packet {used} was used", receipt.cycle))
        }
        Some(PacketUse::Used { .. }) if taken_over(campaign, seat, &receipt) => {
            Ok(format!("cycle {}: the packet of the seat's new holder was used", receipt.cycle))
        }
        _ => Err(Problem::refused(format!("cycle {} did not use this packet", receipt.cycle))
            .hint("the receipt proves that the packet was accepted")),
    }
}

/// What can be checked once the secret is out.
fn revealed<T: Send + Sync>(
    campaign: &Campaign,
    look: &(dyn Fn(&Again<'_>) -> T + Sync),
) -> (Vec<Check>, Vec<T>) {
    const NAMES: [&str; 4] = ["heads", "seeds", "replay", "reports"];
    match Opened::new(campaign) {
        Ok(Some(opened)) => {
            let (replay, seen) = match opened.replay(look) {
                Ok((told, seen)) => (Ok(told), seen),
                Err(problem) => (Err(problem), Vec::new()),
            };
            let replay = Check::new(NAMES[2], replay);
            let words = if replay.holds() {
                Check::new(NAMES[3], Ok(opened.words()))
            } else {
                Check::skipped(NAMES[3], "the replay did not get through")
            };
            let heads = Check::new(NAMES[0], opened.heads());
            (vec![heads, Check::new(NAMES[1], opened.seeds()), replay, words], seen)
        }
        Ok(None) => {
            let later = NAMES.map(|name| Check::skipped(name, "possible after the reveal"));
            (later.into(), Vec::new())
        }
        Err(problem) => (vec![Check::new("secret", Err(problem))], Vec::new()),
    }
}
