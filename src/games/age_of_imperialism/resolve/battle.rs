//! A land battle: who fights whom, and with what (im37, im40).

use std::collections::BTreeMap;

use crate::games::age_of_imperialism::events::Party;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::{Region, Sea};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::Open;

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
pub struct Combatants {
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
    pub attacker: Combatants,
    /// The defender.
    pub defender: Combatants,
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
    pub fn side(&self, role: Role) -> &Combatants {
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
    pub fn force(&self, state: &Open, role: Role) -> Force {
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
    pub fn active(&self, state: &Open, role: Role) -> Force {
        let mut force = self.force(state, role);
        if self.round == 1 {
            let late = self.side(role).powers.iter().filter_map(|power| self.late.get(power));
            late.for_each(|units| force.take(units));
        }
        force
    }

    /// Brigades of both sides: the attacker's, the defender's.
    pub fn brigades(&self, state: &Open) -> (u32, u32) {
        let count = |role| self.force(state, role).brigades();
        (count(Role::Attacker), count(Role::Defender))
    }
}
