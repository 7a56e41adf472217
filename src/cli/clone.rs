use std::path::PathBuf;

use clap::Args;
use secrecy::ExposeSecret;
use serde_json::json;

use super::context::{Context, KeyArgs, keys_beside};
use super::new::fresh_keys;
use crate::base::{Digest, Problem};
use crate::campaign::{layout, world};
use crate::cli::terminal::tell;
use crate::referee::Desk;
use crate::referee::moderator::rehearsal;
use crate::seal::PlayerSecret;

/// Copy a campaign to try things out: another campaign that begins with its position, with keys of its
/// own for the moderator and for every seat.
///
/// Nothing signed there counts in the original. The scenario of the copy holds every secret of the
/// position: keep it to yourself.
#[derive(Debug, Args)]
pub(super) struct Clone {
    /// Directory for the copy; its keys, also those of the seats, go beside it, to DIR.keys.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    /// The cycle whose position it begins with [default: the last one resolved].
    #[arg(long)]
    cycle: Option<u32>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Clone {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.look(&self.keys)?;
        let cycle = newest(&desk, self.cycle)?;
        desk.campaign.recall(cycle)?;
        let folder = keys_beside(&self.into);
        let players = desk.campaign.seats().into_iter().map(|seat| {
            let key = PlayerSecret::generate(world::entropy()?);
            Ok((seat, key))
        });
        let (seats, players): (Vec<_>, Vec<_>) =
            players.collect::<Result<Vec<_>, Problem>>()?.into_iter().unzip();
        let keys = fresh_keys(&folder)?;
        let random = (Digest(world::entropy()?), world::now()?);
        let copy = rehearsal::copy(&desk, cycle, (&self.into, keys), &players, random)?;
        // Its scenario is the position, with all that is hidden in it.
        for path in [self.into.join(layout::SCENARIO), self.into.clone()] {
            world::make_private(&path)?;
        }
        for (seat, key) in seats.iter().zip(&players) {
            let path = folder.join(format!("{seat}.key"));
            world::write_new(&path, key.write().expose_secret().as_bytes(), true)?;
        }
        let (id, dir) = (copy.campaign.id(), self.into.display());
        let keys = folder.display();
        let words = format!("campaign  {id}\ndirectory {dir}\nkeys      {keys}\n");
        let value = json!({
            "campaign": id, "directory": dir.to_string(), "keys": keys.to_string(),
        });
        context.answer(&words, &value)?;
        tell!("next: `adjutant -C {dir} open`; each seat's key is in {keys}");
        Ok(())
    }
}

/// The cycle that is named, or the last one resolved.
pub(super) fn newest(desk: &Desk, named: Option<u32>) -> Result<u32, Problem> {
    let last = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
    named.or(last).ok_or_else(|| Problem::nothing("no cycle is resolved yet"))
}
