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

    /// The price when an engineer takes his part off, rounded up (im25).
    pub(super) fn reduced(&self, price: u32) -> u32 {
        price - price / self.format.works.engineer_part.value
    }

    /// Portage points of units (im32).
    pub(super) fn portage(&self, units: &Force) -> u32 {
        units.iter().map(|(kind, count)| self.format.units[&kind].portage.value * count).sum()
    }
}
