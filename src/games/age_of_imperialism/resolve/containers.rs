//! Native markers and resource chits come out of their containers (im12, im58).

use super::Cycle;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Face;

/// Lays a face-down native marker in a region that has none (im12).
pub fn lay_marker(game: &AgeOfImperialism, turn: &mut Cycle<'_>, at: &str) {
    lay_marker_by(game, turn, at, &["marker", at]);
}

/// The same in a region that goes back from a power to the natives in a movement phase. That may
/// happen after another marker has come and gone in the same cycle, so the draw has another name.
pub fn lay_marker_again(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    at: &str,
    (from, mover): (Power, Power),
) {
    lay_marker_by(game, turn, at, &["marker", at, from.name(), mover.name()]);
}

fn lay_marker_by(game: &AgeOfImperialism, turn: &mut Cycle<'_>, at: &str, draw: &[&str]) {
    if turn.state().land(at).marker.is_some() {
        return;
    }
    let left = game.markers_left(turn.state()).expect("the container holds what is not out");
    let face: Face =
        *turn.chance().draw(draw).pick(&left).expect("there are as many markers as regions");
    turn.record(&rules::DRAWN, Event::MarkerLaid { at: at.to_owned() });
    turn.record(&rules::DRAWN, Event::MarkerDrawn { at: at.to_owned(), face });
}

/// Lays a face-down resource chit in a region that has none, and shows it to the owner of the
/// region in any case.
pub fn lay_chit(game: &AgeOfImperialism, turn: &mut Cycle<'_>, at: &str, owner: Power) {
    if turn.state().land(at).chit.is_none() {
        let left = game.chits_left(turn.state()).expect("the container holds what is not out");
        let draw = &["chit", at, owner.name()];
        let value = *turn.chance().draw(draw).pick(&left).expect("as many chits as regions");
        turn.record(&rules::DRAWN, Event::ChitLaid { at: at.to_owned() });
        turn.record(&rules::DRAWN, Event::ChitDrawn { at: at.to_owned(), value });
    }
    let chit = turn.state().land(at).chit.as_ref();
    let known = chit.is_some_and(|chit| chit.public || chit.seen.contains(&owner));
    if !known {
        let value = turn.state().secrets.chits[at];
        turn.record(&rules::DRAWN, Event::ChitSeen { power: owner, at: at.to_owned(), value });
    }
}
