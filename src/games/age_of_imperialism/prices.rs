//! What things cost and how much room they take.

use super::AgeOfImperialism;
use super::force::Force;
use super::works::{Product, Work};

impl AgeOfImperialism {
    /// PP for one of a kind, without engineers (im24, im66).
    pub(super) fn price(&self, what: Work) -> u32 {
        match what.product() {
            Product::Unit(kind) => self.format.units[&kind].price.value,
            Product::Fleet => self.format.fleet.price.value,
            Product::Building(building) => self.format.buildings[&building].value,
            Product::Canal => self.format.works.canal.value,
        }
    }

    /// The price when so many engineers are at work: one takes a part off, rounded up (im25).
    pub(super) fn reduced(&self, price: u32, engineers: u32) -> u32 {
        if engineers == 0 { price } else { price - price / self.format.works.engineer_part.value }
    }

    /// The price of the canal when so many engineers are at work (im66).
    pub(super) fn canal_price(&self, engineers: u32) -> u32 {
        let works = self.format.works;
        let enough = engineers >= works.canal_engineers.value;
        if enough { works.canal_with_engineers.value } else { works.canal.value }
    }

    /// Portage points of units (im32).
    pub(super) fn portage(&self, units: &Force) -> u32 {
        units.iter().map(|(kind, count)| self.format.units[&kind].portage.value * count).sum()
    }
}
