//! What the terminal sees. One file for each command: its arguments, its help, a few calls.
//!
//! Results go to standard output, everything else to standard error. With `--json` standard output
//! is one JSON document: the result or, if there is none, the problem.

mod beacon;
mod browser;
mod calendar;
mod candidates;
mod card;
mod check;
mod child;
mod choice;
mod choices;
mod chronicle;
mod clone;
mod completions;
mod context;
mod copy;
mod demo;
mod deputy;
mod edit;
mod enroll;
mod examples;
mod fmt;
mod forecast;
mod format;
mod game;
mod help;
mod incoming;
mod keygen;
mod league;
mod lock;
mod man;
mod new;
mod next;
mod office;
mod open;
mod orders;
mod pager;
mod play;
mod post;
mod preview;
mod problem;
mod read;
mod reading;
mod receive;
mod rendering;
mod request;
mod resolve;
mod reveal;
mod rule;
mod run;
mod say;
mod schema;
mod seal;
mod several;
mod shares;
mod show;
mod site;
mod skills;
mod status;
mod take;
mod template;
mod terminal;
mod trust;
mod undo;
mod verify;
mod witness;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};

use crate::base::{Problem, VERSION};
use crate::campaign::world;
use crate::engine::Shelf;
use context::Context;
pub use help::command;

/// The meaning of each exit status, at the end of the help.
const STATUS: &str = "\
Exit status:
   0  done
   1  something was refused or came too late, or verification failed
   2  wrong usage
   3  nothing to do, or not yet
   4  a file, a key or the system failed
  75  another command is working on the campaign

Environment:
  ADJUTANT_MODERATOR_KEY    contents of moderator.key
  ADJUTANT_CAMPAIGN_SECRET  contents of campaign.secret
  ADJUTANT_PLAYER_KEY       contents of your key file
  SOURCE_DATE_EPOCH         use this Unix time instead of the clock
  NO_COLOR                  no colours";

/// Play-by-email turn processor: signed and sealed orders, committed dice, private reports, and a
/// ledger that anyone can check.
#[derive(Debug, Parser)]
#[command(name = "adjutant", version = VERSION, after_help = STATUS)]
pub struct Cli {
    /// Use the campaign in this directory or one of its parents [default: here].
    #[arg(
        short = 'C',
        long = "campaign",
        value_name = "DIR",
        global = true,
        default_value = ".",
        hide_default_value = true
    )]
    directory: PathBuf,
    /// Print JSON for scripts.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::New),
    Enroll(enroll::Enroll),
    Card(card::CardArgs),
    Open(open::Open),
    Receive(receive::Receive),
    Status(status::Status),
    Lock(lock::LockArgs),
    Beacon(beacon::BeaconArgs),
    Resolve(resolve::Resolve),
    Undo(undo::Undo),
    Rule(rule::Rule),
    Orders(orders::Orders),
    Preview(preview::Preview),
    Edit(edit::Edit),
    Clone(clone::Clone),
    Copy(copy::Copy),
    Take(take::Take),
    Office(office::Office),
    Deputy(deputy::Deputy),
    Calendar(calendar::Calendar),
    Run(run::Run),
    Post(post::Post),
    Show(show::Show),
    Reveal(reveal::Reveal),
    Keygen(keygen::Keygen),
    League(league::League),
    Play(play::Play),
    Read(read::Read),
    Choices(choices::Choices),
    Template(template::Template),
    Check(check::Check),
    Forecast(forecast::Forecast),
    Fmt(fmt::Fmt),
    Seal(seal::Seal),
    Say(say::Say),
    Request(request::Request),
    Verify(verify::Verify),
    Witness(witness::WitnessArgs),
    Site(site::Site),
    Chronicle(chronicle::Chronicle),
    Format(format::Format),
    Game(game::Game),
    Schema(schema::Schema),
    Demo(demo::Demo),
    Completions(completions::Completions),
    Man(man::Man),
    Help(help::Help),
}

/// Runs the program and gives its exit status.
pub fn run(shelf: Shelf, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(status) = completions::serve(&arguments, shelf) {
        return status;
    }
    let json = arguments.iter().any(|argument| argument == "--json");
    let mut command = command(shelf);
    let parsed = command.try_get_matches_from_mut(arguments);
    let cli =
        match parsed.and_then(|m| Cli::from_arg_matches(&m).map_err(|e| e.format(&mut command))) {
            Ok(cli) => cli,
            Err(error) => {
                let status = if error.use_stderr() { 2 } else { 0 };
                if json && error.use_stderr() {
                    let text = error.render().to_string();
                    let what = text.lines().next().unwrap_or_default();
                    problem::report_json(&Problem::usage(what.trim_start_matches("error: ")));
                }
                let words = error.render().ansi().to_string();
                if error.use_stderr() {
                    terminal::say(&words);
                } else {
                    // A closed pipe under the help text is nobody's problem.
                    let _ = terminal::print(&words);
                }
                return ExitCode::from(status);
            }
        };
    world::forbid_core_dumps();
    let context = Context::new(cli.directory, cli.json, shelf);
    match dispatch(cli.command, &context) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            if context.json && !terminal::has_answered() {
                problem::report_json(&problem);
            }
            problem::report(&problem)
        }
    }
}

fn dispatch(command: Command, context: &Context) -> Result<(), Problem> {
    match command {
        Command::New(new) => new.run(context),
        Command::Enroll(enroll) => enroll.run(context),
        Command::Card(card) => card.run(context),
        Command::Open(open) => open.run(context),
        Command::Receive(receive) => receive.run(context),
        Command::Status(status) => status.run(context),
        Command::Lock(lock) => lock.run(context),
        Command::Beacon(beacon) => beacon.run(context),
        Command::Resolve(resolve) => resolve.run(context),
        Command::Undo(undo) => undo.run(context),
        Command::Rule(rule) => rule.run(context),
        Command::Orders(orders) => orders.run(context),
        Command::Preview(preview) => preview.run(context),
        Command::Edit(edit) => edit.run(context),
        Command::Clone(clone) => clone.run(context),
        Command::Copy(copy) => copy.run(context),
        Command::Take(take) => take.run(context),
        Command::Office(office) => office.run(context),
        Command::Deputy(deputy) => deputy.run(context),
        Command::Calendar(calendar) => calendar.run(context),
        Command::Run(run) => run.run(context),
        Command::Post(post) => post.run(context),
        Command::Show(show) => show.run(context),
        Command::Reveal(reveal) => reveal.run(context),
        Command::Keygen(keygen) => keygen.run(context),
        Command::League(league) => league.run(context),
        Command::Play(play) => play.run(context),
        Command::Read(read) => read.run(context),
        Command::Choices(choices) => choices.run(context),
        Command::Template(template) => template.run(context),
        Command::Check(check) => check.run(context),
        Command::Forecast(forecast) => forecast.run(context),
        Command::Fmt(fmt) => fmt.run(context),
        Command::Seal(seal) => seal.run(context),
        Command::Say(say) => say.run(context),
        Command::Request(request) => request.run(context),
        Command::Verify(verify) => verify.run(context),
        Command::Witness(witness) => witness.run(context),
        Command::Site(site) => site.run(context),
        Command::Chronicle(chronicle) => chronicle.run(context),
        Command::Format(format) => format.run(context),
        Command::Game(game) => game.run(context),
        Command::Schema(schema) => schema.run(context),
        Command::Demo(demo) => demo.run(context),
        Command::Completions(completions) => completions.run(context),
        Command::Man(man) => man.run(context),
        Command::Help(help) => help.run(context),
    }
}
