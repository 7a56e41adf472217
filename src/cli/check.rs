use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;

use super::context::{Context, ReportArgs, print, print_json};
use super::reading::Reading;
use crate::base::{Problem, text, yaml};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::{Remark, Severity, Survey};
use crate::referee::player::judged::{Judged, judge};
use crate::referee::player::reading::Formed;

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
        let given = world::read(&self.orders)?;
        let name = self.orders.display().to_string();
        let at = |p: Problem| p.at(&name);
        let judged = judge(&reading.report.data, &*game, &given).map_err(at)?;
        // What binds the file is judged in the form in which it would be signed.
        let formed = judged.readable.then(|| reading.formed(&*game, &given).map_err(at));
        let formed = formed.transpose()?;
        if context.json {
            print_json(&judged.remarks)?;
        } else {
            let mut shown = String::new();
            if let Some(Formed { changes, orders, .. }) = &formed {
                if !changes.is_empty() {
                    let _ = writeln!(shown, "`seal` will change: {}", changes.join(", "));
                }
                shown += &survey(&game.survey(&reading.report.data.view(), orders)?);
            }
            shown.extend(judged.remarks.iter().map(|remark| show(&name, &judged.text, remark)));
            print(&shown)?;
        }
        verdict(&judged)
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
pub(super) fn verdict(judged: &Judged) -> Result<(), Problem> {
    if let Some(problem) = judged.refusal() {
        return Err(problem);
    }
    let ordered = judged.text.lines().any(|line| line.trim_start().starts_with("- "));
    tell!("{}", if ordered { "all order lines are valid" } else { "the file has no orders" });
    Ok(())
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
