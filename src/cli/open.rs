use clap::Args;

use super::context::{Context, KeyArgs, paths, print, print_json, reports};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::Due;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::open::{Call, open_or_move};

/// Open the first or next cycle and call for orders.
///
/// If a cycle is already open, --deadline with --reason moves its deadline.
#[derive(Debug, Args)]
pub(super) struct Open {
    /// Deadline for packets: 2026-12-01T20:00:00Z, "2026-12-01 20:00 Europe/Berlin", or +7d for a
    /// week from now (also +36h, +90m).
    #[arg(long, value_name = "TIME")]
    deadline: Option<String>,
    /// Why the deadline of an open cycle moves. Everyone can see it.
    #[arg(long, value_name = "TEXT", requires = "deadline", alias = "ruling")]
    reason: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Open {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let deadline = self.deadline.as_deref().map(world::deadline).transpose()?;
        let mut desk = context.desk(&self.keys)?;
        desk.announce(deadline, self.deadline.as_deref().and_then(world::zone));
        let reason = self.reason.as_deref();
        let call = open_or_move(&mut desk, deadline, reason, world::now()?)?;
        if context.json {
            return print_json(&serde_json::json!({
                "campaign": desk.campaign.id(),
                "cycle": call.cycle,
                "phase": call.phase,
                "deadline": call.deadline,
                "recipient": call.recipient,
                "head": desk.campaign.ledger.head(),
                "reports": paths(&reports(&desk, call.cycle - 1)),
            }));
        }
        print(&text(&desk, &call)?)?;
        tell!("next: send each player their report; take in packets with `adjutant receive`");
        Ok(())
    }
}

fn text(desk: &Desk, call: &Call) -> Result<String, Problem> {
    let mut lines = vec![
        format!("campaign  {}", desk.campaign.id()),
        format!("cycle     {}: {}, turn {}", call.cycle, call.phase.name, call.phase.turn),
        format!(
            "deadline  {}",
            desk.campaign
                .ledger
                .deadline_in_words(call.cycle)
                .unwrap_or_else(|| "none: the moderator closes the cycle".to_owned())
        ),
        format!("to        {}", call.recipient),
        format!("head      {}", desk.campaign.ledger.head()),
    ];
    for (seat, due) in &call.phase.due {
        let what = match due {
            Due::Required => "orders due",
            Due::Optional => "orders optional",
            Due::Nothing => "nothing to order",
        };
        lines.push(format!("{:<9} {what}", seat.as_str()));
    }
    for (seat, path) in reports(desk, call.cycle - 1) {
        lines.push(Context::addressed(desk, &seat, &path)?);
    }
    Ok(lines.join("\n") + "\n")
}
