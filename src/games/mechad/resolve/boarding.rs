//! Boarding parties: transporters, raids, fights aboard, prizes.

use std::collections::BTreeMap;

use super::volley::{origin, shield};
use super::{Cycle, Line, damage, launching, used};
use crate::games::mechad::Mechad;
use crate::games::mechad::events::{Event, Store};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Ship, Side};
use crate::games::mechad::order::Condition;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Hold, Open, Target, Unit};

/// Parties that are sent, decided before any of them arrives.
pub struct Beam {
    ship: Ship,
    at: Ship,
    parties: u32,
    /// What they strike at, if they raid.
    part: Option<Part>,
}

/// What a line wants of transporters.
pub struct Wish<'l> {
    /// The ship.
    pub ship: &'l Ship,
    /// The other ship.
    pub at: &'l Ship,
    /// Parties at most.
    pub count: u32,
    /// What they strike at, if they raid.
    pub part: Option<Part>,
    /// The first impulse and the last.
    pub time: (u32, u32),
    /// Only while this is so.
    pub when: Option<&'l Condition>,
}

/// Boarding parties that may leave a ship now: neither crew nor guards nor fixed (md44).
pub fn free(hold: &Hold) -> u32 {
    let plan = hold.plan.as_ref();
    let guards: u32 = plan.map_or(0, |plan| plan.guards.values().sum());
    let crew = plan.map_or(0, |plan| plan.crew);
    hold.parties.saturating_sub(crew + guards.saturating_sub(hold.fixed))
}

/// True if transporters of a unit reach into another ship: a shield that is up stops them, a field
/// does not (md10).
pub fn reaches(game: &Mechad, open: &Open, (ship, unit): (&Ship, &Unit), at: &Ship) -> bool {
    let Some(other) = open.units.get(at).filter(|other| other.is_here()) else { return false };
    let near = unit.at.0.distance(other.at.0) <= game.format.numbers.transporter_range.value;
    if !near || game.class(other).is_fighter() || ship == at {
        return false;
    }
    if other.side == unit.side {
        return true;
    }
    let target = Target::Ship(at.clone());
    let up = shield(other, origin(unit, other.at))
        .is_some_and(|n| other.shields[usize::from(n) - 1] > 0);
    !up && game.permits(open, ship, Part::Transporter, &target)
}

/// What a line sends now (md10, md91).
pub fn decide(turn: &mut Cycle<'_>, line: &Line<'_>, wish: &Wish<'_>, sent: &mut Vec<Beam>) {
    let (game, open) = (turn.game(), &turn.state().open);
    let own = open.units.get(wish.ship).filter(|u| u.is_here() && u.side == line.side);
    let Some(unit) = own else { return };
    let (from, to) = wish.time;
    let now = (from..=to).contains(&open.impulse)
        && wish.when.is_none_or(|when| game.is_so(open, when))
        && reaches(game, open, (wish.ship, unit), wish.at);
    let other = open.units.get(wish.at);
    let raids = wish.part.is_none()
        || other.is_some_and(|other| {
            let part = wish.part.unwrap_or(Part::Hull);
            other.side != unit.side && game.left(other, part) > 0
        });
    let hold = turn.state().hold(wish.ship);
    let gone: u32 =
        sent.iter().filter(|beam| beam.ship == *wish.ship).map(|beam| beam.parties).sum();
    let room = hold.beams.min(free(hold)).saturating_sub(gone).min(wish.count);
    if !now || !raids || room == 0 {
        return;
    }
    let (ship, at, part) = (wish.ship.clone(), wish.at.clone(), wish.part);
    let reason = Reason::Beamed { ship: ship.clone() };
    sent.push(Beam { ship, at, parties: room, part });
    used(turn, line, &rules::TRANSPORTER, reason);
}

/// Everybody arrives; raids strike at once.
pub fn arrive(turn: &mut Cycle<'_>, sent: Vec<Beam>) {
    let mut raids: BTreeMap<Ship, u32> = BTreeMap::new();
    for Beam { ship, at, parties, part } in sent {
        let store = Store::Transporter;
        let spent = Event::Spent { ship: ship.clone(), store, amount: parties };
        turn.record(&rules::TRANSPORTER, spent);
        match part {
            None => {
                let event = Event::Transported { ship, to: at, parties };
                turn.record(&rules::TRANSPORTER, event);
            }
            Some(part) => {
                launching::provoked(turn, &ship, &Target::Ship(at.clone()));
                for _ in 0..parties {
                    let number = raids.entry(ship.clone()).or_default();
                    *number += 1;
                    raid(turn, (&ship, &at), part, *number);
                }
            }
        }
    }
}

/// A party strikes at a box: the last node cannot be destroyed, and a guard makes it harder (md91).
fn raid(turn: &mut Cycle<'_>, (ship, at): (&Ship, &Ship), part: Part, number: u32) {
    let game = turn.game();
    let now = turn.state().open.now().to_string();
    let labels = ["raid", &now, ship.as_str(), &number.to_string()];
    let mut draw = turn.chance().draw(&labels);
    let (die, name) = (draw.die(6), draw.name());
    let plan = turn.state().hold(at).plan.as_ref();
    let guarded = plan.is_some_and(|plan| plan.guards.get(&part).is_some_and(|n| *n > 0));
    let adjusted = u32::from(die) + u32::from(guarded);
    let left = game.left(turn.state().unit(at), part);
    let there = if part == Part::Node { left > 1 } else { left > 0 };
    let hit = there && game.format.raid.hit.contains(&adjusted);
    let lost = game.format.raid.lost.contains(&adjusted);
    let (by, target) = (ship.clone(), at.clone());
    let event = Event::Raided { ship: by, at: target, part, die, guarded, hit, lost };
    turn.record_drawn(&rules::RAID, name, event);
    if hit {
        let side = turn.state().unit(ship).side.clone();
        damage::taint(turn, at, &side);
        damage::crippled(turn, at);
    }
}

/// Parties that fall to so many others with a die: a tenth of the product, rounded to the nearest.
fn fallen(parties: u32, die: u8) -> u32 {
    (parties * u32::from(die) + 5) / 10
}

/// At the end of a turn boarding parties fight, and a ship without defenders is taken (md92, md93).
pub fn fight(turn: &mut Cycle<'_>) {
    let boarded: Vec<(Ship, BTreeMap<Side, u32>)> =
        turn.state().open.boarders.iter().map(|(s, aboard)| (s.clone(), aboard.clone())).collect();
    for (ship, aboard) in boarded {
        let hold = turn.state().hold(&ship);
        let crew = hold.plan.as_ref().map_or(0, |plan| plan.crew);
        let defenders = (hold.parties + hold.fixed).saturating_sub(crew);
        if defenders > 0 {
            let mut draw = turn.chance().draw(&["boarding", ship.as_str()]);
            let dice: Vec<u8> = (0..=aboard.len()).map(|_| draw.die(6)).collect();
            let name = draw.name();
            let mut rest = fallen(defenders, dice[0]);
            let mut boarders = BTreeMap::new();
            let mut blows = 0;
            for ((side, count), die) in aboard.iter().zip(&dice[1..]) {
                let lost = rest.min(*count);
                rest -= lost;
                boarders.insert(side.clone(), lost);
                blows += fallen(*count, *die);
            }
            let crew = blows.min(defenders);
            let event = Event::Fought { ship: ship.clone(), dice, crew, boarders };
            turn.record_drawn(&rules::BOARDING, name, event);
        }
        taken(turn, &ship);
    }
}

fn taken(turn: &mut Cycle<'_>, ship: &Ship) {
    let hold = turn.state().hold(ship);
    let crew = hold.plan.as_ref().map_or(0, |plan| plan.crew);
    let defenders = (hold.parties + hold.fixed).saturating_sub(crew);
    let aboard = turn.state().open.boarders.get(ship);
    let most = aboard.and_then(|aboard| aboard.iter().max_by_key(|(_, count)| **count));
    let Some(side) = most.map(|(side, _)| side.clone()).filter(|_| defenders == 0) else { return };
    turn.record(&rules::PRIZE, Event::Taken { ship: ship.clone(), side });
}

#[cfg(test)]
mod tests {
    use super::fallen;

    #[test]
    fn a_tenth_of_the_product_rounded() {
        assert_eq!((fallen(1, 4), fallen(1, 5)), (0, 1));
        assert_eq!((fallen(6, 1), fallen(6, 4), fallen(10, 6)), (1, 2, 6));
    }
}
