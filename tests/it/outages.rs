//! What stops `run`, and what does not: files that were changed, clocks that jump, disks that fail, two
//! at once.

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::base::Kind;
use adjutant::games::OURS;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::run::steps::run;
use adjutant::referee::{Desk, Stage};

use crate::bench::{Bench, files, keys, output, time};
use crate::week::{FRIDAYS, START, campaign, mail, run_at, try_run, verdicts};

#[test]
fn it_stops_for_the_moderator() {
    // Too many are missing.
    let bench = campaign("stop: {missing: 0}\n");
    let done = run_at(&bench, &[], "2026-03-13T20:05:00Z");
    let problem = done.stopped.unwrap();
    assert_eq!(problem.what, "cycle 1 waits for the moderator: orders of mazianni are missing");
    assert_eq!(bench.desk().campaign.stage(), Stage::Open(1));
    // A calendar that nobody was told of.
    let bench = campaign("");
    fs::write(bench.root().join("campaign.yaml"), format!("{FRIDAYS}grace: 12h\n")).unwrap();
    let problem = try_run(&bench, &[], "2026-03-13T20:05:00Z").unwrap_err();
    assert_eq!(problem.what, "the file is not the calendar in force");
    // Another format, and a listed file that was changed.
    for (path, what) in [
        ("format.yaml", "the file has changed since the campaign was created"),
        ("calendar/000003.yaml", "the file is not the one that the ledger lists"),
    ] {
        let bench = campaign("");
        let file = bench.root().join(path);
        let mut text = fs::read_to_string(&file).unwrap();
        text.push_str("# changed\n");
        fs::write(&file, text).unwrap();
        let problem = match Desk::take(bench.store(), keys(), OURS) {
            Err(problem) => problem,
            Ok(mut desk) => run(&mut desk, &[], time("2026-03-13T20:05:00Z")).unwrap_err(),
        };
        assert_eq!(problem.what, what, "{path}");
    }
    // A ledger that does not verify: an old entry is in another form, which only `verify` reads.
    let bench = campaign("");
    let before = bench.copy();
    run_at(&before, &[], "2026-03-13T20:05:00Z");
    let old = before.root().join("cycles/0000/public.md");
    fs::write(&old, "changed").unwrap();
    // Nobody gets a receipt or a letter of it.
    let sent = mail(&before, "union", 1, "2026-03-14T12:00:00Z", false);
    let untouched = files(&before.root());
    let problem = try_run(&before, &[sent], "2026-03-14T12:05:00Z").unwrap_err();
    assert_eq!(problem.what, "the file does not match its digest in the ledger");
    assert_eq!(files(&before.root()), untouched);
    run_at(&before, &[], "2026-03-14T20:05:00Z");
    let problem = try_run(&before, &[], "2026-03-20T20:05:00Z").map(|d| d.stopped);
    let problem = match problem {
        Err(problem) => problem,
        Ok(stopped) => stopped.unwrap(),
    };
    // The gap of six days is noticed first; once it has waited, the verification fails.
    assert!(problem.what.starts_with("the clock jumped"), "{problem}");
    let problem = try_run(&before, &[], "2026-03-20T22:05:00Z").unwrap_err();
    assert_eq!(problem.what, "the file does not match its digest in the ledger");
    assert_eq!(before.desk().campaign.stage(), Stage::Open(2), "nothing was changed");
}

#[test]
fn a_clock_that_jumps_closes_nothing() {
    let bench = campaign("");
    run_at(&bench, &[], "2026-03-12T12:00:00Z");
    let before = files(&bench.root());
    // A wrong clock: nothing but the note of it is written, not even a receipt.
    let sent = mail(&bench, "mazianni", 1, "2026-03-12T12:30:00Z", false);
    let done = run_at(&bench, std::slice::from_ref(&sent), "2031-01-01T00:00:00Z");
    assert!(
        done.stopped
            .unwrap()
            .what
            .starts_with("the clock jumped: the last run was at 2026-03-12T12:00:00Z")
    );
    let mut after = files(&bench.root());
    assert_ne!(after.remove("last-run.yaml"), before.get("last-run.yaml").cloned());
    assert_eq!(after.len() + 1, before.len());
    // It is set right: after the wait everything goes on, and the mail is in time.
    assert!(run_at(&bench, &[], "2026-03-12T13:00:00Z").stopped.is_some());
    let done = run_at(&bench, &[sent], "2026-03-12T15:00:00Z");
    assert_eq!((verdicts(&done), done.steps.len()), (vec![Verdict::Accepted], 0));
    // An outage over the deadline: the deadline is moved before anything else, and mail that waited
    // counts.
    assert!(run_at(&bench, &[], "2026-03-16T12:00:00Z").stopped.is_some());
    let waited = mail(&bench, "mazianni", 2, "2026-03-14T12:00:00Z", false);
    let done = run_at(&bench, &[waited], "2026-03-16T14:00:00Z");
    assert_eq!(verdicts(&done), [Verdict::Accepted]);
    assert_eq!(
        done.steps,
        ["the deadline of cycle 1 is moved to 2026-03-16T16:00:00Z: nothing ran between \
          2026-03-12T15:00:00Z and 2026-03-16T14:00:00Z"]
    );
    assert_eq!(run_at(&bench, &[], "2026-03-16T16:00:01Z").steps[0], "cycle 1 is resolved");
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn a_run_that_fails_at_any_write_is_carried_on() {
    let bench = campaign("extensions: {each: 1, by: 2d}\ndrop-after: 1\ngrace: 1h\n");
    run_at(&bench, &[], "2026-03-13T20:05:00Z");
    run_at(&bench, &[], "2026-03-13T21:05:00Z");
    run_at(&bench, &[], "2026-03-14T21:05:00Z");
    let sent = mail(&bench, "union", 1, "2026-03-15T19:00:00Z", false);
    let now = "2026-03-15T21:00:01Z";
    let whole = bench.copy();
    let steps = run_at(&whole, std::slice::from_ref(&sent), now).steps;
    assert_eq!(steps.len(), 3, "{steps:?}");
    let stage = whole.desk().campaign.stage();
    let mut failed = 0;
    for writes in (0..).step_by(3) {
        let copy = bench.copy();
        let mut desk = copy.desk();
        desk.campaign.store.fail_after(writes);
        let done = run(&mut desk, std::slice::from_ref(&sent), time(now))
            .and_then(|done| done.note(&desk));
        drop(desk);
        let Err(problem) = done else { break };
        failed += 1;
        assert_eq!(problem.kind, Kind::Failed, "{problem}");
        run_at(&copy, std::slice::from_ref(&sent), now);
        assert_eq!(copy.desk().campaign.stage(), stage, "after {writes} writes");
        let ledger = |bench: &Bench| -> Vec<&str> {
            bench.desk().campaign.ledger.entries().map(|entry| entry.body.kind()).collect()
        };
        assert_eq!(ledger(&copy), ledger(&whole), "after {writes} writes");
        assert!(copy.verify().passed(), "after {writes} writes: {}", copy.verify());
        assert!(!run_at(&copy, &[], now).changed(), "after {writes} writes");
    }
    assert!(failed >= 5, "{failed}");
}

/// The program itself, at a time.
fn command(bench: &Bench, seconds: i64, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(bench.root()).args(arguments);
    command.env("SOURCE_DATE_EPOCH", (1_772_712_000 + seconds).to_string());
    command
}

#[test]
fn the_command_takes_mail_delivers_letters_and_rehearses() {
    let bench = campaign("");
    let (inbox, outbox) = (bench.dir.path().join("inbox"), bench.dir.path().join("outbox"));
    fs::create_dir(&inbox).unwrap();
    let sent = mail(&bench, "mazianni", 1, START, false);
    fs::write(inbox.join("0001.eml"), sent.content.read().unwrap()).unwrap();
    fs::write(inbox.join(".half"), "not whole yet").unwrap();
    let page = bench.dir.path().join("site");
    let folders = ["--inbox", inbox.to_str().unwrap(), "--outbox", outbox.to_str().unwrap()];
    let run = |seconds, more: &[&str]| {
        let arguments =
            [&["run"][..], &folders, &["--site", page.to_str().unwrap()], more].concat();
        let made = output(&mut command(&bench, seconds, &arguments));
        let told = String::from_utf8(made.stdout).unwrap();
        (made.status.code().unwrap(), told, String::from_utf8(made.stderr).unwrap())
    };
    // A rehearsal writes nothing, not even to the inbox.
    let before = files(bench.dir.path());
    let (code, told, _) = run(600, &["--now", "2026-03-13T20:05:00Z"]);
    assert_eq!(code, 0);
    assert!(told.contains("packet    0001.eml: mazianni, late"), "{told}");
    assert!(told.contains("done      cycle 1 is resolved without orders of mazianni\n"), "{told}");
    assert!(told.ends_with("rehearsed: nothing was written\n"), "{told}");
    assert_eq!(files(bench.dir.path()), before);
    let (code, told, _) = run(600, &[]);
    assert_eq!(code, 0);
    assert!(told.contains("packet    0001.eml: mazianni, accepted\n"), "{told}");
    let names = |folder: &Path| -> Vec<String> { files(folder).into_keys().collect() };
    assert_eq!(names(&inbox), [".half", "taken/0001.eml"]);
    let written = names(&outbox);
    // Two reports with their letters, a receipt, and the card that goes with the first reports.
    assert_eq!(written.len(), 6, "{written:?}");
    for name in ["report-0000-mazianni.age", "report-0000-mazianni.txt", "report-0000-union.age"] {
        assert!(written.iter().any(|written| written == name), "{written:?}");
    }
    assert!(page.join("index.html").exists());
    let (code, told, problem) = run(660, &[]);
    assert_eq!((code, problem.as_str()), (3, "nothing to do: nothing is due\n"), "{told}");
    // Twice at once: one of them gives way.
    let desk = bench.desk();
    let held = command(&bench, 700, &["run", "--wait", "0"]).output().unwrap();
    assert_eq!(held.status.code(), Some(75));
    drop(desk);
    let calendar = output(&mut command(&bench, 700, &["calendar"]));
    let told = String::from_utf8(calendar.stdout).unwrap();
    assert!(told.contains("deadline  2026-03-13 20:00 Europe/London"), "{told}");
    let status = output(&mut command(&bench, 700, &["status", "--exit-code"]));
    let told = String::from_utf8(status.stdout).unwrap();
    assert!(told.starts_with("seats: 1 optional, 1 warned; 8 days "), "{told}");
    assert_eq!(status.status.code(), Some(3), "the moderator has nothing to do");
}

#[test]
fn a_silent_player_is_warned_before_the_seat_is_dropped() {
    let bench = campaign("drop-after: 3\n");
    let told = |at: &str| {
        let done = run_at(&bench, &[], at);
        let mut letters = done.letters.iter().filter(|letter| letter.id.ends_with("mazianni"));
        let body = letters.next().map(|letter| letter.body.clone()).unwrap_or_default();
        body.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let first = told("2026-03-13T20:05:00Z");
    assert!(first.contains("You sent no orders in the last cycle."), "{first}");
    assert!(
        first.contains("After 2 more cycles without any, your seat is given to another player."),
        "{first}"
    );
    for day in 14..=20 {
        assert_eq!(told(&format!("2026-03-{day}T11:00:00Z")), "");
    }
    let second = told("2026-03-20T20:05:00Z");
    assert!(second.contains("You sent no orders in the last 2 cycles."), "{second}");
    assert!(
        second.contains("If none come this time, your seat is given to another player."),
        "{second}"
    );
}
