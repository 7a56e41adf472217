//! Every error is printed here.

use std::process::ExitCode;

use anstream::eprintln;
use anstyle::{AnsiColor, Style};

use crate::base::{Kind, Problem};

const ALARM: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

/// Prints a problem and gives the exit status that goes with it.
pub(super) fn report(problem: &Problem) -> ExitCode {
    let (word, status) = match problem.kind {
        Kind::Refused => ("refused", 1),
        Kind::Usage => ("error", 2),
        Kind::Nothing => ("nothing to do", 3),
        Kind::Failed => ("failed", 4),
        // EX_TEMPFAIL of sysexits.h: a mail server delivers again later.
        Kind::Busy => ("busy", 75),
    };
    let place = problem.place.as_ref().map(|p| format!("{p}: ")).unwrap_or_default();
    eprintln!("{ALARM}{word}:{ALARM:#} {place}{}", problem.what);
    if let Some(excerpt) = &problem.excerpt {
        eprintln!("{}", excerpt.trim_end());
    }
    if let Some(hint) = &problem.hint {
        eprintln!("{HINT}hint:{HINT:#} {hint}");
    }
    ExitCode::from(status)
}
