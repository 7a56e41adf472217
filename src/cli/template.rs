use std::path::PathBuf;

use clap::Args;

use super::context::{Context, ReportArgs, print};
use crate::base::{Digest, Problem};
use crate::campaign::world;
use crate::engine::Chance;
use crate::referee::template;

/// Print an order file to fill in, prefilled from a report.
///
/// Standing orders stand in it, and for each of the player's units what it may do, as comments: who
/// removes the mark `# ` before a line gives that order. With the player's key, his link for the
/// seed stands in it too.
#[derive(Debug, Args)]
pub(super) struct Template {
    /// Write the orders of a plain computer player in place of what may be ordered.
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
        let text = if self.staff {
            // The same report gives the same ideas.
            let mut chance = Chance::from_seed(Digest::of(report.text.as_bytes()).0);
            let ideas = table.suggest(&report.data.view(), &mut chance)?;
            template::filled(&report, &*table, key.as_ref(), &ideas)?
        } else {
            template::blank(&report, &*table, key.as_ref())?
        };
        match &self.output {
            Some(path) => world::write_new(path, text.as_bytes(), false),
            None => print(&text),
        }
    }
}
