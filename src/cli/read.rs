use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, ReportArgs};
use super::problem;
use super::rendering::RenderingArgs;
use crate::base::Problem;
use crate::base::text::harmless;
use crate::referee::player;
use crate::referee::report::with_deadline;

/// Decrypt and show a report.
///
/// The public report, cycles/CCCC/public.md, needs no key.
#[derive(Debug, Args)]
pub(super) struct Read {
    /// The report [default: the newest one for your seat].
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
        let (data, campaign) = (&report.data, context.perhaps()?);
        let game = match player::game(data, campaign.as_ref()) {
            Ok(game) => game,
            // Without its game's files a report can still be read in the words it was sent in.
            Err(problem) if self.rendering.is_plain(context) => {
                problem::report(&problem);
                return self.rendering.output.write(&harmless(report.markdown()));
            }
            Err(problem) => return Err(problem),
        };
        let page = with_deadline(data.page(&*game)?, data, campaign.as_ref());
        self.rendering.show(context, &page, (&data.game, data))
    }
}
