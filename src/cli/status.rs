use std::fmt::Write as _;

use clap::Args;

use super::context::{Context, KeyArgs, keys_beside, print, print_json};
use crate::base::{Problem, text};
use crate::referee::status::{Status as Standing, full, public};

/// Show where the campaign stands, one line per seat.
#[derive(Debug, Args)]
pub(super) struct Status {
    #[command(flatten)]
    keys: KeyArgs,
}

impl Status {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let root = context.store()?.root().to_owned();
        // Who has the keys sees which sequence counts; everybody sees who has sent.
        let secret = self.keys.keys.is_some()
            || keys_beside(&root).is_dir()
            || crate::campaign::world::variable("ADJUTANT_MODERATOR_KEY").is_some();
        let status =
            if secret { full(&context.look(&self.keys)?)? } else { public(&context.campaign()?)? };
        if context.json { print_json(&status) } else { print(&table(&status)) }
    }
}

fn table(status: &Standing) -> String {
    let mut out = format!("{} ({}): {}\n", status.campaign, status.game, status.stage);
    if let Some(deadline) = &status.deadline_in_words {
        let _ = writeln!(out, "deadline {deadline}");
    }
    let width = status.seats.iter().map(|line| line.seat.len()).max().unwrap_or_default();
    for line in &status.seats {
        let player = text::harmless(line.player.as_deref().unwrap_or("-"));
        let sequence = line.sequence.map(|s| format!("sequence {s}")).unwrap_or_default();
        let row = format!("{:<width$}  {:<11}  {player:<16}  {sequence}", line.seat, line.orders);
        let _ = writeln!(out, "{}", row.trim_end());
    }
    let _ = writeln!(out, "dice: {}", status.dice());
    if !status.acts.is_empty() {
        out.push_str("the moderator's decisions:\n");
    }
    for act in &status.acts {
        let _ = writeln!(out, "  {}", text::harmless(act));
    }
    out
}
