use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs};
use crate::base::Problem;
use crate::base::text::harmless;
use crate::engine::OrderLine;
use crate::referee::moderator::slips;

/// Show a seat's orders for the open cycle as they would now be carried out, with your rulings.
///
/// Shows the line of each in the player's file, which `adjutant rule strike` takes. Writes nothing.
#[derive(Debug, Args)]
pub(super) struct Orders {
    /// The seat.
    seat: String,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Orders {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let desk = context.look(&self.keys)?;
        let seat = desk.campaign.seat(&self.seat)?;
        let (cycle, lines) = slips::orders_of(&desk, &seat)?;
        let mut out = match &lines {
            Some(lines) if !lines.is_empty() => String::new(),
            Some(_) => format!("{seat} orders nothing in cycle {cycle}\n"),
            None => format!("{seat} has no orders for cycle {cycle}\n"),
        };
        let longest = lines.iter().flatten().map(|line| line.place.len()).max().unwrap_or_default();
        for OrderLine { place, order, .. } in lines.iter().flatten() {
            let order = harmless(order).replace('\n', " ");
            let _ = writeln!(out, "{place:longest$}  {order}");
        }
        context.answer(&out, &json!({"seat": seat, "cycle": cycle, "orders": lines}))
    }
}
