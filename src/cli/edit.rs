use clap::{Args, Subcommand};
use serde_json::json;

use super::context::{Context, KeyArgs};
use super::rendering::OutputArgs;
use super::rule::value_at;
use crate::base::Problem;
use crate::referee::moderator::rehearsal;

/// Write a scenario that begins with a position of the campaign; `new --scenario` takes it.
///
/// It holds every secret of the position, and so does a campaign that is made from it.
#[derive(Debug, Args)]
pub(super) struct Edit {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    keys: KeyArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a scenario that begins with the position after a cycle.
    Position {
        /// The cycle [default: the last one resolved].
        #[arg(long)]
        cycle: Option<u32>,
        /// A value to set, as /state/open/turn=3; may be repeated. The file can be edited as well.
        #[arg(long = "set", value_name = "PATH=VALUE")]
        values: Vec<String>,
        #[command(flatten)]
        output: OutputArgs,
    },
}

impl Edit {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let What::Position { cycle, values, output } = self.what;
        let values = values.iter().map(|value| value_at(value)).collect::<Result<_, _>>()?;
        let mut desk = context.look(&self.keys)?;
        let cycle = super::clone::newest(&desk, cycle)?;
        desk.campaign.recall(cycle)?;
        let text = rehearsal::scenario(&desk, cycle, values)?;
        match output.output {
            None => context.answer(&text, &json!({"scenario": text})),
            Some(_) => output.write(&text),
        }
    }
}
