//! What a terminal is sent: tests over a pipe do not see it, because escapes are taken out there.

use std::process::{Command, Stdio};

use adjutant::base::text::is_treacherous;

use crate::bench::Bench;

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
