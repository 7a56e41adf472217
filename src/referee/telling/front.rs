//! The page that leads to the sites of several campaigns: where each stands. It is a function of their
//! directories, without a key or a clock.

use std::collections::BTreeMap;

use crate::base::Problem;
use crate::base::words::capital;
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::page::{Page, Table, Text};
use crate::referee::cycle::status::{Status, public};
use crate::referee::record::campaign::Campaign;
use crate::render::{self, Rulebook};

const INDEX: &str = "index.html";

/// The directory of a campaign's site among others. It stays the same where the campaign is moved or renamed.
///
/// # Errors
/// If the ledger is not sound.
pub fn place(store: &Store, shelf: Shelf) -> Result<String, Problem> {
    Ok(place_of(&Campaign::load(store.again(), shelf)?))
}

fn place_of(campaign: &Campaign) -> String {
    campaign.id().replace('#', "-")
}

/// The files of that page, for campaigns with their names. One that cannot be read is said to be so.
pub fn front(campaigns: &[(String, &Store)], shelf: Shelf) -> BTreeMap<String, String> {
    let mut table = Table::new().left("Campaign").left("Game").left("State").left("Deadline");
    table = table.left("Players wanted for");
    for (name, store) in campaigns {
        table = if let Ok((place, status)) = standing(store, shelf) {
            table.row(row((name, &place), &status))
        } else {
            let state = "cannot be read just now".to_owned();
            table.row([name.clone(), String::new(), state, String::new(), String::new()])
        };
    }
    let page = Page::new("Campaigns").table(table);
    let html = render::html(&page, &Rulebook::default());
    BTreeMap::from([(INDEX.to_owned(), html), (".nojekyll".to_owned(), String::new())])
}

fn standing(store: &Store, shelf: Shelf) -> Result<(String, Status), Problem> {
    let campaign = Campaign::load(store.again(), shelf)?;
    Ok((place_of(&campaign), public(&campaign)?))
}

fn row((name, place): (&str, &str), status: &Status) -> [Text; 5] {
    let open = status.seats.iter().filter(|line| line.state.is_dropped());
    let open: Vec<&str> = open.map(|line| line.seat.as_str()).collect();
    [
        Text::default().link(name, format!("{place}/{INDEX}")),
        Text::plain(&status.game),
        Text::plain(capital(&status.stage)),
        Text::plain(status.deadline_in_words.clone().unwrap_or_default()),
        Text::plain(open.join(", ")),
    ]
}
