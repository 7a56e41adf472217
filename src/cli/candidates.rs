//! What a shell is offered for an argument: seats, cycles, units, games and the like, as the campaign
//! and the words on the line have them.
//!
//! A shell puts what it is offered onto the line as it is. Campaigns and reports come from others, so
//! only plain words are offered: nothing in them means anything to a shell.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::{Arg, Command};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use super::context::{Context, PlayerArgs, ReportArgs};
use super::help::ROLES;
use super::league;
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::engine::{Shelf, Skill};

/// The words of a line that is being typed.
#[derive(Debug, Clone)]
pub(super) struct Line(Vec<String>, Shelf);

/// How file names are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Files {
    /// As they are: the shell quotes what it is offered.
    Quoted,
    /// Only those with plain names: the shell quotes nothing.
    Plain,
    /// Not at all: the shell offers them by itself.
    Left,
}

/// What an argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Seats,
    Readers,
    Correspondents,
    Cycles,
    Units,
    Games,
    Scenarios,
    Options,
    Commands,
    Requests,
    Skills,
    Members,
    Opponents,
    LeagueGames,
    LeagueSeats,
}

/// What the arguments of commands take, by command and name; `*` stands for every command that is
/// not named above it.
const TAKES: &[(&str, &str, Kind)] = &[
    ("league new", "game", Kind::Games),
    ("league replace", "game", Kind::LeagueGames),
    ("league replace", "seat", Kind::LeagueSeats),
    ("league replace", "member", Kind::Opponents),
    ("league withdraw", "member", Kind::Members),
    ("league challenge", "by", Kind::Members),
    ("league challenge", "of", Kind::Members),
    ("preview", "seat", Kind::Readers),
    ("say press", "to", Kind::Correspondents),
    ("undo", "anew", Kind::Seats),
    ("format", "of", Kind::Games),
    ("format", "with", Kind::Scenarios),
    ("help", "what", Kind::Commands),
    ("request", "what", Kind::Requests),
    ("demo", "staff", Kind::Skills),
    ("template", "same_as", Kind::Cycles),
    ("*", "seat", Kind::Seats),
    ("*", "cycle", Kind::Cycles),
    ("*", "unit", Kind::Units),
    ("*", "game", Kind::Games),
    ("*", "scenario", Kind::Scenarios),
    ("*", "options", Kind::Options),
];

/// The command line with what each of its arguments may be on this line.
pub(super) fn offered(command: Command, line: &Line, files: Files) -> Command {
    below(command, "", line, files)
}

fn below(command: Command, path: &str, line: &Line, files: Files) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let mut command = command.mut_args(|arg| match kind(path, arg.get_id().as_str()) {
        Some(kind) => {
            let line = line.clone();
            arg.add(ArgValueCandidates::new(move || {
                let found = line.find(kind).unwrap_or_default();
                let plain = found.into_iter().filter(|word| is_plain(word));
                plain.map(CompletionCandidate::new).collect()
            }))
        }
        None => with_files(arg, files),
    });
    for name in names {
        let path = format!("{path} {name}").trim().to_owned();
        command = command.mut_subcommand(&name, |c| below(c, &path, line, files));
    }
    command
}

fn kind(path: &str, id: &str) -> Option<Kind> {
    let fits = |(command, name, _): &&(&str, &str, Kind)| {
        *name == id && (*command == path || *command == "*")
    };
    TAKES.iter().find(fits).map(|(_, _, kind)| *kind)
}

fn with_files(arg: Arg, files: Files) -> Arg {
    let takes_files = arg.get_value_hint() != clap::ValueHint::Unknown;
    match files {
        Files::Plain if takes_files => arg.add(ArgValueCompleter::new(|current: &OsStr| {
            let mut found = PathCompleter::any().complete(current);
            found.retain(|file| is_plain(&file.get_value().to_string_lossy()));
            found
        })),
        Files::Left if takes_files => arg.add(ArgValueCandidates::new(Vec::new)),
        Files::Plain | Files::Left | Files::Quoted => arg,
    }
}

/// True for a word that no shell reads as anything but itself.
fn is_plain(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|c| c.is_alphanumeric() || "._/".contains(c))
        && word.chars().all(|c| c.is_alphanumeric() || "._/+@%=:,-".contains(c))
}

impl Line {
    /// The line of these words. Quotes around a word, and `~` before it, are taken as a shell takes
    /// them.
    pub(super) fn new(words: &[String], shelf: Shelf) -> Self {
        let word = |word: &String| {
            let word = word.trim_matches(['"', '\'']);
            match (word.strip_prefix("~/"), world::variable("HOME")) {
                (Some(rest), Some(home)) => format!("{home}/{rest}"),
                _ => word.to_owned(),
            }
        };
        Self(words.iter().map(word).collect(), shelf)
    }

    /// The value of an option, wherever it stands.
    fn value(&self, names: &[&str]) -> Option<&str> {
        self.0.iter().enumerate().find_map(|(at, word)| {
            names.iter().find_map(|name| match word.strip_prefix(name)? {
                "" => self.0.get(at + 1).map(String::as_str),
                rest => rest.strip_prefix('=').or((name.len() == 2).then_some(rest)),
            })
        })
    }

    fn context(&self) -> Context {
        let directory = self.value(&["-C", "--campaign"]).unwrap_or(".");
        Context::new(PathBuf::from(directory), false, self.1)
    }

    /// The game that is meant: named as an option or behind `format`, else the one that commands
    /// take for granted.
    fn game(&self) -> Result<&'static dyn crate::engine::GameKind, Problem> {
        let behind = self.0.iter().position(|word| word == "format");
        let behind = behind.and_then(|at| self.0.get(at + 1)).map(String::as_str);
        let named = self.value(&["--game"]).or(behind.filter(|word| !word.starts_with('-')));
        named.map_or_else(|| Ok(self.1.usual()), |name| self.1.named(name))
    }

    /// All words of a kind.
    ///
    /// # Errors
    /// If there is no campaign, no key and so on: then there is nothing to offer.
    fn find(&self, kind: Kind) -> Result<Vec<String>, Problem> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Ok(match kind {
            Kind::Seats => self.seats()?,
            Kind::Readers => [self.seats()?, words(&["moderator", "public"])].concat(),
            Kind::Correspondents => [self.seats()?, words(&["all"])].concat(),
            Kind::Cycles => {
                let campaign = self.context().campaign()?;
                campaign.ledger.results().map(|(cycle, _)| cycle.to_string()).collect()
            }
            Kind::Units => self.units()?,
            Kind::Games => {
                let games = self.1.games().map(|game| game.name().to_owned());
                games.collect::<BTreeSet<_>>().into_iter().collect()
            }
            Kind::Scenarios => {
                let shipped = self.game()?.shipped();
                shipped.scenarios.iter().map(|(name, _)| (*name).to_owned()).collect()
            }
            Kind::Options => self.options()?,
            Kind::Commands => {
                let command = super::command(self.1);
                let commands = command.get_subcommands().map(Command::get_name);
                commands.chain(ROLES.iter().map(|(role, _)| *role)).map(str::to_owned).collect()
            }
            Kind::Requests => words(&["status", "report", "forecast", "question"]),
            Kind::Skills => words(&Skill::ALL.map(Skill::name)),
            Kind::Members => league::members(&self.context())?,
            Kind::Opponents => [league::members(&self.context())?, words(&["staff"])].concat(),
            Kind::LeagueGames => league::games(&self.context())?,
            Kind::LeagueSeats => league::seats(&self.context())?,
        })
    }

    fn seats(&self) -> Result<Vec<String>, Problem> {
        let campaign = self.context().campaign()?;
        Ok(campaign.seats().iter().map(ToString::to_string).collect())
    }

    /// The units of whoever has the key on the line, or in the environment, by their report. Nothing
    /// is ordered by it, so it needs no proof.
    fn units(&self) -> Result<Vec<String>, Problem> {
        let path = |names: &[&str]| self.value(names).map(PathBuf::from);
        let player = PlayerArgs { key: path(&["--key"]) };
        let args = ReportArgs { report: path(&["--report"]), moderator: None, player };
        let reading = Reading::unproven(&self.context(), &args)?;
        let choices = reading.game()?.choices(&reading.report.data.view())?;
        let units = choices.into_iter().filter(|choice| choice.unit);
        Ok(units
            .filter_map(|unit| unit.subject.split([',', ':']).next().map(str::to_owned))
            .collect())
    }

    /// Each option of the game with each of its values.
    fn options(&self) -> Result<Vec<String>, Problem> {
        let game = self.game()?;
        let options = game.options(game.shipped().format.as_bytes())?;
        let each = options.iter().flat_map(|(name, option)| {
            option.values.iter().map(move |value| format!("{name}={value}"))
        });
        let all: BTreeSet<String> = each.collect();
        Ok(all.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> Line {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        Line::new(&words, crate::games::OURS)
    }

    #[test]
    fn an_option_has_its_value_in_any_form() {
        for words in [
            &["adjutant", "-C", "pell", "open"][..],
            &["adjutant", "open", "-Cpell"],
            &["adjutant", "open", "--campaign=pell"],
            &["adjutant", "--campaign", "'pell'", "open"],
        ] {
            assert_eq!(line(words).value(&["-C", "--campaign"]), Some("pell"), "{words:?}");
        }
        assert_eq!(line(&["adjutant", "--keys", "x"]).value(&["--key"]), None);
        assert_eq!(line(&["adjutant", "--key"]).value(&["--key"]), None);
    }

    #[test]
    fn nothing_is_offered_that_a_shell_would_carry_out() {
        for word in ["Norway", "amber-147", "R.Africa-2", "roll-call=yes", "r02-b01", "Zürich"] {
            assert!(is_plain(word), "{word}");
        }
        for word in
            ["$(id)", "`id`", "a b", "a;b", "a|b", "*", "~x", "-rf", "a\nb", "", "a'b", "!1"]
        {
            assert!(!is_plain(word), "{word}");
        }
    }
}
