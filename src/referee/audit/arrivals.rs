//! Once they are open: packets that were noted before anybody could open them, by deputies or because they were sealed to a
//! round of drand, became what they had to.

use super::own_packet::{Own, who};
use super::replay::Opened as Revealed;
use crate::base::{Cause, Problem};
use crate::ledger::{Arrival, Body, Check, Entry, Sealing};
use crate::referee::cycle::arrivals;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::receipt::{Receipt, Verdict};

/// Every packet that was noted before it was opened was judged as it came, and used if it counted; `None` if none was
/// noted. It takes what is open so far.
pub(in crate::referee) fn arrivals(campaign: &Campaign) -> Option<Check> {
    const NAME: &str = "arrivals";
    let noted = campaign.ledger.entries();
    let noted = noted.filter(|entry| matches!(entry.body, Body::Arrival(_))).count();
    if noted == 0 {
        return None;
    }
    let revealed = match Revealed::so_far(campaign) {
        Ok(Some(revealed)) => revealed,
        Ok(None) => return Some(Check::skipped(NAME, "judged again after the reveal")),
        Err(problem) => return Some(Check::new(NAME, Err(problem))),
    };
    let all = || -> Result<String, Problem> {
        let mut judged = 0;
        for cycle in revealed.numbers() {
            for (entry, arrival) in campaign.ledger.arrivals(cycle) {
                arrived(campaign, &revealed, (cycle, entry, arrival))
                    .map_err(|p| p.at(Entry::path(entry.seq)))?;
                judged += 1;
            }
        }
        let which = match campaign.ledger.genesis().sealed {
            Sealing::Moderator => "that deputies took",
            Sealing::Timelock => "that nobody could open yet",
        };
        Ok(format!("{judged} of {noted} packets {which} were judged as they came"))
    };
    Some(Check::new(NAME, all()))
}

/// A packet that an entry notes was used, if it counts by the ledger as it stood then.
fn arrived(
    campaign: &Campaign,
    revealed: &Revealed<'_>,
    (cycle, entry, arrival): (u32, &Entry, &Arrival),
) -> Result<(), Problem> {
    let identity = revealed.keys.identity(cycle);
    // What nobody can open is nobody's packet; but one that was noted is the one that came.
    let raw = match arrivals::came(campaign, arrival, &identity) {
        Err(problem) if problem.cause == Some(Cause::OtherPacket) => return Err(problem),
        Err(_) => return Ok(()),
        Ok(raw) => raw,
    };
    let own = Own::new(campaign, revealed, &raw);
    let Some(header) = own.header() else { return Ok(()) };
    let receipt = Receipt {
        adjutant: String::new(),
        campaign: campaign.id(),
        cycle,
        seat: Some(header.seat),
        sequence: Some(header.sequence),
        packet: own.signed.as_ref().map_or(arrival.packet, |signed| signed.id),
        salt: None,
        received: entry.time,
        verdict: Verdict::Accepted,
        reason: None,
        repaired: Vec::new(),
        findings: Vec::new(),
    };
    let entries = usize::try_from(entry.seq).unwrap_or(usize::MAX);
    match own.verdict(&receipt, entries)? {
        Some((Verdict::Accepted, _)) if own.used(cycle, Some(entry.time)).is_none() => {
            let who = who(receipt.seat.as_ref(), cycle);
            Err(Problem::refused(format!(
                "{who}: this packet came in order and in time, and was not used"
            )))
        }
        Some(_) | None => Ok(()),
    }
}
