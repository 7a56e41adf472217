use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, print, print_json};
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::player;
use crate::referee::receipt::Receipt;
use crate::referee::verify::{Own, verify};
use crate::seal::{PlayerSecret, PublicKey};

/// Verify what is public, your own reports and packets and, after the reveal, the whole game.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// A report of yours; may be repeated.
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// A receipt of yours; may be repeated.
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// A packet of yours, as you sent it; may be repeated. After the reveal it is judged again and
    /// compared with the receipts given: a false refusal or a false "late" fails.
    #[arg(long, value_name = "FILE")]
    packet: Vec<PathBuf>,
    /// A checkpoint you saved earlier: the ledger may only have grown since.
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Verify {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        let signing = key.as_ref().map(|key| PublicKey::of(key.signing()));
        let mut own = Own { key: signing, ..Own::default() };
        for path in &self.report {
            let name = path.display().to_string();
            let report = player::report(&world::read(path)?, identity).map_err(|p| p.at(&name))?;
            own.reports.push((name, report));
        }
        for path in &self.checkpoint {
            own.checkpoints.push((path.display().to_string(), world::read(path)?));
        }
        for path in &self.receipt {
            let name = path.display().to_string();
            let receipt = Receipt::open(world::read(path)?, identity).map_err(|p| p.at(&name))?;
            own.receipts.push((name, receipt));
        }
        for path in &self.packet {
            own.packets.push((path.display().to_string(), world::read_mail(path)?));
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
                1 => "1 check failed".to_owned(),
                n => format!("{n} checks failed"),
            };
            Err(Problem::refused(format!("verification failed: {failed}")))
        }
    }
}
