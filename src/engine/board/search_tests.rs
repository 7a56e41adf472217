//! Searches against plain ones, with ties in particular.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};

use proptest::prelude::*;

use super::*;

fn board() -> Hexes {
    let corner = |column, row| Hex::new(column, row).expect("it is within bounds");
    Hexes::new(corner(1, 1), corner(7, 6))
}

/// The cost of entering each hex; 0 is a hex that cannot be entered.
fn some_terrain() -> impl Strategy<Value = BTreeMap<Hex, u32>> {
    let places = board().places();
    prop::collection::vec(0_u32..4, places.len())
        .prop_map(move |costs| places.iter().copied().zip(costs).collect())
}

fn cost(terrain: &BTreeMap<Hex, u32>, to: Hex) -> Option<u32> {
    terrain.get(&to).copied().filter(|cost| *cost > 0)
}

/// The search as it is described: always the best way that is left, by cost, steps, the turn of
/// the place it comes from, and the turn of the step among those from there.
fn described(terrain: &BTreeMap<Hex, u32>, start: Hex, most: u32) -> Vec<(Hex, Option<Hex>)> {
    let mut open = BTreeSet::from([((0, 0, 0, 0), start, None)]);
    let mut order: Vec<(Hex, Option<Hex>)> = Vec::new();
    while let Some(((spent, steps, ..), here, from)) = open.pop_first() {
        if spent > most || order.iter().any(|(place, _)| *place == here) {
            continue;
        }
        for (index, next) in board().neighbours(&here).into_iter().enumerate() {
            if let Some(cost) = cost(terrain, next) {
                let key = (spent + cost, steps + 1, order.len(), index);
                open.insert((key, next, Some(here)));
            }
        }
        order.push((here, from));
    }
    order
}

/// A number whose hash says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mute(u32);

impl Hash for Mute {
    fn hash<H: Hasher>(&self, state: &mut H) {
        0_u8.hash(state);
    }
}

#[test]
fn ties_do_not_depend_on_hashes() {
    let next =
        |n: u32| [(n + 1, 1 + n % 3), (n + 2, 2), (n + 3, 3)].into_iter().filter(|p| p.0 < 60);
    let plain = search::reach([0, 7], 40, |n| next(*n).collect());
    let mute = |n: &Mute| next(n.0).map(|(to, cost)| (Mute(to), cost)).collect();
    let mute = search::reach([Mute(0), Mute(7)], 40, mute);
    let order: Vec<u32> = mute.order().iter().map(|n| n.0).collect();
    assert_eq!(plain.order(), order);
    for (to, reached) in plain.places() {
        assert_eq!(mute.places()[&Mute(*to)].from.map(|n| n.0), reached.from, "{to}");
    }
}

#[test]
fn of_ways_of_one_cost_that_with_fewer_steps_is_taken() {
    let mut graph = Graph::default();
    for (a, b, cost) in [(1, 2, 1), (2, 3, 1), (3, 4, 1), (1, 4, 3)] {
        assert!(graph.join(a, b, cost));
    }
    let price = |a: &u32, b: &u32| graph.kinds(a, b).next().copied();
    let all = reach(&graph, 1, 3, price);
    assert_eq!(all.path(&4), Some(vec![1, 4]));
    assert_eq!((all.cost(&4), all.cost(&3), all.places()[&3].steps), (Some(3), Some(2), 2));
    assert_eq!(all.order(), [1, 2, 3, 4]);
    assert_eq!(reach(&graph, 1, 1, price).path(&3), None);
}

#[test]
fn edges_lead_both_ways_and_have_kinds() {
    let mut graph: Graph<&str, char> = Graph::default();
    graph.add("lost");
    assert!(graph.join("b", "a", 'x') && graph.join("a", "b", 'y') && graph.join("c", "b", 'y'));
    assert!(!graph.join("a", "b", 'x') && graph.join("a", "a", 'x') && !graph.join("a", "a", 'x'));
    assert_eq!(graph.kinds(&"a", &"b").collect::<String>(), "xy");
    assert_eq!(graph.neighbours(&"b"), ["a", "c"]);
    assert_eq!(graph.near(&"b", |kind| *kind == 'x').collect::<Vec<_>>(), [&"a"]);
    assert_eq!(graph.places(), ["a", "b", "c", "lost"]);
    assert_eq!(graph.distance(&"a", &"c"), Some(2));
    assert_eq!(graph.distance(&"a", &"lost"), None);
    assert!(graph.holds(&"lost") && !graph.holds(&"d"));
}

#[test]
fn what_stops_a_move_is_a_cost() {
    // Zones of control: whoever enters one stays, whoever begins in one may leave it.
    let name = |name: &str| name.parse::<Hex>().expect("it is a hex");
    let zone =
        BTreeSet::from([name("0302"), name("0303"), name("0304"), name("0305"), name("0306")]);
    let zone = zone.into_iter().chain([name("0301")]).collect::<BTreeSet<_>>();
    let from = |start: Hex| {
        let stops = |from: &Hex, _: &Hex| (*from == start || !zone.contains(from)).then_some(1);
        reach(&board(), start, 9, stops)
    };
    assert!(from(name("0103")).holds(&name("0303")));
    assert!(!from(name("0103")).holds(&name("0403")));
    assert!(from(name("0303")).holds(&name("0403")));
}

#[test]
fn what_depends_on_more_than_the_place_is_searched_too() {
    // A step ahead or a turn costs one each.
    let start = ("0303".parse::<Hex>().expect("it is a hex"), Facing::A);
    let all = search::reach([start], 3, |(hex, facing)| {
        let turns = [1, -1].map(|turn| ((*hex, facing.turned(turn)), 1));
        hex.ahead(*facing, 1).map(|next| ((next, *facing), 1)).into_iter().chain(turns).collect()
    });
    assert_eq!(all.cost(&(start.0, Facing::D)), Some(3));
    let behind = |(hex, _): &(Hex, Facing)| Some(*hex) == start.0.ahead(Facing::D, 1);
    assert!(!all.places().keys().any(behind));
}

#[test]
fn costs_beyond_all_numbers_do_not_wrap() {
    let all = search::reach([0_u8], u32::MAX, |n| {
        (*n < 3).then(|| (n + 1, u32::MAX - 1)).into_iter().collect()
    });
    assert_eq!(all.cost(&3), Some(u32::MAX));
}

proptest! {
    #[test]
    fn ties_fall_as_described(terrain in some_terrain(), most in 0_u32..14, start in 0_usize..42) {
        let start = board().places()[start];
        let all = reach(&board(), start, most, |_, to| cost(&terrain, *to));
        let order = all.order().iter().map(|hex| (*hex, all.places()[hex].from));
        prop_assert_eq!(order.collect::<Vec<_>>(), described(&terrain, start, most));
    }

    #[test]
    fn a_cheapest_way_has_its_cost(terrain in some_terrain(), start in 0_usize..42) {
        let start = board().places()[start];
        let price = |_: &Hex, to: &Hex| cost(&terrain, *to);
        let all = reach(&board(), start, u32::MAX, price);
        for (place, reached) in all.places() {
            let path = all.path(place).expect("it is reached");
            prop_assert_eq!(cheapest(&board(), start, |hex| hex == place, price), Some(path.clone()));
            prop_assert_eq!((path[0], path[path.len() - 1]), (start, *place));
            prop_assert!(path.windows(2).all(|leg| leg[0].distance(leg[1]) == 1));
            let sum: u32 = path[1..].iter().map(|hex| terrain[hex]).sum();
            prop_assert_eq!((sum, path.len()), (reached.cost, reached.steps as usize + 1));
            // No neighbour offers a cheaper way.
            for near in board().neighbours(place).iter().filter(|_| *place != start) {
                prop_assert!(all.cost(near).is_none_or(|cost| cost + terrain[place] >= sum));
            }
        }
        let closed = |hex: &Hex| !all.holds(hex);
        prop_assert_eq!(cheapest(&board(), start, closed, price), None);
    }

    #[test]
    fn more_reaches_more(terrain in some_terrain(), start in 0_usize..42, most in 0_u32..12) {
        let start = board().places()[start];
        let price = |_: &Hex, to: &Hex| cost(&terrain, *to);
        let (less, more) = (reach(&board(), start, most, price), reach(&board(), start, most + 1, price));
        prop_assert_eq!(less.order(), &more.order()[..less.order().len()]);
        prop_assert!(less.places().values().all(|reached| reached.cost <= most));
        prop_assert!(more.order()[less.order().len()..].iter().all(|hex| more.cost(hex) == Some(most + 1)));
    }

    #[test]
    fn steps_of_one_are_the_distance(from in 0_usize..42, to in 0_usize..42, corners: bool) {
        let hexes = board();
        let (a, b) = (hexes.places()[from], hexes.places()[to]);
        let near = if corners { Near::Corners } else { Near::Sides };
        let squares = Squares::new(Square::new(7, 6).expect("it is within bounds"), near);
        let (c, d) = (squares.places()[from], squares.places()[to]);
        prop_assert_eq!(reach(&hexes, a, 99, |_, _| Some(1)).cost(&b), hexes.distance(&a, &b));
        prop_assert_eq!(reach(&squares, c, 99, |_, _| Some(1)).cost(&d), squares.distance(&c, &d));
    }

    #[test]
    fn with_steps_of_one_the_first_come_is_the_first_in_line(
        edges in prop::collection::vec((0_u8..12, 0_u8..12), 0..30), starts in prop::collection::vec(0_u8..12, 1..3),
    ) {
        let mut graph: Graph<u8> = Graph::default();
        (0..12).for_each(|place| graph.add(place));
        for (a, b) in edges {
            graph.join(a, b, ());
        }
        let mut seen = BTreeSet::new();
        let mut line: VecDeque<Vec<u8>> = VecDeque::new();
        line.extend(starts.iter().filter(|start| seen.insert(**start)).map(|start| vec![*start]));
        let mut ways = Vec::new();
        while let Some(way) = line.pop_front() {
            for next in graph.neighbours(&way[way.len() - 1]) {
                if seen.insert(next) {
                    line.push_back([way.as_slice(), &[next]].concat());
                }
            }
            ways.push(way);
        }
        let all = search::reach(starts, u32::MAX, |place| {
            graph.neighbours(place).into_iter().map(|next| (next, 1)).collect()
        });
        let found = all.order().iter().map(|place| all.path(place).expect("it is reached"));
        prop_assert_eq!(found.collect::<Vec<_>>(), ways);
    }
}
