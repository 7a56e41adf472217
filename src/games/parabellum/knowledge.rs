//! What a side learns of enemy units and keeps (pb68).

use super::Parabellum;
use super::events::Roll;
use super::names::{Sq, Unit};
use super::side::Side;
use super::state::{Heard, Sighting, State, When};

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
        attack: None,
        defense: None,
        destroyed: false,
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
            game.learn(state, unit, |known, now| {
                known.defense = Some(roll.sides);
                known.strength = Some((count, now));
            });
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

    /// The enemy sees a unit where it is now, if it does.
    pub(super) fn spot(&self, state: &mut State, unit: &Unit) {
        let place = state.secret.mat.place(unit);
        if place.is_some_and(|at| self.sees(state, unit.side().other(), at)) {
            self.learn(state, unit, |_, _| {});
        }
    }
}
