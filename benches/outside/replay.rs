//! What verifying and telling a whole campaign costs, and the time it takes on all processors.

use std::fs;

use crate::program::{Program, median};

const RUNS: usize = 7;

/// `verify` and `site` of both demonstrations, and a demonstration itself.
pub(crate) fn measure(programs: &[Program]) {
    for game in ["company-war", "age-of-imperialism"] {
        let place = tempfile::tempdir().expect("a directory");
        let demo = |program: &Program, name: &str| {
            program.run(place.path(), &["demo", name, "--game", game, "--seed", "7"])
        };
        for program in programs {
            demo(program, &program.name);
        }
        let mut costs: Vec<[Vec<_>; 3]> = programs.iter().map(|_| Default::default()).collect();
        for _ in 0..RUNS {
            for (program, [verified, told, played]) in programs.iter().zip(&mut costs) {
                let campaign = format!("{}/campaign", program.name);
                verified.push(program.run(place.path(), &["-C", &campaign, "verify"]));
                told.push(program.run(place.path(), &["-C", &campaign, "site", "site"]));
                played.push(demo(program, "again"));
                for made in ["site", "again"] {
                    fs::remove_dir_all(place.path().join(made)).expect("it was made");
                }
            }
        }
        for (program, costs) in programs.iter().zip(costs) {
            for (what, costs) in ["verify", "site", "demo"].iter().zip(costs) {
                println!("{game} {what:8} {:16} {}", program.name, median(&costs));
            }
        }
    }
}
