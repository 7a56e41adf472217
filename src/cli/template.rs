use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs};
use super::reading::Reading;
use crate::base::{Digest, Problem};
use crate::campaign::world;
use crate::engine::Chance;
use crate::referee::template::{self, Ties};

/// Print an order file to fill in, made from your report.
///
/// It holds your standing orders and, as comments, what each of your units may do: remove the `# `
/// before a line to give that order. With your key, it also holds your link for the seed, and the
/// sequence that your next packet needs.
#[derive(Debug, Args)]
pub(super) struct Template {
    /// Fill in the orders of a simple computer player instead.
    #[arg(long)]
    staff: bool,
    /// Write to a new file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

impl Template {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        let link = reading.link()?;
        let (report, campaign) = (&reading.report, reading.campaign.as_ref());
        let (sealed, _) = Context::sealed(&self.report.player)?;
        let sequence = sealed.next(&report.data, campaign);
        let ties = Ties { link, sequence, ..Ties::of(report, campaign) };
        let text = if self.staff {
            // The same report gives the same ideas.
            let mut chance = Chance::from_seed(Digest::of(report.text.as_bytes()).0);
            let ideas = game.suggest(&report.data.view(), &mut chance)?;
            template::filled(report, &*game, ties, &ideas)?
        } else {
            template::blank(report, &*game, ties)?
        };
        match &self.output {
            Some(path) => world::write_new(path, text.as_bytes(), true),
            None => context.answer(&text, &json!({"orders": text})),
        }
    }
}
