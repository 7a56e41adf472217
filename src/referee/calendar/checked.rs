//! Whether the calendars were kept: what `verify` says of them.

use std::collections::BTreeMap;

use super::facts::{InForce, used};
use crate::base::{Problem, Seat, Time};
use crate::ledger::{Body, Entry, Opening};
use crate::referee::Campaign;

/// Every calendar can be read, no seat spent more extensions than it had, and nothing closed or opened
/// during a pause. Names each cycle that was opened until another time than the calendar gives; `None`
/// without a calendar.
pub fn kept(campaign: &Campaign) -> Option<Result<String, Problem>> {
    campaign.ledger.calendar_before(u64::MAX)?;
    Some(check(campaign))
}

fn check(campaign: &Campaign) -> Result<String, Problem> {
    let ledger = &campaign.ledger;
    let (mut calendars, mut openings, mut others) = (0, 0, Vec::new());
    for entry in ledger.entries() {
        let place = || Entry::path(entry.seq);
        match (&entry.body, entry.cycle) {
            (Body::Calendar(_), _) => {
                InForce::before(campaign, entry.seq + 1)?;
                calendars += 1;
            }
            (Body::Open(opening), Some(cycle)) => {
                let Some(calendar) = InForce::before(campaign, entry.seq)? else { continue };
                openings += 1;
                let given = given(campaign, &calendar, (entry, opening), cycle);
                if opening.deadline != given || opening.grace != calendar.rules.grace {
                    let until =
                        |time: Option<Time>| time.map_or("none".to_owned(), |t| t.to_string());
                    let (was, says) = (until(opening.deadline), until(given));
                    others.push(format!(
                        "cycle {cycle} was opened until {was}, and the calendar says {says}"
                    ));
                }
            }
            (Body::Extension(extension), Some(cycle)) if !extension.spent.is_empty() => {
                overdrawn(campaign, entry, (cycle, &extension.spent)).map_err(|p| p.at(place()))?;
            }
            _ => {}
        }
    }
    let told = format!("{calendars} in force in turn, {openings} cycles opened by them");
    Ok(if others.is_empty() { told } else { format!("{told}; {}", others.join("; ")) })
}

/// The deadline that a calendar gave a cycle when it was opened.
fn given(
    campaign: &Campaign,
    calendar: &InForce,
    (entry, opening): (&Entry, &Opening),
    cycle: u32,
) -> Option<Time> {
    let owing = opening.due.iter().filter(|(_, required)| **required);
    let absences = owing.flat_map(|(seat, _)| campaign.ledger.absences_before(seat, entry.seq));
    let away: Vec<_> = absences.map(|absence| absence.dates).collect();
    calendar.rules.deadline(&opening.phase, entry.time, cycle == 1, &away)
}

/// Refuses an extension that a seat did not have.
fn overdrawn(
    campaign: &Campaign,
    entry: &Entry,
    (cycle, seats): (u32, &[Seat]),
) -> Result<(), Problem> {
    let calendar = InForce::before(campaign, entry.seq)?;
    let extensions = calendar.and_then(|calendar| calendar.rules.extensions);
    let mut spent: Vec<(u32, &[Seat])> = Vec::new();
    for earlier in campaign.ledger.entries().take_while(|earlier| earlier.seq < entry.seq) {
        if let (Body::Extension(extension), Some(cycle)) = (&earlier.body, earlier.cycle) {
            spent.push((cycle, &extension.spent));
        }
    }
    let all = campaign.seats();
    let mut paid: BTreeMap<&Seat, u32> = BTreeMap::new();
    for seat in seats {
        *paid.entry(seat).or_default() += 1;
        let had = extensions.as_ref().map_or(0, |extensions| {
            extensions.each.saturating_sub(used(extensions, &all, (&spent, cycle), seat))
        });
        if paid[seat] > had {
            return Err(Problem::refused(format!(
                "{seat} spent an extension that it did not have"
            )));
        }
    }
    Ok(())
}
