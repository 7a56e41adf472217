//! Native markers and resource chits come out of their containers (im12, im58).

use super::Cycle;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;

/// Lays a face-down native marker in a region that has none (im12).
pub fn lay_marker(turn: &mut Cycle<'_>, at: &Region) {
    lay_marker_by(turn, at, &["marker", at.as_str()]);
}

/// The same in a region that goes back from a power to the natives in a movement phase. That may
/// happen after another marker has come and gone in the same cycle, so the draw has another name.
pub fn lay_marker_again(turn: &mut Cycle<'_>, at: &Region, from: Power, mover: Power) {
    lay_marker_by(turn, at, &["marker", at.as_str(), from.name(), mover.name()]);
}

fn lay_marker_by(turn: &mut Cycle<'_>, at: &Region, draw: &[&str]) {
    if turn.state().open.land(at).marker.is_some() {
        return;
    }
    let mut left = turn
        .game()
        .markers_left(&turn.state().secret)
        .expect("the container holds what is not out");
    let mut draw = turn.chance().draw(draw);
    let name = draw.name();
    let face = left.draw(&mut draw).expect("there are as many markers as regions");
    turn.record(&rules::DRAWN, Event::MarkerLaid { at: at.clone() });
    turn.record_drawn(&rules::DRAWN, name, Event::MarkerDrawn { at: at.clone(), face });
}

/// Lays a face-down resource chit in a region that has none, and shows it to the owner of the
/// region in any case.
pub fn lay_chit(turn: &mut Cycle<'_>, at: &Region, owner: Power) {
    if turn.state().open.land(at).chit.is_none() {
        let mut left = turn
            .game()
            .chits_left(&turn.state().secret)
            .expect("the container holds what is not out");
        let mut draw = turn.chance().draw(&["chit", at.as_str(), owner.name()]);
        let value = left.draw(&mut draw).expect("there are as many chits as regions");
        let name = draw.name();
        turn.record(&rules::DRAWN, Event::ChitLaid { at: at.clone() });
        turn.record_drawn(&rules::DRAWN, name, Event::ChitDrawn { at: at.clone(), value });
    }
    let chit = turn.state().open.land(at).chit.as_ref();
    let known = chit.is_some_and(|chit| chit.public || chit.seen.contains(&owner));
    if !known {
        let value = turn.state().secret.chits[at];
        turn.record(&rules::DRAWN, Event::ChitSeen { power: owner, at: at.clone(), value });
    }
}
