use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::choice::ChoiceArgs;
use super::context::Context;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::run::demo::demo;

/// Play a whole campaign with a computer player in every seat, reveal it and verify it.
///
/// Needs no key, server or configuration.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// New directory for the campaign, keys, mail and reports.
    #[arg(value_name = "DIR", default_value = "adjutant-demo")]
    directory: PathBuf,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// Seed: the same number plays the same game [default: random].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after N cycles if the game is still going.
    #[arg(long, value_name = "N", default_value_t = 100)]
    cycles: u32,
}

impl Demo {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let choice = self.choice.read()?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => u64::from(u32::from_be_bytes(world::entropy()?)),
        };
        let mut told = |line: &str| tell!("{line}");
        let done = demo(&self.directory, &choice.charter("demo"), seed, self.cycles, &mut told)?;
        let dir = self.directory.display();
        let outcome = done.outcome.as_ref().map_or("undecided", |o| o.text.as_str());
        let (last, again) = (done.cycles, self.choice.again());
        let words = format!(
            "{}\n\
             {outcome}\n\n\
             Play the same game again: adjutant demo{again} --seed {seed}\n\n\
             In {dir}:\n\
             \x20 reports/{last:04}-*.md   what each seat was told in the last cycle\n\
             \x20 mail/{last:04}/          each seat's order file, packet and receipt\n\
             \x20 campaign/ledger/     the signed history\n\
             \x20 campaign/revealed/   everything, decrypted after the reveal\n\n\
             Verify it yourself, as anyone can:\n\
             \x20 adjutant -C {dir}/campaign verify\n",
            done.verdict
        );
        let value = json!({
            "directory": dir.to_string(),
            "seed": seed,
            "cycles": last,
            "outcome": done.outcome,
            "verdict": done.verdict,
        });
        context.answer(&words, &value)?;
        if done.verdict.passed() { Ok(()) } else { Err(Problem::refused("verification failed")) }
    }
}
