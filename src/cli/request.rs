use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs};
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::request::{Ask, Request as Signed};

/// Sign a request to the moderator's post: your report again, or the status.
///
/// Mail what it prints to the moderator's address. The answer goes to the address that they keep for
/// your seat.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// What you ask for: `status` or `report`.
    #[arg(value_name = "WHAT")]
    what: String,
    /// The cycle of the report.
    #[arg(value_name = "CYCLE")]
    cycle: Option<u32>,
    /// Write to a new file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

impl Request {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let ask = self.ask()?;
        let key = Context::player(&self.report.player)?;
        let reading = Reading::of(context, &self.report)?;
        let data = &reading.report.data;
        let seat = data.reader.seat().ok_or_else(|| {
            Problem::usage("this report is nobody's")
                .hint("give one of your own with --report FILE")
        })?;
        let text = Signed::new(&data.campaign, seat.clone(), ask).sign(key.signing());
        match &self.output {
            Some(path) => {
                world::write_new(path, text.as_bytes(), false)?;
                anstream::eprintln!("next: send {} to the moderator", path.display());
                Ok(())
            }
            None => context.answer(&text, &json!({"request": text})),
        }
    }

    fn ask(&self) -> Result<Ask, Problem> {
        match (self.what.as_str(), self.cycle) {
            ("status", None) => Ok(Ask::Status),
            ("report", Some(cycle)) => Ok(Ask::Report(cycle)),
            _ => Err(Problem::usage("this cannot be asked for")
                .hint("give `status` or `report CYCLE`; `adjutant say` signs an absence")),
        }
    }
}
