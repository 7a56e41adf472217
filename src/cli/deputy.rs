use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::{Context, PlayerArgs, WAIT, print, print_json};
use super::receive::summary;
use crate::base::{Problem, Span, text};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::cycle::deputy::Deputy as Desk;

/// Act as a deputy, within the rights you were given, with your own key.
///
/// A deputy who may close works with the moderator's commands, once `adjutant office take-up` has
/// written their keys.
#[derive(Debug, Args)]
pub(super) struct Deputy {
    #[command(subcommand)]
    act: Act,
    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Move the deadline of the open cycle later, but not past the end of your own time.
    Extend {
        /// By how much: 2d, 36h, 90m [default: what the calendar gives for an extension].
        #[arg(long, value_name = "SPAN")]
        by: Option<Span>,
        /// The seat that pays with one of its extensions.
        #[arg(long, value_name = "SEAT")]
        seat: Option<String>,
        /// Why.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Note packets as they arrive, without opening them, and sign a receipt for each.
    Take {
        /// Packets or whole mails as they arrived; `-` reads standard input.
        #[arg(value_name = "FILE", default_value = "-")]
        files: Vec<PathBuf>,
        /// Write receipts to this directory instead of standard output.
        #[arg(long, value_name = "DIR")]
        receipts: Option<PathBuf>,
    },
}

impl Deputy {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::player(&self.player)?;
        let mut store = context.store()?;
        store.lock_within(WAIT)?;
        let mut desk = Desk::take(store, key.signing(), context.shelf)?;
        match &self.act {
            Act::Extend { by, seat, reason } => {
                let seat = seat.as_ref().map(|seat| desk.campaign.seat(seat)).transpose()?;
                desk.extend(*by, seat.as_ref(), reason, world::now()?)?;
                let cycle = desk.campaign.open_cycle()?;
                let deadline = desk.campaign.ledger.deadline_in_words(cycle).unwrap_or_default();
                let told = format!("the deadline of cycle {cycle} is {deadline}");
                context.answer(&format!("{told}\n"), &json!({"done": told}))
            }
            Act::Take { files, receipts } => {
                let mut all = Vec::new();
                for path in files {
                    let raw = world::read_mail(path)?;
                    let replies = desk.hold(&raw, world::now()?);
                    for reply in replies.map_err(|p| p.at(path.display()))? {
                        match receipts {
                            Some(folder) => {
                                world::write_over(
                                    &folder.join(reply.file()),
                                    reply.text.as_bytes(),
                                )?;
                            }
                            None if context.json => {}
                            None => print(&reply.text)?,
                        }
                        let line = format!("{}: {}", path.display(), summary(&reply));
                        tell!("{}", text::harmless(&line));
                        all.push(reply.receipt);
                    }
                }
                if context.json { print_json(&all) } else { Ok(()) }
            }
        }
    }
}
