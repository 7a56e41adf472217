//! What a cycle brought a side.

use std::collections::BTreeMap;

use super::Mechad;
use super::events::Event;
use super::names::{Ship, Side};
use super::scenario::Victory;
use super::sight::View;
use super::state::Finale;
use crate::engine::{Fact, Fortune, Fortunes};

/// The battle itself, and ships that are lost, damaged, taken or claimed.
pub fn fortunes(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = &view.side else { return told };
    let own = |ship: &Ship| view.open.units.get(ship).is_some_and(|unit| unit.side == *side);
    let mut boxes: BTreeMap<&Ship, u32> = BTreeMap::new();
    let mut gone: Vec<&Ship> = Vec::new();
    let end = witnessed.iter().find_map(|fact| match &fact.event {
        Event::Ended(finale) => Some(finale),
        _ => None,
    });
    if let Some(finale) = end {
        ended(&mut told, game, side, finale);
    }
    for fact in witnessed {
        if let Event::Destroyed { ship } = &fact.event {
            told.toll(own(ship), true, ship);
            gone.push(ship);
        } else if let Event::Damaged { ship, boxes: lost, .. } = &fact.event {
            *boxes.entry(ship).or_default() += lost.values().sum::<u32>();
        } else if let Event::Taken { ship, side: by } = &fact.event {
            told.add(if by == side { Fortune::Gained } else { Fortune::Beaten }, ship);
        } else if let Event::Credited { ship, side: by } = &fact.event
            && by == side
        {
            told.add(Fortune::Gained, format!("the credit for {ship}"));
        }
    }
    for (ship, lost) in boxes.into_iter().filter(|(ship, lost)| *lost > 0 && !gone.contains(ship)) {
        let many = if lost == 1 { "1 box".to_owned() } else { format!("{lost} boxes") };
        told.toll(own(ship), false, format!("{ship} ({many})"));
    }
    told
}

/// How the battle ended for a side: points of the wager do not compare (md86).
fn ended(told: &mut Fortunes, game: &Mechad, side: &Side, finale: &Finale) {
    if finale.winners.is_empty() {
        return;
    }
    let won = finale.winners.contains(side);
    let own = finale.scores.get(side).map_or(0, |score| score.points);
    let others = finale.scores.iter().filter(|(other, _)| finale.winners.contains(other) != won);
    let best = others.map(|(_, score)| score.points).max().unwrap_or(0);
    let points = match game.scenario.victory {
        Victory::Standard => format!(" ({own} points to {best})"),
        Victory::Wager => String::new(),
    };
    if won {
        told.add(Fortune::Gained, format!("the victory{points}"));
    } else {
        told.add(Fortune::Lost, format!("the game{points}"));
    }
}
