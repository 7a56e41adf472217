//! Revolts (im20 to im23, im37, im39).

use std::collections::BTreeMap;

use super::{Cycle, Sheets, natives, picked, used};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Stance;
use crate::games::age_of_imperialism::switches::RevoltRoll;

/// Rolls for a revolt; `inciter` and whether he bribes, if somebody incites. True if it comes.
pub fn roll(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    at: &str,
    inciter: Option<(Power, bool)>,
) -> bool {
    let state = turn.state();
    let Some(strength) = state.strength(at) else { return false };
    if state.land(at).revolt.is_some() {
        return false;
    }
    let rule = if inciter.is_some() { &rules::INCITE } else { &rules::REBELS_WIN };
    let sides = sides(turn, orders, at);
    let dice = dice(turn, at);
    let drm = drm(game, turn, (at, &sides), inciter.is_some_and(|(_, bribe)| bribe));
    let total = dice.iter().map(|die| i32::from(*die)).sum::<i32>() + drm;
    let revolt = match game.switches.revolt_roll {
        RevoltRoll::AtMost => total <= i32::from(strength),
        RevoltRoll::Below => total < i32::from(strength),
    };
    let at = at.to_owned();
    turn.next_moment();
    let rolled =
        Event::RevoltRolled { at: at.clone(), dice, drm, strength, sides: sides.clone(), revolt };
    turn.record(rule, rolled);
    if revolt {
        let army = natives::army(game, turn.state(), &at);
        turn.record(&rules::REVOLT, Event::Revolted { at, army, sides });
    }
    revolt
}

/// Two dice. A region may roll again in the same cycle when revolts spread (im39), and everybody
/// sees how often it has.
fn dice(turn: &mut Cycle<'_>, at: &str) -> Vec<u8> {
    let name = format!("revolt/{at}");
    let again = format!("{name}/");
    let before = turn.chance().drawn().iter();
    let before = before.filter(|d| d.name == name || d.name.starts_with(&again)).count();
    if before == 0 {
        turn.chance().draw(&["revolt", at]).dice(2, 6)
    } else {
        let number = (before + 1).to_string();
        turn.chance().draw(&["revolt", at, &number]).dice(2, 6)
    }
}

/// On which side each power's spheres of influence stand (im22).
fn sides(turn: &mut Cycle<'_>, orders: &Sheets, at: &str) -> BTreeMap<Power, Stance> {
    let land = turn.state().land(at);
    let owner = land.owner;
    let powers: Vec<Power> = land.spheres.keys().copied().collect();
    let mut sides = BTreeMap::new();
    for power in powers {
        let asked = picked(turn, orders, power, |order| match order {
            Order::OnRevolt { at: place, against, side } => {
                let here = place.as_ref().is_none_or(|place| place == at);
                (here && (against.is_none() || *against == owner)).then_some(*side)
            }
            _ => None,
        });
        let side = asked.first().map_or(Stance::Suppress, |(_, side)| *side);
        if let Some((line, _)) = asked.first() {
            used(turn, power, line, &rules::SIDES, "your spheres of influence took this side");
        }
        sides.insert(power, side);
    }
    sides
}

fn drm(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    (at, sides): (&str, &BTreeMap<Power, Stance>),
    bribe: bool,
) -> i32 {
    let table = &game.format.diplomacy;
    let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let mut drm = if bribe { -number(table.bribe_drm.value) } else { 0 };
    for (power, count) in &turn.state().land(at).spheres {
        let weight = number(count.saturating_mul(table.influence_drm.value));
        match sides.get(power) {
            Some(Stance::Support) => drm = drm.saturating_sub(weight),
            _ => drm = drm.saturating_add(weight),
        }
    }
    drm
}
