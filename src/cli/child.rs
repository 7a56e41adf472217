//! Other programs: a pager, `sendmail`, what knows a password.

use std::ffi::{OsStr, OsString};
use std::process::Command;

use crate::campaign::world;

/// What the variables begin with that hold keys and passwords of ours.
const OURS: &str = "ADJUTANT_";

/// A program of this machine, which gets none of the secrets in our environment.
pub(super) fn child(program: &OsStr) -> Command {
    clean(Command::new(program))
}

/// The same of a program that is named already.
pub(super) fn clean(mut command: Command) -> Command {
    let ours = |name: &OsString| name.to_string_lossy().starts_with(OURS);
    for name in world::variables().into_iter().filter(ours) {
        command.env_remove(name);
    }
    command
}
