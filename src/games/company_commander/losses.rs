//! By whom and with what a unit was lost or lost strength, as far as the reader witnessed it.

use super::CompanyCommander;
use super::events::{Event, How};
use super::names::Unit;
use super::rules;
use super::side::Side;
use crate::base::words::names;
use crate::engine::Fact;

/// What did the harm that the last of these facts tells of, as words that go on with its sentence;
/// `None` if that tells of no harm, or if its cause was not witnessed.
pub fn cause(game: &CompanyCommander, facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let (Event::Destroyed { unit: lost } | Event::Damaged { unit: lost, .. }) = &last.event else {
        return None;
    };
    if last.rule == rules::MOUNTING {
        return Some("with its carrier".to_owned());
    }
    let at_once = before.iter().rev().take_while(|fact| fact.moment == last.moment);
    at_once.map(|fact| &fact.event).find_map(|event| harm(game, event, lost))
}

/// What an event did to a unit, if it did.
fn harm(game: &CompanyCommander, event: &Event, lost: &Unit) -> Option<String> {
    let by = |unit: &Unit| format!("by {}", game.called(unit));
    match event {
        Event::Volley { unit, target, weapon, needed, .. } if target == lost => {
            let weapon = &game.format.weapon(weapon).title;
            Some(format!("{}, {weapon}, {}% to hit", by(unit), 10 * u32::from(*needed)))
        }
        Event::Assaulted { unit, target, needed, weapon, .. } if target == lost => {
            let falls = (7 - u32::from((*needed).min(7))) * u32::from(*weapon);
            Some(format!("{}, close assault, {}% to harm", by(unit), (falls * 100 + 18) / 36))
        }
        Event::AntiAir { unit, target, percent, hit: true, .. } if target == lost => {
            Some(format!("{}, anti-air fire, {percent}% to hit", by(unit)))
        }
        Event::Struck { unit } if unit == lost => Some("by an enemy that nobody sees".to_owned()),
        // Who bombards what nobody sees learns no more than that it is gone.
        Event::Attacked { unit, how: How::Indirect, .. } => {
            Some(format!("by the fire of {}", game.called(unit)))
        }
        _ => None,
    }
}

/// The strength points that units of a side lost, in a sentence; `None` if they lost none.
pub fn strength(game: &CompanyCommander, side: Side, facts: &[Fact<Event>]) -> Option<String> {
    let harmed = facts.iter().enumerate().filter_map(|(n, fact)| match &fact.event {
        Event::Damaged { unit, losses } if game.field.units[unit].side == side => {
            let cause = cause(game, &facts[..=n]).map(|cause| format!(" ({cause})"));
            Some(format!("{losses} of {unit}{}", cause.unwrap_or_default()))
        }
        _ => None,
    });
    let harmed: Vec<String> = harmed.collect();
    (!harmed.is_empty()).then(|| format!("Strength points you lose: {}.", names(harmed)))
}
