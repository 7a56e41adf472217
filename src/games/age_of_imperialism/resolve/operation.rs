//! What is kept in mind while a power moves and fights.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Place;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Region, State};

/// Points of a unit that may not move again in this phase.
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
    pub sailed: BTreeMap<u32, u32>,
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
    pub fn begin(state: &State, mover: Power) -> Self {
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

    /// Units of a kind in a region and the points each has spent, the freshest first.
    fn units(&self, state: &State, at: &str, kind: Kind) -> Vec<(u32, u32)> {
        let all = state.land(at).force(self.mover).get(kind);
        let pools = self.moved.get(at);
        let mut list: Vec<(u32, u32)> = pools
            .into_iter()
            .flatten()
            .filter(|((k, _), _)| *k == kind)
            .map(|((_, spent), count)| (*spent, *count))
            .collect();
        let known: u32 = list.iter().map(|(_, count)| count).sum();
        if all > known {
            list.insert(0, (0, all - known));
        }
        list
    }

    /// Of the wanted units in a region those that can spend so many points more, the freshest
    /// first.
    pub fn able(
        &self,
        game: &AgeOfImperialism,
        state: &State,
        (at, wanted, cost): (&str, &Force, u32),
    ) -> Party {
        let mut able = Party::new();
        for (kind, mut left) in wanted.iter() {
            let moves = game.format.units[&kind].moves.value;
            for (spent, count) in self.units(state, at, kind) {
                if left > 0 && spent != STOPPED && spent.saturating_add(cost) <= moves {
                    let taken = left.min(count);
                    able.push((kind, spent, taken));
                    left -= taken;
                }
            }
        }
        able
    }

    /// Takes units out of a region.
    pub fn leave(&mut self, at: &str, party: &Party) {
        let Some(pools) = self.moved.get_mut(at) else { return };
        for (kind, spent, count) in party {
            if let Some(there) = pools.get_mut(&(*kind, *spent)) {
                *there = there.saturating_sub(*count);
            }
        }
        pools.retain(|_, count| *count > 0);
    }

    /// Puts units into a region after a step that cost so many points.
    pub fn arrive(&mut self, at: &str, party: &Party, cost: u32) {
        let pools = self.moved.entry(at.to_owned()).or_default();
        for (kind, spent, count) in party {
            *pools.entry((*kind, spent.saturating_add(cost))).or_default() += count;
        }
    }

    /// Puts units into a region from which they do not move on in this phase.
    pub fn halt(&mut self, at: &str, units: &Force) {
        let pools = self.moved.entry(at.to_owned()).or_default();
        for (kind, count) in units.iter() {
            *pools.entry((kind, STOPPED)).or_default() += count;
        }
    }

    /// Notes from where units entered a region that is not the mover's.
    pub fn entered(&mut self, at: &str, from: Place, units: &Force) {
        self.origins.entry(at.to_owned()).or_default().entry(from).or_default().add(units);
    }
}

/// The units of a party as a force.
pub fn force_of(party: &Party) -> Force {
    let mut force = Force::default();
    party.iter().for_each(|(kind, _, count)| *force.slot(*kind) += count);
    force
}
