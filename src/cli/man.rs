use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;
use serde_json::json;

use super::context::Context;
use crate::base::Problem;
use crate::campaign::world;

/// Write man pages, one for each command and each of its parts, into a directory.
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The directory.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl Man {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut root = super::command(context.shelf);
        root.build();
        let mut count = 0;
        for command in all(&root) {
            let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
            let mut page = Vec::new();
            Page::new(command.clone())
                .render(&mut page)
                .map_err(|e| Problem::failed(format!("{name}.1: {e}")))?;
            world::write_new(&self.directory.join(format!("{name}.1")), &page, false)?;
            count += 1;
        }
        let directory = self.directory.display().to_string();
        let words = format!("{count} pages in {directory}\n");
        context.answer(&words, &json!({"directory": directory, "pages": count}))
    }
}

/// A command and all below it; what only shows help has no page.
fn all(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|command| command.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(all)).collect()
}
