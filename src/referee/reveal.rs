//! The end: the campaign secret is published, and everything can be read.

use std::collections::BTreeMap;

use super::campaign::Stage;
use super::desk::Desk;
use super::packet::{self, Kept};
use super::play::Dossier;
use super::resolve;
use crate::base::{Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{Body, Closing, Reveal};

/// Publishes the campaign's secret, and order files, records and reports in the clear.
///
/// # Errors
/// If the game is not over and no reason is given to end it, or all is revealed already.
pub fn reveal(desk: &mut Desk, abandon: Option<&str>, now: Time) -> Result<(), Problem> {
    if desk.campaign.ledger.revealed().is_some() {
        return Err(Problem::nothing("the campaign is already revealed"));
    }
    resolve::close(desk, now)?;
    match (desk.campaign.stage(), abandon) {
        (Stage::Closed, _) => {}
        (_, Some(reason)) => {
            let closing = Closing { reason: reason.to_owned(), outcome: "abandoned".to_owned() };
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
    let cycles: Vec<u32> = desk.campaign.ledger.results().map(|(cycle, _)| cycle).collect();
    for cycle in cycles {
        let kept = packet::listed(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        let used = packet::used(&desk.campaign, &kept);
        for (path, text) in opened(cycle, &used, &desk.dossier(cycle)?) {
            desk.campaign.store.write(&path, &text)?;
            files.insert(path, Digest::of(&text));
        }
    }
    let campaign_secret = Digest(*desk.secret().expose());
    desk.append(now, None, Body::Reveal(Reveal { campaign_secret, files }))
}

/// The documents of a cycle in the clear, by path.
pub(super) fn opened(
    cycle: u32,
    used: &[(Seat, Kept)],
    dossier: &Dossier,
) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    for (seat, kept) in used {
        let text = [&kept.bytes, kept.armor.as_bytes()].concat();
        out.push((layout::revealed_orders(cycle, seat.as_str()), text));
    }
    for (seat, report) in &dossier.reports {
        out.push((layout::revealed_report(cycle, seat), report.clone().into_bytes()));
    }
    if !dossier.record.is_empty() {
        let record = format!("{}\n", dossier.record);
        out.push((layout::revealed_record(cycle), record.into_bytes()));
    }
    out
}
