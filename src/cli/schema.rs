use clap::Args;

use super::context::Context;
use super::rendering::OutputArgs;
use crate::base::Problem;

/// Print the JSON Schema of a game's order file, for editors and validators.
///
/// Editors with a YAML language server expect it as orders.schema.json beside the order file: the
/// first line of a template names it.
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// The game [default: the campaign's].
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
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
        self.output.publish(&context.shelf.named(&name)?.schema())
    }
}
