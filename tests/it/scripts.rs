//! What scripts read: with `--json` every command prints one JSON document, whatever comes of it,
//! and its exit status says of what kind that is.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::folder;

/// The clock: 2026-01-01T00:00:00Z.
const NOW: &str = "1767225600";
/// A day after the deadline below.
const LATER: &str = "1767398400";

const DEADLINE: &str = "2026-01-02T00:00:00Z";

struct Shell<'a> {
    home: &'a Path,
    clock: &'static str,
}

impl Shell<'_> {
    fn output(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(self.home).env("SOURCE_DATE_EPOCH", self.clock);
        command.env("NO_COLOR", "1").args(line.split(' ')).output().unwrap()
    }

    /// Runs `adjutant --json LINE`: its status, and the one document on standard output.
    fn json(&self, line: &str) -> (Option<i32>, Value) {
        let output = self.output(&format!("--json {line}"));
        let text = String::from_utf8(output.stdout).unwrap();
        let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{line}: {e}: {text}"));
        (output.status.code(), value)
    }

    /// The same for a command that does its work, and names a field of what it prints.
    fn does(&self, line: &str, field: &str) -> Value {
        let (status, value) = self.json(line);
        assert_eq!(status, Some(0), "{line}: {value}");
        assert!(field.is_empty() || value.get(field).is_some(), "{line}: {value}");
        value
    }

    /// The same for a command that does not.
    fn fails(&self, line: &str, status: i32, kind: &str) {
        let (code, value) = self.json(line);
        let error = &value["error"];
        assert_eq!(code, Some(status), "{line}: {value}");
        assert_eq!(error["status"], status, "{line}: {value}");
        assert_eq!(error["kind"], kind, "{line}: {value}");
        assert!(error["what"].as_str().is_some_and(|what| !what.is_empty()), "{line}: {value}");
    }
}

#[test]
fn every_command_prints_one_document() {
    let home = folder();
    let shell = Shell { home: home.path(), clock: NOW };
    shell.fails("nonsense", 2, "usage");
    shell.fails("-C / status", 2, "usage");
    shell.fails("-C nowhere status", 4, "failed");
    shell.does("new pell", "seats");
    shell.fails("-C pell resolve", 3, "nothing");
    shell.fails("-C pell receive anna.age", 3, "nothing");
    shell.fails("-C pell open", 1, "refused");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        shell.does(&format!("-C pell keygen {name}"), "public");
        shell.does(&format!("-C pell enroll {seat} {name}.pub"), "seat");
    }
    shell.does(&format!("-C pell open --deadline {DEADLINE}"), "deadline");
    let orders = shell.does("-C pell template --key anna.key --staff", "orders");
    fs::write(home.path().join("anna.yaml"), orders["orders"].as_str().unwrap()).unwrap();
    shell.does("-C pell check anna.yaml --key anna.key", "");
    shell.does("-C pell forecast anna.yaml --key anna.key --samples 2", "");
    shell.does("fmt anna.yaml", "changed");
    let sealed = shell.does("-C pell seal anna.yaml --key anna.key", "packet");
    fs::write(home.path().join("anna.age"), sealed["packet"].as_str().unwrap()).unwrap();
    shell.does("-C pell receive anna.age", "");
    let calendar = "zone: UTC\ndeadlines: {every: [friday 20:00]}\nabsences: {days: 9}\npause: 9d\n\
                    extensions: {each: 1, by: 1d}\n";
    fs::write(home.path().join("calendar.yaml"), calendar).unwrap();
    shell.does("-C pell calendar set calendar.yaml --reason agreed", "done");
    shell.does("-C pell calendar", "next");
    shell.does("-C pell calendar extend --reason storm", "done");
    let word = shell.does("-C pell say --key ben.key away 2026-02-20 --reason skiing", "word");
    fs::write(home.path().join("away.txt"), word["word"].as_str().unwrap()).unwrap();
    shell.does("-C pell take away.txt", "done");
    shell.does("-C pell request --key ben.key status", "request");
    shell.does("-C pell rule explain so", "done");
    shell.does("-C pell preview --reason curious", "acts");
    shell.does("-C pell run", "steps");
    shell.does("-C pell edit position", "scenario");
    shell.does("-C pell clone copy", "keys");
    shell.fails("-C pell post", 2, "usage");
    shell.does("-C pell status", "seats");
    shell.does("-C pell show packets --seat mazianni", "");
    shell.does("-C pell show state --cycle 0", "");
    shell.fails("-C pell resolve", 3, "nothing");
    shell.does("-C pell resolve --early --reason agreed", "reports");
    shell.does("-C pell read --key ben.key", "");
    shell.does("-C pell undo --reason slip", "undone");
    shell.does("keygen dora", "public");
    shell.does("-C pell office appoint dora.pub --may take --until +3d --reason sea", "done");
    shell.does("-C pell verify", "lines");
    shell.fails("-C pell reveal", 1, "refused");
    shell.fails("-C pell chronicle", 3, "nothing");
    shell.does("-C pell reveal --abandon enough", "directory");
    shell.does("-C pell chronicle", "");
    shell.does("-C pell site public", "files");
    shell.does("format", "company-war");
    shell.does("format company-war", "format");
    shell.does("format company-war demonstration", "text");
    shell.does("schema --game company-war", "title");
    shell.does("completions bash", "completions");
    shell.does("man pages", "pages");
    shell.does("demo demo --seed 7 --cycles 1", "verdict");
}

#[test]
fn late_and_refused_packets_have_one_status() {
    let home = folder();
    let shell = Shell { home: home.path(), clock: NOW };
    shell.does("new pell", "");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        shell.does(&format!("-C pell keygen {name}"), "");
        shell.does(&format!("-C pell enroll {seat} {name}.pub"), "");
    }
    shell.does(&format!("-C pell open --deadline {DEADLINE}"), "");
    assert!(shell.output("-C pell template --key anna.key -o anna.yaml").status.success());
    assert!(shell.output("-C pell seal anna.yaml --key anna.key -o anna.age").status.success());
    let late = Shell { clock: LATER, ..shell };
    for (file, verdict) in [("anna.age", "late"), ("anna.yaml", "refused")] {
        let (status, receipts) = late.json(&format!("-C pell receive {file}"));
        assert_eq!((status, &receipts[0]["verdict"]), (Some(1), &Value::from(verdict)), "{file}");
    }
}
