//! What is wrong or odd in orders, judged by what their author can see.

use super::AgeOfImperialism;
use super::orders::{Condition, Order};
use super::sight::View;
use crate::engine::{Finding, Sheet};

/// Everything wrong or odd in a sheet, in the order of the file.
pub fn findings(
    game: &AgeOfImperialism,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding> {
    let _ = (game, view, sheet);
    Vec::new()
}

/// True if the condition holds by what the power sees.
pub fn holds(view: &View, condition: &Condition) -> bool {
    let Some(power) = view.power else { return false };
    let state = &view.open;
    let enemy = |other: super::power::Power| state.at_war(power, other);
    let land = |region: &String| state.lands.get(region);
    let owner = |region: &String| land(region).and_then(|land| land.owner);
    let enemies_at = |region: &String| {
        land(region).is_some_and(|land| {
            land.armies.iter().any(|(other, force)| enemy(*other) && force.brigades() > 0)
        })
    };
    match condition {
        Condition::AtWar(other) => enemy(*other),
        Condition::AtPeace(other) => !enemy(*other),
        Condition::EnemyAt(region) => enemies_at(region),
        Condition::NoEnemyAt(region) => !enemies_at(region),
        Condition::EnemyFleetAt(sea) => {
            let fleets = state.fleets.iter().filter(|(other, _)| enemy(**other));
            fleets.flat_map(|(_, fleets)| fleets.values()).any(|fleet| fleet.sea == *sea)
        }
        Condition::Own(region) => owner(region) == Some(power),
        Condition::OwnedBy(region, other) => owner(region) == Some(*other),
        Condition::Native(region) => land(region).is_some_and(|land| land.owner.is_none()),
        Condition::RevoltAt(region) => land(region).is_some_and(|land| land.revolt.is_some()),
        Condition::Pp(pp) => state.purse(power).pp >= *pp,
        Condition::Dp(dp) => state.purse(power).dp >= *dp,
    }
}
