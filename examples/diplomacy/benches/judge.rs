//! Diplomacy beside the Rust crate `diplomacy`: the same random positions, judged in this process.
//!
//! `cargo bench --bench judge` prints what a position costs, the least of five runs. `POSITIONS=5000` takes so many.

#[path = "../tests/differential/line.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod line;
#[path = "../tests/differential/map.rs"]
mod map;
#[path = "../tests/differential/random.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod random;
#[path = "../tests/differential/written.rs"]
mod written;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use adjutant::testing::{self, Table, Value};
use adjutant_diplomacy::board::Board;
use adjutant_diplomacy::judge::{Paradox, Piece, judge};
use adjutant_diplomacy::moves::pieces;
use adjutant_diplomacy::order::Order;
use adjutant_diplomacy::state::{Open, Unit};
use adjutant_diplomacy::{Convoys, SHELF};
use diplomacy::judge::{MappedMainOrder, Rulebook, Submission};
use random::Position;

/// The least time of five runs over all positions, for each, in microseconds.
#[expect(clippy::disallowed_methods, reason = "it measures")]
fn least(count: usize, mut run: impl FnMut()) -> f64 {
    let once = |()| {
        let begun = Instant::now();
        run();
        begun.elapsed().as_secs_f64() * 1e6 / f64::from(u32::try_from(count).expect("few"))
    };
    std::iter::repeat_n((), 5).map(once).fold(f64::INFINITY, f64::min)
}

fn split(position: &Position) -> (Vec<Unit>, Vec<Option<&Order>>) {
    position.ordered.iter().map(|(unit, order)| (*unit, Some(order))).unzip()
}

fn main() {
    let wanted = std::env::var("POSITIONS").ok().and_then(|text| text.parse().ok());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format.yaml");
    let format: Value = testing::yaml(&file).expect("the format");
    let board = testing::read(&format["provinces"]).expect("provinces");
    let board = Board::of(&board).expect("a map");
    let positions: Vec<Position> =
        (0..wanted.unwrap_or(2000)).map(|number| random::position(&board, number)).collect();
    let count = positions.len();

    let ready: Vec<Vec<Piece>> = positions
        .iter()
        .map(|position| {
            let (units, orders) = split(position);
            pieces(&board, Convoys::OwnFleet, &units, &orders)
        })
        .collect();
    let ours = least(count, || {
        for units in &ready {
            black_box(judge(&board, units, Paradox::Szykman));
        }
    });
    let from_orders = least(count, || {
        for position in &positions {
            let (units, orders) = split(position);
            let units = pieces(&board, Convoys::OwnFleet, &units, &orders);
            black_box(judge(&board, &units, Paradox::Szykman));
        }
    });

    let orders: Vec<Vec<MappedMainOrder>> = positions.iter().map(written::orders).collect();
    let map = &map::whole();
    let submissions: Vec<Submission<'_>> =
        orders.iter().map(|orders| Submission::with_inferred_state(map, orders.clone())).collect();
    let theirs = least(count, || {
        for submission in &submissions {
            black_box(submission.adjudicate(Rulebook::edition_2023()));
        }
    });
    let their_orders = least(count, || {
        for orders in &orders {
            let submission = Submission::with_inferred_state(map, orders.clone());
            black_box(submission.adjudicate(Rulebook::edition_2023()));
        }
    });

    let mut table = Table::new(&SHELF).expect("the game");
    let sheets: Vec<(Open, Vec<(String, String)>)> = positions.iter().map(random::sheets).collect();
    let phase = least(count, || {
        for (open, sheets) in &sheets {
            table.set(open);
            let sheets: Vec<(&str, &str)> =
                sheets.iter().map(|(seat, list)| (seat.as_str(), list.as_str())).collect();
            black_box(table.resolve(&sheets).expect("a cycle"));
        }
    });

    let units: usize = positions.iter().map(|position| position.ordered.len()).sum();
    println!("{count} positions, {units} units; microseconds a position");
    for (what, cost) in [
        ("judged, orders at hand", ours),
        ("judged, with what orders mean", from_orders),
        ("a phase: files read, checked, judged, recorded", phase),
        ("diplomacy 0.2: adjudicated", theirs),
        ("diplomacy 0.2: adjudicated, with what is legal", their_orders),
    ] {
        println!("{cost:>10.1}  {what}");
    }
    println!("{:>10.2}  judged, times diplomacy 0.2", from_orders / their_orders);
}
