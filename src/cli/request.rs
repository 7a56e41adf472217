use std::path::Path;

use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs};
use super::reading::Reading;
use super::rendering::OutputArgs;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::player::request::{Ask, QUESTION, Request as Signed, to_forecast};
use crate::referee::player::{fmt, own_orders};
use crate::seal::Recipient;

/// Sign a request to the moderator's post: your report again, the status, a forecast, a question.
///
/// Mail what it prints to the moderator's address. The answer goes to the address that they keep for your
/// seat; a forecast is encrypted to you. Orders that are sent for a forecast never count.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// What you ask for: `status`, `report`, `forecast` or `question`.
    #[arg(value_name = "WHAT")]
    what: String,
    /// The cycle of the report, the order file to forecast, or the question.
    #[arg(value_name = "VALUE")]
    value: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

impl Request {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::player(&self.report.player)?;
        let reading = Reading::of(context, &self.report)?;
        let data = &reading.report.data;
        let seat = data.reader.seat().ok_or_else(|| {
            Problem::usage("this report is nobody's")
                .hint("give one of your own with --report FILE")
        })?;
        let to = || data.asked()?.recipient.parse::<Recipient>();
        let signed = |ask| Signed::new(&data.campaign, seat.clone(), ask);
        let text = match (self.what.as_str(), self.value.as_deref()) {
            ("status", None) => signed(Ask::Status).sign(key.signing()),
            ("report", Some(cycle)) => {
                let cycle =
                    cycle.parse().map_err(|_| Problem::usage("expected a cycle's number"))?;
                signed(Ask::Report(cycle)).sign(key.signing())
            }
            ("question", Some(asked)) => {
                if asked.trim().is_empty() || asked.chars().count() > QUESTION {
                    let what = format!("a question has 1 to {QUESTION} characters");
                    return Err(Problem::usage(what));
                }
                signed(Ask::Question(asked.to_owned())).seal(key.signing(), &to()?)?
            }
            ("forecast", Some(orders)) => {
                let at = |p: Problem| p.at(orders);
                let orders =
                    fmt::in_form(&world::read(Path::new(orders))?, context.shelf).map_err(at)?.text;
                let game = reading.game()?;
                own_orders::check(data, &*game, orders.as_bytes()).map_err(at)?;
                to_forecast(&orders, key.signing(), &to()?)?
            }
            _ => return Err(unknown()),
        };
        match &self.output.output {
            Some(path) => {
                self.output.publish(&text)?;
                tell!("next: send {} to the moderator", path.display());
                Ok(())
            }
            None => context.answer(&text, &json!({"request": text})),
        }
    }
}

fn unknown() -> Problem {
    Problem::usage("unknown request").hint(
        "give `status`, `report CYCLE`, `forecast FILE` or `question TEXT`; `adjutant say` signs an \
         absence",
    )
}
