//! Losses of a round (im43).

use super::battle::{Battle, Role};
use super::{Cycle, Line, asks};
use crate::engine::Rule;
use crate::games::age_of_imperialism::events::{Event, Party};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

/// The sequence in which units are lost without an order.
const SEQUENCE: [Kind; 6] =
    [Kind::Infantry, Kind::Cavalry, Kind::Artillery, Kind::Engineer, Kind::Explorer, Kind::General];

/// What a side loses: the units of each of its powers; natives have no power.
pub type Toll = Vec<(Option<Power>, Force)>;

/// Finds out what so many hits take from a side.
pub fn toll(turn: &mut Cycle<'_>, battle: &Battle, role: Role, hits: u32) -> Toll {
    let mut left = standing(turn, battle, role);
    let mut lost: Toll = left.iter().map(|(power, _)| (*power, Force::default())).collect();
    let mut hits = hits;
    let combine = turn.game().format.battle.combine.value;
    if hits >= combine
        && let Some(target) = target(turn, battle, role)
    {
        let side = battle.side(role.other()).party;
        turn.record(&rules::LOSSES, Event::Combined { side, target });
        fell(&mut left, &mut lost, target);
        hits -= combine;
    }
    if hits > 0 {
        let sequence = sequence(turn, battle, role);
        while hits > 0
            && let Some(kind) = next(&left, &sequence)
        {
            fell(&mut left, &mut lost, kind);
            hits -= 1;
        }
    }
    lost
}

/// Removes what a side loses.
pub fn suffer(turn: &mut Cycle<'_>, battle: &mut Battle, cause: &Rule, role: Role, lost: &Toll) {
    for (power, units) in lost.iter().filter(|(_, units)| !units.is_empty()) {
        let at = battle.at.clone();
        if let Some(power) = power {
            turn.record(cause, Event::Lost { power: *power, units: *units, at });
        } else {
            battle.natives.take(units);
            turn.record(cause, Event::NativesLost { units: *units, at });
        }
        // Of a kind those that landed are given up first: they fight worse.
        if role == Role::Attacker {
            battle.landed.take(units);
        }
    }
}

/// The units of a side by power.
fn standing(turn: &Cycle<'_>, battle: &Battle, role: Role) -> Toll {
    let side = battle.side(role);
    if side.party == Party::Natives {
        return vec![(None, battle.natives)];
    }
    let land = turn.state().open.land(&battle.at);
    side.powers.iter().map(|power| (Some(*power), land.force(*power))).collect()
}

/// One unit of a kind falls, the first power's before its allies' (im69).
fn fell(left: &mut Toll, lost: &mut Toll, kind: Kind) {
    let Some(place) = left.iter().position(|(_, force)| force.get(kind) > 0) else { return };
    *left[place].1.slot(kind) -= 1;
    *lost[place].1.slot(kind) += 1;
}

/// True if a kind may be hit: brigades go before parties.
fn open(left: &Toll, kind: Kind) -> bool {
    let brigades = left.iter().any(|(_, force)| force.brigades() > 0);
    kind.is_brigade() == brigades && left.iter().any(|(_, force)| force.get(kind) > 0)
}

fn next(left: &Toll, sequence: &[Kind]) -> Option<Kind> {
    sequence.iter().copied().find(|kind| open(left, *kind))
}

/// The kind that the enemy of a side chooses with three hits, if he combines them.
fn target(turn: &mut Cycle<'_>, battle: &Battle, role: Role) -> Option<Kind> {
    let enemy = battle.side(role.other());
    let natives = enemy.party == Party::Natives;
    let chief = enemy.chief?;
    let policies = turn.picked(
        &chief.seat(),
        asks!(
            Order::Triple { targets } if !natives => targets,
            Order::Natives { targets, .. } if natives => targets,
        ),
    );
    let (line, targets) = policies.first()?;
    let left = standing(turn, battle, role);
    let chosen = targets.iter().copied().find(|kind| open(&left, *kind));
    turn.used(&chief.seat(), line, &cited(natives), Reason::TripleUsed);
    chosen
}

/// The sequence in which the owner of a side gives units up; notes the order that says so.
pub fn sequence(turn: &mut Cycle<'_>, battle: &Battle, role: Role) -> Vec<Kind> {
    let side = battle.side(role);
    let Some(chief) = side.chief else { return SEQUENCE.to_vec() };
    let natives = side.party == Party::Natives;
    let (line, kinds) = wishes(turn, chief, natives);
    if let Some(line) = line {
        turn.used(&chief.seat(), line, &cited(natives), Reason::LossesUsed);
    }
    kinds
}

/// The sequence in which a power gives up its own units, or those of natives that it runs, and the
/// line that says so.
pub fn wishes<'o>(turn: &Cycle<'o>, power: Power, natives: bool) -> (Option<&'o Line>, Vec<Kind>) {
    let policies = turn.picked(
        &power.seat(),
        asks!(
            Order::Losses { order } if !natives => order.as_slice(),
            Order::Natives { losses, .. } if natives => losses.as_slice(),
        ),
    );
    let (line, wanted) = match policies.first() {
        Some((line, kinds)) => (Some(*line), *kinds),
        None => (None, [].as_slice()),
    };
    let rest = SEQUENCE.into_iter().filter(|kind| !wanted.contains(kind));
    (line, wanted.iter().copied().chain(rest).collect())
}

/// The rule under which such an order counts.
fn cited(natives: bool) -> Rule {
    if natives { rules::NATIVES } else { rules::LOSSES }
}
