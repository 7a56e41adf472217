use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs};
use super::reading::Reading;
use super::rendering::OutputArgs;
use crate::base::{Digest, Problem};
use crate::cli::terminal::tell;
use crate::engine::{Chance, Skill, Written};
use crate::referee::player::template::{self, Ties};

/// Print an order file to fill in, made from your report.
///
/// It holds your standing orders and, as comments, what each of your units may do: remove the `# `
/// before a line to give that order. With your key, it also holds your link for the seed, if
/// something here shows that it is due, and the sequence that your next packet needs.
#[derive(Debug, Args)]
pub(super) struct Template {
    /// Fill in the orders of a computer player instead. A recruit plays badly, a regular by plain rules
    /// of thumb; a veteran looks ahead, and takes a few seconds.
    #[arg(
        long,
        value_enum,
        value_name = "SKILL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "regular"
    )]
    staff: Option<Skill>,
    /// Fill in the orders of an earlier cycle instead, as your report on it repeats them. What would
    /// be refused now becomes a comment, with the reason. The report is looked for in the campaign's
    /// directory (-C DIR).
    #[arg(long, value_name = "CYCLE", conflicts_with = "staff")]
    same_as: Option<u32>,
    /// Write each order in one line, if it has such a form.
    #[arg(long)]
    short: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

impl Template {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        let link = link(&mut reading)?;
        let earlier = self.same_as.map(|cycle| reading.earlier(cycle)).transpose()?;
        let (report, campaign) = (&reading.report, reading.campaign.as_ref());
        let (sealed, _) = Context::sealed(&self.report.player)?;
        let sequence = sealed.next(&report.data, campaign);
        let ties = Ties { link, sequence, ..Ties::of(report, campaign) };
        let form = if self.short { Written::Short } else { Written::Long };
        let text = if let Some(earlier) = &earlier {
            template::same_as(report, &*game, ties, earlier, form)?
        } else if let Some(skill) = self.staff {
            // The same report gives the same ideas.
            let mut chance = Chance::from_seed(Digest::of(report.text.as_bytes()).0);
            let ideas = game.staffed(&report.data.view(), skill, &mut chance)?;
            template::filled_in(report, &*game, ties, &ideas, form)?
        } else {
            template::blank_in(report, &*game, ties, form)?
        };
        match &self.output.output {
            Some(_) => self.output.write(&text),
            None => context.answer(&text, &json!({"orders": text})),
        }
    }
}

/// The player's link, if something here shows that its cycle is the next one. Who plays by mail alone, and sent nothing
/// in an earlier cycle, has nothing that shows it: their orders count without it.
fn link(reading: &mut Reading) -> Result<Option<Digest>, Problem> {
    let genesis = reading.report.data.genesis;
    let has_copy =
        reading.campaign.as_ref().is_some_and(|copy| copy.ledger.genesis_digest() == genesis);
    match reading.link() {
        Err(problem) if !has_copy => {
            tell!(
                "your link is left out: {}; your orders count without it, and with a copy of the campaign's directory \
                 (-C DIR) your links go into the dice again",
                problem.what
            );
            Ok(None)
        }
        link => link,
    }
}
