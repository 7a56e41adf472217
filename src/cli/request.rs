use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs};
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::request::{Ask, Request as Signed};

/// Sign a request to the moderator's post: your report again, the status, or an absence.
///
/// Mail what it prints to the moderator's address. The answer goes to the address that they keep for
/// your seat.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// What you ask for: `status`, `report` or `absent`.
    #[arg(value_name = "WHAT")]
    what: String,
    /// The cycle of the report, or the days: 2026-08-01, or "2026-08-01 to 2026-08-14".
    #[arg(value_name = "VALUE")]
    value: Option<String>,
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
        let cycle = data.next.as_ref().map_or(data.cycle, |next| next.cycle);
        let text = Signed::new(&data.campaign, cycle, seat.clone(), ask).sign(key.signing());
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
        match (self.what.as_str(), self.value.as_deref()) {
            ("status", None) => Ok(Ask::Status),
            ("report", Some(cycle)) => cycle.parse().map(Ask::Report).map_err(|_| {
                Problem::usage(format!("{cycle} is not a cycle")).hint("give its number")
            }),
            ("absent", Some(dates)) => dates.parse().map(Ask::Absent),
            _ => Err(Problem::usage("this cannot be asked for")
                .hint("give `status`, `report CYCLE` or `absent DATES`")),
        }
    }
}
