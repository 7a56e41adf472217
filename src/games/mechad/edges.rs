//! Which of the reader's ships come to an edge of the map if all go straight on (md69, md82).

use std::collections::BTreeMap;

use super::Mechad;
use super::impulses::moves;
use super::names::{Hx, Ship, Side};
use super::resolve::movement::{fitted, shifted};
use super::scenario::{Role, Victory};
use super::sight::View;
use super::state::{Step, Unit};
use super::stores::speed;
use crate::base::words::{few, verb};
use crate::engine::board::Board;

/// Ships that are named.
const NAMED: usize = 4;

/// A sentence on those that leave the battle over an edge, and one on those that an edge holds up.
pub(super) fn told(game: &Mechad, view: &View) -> Vec<String> {
    let Some(side) = &view.side else { return Vec::new() };
    let all = ahead(game, view, side);
    let named = |leaves: bool| {
        let ships = all.iter().filter(|(_, (_, leave))| *leave == leaves);
        let named = ships.map(|(ship, (at, _))| format!("{ship} (in impulse {at})"));
        named.collect::<Vec<_>>()
    };
    let (out, held) = (named(true), named(false));
    let out = (!out.is_empty()).then(|| {
        let leave = verb(out.len(), "leave");
        format!(
            "If all go straight on as now, {} {leave} the battle over an edge, as the map floats no farther: {}. A turn \
             or slip onto the map keeps a ship there, if it may be made in time [md54] [md55].",
            few(out, NAMED),
            meaning(game, side)
        )
    });
    let held = (!held.is_empty()).then(|| {
        let stop = verb(held.len(), "stop");
        format!(
            "If all go straight on as now, {} {stop} at an edge: the map floats no farther, and their side does not leave \
             there [md82].",
            few(held, NAMED)
        )
    });
    out.into_iter().chain(held).collect()
}

/// What it means for a side that a ship leaves (md70, md86, md87).
fn meaning(game: &Mechad, side: &Side) -> &'static str {
    match (game.scenario.victory, game.scenario.sides[side].role) {
        (Victory::Wager, Role::Raider) => "who leaves keeps what it claimed, and claims no more",
        (Victory::Wager, Role::Convoy) => "cargo that leaves is saved",
        _ => "what leaves gives the enemy a quarter of its points, half if it is crippled",
    }
}

/// The ships of a side that come to an edge which the map does not float from before the block is over, if all go
/// straight on at their speeds and missiles stand still: when, and whether they leave there.
fn ahead<'v>(game: &Mechad, view: &'v View, side: &Side) -> BTreeMap<&'v Ship, (u32, bool)> {
    let open = &view.open;
    let (first, last) = match open.step {
        Step::Impulses => (open.impulse + 1, open.until),
        Step::Allocation => (1, game.switches.block.impulses()),
        Step::Setup | Step::Over => return BTreeMap::new(),
    };
    let map = game.scenario.map();
    let mut units: BTreeMap<(&Side, &Ship), Unit> =
        open.here().map(|(ship, unit)| ((&unit.side, ship), unit.clone())).collect();
    let mut missiles: Vec<Hx> = open.missiles.values().map(|flying| flying.at).collect();
    let mut found = BTreeMap::new();
    for impulse in first..=last {
        let movers = units.iter().filter(|((_, ship), unit)| {
            moves(speed(open, unit, view.holds.get(*ship), impulse), impulse)
        });
        let movers: Vec<(&Side, &Ship)> = movers.map(|(who, _)| *who).collect();
        for who in movers {
            let (at, facing) = (units[&who].at, units[&who].facing);
            let mut to = at.0.ahead(facing, 1).map_or(at, Hx);
            if !map.holds(&to.0) {
                let places = units.values().map(|unit| unit.at).chain(missiles.iter().copied());
                let places: Vec<Hx> = places.chain([to]).collect();
                let Some(by) = fitted(game.scenario.board, &places) else {
                    let leaves = game.scenario.sides[who.0].lets_out(facing);
                    if who.0 == side {
                        found.entry(who.1).or_insert((impulse, leaves));
                    }
                    if leaves {
                        units.remove(&who);
                    }
                    continue;
                };
                let all = units.values_mut().map(|unit| &mut unit.at).chain(&mut missiles);
                all.for_each(|place| *place = shifted(*place, by));
                to = shifted(to, by);
            }
            units.entry(who).and_modify(|unit| unit.at = to);
        }
    }
    found
}
