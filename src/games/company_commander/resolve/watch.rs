//! Who comes into sight and who leaves it (cc51).

use super::super::events::Event;
use super::super::names::{Unit, Zone};
use super::super::rules;
use super::super::side::Side;
use super::super::state::Piece;
use super::super::switches::Fog;
use super::Cycle;

/// Both sides look at everything.
pub fn everything(turn: &mut Cycle<'_>) {
    for side in Side::BOTH {
        look(turn, side, None);
    }
}

/// A side looks again, after this unit of its own has moved.
pub fn mover(turn: &mut Cycle<'_>, side: Side, unit: &Unit) {
    look(turn, side, Some(unit));
}

fn look(turn: &mut Cycle<'_>, side: Side, mover: Option<&Unit>) {
    let (game, state) = (turn.game(), turn.state());
    if game.switches.fog == Fog::None {
        return;
    }
    let mover = mover.and_then(|unit| state.piece(unit));
    let mover = mover.and_then(|piece| Some((piece, piece.at()?)));
    let spotters = game.spotters(state, side);
    let mut news = Vec::new();
    for (unit, piece) in state.of(side.other()) {
        let now = game.knows(state, side, unit);
        let Some(at) = piece.at() else {
            if let Some(contact) = state.contact(side, unit).filter(|_| now) {
                news.push((unit.clone(), contact.at, false));
            }
            continue;
        };
        let by_mover = mover.is_some_and(|(own, from)| game.sees(own, from, piece, at));
        // Only who moved can see more than before.
        let sought = game.sought(piece, at);
        let anybody = || spotters.iter().any(|spotter| spotter.sees(game, &sought));
        let sees = by_mover || (now || mover.is_none()) && anybody();
        if sees != now {
            news.push((unit.clone(), at, sees));
        }
    }
    for (unit, at, sees) in news {
        tell(turn, side, unit, at, sees);
    }
}

fn tell(turn: &mut Cycle<'_>, side: Side, unit: Unit, at: Zone, sees: bool) {
    let event =
        if sees { Event::Sighted { side, unit, at } } else { Event::Vanished { side, unit, at } };
    turn.record(&rules::FOG, event);
}

/// The enemies of a unit see it no more, before it is as `then`, if they will not.
pub fn leaves(turn: &mut Cycle<'_>, unit: &Unit, then: &Piece, to: Zone) {
    let (game, state) = (turn.game(), turn.state());
    let side = then.side.other();
    let Some(from) = state.piece(unit).and_then(Piece::at) else { return };
    let fog = game.switches.fog == Fog::Sight;
    if fog && game.knows(state, side, unit) && !game.spotted(state, side, then, to) {
        tell(turn, side, unit.clone(), from, false);
    }
}

/// The enemies of a unit see it, if it is now as `then` in that hex.
pub fn appears(turn: &mut Cycle<'_>, unit: &Unit, then: &Piece, at: Zone) {
    let (game, state) = (turn.game(), turn.state());
    let side = then.side.other();
    if !game.knows(state, side, unit) && game.spotted(state, side, then, at) {
        tell(turn, side, unit.clone(), at, true);
    }
}
