//! Ammunition, weapon by weapon (cc18).

use super::CompanyCommander;
use super::format::KindRow;
use super::names::{Unit, Weapon};
use super::state::State;
use super::switches::Ammo;
use super::weapon::Supply;

impl CompanyCommander {
    /// What becomes of a weapon that has used up its shots; `None` if they are not counted.
    fn supply(&self, weapon: &Weapon) -> Option<Supply> {
        let row = self.format.weapon(weapon);
        let supply = match self.switches.ammo {
            Ammo::ByWeapon => row.supply,
            Ammo::Low => Supply::Low,
            Ammo::Finite => Supply::Finite,
            Ammo::Resupply => Supply::Resupply,
            Ammo::None => return None,
        };
        (row.rounds > 0).then_some(supply)
    }

    /// Shots of a weapon that are left; `None` if they are not counted.
    pub fn shots_left(&self, state: &State, unit: &Unit, weapon: &Weapon) -> Option<u32> {
        self.supply(weapon)?;
        let stock = state.secret.stocks.get(unit);
        let spent = stock.and_then(|stock| stock.spent.get(weapon)).copied().unwrap_or(0);
        Some(self.format.weapon(weapon).rounds.saturating_sub(spent))
    }

    /// What a weapon that has used up its shots has come to; `None` if it has some left.
    fn exhausted(&self, state: &State, unit: &Unit, weapon: &Weapon) -> Option<Supply> {
        let none = self.shots_left(state, unit, weapon) == Some(0);
        self.supply(weapon).filter(|_| none)
    }

    /// True if a unit cannot fire a weapon, because that has no ammunition left.
    pub fn is_out(&self, state: &State, unit: &Unit, weapon: &Weapon) -> bool {
        let supply = self.exhausted(state, unit, weapon);
        supply.is_some_and(|supply| supply != Supply::Low)
    }

    /// True if a weapon of a unit has no ammunition left.
    pub fn lacks(&self, state: &State, unit: &Unit, kind: &KindRow) -> bool {
        kind.weapons.iter().any(|weapon| self.is_out(state, unit, weapon))
    }

    /// True if a unit has weapons and no ammunition for any of them.
    pub fn is_empty(&self, state: &State, unit: &Unit, kind: &KindRow) -> bool {
        let mut weapons = kind.weapons.iter();
        !kind.weapons.is_empty() && weapons.all(|weapon| self.is_out(state, unit, weapon))
    }

    /// How far a unit can fire directly, or assault, with the ammunition that it has: as it stands, or once it has
    /// `moved` (cc5).
    pub fn reach(&self, state: &State, unit: &Unit, kind: &KindRow, moved: bool) -> u32 {
        if self.is_empty(state, unit, kind) {
            return 0;
        }
        let armed = kind.weapons.iter().filter(|weapon| !self.is_out(state, unit, weapon));
        let direct = armed.map(|weapon| self.format.weapon(weapon)).filter(|row| !row.indirect);
        let fires = direct.filter(|row| if moved { row.rate.1 > 0 } else { row.rate.0 > 0 });
        let assaults = u32::from(kind.assault > 0);
        fires.map(|row| row.range.1).chain([assaults]).max().unwrap_or(0)
    }

    /// True if a unit is low on ammunition, because one of its weapons is.
    pub fn is_low(&self, state: &State, unit: &Unit, kind: &KindRow) -> bool {
        let mut weapons = kind.weapons.iter();
        weapons.any(|weapon| self.exhausted(state, unit, weapon) == Some(Supply::Low))
    }

    /// True if a unit may be supplied: a weapon of it is low or out, and not for good.
    pub fn wants_supply(&self, state: &State, unit: &Unit, kind: &KindRow) -> bool {
        let mut weapons = kind.weapons.iter();
        weapons.any(|weapon| match self.exhausted(state, unit, weapon) {
            Some(Supply::Low | Supply::Resupply) => true,
            Some(Supply::Finite) | None => false,
        })
    }

    /// True if supply brings shots for a weapon.
    pub fn is_supplied(&self, weapon: &Weapon) -> bool {
        self.supply(weapon).is_some_and(|supply| supply != Supply::Finite)
    }
}
