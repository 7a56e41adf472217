//! The one door to the terminal: what could steer it is spelled out here, whatever it comes from. Only the
//! program's own colours pass.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::Problem;
use crate::base::text::is_treacherous;

/// True once something stands on standard output.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// True if the command has given its result already: what fails behind it has its words only.
pub(super) fn has_answered() -> bool {
    ANSWERED.load(Ordering::Relaxed)
}

/// Writes a result. A reader that has gone away ends the program quietly.
pub(super) fn print(text: &str) -> Result<(), Problem> {
    ANSWERED.store(true, Ordering::Relaxed);
    let mut out = anstream::stdout().lock();
    match out.write_all(spelled(text).as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Problem::failed(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes to standard error: what is said beside a result. Whoever does not read it misses nothing else.
pub(super) fn say(text: &str) {
    let mut out = anstream::stderr().lock();
    let _ = out.write_all(spelled(text).as_bytes()).and_then(|()| out.flush());
}

/// A line on standard error.
macro_rules! tell {
    ($($part:tt)*) => { $crate::cli::terminal::say(&(format!($($part)*) + "\n")) };
}
pub(super) use tell;

/// The text with every treacherous character written as `\u{..}`, but for tabs and what sets colours.
pub(super) fn spelled(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c != '\t' && is_treacherous(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if let Some(length) = colour(rest) {
            out.push_str(&rest[..length]);
            length
        } else {
            let first = rest.chars().next().expect("one was found");
            let _ = write!(out, "{}", first.escape_unicode());
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    out + rest
}

/// How long the sequence is that a text begins with, if all it does is to set a colour or a weight that the
/// program uses: bold, faint, underlined, one of the sixteen colours, or the end of it.
fn colour(text: &str) -> Option<usize> {
    let (codes, _) = text.strip_prefix("\u{1b}[")?.split_once('m')?;
    let is_ours = |code: &str| {
        matches!(code, "0" | "1" | "2" | "3" | "4" | "30" | "31" | "32" | "33" | "34" | "35" | "36")
            || matches!(code, "37" | "90" | "91" | "92" | "93" | "94" | "95" | "96" | "97")
    };
    codes.split(';').all(is_ours).then(|| "\u{1b}[".len() + codes.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_pass() {
        for text in ["\u{1b}[1m\u{1b}[31mred\u{1b}[0m\n", "a\tb", "\u{1b}[1;36mx"] {
            assert_eq!(spelled(text), text);
        }
        for (text, told) in [
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{1b}]0;pwned\u{7}", "\\u{1b}]0;pwned\\u{7}"),
            ("\u{1b}[8mhidden\u{1b}[0m", "\\u{1b}[8mhidden\u{1b}[0m"),
            ("\u{9b}2J\u{202e}x", "\\u{9b}2J\\u{202e}x"),
            ("\r\u{8}", "\\u{d}\\u{8}"),
            ("\u{1b}", "\\u{1b}"),
        ] {
            assert_eq!(spelled(text), told);
        }
    }
}
