//! Help: commands by what they are for, what a player and a moderator need, and examples.

use clap::{Arg, Args, Command, CommandFactory};
use serde_json::json;

use super::context::Context;
use super::examples::{EXAMPLES, GROUPS};
use crate::base::Problem;
use crate::base::words::nearest;
use crate::engine::Shelf;

/// Columns of all help, whatever the terminal has: what is copied or quoted looks the same
/// everywhere.
const WIDTH: usize = 80;
/// Columns of the commands' names.
const NAMES: usize = 13;

/// Usages that are longer than a line.
const USAGES: &[(&str, &str)] = &[
    (
        "office hand-over",
        "adjutant office hand-over [OPTIONS] --reason <TEXT>\n       --output <FILE> <FILE>",
    ),
    (
        "office share",
        "adjutant office share [OPTIONS] --threshold <NUMBER> --folder <DIR>\n       <FILE> <FILE>...",
    ),
    (
        "office appoint",
        "adjutant office appoint [OPTIONS] --reason <TEXT> --may <RIGHTS>\n       --until <TIME> <FILE>",
    ),
];

/// What a command with parts takes for all of them.
const SHARED: &[&str] = &["key", "keys", "wait", "report", "moderator", "output", "force", "post"];

const PLAYER: &str = "\
You were invited to a game. What you need, in the order in which you need it:

  adjutant keygen anna --card pell.card      your keys: send anna.pub to the
                                             moderator, keep anna.key secret;
                                             the card is from the moderator
  adjutant read report.age --key anna.key    your report
  adjutant choices --report report.age --key anna.key
                                             what each of your units may do
  adjutant template --report report.age --key anna.key --short -o orders.yaml
                                             an order file to fill in
  adjutant check orders.yaml --report report.age --key anna.key
                                             what is wrong with your orders
  adjutant forecast orders.yaml --report report.age --key anna.key
                                             how they will probably turn out
  adjutant seal orders.yaml --report report.age --key anna.key -o orders.age
                                             the packet to send to the moderator

With a copy of the campaign's directory, write -C DIR in place of
--report FILE: the newest report is then found there.

  adjutant say away \"2026-08-01 to 2026-08-14\" --key anna.key --reason holidays
                                             your signed word to the moderator
  adjutant verify --report report.age --key anna.key
                                             was everything as it should be?

docs/player.md tells more. `adjutant help COMMAND` tells everything.
";

const MODERATOR: &str = "\
You run a game. What you need, in the order in which you need it:

  adjutant new pell                          a campaign in the directory pell;
                                             back up pell.keys
  adjutant -C pell enroll mazianni anna.pub  a seat for each player
  adjutant -C pell open --deadline +7d       the first cycle; send each player
                                             the report that it names
  adjutant -C pell receive anna.age          the orders that players send; send
                                             each the receipt
  adjutant -C pell status                    who has sent orders, what is next
  adjutant -C pell resolve --open            plays the cycle, writes all reports
                                             and opens the next
  adjutant -C pell reveal                    at the end: everyone can replay it

With a calendar, one command does whatever is due, and with a mailbox the rest:

  adjutant -C pell calendar set campaign.yaml --reason \"as agreed\"
  adjutant -C pell run --post

When plans change:

  adjutant -C pell calendar extend --by 2d --reason \"a wedding\"
  adjutant -C pell take away.txt             what a player signed with `say`
  adjutant -C pell rule accept union --reason \"the post was slow\"
  adjutant -C pell undo --reason \"I closed the wrong campaign\"

docs/moderator.md tells more. `adjutant help COMMAND` tells everything.
";

/// What each role needs, by name.
pub(super) const ROLES: &[(&str, &str)] = &[("player", PLAYER), ("moderator", MODERATOR)];

/// Show what a player or a moderator needs, or the help of a command.
#[derive(Debug, Args)]
pub(super) struct Help {
    /// `player`, `moderator` or a command.
    #[arg(value_name = "WHAT")]
    what: Vec<String>,
}

impl Help {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let text = match &self.what[..] {
            [role] if role_of(role).is_some() => role_of(role).unwrap_or_default().to_owned(),
            path => of_command(path, context.shelf)?,
        };
        context.answer(&text, &json!({"help": text}))
    }
}

fn role_of(name: &str) -> Option<&'static str> {
    ROLES.iter().find(|(role, _)| *role == name).map(|(_, text)| *text)
}

/// The help of a command below the program.
fn of_command(path: &[String], shelf: Shelf) -> Result<String, Problem> {
    let mut command = command(shelf);
    command.build();
    let mut found = &mut command;
    for name in path {
        if found.find_subcommand(name).is_none() {
            let names: Vec<&str> = found.get_subcommands().map(Command::get_name).collect();
            let roles = ROLES.iter().map(|(role, _)| *role);
            let near = nearest(name, names.into_iter().chain(roles));
            let problem = Problem::usage(format!("there is no command {name}"));
            return Err(match near {
                Some(near) => problem.hint(format!("did you mean {near}?")),
                None => problem.hint("`adjutant help` lists all commands"),
            });
        }
        found = found.find_subcommand_mut(name).expect("it was just there");
    }
    Ok(found.render_long_help().to_string())
}

/// The commands with the game that they take where none is named.
fn with_usual(command: Command, usual: &'static str) -> Command {
    let help = format!("The game [default: that of the scenario file, else {usual}]");
    let told = |c: Command| c.mut_arg("game", |game| game.help(help.clone()));
    let named = |c: Command| c.mut_arg("game", |game| game.default_value(usual));
    let command = command.mut_subcommand("new", told).mut_subcommand("demo", told);
    command.mut_subcommand("league", |league| league.mut_subcommand("new", named))
}

/// The program's command line: as its arguments are declared, with groups, examples and options in
/// the order in which they are needed.
pub fn command(shelf: Shelf) -> Command {
    let command = with_usual(super::Cli::command(), shelf.usual().name())
        .disable_help_subcommand(true)
        .max_term_width(WIDTH);
    let groups = groups(&command);
    dressed(command, "").help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\n\
         Invited to a game? `adjutant help player`. You run one?\n\
         `adjutant help moderator`.\n\
         `adjutant COMMAND --help` shows a command with examples.\n\n\
         Options:\n{{options}}{{after-help}}"
    ))
}

/// All commands under the headings of their groups.
fn groups(command: &Command) -> String {
    let mut out = String::new();
    for (heading, names) in GROUPS {
        out.extend([heading, ":\n"]);
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let mut line = format!("  {name:NAMES$}");
            for word in about.split(' ') {
                if line.chars().count() + word.chars().count() >= WIDTH {
                    out.extend([line.trim_end(), "\n"]);
                    line = " ".repeat(NAMES + 2);
                }
                line += word;
                line.push(' ');
            }
            out.extend([line.trim_end(), "\n"]);
        }
        out.push('\n');
    }
    out.trim_end().to_owned() + "\n"
}

/// A command and all below it with examples, its options in order, and what it takes from the
/// command above it.
fn dressed(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let shared = !path.is_empty() && !names.is_empty();
    let required: Vec<String> =
        command.get_arguments().filter(|a| a.is_required_set()).map(id).collect();
    let mut command = command.mut_args(|arg| {
        let order = place(&arg, required.contains(&id(&arg)));
        let game = arg.get_id() == "game";
        let arg = if game { arg.value_name("GAME") } else { arg };
        // What all its commands take may stand behind their names, and is in their help.
        let all = SHARED.contains(&arg.get_id().as_str());
        let arg = if shared && all { arg.global(true) } else { arg };
        arg.display_order(order)
    });
    if let Some((_, examples)) = EXAMPLES.iter().find(|(name, _)| *name == path) {
        let lines: Vec<String> = examples.iter().map(|line| folded(line)).collect();
        command = command.after_help(format!("Examples:\n{}", lines.join("\n")));
    }
    if let Some((_, usage)) = USAGES.iter().find(|(name, _)| *name == path) {
        command = command.override_usage(*usage);
    }
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(&name, |c| dressed(c, &below));
    }
    command
}

fn id(arg: &Arg) -> String {
    arg.get_id().to_string()
}

/// Where an option is listed: what is needed first, what every command has last.
fn place(arg: &Arg, required: bool) -> usize {
    let last = ["wait", "directory", "json"];
    match arg.get_id().as_str() {
        _ if required => 0,
        "key" => 1,
        "report" => 2,
        "moderator" => 3,
        "keys" => 40,
        name => last.iter().position(|known| *known == name).map_or(10, |at| 50 + at),
    }
}

/// An example in lines of the help, as a shell takes them.
fn folded(example: &str) -> String {
    let mut out = String::new();
    let mut line = String::from("  ");
    for word in example.split(' ') {
        if line.chars().count() + word.chars().count() + 2 > WIDTH {
            out.extend([&line, "\\\n"]);
            line = String::from("      ");
        }
        line += word;
        line.push(' ');
    }
    out + line.trim_end()
}
