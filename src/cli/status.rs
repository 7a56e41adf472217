use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, post_beside, print, print_json};
use super::post;
use super::several::{Several, has_keys};
use crate::base::{Problem, text};
use crate::campaign::{Store, world};
use crate::referee::Campaign;
use crate::referee::cycle::status::{Status as Standing, full, public, remember};
use crate::referee::moderator::tasks::{Tasks, tasks};

/// Show where the campaign stands, one line per seat.
///
/// To the moderator it first says what there is to do. In a directory of campaigns it shows each in a
/// line.
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
        if let Some(stores) = context.several()? {
            return self.all(context, stores);
        }
        // Who has the keys sees which sequence counts; everybody sees who has sent.
        if !has_keys(&context.store()?, self.keys.keys.is_some()) {
            let mut campaign = context.campaign()?;
            remember(&mut campaign)?;
            let status = public(&campaign)?.at(world::now()?);
            return if context.json { print_json(&status) } else { print(&table(&status)) };
        }
        let mut desk = context.look(&self.keys)?;
        remember(&mut desk.campaign)?;
        let now = world::now()?;
        let status = full(&desk)?.at(now);
        let mut tasks = tasks(&desk, &status, now)?;
        tasks.todo.extend(post::to_do(&desk)?);
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

impl Status {
    /// Every campaign of a directory in a line, and below it what there is to do in it; at the end what there is
    /// to do in the post that they share. Without keys it is what everybody can see.
    fn all(&self, context: &Context, stores: Vec<Store>) -> Result<(), Problem> {
        let now = world::now()?;
        let shared = context.beside()?;
        let mut in_post: Option<Vec<String>> = None;
        let several = Several::each(stores, |store| {
            let root = store.root().to_owned();
            if !has_keys(&store, self.keys.keys.is_some()) {
                let mut campaign = Campaign::load(store, context.shelf)?;
                remember(&mut campaign)?;
                return Ok((public(&campaign)?.at(now), Vec::new()));
            }
            let mut desk = context.look_at(store, &self.keys)?;
            remember(&mut desk.campaign)?;
            let status = full(&desk)?.at(now);
            let mut todo = tasks(&desk, &status, now)?.todo;
            let own = post_beside(&root);
            todo.extend(post::untold(&desk, &[own.clone(), shared.clone()])?);
            todo.extend(post::links_in(&shared, &desk.campaign)?);
            todo.extend(post::links_in(&own, &desk.campaign)?);
            todo.extend(post::to_do_in(&own, &desk.campaign)?);
            // Whoever has a seat in one of them asks for none.
            let here = post::to_do_in(&shared, &desk.campaign)?;
            match &mut in_post {
                Some(all) => all.retain(|task| here.contains(task)),
                None => in_post = Some(here),
            }
            Ok((status, todo))
        });
        let in_post = in_post.unwrap_or_default();
        let (mut out, mut values) = (String::new(), Vec::new());
        for (name, (status, todo)) in &several.done {
            let until = status.deadline_in_words.as_ref();
            let until = until.map(|words| format!(", until {words}")).unwrap_or_default();
            let _ = writeln!(out, "{}: {}{until}", status.campaign, status.stage);
            write_tasks(&mut out, todo);
            values.push(json!({
                "directory": name,
                "campaign": status.campaign,
                "stage": status.stage,
                "deadline": status.deadline,
                "tasks": todo,
            }));
        }
        if !in_post.is_empty() {
            let _ = writeln!(out, "the post they share");
        }
        write_tasks(&mut out, &in_post);
        context.answer(&out, &json!({"campaigns": values, "tasks": in_post}))?;
        let idle = in_post.is_empty() && several.done.iter().all(|(_, (_, todo))| todo.is_empty());
        several.ending()?;
        if self.exit_code && idle {
            return Err(Problem::nothing("no campaign needs its moderator now"));
        }
        Ok(())
    }
}

fn write_tasks(out: &mut String, todo: &[String]) {
    for task in todo {
        let _ = writeln!(out, "  to do: {}", text::harmless(task));
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
    if let Some(lock) = &status.lock {
        let _ = writeln!(out, "links: {lock}");
    }
    if let Some(beacon) = &status.beacon {
        let _ = writeln!(out, "beacon: {beacon}");
    }
    if let Some(opened) = &status.opened {
        let _ = writeln!(out, "open: {opened}");
    }
    for vote in &status.votes {
        let _ = writeln!(out, "vote: {vote}");
    }
    if !status.acts.is_empty() {
        out.push_str("the moderator's decisions:\n");
    }
    for act in &status.acts {
        let _ = writeln!(out, "  {}", text::harmless(act));
    }
    out
}
