//! A turn of Company Commander with forty units a side on 30 by 40 hexes, with sight for all,
//! overwatch and both reports.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adjutant::engine::Chance;
use adjutant::games;

use super::battle::Battle;

/// Units of a side.
const UNITS: usize = 40;
/// Columns and rows.
const SIZE: (usize, usize) = (30, 40);
/// Kinds of each side, in turn.
const KINDS: [(&str, [&str; 4]); 2] = [
    ("blue", ["sherman", "us-rifles", "us-at-gun", "us-mmg"]),
    ("red", ["panzer-iv", "de-grenadiers", "de-at-gun", "de-hmg"]),
];

/// A map with woods in every seventh hex and the lines seven hexes apart.
fn scenario() -> String {
    let mut text = "title: Forty\nabout: forty a side\nperiod: 1944\nfirst: blue\nturns: 9\n\
         sight: 12\nbreaks: {blue: 100, red: 100}\nmap:\n"
        .to_owned();
    for row in 1..=SIZE.1 {
        let sign = |column: usize| if (column + 2 * row).is_multiple_of(7) { 'T' } else { '.' };
        let signs: String = (1..=SIZE.0).map(sign).collect();
        writeln!(text, "- \"{signs}\"").expect("text");
    }
    text += "objectives: {Middle: {at: \"1520\", points: 10}}\nunits:\n";
    for (side, kinds) in KINDS {
        writeln!(text, "  {side}:").expect("text");
        for n in 0..UNITS {
            let (kind, row) = (kinds[n % kinds.len()], n / 20);
            let row = if side == "blue" { 24 + row } else { 17 - row };
            let at = format!("{:02}{row:02}", 5 + n % 20);
            let line = format!("{{kind: {kind}, quality: trained, at: \"{at}\"}}");
            writeln!(text, "    {side}-{}: {line}", n + 1).expect("text");
        }
    }
    text
}

/// Two lines that face each other, and what the staff orders there.
pub(crate) fn of_forty() -> Battle {
    let kind = games::OURS.named("company-commander").expect("it is on the shelf");
    let format = kind.shipped().format.as_bytes();
    let founded = kind.found(format, scenario().as_bytes(), &BTreeMap::new());
    let game = founded.expect("it is sound");
    let setup = game.setup(&mut Chance::from_seed([7; 32]));
    let begun = game.resolve(&setup, &BTreeMap::new(), &mut Chance::from_seed([7; 32]));
    let position = begun.expect("a position").position;
    Battle::of("company of forty", game, position)
}
