use clap::Args;
use serde_json::json;

use super::found;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::context::{Context, KeyArgs, keys, keys_beside};
use crate::cli::terminal::tell;
use crate::league::act::{self, Act, Begin};
use crate::league::lot;
use crate::league::pairing;
use crate::league::published::scores;
use crate::league::results;
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::seal::PublicKey;

/// Announce the next season: fix its rules, and commit to the number for its draws.
///
/// What will be drawn follows from a number that is fixed here. It is shown when entries close, and everyone
/// can check that it is the same.
#[derive(Debug, Args)]
pub(super) struct Announce {
    /// Announce it although the season before is not over.
    #[arg(long)]
    early: bool,
}

impl Announce {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let mut store = found(context)?;
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        store.lock_within(args.wait)?;
        let played = Played::read(&store, context.shelf)?;
        let last = Season::newest(&store);
        if last > 0 && !self.early {
            let season = Season::read(&store, &played.rules.name, last)?;
            let scores = scores(&results::all(store.root(), &season, &played));
            let open = season.games().any(|(_, game)| !scores.contains_key(&game.game));
            if open || season.rounds.is_empty() || pairing::next(&season, &played, &scores).is_ok()
            {
                return Err(Problem::refused(format!("season {last} is not over"))
                    .hint("add --early to announce another beside it"));
            }
        }
        let number = last + 1;
        let keys = keys(&folder)?;
        let now = world::now()?;
        let place = (played.rules.name.as_str(), number);
        let seed = lot::seed(&keys.secret, place, now);
        let begin = Begin {
            files: played.files.clone(),
            moderator: PublicKey::of(keys.signing.signing()).to_string(),
            commitment: lot::commitment(place, &seed),
        };
        let commitment = begin.commitment;
        // Before it counts, so that the season can be checked when the next one has other rules.
        played.copy(&store, number)?;
        let entry = act::entry(place, None, now, Act::Begin(begin));
        act::put(&store, &entry, keys.signing.signing())?;
        let form = played.rules.form.word();
        let words =
            format!("season    {number}: {}, {form}\ncommitted {commitment}\n", played.rules.game);
        let value = json!({"season": number, "commitment": commitment, "form": form});
        context.answer(&words, &value)?;
        tell!("next: `adjutant league enroll FILE` for each member, then `adjutant league pair`");
        Ok(())
    }
}
