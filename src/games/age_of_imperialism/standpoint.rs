//! Where a power judges from: its orders are checked, offered and thought up by what it sees.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::AgeOfImperialism;
use super::force::Force;
use super::map::{Chart, Gate};
use super::names::{Fleet, Region};
use super::outlook::Outlook;
use super::power::Power;
use super::sight::View;
use super::state::{Building, Land, Open, Purse, Squadron};
use crate::engine::Phase;

/// What a power looks up again and again in one view, worked out once.
#[derive(Debug, Default)]
pub struct Memo {
    holdings: OnceCell<Holdings>,
    outlook: OnceCell<Outlook>,
    awaited: OnceCell<Phase>,
}

/// What a power has.
#[derive(Debug, Default)]
struct Holdings {
    /// The places of its regions in the order of the map.
    regions: Vec<usize>,
    /// Its buildings of each kind.
    buildings: BTreeMap<Building, u32>,
    /// All its units on land, wherever they stand.
    units: Force,
}

/// The game as one power sees it.
#[derive(Debug, Clone, Copy)]
pub struct Standpoint<'a> {
    /// The campaign.
    pub game: &'a AgeOfImperialism,
    /// What the power sees.
    pub view: &'a View,
    /// As much of it as everybody sees.
    pub open: &'a Open,
    /// The map.
    pub chart: &'a Chart,
    /// The power.
    pub power: Power,
    memo: &'a Memo,
}

impl<'a> Standpoint<'a> {
    /// The standpoint of the power whose view it is; `None` for a spectator or the moderator.
    pub fn of(game: &'a AgeOfImperialism, view: &'a View, memo: &'a Memo) -> Option<Self> {
        let power = view.power?;
        Some(Self { game, view, open: &view.open, chart: &game.board.chart, power, memo })
    }

    fn holdings(&self) -> &'a Holdings {
        self.memo.holdings.get_or_init(|| {
            let mut all = Holdings::default();
            for (place, at) in self.chart.order.iter().enumerate() {
                let land = self.land(at);
                all.units.add(&land.force(self.power));
                if land.owner == Some(self.power) {
                    all.regions.push(place);
                    for building in &land.buildings {
                        *all.buildings.entry(*building).or_default() += 1;
                    }
                }
            }
            all
        })
    }

    /// Income and upkeep that are still to come.
    pub fn outlook(&self) -> &'a Outlook {
        self.memo.outlook.get_or_init(|| self.game.outlook(self.view, self.power))
    }

    /// What the table waits for.
    pub fn awaited(&self) -> &'a Phase {
        self.memo.awaited.get_or_init(|| self.game.awaited(self.open))
    }

    /// What the power has in hand.
    pub fn hand(&self) -> Purse {
        self.view.hand()
    }

    /// A region.
    pub fn land(&self, at: &Region) -> &'a Land {
        self.open.land(at)
    }

    /// The power's units in a region.
    pub fn force(&self, at: &Region) -> Force {
        self.land(at).force(self.power)
    }

    /// The power's spheres of influence in a region.
    pub fn influence(&self, at: &Region) -> u32 {
        self.land(at).spheres.get(&self.power).copied().unwrap_or(0)
    }

    /// True if the power controls a region.
    pub fn owns(&self, at: &Region) -> bool {
        self.land(at).owner == Some(self.power)
    }

    /// True if the power controls a region, and no revolt goes on there.
    pub fn owns_in_quiet(&self, at: &Region) -> bool {
        self.owns(at) && self.land(at).revolt.is_none()
    }

    /// The power that controls a region, if it is another.
    pub fn stranger(&self, at: &Region) -> Option<Power> {
        self.land(at).owner.filter(|owner| *owner != self.power)
    }

    /// True if the natives hold a region.
    pub fn is_native(&self, at: &Region) -> bool {
        self.land(at).owner.is_none()
    }

    /// True if an enemy controls a region.
    pub fn is_hostile(&self, at: &Region) -> bool {
        self.land(at).owner.is_some_and(|owner| self.at_war(owner))
    }

    /// True if the power is at war with that one (im52).
    pub fn at_war(&self, other: Power) -> bool {
        self.open.at_war(self.power, other)
    }

    /// True if the power is allied with that one (im69).
    pub fn allied(&self, other: Power) -> bool {
        self.open.allied(self.power, other)
    }

    /// The others, in the order of play.
    pub fn others(&self) -> impl Iterator<Item = Power> + use<'a> {
        let own = self.power;
        self.open.order.iter().copied().filter(move |other| *other != own)
    }

    /// The enemies, in the order of play.
    pub fn enemies(&self) -> Vec<Power> {
        self.open.enemies(self.power)
    }

    /// The power's regions, in the order of the map.
    pub fn owned(&self) -> impl Iterator<Item = &'a Region> + use<'a> {
        let chart = self.chart;
        self.holdings().regions.iter().map(move |place| &chart.order[*place])
    }

    /// How many regions the power has.
    pub fn extent(&self) -> usize {
        self.holdings().regions.len()
    }

    /// All units of the power on land.
    pub fn units(&self) -> &'a Force {
        &self.holdings().units
    }

    /// The power's fleets, by number.
    pub fn squadrons(&self) -> impl Iterator<Item = (Fleet, &'a Squadron)> + use<'a> {
        self.open.fleets_of(self.power)
    }

    /// True if the power holds a region on a strait that others pass by its leave (im2).
    pub fn keeps_strait(&self) -> bool {
        let straits = self.chart.straits.iter();
        let mut gates =
            straits.filter(|strait| strait.kind == Gate::Permission).flat_map(|s| &s.region);
        gates.any(|at| self.open.lands.contains_key(at) && self.owns(at))
    }

    /// The power's buildings of a kind.
    pub fn built(&self, building: Building) -> u32 {
        self.holdings().buildings.get(&building).copied().unwrap_or(0)
    }
}
