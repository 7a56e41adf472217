use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, paths, print, print_json, reports};
use super::several::Several;
use crate::base::{Problem, Time};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::Due;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::open::{Call, open_or_move};

/// Open the first or next cycle and call for orders.
///
/// If a cycle is already open, --deadline with --reason moves its deadline. In a directory of campaigns it opens
/// a cycle of each.
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
        if let Some(desks) = context.desks(&self.keys)? {
            return self.all(context, desks, deadline);
        }
        let mut desk = context.desk(&self.keys)?;
        let call = self.open(&mut desk, deadline)?;
        if context.json {
            return print_json(&json!({
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

    fn open(&self, desk: &mut Desk, deadline: Option<Time>) -> Result<Call, Problem> {
        desk.announce(deadline, self.deadline.as_deref().and_then(world::zone));
        open_or_move(desk, deadline, self.reason.as_deref(), world::now()?)
    }

    /// The same of every campaign in the directory, each in a line.
    fn all(
        &self,
        context: &Context,
        desks: Several<Desk>,
        deadline: Option<Time>,
    ) -> Result<(), Problem> {
        let several = desks.then(|desk| {
            let call = self.open(desk, deadline)?;
            let until = desk.campaign.ledger.deadline_in_words(call.cycle);
            Ok((desk.campaign.id(), call, until))
        });
        let (mut out, mut values) = (String::new(), Vec::new());
        for (name, (campaign, call, until)) in &several.done {
            let until = until.as_ref().map(|words| format!(", until {words}")).unwrap_or_default();
            let (cycle, phase) = (call.cycle, &call.phase.name);
            let _ = writeln!(out, "{name}: cycle {cycle} is open ({phase}){until}");
            values.push(json!({
                "campaign": campaign,
                "cycle": cycle,
                "phase": call.phase,
                "deadline": call.deadline,
                "recipient": call.recipient,
            }));
        }
        context.answer(&out, &json!({"campaigns": values}))?;
        several.ending()
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
