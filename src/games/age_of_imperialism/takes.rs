//! Which kinds of orders can come to something for a reader, by what they see.

use super::AgeOfImperialism;
use super::force::{Force, Kind};
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use super::state::{Building, Land};

/// True if an order of that kind can come to something for the reader of the view.
pub fn takes(game: &AgeOfImperialism, view: &View, kind: &str) -> bool {
    let memo = Memo::default();
    let Some(stand) = Standpoint::of(game, view, &memo) else { return true };
    match kind {
        "board" | "sail" | "land" => stand.squadrons().next().is_some(),
        // Nobody attacks in the phase in which war is declared (im52).
        "engage" | "intercept" | "break-off" | "sink" => {
            stand.squadrons().next().is_some() && stand.meets_fleets()
        }
        "reinforce" => stand.musters(&[Kind::General]) && !stand.enemies().is_empty(),
        "transfer" => stand.musters(&[Kind::General]),
        "explore" => stand.musters(&[Kind::Explorer]),
        "prospect" => stand.musters(&[Kind::Engineer]),
        "last-stand" => stand.musters(&Kind::PARTIES),
        "buy-dp" => stand.built(Building::City) > 0,
        "westernize" => stand.holds(|land| land.marker.is_some() && land.revolt.is_none()),
        "incite" => stand.open.lands.values().any(|land| {
            land.marker.is_some() && land.owner.is_some_and(|owner| owner != stand.power)
        }),
        "on-revolt" => {
            stand.open.lands.values().any(|land| land.spheres.contains_key(&stand.power))
        }
        "remove-influence" | "displace" => {
            stand.open.lands.values().any(|land| !land.spheres.is_empty())
        }
        "declare-war" => stand.hand().dp >= game.format.diplomacy.war.value,
        "peace" => !stand.enemies().is_empty(),
        "end-alliance" => stand.others().any(|other| stand.allied(other)),
        "scorch" => stand.holds(|land| !land.buildings.is_empty()),
        "mulligan" => !stand.open.mulligans.contains(&stand.power),
        _ => true,
    }
}

impl Standpoint<'_> {
    /// True if the power has a unit of one of these kinds, on land or aboard.
    fn musters(&self, kinds: &[Kind]) -> bool {
        let some = |force: &Force| kinds.iter().any(|kind| force.get(*kind) > 0);
        some(self.units()) || self.squadrons().any(|(_, fleet)| some(&fleet.cargo))
    }

    /// True if an enemy has fleets.
    fn meets_fleets(&self) -> bool {
        let mut enemies = self.enemies().into_iter();
        enemies.any(|enemy| self.open.fleets_of(enemy).next().is_some())
    }

    /// True if there is such a region among those of the power.
    fn holds(&self, such: impl Fn(&Land) -> bool) -> bool {
        self.owned().any(|at| such(self.land(at)))
    }
}
