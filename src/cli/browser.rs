//! A page in the reader's browser, if they say so.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};

use super::terminal::say;
use crate::campaign::world;
use crate::cli::child;

/// Asks whether to open a page, where a person can answer and a browser can show it.
pub(super) fn offer(page: &Path) {
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    if person && has_screen() && agreed(&format!("Open {} in a browser?", page.display())) {
        let opened = commands(page).into_iter().any(|command| succeeds(child::clean(command)));
        if !opened {
            say("no browser could be started; open the file yourself\n");
        }
    }
}

/// True if a window can be opened: always but where windows are a server's, which the environment names.
fn has_screen() -> bool {
    let unix = cfg!(all(unix, not(target_os = "macos")));
    !unix
        || ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| world::variable(name).is_some())
}

/// Asks, and takes an empty line for yes. The end of the input is no.
fn agreed(question: &str) -> bool {
    say(&format!("{question} [Y/n] "));
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer).unwrap_or(0);
    read > 0 && matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

/// The programs to try: the one that the environment names, then the system's.
fn commands(page: &Path) -> Vec<Command> {
    let named = world::variable("BROWSER").filter(|name| !name.is_empty());
    let own = named.map(|name| {
        let mut command = Command::new(name);
        command.arg(page);
        command
    });
    own.into_iter().chain(open::commands(page)).collect()
}

/// True if it could be started and did not fail.
fn succeeds(mut command: Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
