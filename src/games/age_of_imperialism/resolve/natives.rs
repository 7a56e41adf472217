//! Natives of a region: their army, their marker, the spheres of influence among them (im7, im37).

use super::Cycle;
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::State;

/// The army that the natives of a region raise now; nobody without a marker (im37).
pub fn army(game: &AgeOfImperialism, state: &State, at: &str) -> Force {
    let strength = state.strength(at).unwrap_or(0);
    let plus = state.face(at).map_or(0, |face| face.plus);
    muster(game, strength, plus)
}

/// As many infantry as the strength; with "+" a part of them is cavalry, with "++" another of them
/// artillery.
fn muster(game: &AgeOfImperialism, strength: u8, plus: u8) -> Force {
    let table = &game.format.natives;
    let all = u32::from(strength);
    let cavalry = if plus > 0 { all / table.cavalry_part.value } else { 0 };
    let artillery = if plus > 1 { table.artillery.value.min(all - cavalry) } else { 0 };
    Force { infantry: all - cavalry - artillery, cavalry, artillery, ..Force::default() }
}

/// Turns the native marker of a region face-up, if it is not.
pub fn open(turn: &mut Cycle<'_>, rule: &Rule, at: &str) {
    let hidden = turn.state().land(at).marker.as_ref().is_some_and(|marker| !marker.open);
    if let Some(face) = turn.state().face(at).filter(|_| hidden) {
        turn.record(rule, Event::MarkerOpened { at: at.to_owned(), face });
    }
}

/// Natives that have become too weak are westernized; spheres of influence in excess of their
/// strength are removed (im7, im50).
pub fn settle(game: &AgeOfImperialism, turn: &mut Cycle<'_>, owner: Power, at: &str) {
    let Some(strength) = turn.state().strength(at) else { return };
    let strength = u32::from(strength);
    if strength < game.format.natives.westernized_below.value {
        turn.record(&rules::MARKERS, Event::Westernized { at: at.to_owned() });
        return;
    }
    let mut excess = turn.state().land(at).influence().saturating_sub(strength);
    for of in displaced(turn.state(), owner).into_iter().chain([owner]) {
        let there = turn.state().land(at).spheres.get(&of).copied().unwrap_or(0);
        let count = there.min(excess);
        if count > 0 {
            turn.record(&rules::EXPLORE, Event::SphereRemoved { of, at: at.to_owned(), count });
            excess -= count;
        }
    }
}

/// Whose spheres of influence give way to a power: those of its enemies, then of others, each in
/// the order of play (im50).
pub fn displaced(state: &State, power: Power) -> Vec<Power> {
    let mut others: Vec<Power> = state.order.iter().copied().filter(|p| *p != power).collect();
    others.sort_by_key(|other| !state.at_war(power, *other));
    others
}
