//! What is kept in mind while a power moves and fights.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Place;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::{Fleet, Region};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::Open;

/// Points of units and fleets that may not move again in this phase.
const STOPPED: u32 = u32::MAX;

/// The movement phase of a power.
#[derive(Debug)]
pub struct Operation {
    /// Whose it is.
    pub mover: Power,
    /// His regions that were in revolt when it began: there he must fight (im23).
    pub rebels: BTreeSet<Region>,
    /// Where the units came from that entered each region which is not the mover's (im45).
    pub origins: BTreeMap<Region, BTreeMap<Place, Force>>,
    /// Units that landed in a region of an enemy (im33).
    pub landed: BTreeMap<Region, Force>,
    /// Units that retreated into a region where a battle is still to be fought (im45).
    pub late: BTreeMap<Region, BTreeMap<Power, Force>>,
    /// Diplomacy rolls in each region, and how many of those explorers were lost (im50).
    pub explored: BTreeMap<Region, (u32, u32)>,
    /// Engineers that have prospected in each region (im51).
    pub prospected: BTreeMap<Region, u32>,
    /// Movement points that each fleet has spent.
    pub sailed: BTreeMap<Fleet, u32>,
    /// Naval battles so far, for the names of draws.
    pub naval_battles: u32,
    /// Announcements of fleets so far, for the names of draws.
    pub announcements: u32,
    /// Units that have moved, by region, kind and points spent.
    moved: BTreeMap<Region, BTreeMap<(Kind, u32), u32>>,
}

/// Units that take a step together: kind, points spent before it, and how many.
pub type Party = Vec<(Kind, u32, u32)>;

impl Operation {
    /// A movement phase that begins.
    pub fn begin(state: &Open, mover: Power) -> Self {
        let rebels = state.owned(mover).filter(|(_, land)| land.revolt.is_some());
        Self {
            mover,
            rebels: rebels.map(|(region, _)| region.clone()).collect(),
            origins: BTreeMap::new(),
            landed: BTreeMap::new(),
            late: BTreeMap::new(),
            explored: BTreeMap::new(),
            prospected: BTreeMap::new(),
            sailed: BTreeMap::new(),
            naval_battles: 0,
            announcements: 0,
            moved: BTreeMap::new(),
        }
    }

    /// True if the mover must fight in a region.
    pub fn awaits(&self, state: &Open, at: &Region) -> bool {
        let land = state.land(at);
        match land.owner {
            Some(owner) if owner == self.mover => land.revolt.is_some() && self.rebels.contains(at),
            // Nobody attacks without a war (im52).
            Some(owner) if !state.at_war(owner, self.mover) => false,
            _ => land.force(self.mover).brigades() > 0,
        }
    }

    /// Of the wanted units those that stand in a region, the freshest first.
    pub fn there(&self, state: &Open, at: &Region, wanted: &Force) -> Party {
        let force = state.land(at).force(self.mover);
        let mut party = Party::new();
        for (kind, mut left) in wanted.iter() {
            for (spent, count) in self.pools(at, kind, force.get(kind)) {
                let taken = left.min(count);
                party.extend((taken > 0).then_some((kind, spent, taken)));
                left -= taken;
            }
        }
        party
    }

    /// So many units of a kind in a region by the points that they have spent, fewest first. Who
    /// is not listed has not moved.
    fn pools(&self, at: &Region, kind: Kind, all: u32) -> Vec<(u32, u32)> {
        let moved = self.moved.get(at).into_iter().flatten();
        let moved: Vec<(u32, u32)> = moved
            .filter(|((k, _), _)| *k == kind)
            .map(|((_, spent), count)| (*spent, *count))
            .collect();
        let known: u32 = moved.iter().map(|(_, count)| count).sum();
        let fresh = (0, all.saturating_sub(known));
        std::iter::once(fresh).chain(moved).collect()
    }

    /// Of a party those that can spend so many points more.
    pub fn able(&self, game: &AgeOfImperialism, party: &Party, cost: u32) -> Party {
        let able = |(kind, spent, _): &&(Kind, u32, u32)| {
            let moves = game.format.units[kind].moves.value;
            *spent != STOPPED && spent.saturating_add(cost) <= moves
        };
        party.iter().filter(able).copied().collect()
    }

    /// Of a party in a region of the mover those that may leave it. In a revolt these are parties,
    /// and brigades in excess of the natives' (im23).
    pub fn free(&self, state: &Open, from: &Region, party: &Party) -> Party {
        let land = state.land(from);
        let Some(revolt) = land.revolt.as_ref().filter(|_| self.rebels.contains(from)) else {
            return party.clone();
        };
        let natives = revolt.army.brigades();
        let mut room = land.force(self.mover).brigades().saturating_sub(natives);
        let mut free = Party::new();
        for (kind, spent, count) in party {
            let count = if kind.is_brigade() { room.min(*count) } else { *count };
            room -= if kind.is_brigade() { count } else { 0 };
            free.extend((count > 0).then_some((*kind, *spent, count)));
        }
        free
    }

    /// Takes units out of a region.
    pub fn leave(&mut self, at: &Region, party: &Party) {
        let Some(pools) = self.moved.get_mut(at) else { return };
        for (kind, spent, count) in party {
            if let Some(there) = pools.get_mut(&(*kind, *spent)) {
                *there = there.saturating_sub(*count);
            }
        }
        pools.retain(|_, count| *count > 0);
    }

    /// Puts units into a region with the points that they have spent.
    pub fn arrive(&mut self, at: &Region, party: &Party) {
        let pools = self.moved.entry(at.clone()).or_default();
        for (kind, spent, count) in party {
            *pools.entry((*kind, *spent)).or_default() += count;
        }
    }

    /// Puts units into a region from which they do not move on in this phase.
    pub fn halt(&mut self, at: &Region, units: &Force) {
        let pools = self.moved.entry(at.clone()).or_default();
        for (kind, count) in units.iter() {
            *pools.entry((kind, STOPPED)).or_default() += count;
        }
    }

    /// Notes from where units entered a region that is not the mover's.
    pub fn entered(&mut self, at: &Region, from: Place, units: &Force) {
        self.origins.entry(at.clone()).or_default().entry(from).or_default().add(units);
    }

    /// True if a fleet of the mover has a movement point left.
    pub fn can_sail(&self, game: &AgeOfImperialism, fleet: Fleet) -> bool {
        self.sailed.get(&fleet).copied().unwrap_or(0) < game.format.fleet.moves.value
    }

    /// Takes a movement point from each of these fleets.
    pub fn sail(&mut self, fleets: &[Fleet]) {
        for fleet in fleets {
            let spent = self.sailed.entry(*fleet).or_default();
            *spent = spent.saturating_add(1);
        }
    }

    /// Lets these fleets move no farther in this phase.
    pub fn becalm(&mut self, fleets: &[Fleet]) {
        self.sailed.extend(fleets.iter().map(|fleet| (*fleet, STOPPED)));
    }
}

/// The units of a party as a force.
pub fn force_of(party: &Party) -> Force {
    let mut force = Force::default();
    for (kind, _, count) in party {
        *force.slot(*kind) += count;
    }
    force
}

/// A party after a step that cost so many points.
pub fn tired(party: &Party, cost: u32) -> Party {
    let step =
        |(kind, spent, count): &(Kind, u32, u32)| (*kind, spent.saturating_add(cost), *count);
    party.iter().map(step).collect()
}
