use std::fmt::Write as _;

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::{found, season, shard};
use crate::base::{Kind, Problem, Time, text};
use crate::campaign::{Store, world};
use crate::cli::context::{Context, KeyArgs, keys, keys_beside};
use crate::engine::Shelf;
use crate::league::act::Paired;
use crate::league::published::scores;
use crate::league::results::{self, place};
use crate::league::{pairing, season::Season};
use crate::ledger::Stage;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::status::{full, remember};
use crate::referee::moderator::tasks::tasks;

/// Show what waits for you, the most urgent first, and how many games are in which state.
#[derive(Debug, Args)]
pub(super) struct Status {
    /// Show instead how far the shards have come that run the campaigns in this object store.
    #[arg(long, value_name = "URL", conflicts_with = "exit_code")]
    store: Option<String>,
    /// Exit with 3 if nothing waits for the moderator.
    #[arg(long)]
    exit_code: bool,
}

/// Something that somebody has to do: how pressing, until when, which game, and what.
type Task = (u8, Option<Time>, String, String);

impl Status {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        if let Some(url) = &self.store {
            return shard::status(context, url);
        }
        let store = found(context)?;
        let (played, season) = season(&store, context.shelf)?;
        let now = world::now()?;
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let all = results::all(store.root(), &season, &played);
        let mut todo: Vec<Task> = Vec::new();
        if let Err(problem) = season.is_played_by(&played) {
            todo.push((0, None, "league".to_owned(), problem.to_string()));
        }
        let mut counts = [0_usize; 4];
        for seen in all.values() {
            let at = match seen {
                Err(_) => 0,
                Ok(seen) if seen.score.is_some() => 3,
                Ok(seen) if seen.stage == Stage::Enrolling => 1,
                Ok(_) => 2,
            };
            counts[at] += 1;
        }
        let games: Vec<&Paired> = season.games().map(|(_, game)| game).collect();
        let waits = games.par_iter().flat_map_iter(|game| match &all[&game.game] {
            Err(problem) => vec![(0, None, game.game.clone(), problem.to_string())],
            Ok(seen) if seen.score.is_some() || seen.stage == Stage::Enrolling => Vec::new(),
            Ok(seen) => match waiting((&store, context.shelf), &season, game, &folder, now) {
                Ok(all) => all
                    .into_iter()
                    .map(|what| (1, seen.deadline, game.game.clone(), what))
                    .collect(),
                Err(problem) => vec![(0, None, game.game.clone(), problem.to_string())],
            },
        });
        todo.extend(waits.collect::<Vec<_>>());
        todo.sort();
        match pairing::next(&season, &played, &scores(&all)) {
            Ok(draft) => {
                let what = format!("pair round {}: `adjutant league pair`", draft.number);
                todo.push((2, None, "league".to_owned(), what));
            }
            Err(_) if season.lot.is_none() => {
                let what = "close entries: `adjutant league pair`".to_owned();
                todo.push((2, None, "league".to_owned(), what));
            }
            Err(problem) if problem.kind == Kind::Nothing => {}
            Err(_) => {}
        }
        let [broken, waiting, going, over] = counts;
        let mut out = String::new();
        for (_, deadline, game, what) in &todo {
            let by = deadline.map(|time| format!(" (by {time})")).unwrap_or_default();
            let _ = writeln!(out, "{}", text::harmless(&format!("{game}: {what}{by}")));
        }
        let _ = writeln!(
            out,
            "{} season {}: {}, round {} of {}",
            season.league,
            season.number,
            played.rules.form.word(),
            season.rounds.len(),
            played.rules.form.rounds(season.founders.max(season.members.len()))
        );
        let _ = writeln!(
            out,
            "members {}; games: {going} going on, {waiting} not open, {over} over, {broken} broken",
            season.members.len()
        );
        let list = todo.iter().map(|(rank, by, game, what)| {
            json!({"game": game, "what": what, "by": by, "pressing": rank})
        });
        let value = json!({
            "season": season.number, "round": season.rounds.len(), "members": season.members.len(),
            "games": {"broken": broken, "waiting": waiting, "going": going, "over": over},
            "tasks": list.collect::<Vec<_>>(),
        });
        context.answer(&out, &value)?;
        if self.exit_code && todo.is_empty() {
            return Err(Problem::nothing("the league does not need its moderator now"));
        }
        Ok(())
    }
}

/// What a game waits for.
fn waiting(
    (league, shelf): (&Store, Shelf),
    season: &Season,
    game: &Paired,
    folder: &std::path::Path,
    now: Time,
) -> Result<Vec<String>, Problem> {
    let store = Store::find(&place(league.root(), season.number, &game.game))?;
    let mut desk = Desk::look(store, keys(folder)?, shelf)?;
    remember(&mut desk.campaign)?;
    let status = full(&desk)?.at(now);
    Ok(tasks(&desk, &status, now)?.todo)
}
