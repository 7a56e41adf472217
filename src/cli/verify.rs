use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, print, print_json};
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::player;
use crate::referee::verify::{Own, verify};
use crate::seal::PlayerSecret;

/// Check the campaign: what everybody can, one's own part, and after the reveal the whole game.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// A report of one's own; may be given several times.
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// A receipt of one's own; may be given several times.
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// A checkpoint kept from an earlier day: the ledger may only have grown since.
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Verify {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        let mut own = Own::default();
        for path in &self.report {
            let name = path.display().to_string();
            let report = player::report(&world::read(path)?, identity).map_err(|p| p.at(&name))?;
            own.reports.push((name, report));
        }
        for path in &self.checkpoint {
            own.checkpoints.push((path.display().to_string(), world::read(path)?));
        }
        for path in &self.receipt {
            own.receipts.push((path.display().to_string(), world::read(path)?));
        }
        let verdict = verify(context.store()?, &own)?;
        if context.json {
            print_json(&verdict)?;
        } else {
            print(&verdict.to_string())?;
        }
        if verdict.passed() {
            Ok(())
        } else {
            let failed = match verdict.problems().count() {
                0 => "nothing could be checked".to_owned(),
                1 => "1 check does not hold".to_owned(),
                n => format!("{n} checks do not hold"),
            };
            Err(Problem::refused(format!("the verification failed: {failed}")))
        }
    }
}
