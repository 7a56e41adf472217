//! What a cycle brought a side.

use std::collections::BTreeMap;

use super::events::Event;
use super::format::Part;
use super::names::{Ship, Side};
use super::scenario::Victory;
use super::sight::View;
use super::state::Finale;
use super::{Mechad, losses};
use crate::base::words::names;
use crate::engine::{Fact, Fortune, Fortunes};

/// The battle itself, and ships that are lost, damaged, taken or claimed.
pub fn fortunes(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = &view.side else { return told };
    let own = |ship: &Ship| view.open.units.get(ship).is_some_and(|unit| unit.side == *side);
    let mut boxes: BTreeMap<&Ship, BTreeMap<Part, u32>> = BTreeMap::new();
    let mut gone: Vec<&Ship> = Vec::new();
    let mut crippled: BTreeMap<&Ship, String> = BTreeMap::new();
    let end = witnessed.iter().find_map(|fact| match &fact.event {
        Event::Ended(finale) => Some(finale),
        _ => None,
    });
    if let Some(finale) = end {
        ended(&mut told, game, side, finale);
    }
    for (n, fact) in witnessed.iter().enumerate() {
        if let Event::Destroyed { ship } = &fact.event {
            let cause = losses::cause(&witnessed[..=n]);
            let cause = cause.map(|cause| format!(" ({cause})")).unwrap_or_default();
            told.toll(own(ship), true, format!("{ship}{cause}"));
            gone.push(ship);
        } else if let Event::Crippled { ship } = &fact.event {
            let cause = losses::cause(&witnessed[..=n]);
            crippled.insert(ship, cause.map(|cause| format!(" {cause}")).unwrap_or_default());
        } else if let Event::Damaged { ship, boxes: lost, .. } = &fact.event {
            let all = boxes.entry(ship).or_default();
            for (part, many) in lost {
                *all.entry(*part).or_default() += many;
            }
        } else if let Event::NodeLost { ship } = &fact.event {
            *boxes.entry(ship).or_default().entry(Part::Node).or_default() += 1;
        } else if let Event::Raided { at: ship, part, hit: true, .. } = &fact.event {
            *boxes.entry(ship).or_default().entry(*part).or_default() += 1;
        } else if let Event::Taken { ship, side: by } = &fact.event {
            told.add(if by == side { Fortune::Gained } else { Fortune::Beaten }, ship);
        } else if let Event::Credited { ship, side: by } = &fact.event
            && by == side
        {
            let unit = view.open.units.get(ship);
            let worth = unit.and_then(|unit| game.prize(game.class(unit)));
            let worth = worth.map(|points| format!(", worth {points}")).unwrap_or_default();
            told.add(Fortune::Gained, format!("the claim to {ship}{worth}"));
        }
    }
    for (ship, lost) in boxes {
        if lost.is_empty() || gone.contains(&ship) {
            continue;
        }
        let many = losses::boxes(&lost);
        let crippled = crippled.get(ship).map(|cause| format!(", crippled{cause}"));
        let crippled = crippled.unwrap_or_default();
        told.toll(own(ship), false, format!("{ship} ({many}{crippled})"));
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
        let winners = names(finale.winners.iter().map(|side| game.title(side)));
        told.add(Fortune::Lost, format!("the game to {winners}{points}"));
    }
}
