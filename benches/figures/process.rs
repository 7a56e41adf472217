//! `check` as a whole process, measured from outside.
//!
//! Memory is what `/usr/bin/time` says of the process; without that program it is left out.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::played::{self, Played};

const RUNS: usize = 41;

/// An ordinary order file, checked by its author: with his report alone, and in a campaign.
pub(crate) fn check(played: &Played) {
    let orders = played.path(&format!("mail/{:04}/{}.yaml", played.heaviest, played.seat));
    let report = played.path(&format!(
        "campaign/cycles/{:04}/reports/{}.age",
        played.heaviest - 1,
        played.seat
    ));
    let key = played.path(&format!("players/{}.key", played.seat));
    let away = tempfile::tempdir().expect("a directory");
    let arguments = |directory: PathBuf| -> Vec<PathBuf> {
        vec![
            "-C".into(),
            directory,
            "check".into(),
            orders.clone(),
            "--report".into(),
            report.clone(),
            "--key".into(),
            key.clone(),
        ]
    };
    measure("check, report alone", &arguments(away.path().to_owned()));
    measure("check, in the campaign", &arguments(played.campaign()));
    measure("--version", &["--version".into()]);
}

fn measure(name: &str, arguments: &[PathBuf]) {
    let program = env!("CARGO_BIN_EXE_adjutant");
    let run = || {
        let mut command = Command::new(program);
        let command = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(command.status().expect("it runs").success(), "{name}");
    };
    let mut times: Vec<_> = (0..RUNS).map(|_| played::timed(run)).collect();
    times.sort_unstable();
    let memory = (0..5).filter_map(|_| kilobytes(program, arguments)).max();
    let memory = memory.map_or("unknown".to_owned(), |kb| kb.to_string());
    println!(
        "{name:24} median {:>6} us, fastest {:>6} us, peak {memory} KB",
        times[RUNS / 2].as_micros(),
        times[0].as_micros(),
    );
}

/// The peak resident memory of one run.
fn kilobytes(program: &str, arguments: &[PathBuf]) -> Option<u64> {
    let mut command = Command::new("/usr/bin/time");
    let command = command.args(["-f", "%M", program]).args(arguments);
    let output = command.stdout(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}
