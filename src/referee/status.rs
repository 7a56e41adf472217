//! How a campaign stands: one line for each seat.

use serde::Serialize;

use super::acts;
use super::campaign::{Campaign, Stage};
use super::desk::Desk;
use super::packet::{self, Packets};
use crate::base::{Problem, Time};
use crate::engine::Seat;

/// How a campaign stands.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// The game.
    pub game: String,
    /// A sentence on where it stands.
    pub stage: String,
    /// The open cycle.
    pub cycle: Option<u32>,
    /// The deadline of the open cycle, RFC 3339 UTC.
    pub deadline: Option<Time>,
    /// The same in words, in the zone it was given in.
    #[serde(skip)]
    pub deadline_in_words: Option<String>,
    /// One for each seat, in the game's order.
    pub seats: Vec<Line>,
    /// The seats whose players contribute links to the seeds. If there is none, the moderator knows
    /// all dice in advance.
    pub links: Vec<String>,
    /// What the moderator decided that changed who could play, or until when: a sentence each.
    pub acts: Vec<String>,
}

/// The word for the orders of a seat when the game is over.
pub(super) const OVER: &str = "over";

/// How a seat stands: exactly one word for its orders.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The seat.
    pub seat: String,
    /// Who holds it.
    pub player: Option<String>,
    /// `vacant`, `ready`, `missing`, `optional`, `not due`, `received`, `final` or `over`.
    pub orders: &'static str,
    /// Packets received in the open cycle or, if none is open, for the next one.
    pub packets: usize,
    /// The sequence that counts.
    pub sequence: Option<u32>,
}

/// The status as everybody can see it: the names of files tell who sent how many packets.
///
/// # Errors
/// If the disk fails.
pub fn public(campaign: &Campaign) -> Result<Status, Problem> {
    build(campaign, |campaign, cycle, seat| {
        let names = campaign.store.list(&crate::campaign::layout::packets(cycle))?;
        let mine = names
            .iter()
            .filter(|name| name.rsplit_once('-').is_some_and(|(owner, _)| owner == seat.as_str()));
        let packets = mine.count();
        Ok((packets, None, if packets > 0 { "received" } else { "" }))
    })
}

/// The status with what only the moderator can open.
///
/// # Errors
/// If a packet cannot be read.
pub fn full(desk: &Desk) -> Result<Status, Problem> {
    let awaited = awaited(desk.campaign.stage())
        .map(|cycle| packet::received(&desk.campaign, cycle, &desk.cycle_identity(cycle)));
    let Packets { noted, kept, .. } = awaited.transpose()?.unwrap_or_default();
    build(&desk.campaign, |_, _, seat| {
        let packets = noted.iter().filter(|note| note.seat == *seat).count();
        Ok(match packet::of(&kept, seat) {
            Some(k) if k.header.last => (packets, Some(k.header.sequence), "final"),
            Some(k) => (packets, Some(k.header.sequence), "received"),
            None => (packets, None, ""),
        })
    })
}

/// The cycle that packets come in for: between two cycles already the next one.
fn awaited(stage: Stage) -> Option<u32> {
    match stage {
        Stage::Open(cycle) => Some(cycle),
        Stage::Resolved(cycle) => Some(cycle + 1),
        Stage::Enrolling | Stage::Closed => None,
    }
}

type Received = (usize, Option<u32>, &'static str);

fn build(
    campaign: &Campaign,
    received: impl Fn(&Campaign, u32, &Seat) -> Result<Received, Problem>,
) -> Result<Status, Problem> {
    let stage = campaign.stage();
    let awaited = awaited(stage);
    let cycle = awaited.filter(|_| matches!(stage, Stage::Open(_)));
    let mut seats = Vec::new();
    for seat in campaign.seats() {
        let player = campaign.holder(&seat, u32::MAX).map(|holder| holder.name);
        let (packets, sequence, word) = match awaited {
            Some(cycle) => received(campaign, cycle, &seat)?,
            None => (0, None, ""),
        };
        let opening = cycle.and_then(|c| campaign.ledger.opening(c));
        let due = opening.and_then(|o| o.due.get(&seat)).copied();
        let orders = match (player.is_some(), word, due) {
            (false, ..) => "vacant",
            (true, "", Some(true)) => "missing",
            (true, "", Some(false)) => "optional",
            (true, "", None) if stage == Stage::Closed => OVER,
            (true, "", None) if cycle.is_some() => "not due",
            (true, "", None) => "ready",
            (true, word, _) => word,
        };
        seats.push(Line { seat: seat.to_string(), player, orders, packets, sequence });
    }
    Ok(Status {
        campaign: campaign.id(),
        game: campaign.ledger.genesis().game.clone(),
        stage: sentence(campaign, stage),
        cycle,
        deadline: cycle.and_then(|c| campaign.ledger.deadline(c)),
        deadline_in_words: cycle.and_then(|c| campaign.ledger.deadline_in_words(c)),
        seats,
        links: campaign.tips().into_iter().map(|(seat, _)| seat).collect(),
        acts: acts::acts(&campaign.ledger).iter().map(|(_, act)| act.sentence()).collect(),
    })
}

impl Status {
    /// Who has a hand in the dice, in a sentence.
    pub fn dice(&self) -> String {
        match &self.links[..] {
            [] => "the moderator knows them in advance: no player contributes links".to_owned(),
            links => format!("links come from {} and the moderator", links.join(", ")),
        }
    }
}

fn sentence(campaign: &Campaign, stage: Stage) -> String {
    match stage {
        Stage::Enrolling => "enrolling players".to_owned(),
        Stage::Open(cycle) => {
            let phase = campaign.ledger.opening(cycle).map(|o| o.phase.as_str());
            format!("cycle {cycle} is open ({})", phase.unwrap_or_default())
        }
        Stage::Resolved(cycle) => {
            format!("cycle {cycle} is resolved; the next one is not open yet")
        }
        Stage::Closed => {
            let closing = campaign.ledger.closing().map(|c| c.outcome.as_str());
            format!("over: {}", closing.unwrap_or_default())
        }
    }
}
