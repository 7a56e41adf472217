//! By whom a ship was crippled or destroyed, as far as the reader witnessed it.

use std::collections::BTreeMap;

use super::events::{Event, Kind};
use super::format::Part;
use super::names::{Hx, Missile, Ship};
use super::retold::{Attack, Retold};
use super::rules;
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
    let mut missiles: BTreeMap<[&str; 2], Vec<&Missile>> = BTreeMap::new();
    for fact in impulse {
        match struck(&fact.event, lost) {
            Some(Fire::Weapons(number, what, ship)) => {
                let known = fire.iter_mut().find(|(_, other, by)| (*other, *by) == (what, ship));
                match known {
                    Some((count, ..)) => *count += number,
                    None => fire.push((number, what, ship)),
                }
            }
            Some(Fire::Missile(missile)) => {
                let plasma = fact.rule == rules::PLASMA;
                let what = if plasma { TORPEDO } else { DRONE };
                missiles.entry(what).or_default().push(missile);
            }
            None => {}
        }
    }
    let fire =
        fire.iter().map(|(number, what, ship)| format!("{} of {ship}", several(*number, what)));
    let missiles = missiles.into_iter().map(|([one, several], missiles)| {
        format!("{} {}", if missiles.len() == 1 { one } else { several }, names(missiles))
    });
    let all: Vec<String> = fire.chain(missiles).chain(cannons(impulse, lost)).collect();
    (!all.is_empty()).then(|| format!("by {}", names(all)))
}

/// The distortion cannons that struck a ship in an impulse. They are fired at hexes: if at several, nobody
/// says which of them it stood in.
fn cannons(impulse: &[Fact<Event>], lost: &Ship) -> Option<String> {
    let direct = |fact: &Fact<Event>| {
        let Event::Struck { ship, kind, .. } = &fact.event else { return false };
        ship == lost && *kind == Kind::Direct
    };
    let aimed = |fact: &Fact<Event>| struck(&fact.event, lost).is_some();
    let other = impulse.iter().any(aimed) || !impulse.iter().any(direct);
    let fired = impulse.iter().filter_map(|fact| {
        let Event::Distorted { ship, at, .. } = &fact.event else { return None };
        Some((ship, at))
    });
    let fired: Vec<(&Ship, &Hx)> = fired.collect();
    let (_, first) = fired.first().filter(|_| !other)?;
    let one_hex = fired.iter().all(|(_, at)| at == first);
    let by = || names(fired.iter().map(|(ship, _)| ship));
    let what = if fired.len() == 1 { "the distortion cannon" } else { "the distortion cannons" };
    one_hex.then(|| format!("{what} of {}", by()))
}

/// Boxes and how many of them were of excess, which no count of boxes has in it (md64): `5 boxes and 2 of excess`.
pub(super) fn boxes(boxes: &BTreeMap<Part, u32>) -> String {
    let excess = boxes.get(&Part::Excess).copied().unwrap_or(0);
    let many = boxes.values().sum::<u32>().saturating_sub(excess);
    let told = if many == 1 { "1 box".to_owned() } else { format!("{many} boxes") };
    match (many, excess) {
        (_, 0) => told,
        (0, 1) => "1 box of excess".to_owned(),
        (0, excess) => format!("{excess} boxes of excess"),
        (_, excess) => format!("{told} and {excess} of excess"),
    }
}

/// What drones are called, one and several.
pub(super) const DRONE: [&str; 2] = ["drone", "drones"];
/// What plasma torpedoes are called, one and several.
pub(super) const TORPEDO: [&str; 2] = ["plasma torpedo", "plasma torpedoes"];

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
    let Retold::Attack(attack) = event.retold()? else { return None };
    match attack {
        Attack::Direct { ship, what, count, target, points: 1.. } if hit(target) => {
            Some(Fire::Weapons(count, what, ship))
        }
        Attack::Tram { ship, target, points: 1.. } if hit(target) => {
            Some(Fire::Weapons(1, "trans-warp missile", ship))
        }
        Attack::Missile { missile, target, points: 1.. } if target == lost => {
            Some(Fire::Missile(missile))
        }
        Attack::Direct { .. }
        | Attack::Tram { .. }
        | Attack::Missile { .. }
        | Attack::Cannon { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::Part;
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
        assert_eq!(cause(&all).unwrap(), "by 4 beams of Cutter and drone D-1");
        assert_eq!(cause(&all[..all.len() - 1]), None, "nothing is lost yet");
        let cannon = |ship: &str, at: &str| {
            let at = serde_json::from_value(at.into()).expect("a hex");
            let ship = Ship::from(ship);
            Event::Distorted { ship, mount: 1, at }
        };
        let (ship, kind) = (Ship::from("Ledger"), Kind::Direct);
        let hit = Event::Struck { ship, kind, shield: Some(1), points: 4, absorbed: 0, through: 4 };
        let lost = || Event::Destroyed { ship: Ship::from("Ledger") };
        let of = |shots: [Event; 2]| [shots.to_vec(), vec![hit.clone(), lost()]].concat();
        let both = facts(of([cannon("Far", "2229"), cannon("Near", "2229")]));
        assert_eq!(cause(&both).unwrap(), "by the distortion cannons of Far and Near");
        let apart = facts(of([cannon("Far", "2229"), cannon("Near", "2230")]));
        assert_eq!(cause(&apart), None, "one of them struck it");
        let alone = facts(vec![began(7), Event::Crippled { ship: Ship::from("Ledger") }]);
        assert_eq!(cause(&alone), None, "nobody was seen to fire");
    }
}
