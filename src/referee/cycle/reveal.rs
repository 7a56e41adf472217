//! The end: the campaign secret is published, and everything can be read.

use std::collections::BTreeMap;

use super::desk::Desk;
use super::packets::{self, Kept};
use super::play::Texts;
use super::resolve;
use crate::base::{Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::RecordDoc;
use crate::ledger::{Body, Closing, Reveal};
use crate::referee::press;
use crate::referee::record::campaign::Stage;

/// Publishes the campaign's secret, and order files, records and reports in the clear.
///
/// # Errors
/// If the game is not over and no reason is given to end it, or all is revealed already.
pub fn reveal(desk: &mut Desk, abandon: Option<&str>, now: Time) -> Result<(), Problem> {
    desk.campaign.complete()?;
    if desk.campaign.ledger.revealed().is_some() {
        return Err(Problem::nothing("the campaign is already revealed"));
    }
    resolve::close(desk, now)?;
    match (desk.campaign.stage(), abandon) {
        (Stage::Closed, _) => {}
        (_, Some(reason)) => {
            let closing =
                Closing { reason: reason.to_owned(), outcome: resolve::GIVEN_UP.to_owned() };
            desk.append(now, None, Body::Close(closing))?;
        }
        (_, None) => {
            return Err(Problem::refused(
                "the game is not over, and the secret decrypts every order",
            )
            .hint("end the campaign here with --abandon REASON"));
        }
    }
    let mut files = BTreeMap::new();
    let own = desk.identity();
    let cycles: Vec<u32> = desk.campaign.ledger.results().map(|(cycle, _)| cycle).collect();
    for cycle in cycles {
        let used = packets::listed(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        let texts = Texts::kept(&desk.campaign, cycle, &desk.house(cycle))?;
        let record = desk.record(cycle)?;
        for (path, text) in opened(cycle, &used, &texts, record.as_ref()) {
            desk.campaign.store.put(&path, &text)?;
            files.insert(path, Digest::of(&text));
        }
    }
    for (path, text) in press::opened(&desk.campaign, &own)? {
        desk.campaign.store.put(&path, &text)?;
        files.insert(path, Digest::of(&text));
    }
    let campaign_secret = Digest(*desk.secret().expose());
    desk.append(now, None, Body::Reveal(Reveal { campaign_secret, files }))
}

/// The documents of a cycle in the clear, by path.
pub(in crate::referee) fn opened(
    cycle: u32,
    used: &[Kept],
    texts: &Texts,
    record: Option<&RecordDoc>,
) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    for kept in used {
        let text = [&kept.bytes, kept.armor.as_bytes()].concat();
        out.push((layout::revealed_orders(cycle, kept.header.seat.as_str()), text));
    }
    for (seat, report) in &texts.reports {
        out.push((layout::revealed_report(cycle, seat.as_str()), report.clone().into_bytes()));
    }
    if let Some(record) = record {
        out.push((layout::revealed_record(cycle), format!("{}\n", record.0).into_bytes()));
    }
    out
}
