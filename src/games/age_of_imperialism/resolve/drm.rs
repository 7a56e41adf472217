//! The DRMs of a round (im40 to im42, im44).

use super::battle::{Battle, Role};
use super::{Cycle, asks};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Party;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open};
use crate::games::age_of_imperialism::switches::Amphibious;

/// The DRMs of both sides in a round.
#[derive(Debug, Clone)]
pub struct Drms {
    /// The attacker's.
    pub attacker: i32,
    /// The defender's.
    pub defender: i32,
    /// What brigades that landed have besides, if it is theirs alone (im44).
    pub landed: i32,
    /// The rule that last changed the sums.
    pub rule: Rule,
}

impl Drms {
    /// That of a side.
    pub fn of(&self, role: Role) -> i32 {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.defender,
        }
    }
}

/// Reckons the DRMs of a round and adjusts them.
pub fn reckon(turn: &mut Cycle<'_>, battle: &Battle) -> Drms {
    let game = turn.game();
    let state = &turn.state().open;
    let penalty = landing(game, battle.round);
    let (landed, whole) = share(game, state, battle);
    let mut drms = Drms {
        attacker: sum(game, state, battle, Role::Attacker),
        defender: sum(game, state, battle, Role::Defender),
        landed: if landed && !whole { -penalty } else { 0 },
        rule: rules::ROUND,
    };
    if whole && penalty > 0 {
        drms.attacker -= penalty;
        drms.rule = rules::AMPHIBIOUS;
    }
    adjust(&mut drms);
    transfer(turn, battle, &mut drms);
    drms
}

/// The table (im40).
fn sum(game: &AgeOfImperialism, state: &Open, battle: &Battle, role: Role) -> i32 {
    let table = &game.format.battle;
    let (own, enemy) = (battle.active(state, role), battle.active(state, role.other()));
    let schools = |role: Role| match battle.side(role).party {
        Party::Power(power) => state.count(power, Building::School),
        Party::Natives => 0,
    };
    let fort = state.land(&battle.at).buildings.contains(&Building::Fort);
    let lines = [
        (own.general > 0, table.general.value),
        (schools(role) > schools(role.other()), table.schools.value),
        (battle.round == 1 && own.artillery > 0 && enemy.artillery == 0, table.artillery.value),
        (own.cavalry > enemy.cavalry, table.cavalry.value),
    ];
    let plus: i32 = lines.into_iter().filter(|(has, _)| *has).map(|(_, value)| signed(value)).sum();
    let against = if role == Role::Attacker && fort { signed(table.fort.value) } else { 0 };
    plus - against
}

/// A number as it is added to a die; more than the largest here would change nothing.
fn signed(value: u32) -> i32 {
    i32::try_from(value.min(1_000_000)).unwrap_or_default()
}

/// What landing costs in a round (im44).
fn landing(game: &AgeOfImperialism, round: u32) -> i32 {
    match round {
        1 => signed(game.format.battle.amphibious_first.value),
        2 => signed(game.format.battle.amphibious_second.value),
        _ => 0,
    }
}

/// Whether some brigades of the attacker landed, and whether that is the penalty of the whole force.
fn share(game: &AgeOfImperialism, state: &Open, battle: &Battle) -> (bool, bool) {
    let landed = battle.landed.brigades();
    let all = battle.active(state, Role::Attacker).brigades();
    let whole = landed == all && game.switches.amphibious == Amphibious::Force;
    (landed > 0, landed > 0 && whole)
}

/// A sum below zero becomes zero, and the other side gets as much (im42).
fn adjust(drms: &mut Drms) {
    let (attacker, defender) = (drms.attacker, drms.defender);
    drms.attacker = attacker.max(0) - defender.min(0);
    drms.defender = defender.max(0) - attacker.min(0);
    if attacker < 0 || defender < 0 {
        drms.rule = rules::ADJUST;
    }
}

/// A side with a general against one without hands over as much as its power orders (im41).
fn transfer(turn: &mut Cycle<'_>, battle: &Battle, drms: &mut Drms) {
    let led = |role| battle.active(&turn.state().open, role).general > 0;
    let giver = match (led(Role::Attacker), led(Role::Defender)) {
        (true, false) => Role::Attacker,
        (false, true) => Role::Defender,
        _ => return,
    };
    let Party::Power(power) = battle.side(giver).party else { return };
    let policies = turn.picked(&power.seat(), asks!(Order::Transfer { amount } => signed(*amount)));
    let Some((line, amount)) = policies.first() else { return };
    let amount = (*amount).min(drms.attacker).min(drms.defender);
    drms.attacker -= amount;
    drms.defender -= amount;
    if amount > 0 {
        drms.rule = rules::TRANSFER;
    }
    turn.used(&power.seat(), line, &rules::TRANSFER, Reason::TransferUsed);
}
