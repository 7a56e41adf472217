//! What becomes of a ship's energy under a plan, item by item (md52).

use super::Mechad;
use super::order::{Allocation, Order};
use super::sight::View;
use super::state::Unit;
use crate::engine::{Sheet, Slot};

/// For each allocation of a sheet what it spends, and what is left.
pub fn accounts<C>(game: &Mechad, view: &View, sheet: &Sheet<Order, C>) -> Vec<(Slot, String)> {
    let line = |given: &crate::engine::Given<Order>| {
        let Order::Allocate(plan) = &given.order else { return None };
        let unit = view.open.units.get(&plan.ship)?;
        let spends = !game.class(unit).is_fighter() && Mechad::sums(plan);
        spends.then(|| (given.slot, spent(game, unit, plan)))
    };
    sheet.given().filter_map(line).collect()
}

/// All that a plan spends, in points.
fn spent(game: &Mechad, unit: &Unit, plan: &Allocation) -> String {
    let (row, numbers) = (game.class(unit), &game.format.numbers);
    let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    let wild = if plan.erratic { numbers.erratic_hexes.value * row.move_cost } else { 0 };
    let control = if plan.passive { 0 } else { numbers.fire_control.value };
    let armed = plan
        .arm
        .iter()
        .map(|(part, count)| (format!("{count} {part}"), 2 * game.arming(*part) * count));
    let points = |what: &str, points: u32| (what.to_owned(), 2 * points);
    let items = [
        ("life support".to_owned(), row.life_support),
        points("fire control", control),
        (format!("speed {}", plan.speed), plan.hexes() * row.move_cost),
        ("erratic maneuvers".to_owned(), wild),
        points("the field", plan.field),
        points("the capacitor", plan.capacitor),
        points("the cannon", plan.cannon),
    ];
    let rest = [
        points("shields", plan.reinforce.iter().sum::<u32>() * numbers.reinforcement.value),
        points("ECM", plan.ecm),
        points("ECCM", plan.eccm),
        points("batteries", plan.charge),
        points("transporters", plan.transport),
        points("a wild weasel", u32::from(plan.weasel) * numbers.weasel_energy.value),
        points("repairs", number(plan.emergency.len()) * numbers.emergency_energy.value),
        points("disengaging", plan.disengage.unwrap_or(0)),
    ];
    let all = items.into_iter().chain(armed).chain(rest).filter(|(_, halves)| *halves > 0);
    let told: Vec<String> =
        all.map(|(what, halves)| format!("{} for {what}", said(halves))).collect();
    let (power, cost) = (game.power(unit), game.cost(unit, plan));
    let left = match power.checked_sub(cost) {
        Some(0) => "all used".to_owned(),
        Some(left) => format!("{} not used", said(left)),
        None => format!("{} too much", said(cost - power)),
    };
    format!("energy of {}: {}; {}; {left}", plan.ship, said(power), told.join(", "))
}

/// Half points as points.
fn said(halves: u32) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}
