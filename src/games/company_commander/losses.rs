//! By whom and with what a unit was lost or lost strength, as far as the reader witnessed it.

use super::CompanyCommander;
use super::events::{Attack, Event, How};
use super::names::Unit;
use super::rules;
use crate::base::words::count;
use crate::engine::Fact;

/// What did the harm that the last of these facts tells of, as words that go on with its sentence, with units called so;
/// `None` if that tells of no harm, or if its cause was not witnessed.
pub fn cause(
    game: &CompanyCommander,
    facts: &[Fact<Event>],
    called: impl Fn(&Unit) -> String,
) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let (Event::Destroyed { unit: lost } | Event::Damaged { unit: lost, .. }) = &last.event else {
        return None;
    };
    if last.rule == rules::MOUNTING {
        return Some("with its carrier".to_owned());
    }
    let at_once = before.iter().rev().take_while(|fact| fact.moment == last.moment);
    at_once
        .filter_map(|fact| fact.event.attack())
        .find_map(|attack| harm(game, attack, lost, &called))
}

/// What an attack did to a unit, if it did.
fn harm(
    game: &CompanyCommander,
    attack: Attack<'_>,
    lost: &Unit,
    called: &impl Fn(&Unit) -> String,
) -> Option<String> {
    let by = |unit: &Unit| format!("by {}", called(unit));
    match attack {
        Attack::Volley { unit, target, weapon, needed, dice, .. } if target == lost => {
            let weapon = &game.format.weapon(weapon).title;
            let (shots, each) = (
                count(u32::try_from(dice.len()).unwrap_or(u32::MAX), "shot"),
                10 * u32::from(needed),
            );
            Some(format!("{}, {weapon}, {shots} at {each}%", by(unit)))
        }
        Attack::Assault { unit, target, needed, weapon, .. } if target == lost => {
            let falls = (7 - u32::from(needed.min(7))) * u32::from(weapon);
            Some(format!("{}, close assault, {}% to harm", by(unit), (falls * 100 + 18) / 36))
        }
        Attack::AntiAir { unit, target, percent, hit: true } if target == lost => {
            Some(format!("{}, anti-air fire, {percent}% to hit", by(unit)))
        }
        Attack::Unseen { target } if target == lost => Some("by an enemy out of sight".to_owned()),
        // Who bombards what nobody sees learns no more than that it is gone.
        Attack::Begun { unit, how: How::Indirect, .. } | Attack::Shelled { unit } => {
            Some(format!("by the fire of {}", called(unit)))
        }
        Attack::Volley { .. }
        | Attack::Assault { .. }
        | Attack::AntiAir { .. }
        | Attack::Unseen { .. }
        | Attack::Begun { .. } => None,
    }
}
