//! A report may be anybody's work: what it tells a program is refused or taken, never a panic.

use std::collections::BTreeMap;

use adjutant::engine::{Chance, Document, Reader};
use adjutant::games;

const ORDERS: &str = "campaign: x#00\ncycle: 1\nseat: union\nsequence: 1\nto: age1x\nhead: \
    0000000000000000000000000000000000000000000000000000000000000000\norders:\n\
    - move: {ship: Nike, path: [13, 24]}\n- repair: {ship: Nike}\n";

/// The view of the Union at the beginning, with one text in place of another.
fn forged(from: &str, to: &str) -> [bool; 3] {
    let game = games::named("company-war").expect("it is on the shelf");
    let shipped = game.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    let table = game.table(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("sound");
    let position = table.setup(&mut Chance::from_seed([1; 32]));
    let reader = Reader::Seat("union".parse().expect("a seat"));
    let seen = table.see(&position, &reader).expect("a position").0;
    assert!(seen.contains(from), "the view does not hold {from}");
    let seen = Document(seen.replace(from, to));
    let mut chance = Chance::from_seed([2; 32]);
    [
        table.check(&seen, ORDERS.as_bytes()).is_ok(),
        table.suggest(&seen, &mut chance).is_ok(),
        table.imagine(&seen, &mut chance).is_ok(),
    ]
}

#[test]
fn a_view_that_names_what_is_not_there_is_refused() {
    for (from, to) in [
        ("\"Nike\":", "\"Nobody\":"),
        ("\"at\":13", "\"at\":999"),
        ("\"aboard\":[]", "\"aboard\":[\"Nobody\"]"),
        ("\"landed\":[]", "\"landed\":[999]"),
        ("\"turn\":0", "\"turn\":4000000000"),
        ("\"loads\":0", "\"loads\":4000"),
        ("[\"whole\",\"whole\",\"whole\",\"whole\"]", "[]"),
        ("\"union\":0", "\"union\":-2147483648"),
    ] {
        assert_eq!(forged(from, to), [false; 3], "{from} -> {to}");
    }
    assert_eq!(forged("\"sealed\":true", "\"sealed\":false"), [true; 3], "an honest view is taken");
}
