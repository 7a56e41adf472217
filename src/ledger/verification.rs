//! What a verification found: one line for each check.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::base::{Problem, text};

/// One check, and one line of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// What was found.
    pub outcome: CheckOutcome,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckOutcome {
    /// All is as it should be, with details.
    Passed(String),
    /// Something is not; the first thing found.
    Failed(Problem),
    /// There was nothing to check, or not yet, and why.
    Skipped(String),
}

/// All checks, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The checks.
    pub lines: Vec<Check>,
}

impl Check {
    /// A check that passes with a detail or fails with a problem.
    pub fn new(name: &'static str, result: Result<String, Problem>) -> Self {
        let outcome = match result {
            Ok(detail) => CheckOutcome::Passed(detail),
            Err(problem) => CheckOutcome::Failed(problem),
        };
        Self { name, outcome }
    }

    /// A check that was not made.
    pub fn skipped(name: &'static str, why: impl Into<String>) -> Self {
        Self { name, outcome: CheckOutcome::Skipped(why.into()) }
    }

    /// True unless the check failed.
    pub fn holds(&self) -> bool {
        !matches!(self.outcome, CheckOutcome::Failed(_))
    }
}

impl Verification {
    /// True if something was checked and nothing failed.
    pub fn passed(&self) -> bool {
        let checked = |line: &Check| matches!(line.outcome, CheckOutcome::Passed(_));
        self.lines.iter().any(checked) && self.lines.iter().all(Check::holds)
    }

    /// The problems found.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.lines.iter().filter_map(|line| match &line.outcome {
            CheckOutcome::Failed(problem) => Some(problem),
            _ => None,
        })
    }
}

impl From<Vec<Check>> for Verification {
    fn from(lines: Vec<Check>) -> Self {
        Self { lines }
    }
}

impl fmt::Display for Check {
    /// One line, without a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, detail) = match &self.outcome {
            CheckOutcome::Passed(detail) => ("ok", detail.clone()),
            CheckOutcome::Skipped(why) => ("-", why.clone()),
            CheckOutcome::Failed(Problem { place: Some(place), what, .. }) => {
                ("FAILED", format!("{place}: {what}"))
            }
            CheckOutcome::Failed(problem) => ("FAILED", problem.what.clone()),
        };
        let detail = text::harmless(&detail).replace('\n', " ");
        write!(f, "{word:<7} {}: {detail}", self.name)
    }
}

impl fmt::Display for Verification {
    /// One line for each check, each ended by a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Serialize for Check {
    /// `{name, outcome: passed | failed | skipped, detail}`, and `place` and `hint` of a failure
    /// where there are any.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            name: &'a str,
            outcome: &'a str,
            detail: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            place: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            hint: Option<&'a str>,
        }
        let (outcome, detail, problem) = match &self.outcome {
            CheckOutcome::Passed(detail) => ("passed", detail, None),
            CheckOutcome::Skipped(why) => ("skipped", why, None),
            CheckOutcome::Failed(problem) => ("failed", &problem.what, Some(problem)),
        };
        let place = problem.and_then(|p| p.place.as_deref());
        let hint = problem.and_then(|p| p.hint.as_deref());
        Line { name: self.name, outcome, detail, place, hint }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict() -> Verification {
        Verification::from(vec![
            Check::new("chain", Ok("14 entries".into())),
            Check::new("files", Err(Problem::refused("is missing").at("a\n.age").hint("restore"))),
            Check::skipped("replay", "the campaign secret is not revealed yet"),
        ])
    }

    #[test]
    fn one_line_each() {
        assert_eq!(
            verdict().to_string(),
            "ok      chain: 14 entries\n\
             FAILED  files: a .age: is missing\n\
             -       replay: the campaign secret is not revealed yet\n"
        );
    }

    #[test]
    fn nothing_checked_is_not_passed() {
        assert!(!verdict().passed());
        assert!(!Verification::default().passed());
        assert!(!Verification::from(vec![Check::skipped("replay", "not yet")]).passed());
        assert!(Verification::from(vec![Check::new("chain", Ok(String::new()))]).passed());
    }

    #[test]
    fn json_says_the_same() {
        let json = serde_json::to_string(&verdict().lines[1]).unwrap();
        assert_eq!(
            json,
            r#"{"name":"files","outcome":"failed","detail":"is missing","place":"a\n.age","hint":"restore"}"#
        );
    }
}
