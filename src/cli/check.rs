use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;

use super::context::{Context, ReportArgs, print, print_json};
use super::problem;
use super::reading::Reading;
use crate::base::{Problem, text, yaml};
use crate::campaign::world;
use crate::cli::terminal::{self, tell};
use crate::engine::{Remark, Severity, Survey};
use crate::referee::player::own_orders;

const ALARM: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// Check an order file against your report, as the moderator's side will.
///
/// Names all that is wrong at once, shows what the orders cost and what is left, and which units have
/// no orders.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    #[command(flatten)]
    report: ReportArgs,
}

impl Check {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        let orders = world::read(&self.orders)?;
        let checked = reading.check(&*game, &orders).map_err(|p| {
            // All that keeps the file from being read, not only the first of it.
            let (mut all, rest) = own_orders::unreadable(&reading.report.data, &*game, &orders);
            let last = all.pop().unwrap_or(p).at(self.orders.display());
            for problem in all {
                problem::report(&problem.at(self.orders.display()));
            }
            let (name, text) =
                (self.orders.display().to_string(), String::from_utf8_lossy(&orders));
            for remark in &rest {
                terminal::say(&show(&name, &text, remark));
            }
            last
        })?;
        if context.json {
            print_json(&checked.remarks)?;
        } else {
            let text = String::from_utf8_lossy(&orders);
            let name = self.orders.display().to_string();
            let mut shown: String = checked.remarks.iter().map(|f| show(&name, &text, f)).collect();
            shown += &survey(&game.survey(&reading.report.data.view(), &checked.orders)?);
            print(&shown)?;
        }
        verdict(&checked.remarks)
    }
}

/// What the orders come to, as the terminal shows it.
fn survey(survey: &Survey) -> String {
    let mut out = String::new();
    for line in survey.budget.iter().chain(&survey.odds) {
        let _ = writeln!(out, "{}", text::harmless(line));
    }
    if !survey.idle.is_empty() {
        out.push_str("without orders:\n");
    }
    for unit in &survey.idle {
        let _ = writeln!(out, "  {}", text::harmless(unit));
    }
    out
}

/// Refuses if any line is refused.
pub(super) fn verdict(remarks: &[Remark]) -> Result<(), Problem> {
    match remarks.iter().filter(|r| r.severity == Severity::Refused).count() {
        0 => {
            tell!("all order lines are valid");
            Ok(())
        }
        1 => Err(Problem::refused("1 order line will not be carried out")),
        n => Err(Problem::refused(format!("{n} order lines will not be carried out"))),
    }
}

/// A remark as the terminal shows it: place, sentence, excerpt, hint.
pub(super) fn show(name: &str, orders: &str, remark: &Remark) -> String {
    let (style, word) = match remark.severity {
        Severity::Refused => (ALARM, "refused"),
        Severity::Warning => (WARNING, "warning"),
    };
    let rule = remark.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
    let (name, what) = (text::harmless(name), text::harmless(&remark.what));
    let place = match (remark.spot, remark.slot) {
        (Some(spot), _) => format!("{name}:{}:{}", spot.line, spot.column),
        (None, Some(slot)) => format!("{name}: {slot}"),
        (None, None) => name,
    };
    let mut out = format!("{place}: {style}{word}:{style:#} {what}{rule}\n");
    if let Some(spot) = remark.spot {
        out += &yaml::excerpt(orders, spot);
        out.push('\n');
    }
    if let Some(order) = &remark.read_as {
        let _ = writeln!(out, "read as: {}", text::harmless(order));
    }
    if let Some(hint) = &remark.hint {
        let _ = writeln!(out, "hint: {}", text::harmless(hint));
    }
    out
}
