use std::fmt::Write as _;

use clap::Args;

use super::context::{Context, KeyArgs, paths, print, print_json, reports, warn};
use super::next::Next;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::cycle::{closing, resolve};

/// Resolve the open cycle and seal each report to its player.
///
/// Refuses while required orders are missing and, before the deadline, while anyone can still send
/// or change orders.
#[derive(Debug, Args)]
pub(super) struct Resolve {
    /// Resolve without the missing orders; the ledger records what those seats get instead.
    #[arg(long)]
    without_orders: bool,
    /// Close before the deadline even if seats can still send or change orders; everyone can see it.
    #[arg(long, requires = "reason")]
    early: bool,
    /// Why it closes early. Everyone can see it.
    #[arg(long, value_name = "TEXT", requires = "early", alias = "ruling")]
    reason: Option<String>,
    #[command(flatten)]
    next: Next,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Resolve {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let deadline = self.next.deadline()?;
        let mut desk = context.desk(&self.keys)?;
        self.next.announce(&mut desk, deadline);
        let go_on = self.without_orders;
        let resolved = if let Some(reason) = self.reason.as_deref().filter(|_| self.early) {
            let packets = closing::rule_early(&mut desk, go_on, reason, world::now()?)?;
            resolve::resolve_with(&mut desk, packets, go_on, world::now()?)
        } else {
            resolve::resolve(&mut desk, go_on, world::now()?)
        };
        let resolved = resolved.inspect_err(|_| warn(&resolve::unreadable(&desk)))?;
        warn(&resolved.unreadable);
        let next = match &resolved.outcome {
            None => self.next.open(&mut desk, deadline)?,
            Some(_) => None,
        };
        let reports = reports(&desk, resolved.cycle);
        if context.json {
            return print_json(&serde_json::json!({
                "campaign": desk.campaign.id(),
                "cycle": resolved.cycle,
                "nmr": resolved.nmr,
                "outcome": resolved.outcome,
                "reports": paths(&reports),
                "opened": next,
            }));
        }
        let mut out = format!("cycle     {} is resolved\n", resolved.cycle);
        for seat in &resolved.nmr {
            let _ = writeln!(out, "nmr       {seat}");
        }
        for (seat, path) in &reports {
            let _ = writeln!(out, "{}", Context::addressed(&desk, seat, path)?);
        }
        if let Some(outcome) = &resolved.outcome {
            let _ = writeln!(out, "outcome   {}", outcome.text);
        }
        if let Some(cycle) = next {
            let _ = writeln!(out, "cycle     {cycle} is open");
        }
        print(&out)?;
        match (&resolved.outcome, next) {
            (Some(_), _) => {
                tell!("next: send the reports; publish the secret with `adjutant reveal`");
            }
            (None, None) => {
                tell!("next: send the reports; call for new orders with `adjutant open`");
            }
            (None, Some(_)) => tell!("next: send the reports"),
        }
        Ok(())
    }
}
