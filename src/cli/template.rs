use std::path::PathBuf;

use clap::Args;

use super::context::{Context, ReportArgs, print};
use crate::base::{Digest, Problem};
use crate::campaign::world;
use crate::engine::Chance;
use crate::referee::player;

/// Print an order file to fill in, prefilled from a report.
///
/// With the player's key, his link for the seed stands in it too.
#[derive(Debug, Args)]
pub(super) struct Template {
    /// Write the orders of a plain computer player in place of comments.
    #[arg(long)]
    staff: bool,
    /// Write to a new file in place of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

impl Template {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let report = context.report(&self.report)?;
        let table = context.table(&report)?;
        let key = Context::perhaps_player(&self.report.player)?;
        // The same report gives the same ideas.
        let mut chance = Chance::from_seed(Digest::of(report.text.as_bytes()).0);
        let ideas = table.suggest(&report.data.view(), &mut chance)?;
        let template = |ideas| player::template(&report, &*table, key.as_ref(), ideas);
        let text =
            if self.staff { player::filled(&template("")?, &ideas) } else { template(&ideas)? };
        match &self.output {
            Some(path) => world::write_new(path, text.as_bytes(), false),
            None => print(&text),
        }
    }
}
