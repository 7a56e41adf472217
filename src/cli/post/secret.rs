//! Passwords: from where post.yaml says they are, and never shown.

use std::path::Path;
use std::process::Stdio;

use secrecy::SecretString;

use crate::base::Problem;
use crate::campaign::world;
use crate::cli::child::child;
use crate::post::config::Password;

/// A password. What is said of one that cannot be had names the place, never the content.
pub(super) fn password(from: &Password) -> Result<SecretString, Problem> {
    match from {
        Password::Env(name) => match world::variable(name) {
            Some(text) => first_line(&text, &format!("the variable {name}")),
            None => Err(Problem::failed(format!("the variable {name} is not set"))
                .hint("it holds the password of the mailbox; see post.yaml")),
        },
        Password::File(path) => {
            let bytes = world::read(path)?;
            first_line(&String::from_utf8_lossy(&bytes), &path.display().to_string())
        }
        Password::Command(words) => by_command(words),
    }
}

fn by_command(words: &[String]) -> Result<SecretString, Problem> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| Problem::usage("the password's command is empty").hint("see post.yaml"))?;
    let mut command = child(program.as_ref());
    command.args(arguments).stdin(Stdio::inherit()).stderr(Stdio::inherit());
    let output =
        command.output().map_err(|e| Problem::failed(format!("cannot run: {e}")).at(program))?;
    if !output.status.success() {
        return Err(Problem::failed("the password's command failed").at(program));
    }
    first_line(&String::from_utf8_lossy(&output.stdout), program)
}

fn first_line(text: &str, place: &str) -> Result<SecretString, Problem> {
    match text.lines().next().filter(|line| !line.is_empty()) {
        Some(line) => Ok(SecretString::from(line.to_owned())),
        None => Err(Problem::failed("there is no password").at(place)),
    }
}

/// The certificates that a server's may be signed with, if a file names them.
pub(super) fn authority(path: Option<&Path>) -> Result<Option<Vec<u8>>, Problem> {
    path.map(world::read).transpose()
}
