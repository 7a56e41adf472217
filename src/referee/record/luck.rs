//! The luck of a cycle: its seed from committed parts and, in a campaign with proven dice, the key under
//! which each draw has a proof. `docs/formats/seed.md`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::campaign::Campaign;
use crate::base::{Digest, Problem, Seat, Span, Time};
use crate::engine::{Chance, Streams, Throw};
use crate::ledger::{Beacon, Earlier, Entry, Ledger, Links, Sealing, Stage, Withheld, is_line};
use crate::seal::beacon::{self, Round};
use crate::seal::{self, CycleKeys, VrfKey, VrfProof, VrfPublic, leads_back};

/// The luck of a cycle.
#[derive(Debug, Clone)]
pub struct Luck {
    seed: [u8; 32],
    /// What the seed was mixed from.
    links: Links,
    proven: Option<Proven>,
}

/// Draws under a key of which the genesis has the public half.
#[derive(Debug, Clone)]
struct Proven {
    key: Arc<VrfKey>,
    inputs: Inputs,
    /// How many draws a report proves at most.
    draws: usize,
}

/// What is the same in the inputs of all draws of a cycle.
#[derive(Debug, Clone, Copy)]
pub struct Inputs {
    /// The campaign.
    pub genesis: Digest,
    /// The cycle.
    pub cycle: u32,
    /// Its seed.
    pub seed: [u8; 32],
}

impl Inputs {
    /// The input whose output a draw's stream follows from.
    fn of(&self, labels: &[&str]) -> [u8; 32] {
        let cycle = self.cycle.to_be_bytes();
        let mut fields: Vec<&[u8]> = vec![&self.genesis.0, &cycle, &self.seed];
        fields.extend(labels.iter().map(|label| label.as_bytes()));
        Digest::tagged("adjutant/draw/v1", &fields).0
    }

    /// The same by the draw's name.
    pub fn named(&self, name: &str) -> [u8; 32] {
        self.of(&name.split('/').collect::<Vec<_>>())
    }

    /// True if the proof shows that a draw fell as these throws say.
    ///
    /// # Errors
    /// If the proof is none of this key for this draw.
    pub fn fell(
        &self,
        key: &VrfPublic,
        (name, throws): (&str, &[Throw]),
        proof: &VrfProof,
    ) -> Result<bool, Problem> {
        let output = key.verify(&self.named(name), proof)?;
        Ok(Chance::falls(stream(&output), throws))
    }
}

impl Streams for Proven {
    fn key(&self, labels: &[&str]) -> [u8; 32] {
        stream(&self.key.output(&self.inputs.of(labels)))
    }
}

/// The key of a draw's stream: the first half of its output.
fn stream(output: &[u8; 64]) -> [u8; 32] {
    let mut key = [0; 32];
    key.copy_from_slice(&output[..32]);
    key
}

impl Luck {
    /// The luck of a cycle from its committed parts.
    ///
    /// # Errors
    /// If the cycle is beyond the moderator's chain, or the genesis names another key for proofs.
    pub fn of(
        campaign: &Campaign,
        keys: &CycleKeys,
        cycle: u32,
        links: &[(Seat, Digest)],
    ) -> Result<Self, Problem> {
        let moderator = keys.link(cycle)?;
        let links = Links { moderator, seats: links.iter().cloned().collect() };
        let seed = seed(campaign, cycle, &links)?;
        let proven = campaign.ledger.genesis().dice.is_some().then(|| {
            let key = keys.dice(cycle);
            if proven_by(campaign, cycle)?.is_some_and(|public| key.public() != public) {
                return Err(Problem::refused("the ledger names another key for proofs of dice")
                    .at(format!("cycle {cycle}")));
            }
            let genesis = campaign.ledger.genesis_digest();
            let inputs = Inputs { genesis, cycle, seed };
            Ok(Proven { key: Arc::new(key), inputs, draws: draws(campaign)? })
        });
        Ok(Self { seed, links, proven: proven.transpose()? })
    }

    /// The seed.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// What the ledger says of the seed before the reveal.
    pub fn commitment(&self) -> Digest {
        commitment(&self.seed)
    }

    /// The links that the ledger publishes with the result: those of proven dice, which nobody can work out from
    /// them.
    pub fn published(&self) -> Option<Links> {
        self.proven.is_some().then(|| self.links.clone())
    }

    /// The draws of the cycle.
    pub fn chance(&self) -> Chance {
        match &self.proven {
            None => Chance::from_seed(self.seed),
            Some(proven) => Chance::of(Box::new(proven.clone())),
        }
    }

    /// What the ideas of the computer staff follow from: nothing that anybody else knows.
    pub fn of_staff(&self) -> [u8; 32] {
        match &self.proven {
            None => self.seed,
            Some(proven) => proven.key(&["staff"]),
        }
    }

    /// How many draws a report proves at most; none if draws have no proofs.
    pub fn draws(&self) -> usize {
        self.proven.as_ref().map_or(0, |proven| proven.draws)
    }

    /// The proofs of the draws of these names; none if draws have none.
    pub fn proofs<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeMap<String, VrfProof> {
        let Some(Proven { key, inputs, .. }) = &self.proven else { return BTreeMap::new() };
        let names: Vec<&str> = names.collect();
        let one = |name: &str| (name.to_owned(), key.prove(&inputs.named(name)));
        names.into_par_iter().map(one).collect()
    }
}

/// How many draws a report of the campaign's game proves at most.
///
/// # Errors
/// If the program has no such game.
pub(in crate::referee) fn draws(campaign: &Campaign) -> Result<usize, Problem> {
    Ok(campaign.shelf.named(&campaign.ledger.genesis().game)?.draws())
}

/// The key that proofs of a cycle's dice are checked with; `None` if they are not proven, or it is not in the ledger yet.
///
/// # Errors
/// If the ledger names none that can be one.
pub(in crate::referee) fn proven_by(
    campaign: &Campaign,
    cycle: u32,
) -> Result<Option<VrfPublic>, Problem> {
    campaign.ledger.dice(cycle).map(str::parse).transpose()
}

/// The seed of a cycle from its links, in the order of the genesis, and what its beacon gave.
///
/// # Errors
/// If that is not what the beacon could give.
pub(in crate::referee) fn seed(
    campaign: &Campaign,
    cycle: u32,
    links: &Links,
) -> Result<[u8; 32], Problem> {
    let genesis = campaign.ledger.genesis_digest();
    let seats = campaign.seats();
    let of = |seat: &Seat| Some((seat.as_str().to_owned(), *links.seats.get(seat)?));
    let each: Vec<_> = seats.iter().filter_map(of).collect();
    let each: Vec<_> = each.iter().map(|(seat, link)| (seat.as_str(), *link)).collect();
    if cycle == 0 {
        return Ok(seal::setup_seed(&genesis, &links.moderator, &each));
    }
    let beacon = given(campaign, cycle)?;
    let beacon = beacon.as_ref().map(|value| value.0.as_slice());
    Ok(seal::seed(&genesis, cycle, &links.moderator, &each, beacon))
}

/// The links that players gave for a cycle once it was locked; `None` in a campaign whose links come with orders.
///
/// # Errors
/// If one is not that of the chain of who held the seat at the lock.
pub fn links_given(
    campaign: &Campaign,
    cycle: u32,
) -> Result<Option<Vec<(Seat, Digest)>>, Problem> {
    let ledger = &campaign.ledger;
    if ledger.genesis().link_terms.is_none() {
        return Ok(None);
    }
    let one = |(entry, seat, link): (&Entry, &Seat, Digest)| {
        is_own_link(campaign, cycle, (seat, link)).map_err(|p| p.at(Entry::path(entry.seq)))?;
        Ok((seat.clone(), link))
    };
    ledger.links_given(cycle).map(one).collect::<Result<_, _>>().map(Some)
}

/// A link is that of a cycle that is locked, of the chain of who held the seat then.
///
/// # Errors
/// If it is not.
pub(in crate::referee) fn is_own_link(
    campaign: &Campaign,
    cycle: u32,
    (seat, link): (&Seat, Digest),
) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    let tip = ledger.lock(cycle).and_then(|(lock, _)| {
        let holder = ledger.holders_before(seat, cycle, lock.seq).pop()?;
        holder.tip.filter(|_| holder.links_from <= cycle)
    });
    if tip.is_some_and(|tip| leads_back(&ledger.genesis_digest(), (0, tip), (cycle, link))) {
        return Ok(());
    }
    let what = format!("this is not the link of {seat}'s chain for cycle {cycle}");
    Err(Problem::refused(what).hint("let `adjutant say link` make the word anew"))
}

/// What the open cycle waits for, if it is locked or is to be: the lock, or links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedLinks {
    /// The cycle.
    pub cycle: u32,
    /// Until when links are waited for; `None` before the lock.
    pub until: Option<Time>,
    /// Whose links have not come.
    pub missing: Vec<Seat>,
    /// What then becomes of the cycle.
    pub withheld: Withheld,
}

/// What the open cycle waits for before it can be resolved; `None` if no cycle is open, links come with orders, or
/// all have come.
pub fn awaited_links(campaign: &Campaign) -> Option<AwaitedLinks> {
    let Stage::Open(cycle) = campaign.stage() else { return None };
    let ledger = &campaign.ledger;
    let withheld = ledger.genesis().link_terms?.withheld;
    let until = ledger.links_until(cycle);
    let missing: Vec<Seat> = ledger.links_missing(cycle).into_iter().cloned().collect();
    let all = until.is_some() && (missing.is_empty() || ledger.withheld(cycle).is_some());
    (!all).then_some(AwaitedLinks { cycle, until, missing, withheld })
}

impl AwaitedLinks {
    /// What is waited for, in a sentence.
    pub fn sentence(&self) -> String {
        let Self { cycle, until, missing, withheld } = self;
        let Some(until) = until else {
            return format!("cycle {cycle} is not locked yet, and links are given after that");
        };
        let then = match withheld {
            Withheld::Absent => "it goes on without them after that",
            Withheld::Wait => "then the moderator may go on without them",
        };
        let whose = super::ledger_page::seats(missing);
        format!("cycle {cycle} is locked, and waits for the links of {whose} until {until}; {then}")
    }

    /// True if they were waited for long enough.
    pub fn is_over(&self, now: Time) -> bool {
        self.until.is_some_and(|until| now > until)
    }
}

/// What the open cycle waits for: a public value that nobody could know while orders could come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// The cycle.
    pub cycle: u32,
    /// Of drand, the round.
    pub round: Option<u64>,
    /// The rounds before it that orders may be sealed to.
    pub earlier: Vec<u64>,
    /// Of a declared beacon, its source.
    pub source: Option<String>,
    /// From when on it can be given.
    pub from: Time,
    /// From when on the cycle may go on without.
    pub without_from: Time,
}

/// What the open cycle waits for; `None` if no cycle is open, there is no beacon, or it has come.
///
/// # Errors
/// If the cycle has no deadline.
pub fn awaited(campaign: &Campaign) -> Result<Option<Awaited>, Problem> {
    let Stage::Open(cycle) = campaign.stage() else { return Ok(None) };
    match campaign.ledger.beacon(cycle) {
        Some(_) => Ok(None),
        None => waits(campaign, cycle, u64::MAX),
    }
}

/// The rounds of drand that orders of a cycle may be sealed to, as the ledger stands before an entry: those behind the last
/// calls that it had, the present one last.
pub(in crate::referee) fn rounds(ledger: &Ledger, cycle: u32, seq: u64) -> Vec<u64> {
    ledger.last_calls(cycle, seq).into_iter().map(beacon::round_after).collect()
}

/// What a cycle waited for before an entry; `None` without a beacon.
fn waits(campaign: &Campaign, cycle: u32, seq: u64) -> Result<Option<Awaited>, Problem> {
    let ledger = &campaign.ledger;
    let genesis = ledger.genesis();
    let Some(terms) = &genesis.beacon_terms else { return Ok(None) };
    let late = || Problem::refused(format!("cycle {cycle} ends with the calendar"));
    let deadline = ledger.deadline_before(cycle, seq);
    let deadline = deadline.ok_or_else(|| Problem::refused("the cycle has no deadline"))?;
    let last = deadline.after(ledger.grace(cycle).map_or(0, Span::seconds)).ok_or_else(late)?;
    let round = terms.chain.is_some().then(|| beacon::round_after(last));
    let came = ledger.arrivals(cycle).any(|(entry, _)| entry.seq < seq);
    let mut earlier = match round {
        Some(round) if came && genesis.sealed == Sealing::Timelock => {
            rounds(ledger, cycle, seq).into_iter().filter(|before| *before < round).collect()
        }
        Some(_) | None => Vec::new(),
    };
    earlier.sort_unstable();
    let from = match round {
        Some(round) => beacon::published(round),
        None => last.after(1),
    };
    let without_from = last.after(terms.patience.seconds()).ok_or_else(late)?;
    let (from, source) = (from.ok_or_else(late)?, terms.source.clone());
    let without_from = without_from.max(from);
    Ok(Some(Awaited { cycle, round, earlier, source, from, without_from }))
}

impl Awaited {
    /// What is waited for, in a sentence.
    pub fn sentence(&self) -> String {
        let Self { cycle, round, earlier: _, source, from, without_from } = self;
        let what = match (round, source) {
            (Some(round), _) => format!("round {round} of drand, which comes at {from}"),
            (None, source) => format!("{}, after {from}", source.as_deref().unwrap_or_default()),
        };
        format!("cycle {cycle} waits for {what}; it may go on without from {without_from} on")
    }

    /// How the value is given, in a hint.
    pub fn hint(&self) -> String {
        match self.round {
            Some(round) => {
                let all = self.earlier.iter().copied().chain([round]);
                let all: Vec<String> = all.map(beacon::address).collect();
                let (it, files) = if all.len() == 1 { ("it", "FILE") } else { ("them", "FILE…") };
                let all = all.join(" and ");
                format!("fetch {all} and give {it} with `adjutant beacon {files}`")
            }
            None => "give it with `adjutant beacon --value TEXT`".to_owned(),
        }
    }

    /// A value is the one that is waited for, at a time at which it may be given; what it adds to the seed.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, given: &Beacon, now: Time) -> Result<Option<Digest>, Problem> {
        let Self { cycle, round, from, without_from, .. } = self;
        if now < *from {
            return Err(Problem::nothing(self.sentence()).hint("wait for it"));
        }
        match (given, round) {
            (Beacon::Drand { round: given, signature, earlier }, Some(round)) if given == round => {
                self.check_earlier(earlier)?;
                Round { round: *round, signature: signature.clone() }.value().map(Some)
            }
            (Beacon::Drand { round: given, .. }, Some(round)) => Err(Problem::refused(format!(
                "this is round {given} of drand, and cycle {cycle} waits for round {round}"
            ))),
            (Beacon::Declared { value }, None) => {
                is_line(value, "the beacon's value")?;
                Ok(Some(Digest::tagged("adjutant/declared-beacon/v1", &[value.as_bytes()])))
            }
            (Beacon::Missing { reason }, _) => {
                is_line(reason, "the reason")?;
                if now < *without_from {
                    let what = format!("cycle {cycle} waits for its beacon until {without_from}");
                    return Err(Problem::refused(what));
                }
                Ok(None)
            }
            (Beacon::Drand { .. }, None) | (Beacon::Declared { .. }, Some(_)) => {
                Err(Problem::refused("the campaign has another kind of beacon"))
            }
        }
    }
}

impl Awaited {
    /// The earlier rounds are those that orders may be sealed to, each with its signature.
    fn check_earlier(&self, given: &[Earlier]) -> Result<(), Problem> {
        if !given.iter().map(|it| &it.round).eq(&self.earlier) {
            let all: Vec<String> = self.earlier.iter().map(ToString::to_string).collect();
            let what = if all.is_empty() {
                "no earlier round is needed".to_owned()
            } else {
                format!("orders may be sealed to these rounds as well: {}", all.join(", "))
            };
            return Err(Problem::refused(what).hint(self.hint()));
        }
        for Earlier { round, signature } in given {
            Round { round: *round, signature: signature.clone() }.value()?;
        }
        Ok(())
    }
}

/// What the beacon of a cycle adds to its seed: nothing if it has none, or none came.
///
/// # Errors
/// If the ledger has something else than it could give.
pub(in crate::referee) fn given(
    campaign: &Campaign,
    cycle: u32,
) -> Result<Option<Digest>, Problem> {
    let Some((entry, beacon)) = campaign.ledger.beacon(cycle) else { return Ok(None) };
    let waited = waits(campaign, cycle, entry.seq)?;
    let waited = waited.ok_or_else(|| Problem::refused("the campaign has no beacon"))?;
    waited.check(beacon, entry.time).map_err(|p| p.at(Entry::path(entry.seq)))
}

/// What the ledger says of a seed before the reveal.
pub fn commitment(seed: &[u8; 32]) -> Digest {
    Digest::tagged("adjutant/seed-commitment/v1", &[seed])
}
