//! The only place that reads and writes YAML.

use std::fmt::Write as _;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_saphyr::{Error, Options, budget, options, with_deserializer_from_str_with_options};

use super::erased::{self, Wish};
use super::text::harmless;
use super::words::nearest;
use super::{Cause, Problem, Spot, guard, slips};

pub use super::erased::Spelling;
pub use super::spanned::Spanned;

/// Bytes an order file, packet or key file may have: 64 KiB.
pub const MAIL_LIMIT: usize = 64 * 1024;

/// Bytes a turn format, scenario or ledger entry may have: 1 MiB.
pub const HOUSE_LIMIT: usize = 1024 * 1024;

/// Who wrote a document; decides how much of it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A stranger's mail: small, shallow, without anchors.
    Mail,
    /// The moderator's own files: larger, otherwise as strict.
    House,
}

impl Origin {
    fn limit(self) -> usize {
        match self {
            Self::Mail => MAIL_LIMIT,
            Self::House => HOUSE_LIMIT,
        }
    }

    fn options(self) -> Options {
        let (nodes, scalars) = match self {
            Self::Mail => (20_000, MAIL_LIMIT),
            Self::House => (200_000, HOUSE_LIMIT),
        };
        options! {
            budget: budget! {
                max_anchors: 0,
                max_aliases: 0,
                max_merge_keys: 0,
                max_documents: 1,
                max_depth: 16,
                max_nodes: nodes,
                max_total_scalar_bytes: scalars,
            },
            // Nobody reads them, and the parser holds no more than a few in a row.
            emit_comments: false,
            strict_booleans: true,
            reject_unsupported_tags: true,
            with_snippet: false,
        }
    }
}

/// Reads one document. Size, encoding and characters are checked before it is parsed.
///
/// # Errors
/// Names line and column and shows the lines around them; `place` is left to the caller.
pub fn read<T: DeserializeOwned>(bytes: &[u8], origin: Origin) -> Result<T, Problem> {
    let text = guard::guarded(bytes, origin.limit())?;
    parse(text, origin, None)
}

/// Reads one document that may be spelled in other ways than its type has it.
///
/// # Errors
/// As [`read`].
pub fn read_spelled<T: DeserializeOwned>(
    bytes: &[u8],
    origin: Origin,
    by: &dyn Spelling,
) -> Result<T, Problem> {
    let text = guard::guarded(bytes, origin.limit())?;
    parse(text, origin, Some(by))
}

/// Reads one document whose characters are not checked: of one's own hand, and not yet in the form
/// that [`read`] wants.
///
/// # Errors
/// As [`read`].
pub fn read_unguarded<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    parse(text, Origin::Mail, None)
}

/// The same with other spellings.
///
/// # Errors
/// As [`read`].
pub fn read_unguarded_spelled<T: DeserializeOwned>(
    text: &str,
    by: &dyn Spelling,
) -> Result<T, Problem> {
    parse(text, Origin::Mail, Some(by))
}

fn parse<T: DeserializeOwned>(
    text: &str,
    origin: Origin,
    by: Option<&dyn Spelling>,
) -> Result<T, Problem> {
    erased::filled(|wish| fill(text, origin, wish, by))
}

/// The parser is large, so it is compiled once for all types.
fn fill<'de>(
    text: &'de str,
    origin: Origin,
    wish: Wish<'_, 'de>,
    by: Option<&dyn Spelling>,
) -> Result<(), Problem> {
    let read = with_deserializer_from_str_with_options(text, origin.options(), |yaml| {
        erased::read(yaml, wish, by)
    });
    read.map_err(|e| explain(text, &e, by.and_then(Spelling::missed)))
}

/// What an error tells; `missed` is what would be right, if it is about a name.
fn explain(text: &str, error: &Error, missed: Option<String>) -> Problem {
    let place = error.location().filter(|l| l.line() > 0);
    let told = error.without_snippet().to_string();
    let told = bare(&told);
    let Some(at) = place else { return Problem::refused(reworded(told)) };
    let unknown = unknown(error);
    if let Some(slip) = slips::named(text, Spot::of(at.line(), at.column()), told, unknown) {
        return pointed(text, slip);
    }
    let problem = Problem::refused(reworded(told)).spot(at.line(), at.column());
    let problem = pointed(text, problem);
    match missed {
        Some(hint) => problem.hint(hint),
        None => meant(problem, error),
    }
}

/// A word that is none of those expected, and these.
fn unknown(error: &Error) -> Option<(&str, &[&'static str])> {
    match error.without_snippet() {
        Error::SerdeUnknownVariant { variant: wish, expected, .. }
        | Error::SerdeUnknownField { field: wish, expected, .. } => Some((wish, expected)),
        _ => None,
    }
}

/// The problem with the word that was probably meant, if another stands where one of a list is
/// expected.
fn meant(problem: Problem, error: &Error) -> Problem {
    let near = |(wish, expected): (&str, &[&'static str])| nearest(wish, expected.iter().copied());
    match unknown(error).and_then(near) {
        Some(word) => problem.hint(format!("did you mean {word}?")),
        None if matches!(error.without_snippet(), Error::SerdeUnknownVariant { .. }) => {
            problem.cause(Cause::UnknownWord)
        }
        None => problem,
    }
}

/// The problem with the lines around its spot in this text, if it has one.
pub fn pointed(text: &str, problem: Problem) -> Problem {
    match problem.spot {
        Some(spot) => problem.excerpt(excerpt(text, spot)),
        None => problem,
    }
}

/// Takes the place out of a message that we print before it.
fn bare(message: &str) -> &str {
    let first = message.lines().next().unwrap_or_default();
    let cut = first.rfind(" at line ").map_or(first, |at| &first[..at]);
    cut.trim_end_matches([':', ',', ' '])
}

/// The parser's message in words that a player knows.
fn reworded(message: &str) -> String {
    if let Some(breach) = message.strip_prefix("budget breached: ") {
        return match breach.split([' ', '{']).next().unwrap_or_default() {
            "Anchors" | "Aliases" => "anchors and aliases are not allowed".to_owned(),
            "MergeKeys" => "merge keys are not allowed".to_owned(),
            "Documents" => "only one YAML document is allowed per file".to_owned(),
            "Depth" => "lists and mappings are nested too deeply".to_owned(),
            _ => "the file has too many entries".to_owned(),
        };
    }
    if let Some(rest) = message.strip_prefix("duplicate mapping key: ") {
        let key = rest.split(", set ").next().unwrap_or(rest);
        return format!("duplicate key {key}");
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return format!("unknown word {rest}");
    }
    match message {
        "invalid u8" => whole_number(u8::MAX.into()),
        "invalid u16" => whole_number(u16::MAX.into()),
        "invalid u32" => whole_number(u32::MAX.into()),
        "invalid u64" => whole_number(u64::MAX),
        "expected mapping start" => "expected fields, each as `name: value`".to_owned(),
        "expected sequence start" => "expected a list".to_owned(),
        "unclosed quote" => "this quotation mark is never closed".to_owned(),
        "misplaced bracket" => "this bracket closes nothing".to_owned(),
        "mapping values are not allowed in this context" => {
            "a colon and a space are not allowed here; a text that has them needs quotes".to_owned()
        }
        "simple key expected ':'" => "expected a field, as `name: value`".to_owned(),
        "unexpected sequence end" | "unexpected mapping end" => {
            "something is missing here".to_owned()
        }
        m if m.starts_with("invalid trailing content after") => {
            "the text in quotes has already ended; a text with an apostrophe needs double quotes"
                .to_owned()
        }
        m if m.starts_with("while parsing a block ") => {
            "this line does not fit those above it: check its indentation".to_owned()
        }
        m if m.starts_with("while parsing a flow ") => {
            "expected a comma or a closing bracket".to_owned()
        }
        m if m.starts_with("invalid boolean") => "expected true or false".to_owned(),
        message => message.to_owned(),
    }
}

fn whole_number(most: u64) -> String {
    format!("expected a whole number from 0 to {most}")
}

/// The line of a place, the one before it, and a caret under the column (both from 1). What would steer a terminal
/// is escaped.
pub fn excerpt(text: &str, spot: Spot) -> String {
    let line = usize::try_from(spot.line).unwrap_or(usize::MAX).max(1);
    let column = usize::try_from(spot.column).unwrap_or(usize::MAX).clamp(1, 200);
    let mut out = String::new();
    for (n, content) in text.lines().enumerate().take(line).skip(line.saturating_sub(2)) {
        let content = harmless(&content.chars().take(200).collect::<String>());
        let _ = writeln!(out, "{:>5} | {content}", n + 1);
    }
    let _ = write!(out, "{:>5} | {:>column$}", "", "^");
    out
}

/// Writes one document with block lists and mappings, ended by a line feed.
///
/// # Panics
/// If the value is not plain data: our mistake.
pub fn write<T: Serialize>(value: &T) -> String {
    let mut text = serde_saphyr::to_string(value).expect("our own types are plain data");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Small {
        name: String,
        list: Vec<u32>,
    }

    fn problem(text: &str) -> Problem {
        read::<Small>(text.as_bytes(), Origin::Mail).unwrap_err()
    }

    #[test]
    fn errors_name_line_and_column() {
        let problem = problem("name: x\nlist: [1, b]\n");
        assert_eq!(problem.place.as_deref(), Some("line 2, column 11"));
        assert!(problem.excerpt.unwrap().ends_with("      |           ^"));
    }

    #[test]
    fn an_excerpt_steers_no_terminal() {
        let shown = excerpt("a: 1\nb: \u{202E}\u{1B}[2J\n", Spot { line: 2, column: 4 });
        assert_eq!(shown, "    1 | a: 1\n    2 | b: \\u{202e}\\u{1b}[2J\n      |    ^");
    }

    #[test]
    fn the_norwegian_ship_keeps_its_name() {
        let small: Small = read(b"name: no\nlist: []\n", Origin::Mail).unwrap();
        assert_eq!(small.name, "no");
    }

    #[test]
    fn bombs_are_refused() {
        assert!(problem("name: &a x\nlist: []\n").what.contains("anchor"));
        assert!(problem("name: x\nname: y\nlist: []\n").what.contains("duplicate"));
        let deep = format!("name: {}1{}\nlist: []\n", "[".repeat(20_000), "]".repeat(20_000));
        problem(&deep);
        let deep = format!("{}\n", "{a: ".repeat(15_000));
        problem(&deep);
        assert!(problem(&"x".repeat(MAIL_LIMIT + 1)).what.contains("65537 bytes"));
    }

    #[test]
    fn comments_may_be_many() {
        let many = "# - 3\n".repeat(1000);
        let small = |text: String| read::<Small>(text.as_bytes(), Origin::Mail).unwrap().list;
        assert_eq!(small(format!("name: x\nlist:\n{many}- 1\n{many}- 2\n{many}")), [1, 2]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let map = BTreeMap::from([("no", "12"), ("12", "yes"), ("x", "a: b # c")]);
        let back: BTreeMap<String, String> = read(write(&map).as_bytes(), Origin::House).unwrap();
        assert!(map.iter().all(|(k, v)| back[*k] == **v));
    }
}
