use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;

use super::context::{Context, ReportArgs, print, print_json};
use super::problem;
use crate::base::{Problem, text, yaml};
use crate::campaign::world;
use crate::engine::{Finding, Weight};
use crate::referee::player;

const ALARM: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default();

/// Check an order file against one's own report: the moderator's side will say the same.
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
        let report = context.report(&self.report)?;
        let campaign = context.perhaps()?;
        let table = player::game(&report.data, campaign.as_ref())?;
        let orders = world::read(&self.orders)?;
        let key = Context::perhaps_player(&self.report.player)?;
        let findings = player::check(&report.data, &*table, &orders)
            .and_then(|findings| {
                player::bound(&report, &orders, campaign.as_ref(), key.as_ref()).map(|()| findings)
            })
            .map_err(|p| {
                // All that keeps the file from being read, not only the first of it.
                let mut all = player::unreadable(&report.data, &*table, &orders);
                let last = all.pop().unwrap_or(p).at(self.orders.display());
                for problem in all {
                    problem::report(&problem.at(self.orders.display()));
                }
                last
            })?;
        if context.json {
            print_json(&findings)?;
        } else {
            let text = String::from_utf8_lossy(&orders);
            let name = self.orders.display().to_string();
            let shown: String = findings.iter().map(|f| show(&name, &text, f)).collect();
            print(&shown)?;
        }
        verdict(&findings)
    }
}

/// Refuses if any line is refused.
pub(super) fn verdict(findings: &[Finding]) -> Result<(), Problem> {
    match findings.iter().filter(|f| f.weight == Weight::Refused).count() {
        0 => {
            anstream::eprintln!("all order lines stand");
            Ok(())
        }
        1 => Err(Problem::refused("1 order line will not be carried out")),
        n => Err(Problem::refused(format!("{n} order lines will not be carried out"))),
    }
}

/// A finding as the terminal shows it: place, sentence, excerpt, hint.
pub(super) fn show(name: &str, orders: &str, finding: &Finding) -> String {
    let (style, word) = match finding.weight {
        Weight::Refused => (ALARM, "refused"),
        Weight::Odd => (ODD, "odd"),
    };
    let rule = finding.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
    let (name, what) = (text::harmless(name), text::harmless(&finding.what));
    let place = match finding.place {
        Some((line, column)) => format!("{name}:{line}:{column}"),
        None => format!("{name}: {}", finding.line),
    };
    let mut out = format!("{place}: {style}{word}:{style:#} {what}{rule}\n");
    if let Some((line, column)) = finding.place {
        out += &yaml::excerpt(orders, line, column);
        out.push('\n');
    }
    if let Some(hint) = &finding.hint {
        let _ = writeln!(out, "hint: {}", text::harmless(hint));
    }
    out
}
