use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::context::{Context, ReportArgs, print, print_json, style};
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::player::forecast::{Plan, forecast, opponent};
use crate::referee::player::own_orders;
use crate::render;

/// Estimate how your orders will turn out.
///
/// Tries them in many worlds that match your report: what you cannot see is drawn at random, and
/// the computer plays the other seats, or they do what you set for them. Uses nothing but the report and
/// the orders.
#[derive(Debug, Args)]
pub(super) struct Forecast {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    /// Number of worlds to try.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    /// Orders to assume for an opponent: an order file with their seat. May be given for
    /// several opponents.
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

impl Forecast {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        let orders = world::read(&self.orders)?;
        let at = |p: Problem| p.at(self.orders.display());
        let (header, sheet) =
            own_orders::read(&reading.report.data, &*game, &orders).map_err(at)?;
        let mut plan = Plan::of(header, sheet, &orders);
        let bar =
            ProgressBar::with_draw_target(Some(self.samples.into()), ProgressDrawTarget::hidden());
        let step = || {
            bar.inc(1);
            // What is done within a second needs no bar.
            if bar.is_hidden() && bar.elapsed().as_secs() > 0 {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        };
        let seen = reading.report.data.view();
        let reader = &reading.report.data.reader;
        for path in &self.against {
            let opponent = opponent(&*game, &seen, reader, &world::read(path)?);
            let (seat, theirs) = opponent.map_err(|p| p.at(path.display()))?;
            plan.against.insert(seat, theirs);
        }
        let made = forecast(&*game, &seen, &plan, self.samples, &step).map_err(at)?;
        bar.finish_and_clear();
        if context.json {
            return print_json(&made);
        }
        print(&render::text(&made.page(), style()))
    }
}
