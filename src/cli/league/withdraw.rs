use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::Problem;
use crate::cli::context::{Context, KeyArgs};
use crate::league::act::{Act, Withdraw as Withdrawal};

/// Stop pairing a member. Games that they are in go on: give their seats to others with `league replace`.
#[derive(Debug, Args)]
pub(super) struct Withdraw {
    /// The member.
    member: String,
    /// Why. Everyone can see it.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl Withdraw {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let mut office = Office::take(context, args)?;
        let Self { member, reason } = self;
        let from = office.season.rounds.len() + 1;
        office.decide(Act::Withdraw(Withdrawal { member: member.clone(), reason }))?;
        let words = format!("{member} is not paired from round {from} on\n");
        context.answer(&words, &json!({"member": member, "from": from}))
    }
}
