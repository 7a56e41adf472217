//! Who lies where: asked once for the whole map, not ship by ship.

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyWar;
use super::format::Kind;
use super::names::{Jp, Ship};
use super::scenario::Side;
use super::state::Open;

/// The ships at each jump point, by side and in the order of the scenario.
#[derive(Debug)]
pub struct Berths<'a>(BTreeMap<(Jp, Side), Vec<&'a Ship>>);

impl<'a> Berths<'a> {
    /// The ships of a side at a jump point.
    pub fn at(&self, jp: Jp, side: Side) -> &[&'a Ship] {
        self.0.get(&(jp, side)).map_or(&[], Vec::as_slice)
    }
}

impl CompanyWar {
    /// Where all ships on the map lie.
    pub(super) fn berths<'a>(&'a self, open: &Open) -> Berths<'a> {
        let mut berths = BTreeMap::<_, Vec<&Ship>>::new();
        for side in Side::BOTH {
            for ship in self.chart.fleet(side) {
                let vessel = &open.ships[ship];
                if let Some(at) = vessel.at.filter(|_| vessel.afloat()) {
                    berths.entry((at, side)).or_default().push(ship);
                }
            }
        }
        Berths(berths)
    }

    /// True if it neither stops ships nor is stopped (cw27).
    pub(super) fn is_dartship(&self, ship: &Ship) -> bool {
        self.chart.hulls[ship].kind == Kind::Dartship
    }

    /// The ships of a side at a jump point that would fight there.
    pub(super) fn fit<'a>(
        &'a self,
        open: &'a Open,
        side: Side,
        at: Jp,
    ) -> impl Iterator<Item = &'a Ship> {
        self.warships(open, side, at).filter(move |ship| !self.is_dartship(ship))
    }

    /// True of a ship that would fight: neither a dartship nor one that flees (cw60, cw66).
    pub(super) fn is_fit(&self, open: &Open, ship: &Ship) -> bool {
        !self.is_dartship(ship) && !open.ships[ship].fleeing
    }

    /// Jump points where both sides have ships, in ascending order (cw60).
    pub(super) fn contested(&self, open: &Open) -> Vec<Jp> {
        let berths = self.berths(open);
        let both = |jp: &Jp| Side::BOTH.iter().all(|side| !berths.at(*jp, *side).is_empty());
        self.chart.points.keys().copied().filter(both).collect()
    }

    /// Jump points where an enemy of the side ends movement (cw26).
    pub(super) fn barred(&self, open: &Open, side: Side) -> BTreeSet<Jp> {
        let stoppers = self.chart.fleet(side.other()).filter(|ship| self.is_stopper(ship));
        let vessels = stoppers.map(|ship| &open.ships[ship]);
        vessels.filter(|vessel| vessel.afloat()).filter_map(|vessel| vessel.at).collect()
    }

    /// True if a station stands there.
    pub(super) fn has_station(&self, open: &Open, at: Jp) -> bool {
        self.chart.station_at(at).is_some() && !open.destroyed.contains(&at)
    }
}
