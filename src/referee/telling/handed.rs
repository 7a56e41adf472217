//! What the page that players play on finds on a site: the campaign's card and every sealed report. All of it
//! lies in the campaign's directory, which anyone may read.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::base::{Problem, canonical};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::card::Card;
use crate::seal::sealed;

/// Where the page to play in is, seen from the site of a campaign.
#[derive(Debug, Clone)]
pub enum Play {
    /// There is none.
    Nowhere,
    /// It lies among the other pages, with this text.
    Here(String),
    /// It is shared with other campaigns, at this address.
    There(String),
}

impl Play {
    /// The page that several sites share, from one so many directories below it, which is named.
    pub fn above(folder: &str) -> Self {
        let up = "../".repeat(folder.split('/').count());
        Self::There(format!("{up}{PAGE}?{folder}"))
    }

    /// Its address; `None` if there is no page.
    pub(super) fn address(&self) -> Option<&str> {
        match self {
            Self::Nowhere => None,
            Self::Here(_) => Some(PAGE),
            Self::There(address) => Some(address),
        }
    }
}

/// The page.
pub const PAGE: &str = "play.html";
/// What it reads first. `docs/formats/campaign.md`.
pub(super) const LIST: &str = "play.json";

/// The page if it lies here, what it reads first, and the reports that this names.
///
/// # Errors
/// If a file of the campaign cannot be read.
pub(super) fn files(campaign: &Campaign, play: Play) -> Result<Vec<(String, String)>, Problem> {
    let mut files = Vec::new();
    match play {
        Play::Nowhere => return Ok(files),
        Play::Here(page) => files.push((PAGE.to_owned(), page)),
        Play::There(_) => {}
    }
    let mut reports = Vec::new();
    for (cycle, _) in campaign.ledger.results() {
        for seat in campaign.seats() {
            // A seat that nobody ever held has none, and of an old one the file may be gone.
            let Some(sealed) = campaign.store.read(&campaign.report(&seat, cycle))? else {
                continue;
            };
            let path = format!("reports/{cycle:04}-{seat}.age");
            reports.push(json!({"cycle": cycle, "seat": seat, "path": path}));
            files.push((path, sealed::armored(&sealed)));
        }
    }
    let card = Card::of(campaign)?;
    let open = campaign.open_cycle().ok().and_then(|cycle| {
        let deadline = campaign.ledger.deadline(cycle)?;
        Some(json!({"cycle": cycle, "deadline": deadline}))
    });
    let list = json!({
        "adjutant": "play-v1",
        "campaign": campaign.ledger.genesis().name,
        "card": {"name": card.name(), "file": BASE64_STANDARD.encode(card.write())},
        "open": open,
        "reports": reports,
    });
    files.push((LIST.to_owned(), format!("{}\n", canonical::encode(&list))));
    Ok(files)
}
