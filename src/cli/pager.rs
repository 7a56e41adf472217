//! Long text on a terminal, a screenful at a time.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use super::child::child;
use super::context::print;
use super::terminal;
use crate::base::Problem;
use crate::campaign::world;

/// The pager where the environment names none.
const PAGER: &str = "less";

/// How `less` behaves unless the environment says otherwise, as for git: it ends by itself if the
/// text fits the screen, shows colours, and leaves the text on the screen.
const LESS: &str = "FRX";

/// Shows a text through the pager, if it goes to a terminal; otherwise writes it as it is.
pub(super) fn show(text: &str) -> Result<(), Problem> {
    let pager = command().filter(|_| std::io::stdout().is_terminal());
    if pager.is_some_and(|pager| through(pager, text)) { Ok(()) } else { print(text) }
}

/// The pager; none if the environment says `PAGER=cat`, or that it is empty.
fn command() -> Option<Command> {
    let wanted = world::variable("PAGER").unwrap_or_else(|| PAGER.to_owned());
    if wanted.trim().is_empty() || wanted.trim() == "cat" {
        return None;
    }
    // With arguments, as the variable is used everywhere.
    let mut words = wanted.split_whitespace();
    let mut command = child(words.next()?.as_ref());
    command.args(words).stdin(Stdio::piped());
    if world::variable("LESS").is_none() {
        command.env("LESS", LESS);
    }
    Some(command)
}

/// True if there is such a pager. It may be left before it has read all.
fn through(mut pager: Command, text: &str) -> bool {
    let Ok(mut child) = pager.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(terminal::spelled(text).as_bytes());
    }
    child.wait().is_ok()
}
