//! By whom a ship was crippled or destroyed, as far as the reader witnessed it.

use super::events::Event;
use super::format::Lash;
use super::names::{Missile, Ship};
use super::said::several;
use super::state::Target;
use crate::base::words::names;
use crate::engine::Fact;

/// All fire that struck the ship that the last of these facts tells of, in the impulse of its loss, as
/// words that go on with its sentence; `None` if that tells of no loss, or if no fire was witnessed.
pub fn cause(facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let (Event::Crippled { ship: lost } | Event::Destroyed { ship: lost }) = &last.event else {
        return None;
    };
    let begun = |fact: &Fact<Event>| matches!(fact.event, Event::ImpulseBegan { .. });
    let impulse = before.rsplit(begun).next()?;
    let mut fire: Vec<(usize, &str, &Ship)> = Vec::new();
    let mut missiles = Vec::new();
    for event in impulse.iter().map(|fact| &fact.event) {
        match struck(event, lost) {
            Some(Fire::Weapons(number, what, ship)) => {
                let known = fire.iter_mut().find(|(_, other, by)| (*other, *by) == (what, ship));
                match known {
                    Some((count, ..)) => *count += number,
                    None => fire.push((number, what, ship)),
                }
            }
            Some(Fire::Missile(missile)) => missiles.push(missile.to_string()),
            None => {}
        }
    }
    let fire =
        fire.iter().map(|(number, what, ship)| format!("{} of {ship}", several(*number, what)));
    let all: Vec<String> = fire.chain(missiles).collect();
    (!all.is_empty()).then(|| format!("by {}", names(all)))
}

/// What strikes a ship.
enum Fire<'e> {
    /// So many weapons of a kind and a ship.
    Weapons(usize, &'static str, &'e Ship),
    /// A missile that flew.
    Missile(&'e Missile),
}

/// What struck a ship, if an event tells of that.
fn struck<'e>(event: &'e Event, lost: &Ship) -> Option<Fire<'e>> {
    let hit = |target: &Target| *target == Target::Ship(lost.clone());
    match event {
        Event::Lashed { ship, mounts, target, results, .. }
            if hit(target) && results.iter().any(|lash| matches!(lash, Lash::Points(1..))) =>
        {
            Some(Fire::Weapons(mounts.len(), "whip", ship))
        }
        Event::Shot { ship, part, mounts, target, points: 1.., .. } if hit(target) => {
            Some(Fire::Weapons(mounts.len(), part.word(), ship))
        }
        Event::Impact { ship, target, points: 1.., .. } if hit(target) => {
            Some(Fire::Weapons(1, "trans-warp missile", ship))
        }
        Event::Detonated { missile, target, points: 1.. } if target == lost => {
            Some(Fire::Missile(missile))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::Part;
    use super::super::rules;
    use super::*;

    fn facts(events: Vec<Event>) -> Vec<Fact<Event>> {
        let fact = |event| Fact { moment: 0, rule: rules::CRIPPLED.clone(), draw: None, event };
        events.into_iter().map(fact).collect()
    }

    fn shot(ship: &str, target: &str, points: u32) -> Event {
        let (ship, target) = (Ship::from(ship), Target::Ship(Ship::from(target)));
        let (part, mounts, dice) = (Part::Beam, vec![1, 2], vec![3, 4]);
        Event::Shot { ship, part, mounts, target, range: 3, dice, modifier: 0, points }
    }

    #[test]
    fn a_loss_is_told_with_what_struck_in_its_impulse() {
        let began = |impulse| Event::ImpulseBegan { turn: 1, impulse };
        let (missile, target) = (Missile::from("D-1"), Ship::from("Ledger"));
        let events = vec![
            began(6),
            shot("Far", "Ledger", 9),
            began(7),
            shot("Cutter", "Ledger", 11),
            shot("Cutter", "Ledger", 5),
            shot("Cutter", "Abacus", 8),
            shot("Lancet", "Ledger", 0),
            Event::Detonated { missile, target, points: 12 },
            Event::Destroyed { ship: Ship::from("Ledger") },
        ];
        let all = facts(events);
        assert_eq!(cause(&all).unwrap(), "by 4 beams of Cutter and D-1");
        assert_eq!(cause(&all[..all.len() - 1]), None, "nothing is lost yet");
        let alone = facts(vec![began(7), Event::Crippled { ship: Ship::from("Ledger") }]);
        assert_eq!(cause(&alone), None, "nobody was seen to fire");
    }
}
