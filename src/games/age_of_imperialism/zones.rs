//! Who holds how much of each zone (im4, im53).

use super::AgeOfImperialism;
use super::power::Power;
use super::sight::View;
use crate::base::words::{capital, joined};
use crate::page::Table;

/// The zones, with the regions of the reader, of every other power, the most first, and of the natives.
pub(super) fn table(game: &AgeOfImperialism, view: &View) -> Table {
    let points = &game.format.points;
    let caption = format!(
        "Zones: {} points for more than half of one, {} for all of it",
        points.zone_majority.value, points.whole_zone.value
    );
    let table = Table::new().caption(caption).left("Zone").right("Regions");
    let table = if view.power.is_some() { table.right("You") } else { table };
    let table = table.left(if view.power.is_some() { "Others" } else { "Powers" }).right("Native");
    let rows = game.board.chart.zones.iter().map(|(zone, regions)| {
        let owners = regions.iter().map(|at| view.open.land(at).owner);
        let of = |power: Option<Power>| owners.clone().filter(|owner| *owner == power).count();
        let others = game.board.powers.iter().filter(|power| view.power != Some(**power));
        let mut others: Vec<(Power, usize)> =
            others.map(|power| (*power, of(Some(*power)))).filter(|(_, held)| *held > 0).collect();
        // Powers with as many stay in the order of the board.
        others.sort_by_key(|(_, held)| std::cmp::Reverse(*held));
        let others = joined(others.iter().map(|(power, held)| format!("{power} {held}")), ", ");
        let own = view.power.map(|own| of(Some(own)).to_string());
        let first = [zone.clone(), regions.len().to_string()].into_iter().chain(own);
        first.chain([capital(&others), of(None).to_string()]).collect::<Vec<String>>()
    });
    table.rows(rows)
}
