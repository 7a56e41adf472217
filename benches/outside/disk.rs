//! What a campaign takes on disk.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::Program;

/// Bytes a cycle of both demonstrations, without `revealed/` and with it, and in a git repository.
pub(crate) fn measure(programs: &[Program]) {
    for game in ["company-war", "age-of-imperialism"] {
        for program in programs {
            let place = tempfile::tempdir().expect("a directory");
            program.run(place.path(), &["demo", "demo", "--game", game, "--seed", "7"]);
            let campaign = place.path().join("demo/campaign");
            let whole = bytes(&campaign);
            let revealed = bytes(&campaign.join("revealed"));
            let cycles = fs::read_dir(campaign.join("cycles")).expect("cycles").count() as u64 - 1;
            let kept = (whole - revealed) / 1024;
            fs::remove_dir_all(campaign.join("revealed")).expect("it was revealed");
            let packed = repository(&campaign)
                .map_or("unknown".to_owned(), |packed| format!("{} KiB", packed / 1024 / cycles));
            println!(
                "{game} {:16} {cycles} cycles; {} KiB a cycle, {packed} in git; {kept} KiB in all, \
                 {} with revealed/",
                program.name,
                kept / cycles,
                whole / 1024,
            );
        }
    }
}

/// Bytes of all files under a directory.
pub(crate) fn bytes(directory: &Path) -> u64 {
    let entries =
        fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry"));
    let size = |path: &Path| {
        if path.is_dir() { bytes(path) } else { path.metadata().expect("a file").len() }
    };
    entries.map(|entry| size(&entry.path())).sum()
}

/// Bytes of a git repository that holds the directory, after it was tidied; none without git.
fn repository(directory: &Path) -> Option<u64> {
    let me = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"];
    let commands: [&[&str]; 4] = [
        &["init", "--quiet"],
        &["add", "--force", "."],
        &["commit", "--quiet", "--message", "a campaign"],
        &["gc", "--quiet", "--aggressive"],
    ];
    for arguments in commands {
        let mut git = Command::new("git");
        git.args(me).args(arguments).current_dir(directory).stdin(Stdio::null());
        git.status().ok().filter(std::process::ExitStatus::success)?;
    }
    Some(bytes(&directory.join(".git/objects")))
}
