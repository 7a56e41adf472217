//! Hexes against plain geometry: lengths of a half hex across the page, and of a half hex down it.
//!
//! Counted so, the centre of a hex lies at three times its column and at twice its row, one lower
//! in even columns, and its inside is where `|x| + |y| < 2` and `|y| < 1` around that.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::base::yaml::{self, Origin};

fn hex(name: &str) -> Hex {
    name.parse().expect("it is a hex")
}

fn at(column: i16, row: i16) -> Hex {
    Hex::new(column, row).expect("it is within bounds")
}

fn named(hexes: impl IntoIterator<Item = Hex>) -> String {
    hexes.into_iter().map(|hex| hex.to_string()).collect::<Vec<_>>().join(" ")
}

fn centre(hex: Hex) -> (i64, i64) {
    let (column, row) = (i64::from(hex.column()), i64::from(hex.row()));
    (3 * column, 2 * row + i64::from(column % 2 == 0))
}

/// How a segment meets a convex figure, where on it, as a fraction from 0 to 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meets {
    Inside { middle: (i64, i64) },
    Side,
    Corner,
    Not,
}

/// Clips the segment from one point to another by bounds `|a x + b y| <= c` around a centre.
pub(super) fn clip(
    (from, to): ((i64, i64), (i64, i64)),
    centre: (i64, i64),
    bounds: &[(i64, i64, i64)],
) -> Meets {
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let (mut enter, mut leave, mut open) = ((0, 1), (1, 1), true);
    for (a, b, c) in bounds {
        let value = |point: (i64, i64)| a * (point.0 - centre.0) + b * (point.1 - centre.1);
        for sign in [1, -1] {
            // The bound is `start + t * slope <= c`.
            let (start, slope) = (sign * value(from), sign * (value(to) - value(from)));
            match slope.signum() {
                0 if start > *c => return Meets::Not,
                0 => open &= start < *c,
                1 if less((c - start, slope), leave) => leave = (c - start, slope),
                -1 if less(enter, (start - c, -slope)) => enter = (start - c, -slope),
                _ => {}
            }
        }
    }
    if less(leave, enter) {
        Meets::Not
    } else if !less(enter, leave) {
        Meets::Corner
    } else if open {
        Meets::Inside { middle: (enter.0 * leave.1 + leave.0 * enter.1, enter.1 * leave.1) }
    } else {
        Meets::Side
    }
}

/// The line found by looking at every hex near it.
fn looked_up(from: Hex, to: Hex) -> (Vec<Hex>, BTreeSet<Hex>) {
    let columns = from.column().min(to.column()) - 2..=from.column().max(to.column()) + 2;
    let rows = from.row().min(to.row()) - 2..=from.row().max(to.row()) + 2;
    let (mut inside, mut along) = (Vec::new(), BTreeSet::new());
    for hex in columns.flat_map(|c| rows.clone().map(move |r| at(c, r))) {
        let bounds = [(0, 1, 1), (1, 1, 2), (1, -1, 2)];
        match clip((centre(from), centre(to)), centre(hex), &bounds) {
            Meets::Inside { middle } => inside.push((middle, hex)),
            Meets::Side => {
                along.insert(hex);
            }
            Meets::Corner | Meets::Not => {}
        }
    }
    inside.sort_by(|((a, b), _), ((c, d), _)| (a * d).cmp(&(c * b)));
    (inside.into_iter().map(|(_, hex)| hex).collect(), along)
}

/// A step clockwise or counterclockwise, seen from the centre, with rows counted down the page.
fn turn(a: (i64, i64), b: (i64, i64)) -> i64 {
    (a.0 * b.1 - a.1 * b.0).signum()
}

#[test]
fn the_neighbours_are_those_of_printed_maps() {
    assert_eq!(named(hex("0202").neighbours()), "0201 0302 0303 0203 0103 0102");
    assert_eq!(named(hex("0303").neighbours()), "0302 0402 0403 0304 0203 0202");
    assert_eq!(hex("0202").facing_to(hex("0103")), Some(Facing::E));
    assert_eq!(hex("0202").facing_to(hex("0204")), None);
}

#[test]
fn names_are_columns_and_rows() {
    for name in ["0512", "0000", "9999", "100,7", "-3,12", "5,-1", "9999,-9999"] {
        assert_eq!(hex(name).to_string(), name);
        let json = serde_json::to_string(&hex(name)).expect("it is written");
        assert_eq!(json, format!("\"{name}\""));
        assert_eq!(serde_json::from_str::<Hex>(&json).expect("it is read"), hex(name));
    }
    for name in
        ["", "512", "05123", "05,12", "+5-1", "0x12", "10000,0", "1,2,3", " 0512", "é12", "-0,5"]
    {
        assert!(name.parse::<Hex>().is_err(), "{name}");
    }
    assert!(hex("0399") < hex("0401"));
}

#[test]
fn order_files_may_leave_out_the_quotes() {
    let read: Vec<Hex> = yaml::read(b"[0512, \"0101\", 1230]", Origin::Mail).expect("it is read");
    assert_eq!(read, [hex("0512"), hex("0101"), hex("1230")]);
    let again: Vec<Hex> =
        yaml::read(yaml::write(&read).as_bytes(), Origin::Mail).expect("it is read");
    assert_eq!(again, read);
}

#[test]
fn rings_go_clockwise_from_a() {
    assert_eq!(named(hex("0303").ring(0)), "0303");
    assert_eq!(named(hex("0303").ring(1)), "0302 0402 0403 0304 0203 0202");
    let two = "0301 0401 0502 0503 0504 0404 0305 0204 0104 0103 0102 0201";
    assert_eq!(named(hex("0303").ring(2)), two);
    assert_eq!(hex("0303").spiral(2).len(), 1 + 6 + 12);
    assert!(hex("0303").ring(-1).is_empty());
}

#[test]
fn nothing_lies_beyond_the_bounds() {
    let corner = at(9_999, 9_999);
    assert_eq!(Hex::new(10_000, 0), None);
    assert_eq!(corner.ahead(Facing::D, 1), None);
    assert_eq!(corner.neighbours().count(), 3);
    assert_eq!(corner.ring(i16::MAX).len(), 0);
    let far = at(-9_999, -9_999);
    assert_eq!(far.turned(corner, 3), None);
    assert_eq!(far.line(corner).len(), corner.line(far).len());
    assert_eq!(far.ahead(Facing::B, i16::MIN), None);
}

#[test]
fn a_line_along_hexsides_runs_between_two() {
    use Pass::{Between, Through};
    let (a, b) = (hex("0303"), hex("0503"));
    let sides = Between(hex("0402"), hex("0403"));
    assert_eq!(a.line(b), [Through(a), sides, Through(b)]);
    assert_eq!(b.line(a), [Through(b), sides, Through(a)]);
    assert_eq!(a.line(a), [Through(a)]);
    let straight: Vec<Hex> = a.line(hex("0306")).into_iter().flat_map(Pass::places).collect();
    assert_eq!(named(straight), "0303 0304 0305 0306");
}

/// From 0101 to 0504 by ruler: it enters 0302 at a corner of 0202, which it only touches, and goes
/// over into 0303 half way.
#[test]
fn a_line_meets_two_hexes_at_one_distance_where_it_leaves_one_for_the_other() {
    let line = hex("0101").line(hex("0504"));
    assert!(line.iter().all(|pass| matches!(pass, Pass::Through(_))));
    let line = named(line.into_iter().flat_map(Pass::places));
    assert_eq!(line, "0101 0201 0302 0303 0403 0504");
}

#[test]
fn arcs_are_those_of_the_clock() {
    let me = hex("1010");
    let front = Arc::new(10, 2);
    let facing_a = |other| me.in_arc(Facing::A, front, other);
    assert!(facing_a(hex("1009")) && facing_a(hex("1110")) && facing_a(hex("0910")));
    assert!(!facing_a(hex("1111")) && !facing_a(hex("1011")));
    let forward_half = Arc::new(9, 3);
    assert!(me.in_arc(Facing::A, forward_half, hex("1210")));
    assert!(!me.in_arc(Facing::A, forward_half, hex("1111")));
    assert!(me.in_arc(Facing::D, Arc::new(0, 0), hex("1013")));
    assert!(!me.in_arc(Facing::D, Arc::new(0, 0), hex("1113")));
    assert!(me.in_arc(Facing::C, Arc::new(0, 12), hex("0101")));
}

#[test]
fn a_board_ends_at_its_corners() {
    let board = Hexes::new(hex("0101"), hex("0403"));
    assert_eq!(board.places().len(), 12);
    assert_eq!(named(board.neighbours(&hex("0101"))), "0201 0102");
    assert_eq!(named(board.neighbours(&hex("0403"))), "0402 0303");
    assert!(board.neighbours(&hex("0501")).is_empty());
    assert_eq!(board.distance(&hex("0101"), &hex("0501")), None);
    assert_eq!(board.cell(hex("0201")), Some((1, 0)));
    assert_eq!(board.cell(hex("0001")), None);
    assert!(Hexes::new(hex("0403"), hex("0101")).places().is_empty());
}

fn some_hex() -> impl Strategy<Value = Hex> {
    (-12_i16..=12, -12_i16..=12).prop_map(|(column, row)| at(column, row))
}

fn some_facing() -> impl Strategy<Value = Facing> {
    (0_usize..6).prop_map(|number| Facing::ALL[number])
}

proptest! {
    #[test]
    fn a_line_is_what_the_segment_meets(from in some_hex(), to in some_hex()) {
        let line = from.line(to);
        let through = line.iter().filter_map(|pass| match pass {
            Pass::Through(hex) => Some(*hex),
            Pass::Between(..) => None,
        });
        let between = line.iter().filter(|pass| matches!(pass, Pass::Between(..)));
        let (inside, along) = looked_up(from, to);
        prop_assert_eq!(through.collect::<Vec<_>>(), inside);
        prop_assert_eq!(between.flat_map(|pass| pass.places()).collect::<BTreeSet<_>>(), along);
    }

    #[test]
    fn a_line_back_is_the_line_reversed(from in some_hex(), to in some_hex()) {
        let mut back = to.line(from);
        back.reverse();
        prop_assert_eq!(from.line(to), back);
    }

    #[test]
    fn a_line_is_connected_and_as_long_as_the_distance(from in some_hex(), to in some_hex()) {
        let line = from.line(to);
        for pair in line.windows(2) {
            for (a, b) in pair[0].places().flat_map(|a| pair[1].places().map(move |b| (a, b))) {
                prop_assert_eq!(a.distance(b), 1);
            }
        }
        let far: Vec<u32> = line.iter().flat_map(|p| p.places()).map(|h| from.distance(h)).collect();
        prop_assert!(far.is_sorted());
        let steps: BTreeSet<u32> = far.iter().copied().collect();
        prop_assert_eq!(steps, (0..=from.distance(to)).collect::<BTreeSet<_>>());
        for hex in line.iter().flat_map(|pass| pass.places()) {
            prop_assert_eq!(from.distance(hex) + hex.distance(to), from.distance(to));
        }
    }

    #[test]
    fn distances_are_those_of_the_page(a in some_hex(), b in some_hex(), c in some_hex()) {
        let ((x, y), (u, v)) = (centre(a), centre(b));
        let (across, down) = ((x - u).abs() / 3, (y - v).abs());
        let steps = across + (down - across).max(0) / 2;
        prop_assert_eq!(i64::from(a.distance(b)), steps);
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn turning_keeps_distances(
        a in some_hex(), b in some_hex(), c in some_hex(), turns in -13_i8..13,
    ) {
        let turned = |hex: Hex| hex.turned(c, turns).expect("it is near");
        prop_assert_eq!(turned(a).distance(turned(b)), a.distance(b));
        prop_assert_eq!(turned(a).turned(c, -turns), Some(a));
    }

    #[test]
    fn turning_goes_clockwise(a in some_hex(), facing in some_facing(), steps in 1_i16..9) {
        let ahead = |facing| a.ahead(facing, steps).expect("it is near");
        prop_assert_eq!(ahead(facing).turned(a, 1), Some(ahead(facing.turned(1))));
        prop_assert_eq!(facing.turned(6), facing);
        prop_assert_eq!(facing.turns_to(facing.opposite()), 3);
        prop_assert_eq!(a.ahead(facing, -steps), a.ahead(facing.opposite(), steps));
    }

    #[test]
    fn bearings_are_those_of_the_page(from in some_hex(), to in some_hex()) {
        let rays = [(0, -2), (3, -3), (3, -1), (6, 0), (3, 1), (3, 3)];
        let rays: Vec<(i64, i64)> =
            rays.into_iter().chain(rays.map(|(x, y)| (-x, -y))).collect();
        let way = (centre(to).0 - centre(from).0, centre(to).1 - centre(from).1);
        let point = |hour: usize| {
            turn(rays[hour], way) == 0 && rays[hour].0 * way.0 + rays[hour].1 * way.1 > 0
        };
        let after = |hour: usize| turn(rays[hour], way) > 0 && turn(way, rays[(hour + 1) % 12]) > 0;
        match from.bearing(to) {
            None => prop_assert_eq!(from, to),
            Some(bearing) => {
                let hour = usize::from(bearing.last_point());
                let lies = if bearing.point().is_some() { point(hour) } else { after(hour) };
                prop_assert!(lies);
            }
        }
    }

    #[test]
    fn sextants_cover_the_board_and_share_their_bounds(
        me in some_hex(), other in some_hex(), facing in some_facing(),
    ) {
        let sextants = (0..6).map(|n| Arc::new(2 * n, 2 * n + 2));
        let holding = sextants.filter(|arc| me.in_arc(facing, *arc, other)).count();
        let straight = me.bearing(other).map(|b| b.point().is_some_and(|hour| hour % 2 == 0));
        prop_assert_eq!(holding, match straight { None => 6, Some(true) => 2, Some(false) => 1 });
    }

    #[test]
    fn an_arc_turns_with_its_facing(
        me in some_hex(), other in some_hex(), facing in some_facing(), arc in (0_u8..12, 0_u8..13),
    ) {
        let arc = Arc::new(arc.0, arc.1);
        let turned = other.turned(me, 1).expect("it is near");
        prop_assert_eq!(me.in_arc(facing, arc, other), me.in_arc(facing.turned(1), arc, turned));
    }

    #[test]
    fn a_ring_is_all_at_its_distance(me in some_hex(), distance in 0_i16..8) {
        let ring: BTreeSet<Hex> = me.ring(distance).into_iter().collect();
        let near = Hexes::new(at(-21, -21), at(21, 21)).places().into_iter();
        let wanted = u32::from(distance.unsigned_abs());
        prop_assert_eq!(ring, near.filter(|hex| me.distance(*hex) == wanted).collect());
    }

    #[test]
    fn any_name_is_read_or_refused(name in "[0-9,+-]{0,12}") {
        if let Ok(hex) = name.parse::<Hex>() {
            prop_assert_eq!(hex.to_string(), name);
        }
    }
}
