use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::{Office, found, season};
use crate::base::Problem;
use crate::cli::context::{Context, KeyArgs, style};
use crate::league::published::{Published, scores};
use crate::league::results;
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::league::table::Table as Standing;
use crate::page::{Page, Table};
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
        let (played, season) = season(&store)?;
        season.is_played_by(&played)?;
        let (published, table) = made(store.root(), &season, &played)?;
        let page = Page::new(format!("{}, season {}", season.league, season.number))
            .table(lines(&season, &played, &table))
            .table(sides(&table));
        let value = json!({
            "season": season.number, "rounds": season.rounds.len(), "table": published.table,
            "results": published.results, "sides": table.sides,
        });
        context.answer(&render::text(&page, style()), &value)
    }
}

fn made(
    root: &std::path::Path,
    season: &Season,
    played: &Played,
) -> Result<(Published, Standing), Problem> {
    let all = results::all(root, season);
    // A table without a game that cannot be read would be silently wrong.
    if let Some(problem) = all.values().find_map(|seen| seen.as_ref().err()) {
        return Err(problem.clone());
    }
    Ok(Published::of(season, played, &scores(&all)))
}

/// The table as a page has it.
pub(super) fn lines(season: &Season, played: &Played, table: &Standing) -> Table {
    let mut shown = Table::new().right("").left("Member").right("Points");
    shown = shown.rights(["Games", "Won", "Drawn", "Lost", "Byes"]);
    shown = shown.rights(played.rules.tie_breaks.iter().map(|rule| rule.word()));
    if played.rules.ratings {
        shown = shown.right("Rating");
    }
    for line in &table.lines {
        let name = season.member(&line.member).map_or(line.member.clone(), |m| {
            let gone = if m.until.is_some() { " (withdrawn)" } else { "" };
            format!("{}{gone}", m.name)
        });
        let numbers = [line.points, line.played, line.won, line.drawn, line.lost, line.byes];
        let numbers = numbers.iter().chain(&line.breaks).map(u32::to_string);
        let rating = line.rating.map(|rating| rating.to_string());
        shown = shown.row([line.place.to_string(), name].into_iter().chain(numbers).chain(rating));
    }
    shown
}

/// How the seats fared.
fn sides(table: &Standing) -> Table {
    let mut shown = Table::new().caption("Seats").left("Seat");
    shown = shown.rights(["Games", "Won", "Drawn", "Percent"]);
    for side in &table.sides {
        let mut share = String::new();
        let percent = (side.won * 200 + side.drawn * 100).checked_div(side.games * 2);
        let _ = percent.map(|percent| write!(share, "{percent}"));
        let numbers = [side.games, side.won, side.drawn].map(|number| number.to_string());
        shown = shown.row([side.seat.to_string()].into_iter().chain(numbers).chain([share]));
    }
    shown
}
