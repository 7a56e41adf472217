use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::cycle::reveal;

/// Publish the campaign secret so that anyone can replay the game.
#[derive(Debug, Args)]
pub(super) struct Reveal {
    /// End an unfinished campaign, for this reason.
    #[arg(long, value_name = "REASON")]
    abandon: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Reveal {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.desk(&self.keys)?;
        reveal::reveal(&mut desk, self.abandon.as_deref(), world::now()?)?;
        let words = "revealed  the campaign secret; everything is readable in revealed/\n";
        let id = desk.campaign.id();
        context.answer(words, &json!({"campaign": id, "directory": "revealed"}))?;
        tell!("next: `adjutant verify` replays the whole game");
        Ok(())
    }
}
