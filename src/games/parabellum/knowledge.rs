//! What a side learns of enemy units and keeps (pb68).

use std::collections::BTreeSet;

use super::Parabellum;
use super::events::Roll;
use super::names::{Sq, Unit};
use super::side::Side;
use super::state::{Heard, Shared, Sighting, State, When};

/// Dice that a side remembers to have heard.
const MOST_HEARD: usize = 40;

/// Nothing is known but that there is one.
pub fn unknown(seen: When) -> Sighting {
    Sighting {
        form: None,
        at: None,
        seen,
        kind: None,
        strength: None,
        shared: None,
        attack: None,
        defense: None,
        destroyed: false,
    }
}

impl Sighting {
    /// The strength that is its own for certain, if that was learned in the skirmish of a moment: a unit that is
    /// mustered again is whole (pb10).
    pub fn current(&self, now: When) -> Option<u8> {
        let (strength, then) = self.strength.filter(|_| self.shared.is_none())?;
        (then.skirmish == now.skirmish).then_some(strength)
    }
}

/// Its strength is known for certain.
pub fn strong(known: &mut Sighting, strength: u8, now: When) {
    known.strength = Some((strength, now));
    known.shared = None;
}

/// Units took losses together, and their side alone knows which of them: what is left of all of them
/// is known. Where nothing was lost, or all of them are lost, there is nothing to wonder about.
pub fn shared(state: &mut State, side: Side, among: &[Unit], losses: u32) {
    let known = &mut state.secret.sides.entry(side.other()).or_default().known;
    let strength = |unit| known.get(unit).and_then(|one: &Sighting| one.strength);
    let of: u32 = among.iter().filter_map(strength).map(|(strength, _)| u32::from(strength)).sum();
    if losses == 0 || losses >= of {
        return;
    }
    let among: BTreeSet<Unit> = among.iter().cloned().collect();
    let left = Shared { among: among.clone(), left: of - losses, of };
    for unit in &among {
        known.entry(unit.clone()).and_modify(|one| one.shared = Some(left.clone()));
    }
}

/// One of them has so much left for certain, or is no more: the others have the rest.
pub fn told_apart(state: &mut State, unit: &Unit, strength: u8) {
    let known = &mut state.secret.sides.entry(unit.side().other()).or_default().known;
    let Some(mut rest) = known.get(unit).and_then(|one| one.shared.clone()) else { return };
    let had = known.get(unit).and_then(|one| one.strength).map_or(0, |(strength, _)| strength);
    rest.among.remove(unit);
    rest.left = rest.left.saturating_sub(u32::from(strength));
    rest.of = rest.of.saturating_sub(u32::from(had));
    // What it lost on a ford since, which is not taken off what is known (pb35), is no strength of the others.
    rest.left = rest.left.min(rest.of);
    for other in &rest.among {
        let Some(one) = known.get_mut(other) else { continue };
        match (one.strength, rest.among.len()) {
            (Some((most, when)), 1) => {
                strong(one, u8::try_from(rest.left).unwrap_or(u8::MAX).min(most), when);
            }
            _ if rest.left == rest.of => one.shared = None,
            _ => one.shared = Some(rest.clone()),
        }
    }
}

/// Its strength went down.
pub fn weaker(known: &mut Sighting, losses: u32, now: When) {
    if let Some((strength, _)) = known.strength {
        let losses = u8::try_from(losses).unwrap_or(u8::MAX);
        known.strength = Some((strength.saturating_sub(losses), now));
    }
}

/// Dice were rolled in a square: where the attacking side sees whose, it learns of the unit; else
/// it remembers the dice.
pub fn heard(game: &Parabellum, state: &mut State, side: Side, at: Sq, rolls: &[Roll]) {
    let when = state.open.when();
    for roll in rolls {
        let count = u8::try_from(roll.dice.len()).unwrap_or(u8::MAX);
        if let Some(unit) = &roll.unit {
            game.learn(state, unit, |known, _| known.defense = Some(roll.sides));
            game.counted(state, unit, count);
        } else {
            let heard = Heard { at, when, dice: u32::from(count), sides: roll.sides };
            let all = &mut state.secret.sides.entry(side.other()).or_default().heard;
            all.push(heard);
            if all.len() > MOST_HEARD {
                all.remove(0);
            }
        }
    }
}

impl Parabellum {
    /// The enemy learns something of a unit.
    pub(super) fn learn(
        &self,
        state: &mut State,
        unit: &Unit,
        learn: impl FnOnce(&mut Sighting, When),
    ) {
        let now = state.open.when();
        let mini = state.secret.mat.minis.get(unit).cloned();
        let enemy = unit.side().other();
        let seen = mini.filter(|mini| self.sees(state, enemy, mini.at));
        let known = &mut state.secret.sides.entry(enemy).or_default().known;
        let entry = known.entry(unit.clone()).or_insert_with(|| unknown(now));
        if let Some(mini) = seen {
            (entry.form, entry.at, entry.destroyed) = (Some(mini.form), Some(mini.at), false);
        }
        entry.seen = now;
        learn(entry, now);
    }

    /// The enemy learns the strength of a unit: so many dice were rolled for it.
    pub(super) fn counted(&self, state: &mut State, unit: &Unit, dice: u8) {
        told_apart(state, unit, dice);
        self.learn(state, unit, |known, now| strong(known, dice, now));
    }

    /// The enemy sees a unit where it is now, if it does.
    pub(super) fn spot(&self, state: &mut State, unit: &Unit) {
        let place = state.secret.mat.place(unit);
        if place.is_some_and(|at| self.sees(state, unit.side().other(), at)) {
            self.learn(state, unit, |_, _| {});
        }
    }
}
