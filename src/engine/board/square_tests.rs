//! Squares against plain geometry: lengths of a half square, so that a square is where `|x| < 1`
//! and `|y| < 1` around its centre.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::hex_tests::{Meets, clip};
use super::*;

fn square(name: &str) -> Square {
    name.parse().expect("it is a square")
}

fn named(squares: impl IntoIterator<Item = Square>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn centre(square: Square) -> (i64, i64) {
    (2 * i64::from(square.column()), 2 * i64::from(square.row()))
}

#[test]
fn names_are_letters_and_numbers() {
    let of = |column, row| Square::new(column, row).map(|square| square.to_string());
    assert_eq!(of(3, 7).as_deref(), Some("C7"));
    assert_eq!(of(26, 1).as_deref(), Some("Z1"));
    assert_eq!(of(27, 10).as_deref(), Some("AA10"));
    assert_eq!(of(702, 999).as_deref(), Some("ZZ999"));
    assert_eq!((of(703, 1), of(0, 1), of(1, 0), of(1, 1000)), (None, None, None, None));
    for name in ["C7", "Z1", "AA10", "ZZ999"] {
        let json = serde_json::to_string(&square(name)).expect("it is written");
        assert_eq!(json, format!("\"{name}\""));
        assert_eq!(serde_json::from_str::<Square>(&json).expect("it is read"), square(name));
    }
    for name in ["", "C", "7", "c7", "C07", "C+7", "C0", "AAA1", "AAAAAAAAAA1", "C1000", "Ç7"] {
        assert!(name.parse::<Square>().is_err(), "{name}");
    }
}

#[test]
fn neighbours_go_clockwise_from_north() {
    let sides = Squares::new(square("D4"), Near::Sides);
    let corners = Squares::new(square("D4"), Near::Corners);
    assert_eq!(named(sides.neighbours(&square("B2"))), "B1 C2 B3 A2");
    assert_eq!(named(corners.neighbours(&square("B2"))), "B1 C1 C2 C3 B3 A3 A2 A1");
    assert_eq!(named(sides.neighbours(&square("D4"))), "D3 C4");
    assert!(sides.neighbours(&square("E1")).is_empty());
    assert_eq!(sides.distance(&square("A1"), &square("D3")), Some(5));
    assert_eq!(corners.distance(&square("A1"), &square("D3")), Some(3));
    assert_eq!(corners.distance(&square("A1"), &square("E1")), None);
    assert_eq!((sides.places().len(), sides.cell(square("B1"))), (16, Some((1, 0))));
}

#[test]
fn a_line_touches_the_squares_beside_a_corner() {
    use Pass::{Between, Through};
    let line = square("A1").line(square("C3"));
    assert_eq!(
        line,
        [
            Through(square("A1")),
            Between(square("A2"), square("B1")),
            Through(square("B2")),
            Between(square("B3"), square("C2")),
            Through(square("C3")),
        ]
    );
    let line: Vec<Square> =
        square("A1").line(square("C2")).into_iter().flat_map(Pass::places).collect();
    assert_eq!(named(line), "A1 B1 B2 C2");
}

#[test]
fn quadrants_share_the_diagonals() {
    let (me, front, right) = (square("E5"), Arc::new(7, 1), Arc::new(1, 3));
    assert!(me.in_arc(Compass::North, front, square("E1")));
    assert!(me.in_arc(Compass::North, front, square("G3")));
    assert!(me.in_arc(Compass::North, right, square("G3")));
    assert!(!me.in_arc(Compass::North, front, square("G4")));
    assert!(me.in_arc(Compass::SouthWest, front, square("D6")));
    assert!(!me.in_arc(Compass::SouthWest, front, square("E4")));
}

fn some_square() -> impl Strategy<Value = Square> {
    (5_u16..28, 5_u16..28).prop_map(|(column, row)| Square::new(column, row).expect("within"))
}

fn some_way() -> impl Strategy<Value = Compass> {
    (0_usize..8).prop_map(|number| Compass::ALL[number])
}

proptest! {
    #[test]
    fn a_line_is_what_the_segment_meets(from in some_square(), to in some_square()) {
        let (mut inside, mut touched) = (Vec::new(), BTreeSet::new());
        for square in Squares::new(Square::new(30, 30).expect("within"), Near::Sides).places() {
            match clip((centre(from), centre(to)), centre(square), &[(1, 0, 1), (0, 1, 1)]) {
                Meets::Inside { middle } => inside.push((middle, square)),
                Meets::Corner => {
                    touched.insert(square);
                }
                Meets::Side => prop_assert!(false, "a line of centres runs along no side"),
                Meets::Not => {}
            }
        }
        inside.sort_by(|((a, b), _), ((c, d), _)| (a * d).cmp(&(c * b)));
        let line = from.line(to);
        let (corners, through): (Vec<Pass<Square>>, Vec<Pass<Square>>) =
            line.into_iter().partition(|pass| matches!(pass, Pass::Between(..)));
        let through: Vec<Square> = through.into_iter().flat_map(Pass::places).collect();
        prop_assert_eq!(through, inside.into_iter().map(|(_, square)| square).collect::<Vec<_>>());
        let corners: BTreeSet<Square> = corners.into_iter().flat_map(Pass::places).collect();
        prop_assert_eq!(corners, touched);
    }

    #[test]
    fn a_line_back_is_the_line_reversed(from in some_square(), to in some_square()) {
        let mut back = to.line(from);
        back.reverse();
        prop_assert_eq!(from.line(to), back);
    }

    #[test]
    fn a_line_is_connected(from in some_square(), to in some_square()) {
        let line = from.line(to);
        for pair in line.windows(2) {
            for (a, b) in pair[0].places().flat_map(|a| pair[1].places().map(move |b| (a, b))) {
                prop_assert_eq!(a.orthogonal(b), 1);
            }
        }
        // It crosses each upright and each level line between the two once, two at a corner.
        let corners = line.iter().filter(|pass| matches!(pass, Pass::Between(..))).count();
        let crossed = usize::try_from(from.orthogonal(to)).expect("it is small");
        prop_assert_eq!(line.len() - corners, crossed - corners + 1);
    }

    #[test]
    fn distances_are_distances(a in some_square(), b in some_square(), c in some_square()) {
        for far in [Square::orthogonal, Square::diagonal] {
            prop_assert_eq!(far(a, b), far(b, a));
            prop_assert!(far(a, c) <= far(a, b) + far(b, c));
            prop_assert_eq!(far(a, b) == 0, a == b);
        }
        prop_assert!(a.diagonal(b) <= a.orthogonal(b));
    }

    #[test]
    fn quadrants_cover_the_board_and_share_their_bounds(
        me in some_square(), other in some_square(), facing in some_way(),
    ) {
        let quadrants = (0..4).map(|n| Arc::new(2 * n + 1, (2 * n + 3) % 8));
        let holding = quadrants.filter(|arc| me.in_arc(facing, *arc, other)).count();
        let bound = |point: u8| (point + facing.number()) % 2 == 1;
        let on_bound = me.bearing(other).map(|bearing| bearing.point().is_some_and(bound));
        prop_assert_eq!(holding, match on_bound { None => 4, Some(true) => 2, Some(false) => 1 });
    }

    #[test]
    fn a_bearing_is_the_way_that_leads_there(me in some_square(), way in some_way(), n in 1_i16..5) {
        let there = me.ahead(way, n).expect("it is near");
        prop_assert_eq!(me.bearing(there).and_then(Bearing::point), Some(way.number()));
        prop_assert_eq!(there.ahead(way.opposite(), n), Some(me));
        prop_assert_eq!(me.direction_to(there), Some(way).filter(|_| n == 1));
    }

    #[test]
    fn any_name_is_read_or_refused(name in "[A-Zé@]{0,4}[0-9+-]{0,5}") {
        if let Ok(square) = name.parse::<Square>() {
            prop_assert_eq!(square.to_string(), name);
        }
    }
}
