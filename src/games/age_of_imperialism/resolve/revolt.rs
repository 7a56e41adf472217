//! Revolts (im20 to im23, im37, im39).

use std::collections::BTreeMap;

use super::{Cycle, asks, natives};
use crate::engine::DrawName;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Stance};

/// Rolls for a revolt; `inciter` and whether he bribes, if somebody incites. True if it comes.
pub fn roll(turn: &mut Cycle<'_>, at: &Region, inciter: Option<(Power, bool)>) -> bool {
    let state = turn.state();
    let Some(strength) = state.strength(at) else { return false };
    if state.open.land(at).revolt.is_some() {
        return false;
    }
    let rule = if inciter.is_some() { &rules::INCITE } else { &rules::REBELS_WIN };
    let sides = sides(turn, at);
    let (name, dice) = dice(turn, at);
    let land = turn.state().open.land(at);
    let drm = drm(turn.game(), land, &sides, inciter.is_some_and(|(_, bribe)| bribe));
    let total = dice.iter().map(|die| i32::from(*die)).sum::<i32>() + drm;
    let revolt = turn.game().switches.revolt_roll.starts(total, strength);
    let at = at.clone();
    turn.next_moment();
    let rolled =
        Event::RevoltRolled { at: at.clone(), dice, drm, strength, sides: sides.clone(), revolt };
    turn.record_drawn(rule, name, rolled);
    if revolt {
        let army = natives::army(turn.game(), turn.state(), &at);
        turn.record(&rules::REVOLT, Event::Revolted { at, army, sides });
    }
    revolt
}

/// The dice of a roll for a revolt (im20).
pub(in crate::games::age_of_imperialism) const DICE: u8 = 2;

/// Two dice. A region may roll again in the same cycle when revolts spread (im39), and everybody
/// sees how often it has.
fn dice(turn: &mut Cycle<'_>, at: &Region) -> (DrawName, Vec<u8>) {
    let name = format!("revolt/{at}");
    let again = format!("{name}/");
    let before = turn.chance().drawn().iter().map(|drawn| drawn.name.to_string());
    let before = before.filter(|drawn| *drawn == name || drawn.starts_with(&again)).count();
    let number = (before + 1).to_string();
    let labels = ["revolt", at.as_str(), &number];
    let mut draw = turn.chance().draw(if before == 0 { &labels[..2] } else { &labels });
    (draw.name(), draw.dice(DICE, 6))
}

/// On which side each power's spheres of influence stand (im22).
fn sides(turn: &mut Cycle<'_>, at: &Region) -> BTreeMap<Power, Stance> {
    let land = turn.state().open.land(at);
    let owner = land.owner;
    let powers: Vec<Power> = land.spheres.keys().copied().collect();
    let mut sides = BTreeMap::new();
    for power in powers {
        let asked = turn.picked(
            &power.seat(),
            asks!(
                Order::OnRevolt { at: place, against, side }
                    if place.as_ref().is_none_or(|place| place == at)
                        && (against.is_none() || *against == owner) => *side
            ),
        );
        let side = asked.first().map_or(Stance::Suppress, |(_, side)| *side);
        if let Some((line, _)) = asked.first() {
            turn.used(&power.seat(), line, &rules::SIDES, Reason::SideTaken);
        }
        sides.insert(power, side);
    }
    sides
}

/// What is added to a roll: each sphere that supports the revolt lowers it, each other one raises it (im22), a bribe
/// lowers it (im21).
pub(in crate::games::age_of_imperialism) fn drm(
    game: &AgeOfImperialism,
    land: &Land,
    sides: &BTreeMap<Power, Stance>,
    bribe: bool,
) -> i32 {
    let table = &game.format.diplomacy;
    let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let mut drm = if bribe { -number(table.bribe_drm.value) } else { 0 };
    for (power, count) in &land.spheres {
        let weight = number(count.saturating_mul(table.influence_drm.value));
        match sides.get(power) {
            Some(Stance::Support) => drm = drm.saturating_sub(weight),
            _ => drm = drm.saturating_add(weight),
        }
    }
    drm
}
