//! What an order waits for that is carried out only if something happens.

use super::names::Unit;
use super::order::{Order, Readiness, Withdrawal};

/// What would call for the order, as words that go on after "it waited for"; `None` of one that is carried out at its place.
pub(super) fn awaits(order: &Order) -> Option<String> {
    let on = |unit: &Option<Unit>| unit.as_ref().map_or("a unit of yours".into(), Unit::to_string);
    let words = match order {
        Order::Replenish { unit } => match unit {
            Some(unit) => format!("a step that {unit} has lost, and stores to fill it from"),
            None => "an aircraft that has lost a step, and stores to fill it from".to_owned(),
        },
        Order::Counter { unit, when } => {
            format!("an attack that {} can answer{}", on(unit), while_(*when))
        }
        Order::AntiAir { unit, when } => {
            format!("enemy aircraft within reach of {}{}", on(unit), while_(*when))
        }
        Order::Intercept { unit, when } => match unit {
            Some(unit) => format!("an enemy sortie that {unit} can meet{}", while_(*when)),
            None => format!("an enemy sortie that a fighter can meet{}", while_(*when)),
        },
        Order::Dogfight(_) => "an enemy fighter that meets a sortie of a fighter of yours".into(),
        Order::Losses { .. } => "losses in a square with several of these units".to_owned(),
        Order::Bluff { at: Some(at), .. } => {
            format!("an attack on {at} while you have nobody there")
        }
        Order::Bluff { at: None, .. } => "an attack on a square where you have nobody".to_owned(),
        Order::Withdraw(Withdrawal::UnitsAtMost(1)) => "a single unit left on the map".to_owned(),
        Order::Withdraw(Withdrawal::UnitsAtMost(count)) => {
            format!("{count} units or fewer left on the map")
        }
        Order::Withdraw(Withdrawal::LossesAtLeast(1)) => "a unit lost in this skirmish".to_owned(),
        Order::Withdraw(Withdrawal::LossesAtLeast(count)) => {
            format!("{count} units lost in this skirmish")
        }
        Order::Buy { .. }
        | Order::Stock { .. }
        | Order::Deploy { .. }
        | Order::Muster { .. }
        | Order::Place { .. }
        | Order::First(_)
        | Order::Move { .. }
        | Order::Push { .. }
        | Order::Load { .. }
        | Order::Unload { .. }
        | Order::Refill { .. }
        | Order::Cache { .. }
        | Order::Bombard { .. }
        | Order::Sortie { .. }
        | Order::Recon { .. }
        | Order::Evacuate { .. }
        | Order::Attack { .. }
        | Order::Reinforce { .. }
        | Order::Hire { .. }
        | Order::Disband { .. }
        | Order::Collect { .. }
        | Order::Withdraw(Withdrawal::Now)
        | Order::Surrender => return None,
    };
    Some(words)
}

/// The state in which a unit answers.
fn while_(when: Readiness) -> String {
    match when {
        Readiness::Always | Readiness::Never => String::new(),
        Readiness::Strength(least) => format!(" at strength {least} or more"),
        Readiness::Ammo(least) => format!(" with {least} ammunition or more"),
    }
}
