use clap::Args;

use super::context::{Context, KeyArgs, warn};
use super::rendering::RenderingArgs;
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::cycle::resolve;

/// Show what would come of the orders that are in, without resolving the cycle.
///
/// The ledger says that you have seen it, and everyone can read that. It is meant for testing formats. To try
/// things out without looking into this campaign's dice, use `clone`.
#[derive(Debug, Args)]
pub(super) struct Preview {
    /// Whose report: a seat, `public`, or `moderator` for everything.
    #[arg(long, default_value = "moderator")]
    seat: String,
    /// Why; everyone can read it.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    rendering: RenderingArgs,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Preview {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.desk(&self.keys)?;
        let reader = desk.campaign.reader(&self.seat)?;
        let preview = resolve::preview(&mut desk, &reader, &self.reason, world::now()?)?;
        warn(&preview.unreadable);
        let page = preview.data.page(&*desk.campaign.game)?;
        self.rendering.show(context, &page, (&preview.data.game, &preview.data))
    }
}
