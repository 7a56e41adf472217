//! The README's CI job, run as it stands by a shell.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::bench::output;
use crate::folder::folder;

/// 2026-01-01T00:00:00Z.
const CLOCK: u64 = 1_767_225_600;
const DAY: u64 = 24 * 60 * 60;

/// The README's shell script.
fn job() -> String {
    let text = fs::read_to_string("README.md").unwrap();
    let (_, rest) = text.split_once("```sh\n").expect("the README shows a job");
    let (job, _) = rest.split_once("```").expect("it ends");
    assert!(job.starts_with("set -e\n") && job.contains("inbox/*.age"), "{job}");
    job.to_owned()
}

/// A program in a directory, so many days after the beginning, with the moderator's keys in the
/// environment and this program in the path.
fn command(dir: &Path, day: u64, program: &str, arguments: &[&str]) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(program);
    command
        .current_dir(dir)
        .args(arguments)
        .env("PATH", format!("{}:{path}", binary.display()))
        .env("SOURCE_DATE_EPOCH", (CLOCK + day * DAY).to_string())
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "ci")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "ci@example.org")));
    for (variable, file) in
        [("MODERATOR_KEY", "moderator.key"), ("CAMPAIGN_SECRET", "campaign.secret")]
    {
        if let Ok(text) = fs::read_to_string(dir.join("keys").join(file)) {
            command.env(format!("ADJUTANT_{variable}"), text);
        }
    }
    output(&mut command)
}

fn run(dir: &Path, day: u64, program: &str, arguments: &[&str]) -> String {
    let made = command(dir, day, program, arguments);
    let told = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{program} {arguments:?}: {told}");
    String::from_utf8_lossy(&made.stdout).into_owned() + &told
}

fn adjutant(dir: &Path, arguments: &[&str]) -> String {
    run(dir, 0, "adjutant", arguments)
}

/// A repository with a campaign whose first cycle is open for a week.
fn repository() -> tempfile::TempDir {
    let home = folder();
    let dir = home.path();
    adjutant(dir, &["new", "pell", "--keys", "keys"]);
    for (seat, name) in [("mazianni", "anna"), ("union", "ben")] {
        adjutant(dir, &["-C", "pell", "keygen", name]);
        adjutant(dir, &["-C", "pell", "enroll", seat, &format!("{name}.pub")]);
    }
    adjutant(dir, &["-C", "pell", "open", "--deadline", "+7d"]);
    run(dir, 0, "git", &["init", "-q"]);
    run(dir, 0, "git", &["add", "pell"]);
    run(dir, 0, "git", &["commit", "-q", "-m", "begin"]);
    fs::create_dir(dir.join("inbox")).unwrap();
    fs::write(dir.join("job.sh"), job()).unwrap();
    home
}

fn commits(dir: &Path) -> usize {
    run(dir, 0, "git", &["log", "--oneline"]).lines().count()
}

fn receipts(dir: &Path) -> usize {
    fs::read_dir(dir.join("out/receipts")).map_or(0, Iterator::count)
}

/// The newest cycle that is resolved.
fn resolved(dir: &Path) -> usize {
    (1..100).take_while(|n| dir.join(format!("pell/cycles/{n:04}/public.md")).exists()).count()
}

#[test]
fn the_job_goes_on_whatever_comes_and_whatever_does_not() {
    let home = repository();
    let dir = home.path();
    let job = |day| run(dir, day, "sh", &["job.sh"]);
    // Nothing has come, and it is not time.
    job(1);
    assert_eq!((commits(dir), receipts(dir), resolved(dir)), (1, 0, 0));
    assert!(dir.join("public/index.html").exists());
    // A bad packet keeps out none of the others.
    adjutant(dir, &["-C", "pell", "template", "--key", "anna.key", "--staff", "-o", "anna.yaml"]);
    adjutant(
        dir,
        &["-C", "pell", "seal", "anna.yaml", "--key", "anna.key", "-o", "inbox/anna.age"],
    );
    fs::write(dir.join("inbox/aaa.age"), "Hello!\n").unwrap();
    fs::write(dir.join("inbox/zzz.age"), "").unwrap();
    let told = job(2);
    assert!(told.contains("there is no packet in this") && told.contains("accepted"), "{told}");
    assert_eq!((commits(dir), receipts(dir), resolved(dir)), (2, 3, 0));
    // The same again changes nothing.
    job(3);
    assert_eq!((commits(dir), receipts(dir), resolved(dir)), (2, 3, 0));
    // The deadline is over: one cycle, and only one, is resolved.
    job(8);
    assert_eq!((commits(dir), resolved(dir)), (3, 1));
    job(9);
    assert_eq!((commits(dir), resolved(dir)), (3, 1));
}

#[test]
fn the_job_stops_at_what_is_wrong() {
    let home = repository();
    let dir = home.path();
    let state = dir.join("pell/cycles/0000/public.md");
    fs::write(&state, "changed\n").unwrap();
    assert!(!command(dir, 1, "sh", &["job.sh"]).status.success());
    assert_eq!(commits(dir), 1);
}
