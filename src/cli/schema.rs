use std::path::PathBuf;

use clap::Args;

use super::context::{Context, print};
use crate::base::Problem;
use crate::campaign::world;
use crate::games;

/// Print the JSON Schema of a game's order file, for editors and validators.
///
/// An editor with a YAML language server finds it as orders.schema.json beside the order file,
/// because the first line of a template says so.
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// The game [default: that of the campaign].
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Write to a new file in place of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Schema {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let name = match self.game {
            Some(name) => name,
            None => match context.perhaps()? {
                Some(campaign) => campaign.ledger.genesis().game.clone(),
                None => return Err(Problem::usage("which game?").hint("name it with --game NAME")),
            },
        };
        let schema = games::named(&name)?.schema();
        match &self.output {
            Some(path) => world::write_new(path, schema.as_bytes(), false),
            None => print(&schema),
        }
    }
}
