use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::context::{Context, ReportArgs, print, print_json, style};
use super::reading::Reading;
use crate::base::Problem;
use crate::campaign::world;
use crate::engine::{AnyGame, ViewDoc};
use crate::referee::player::forecast::{Forecast as Made, Plan, forecast, opponent, sharpening};
use crate::referee::player::own_orders;
use crate::render;

/// Worlds that are tried at most, if nobody says how many.
const ENOUGH: u32 = 100;

/// Order lines that are shown at most while more worlds are tried.
const SHOWN: usize = 12;

/// Estimate how your orders will turn out.
///
/// Tries them in many worlds that match your report: what you cannot see is drawn at random, and
/// the computer plays the other seats, or they do what you set for them. Uses nothing but the report and
/// the orders. Ends after 100 worlds, or as soon as more worlds hardly change the odds; on a terminal the
/// first odds are shown at once.
#[derive(Debug, Args)]
pub(super) struct Forecast {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    /// Try exactly this many worlds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: Option<u32>,
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
        let seen = reading.report.data.view();
        let reader = &reading.report.data.reader;
        for path in &self.against {
            let opponent = opponent(&*game, &seen, reader, &world::read(path)?);
            let (seat, theirs) = opponent.map_err(|p| p.at(path.display()))?;
            plan.against.insert(seat, theirs);
        }
        let made = match self.samples {
            Some(samples) => counted(&*game, &seen, &plan, samples),
            None => sharpened(&*game, &seen, &plan),
        };
        let made = made.map_err(at)?;
        if context.json {
            return print_json(&made);
        }
        print(&render::text(&made.page(), style()))
    }
}

/// So many worlds, with a bar if they take more than a second.
fn counted(game: &dyn AnyGame, seen: &ViewDoc, plan: &Plan, samples: u32) -> Result<Made, Problem> {
    let bar = ProgressBar::with_draw_target(Some(samples.into()), ProgressDrawTarget::hidden());
    let step = || {
        bar.inc(1);
        if bar.is_hidden() && bar.elapsed().as_secs() > 0 {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    };
    let made = forecast(game, seen, plan, samples, &step);
    bar.finish_and_clear();
    made
}

/// As many worlds as the odds need. Meanwhile a terminal shows those so far; what is not a terminal gets
/// the last alone.
fn sharpened(game: &dyn AnyGame, seen: &ViewDoc, plan: &Plan) -> Result<Made, Problem> {
    let lines = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        .with_style(ProgressStyle::with_template("{wide_msg}").expect("a template"));
    let mut show = |so_far: &Made| lines.set_message(so_far.in_brief(SHOWN));
    let made = sharpening(game, seen, plan, ENOUGH, &mut show);
    lines.finish_and_clear();
    made
}
