//! Every error is printed here.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use serde_json::json;

use super::context::print_json;
use crate::base::{Kind, Problem};
use crate::cli::terminal::tell;

const ALARM: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

/// The words for a kind of problem, for people and for scripts, and its exit status.
fn kind(problem: &Problem) -> (&'static str, &'static str, u8) {
    match problem.kind {
        Kind::Refused => ("refused", "refused", 1),
        Kind::Usage => ("error", "usage", 2),
        Kind::Nothing => ("nothing to do", "nothing", 3),
        Kind::Failed => ("failed", "failed", 4),
        // EX_TEMPFAIL of sysexits.h: a mail server delivers again later.
        Kind::Busy => ("busy", "busy", 75),
    }
}

/// Where a problem is, as editors jump to it: `orders.yaml:8:3`.
fn place(problem: &Problem) -> Option<String> {
    let place = problem.place.as_ref()?;
    let within = problem.spot.and_then(|spot| {
        let file = place.strip_suffix(&spot.to_string())?.strip_suffix(": ")?;
        Some(format!("{file}:{}:{}", spot.line, spot.column))
    });
    Some(within.unwrap_or_else(|| place.clone()))
}

/// Prints a problem as JSON, in place of a result.
pub(super) fn report_json(problem: &Problem) {
    let (_, word, status) = kind(problem);
    // Who no longer reads the result does not read this either.
    let _ = print_json(&json!({"error": {
        "kind": word,
        "status": status,
        "place": place(problem),
        "what": problem.what,
        "hint": problem.hint,
    }}));
}

/// Prints a problem and gives the exit status that goes with it.
pub(super) fn report(problem: &Problem) -> ExitCode {
    let (word, _, status) = kind(problem);
    match place(problem) {
        // As the remarks on an order file have it.
        Some(place) if problem.spot.is_some() => {
            tell!("{place}: {ALARM}{word}:{ALARM:#} {}", problem.what);
        }
        Some(place) => tell!("{ALARM}{word}:{ALARM:#} {place}: {}", problem.what),
        None => tell!("{ALARM}{word}:{ALARM:#} {}", problem.what),
    }
    if let Some(excerpt) = &problem.excerpt {
        tell!("{}", excerpt.trim_end());
    }
    if let Some(hint) = &problem.hint {
        tell!("{HINT}hint:{HINT:#} {hint}");
    }
    ExitCode::from(status)
}
