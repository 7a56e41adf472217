//! The picture of the standard map has the borders of the rules: provinces touch exactly where a unit can go.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant::testing;
use adjutant_diplomacy::board::Board;
use adjutant_diplomacy::order::Kind;
use adjutant_diplomacy::place::Place;
use testing::Value;

/// A file of the game.
fn file(name: &str) -> Value {
    testing::yaml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)).unwrap()
}

/// Two provinces, the same way round from either side.
fn pair(a: Place, b: Place) -> [String; 2] {
    let [a, b] = [a.province().min(b.province()), a.province().max(b.province())];
    [a.to_string(), b.to_string()]
}

/// Provinces between which an army or a fleet goes (dp22).
fn borders() -> BTreeSet<[String; 2]> {
    let board = Board::of(&testing::read(&file("format.yaml")["provinces"]).unwrap()).unwrap();
    let from = |kind: Kind| {
        let near = |at: Place| board.near(kind, at).iter().map(move |to| pair(at, *to));
        board.places().flat_map(near).collect::<Vec<_>>()
    };
    [Kind::Army, Kind::Fleet].into_iter().flat_map(from).collect()
}

/// Provinces that have two cells side by side, or one above the other.
fn touching() -> BTreeSet<[String; 2]> {
    type Runs = Vec<(u16, u16, u16)>;
    let tiles: BTreeMap<Place, Runs> = testing::read(&file("standard.yaml")["tiles"]).unwrap();
    let cells = tiles.iter().flat_map(|(at, runs)| {
        runs.iter().flat_map(|(x, y, count)| (*x..x + count).map(|x| ((x, *y), *at)))
    });
    let cells: BTreeMap<(u16, u16), Place> = cells.collect();
    let touch = |((x, y), at): (&(u16, u16), &Place)| {
        let beside = [(x + 1, *y), (*x, y + 1)].into_iter().filter_map(|next| cells.get(&next));
        beside.filter(|other| *other != at).map(|other| pair(*at, *other)).collect::<Vec<_>>()
    };
    cells.iter().flat_map(touch).collect()
}

#[test]
fn provinces_touch_where_units_can_go_and_nowhere_else() {
    let [borders, touching] = [borders(), touching()];
    let apart: Vec<_> = borders.difference(&touching).collect();
    let closed: Vec<_> = touching.difference(&borders).collect();
    assert!(borders.len() > 100, "the map has {} borders", borders.len());
    assert!(apart.is_empty(), "they lie apart: {apart:?}");
    assert!(closed.is_empty(), "they touch, and nothing can go there: {closed:?}");
}
