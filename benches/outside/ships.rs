//! What commands cost as fleets grow: Company War with every ship of its scenario so many times, after
//! set-up.

use crate::campaign::{Campaign, SIDES};
use crate::more::more_hulls;
use crate::program::{Program, growth};

const TIMES: [u64; 3] = [1, 4, 16];
const SCENARIO: &str = include_str!("../../turn-formats/company-war/scenarios/demonstration.yaml");
const ASKED: [(&str, &[&str]); 3] = [
    ("template", &["template", "--key", "union.key"]),
    ("check", &["check", "union.yaml", "--key", "union.key"]),
    ("forecast", &["forecast", "union.yaml", "--key", "union.key", "--samples", "8"]),
];

/// What `template`, `check`, `forecast` and `resolve` cost with so many times the ships.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let mut table = ASKED.map(|(name, _)| (name, Vec::new()));
        let mut resolved = Vec::new();
        for times in TIMES {
            let place = tempfile::tempdir().expect("a directory");
            let scenario = more_hulls(SCENARIO, times);
            std::fs::write(place.path().join("many.yaml"), scenario).expect("a disk");
            let campaign = Campaign { program, place: place.path(), seats: &SIDES };
            campaign.found(&["--scenario", "many.yaml"]);
            campaign.cycle(true);
            campaign.seal("union", true);
            for ((_, arguments), (_, costs)) in ASKED.iter().zip(&mut table) {
                costs.push((times, campaign.median(arguments)));
            }
            resolved.push((times, campaign.cycle(true).1));
        }
        for (name, costs) in &table {
            growth(name, program, "times the ships", costs);
        }
        growth("resolve", program, "times the ships", &resolved);
    }
}
