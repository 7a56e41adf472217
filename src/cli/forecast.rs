use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::context::{Context, ReportArgs, print, print_json, style};
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::forecast::forecast;
use crate::referee::player;
use crate::report;

/// Try an order file in worlds that look like the one in your report.
///
/// What you cannot see is drawn at random, and the others order what a plain
/// computer player would. Nothing but the report and the orders is used.
#[derive(Debug, Args)]
pub(super) struct Forecast {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    /// How many worlds.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    #[command(flatten)]
    report: ReportArgs,
}

impl Forecast {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let report = context.report(&self.report)?;
        let table = context.table(&report)?;
        let orders = world::read(&self.orders)?;
        let at = |p: Problem| p.at(self.orders.display());
        player::check(&report.data, &*table, &orders).map_err(at)?;
        let bar =
            ProgressBar::with_draw_target(Some(self.samples.into()), ProgressDrawTarget::hidden());
        let step = || {
            bar.inc(1);
            // What is done within a second needs no bar.
            if bar.is_hidden() && bar.elapsed().as_secs() > 0 {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        };
        let seen = report.data.view();
        let made = forecast(&*table, &seen, &orders, self.samples, &step).map_err(at)?;
        bar.finish_and_clear();
        if context.json {
            return print_json(&made);
        }
        print(&report::text(&made.page(), style()))
    }
}
