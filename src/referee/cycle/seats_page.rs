//! How the seats stand, as a table: on the site, and in reports where a campaign is at hand.

use super::status::{self, Status};
use crate::base::Problem;
use crate::page::{Page, Table};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::report::Data;

/// The newest report with how the seats stand now, as everybody can see it. An older report stays as
/// it is.
///
/// # Errors
/// If the disk fails.
pub fn with_seats(page: Page, data: &Data, campaign: &Campaign) -> Result<Page, Problem> {
    let ledger = &campaign.ledger;
    let newest = ledger.results().next_back().map(|(cycle, _)| cycle);
    let current = ledger.genesis_digest() == data.genesis && newest == Some(data.cycle);
    if !current || campaign.stage() == Stage::Closed {
        return Ok(page);
    }
    Ok(page.heading(2, "Seats").table(table(&status::public(campaign)?)))
}

/// One line for each seat.
pub(in crate::referee) fn table(standing: &Status) -> Table {
    let table = Table::new().left("Seat").left("Player");
    // Of a game that is over there is nothing to say about orders.
    let awaited = standing.seats.iter().any(|line| line.orders != status::OVER);
    let table = if awaited { table.left("Orders").left("Since") } else { table };
    standing.seats.iter().fold(table, |table, line| {
        let player = line.player.clone().unwrap_or_default();
        let orders = if line.why.is_empty() {
            line.orders.to_owned()
        } else {
            format!("{}: {}", line.orders, line.why)
        };
        let since = line.since.map(|time| time.to_string()).unwrap_or_default();
        let orders = awaited.then_some([orders, since]).into_iter().flatten();
        table.row([line.seat.clone(), player].into_iter().chain(orders))
    })
}
