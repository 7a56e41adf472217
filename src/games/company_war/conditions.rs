//! When a condition that an order names holds.

use super::CompanyWar;
use super::order::Condition;
use super::scenario::Side;
use super::state::Open;

/// True if the condition holds for a side, by what everybody sees.
pub fn holds(game: &CompanyWar, side: Side, open: &Open, condition: &Condition) -> bool {
    match condition {
        Condition::EnemyAt(jp) => game.stopper(open, side, *jp),
        Condition::NoEnemyAt(jp) => !game.stopper(open, side, *jp),
        Condition::ArrivedAt(jp) => {
            open.at(*jp).any(|(ship, v)| v.moved && game.chart.hulls[ship].side == side)
        }
        Condition::EnemyLeft(count) => {
            open.left.get(&side.other()).is_none_or(|left| left <= count)
        }
        Condition::FightingAt(jp) => {
            open.battle.as_ref().is_some_and(|b| b.at == *jp && b.round > 1)
        }
        Condition::AimedAt(ship) => {
            let mut aims = open.battle.iter().flat_map(|b| b.aims.values());
            aims.any(|target| target.ship() == ship)
        }
        Condition::Behind => open.score(side) < open.score(side.other()),
    }
}
