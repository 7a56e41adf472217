use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{found, season};
use crate::base::{Problem, words};
use crate::campaign::world;
use crate::cli::context::{Context, PlayerArgs, beside};
use crate::cli::reading::remember_chains;
use crate::cli::terminal::tell;
use crate::league::chains::made;

/// For a member: make one file that commits to your chains in all your games of the season.
///
/// Each game has a chain of its own, worked out from your key and the game, so one key and one file serve all. The
/// file is read as long as a game has not begun; make it again when more games are paired.
#[derive(Debug, Args)]
pub(super) struct Chains {
    #[command(flatten)]
    player: PlayerArgs,
    /// Where it is written, over an older one [default: NAME.chains beside the key].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Chains {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let secret = Context::player(&self.player)?;
        let (_, season) = season(&found(context)?, context.shelf)?;
        let key = self.player.key.as_ref();
        let path = self.output.clone().or_else(|| beside(key, "chains")).ok_or_else(|| {
            Problem::usage("the key comes from no file").hint("say where to write: --output FILE")
        })?;
        world::outside_campaigns(&path)?;
        let (member, file) = made(&season, &secret)?;
        world::write_over(&path, file.sign(secret.signing())?.as_bytes())?;
        remember_chains(key, &file, &season.begin.moderator.parse()?)?;
        let number = file.chains.len();
        let shown = path.display();
        context.answer(
            &format!(
                "member    {member}\nchains    {}\nfile      {shown}\n",
                words::count(number, "game")
            ),
            &json!({"member": member, "games": number, "file": shown.to_string()}),
        )?;
        tell!("next: send {shown} to the moderator; keep your key");
        Ok(())
    }
}
