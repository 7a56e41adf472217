//! What a terminal is sent: tests over a pipe do not see it, because escapes are taken out there.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use adjutant::base::text::is_treacherous;

use crate::bench::{Bench, output};
use crate::folder::folder;

/// What a command sends to a pseudo-terminal.
fn on_a_terminal(bench: &Bench, arguments: &str) -> String {
    let mut command = Command::new("script");
    let program = env!("CARGO_BIN_EXE_adjutant");
    let line = format!("{program} -C {} {arguments}", bench.root().display());
    command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    command.env("SOURCE_DATE_EPOCH", "1767225900").env("PAGER", "cat").env("TERM", "xterm");
    let output = command.output().expect("`script` is a part of util-linux");
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

/// Without the colours that are the program's own.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('m') {
            Some((codes, rest)) if codes.chars().all(|c| c.is_ascii_digit() || c == ';') => {
                out += rest;
            }
            _ => out = out + "\u{1b}[" + part,
        }
    }
    out
}

#[test]
fn html_goes_to_a_file_and_replaces_one_only_if_told() {
    let bench = Bench::open();
    let report = bench.root().join("cycles/0000/public.md");
    let told =
        without_colours(&on_a_terminal(&bench, &format!("read --html {}", report.display())));
    assert!(told.contains("HTML") && told.contains("-o FILE.html"), "{told}");
    let home = folder();
    let put = |file: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command
            .current_dir(home.path())
            .args(["schema", "--game", "mechad", "-o", file])
            .args(more);
        let output = output(&mut command);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(put("new.json", &[]).0, Some(0));
    fs::write(home.path().join("new.json"), "mine").unwrap();
    let (status, told) = put("new.json", &[]);
    assert!(status == Some(2) && told.contains("--force"), "{status:?} {told}");
    assert_eq!(fs::read(home.path().join("new.json")).unwrap(), b"mine");
    assert_eq!(put("new.json", &["--force"]).0, Some(0));
    assert!(fs::read(home.path().join("new.json")).unwrap().starts_with(b"{"));
    let mut keygen = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    output(keygen.current_dir(home.path()).args(["keygen", "anna"]));
    let key = fs::read(home.path().join("anna.key")).unwrap();
    let (status, told) = put("anna.key", &["--force"]);
    assert!(status == Some(2) && told.contains("secret key"), "{status:?} {told}");
    assert_eq!(fs::read(home.path().join("anna.key")).unwrap(), key);
    for kind in ["moderator-key-v1", "campaign-secret-v1", "handed-secret-v1", "witness-key-v1"] {
        fs::write(home.path().join("secret"), format!("# keep it\nadjutant: {kind}\n")).unwrap();
        let (status, told) = put("secret", &["--force"]);
        assert!(status == Some(2) && told.contains("secret key"), "{kind}: {status:?} {told}");
    }
}

#[test]
fn a_players_question_steers_no_terminal() {
    let bench = Bench::open();
    let question = "question: \"\\e[2J\\e]0;pwned\\a \\u202e \\x9b31m\"\norders: []\n";
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, question));
    drop(desk);
    bench.receive(&packet);
    for command in ["status", "status --json", "show packets --seat mazianni", "no-such\u{1b}[2J"] {
        let told = without_colours(&on_a_terminal(&bench, command));
        assert!(!told.is_empty());
        assert_eq!(told.chars().find(|c| is_treacherous(*c)), None, "{command}: {told:?}");
    }
    let told = on_a_terminal(&bench, "status");
    assert!(told.contains("mazianni asks: \\u{1b}[2J"), "{told}");
}

/// The demonstration's last question, answered on a pseudo-terminal: what the browser was given to open.
fn opened(answer: &str) -> Option<String> {
    let home = folder();
    let (browser, seen) = (home.path().join("browser"), home.path().join("seen"));
    fs::write(&browser, format!("#!/bin/sh\nprintf %s \"$1\" >'{}'\n", seen.display())).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o700)).unwrap();
    let line = format!("{} demo demo --seed 7 --cycles 1", env!("CARGO_BIN_EXE_adjutant"));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(home.path()).env("BROWSER", &browser);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("`script` is a part of util-linux");
    child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
    let told = child.wait_with_output().unwrap();
    assert!(told.status.success());
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("Open demo/chronicle.html in a browser? [Y/n]"), "{told}");
    fs::read_to_string(&seen).ok()
}

#[test]
fn the_demonstration_opens_a_browser_only_if_its_reader_agrees() {
    assert_eq!(opened("\n").as_deref(), Some("demo/chronicle.html"));
    assert_eq!(opened("yes\n").as_deref(), Some("demo/chronicle.html"));
    assert_eq!(opened("n\n"), None);
}
