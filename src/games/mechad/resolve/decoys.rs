//! What leads seeking weapons astray: chaff and wild weasels (md21).

use super::{Cycle, Line, answer, used};
use crate::engine::Fate;
use crate::games::mechad::Mechad;
use crate::games::mechad::events::Event;
use crate::games::mechad::format::Part;
use crate::games::mechad::names::Ship;
use crate::games::mechad::order::Condition;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;

/// What becomes of a seeking weapon that would strike a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lure {
    /// It strikes.
    None,
    /// A wild weasel draws it.
    Weasel,
    /// Chaff has it miss.
    Chaff,
}

/// A fighter drops chaff, while none covers it.
pub fn chaff(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, when: Option<&Condition>) {
    let (game, open) = (turn.game(), &turn.state().open);
    let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
        return;
    };
    let covered = open.now() <= unit.chaff_until;
    if covered || when.is_some_and(|when| !game.is_so(open, when)) {
        return;
    }
    if unit.chaffed >= game.class(unit).chaff {
        let reason = Reason::NoChaff { ship: ship.clone() };
        answer(turn, line, Fate::failed(&rules::DECOY, reason));
        return;
    }
    let until = open.now() + game.format.numbers.chaff_life.value;
    turn.record(&rules::DECOY, Event::Chaffed { ship: ship.clone(), until });
    used(turn, line, &rules::DECOY, Reason::Chaffed { ship: ship.clone() });
}

/// A shuttle that was made ready in two turns takes off as a wild weasel; its ship is slow and its
/// fire control is passive.
pub fn weasel(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, when: Option<&Condition>) {
    let (game, open) = (turn.game(), &turn.state().open);
    let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
        return;
    };
    let hold = turn.state().hold(ship);
    let slow = unit.speed <= game.format.numbers.weasel_speed.value;
    let able = !unit.weasel && slow && hold.weasel >= 2 && !Mechad::controls(hold);
    let shuttle = game.left(unit, Part::Shuttle) > 0;
    if !able || !shuttle || when.is_some_and(|when| !game.is_so(open, when)) {
        return;
    }
    turn.record(&rules::DECOY, Event::Weaseled { ship: ship.clone() });
    used(turn, line, &rules::DECOY, Reason::Weaseled { ship: ship.clone() });
}

/// Whether something leads a seeking weapon astray at a ship, by a name for the die of chaff.
pub fn lure(turn: &mut Cycle<'_>, ship: &Ship, weapon: &str) -> Lure {
    let open = &turn.state().open;
    let unit = &open.units[ship];
    if unit.weasel {
        return Lure::Weasel;
    }
    if open.now() > unit.chaff_until {
        return Lure::None;
    }
    let now = open.now().to_string();
    let mut draw = turn.chance().draw(&["chaff", &now, ship.as_str(), weapon]);
    let (die, name) = (draw.die(6), draw.name());
    let lost = u32::from(die) <= turn.game().format.numbers.chaff_die.value;
    let event = Event::Dazzled { ship: ship.clone(), die, lost };
    turn.record_drawn(&rules::DECOY, name, event);
    if lost { Lure::Chaff } else { Lure::None }
}
