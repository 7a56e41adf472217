use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::found;
use crate::base::Problem;
use crate::cli::context::Context;
use crate::league::audit::check;
use crate::league::rules::Played;
use crate::league::season::Season;

/// Recompute every pairing, seat, result and rating from the campaigns' signed ledgers.
///
/// Needs no key. Says where the published table differs from what they give.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The season [default: the newest].
    #[arg(long, value_name = "N")]
    season: Option<u32>,
    /// Verify every campaign whole, as `adjutant verify` does.
    #[arg(long)]
    campaigns: bool,
}

impl Verify {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let store = found(context)?;
        let newest = Season::newest(&store);
        let number = self.season.unwrap_or(newest);
        if number == 0 {
            return Err(Problem::nothing("no season was announced"));
        }
        let played = if number == newest {
            Played::read(&store, context.shelf)?
        } else {
            Played::read_of(&store, number, context.shelf)?
        };
        let checks = check(&store, &played, number, self.campaigns);
        let mut out = String::new();
        for check in &checks {
            if check.problems.is_empty() {
                let _ = writeln!(out, "{:9} passed: {}", check.name, check.number);
            }
            for problem in &check.problems {
                let _ = writeln!(out, "{:9} failed: {problem}", check.name);
            }
        }
        let failed: usize = checks.iter().map(|check| check.problems.len()).sum();
        let told = checks.iter().map(|check| {
            let problems: Vec<_> = check.problems.iter().map(ToString::to_string).collect();
            json!({"check": check.name, "number": check.number, "problems": problems})
        });
        let value = json!({"season": number, "checks": told.collect::<Vec<_>>()});
        context.answer(&out, &value)?;
        match failed {
            0 => Ok(()),
            failed => Err(Problem::refused(format!("verification failed: {failed} problems"))),
        }
    }
}
