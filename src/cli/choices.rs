use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, ReportArgs, print, print_json};
use super::reading::Reading;
use crate::base::Problem;
use crate::base::text::harmless;
use crate::base::words::nearest;
use crate::cli::terminal::tell;
use crate::engine::Choice;
use crate::referee::player::template::in_one_line;

/// Show what each of your units may be ordered to do, or what one of them may.
///
/// Each line can be put into an order file, behind `- `.
#[derive(Debug, Args)]
pub(super) struct Choices {
    /// A unit, or a part of its description, such as a place [default: all].
    #[arg(value_name = "UNIT")]
    unit: Option<String>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Columns of an order, before what it means.
const ORDER: usize = 36;

impl Choices {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let reading = Reading::of(context, &self.report)?;
        let game = reading.game()?;
        reading.report.data.asked()?;
        let all = game.choices(&reading.report.data.view())?;
        let all = match &self.unit {
            Some(unit) => about(all, unit)?,
            None => all,
        };
        if context.json {
            let offers = |choice: &Choice<String>| -> Vec<_> {
                let offers = choice.offers.iter();
                offers
                    .map(|o| json!({"order": in_one_line(&game.shortened(&o.order)), "about": o.about}))
                    .collect()
            };
            let value = |choice: &Choice<String>| json!({"subject": choice.subject, "offers": offers(choice)});
            return print_json(&all.iter().map(value).collect::<Vec<_>>());
        }
        let mut out = String::new();
        for choice in &all {
            let _ = writeln!(out, "{}", harmless(&choice.subject));
            for offer in &choice.offers {
                let order = harmless(&in_one_line(&game.shortened(&offer.order)));
                let told = format!("  {order:ORDER$}  {}", harmless(&offer.about));
                let _ = writeln!(out, "{}", told.trim_end());
            }
            if choice.offers.is_empty() {
                out.push_str("  nothing in this phase\n");
            }
            out.push('\n');
        }
        print(out.trim_end_matches('\n'))?;
        print("\n")?;
        tell!("next: `adjutant template --short` writes a file with all of these");
        Ok(())
    }
}

/// The choices of a unit: those that begin with its name, else those that mention it.
fn about(all: Vec<Choice<String>>, wish: &str) -> Result<Vec<Choice<String>>, Problem> {
    let wanted = wish.to_lowercase();
    let is = |choice: &Choice<String>| name(choice).to_lowercase() == wanted;
    let mentions = |choice: &Choice<String>| choice.subject.to_lowercase().contains(&wanted);
    if all.iter().any(is) {
        return Ok(all.into_iter().filter(is).collect());
    }
    if all.iter().any(mentions) {
        return Ok(all.into_iter().filter(mentions).collect());
    }
    let names: Vec<&str> = all.iter().filter(|choice| choice.unit).map(name).collect();
    let problem = Problem::usage(format!("you have no unit {wish}"));
    Err(match nearest(wish, names.iter().copied()) {
        Some(name) => problem.hint(format!("did you mean {name}?")),
        None => problem.hint(format!("your units are {}", names.join(", "))),
    })
}

/// What a unit is called: what is told of it begins with that.
fn name(choice: &Choice<String>) -> &str {
    choice.subject.split([',', ':']).next().unwrap_or_default()
}
