use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::check;
use super::context::{Context, ReportArgs};
use super::reading::Reading;
use super::rendering::OutputArgs;
use crate::base::{Problem, text};
use crate::campaign::world;
use crate::cli::terminal::{self, tell};
use crate::referee::player::judged::judge;
use crate::referee::player::reading::{Packed, Rounds};

/// Check, sign and encrypt an order file, and print the packet to send.
///
/// Formats the file as `fmt` does, and gives it the next sequence if its own was used before. Your file then
/// becomes what was signed, and you are told what changed.
#[derive(Debug, Args)]
pub(super) struct Seal {
    /// The order file.
    #[arg(value_name = "FILE")]
    orders: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    /// The round of drand that the mail with your report names, if orders are sealed to one and you have no
    /// copy of the campaign.
    #[arg(long, value_name = "NUMBER")]
    round: Option<u64>,
    /// If the round never came: seal the same orders again, to the moderator alone. Only orders that came
    /// before the deadline are accepted.
    #[arg(long, conflicts_with = "round")]
    again: bool,
    /// Seal the file even if some lines will not be carried out.
    #[arg(long)]
    anyway: bool,
    #[command(flatten)]
    report: ReportArgs,
}

impl Seal {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        Context::player(&self.report.player)?;
        let mut reading = Reading::of(context, &self.report)?;
        reading.rounds = if self.again { Rounds::Again } else { Rounds::Named(self.round) };
        let game = reading.game()?;
        let given = world::read(&self.orders)?;
        let name = self.orders.display().to_string();
        let at = |p: Problem| p.at(&name);
        let judged = judge(&reading.report.data, &*game, &given).map_err(at)?;
        for remark in &judged.remarks {
            terminal::say(&check::show(&name, &judged.text, remark));
        }
        if !judged.readable {
            return check::verdict(&judged);
        }
        let formed = reading.formed(&*game, &given).map_err(at)?;
        if !self.anyway {
            check::verdict(&judged)
                .map_err(|p| p.hint("use --anyway to seal the file as it is"))?;
        }
        let (mut sealed, note) = Context::sealed(&self.report.player)?;
        let Packed { packet, orders, changes } =
            reading.packet(&*game, formed, &mut sealed).map_err(at)?;
        self.rewrite(&name, &orders, &changes);
        if let Some(Err(problem)) =
            note.map(|path| world::write_over(&path, sealed.write().as_bytes()))
        {
            tell!("warning: {problem}; the next `seal` cannot know this sequence");
        }
        match &self.output.output {
            Some(path) => {
                self.output.publish(&packet)?;
                tell!("next: send {} to the moderator", path.display());
                Ok(())
            }
            None => context.answer(&packet, &json!({"packet": packet, "findings": judged.remarks})),
        }
    }

    /// Makes the file what is signed, and says what that changes.
    fn rewrite(&self, name: &str, orders: &str, changes: &[String]) {
        if changes.is_empty() {
            return;
        }
        let (name, changes) = (text::harmless(name), changes.join(", "));
        tell!("{name}: changed: {changes}");
        if self.orders.as_path() == Path::new("-") {
            return;
        }
        if let Err(problem) = world::replace(&self.orders, orders.as_bytes()) {
            tell!("warning: {problem}; it differs from what is signed");
        }
    }
}
