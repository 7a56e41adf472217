//! What a cycle brought a side.

use std::collections::BTreeMap;

use super::events::Event;
use super::names::Ship;
use super::sight::View;
use crate::engine::{Fact, Fortune, Fortunes};

/// Ships that are lost, damaged, taken or claimed.
pub fn fortunes(view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = &view.side else { return told };
    let own = |ship: &Ship| view.open.units.get(ship).is_some_and(|unit| unit.side == *side);
    let mut boxes: BTreeMap<&Ship, u32> = BTreeMap::new();
    let mut gone: Vec<&Ship> = Vec::new();
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
