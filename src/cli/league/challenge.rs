use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::Problem;
use crate::cli::context::{Context, KeyArgs};
use crate::league::act::{Act, Challenge as Challenged};
use crate::league::rules::Form;

/// In a ladder: enter a member's challenge to another above them. It is played in the next round.
#[derive(Debug, Args)]
pub(super) struct Challenge {
    /// Who challenges.
    by: String,
    /// Whom.
    of: String,
}

impl Challenge {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let mut office = Office::take(context, args)?;
        if !matches!(office.played.rules.form, Form::Ladder { .. }) {
            return Err(Problem::refused("members challenge each other only in a ladder")
                .hint("`form` in league.yaml says what is played"));
        }
        let Self { by, of } = self;
        office.decide(Act::Challenge(Challenged { by: by.clone(), of: of.clone() }))?;
        context.answer(&format!("{by} challenges {of}\n"), &json!({"by": by, "of": of}))
    }
}
