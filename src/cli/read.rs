use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, ReportArgs, print, style};
use crate::base::text::harmless_json;
use crate::base::{Problem, canonical};
use crate::report;

/// Decrypt and render a report.
#[derive(Debug, Args)]
pub(super) struct Read {
    /// The report [default: the newest of the key's seat in the campaign].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print Markdown in place of text for the terminal.
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Read {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let report = context.report(&ReportArgs { report: self.file, player: self.player })?;
        let page = &report.data.page;
        if context.json {
            return print(&format!("{}\n", harmless_json(&canonical::encode(&report.data))));
        }
        print(&if self.markdown { report::markdown(page) } else { report::text(page, style()) })
    }
}
