//! Ceding regions (im35).

use super::operation::Operation;
use super::{Cycle, Line, aftermath, asks, containers, guests, retreat};
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Occasion;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

/// True if the owner of a region offers it to a power.
pub fn offered(turn: &Cycle<'_>, owner: Power, to: Power, at: &Region) -> bool {
    offer(turn, owner, to, at).is_some()
}

/// The line that offers a region, which must not be in revolt.
fn offer<'o>(turn: &Cycle<'o>, owner: Power, to: Power, here: &Region) -> Option<&'o Line> {
    let land = turn.state().open.land(here);
    if land.owner != Some(owner) || land.revolt.is_some() {
        return None;
    }
    let offers = turn.picked(
        &owner.seat(),
        asks!(
            Order::Cede { at, to: taker } if at == here && *taker == to => ()
        ),
    );
    offers.first().map(|(line, ())| *line)
}

/// A region passes to a power whose brigade has moved in; the former owner's units withdraw.
pub fn hand_over(turn: &mut Cycle<'_>, op: &mut Operation, from: Power, to: Power, at: &Region) {
    if let Some(line) = offer(turn, from, to, at) {
        turn.used(&from.seat(), line, &rules::CEDE, Reason::Ceded { to, at: at.clone() });
    }
    aftermath::scorch(turn, from, Occasion::Leaving, at);
    turn.record(&rules::CEDE, Event::Ceded { at: at.clone(), from, to });
    retreat::withdraw(turn, Some(op), from, at);
    guests::dismiss(turn, Some(op), to, at);
    containers::lay_chit(turn, at, to);
}
