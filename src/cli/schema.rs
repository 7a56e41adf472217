use std::path::PathBuf;

use clap::Args;

use super::context::{Context, print};
use crate::base::Problem;
use crate::campaign::world;
use crate::games;

/// Print the JSON Schema of a game's order file, for editors and validators.
///
/// Editors with a YAML language server expect it as orders.schema.json beside the order file: the
/// first line of a template names it.
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// The game [default: the campaign's].
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Write to a new file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Schema {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let name = match self.game {
            Some(name) => name,
            None => match context.perhaps()? {
                Some(campaign) => campaign.ledger.genesis().game.clone(),
                None => {
                    return Err(Problem::usage("no game given").hint("give one with --game NAME"));
                }
            },
        };
        let schema = games::named(&name)?.schema();
        match &self.output {
            Some(path) => world::write_new(path, schema.as_bytes(), false),
            None => print(&schema),
        }
    }
}
