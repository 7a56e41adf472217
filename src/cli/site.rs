use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::context::{Context, print, print_json};
use super::several::{Several, called};
use crate::base::Problem;
use crate::base::words::count;
use crate::campaign::{Store, folder};
use crate::engine::Shelf;
use crate::ledger::Verification;
use crate::play::page::on_a_site;
use crate::referee::telling::front::{front, place};
use crate::referee::telling::handed::{PAGE, Play};
use crate::referee::telling::site as made;

/// Write a static site of everything public, for spectators.
///
/// Needs no key. Updates a site that it wrote before. Any static host can serve the result. In a directory of
/// campaigns it writes the site of each into a directory of its own, and a page with links to all.
#[derive(Debug, Args)]
pub(super) struct Site {
    /// A directory that is new, empty, or written by this command before.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    /// Open what is folded away, for printing.
    #[arg(long)]
    unfolded: bool,
    /// Put this page on the site, as `adjutant play` wrote it, with the sealed reports beside it: players
    /// open it there, give their key and read their newest report. The site keeps it when it is updated.
    #[arg(long, value_name = "FILE")]
    play: Option<PathBuf>,
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
        if let Some(stores) = context.several()? {
            return self.all(context, stores);
        }
        let play = read_page(self.play.as_deref())?.map_or(Play::Nowhere, Play::Here);
        let how = (self.unfolded, play);
        let site = made::renew_with(&self.into, context.store()?, context.shelf, how)?;
        let directory = self.into.display().to_string();
        if context.json {
            let files = site.files.keys().collect();
            let (stage, verdict) = (site.stage.as_str(), &site.verdict);
            print_json(&Written { directory, files, stage, verdict })?;
        } else {
            let pages = site.files.keys().filter(|path| is_page(path)).count();
            print(&format!("site      {directory}, {pages} pages\nstate     {}\n", site.stage))?;
        }
        passed(&site)
    }

    /// The sites of several campaigns. Of one of which none can be made the former stays.
    fn all(&self, context: &Context, stores: Vec<Store>) -> Result<(), Problem> {
        let page = read_page(self.play.as_deref())?;
        let page = page.or_else(|| folder::Standing::at(&self.into).file(PAGE));
        publish_front(&self.into, &stores, (context.shelf, page.clone()))?;
        let several = Several::each(stores, |store| {
            let place = place(&store, context.shelf)?;
            let into = self.into.join(&place);
            let play = if page.is_some() { Play::above(&place) } else { Play::Nowhere };
            let how = (self.unfolded, play);
            Ok((place, made::renew_with(&into, store, context.shelf, how)?))
        });
        let mut out = format!("site      {}\n", self.into.display());
        let mut values = Vec::new();
        for (name, (place, site)) in &several.done {
            let pages = site.files.keys().filter(|path| is_page(path)).count();
            let pages = count(pages, "page");
            let _ = writeln!(out, "{name}: {place}, {pages}, {}", site.stage);
            values.push(json!({"campaign": name, "directory": place, "stage": site.stage}));
        }
        context.answer(&out, &json!({"directory": self.into, "sites": values}))?;
        several.judge(|(_, site)| passed(site)).ending()
    }
}

/// Writes the page that leads to the sites of these campaigns.
pub(super) fn publish_front(
    into: &Path,
    stores: &[Store],
    (shelf, page): (Shelf, Option<String>),
) -> Result<(), Problem> {
    let names: Vec<(String, &Store)> = stores.iter().map(|store| (called(store), store)).collect();
    let mut files = front(&names, shelf);
    files.extend(page.map(|page| (PAGE.to_owned(), page)));
    folder::publish(into, &files)
}

/// A page to play in from a file, as it stands on a site.
pub(super) fn read_page(path: Option<&Path>) -> Result<Option<String>, Problem> {
    let read = |path: &Path| {
        let page = String::from_utf8_lossy(&folder::large(path)?).into_owned();
        on_a_site(&page).map_err(|p| p.at(path.display()))
    };
    path.map(read).transpose()
}

fn passed(site: &made::Site) -> Result<(), Problem> {
    if site.verdict.passed() {
        return Ok(());
    }
    Err(Problem::refused("verification failed, and the site says so")
        .hint("run `adjutant verify` to see what is wrong"))
}

/// True for a page among the files of a site.
fn is_page(path: &str) -> bool {
    path.strip_suffix(".html").is_some()
}
