//! What an allocation takes of the energy of a ship, part by part.

use super::energy::halves;
use super::events::Event;
use super::format::Part;
use super::names::Ship;
use super::order::{Allocation, Order};
use super::sight::View;
use super::state::{Hold, Unit};
use super::{Mechad, rules, short};
use crate::base::words::{count, few};
use crate::engine::Fact;

/// Ships whose bills are told at most.
pub(super) const FEW: usize = 3;

/// The reader's ships for which no allocation of theirs was used, and what that left without energy (md76).
pub(super) fn defaulted(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let side = view.side.as_ref()?;
    let ships = witnessed.iter().filter(|fact| fact.rule == rules::DEFAULTS).filter_map(|fact| {
        let Event::Allocated(plan) = &fact.event else { return None };
        let unit = view.open.units.get(&plan.ship).filter(|unit| unit.side == *side)?;
        (!game.class(unit).is_fighter()).then(|| {
            let (power, cost) = (game.power(unit), game.cost(unit, plan));
            let unused = power.saturating_sub(cost);
            let (unused, power) = (halves(unused), halves(power));
            let silent = game.cannons(unit) > 0 && plan.cannon == 0;
            let silent = if silent { ", its cannon got none" } else { "" };
            format!("{} ({unused} of {power} points of energy unused{silent})", plan.ship)
        })
    });
    let ships: Vec<String> = ships.collect();
    let told = few(&ships, FEW);
    (!ships.is_empty())
        .then(|| format!("No allocation of yours was used, but the default [md76]: {told}."))
}

/// For each of few ships of the reader's what it does without orders, and what that takes (md52, md76).
pub(super) fn facts(game: &Mechad, view: &View) -> Vec<(String, String)> {
    let here = view.open.here().filter(|(_, unit)| view.side.as_ref() == Some(&unit.side));
    let own = here.filter(|(_, unit)| !game.class(unit).is_fighter());
    let own: Vec<(&Ship, &Unit)> = own.collect();
    if own.len() > FEW {
        return Vec::new();
    }
    let told = own.into_iter().filter_map(|(ship, unit)| {
        let hold = view.holds.get(ship)?;
        let plan = game.default_plan(ship, unit, hold);
        let mut told = vec![(format!("{ship} without orders"), bill(game, (unit, hold), &plan))];
        if let Some(shots) = shooting(game, (unit, hold), &plan) {
            let line = short::line(&Order::Allocate(shots.clone()));
            let text = format!("`{line}`: {}", bill(game, (unit, hold), &shots));
            told.push((format!("{ship} with its cannon"), text));
        }
        Some(told)
    });
    told.flatten().collect()
}

/// What a ship may allocate so that its cannon fires, if it does not without orders: at its speed or at half of it.
pub(super) fn shooting(
    game: &Mechad,
    (unit, hold): (&Unit, &Hold),
    plan: &Allocation,
) -> Option<Allocation> {
    if plan.cannon > 0 || plan.passive {
        return None;
    }
    let slow = Allocation { speed: plan.speed.div_ceil(2), ..plan.clone() };
    let most = game.format.numbers.cannon_shots.value;
    let fast = game.for_cannon(unit, hold, plan).filter(|shots| 2 * shots.cannon >= most);
    fast.or_else(|| game.for_cannon(unit, hold, &slow))
}

/// `speed 12 takes 6, field 10 (strength 40), fire control 1, life support 0.5: 17.5 of 26 points of energy`.
fn bill(game: &Mechad, (unit, hold): (&Unit, &Hold), plan: &Allocation) -> String {
    let hexes = halves(plan.hexes() * game.class(unit).move_cost);
    let mut parts = vec![format!("speed {} takes {hexes}", plan.speed)];
    let mut part = |many: u32, text: String| {
        if many > 0 {
            parts.push(text);
        }
    };
    let strength = (plan.field * game.left(unit, Part::Node)).min(game.field_limit(unit));
    part(plan.field, format!("field {} (strength {strength})", plan.field));
    part(plan.capacitor, format!("capacitor {}", plan.capacitor));
    part(plan.cannon, format!("cannon {} ({})", plan.cannon, count(plan.cannon, "shot")));
    for (weapon, many) in &plan.arm {
        let each = game.arming(*weapon);
        part(*many, format!("arming {many} {} takes {}", weapon.word(), many * each));
    }
    let control = if plan.passive { 0 } else { game.format.numbers.fire_control.value };
    part(control, format!("fire control {control}"));
    let life = game.class(unit).life_support;
    part(life, format!("life support {}", halves(life)));
    let (cost, power) = (game.cost(unit, plan), game.power(unit));
    let rest = match power.saturating_sub(cost) {
        0 => String::new(),
        left => format!(", {} left for more, or lost", halves(left)),
    };
    let batteries = match hold.battery {
        0 => String::new(),
        points => format!("; {points} in its batteries"),
    };
    let sum = format!("{} of {} points of energy{rest}{batteries}", halves(cost), halves(power));
    let silent = game.cannons(unit) > 0 && plan.cannon == 0;
    let silent = if silent { "; no shot of the cannon, which takes a point each" } else { "" };
    format!("{}: {sum}{silent}", parts.join(", "))
}
