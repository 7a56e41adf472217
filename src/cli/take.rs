use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs};
use crate::base::text::harmless;
use crate::base::{Problem, Seat};
use crate::campaign::world;
use crate::post::Message;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll;
use crate::referee::letters::relay::{self, Taken};
use crate::referee::moderator::word;
use crate::seal::sealed;

/// Take a player's signed word, made with `adjutant say`, and do what it says.
///
/// The ledger keeps the word, and everyone can check that it is the player's. A message to other players
/// is kept sealed, and the file that is to be sent to them is named.
#[derive(Debug, Args)]
pub(super) struct Take {
    /// The file, as it came.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Take {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let bytes = world::read_mail(&self.file)?;
        let mut desk = context.desk(&self.keys)?;
        let now = world::now()?;
        let at = |p: Problem| p.at(self.file.display());
        if let Some(came) = relay::find(&desk, &Message::read(&bytes))? {
            let taken = relay::take(&mut desk, &came, (now, now)).map_err(at)?;
            return passed_on(context, &desk, &taken);
        }
        let told = word::take(&mut desk, &bytes, (now, now)).map_err(|p| {
            let packet = sealed::is_sealed(&bytes).then(|| {
                Problem::refused("this is a packet of orders, not a player's word")
                    .hint("take it in with `adjutant receive FILE`")
            });
            at(packet.unwrap_or(p))
        })?;
        context.answer(&format!("{told}\n"), &json!({"done": told}))
    }
}

/// Says what a message is to be sent as, and to whom: also to its author, as the receipt.
fn passed_on(context: &Context, desk: &Desk, taken: &Taken) -> Result<(), Problem> {
    let mut out = format!("{}\n", taken.told);
    for seat in &taken.readers {
        let address = enroll::address(desk, seat)?.unwrap_or_else(|| seat.to_string());
        let _ = writeln!(out, "send      {}  to {}", taken.path, harmless(&address));
    }
    let readers: Vec<&str> = taken.readers.iter().map(Seat::as_str).collect();
    context.answer(&out, &json!({"done": taken.told, "send": taken.path, "to": readers}))
}
