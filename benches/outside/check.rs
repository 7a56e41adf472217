//! `check` of an ordinary order file by its author: with their report alone, and in a campaign.

use crate::program::Program;

/// The cycle of the demonstration that is checked: its longest record.
const CYCLE: &str = "0009";

/// What `check` costs.
pub(crate) fn measure(programs: &[Program]) {
    let place = tempfile::tempdir().expect("a directory");
    let away = tempfile::tempdir().expect("a directory");
    for program in programs {
        let name = &program.name;
        program.run(place.path(), &["demo", name, "--seed", "7"]);
        let path = |path: &str| place.path().join(name).join(path).display().to_string();
        let (orders, key) = (path(&format!("mail/{CYCLE}/union.yaml")), path("players/union.key"));
        let report = path("campaign/cycles/0008/reports/union.age");
        let check = ["check", &orders, "--report", &report, "--key", &key];
        let campaign = path("campaign");
        let within = [&["-C", &campaign], &check[..]].concat();
        let outside = away.path().display().to_string();
        let alone = [&["-C", &outside], &check[..]].concat();
        // In the campaign the player's program learns whose reports it may believe.
        for (what, arguments) in [("in a campaign", within), ("report alone", alone)] {
            assert!(program.attempt(place.path(), &arguments).1, "the demonstration's own orders");
            println!("{what:16} {name:16} {}", program.median(place.path(), &arguments));
        }
    }
}
