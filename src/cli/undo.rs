use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, paths, reports};
use super::next::Next;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::moderator::correct;

/// Undo the last cycle: go back to the position before it, and play the next cycle with the same orders and
/// new dice.
///
/// Nothing is deleted, and everyone can see it, with the reason. A cycle that is open is not played.
#[derive(Debug, Args)]
pub(super) struct Undo {
    /// Why.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// A seat whose player may send other orders; all others are bound to theirs. May be repeated.
    #[arg(long, value_name = "SEAT")]
    anew: Vec<String>,
    #[command(flatten)]
    next: Next,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Undo {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let deadline = self.next.deadline()?;
        let mut desk = context.desk(&self.keys)?;
        self.next.announce(&mut desk, deadline);
        let anew = self.anew.iter().map(|seat| desk.campaign.seat(seat));
        let anew = anew.collect::<Result<_, Problem>>()?;
        let undone = correct::undo(&mut desk, anew, &self.reason, world::now()?)?;
        let next = self.next.open(&mut desk, deadline)?;
        let reports = reports(&desk, undone.by);
        let (cycle, by) = (undone.cycle, undone.by);
        let mut out = format!("cycle     {cycle} is undone, by cycle {by}\n");
        for (seat, path) in &reports {
            let _ = writeln!(out, "{}", Context::addressed(&desk, seat, path)?);
        }
        if let Some(cycle) = next {
            let _ = writeln!(out, "cycle     {cycle} is open");
        }
        context.answer(
            &out,
            &json!({
                "undone": undone.cycle,
                "by": undone.by,
                "reports": paths(&reports),
                "opened": next,
            }),
        )?;
        if next.is_none() {
            tell!("next: send the reports; call for orders with `adjutant open`");
        }
        Ok(())
    }
}
