use std::path::PathBuf;

use clap::Args;

use super::context::{Context, PlayerArgs, ReportArgs, print, style};
use crate::base::text::harmless_json;
use crate::base::{Problem, canonical};
use crate::campaign::world;
use crate::games;
use crate::report::{self, Rulebook, Style};

/// Decrypt and render a report.
#[derive(Debug, Args)]
pub(super) struct Read {
    /// The report [default: the newest of the key's seat in the campaign].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Markdown in place of text for the terminal.
    #[arg(long)]
    markdown: bool,
    /// One HTML file in place of text, with the rules that the report cites.
    #[arg(long, conflicts_with = "markdown")]
    html: bool,
    /// Write to a new file in place of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Read {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let report = context.report(&ReportArgs { report: self.file, player: self.player })?;
        let page = &report.data.page;
        let text = if context.json {
            format!("{}\n", harmless_json(&canonical::encode(&report.data)))
        } else if self.html {
            let game = games::named(&report.data.game)?;
            report::html(page, &Rulebook::read(game.shipped().rules)?)
        } else if self.markdown {
            report::markdown(page)
        } else if self.output.is_some() {
            report::text(page, Style { colour: false, ..style() })
        } else {
            report::text(page, style())
        };
        match &self.output {
            Some(path) => world::write_new(path, text.as_bytes(), false),
            None => print(&text),
        }
    }
}
