use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{found, season};
use crate::base::Problem;
use crate::campaign::folder;
use crate::cli::context::{Context, warn};
use crate::cli::site::read_page;
use crate::league::site::site;
use crate::referee::telling::handed::PAGE;

/// Write the season as static pages: table, rounds, every game, every player, news, deadlines.
///
/// Needs no key. Updates a site that it wrote before. Any static host can serve the result.
#[derive(Debug, Args)]
pub(super) struct Site {
    /// A directory that is new, empty, or written by this command before.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    /// Put this page on the site, as `adjutant play` wrote it, with the sealed reports of every game: players
    /// open it from their game, give their key and read their newest report. The site keeps it when it is updated.
    #[arg(long, value_name = "FILE")]
    play: Option<PathBuf>,
}

impl Site {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let store = found(context)?;
        let (played, season) = season(&store, context.shelf)?;
        season.is_played_by(&played)?;
        let page = read_page(self.play.as_deref())?;
        let page = page.or_else(|| folder::Standing::at(&self.into).file(PAGE));
        let (files, problems) = site(&store, &season, &played, page)?;
        folder::publish(&self.into, &files)?;
        let pages = files.keys().filter(|path| path.strip_suffix(".html").is_some()).count();
        let directory = self.into.display().to_string();
        context.answer(
            &format!("site      {directory}, {pages} pages\n"),
            &json!({"directory": directory, "files": files.keys().collect::<Vec<_>>()}),
        )?;
        warn(&problems);
        match problems.into_iter().next() {
            None => Ok(()),
            Some(problem) => Err(problem.hint("its pages are missing; all others were written")),
        }
    }
}
