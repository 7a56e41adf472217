//! What a reader should know before they plan: what they fight for, who is weak, when rescue comes.

use super::Mechad;
use super::events::Event;
use super::names::{Ship, Side};
use super::said::renumbered;
use super::scenario::{Role, Victory};
use super::sight::View;
use super::state::{Step, Unit};
use crate::base::words::few;
use crate::engine::Fact;

/// Enemies that are named.
const NAMED: usize = 6;

/// The aim before the battle, then harm that enemies have taken, the rescue and the floating of the map.
pub fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let open = &view.open;
    if open.step == Step::Over {
        return drifted(witnessed).into_iter().collect();
    }
    let side = view.side.as_ref();
    let early = open.step == Step::Setup || open.turn <= 1 && open.step == Step::Allocation;
    let aim = side.filter(|_| early).map(|side| aim(game, side).to_owned());
    let hurt = side.and_then(|side| hurt(game, view, side));
    aim.into_iter().chain(hurt).chain(rescue(game, view)).chain(drifted(witnessed)).collect()
}

/// What a side wants (md70, md83 to md88).
fn aim(game: &Mechad, side: &Side) -> &'static str {
    match (game.scenario.victory, game.scenario.sides[side].role) {
        (Victory::Standard, _) => {
            "The highest score wins: points for enemy ships that are destroyed, captured, crippled, \
             damaged or driven off."
        }
        (Victory::Wager, Role::Raider) => {
            "You raid the convoy: you claim what your cannon destroys, and the higher value of \
             freighters and tenders wins."
        }
        (Victory::Wager, Role::Convoy) => {
            "You are the convoy: cargo that survives counts, and damage to raiders."
        }
        (Victory::Wager, Role::Rescue) => "You come to the rescue: damage to raiders counts.",
        (Victory::Wager, Role::Fighter) => "You fight for nobody's wager.",
    }
}

/// Enemies that have lost boxes, or shields that they were built with.
fn hurt(game: &Mechad, view: &View, own: &Side) -> Option<String> {
    let state = |(ship, unit): (&Ship, &Unit)| {
        let (built, lost) = game.boxes(unit);
        let made: u32 = game.class(unit).shields.iter().sum();
        let left: u32 = unit.shields.iter().sum();
        let shields = (left < made).then(|| format!("shields {left} of {made}"));
        let boxes = (lost > 0).then(|| format!("boxes {} of {built}", built.saturating_sub(lost)));
        let parts: Vec<String> = shields.into_iter().chain(boxes).collect();
        (!parts.is_empty()).then(|| format!("{ship} ({})", parts.join(", ")))
    };
    let enemies = view.open.here().filter(|(_, unit)| game.scenario.enemies(own, &unit.side));
    let hurt: Vec<String> = enemies.filter_map(state).collect();
    (!hurt.is_empty()).then(|| format!("Enemies with damage: {}.", few(hurt, NAMED)))
}

/// The total of the rescuers, and what it takes for the next squadron (md81).
fn rescue(game: &Mechad, view: &View) -> Option<String> {
    let (open, numbers) = (&view.open, &game.format.numbers);
    let came = usize::try_from(open.squadrons).ok()?;
    let due = [numbers.first_rescue.value, numbers.second_rescue.value];
    let next = *due.get(came).filter(|_| came < game.scenario.rescue.len())?;
    if open.turn >= game.scenario.turns {
        return None;
    }
    let chance = match next.saturating_sub(open.rescue) {
        0 | 1 => "for certain at the beginning of the next turn".to_owned(),
        6 => "at the beginning of the next turn if its die shows 6".to_owned(),
        least @ 2..=5 => {
            format!("at the beginning of the next turn if its die shows {least} or more")
        }
        _ => "not yet in the next turn".to_owned(),
    };
    Some(format!("Rescue: the total is {}; a squadron comes at {next}, {chance}.", open.rescue))
}

/// What became of the numbers of hexes: those of events before it are of before it.
fn drifted(witnessed: &[Fact<Event>]) -> Option<String> {
    let mut by: Option<(i16, i16)> = None;
    for fact in witnessed {
        if let Event::Floated { columns, rows } = &fact.event {
            let so_far = by.unwrap_or_default();
            by = Some((so_far.0.saturating_add(*columns), so_far.1.saturating_add(*rows)));
        }
    }
    let (columns, rows) = by.filter(|by| *by != (0, 0))?;
    Some(format!(
        "The map floated: {} in the end than at first. The map shows all hexes as they are now; what \
         happened before it floated has the numbers of then.",
        renumbered(columns, rows)
    ))
}
