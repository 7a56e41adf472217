use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::context::{Context, print, print_json};
use crate::base::Problem;
use crate::campaign::folder;
use crate::ledger::Verification;
use crate::referee::telling::site::site;
use crate::render;

/// Write a static site of everything public, for spectators.
///
/// Needs no key. Updates a site that it wrote before. Any static host can serve the result.
#[derive(Debug, Args)]
pub(super) struct Site {
    /// A directory that is new, empty, or written by this command before.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    /// Open what is folded away, for printing.
    #[arg(long)]
    unfolded: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    directory: String,
    files: Vec<&'a String>,
    stage: &'a str,
    verdict: &'a Verification,
}

impl Site {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut site = site(context.store()?)?;
        let pages = site.files.iter_mut().filter(|(path, _)| is_page(path));
        if self.unfolded {
            pages.for_each(|(_, text)| *text = render::unfolded(text));
        }
        folder::publish(&self.into, &site.files)?;
        let directory = self.into.display().to_string();
        if context.json {
            let files = site.files.keys().collect();
            let (stage, verdict) = (site.stage.as_str(), &site.verdict);
            print_json(&Written { directory, files, stage, verdict })?;
        } else {
            let pages = site.files.keys().filter(|path| is_page(path)).count();
            print(&format!("site      {directory}, {pages} pages\nstate     {}\n", site.stage))?;
        }
        if site.verdict.passed() {
            Ok(())
        } else {
            Err(Problem::refused("verification failed, and the site says so")
                .hint("run `adjutant verify` to see what is wrong"))
        }
    }
}

/// True for a page among the files of a site.
fn is_page(path: &str) -> bool {
    path.strip_suffix(".html").is_some()
}
