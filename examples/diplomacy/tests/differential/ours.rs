//! What our game makes of a position: order files in, a state out, as in play.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::Problem;
use adjutant::game::Code;
use adjutant::testing::Table;
use adjutant_diplomacy::board::Board;
use adjutant_diplomacy::order::Order;
use adjutant_diplomacy::power::Power;
use adjutant_diplomacy::state::{Beaten, Open, Unit};

use crate::random::{Position, sheets};
use crate::{After, Retreats, line};

/// A unit as both write it here: `France A Par`.
fn named(unit: &Unit) -> String {
    format!("{} {unit}", unit.power)
}

/// Where a dislodged unit may retreat (dp40, dp29).
fn ways(board: &Board, open: &Open, beaten: &Beaten) -> BTreeSet<String> {
    let near = board.near(beaten.unit.kind, beaten.unit.at).iter().filter(|to| {
        let province = to.province();
        open.at(province).is_none()
            && beaten.from != Some(province)
            && !open.contested.contains(&province)
    });
    near.map(ToString::to_string).collect()
}

/// What comes of a movement phase, and of the retreats after it.
pub(crate) fn judged(
    table: &mut Table,
    board: &Board,
    position: &Position,
    retreats: &dyn Fn(&After) -> Retreats,
) -> Result<(After, BTreeSet<String>), Problem> {
    let (open, lists) = sheets(position);
    table.set(&open);
    let turned = resolve(table, &lists)?;
    let mut given = BTreeSet::new();
    for power in Power::ALL {
        let own = position.ordered.iter().filter(|(unit, _)| unit.power == power);
        for ((unit, order), answer) in own.zip(&turned.answers[&power.seat()]) {
            let line = line::of(unit, order);
            assert!(answer.code != Code::Refused, "{line} is refused: {}", answer.reason);
            let helps = matches!(order, Order::Support { .. });
            given.extend((helps && answer.code == Code::Done).then_some(line));
        }
    }
    let state: Open = table.state()?;
    let beaten = state.beaten.iter().map(|it| (named(&it.unit), ways(board, &state, it)));
    let units = state.units.iter().map(named).collect();
    let after = After { units, beaten: beaten.collect(), given };
    if after.beaten.is_empty() {
        let last = after.units.clone();
        return Ok((after, last));
    }
    let mut lists: BTreeMap<String, String> = BTreeMap::new();
    for (unit, to) in retreats(&after) {
        let (power, unit) = unit.split_once(' ').expect("a unit");
        *lists.entry(power.to_lowercase()).or_default() += &format!("- {unit}-{to}\n");
    }
    resolve(table, &lists.into_iter().collect::<Vec<_>>())?;
    let state: Open = table.state()?;
    Ok((after, state.units.iter().map(named).collect()))
}

fn resolve(
    table: &mut Table,
    lists: &[(String, String)],
) -> Result<adjutant::testing::Turned, Problem> {
    let lists: Vec<(&str, &str)> =
        lists.iter().map(|(seat, list)| (seat.as_str(), list.as_str())).collect();
    table.resolve(&lists)
}
