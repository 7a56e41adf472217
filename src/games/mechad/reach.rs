//! Where the weapons of a ship of the reader's bear.

use super::Mechad;
use super::classes::Bears;
use super::names::Hx;
use super::sight::View;
use super::state::Unit;
use crate::engine::board::Board;
use crate::page::Zone;

/// The hexes as far as missiles go: all around a ship, or ahead of it if it has weapons that bear there alone.
pub fn reach(game: &Mechad, view: &View, name: &str) -> Option<Zone> {
    let own = |unit: &Unit| view.side.as_ref().is_none_or(|side| *side == unit.side);
    let mut here = view.open.here().filter(|(_, unit)| own(unit));
    let (ship, unit) = here.find(|(ship, _)| ship.as_str().eq_ignore_ascii_case(name))?;
    let far = game.format.numbers.tram_range.value;
    let ahead = unit.mounts.iter().any(|mount| mount.works() && mount.arc == Bears::Fa);
    let (arc, words) = if ahead { (Bears::Fa, "FA of") } else { (Bears::All, "around") };
    let map = game.scenario.map();
    let bears = |at: &Hx| at.0.distance(unit.at.0) <= far && Mechad::bears(unit, arc, *at);
    let hexes = map.places().into_iter().map(Hx).filter(bears);
    let cells = hexes.filter_map(|at| map.cell(at.0)).collect();
    Some(Zone { cells, name: format!("{words} {ship} to range {far}"), side: None })
}
