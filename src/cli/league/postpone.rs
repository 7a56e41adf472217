use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::context::{Context, KeyArgs};
use crate::league::act::{Act, Postpone as Postponement};

/// Open a paired round at another time. Games that are already open stay open.
#[derive(Debug, Args)]
pub(super) struct Postpone {
    /// The round.
    round: u32,
    /// When its games open.
    #[arg(long, value_name = "TIME")]
    opens: String,
    /// Why. Everyone can see it.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl Postpone {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let opens = world::deadline(&self.opens)?;
        let mut office = Office::take(context, args)?;
        let Self { round, reason, .. } = self;
        office.decide(Act::Postpone(Postponement { round, opens, reason }))?;
        let words = format!("round {round} opens at {opens}\n");
        context.answer(&words, &json!({"round": round, "opens": opens}))
    }
}
