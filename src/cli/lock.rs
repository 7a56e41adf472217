use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, warn};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::cycle::closing;
use crate::referee::cycle::resolve::unreadable;
use crate::referee::moderator::lock;
use crate::referee::record::ledger_page::seats;

/// Lock the open cycle: nothing that comes later counts for it, and players give their links for its dice.
///
/// For campaigns made with `--links after-lock`. Refuses while `resolve` would. `run` locks by itself.
#[derive(Debug, Args)]
pub(super) struct LockArgs {
    /// Lock without the missing orders; the ledger records what those seats get instead.
    #[arg(long)]
    without_orders: bool,
    /// Lock before the deadline even if seats can still send or change orders; everyone can see it.
    #[arg(long, requires = "reason")]
    early: bool,
    /// Why it is locked early. Everyone can see it.
    #[arg(long, value_name = "TEXT", requires = "early")]
    reason: Option<String>,
    /// Links did not come in the time that the campaign gives them: go on without. Everyone can see why.
    #[arg(long, value_name = "REASON", conflicts_with_all = ["without_orders", "early"])]
    missing: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl LockArgs {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.desk(&self.keys)?;
        let now = world::now()?;
        let campaign = desk.campaign.id();
        if let Some(reason) = &self.missing {
            let without = lock::go_on(&mut desk, reason, now)?;
            let cycle = desk.campaign.open_cycle()?;
            context.answer(
                &format!("cycle     {cycle} goes on without links of {}\n", seats(&without)),
                &json!({ "campaign": campaign, "cycle": cycle, "without": without }),
            )?;
            tell!("next: `adjutant resolve`");
            return Ok(());
        }
        let locked = if let Some(reason) = self.reason.as_deref().filter(|_| self.early) {
            let packets = closing::rule_early(&mut desk, self.without_orders, reason, now)?;
            lock::lock_with(&mut desk, packets, self.without_orders, now)
        } else {
            lock::lock(&mut desk, self.without_orders, now)
        };
        let locked = locked.inspect_err(|_| warn(&unreadable(&desk)))?;
        warn(&locked.unreadable);
        let mut out = format!("cycle     {} is locked\n", locked.cycle);
        for seat in &locked.nmr {
            let _ = writeln!(out, "nmr       {seat}");
        }
        let missing = locked.waits.as_ref().map(|waits| waits.missing.clone()).unwrap_or_default();
        for seat in &missing {
            let _ = writeln!(out, "link of   {seat}");
        }
        let until = locked.waits.as_ref().and_then(|waits| waits.until);
        context.answer(
            &out,
            &json!({
                "campaign": campaign, "cycle": locked.cycle, "nmr": locked.nmr, "links": missing, "until": until,
            }),
        )?;
        match until {
            Some(until) => tell!(
                "next: publish the campaign, so that players see the lock; take the words that they send with \
                 `adjutant take`; resolve once all are there, or after {until}"
            ),
            None => tell!("next: `adjutant resolve`"),
        }
        Ok(())
    }
}
