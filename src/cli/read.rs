use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, ReportArgs};
use super::rendering::RenderingArgs;
use crate::base::Problem;
use crate::referee::report::with_deadline;

/// Decrypt and render a report.
///
/// The report for everybody, cycles/CCCC/public.md, needs no key.
#[derive(Debug, Args)]
pub(super) struct Read {
    /// The report [default: the newest of the key's seat in the campaign].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    rendering: RenderingArgs,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Read {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let report = context.report(&ReportArgs { report: self.file, player: self.player })?;
        let data = &report.data;
        let page = with_deadline(data.page.clone(), data, context.perhaps()?.as_ref());
        self.rendering.show(context, &page, (&data.game, data))
    }
}
