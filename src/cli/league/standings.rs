use clap::Args;
use serde_json::json;

use super::{Office, found, season};
use crate::base::Problem;
use crate::cli::context::{Context, KeyArgs, style};
use crate::league::published::{Published, scores};
use crate::league::results;
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::league::shown::{lines, scenarios, sides};
use crate::league::table::Table as Standing;
use crate::page::Page;
use crate::render;

/// Show the table, from the campaigns' signed ledgers alone.
#[derive(Debug, Args)]
pub(super) struct Standings {
    /// Write it to `seasons/N/standings.json` as well; `league run` does so too.
    #[arg(long)]
    publish: bool,
}

impl Standings {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        if self.publish {
            let office = Office::take(context, args)?;
            let (published, _) = made(office.root(), &office.season, &office.played)?;
            published.write(&office.store)?;
        }
        let store = found(context)?;
        let (played, season) = season(&store, context.shelf)?;
        season.is_played_by(&played)?;
        let (published, table) = made(store.root(), &season, &played)?;
        let page = Page::new(format!("{}, season {}", season.league, season.number))
            .table(lines(&season, &played, &table, None))
            .table(sides(&table));
        let page = scenarios(&table).into_iter().fold(page, Page::table);
        let value = json!({
            "season": season.number, "rounds": season.rounds.len(), "table": published.table,
            "results": published.results, "sides": table.sides,
            "scenarios": table.scenarios,
        });
        context.answer(&render::text(&page, style()), &value)
    }
}

fn made(
    root: &std::path::Path,
    season: &Season,
    played: &Played,
) -> Result<(Published, Standing), Problem> {
    let all = results::all(root, season, played);
    // A table without a game that cannot be read would be silently wrong.
    if let Some(problem) = all.values().find_map(|seen| seen.as_ref().err()) {
        return Err(problem.clone());
    }
    Ok(Published::of(season, played, &scores(&all)))
}
