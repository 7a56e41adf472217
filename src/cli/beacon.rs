use std::path::PathBuf;
use std::process::Stdio;

use clap::Args;
use serde_json::json;

use super::child::child;
use super::context::{Context, KeyArgs};
use crate::base::{Problem, Time};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::ledger::{Beacon, Earlier};
use crate::referee::moderator::beacon;
use crate::referee::record::luck::{Awaited, awaited};
use crate::seal::beacon::Round;

/// Bytes of what a beacon's server answers at most.
const LIMIT: usize = 64 * 1024;

/// Take the public value that the open cycle's dice wait for, or say which one that is.
///
/// Where a campaign has a beacon, nobody knows the dice of a cycle before its deadline has passed.
#[derive(Debug, Args)]
pub(super) struct BeaconArgs {
    /// The round of drand as JSON, as its servers give it; `-` reads standard input. Where orders are sealed to rounds and
    /// the deadline was moved, the earlier rounds as well.
    #[arg(value_name = "FILE", conflicts_with_all = ["command", "value", "missing"])]
    files: Vec<PathBuf>,
    /// A program that prints this JSON, and its arguments; `{round}` in them is the round's number.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["value", "missing"])]
    command: Option<String>,
    /// What a declared source gave, such as the numbers that were drawn.
    #[arg(long, value_name = "TEXT", conflicts_with = "missing")]
    value: Option<String>,
    /// The value did not come in the time that the campaign gives it: go on without. Everyone can see why.
    #[arg(long, value_name = "REASON")]
    missing: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl BeaconArgs {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let given = !self.files.is_empty() || self.command.is_some();
        if !given && self.value.is_none() && self.missing.is_none() {
            return told(context);
        }
        let mut desk = context.desk(&self.keys)?;
        let now = world::now()?;
        let value = match (self.command, self.value, self.missing) {
            _ if !self.files.is_empty() => {
                let read = |file: &PathBuf| {
                    let round = Round::read(&world::read_mail(file)?);
                    round.map_err(|p| p.at(file.display()))
                };
                drand(self.files.iter().map(read).collect::<Result<_, _>>()?)
            }
            (Some(command), ..) => {
                let waits = awaited(&desk.campaign)?;
                let waits = waits.ok_or_else(|| Problem::nothing("no cycle waits for a beacon"))?;
                fetched(&command, &waits, now)?
            }
            (_, Some(value), _) => Beacon::Declared { value },
            (.., reason) => Beacon::Missing { reason: reason.unwrap_or_default() },
        };
        let cycle = desk.campaign.open_cycle()?;
        beacon::take(&mut desk, value, now)?;
        context.answer(
            &format!("beacon    of cycle {cycle} is in the ledger\n"),
            &json!({ "campaign": desk.campaign.id(), "cycle": cycle }),
        )?;
        tell!("next: `adjutant resolve`");
        Ok(())
    }
}

/// The last of these rounds is the cycle's.
fn drand(mut rounds: Vec<Round>) -> Beacon {
    rounds.sort_by_key(|round| round.round);
    let Round { round, signature } = rounds.pop().expect("there is one");
    let earlier = rounds.into_iter();
    let earlier = earlier.map(|Round { round, signature }| Earlier { round, signature }).collect();
    Beacon::Drand { round, signature, earlier }
}

/// What a command of the moderator's prints for the round that is waited for.
///
/// # Errors
/// If it is too early, no round is waited for, or the command fails.
pub(super) fn fetched(command: &str, waits: &Awaited, now: Time) -> Result<Beacon, Problem> {
    let round = waits.round.ok_or_else(|| {
        Problem::usage("a declared value is given with --value TEXT, not by a command")
    })?;
    if now < waits.from {
        return Err(Problem::nothing(waits.sentence()));
    }
    let all = waits.earlier.iter().copied().chain([round]);
    Ok(drand(all.map(|round| printed(command, round)).collect::<Result<_, _>>()?))
}

/// The round that a command prints.
fn printed(command: &str, round: u64) -> Result<Round, Problem> {
    let round = round.to_string();
    let mut words = command.split_whitespace().map(|word| word.replace("{round}", &round));
    let program = words.next().ok_or_else(|| Problem::usage("the beacon's command is empty"))?;
    let mut process = child(program.as_ref());
    process.args(words).stdin(Stdio::null()).stderr(Stdio::inherit());
    let failed = |what: String| Problem::failed(what).at(&program);
    let output = process.output().map_err(|e| failed(format!("cannot run: {e}")))?;
    if !output.status.success() || output.stdout.len() > LIMIT {
        return Err(failed("the beacon's command failed".to_owned())
            .hint("give its answer as a file, with `adjutant beacon FILE`"));
    }
    Round::read(&output.stdout)
}

fn told(context: &Context) -> Result<(), Problem> {
    let campaign = context.campaign()?;
    let Some(waits) = awaited(&campaign)? else {
        return Err(Problem::nothing("no cycle waits for a beacon"));
    };
    let value = json!({
        "campaign": campaign.id(), "cycle": waits.cycle, "round": waits.round, "earlier": waits.earlier, "source": waits.source,
        "from": waits.from, "without-from": waits.without_from,
    });
    context.answer(&format!("{}\n", waits.sentence()), &value)?;
    tell!("next: {}", waits.hint());
    Ok(())
}
