//! Land battles: where, who against whom, and how they run (im37, im40).

use std::collections::BTreeMap;

use super::operation::Operation;
use super::{Cycle, Sheets, aftermath, containers, interception, natives, rounds};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Party};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Region, Sea, State};

/// One of the two sides of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The mover, or natives in revolt (im40).
    Attacker,
    /// Who holds the region.
    Defender,
}

impl Role {
    /// Both, in the sequence in which they act.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The enemy's.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The word in the names of draws.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        }
    }
}

/// Who fights on a side.
#[derive(Debug, Clone)]
pub struct Side {
    /// The power whose orders and schools count, or natives.
    pub party: Party,
    /// The powers whose units fight, that one first; nobody for natives.
    pub powers: Vec<Power>,
    /// Whose orders decide: the power, or the one that runs the natives (im37).
    pub chief: Option<Power>,
    /// Brigades that have taken part.
    pub fought: u32,
}

/// A battle in progress. Units of powers stand on the map; natives only here.
#[derive(Debug, Clone)]
pub struct Battle {
    /// The region.
    pub at: Region,
    /// Whose movement phase it is.
    pub mover: Power,
    /// The attacker.
    pub attacker: Side,
    /// The defender.
    pub defender: Side,
    /// The round; 0 before the first.
    pub round: u32,
    /// The native army.
    pub natives: Force,
    /// The attacker's units that landed in the region of an enemy (im44).
    pub landed: Force,
    /// Units that do not roll in the first round (im45).
    pub late: BTreeMap<Power, Force>,
    /// Who has retreated onto fleets, and where (im34).
    pub aboard: Vec<(Power, Sea)>,
    /// True if neither side had a brigade left (im47).
    pub exhausted: bool,
}

/// What a battle is fought by: the rules, the orders, and what happened in this phase.
#[derive(Debug)]
pub struct Field<'a> {
    /// The game.
    pub game: &'a AgeOfImperialism,
    /// All orders.
    pub orders: &'a Sheets,
    /// The mover's phase.
    pub op: &'a mut Operation,
}

/// How a battle ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// This side holds the field.
    Won(Role),
    /// Nobody does (im47).
    Deserted,
}

impl Battle {
    /// A side.
    pub fn side(&self, role: Role) -> &Side {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// True if the natives are in revolt.
    pub fn is_revolt(&self) -> bool {
        self.attacker.party == Party::Natives
    }

    /// The units of a side.
    pub fn force(&self, state: &State, role: Role) -> Force {
        let side = self.side(role);
        if side.party == Party::Natives {
            return self.natives;
        }
        let mut force = Force::default();
        let land = state.land(&self.at);
        side.powers.iter().for_each(|power| force.add(&land.force(*power)));
        force
    }

    /// The units of a side that take part in this round.
    pub fn active(&self, state: &State, role: Role) -> Force {
        let mut force = self.force(state, role);
        if self.round == 1 {
            let late = self.side(role).powers.iter().filter_map(|power| self.late.get(power));
            late.for_each(|units| force.take(units));
        }
        force
    }

    /// Brigades of both sides: the attacker's, the defender's.
    pub fn brigades(&self, state: &State) -> (u32, u32) {
        let count = |role| self.force(state, role).brigades();
        (count(Role::Attacker), count(Role::Defender))
    }
}

/// The regions where the mover must fight, in the order of the map.
pub fn pending(game: &AgeOfImperialism, turn: &Cycle<'_>, op: &Operation) -> Vec<String> {
    let state = turn.state();
    let due = |region: &&Region| awaits(state, op, region);
    game.board.chart.order.iter().filter(due).cloned().collect()
}

/// True if the mover must fight in a region.
pub fn awaits(state: &State, op: &Operation, at: &str) -> bool {
    let land = state.land(at);
    match land.owner {
        Some(owner) if owner == op.mover => land.revolt.is_some() && op.rebels.contains(at),
        Some(owner) if state.allied(owner, op.mover) => false,
        _ => land.force(op.mover).brigades() > 0,
    }
}

/// Fights the battle of a region to its end.
pub fn fight(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    at: &str,
) {
    if !awaits(turn.state(), op, at) {
        return;
    }
    turn.next_moment();
    if turn.state().land(at).owner.is_none() {
        containers::lay_marker(game, turn, at);
    }
    let mut battle = join(game, turn, op, at);
    // If the region revolts anew in this phase, that is fought in the next one (im23).
    op.rebels.remove(at);
    let mut field = Field { game, orders, op };
    let end = rounds::run(&mut field, turn, &mut battle);
    turn.next_moment();
    aftermath::settle(game, turn, orders, &battle, end);
    for (power, sea) in &battle.aboard {
        interception::after_retreat(game, turn, orders, op, (*power, sea));
    }
}

/// Both sides take their stand.
fn join(game: &AgeOfImperialism, turn: &mut Cycle<'_>, op: &mut Operation, at: &str) -> Battle {
    let state = turn.state();
    let land = state.land(at);
    let owner = land.owner;
    let army = match (owner, &land.revolt) {
        (None, _) => natives::army(game, state, at),
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
        at: at.to_owned(),
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
fn defenders(state: &State, owner: Power, mover: Power, land: &Land) -> Vec<Power> {
    let guest = |power: &&Power| {
        **power != owner
            && **power != mover
            && state.allied(owner, **power)
            && land.armies.contains_key(*power)
    };
    std::iter::once(owner).chain(state.order.iter().filter(guest).copied()).collect()
}

fn power_side(power: Power, powers: Vec<Power>) -> Side {
    Side { party: Party::Power(power), powers, chief: Some(power), fought: 0 }
}

/// Natives are run by the first enemy in the order of play of the power they fight, or else by the
/// next after it; by nobody who fights them himself (im37).
fn native_side(state: &State, against: &[Power]) -> Side {
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
    Side { party: Party::Natives, powers: Vec::new(), chief: chief.copied(), fought: 0 }
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
