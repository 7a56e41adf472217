//! The same by the Rust crate `diplomacy`.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_diplomacy::order::Order;
use diplomacy::geo::{Map, RegionKey};
use diplomacy::judge::retreat::{Context, Start};
use diplomacy::judge::{MappedRetreatOrder, OrderState, Rulebook, Submission};
use diplomacy::{ShortName, UnitPosition, UnitPositions, UnitType};

use crate::random::Position;
use crate::written::orders;
use crate::{After, Retreats, line};

/// A unit as both write it here: `France A Par`.
fn named(position: &UnitPosition<'_, &RegionKey>) -> String {
    let kind = if position.unit.unit_type() == UnitType::Army { "A" } else { "F" };
    format!("{} {kind} {}", position.nation().short_name(), place(position.region))
}

/// A place as it is written here.
fn place(region: &RegionKey) -> String {
    let text = region.short_name().replace('(', "/").replace(')', "");
    line::capital(&text)
}

/// What comes of a movement phase, and of the retreats after it if some are given.
pub(crate) fn judged(
    map: &Map,
    position: &Position,
    retreats: &dyn Fn(&After) -> Retreats,
) -> (After, BTreeSet<String>) {
    let orders = orders(position);
    let submission = Submission::with_inferred_state(map, orders.clone());
    let outcome = submission.adjudicate(Rulebook::edition_2023());
    let start = Start::new(&outcome);
    let mut beaten = BTreeMap::new();
    for (unit, ways) in start.retreat_destinations() {
        let ways: BTreeSet<String> = ways.available().into_iter().map(place).collect();
        if !ways.is_empty() {
            beaten.insert(named(unit), ways);
        }
    }
    let units = start.unit_positions().iter().map(named).collect();
    let given = position.ordered.iter().zip(&orders).filter_map(|((unit, order), theirs)| {
        let helps = matches!(order, Order::Support { .. });
        let done = outcome.get(theirs).map(OrderState::from) == Some(OrderState::Succeeds);
        (helps && done).then(|| line::of(unit, order))
    });
    let after = After { units, beaten, given: given.collect() };
    let retreat = |(unit, to): (String, String)| {
        let (power, rest) = unit.split_once(' ').expect("a power");
        let (kind, at) = rest.split_once(' ').expect("a unit");
        let shore = |place: &str| {
            let place = place.to_lowercase();
            place.split_once('/').map_or(place.clone(), |(land, coast)| format!("{land}({coast})"))
        };
        let text = format!("{power}: {kind} {} -> {}", shore(at), shore(&to));
        text.parse::<MappedRetreatOrder>().unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
    };
    let context = Context::new(&start, retreats(&after).into_iter().map(retreat));
    let ended = context.resolve();
    let last = ended.unit_positions().iter().map(named).collect();
    (after, last)
}
