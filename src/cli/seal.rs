use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::check;
use super::context::{Context, ReportArgs};
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::player;

/// Check, sign and encrypt an order file, and print the packet to send.
#[derive(Debug, Args)]
pub(super) struct Seal {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    /// Write the packet to a new file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seal the file even if some lines will not be carried out.
    #[arg(long)]
    anyway: bool,
    #[command(flatten)]
    report: ReportArgs,
}

impl Seal {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::player(&self.report.player)?;
        let mut reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        let orders = world::read(&self.orders)?;
        let findings =
            reading.check(&*game, &orders).map_err(|p| p.at(self.orders.display()))?;
        let (name, text) = (self.orders.display().to_string(), String::from_utf8_lossy(&orders));
        for finding in &findings {
            anstream::eprint!("{}", check::show(&name, &text, finding));
        }
        if !self.anyway {
            check::verdict(&findings)
                .map_err(|p| p.hint("use --anyway to seal the file as it is"))?;
        }
        let packet = player::seal(&reading.report.data, &*game, &orders, &key)?;
        match &self.output {
            Some(path) => {
                world::write_new(path, packet.as_bytes(), false)?;
                anstream::eprintln!("next: send {} to the moderator", path.display());
                Ok(())
            }
            None => context.answer(&packet, &json!({"packet": packet, "findings": findings})),
        }
    }
}
