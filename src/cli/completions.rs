use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_complete::engine::complete;
use clap_complete::env::{self, Elvish, EnvCompleter, Fish, Powershell, Shells};
use serde_json::json;

use super::candidates::{Files, Line, offered};
use super::context::Context;
use super::terminal;
use crate::base::Problem;
use crate::campaign::world;
use crate::engine::Shelf;

/// Says which shell asks for the words that fit at the cursor; the scripts set it.
const ASKED_BY: &str = "ADJUTANT_COMPLETE";
/// Which word of the line the cursor is at, as the script for bash says.
const CURSOR: &str = "ADJUTANT_CURSOR";

/// The shells. Bash has a completer of our own: the library's breaks words at `=`, and offers file
/// names unquoted in place of the shell's own; so has zsh, whose first tab did nothing.
const SHELLS: Shells<'static> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Print shell completions for commands, options, seats, units, cycles, games and scenarios.
///
/// The script asks the program itself, so it knows the campaign that -C names or that you are in, and
/// your units once --key is on the line.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Your shell.
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let name = self.shell.to_string();
        let shell = SHELLS.completer(&name).expect("every shell has a completer");
        let mut out = Vec::new();
        let written =
            shell.write_registration(ASKED_BY, "adjutant", "adjutant", "adjutant", &mut out);
        written.expect("memory takes everything");
        let text = String::from_utf8_lossy(&out);
        context.answer(&text, &json!({"shell": name, "completions": text}))
    }
}

/// Answers a shell that asks what fits at the cursor, if one does. Nobody reads errors then: what
/// cannot be found is not offered.
pub(super) fn serve(arguments: &[OsString], shelf: Shelf) -> Option<ExitCode> {
    let asked_by = world::variable(ASKED_BY)?;
    let shell = SHELLS.completer(&asked_by)?;
    let from = arguments.iter().position(|word| word == "--")? + 1;
    let words = arguments[from..].to_vec();
    let files = match shell.name() {
        "bash" => Files::Left,
        "powershell" => Files::Plain,
        _ => Files::Quoted,
    };
    let told: Vec<String> = words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let told = if files == Files::Left { joined(&told, 0).0 } else { told };
    let mut command = offered(super::command(shelf), &Line::new(&told, shelf), files);
    let here = std::path::absolute(".").ok();
    let mut out = Vec::new();
    let done = shell.write_complete(&mut command, words, here.as_deref(), &mut out);
    let printed = done.is_ok() && terminal::print(&String::from_utf8_lossy(&out)).is_ok();
    Some(if printed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Bash, which breaks words at `=` and `:` and replaces only what is behind the last break.
#[derive(Debug)]
struct Bash;

/// Where bash breaks a word, beside blanks and quotes.
const BREAKS: [char; 2] = ['=', ':'];

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(
            out,
            r#"_{name}() {{
    local IFS=$'\n' words=("${{COMP_WORDS[@]:0:COMP_CWORD}}" "$2")
    COMPREPLY=($({CURSOR}="$COMP_CWORD" {var}=bash {completer} -- "${{words[@]}}" 2>/dev/null))
    if [[ "${{COMPREPLY[0]-}}" == *[=,/] ]]; then compopt -o nospace 2>/dev/null; fi
}}
complete -o bashdefault -o default -F _{name} {bin}"#
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        here: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let at = world::variable(CURSOR).and_then(|at| at.parse().ok());
        let words: Vec<String> = words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
        let at: usize = at.unwrap_or(words.len().saturating_sub(1));
        let (words, at) = joined(&words, at);
        let current = words.get(at).cloned().unwrap_or_default();
        let kept = current.rfind(BREAKS).map_or(0, |at| at + 1);
        let words = words.into_iter().map(OsString::from).collect();
        let mut text = String::new();
        for candidate in complete(command, words, at, here)? {
            let value = candidate.get_value().to_string_lossy();
            // Options are offered to whoever begins one: else they would hide the files.
            if current.starts_with('-') || !value.starts_with('-') {
                let _ = writeln!(text, "{}", value.get(kept..).unwrap_or_default());
            }
        }
        out.write_all(text.as_bytes())
    }
}

/// Zsh as the library serves it, but for the end of the script.
#[derive(Debug)]
struct Zsh;

impl EnvCompleter for Zsh {
    fn name(&self) -> &'static str {
        "zsh"
    }

    fn is(&self, name: &str) -> bool {
        name == "zsh"
    }

    /// From a directory of completions zsh runs the file as the function `_adjutant`, anew for every tab: then
    /// it has to answer, where the library's script only says who would.
    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut script = Vec::new();
        env::Zsh.write_registration(var, name, bin, completer, &mut script)?;
        let script = String::from_utf8_lossy(&script);
        let registered =
            script.trim_end().rsplit_once('\n').filter(|(_, end)| end.starts_with("compdef "));
        let Some((function, compdef)) = registered else { return out.write_all(script.as_bytes()) };
        let completed_by = compdef.split(' ').nth(1).unwrap_or_default();
        writeln!(
            out,
            "{function}\nif [[ $funcstack[1] == _{bin} ]]; then\n    {completed_by}\nelse\n    {compdef}\nfi"
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        here: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        env::Zsh.write_complete(command, words, here, out)
    }
}

/// The words as they were typed, before bash broke them, and where the one at `at` is among them.
fn joined(words: &[String], at: usize) -> (Vec<String>, usize) {
    let mut whole: Vec<String> = Vec::new();
    let (mut open, mut found) = (false, 0);
    for (n, word) in words.iter().enumerate() {
        let is_break = !word.is_empty() && word.chars().all(|c| BREAKS.contains(&c));
        match whole.last_mut().filter(|_| open || is_break) {
            Some(last) => last.push_str(word),
            None => whole.push(word.clone()),
        }
        open = is_break;
        if n == at {
            found = whole.len() - 1;
        }
    }
    (whole, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_bash_broke_are_whole_again() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for (broken, at, whole, found) in [
            ("a -C pell enroll b", 4, "a -C pell enroll b", 4),
            ("a new --option roll-call = y", 5, "a new --option roll-call=y", 3),
            ("a new --game = mechad x", 5, "a new --game=mechad x", 3),
            ("a --moderator SHA256 : abc d", 5, "a --moderator SHA256:abc d", 3),
            ("a --game =", 2, "a --game=", 1),
        ] {
            assert_eq!(joined(&words(broken), at), (words(whole), found), "{broken}");
        }
    }
}
