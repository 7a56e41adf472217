//! Guests in a region that gets another owner (im35, im69).

use super::operation::Operation;
use super::{Cycle, retreat};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::Open;

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
