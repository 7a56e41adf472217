//! Moves, step by step (cc4 to cc8).

use std::collections::BTreeSet;

use super::super::acts::Viewpoint;
use super::super::events::Event;
use super::super::fire::Checked;
use super::super::names::{Unit, Zone};
use super::super::order::Stop;
use super::super::reasons::Reason;
use super::super::rules;
use super::super::side::Side;
use super::super::state::{Piece, State};
use super::{Cycle, ending, overwatch, watch};
use crate::engine::Fate;
use crate::engine::board::hex::Facing;

/// How a unit is to move.
#[derive(Clone, Copy)]
pub struct March<'o> {
    /// Over which hexes.
    pub path: &'o [Zone],
    /// Enhanced movement.
    pub fast: bool,
    /// Where it looks in the end.
    pub facing: Option<Facing>,
    /// When it stops.
    pub stop_if: &'o BTreeSet<Stop>,
}

/// Moves a unit (cc4).
///
/// # Errors
/// Why it cannot move at all.
pub fn march(
    turn: &mut Cycle<'_>,
    side: Side,
    unit: &Unit,
    march: March<'_>,
) -> Checked<Fate<Reason>> {
    let desk = Viewpoint { game: turn.game(), state: turn.state(), side };
    let way = desk.movement(unit, march.path, march.fast)?;
    let end = way.last().copied();
    if march.fast {
        turn.record(&rules::ENHANCED, Event::Hurried { unit: unit.clone() });
    }
    for to in way {
        let known = sightings(turn.state(), side);
        let Some(fired_on) = step(turn, unit, to) else { break };
        let Some(piece) = turn.state().piece(unit) else { break };
        let seen = !sightings(turn.state(), side).is_subset(&known);
        let stops = |stop: &Stop| match stop {
            Stop::Seen => seen,
            Stop::FiredOn => fired_on,
        };
        if piece.suppressed || march.stop_if.iter().any(stops) {
            break;
        }
    }
    if !ending::is_broken(turn) {
        ending::take(turn, unit);
    }
    let Some(piece) = turn.state().piece(unit) else {
        let gone = Reason::Destroyed { unit: unit.clone() };
        return Ok(Fate::partly(&rules::DAMAGE, gone));
    };
    let at = piece.at().or(end).unwrap_or(march.path[0]);
    if let Some(facing) = march.facing.filter(|facing| *facing != piece.facing && !piece.suppressed)
    {
        let event = Event::Turned { unit: unit.clone(), facing, counts: false };
        turn.record(&rules::FACING, event);
    }
    Ok(if Some(at) == end {
        Fate::done(&rules::MOVEMENT, Reason::Arrived { at })
    } else {
        Fate::partly(&rules::MOVEMENT, Reason::Stopped { at })
    })
}

/// The enemies that a side sees.
fn sightings(state: &State, side: Side) -> BTreeSet<Unit> {
    let known = state.secret.contacts.get(&side).into_iter().flatten();
    known.filter(|(_, contact)| contact.now).map(|(unit, _)| unit.clone()).collect()
}

/// One step, and whether somebody fired at the unit. `None` if it goes no farther.
fn step(turn: &mut Cycle<'_>, unit: &Unit, to: Zone) -> Option<bool> {
    let (game, state) = (turn.game(), turn.state());
    let piece = state.piece(unit)?;
    let (side, kind) = (piece.side, game.format.kind(&piece.kind));
    let from = piece.at()?;
    if game.occupant(state, to, kind.flies()).is_some() {
        return None;
    }
    let ends = game.step_ends(kind, from, to) || !kind.flies() && game.controlled(state, side, to);
    let then = Piece { moved: true, ..piece.clone() };
    turn.next_moment();
    watch::leaves(turn, unit, &then, to);
    turn.record(&rules::MOVEMENT, Event::Moved { unit: unit.clone(), from, to });
    watch::appears(turn, unit, &then, to);
    watch::mover(turn, side, unit);
    let fired_on = overwatch::respond(turn, unit);
    (!ends && !ending::is_broken(turn)).then_some(fired_on)
}
