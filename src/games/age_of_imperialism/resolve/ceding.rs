//! Ceding regions (im35).

use super::operation::Operation;
use super::{Cycle, Line, aftermath, asks, containers, retreat};
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Occasion;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Open;

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
    dismiss(turn, Some(op), to, at);
    containers::lay_chit(turn, at, to);
}

/// Guests whom the new owner of a region does not know as allies withdraw with all that they have
/// there, whether the former one has ceded it, left it or fallen (im35, im69). `op` is the phase in
/// which it happens, if it is in one.
pub fn dismiss(turn: &mut Cycle<'_>, mut op: Option<&mut Operation>, owner: Power, at: &Region) {
    for guest in strangers(&turn.state().open, owner, at) {
        retreat::withdraw(turn, op.as_deref_mut(), guest, at);
    }
}

/// Powers with units in a region of another that is no ally of theirs. Those that have only
/// explorers there may stay for a while (im71).
fn strangers(state: &Open, owner: Power, at: &Region) -> Vec<Power> {
    let stranger = |power: &Power| {
        let force = state.land(at).force(*power);
        let known = *power == owner || state.allied(*power, owner);
        !known && force.total() > force.explorer
    };
    state.order.iter().copied().filter(stranger).collect()
}
