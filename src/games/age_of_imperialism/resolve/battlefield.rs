//! Where land battles are fought, and how they begin and end (im37, im40).

use super::battle::{Battle, Combatants, Role};
use super::operation::Operation;
use super::{Cycle, aftermath, containers, interception, natives, rounds};
use crate::games::age_of_imperialism::events::{Event, Party};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Open};

/// The regions where the mover must fight, in the order of the map.
pub fn pending(turn: &Cycle<'_>, op: &Operation) -> Vec<Region> {
    let state = &turn.state().open;
    let due = |region: &&Region| op.awaits(state, region);
    turn.game().board.chart.order.iter().filter(due).cloned().collect()
}

/// Fights the battle of a region to its end.
pub fn fight(turn: &mut Cycle<'_>, op: &mut Operation, at: &Region) {
    if !op.awaits(&turn.state().open, at) {
        return;
    }
    turn.next_moment();
    if turn.state().open.land(at).owner.is_none() {
        containers::lay_marker(turn, at);
    }
    let mut battle = join(turn, op, at);
    // If the region revolts anew in this phase, that is fought in the next one (im23).
    op.rebels.remove(at);
    let end = rounds::run(turn, op, &mut battle);
    turn.next_moment();
    aftermath::settle(turn, op, &battle, end);
    for (power, sea) in &battle.aboard {
        interception::after_retreat(turn, op, *power, sea);
    }
}

/// Both sides take their stand.
fn join(turn: &mut Cycle<'_>, op: &mut Operation, at: &Region) -> Battle {
    let state = &turn.state().open;
    let land = state.land(at);
    let owner = land.owner;
    let army = match (owner, &land.revolt) {
        (None, _) => natives::army(turn.game(), turn.state(), at),
        (Some(owner), Some(revolt)) if owner == op.mover => revolt.army,
        _ => Force::default(),
    };
    let holders = owner.map(|owner| defenders(state, owner, op.mover, land)).unwrap_or_default();
    let (attacker, defender) = match owner {
        Some(owner) if owner == op.mover => {
            (native_side(state, &holders), power_side(owner, holders))
        }
        Some(owner) => (power_side(op.mover, vec![op.mover]), power_side(owner, holders)),
        None => {
            let attackers = vec![op.mover];
            (power_side(op.mover, attackers.clone()), native_side(state, &attackers))
        }
    };
    let landed = match (attacker.party, defender.party) {
        (Party::Power(power), Party::Power(_)) => {
            op.landed.get(at).map(|units| units.common(&land.force(power))).unwrap_or_default()
        }
        _ => Force::default(),
    };
    let late = op.late.remove(at).unwrap_or_default();
    let mut battle = Battle {
        at: at.clone(),
        mover: op.mover,
        round: 0,
        attacker,
        defender,
        natives: army,
        landed,
        late,
        aboard: Vec::new(),
        exhausted: false,
    };
    let (ours, theirs) = battle.brigades(state);
    (battle.attacker.fought, battle.defender.fought) = (ours, theirs);
    announce(turn, &battle);
    battle
}

/// The powers that hold a region: its owner, then allies of his that are there (im69).
fn defenders(state: &Open, owner: Power, mover: Power, land: &Land) -> Vec<Power> {
    let guest = |power: &&Power| {
        **power != owner
            && **power != mover
            && state.allied(owner, **power)
            && land.armies.contains_key(*power)
    };
    std::iter::once(owner).chain(state.order.iter().filter(guest).copied()).collect()
}

fn power_side(power: Power, powers: Vec<Power>) -> Combatants {
    Combatants { party: Party::Power(power), powers, chief: Some(power), fought: 0 }
}

/// Natives are run by the first enemy in the order of play of the power they fight, or else by the
/// next after it; by nobody who fights them himself (im37).
fn native_side(state: &Open, against: &[Power]) -> Combatants {
    let foe = against.first().copied();
    let outside = |power: &&Power| !against.contains(power);
    let enemy = |power: &&Power| foe.is_some_and(|foe| state.at_war(foe, **power));
    let place = state.order.iter().position(|power| Some(*power) == foe).unwrap_or(0);
    let (before, after) = state.order.split_at(place);
    let chief = state
        .order
        .iter()
        .filter(outside)
        .find(enemy)
        .or_else(|| after.iter().chain(before).find(outside));
    Combatants { party: Party::Natives, powers: Vec::new(), chief: chief.copied(), fought: 0 }
}

/// What natives bring into the field is seen by all.
fn announce(turn: &mut Cycle<'_>, battle: &Battle) {
    let at = battle.at.clone();
    let natives =
        battle.attacker.party == Party::Natives || battle.defender.party == Party::Natives;
    let led = Role::BOTH.into_iter().find_map(|role| {
        let side = battle.side(role);
        side.chief.filter(|_| side.party == Party::Natives)
    });
    if natives {
        natives::open(turn, &rules::NATIVES, &at);
    }
    let rule = match natives {
        true if battle.is_revolt() => rules::REVOLT,
        true => rules::NATIVES,
        false => rules::ROUND,
    };
    let (attacker, defender) = (battle.attacker.party, battle.defender.party);
    let joined = Event::BattleJoined { at, attacker, defender, natives: battle.natives, led };
    turn.record(&rule, joined);
}
