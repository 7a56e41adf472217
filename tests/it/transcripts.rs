//! The command line, as its users see it: `tests/cmd`, and the blocks of the README.
//!
//! `TRYCMD=overwrite cargo test transcripts` rewrites the files of `tests/cmd`; what differs from
//! run to run is then to be replaced by `[..]` again.

use std::fs;
use std::path::Path;

use adjutant::base::VERSION;
use trycmd::TestCases;

use crate::folder::folder;

/// The clock of every transcript: 2026-01-01T00:00:00Z.
const CLOCK: &str = "1767225600";

/// Cases with a fixed clock and width, and without colour.
pub(crate) fn cases() -> TestCases {
    let cases = TestCases::new();
    cases.env("SOURCE_DATE_EPOCH", CLOCK).env("NO_COLOR", "1").env("COLUMNS", "80");
    // It names the commit that is built.
    cases.insert_var("[VERSION]", VERSION).expect("a name in brackets");
    cases
}

#[test]
fn commands_answer_as_recorded() {
    cases().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

/// The README's `console` blocks are one session in an empty directory.
#[test]
fn the_readme_tells_the_truth() {
    let text = fs::read_to_string("README.md").expect("there is a README");
    let home = folder();
    // A case with an `.in` and an `.out` directory runs in a copy of its own.
    for folder in ["readme.in", "readme.out"] {
        let folder = home.path().join(folder);
        fs::create_dir(&folder).expect("a new directory");
        fs::write(folder.join("here"), "").expect("a new file");
    }
    let case = home.path().join("readme.md");
    // Joined, because every block would otherwise begin in a fresh directory.
    fs::write(&case, format!("```console\n{}```\n", session(&text))).expect("a new file");
    cases().case(&case);
    assert!(Path::new(&case).exists());
}

/// What stands in the `console` blocks, in order.
pub(crate) fn session(text: &str) -> String {
    let mut inside = false;
    let mut out = String::new();
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => {
                // Output ends with a line feed where an empty line follows it.
                out.push_str(if inside { "\n" } else { "" });
                inside = false;
            }
            line if inside => out.extend([line, "\n"]),
            _ => {}
        }
    }
    assert!(out.contains("$ adjutant"), "the README shows no session");
    out
}
