use std::fmt::Write as _;

use clap::Args;

use super::context::{Context, KeyArgs, print, print_json};
use crate::base::Problem;
use crate::campaign::{layout, world};
use crate::referee::{call, resolve};

/// Resolve the open cycle and seal every report to its player.
///
/// Refuses while orders are outstanding, and before the deadline while orders may change.
#[derive(Debug, Args)]
pub(super) struct Resolve {
    /// Go on without the outstanding orders; what each seat gets instead stands in the ledger.
    #[arg(long)]
    without_orders: bool,
    /// Close before the deadline although somebody may still change his orders.
    #[arg(long)]
    early: bool,
    /// Open the next cycle at once.
    #[arg(long)]
    open: bool,
    /// The deadline of the next cycle, with --open.
    #[arg(long, value_name = "TIME", requires = "open")]
    deadline: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Resolve {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let deadline = self.deadline.as_deref().map(world::deadline).transpose()?;
        let mut desk = context.desk(&self.keys)?;
        if !self.early && !self.without_orders {
            resolve::may_close(&desk, &world::now()?)?;
        }
        let resolved = resolve::resolve(&mut desk, self.without_orders, &world::now()?)?;
        let next = match &resolved.outcome {
            None if self.open => Some(call::open(&mut desk, deadline, &world::now()?)?.cycle),
            _ => None,
        };
        let seats = desk.campaign.seats();
        let reports: Vec<_> =
            seats.iter().map(|seat| layout::report(resolved.cycle, seat.as_str())).collect();
        if context.json {
            return print_json(&serde_json::json!({
                "campaign": desk.campaign.id(),
                "cycle": resolved.cycle,
                "nmr": resolved.nmr,
                "outcome": resolved.outcome,
                "reports": reports,
                "opened": next,
            }));
        }
        let mut out = format!("cycle     {} is resolved\n", resolved.cycle);
        for seat in &resolved.nmr {
            let _ = writeln!(out, "nmr       {seat}");
        }
        for path in &reports {
            let _ = writeln!(out, "report    {path}");
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
                anstream::eprintln!("next: send the reports; `adjutant reveal` opens the game");
            }
            (None, None) => {
                anstream::eprintln!("next: `adjutant open` calls for orders; send the reports");
            }
            (None, Some(_)) => anstream::eprintln!("next: send the reports"),
        }
        Ok(())
    }
}
