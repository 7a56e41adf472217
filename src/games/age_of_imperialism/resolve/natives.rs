//! Natives of a region: their army, their marker, the spheres of influence among them (im7, im37).

use super::{Cycle, Line, asks};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Open, State};

/// The army that the natives of a region raise now; nobody without a marker (im37).
pub fn army(game: &AgeOfImperialism, state: &State, at: &Region) -> Force {
    let strength = state.strength(at).unwrap_or(0);
    let plus = state.secret.face(at).map_or(0, |face| face.plus);
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
pub fn open(turn: &mut Cycle<'_>, rule: &Rule, at: &Region) {
    let hidden = turn.state().open.land(at).marker.as_ref().is_some_and(|marker| !marker.open);
    if let Some(face) = turn.state().secret.face(at).filter(|_| hidden) {
        turn.record(rule, Event::MarkerOpened { at: at.clone(), face });
    }
}

/// Natives that have become too weak are westernized; spheres of influence in excess of their
/// strength are removed (im7, im50).
pub fn settle(turn: &mut Cycle<'_>, owner: Power, at: &Region) {
    let Some(strength) = turn.state().strength(at) else { return };
    let strength = u32::from(strength);
    if strength < turn.game().format.natives.westernized_below.value {
        turn.record(&rules::MARKERS, Event::Westernized { at: at.clone() });
        return;
    }
    let mut excess = turn.state().open.land(at).influence().saturating_sub(strength);
    if excess == 0 {
        return;
    }
    let wish = wish(turn, owner, at);
    let named: &[Power] = wish.map_or(&[], |(_, first)| first);
    let others = displaced(&turn.state().open, owner).into_iter().chain([owner]);
    for of in named.iter().copied().chain(others) {
        let there = turn.state().open.land(at).spheres.get(&of).copied().unwrap_or(0);
        let count = there.min(excess);
        if count == 0 {
            continue;
        }
        turn.record(&rules::EXPLORE, Event::SphereRemoved { of, at: at.clone(), count });
        excess -= count;
        if let Some((line, _)) = wish.filter(|(_, first)| first.contains(&of)) {
            turn.used(&owner.seat(), line, &rules::EXPLORE, Reason::DisplaceUsed);
        }
    }
}

/// Whose spheres of influence the owner of a region would have go first, and the line that says it.
fn wish<'o>(turn: &Cycle<'o>, owner: Power, here: &Region) -> Option<(&'o Line, &'o [Power])> {
    let lines = turn.picked(
        &owner.seat(),
        asks!(
            Order::Displace { at, first } if at.as_ref().is_none_or(|at| at == here)
                => first.as_slice()
        ),
    );
    lines.into_iter().next()
}

/// Whose spheres of influence give way to a power: those of its enemies, then of others, each in
/// the order of play (im50).
pub fn displaced(state: &Open, power: Power) -> Vec<Power> {
    let mut others: Vec<Power> = state.order.iter().copied().filter(|p| *p != power).collect();
    others.sort_by_key(|other| !state.at_war(power, *other));
    others
}
