use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::Context;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::record::card::Card;

/// Write the campaign card: what a player needs to play by mail, without a copy of the campaign.
///
/// It shows a player's program who the moderator is, and has the game's tables. Everything in it is
/// public. With `run --post`, everybody who gets a seat gets it by mail.
#[derive(Debug, Args)]
pub(super) struct CardArgs {
    /// The new file [default: NAME-DIGEST.card].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl CardArgs {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let card = Card::of(&context.campaign()?)?;
        let path = self.output.unwrap_or_else(|| PathBuf::from(card.name()));
        world::outside_campaigns(&path)?;
        world::write_new(&path, &card.write(), false)?;
        let moderator = card.moderator()?.fingerprint();
        let path = path.display().to_string();
        let value = json!({"card": path, "moderator": moderator});
        context.answer(&format!("card      {path}\nmoderator {moderator}\n"), &value)?;
        tell!("next: send {path} to your players; they keep it with `adjutant read`");
        Ok(())
    }
}
