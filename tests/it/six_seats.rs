//! Six players with stock tools play three turns of Age of Imperialism from the command line.

use crate::folder::folder;
use crate::stock::Stock;

const SEATS: [&str; 6] = ["britain", "france", "germany", "japan", "ottoman", "russia"];

/// Set-up, two movement phases, and two turns of three exchanges each.
const CYCLES: u32 = 2 + 2 + 2 * 3;

#[test]
fn three_turns_of_six_powers_by_stock_tools() {
    let home = folder();
    let game = ["--game", "age-of-imperialism"];
    let stock = Stock::enrolled(home.path(), "six", &SEATS, &game);
    for cycle in 1..=CYCLES {
        stock.cycle(cycle, &|_, _| None);
    }
    let (report, _) = stock.read(CYCLES, "russia");
    assert!(report.contains("turn 4 of 8, production"), "{report}");
    stock.revealed(CYCLES);
}
