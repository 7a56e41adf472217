use std::fmt::Write as _;

use clap::Args;

use super::context::{Context, KeyArgs, keys_beside, print, print_json};
use super::post;
use crate::base::{Problem, text};
use crate::campaign::world;
use crate::referee::cycle::status::{Status as Standing, full, public, remember};
use crate::referee::moderator::tasks::{Tasks, tasks};

/// Show where the campaign stands, one line per seat.
///
/// To the moderator it first says what there is to do.
#[derive(Debug, Args)]
pub(super) struct Status {
    /// Exit with 3 if there is nothing for the moderator to do.
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Status {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let root = context.store()?.root().to_owned();
        // Who has the keys sees which sequence counts; everybody sees who has sent.
        let secret = self.keys.keys.is_some()
            || keys_beside(&root).is_dir()
            || world::variable("ADJUTANT_MODERATOR_KEY").is_some();
        if !secret {
            let mut campaign = context.campaign()?;
            remember(&mut campaign)?;
            let status = public(&campaign)?;
            return if context.json { print_json(&status) } else { print(&table(&status)) };
        }
        let mut desk = context.look(&self.keys)?;
        remember(&mut desk.campaign)?;
        let status = full(&desk)?;
        let mut tasks = tasks(&desk, &status, world::now()?)?;
        tasks.todo.extend(post::to_do(&desk.campaign)?);
        if context.json {
            let mut value = serde_json::to_value(&status).expect("results are plain data");
            value["tasks"] = tasks.todo.clone().into();
            value["counts"] = serde_json::to_value(&tasks.counts).expect("results are plain data");
            value["left"] = tasks.left.into();
            print_json(&value)?;
        } else {
            print(&(work(&tasks) + &table(&status)))?;
        }
        if self.exit_code && tasks.todo.is_empty() {
            return Err(Problem::nothing("the campaign does not need its moderator now"));
        }
        Ok(())
    }
}

/// What the moderator has to do, above all else.
fn work(tasks: &Tasks) -> String {
    let mut out = String::new();
    for task in &tasks.todo {
        let _ = writeln!(out, "to do: {task}");
    }
    let counts: Vec<String> = tasks.counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
    let left = tasks.left.as_ref().map(|left| format!("; {left} left")).unwrap_or_default();
    let _ = writeln!(out, "seats: {}{left}", counts.join(", "));
    out
}

fn table(status: &Standing) -> String {
    let mut out = format!("{} ({}): {}\n", status.campaign, status.game, status.stage);
    if let Some(deadline) = &status.deadline_in_words {
        let _ = writeln!(out, "deadline {deadline}");
    }
    let width = status.seats.iter().map(|line| line.seat.len()).max().unwrap_or_default();
    for line in &status.seats {
        let player = text::harmless(line.player.as_deref().unwrap_or("-"));
        let sequence = line.sequence.map(|s| format!("sequence {s}")).unwrap_or_default();
        let why = text::harmless(&line.details());
        let row = format!(
            "{:<width$}  {:<11}  {player:<16}  {sequence:<12}  {why}",
            line.seat, line.orders
        );
        let _ = writeln!(out, "{}", row.trim_end());
    }
    let _ = writeln!(out, "dice: {}", status.dice());
    if !status.acts.is_empty() {
        out.push_str("the moderator's decisions:\n");
    }
    for act in &status.acts {
        let _ = writeln!(out, "  {}", text::harmless(act));
    }
    out
}
