//! Where a power judges from: its orders are checked, offered and thought up by what it sees.

use super::AgeOfImperialism;
use super::force::Force;
use super::map::Chart;
use super::names::{Fleet, Region};
use super::power::Power;
use super::sight::View;
use super::state::{Building, Land, Open, Purse, Squadron};

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
}

impl<'a> Standpoint<'a> {
    /// The standpoint of the power whose view it is; `None` for a spectator or the moderator.
    pub fn of(game: &'a AgeOfImperialism, view: &'a View) -> Option<Self> {
        let power = view.power?;
        Some(Self { game, view, open: &view.open, chart: &game.board.chart, power })
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
        let own = *self;
        self.chart.order.iter().filter(move |at| own.owns(at))
    }

    /// The power's fleets, by number.
    pub fn squadrons(&self) -> impl Iterator<Item = (Fleet, &'a Squadron)> + use<'a> {
        self.open.fleets_of(self.power)
    }

    /// The power's buildings of a kind.
    pub fn built(&self, building: Building) -> u32 {
        self.open.count(self.power, building)
    }
}
