//! What the ledger says of rulings on the game: the values that were set and the changes of orders, which
//! are sealed to the campaign, and orders with these changes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use crate::base::Problem;
use crate::campaign::layout;
use crate::engine::{Amendment, AnyGame, AnySheet, Seat, Setting};
use crate::ledger::{Body, Effect, Entry, Ruling};
use crate::seal::{Identity, packed};

/// A change of a seat's orders, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderRuling {
    /// The number of its entry.
    pub seq: u64,
    /// Why.
    pub reason: String,
    /// What is changed.
    pub change: Change,
}

/// A change of a seat's orders, as it is sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whose.
    pub seat: Seat,
    /// What is ruled.
    #[serde(flatten)]
    pub what: What,
}

/// What is ruled on a seat's orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum What {
    /// A line is put in or struck.
    Amend {
        /// Which.
        amendment: Amendment,
        /// The line that is struck, as its player wrote it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        struck: Option<String>,
    },
    /// Their question is answered.
    Answer {
        /// What they asked.
        question: String,
        /// What the moderator says.
        answer: String,
    },
}

/// The values that were set in a cycle.
///
/// # Errors
/// If the file is missing or altered.
pub(in crate::referee) fn settings(
    campaign: &Campaign,
    house: &Identity,
    cycle: u32,
) -> Result<Vec<Setting>, Problem> {
    sealed_in(campaign, house, &layout::settings(cycle))
}

/// The changes of orders that were ruled in a cycle and not taken back, in order.
///
/// # Errors
/// If a file is missing or altered.
pub(in crate::referee) fn of_cycle(
    campaign: &Campaign,
    house: &Identity,
    cycle: u32,
) -> Result<Vec<OrderRuling>, Problem> {
    let mut all = Vec::new();
    for entry in campaign.ledger.entries().filter(|entry| entry.cycle == Some(cycle)) {
        let Body::Ruling(Ruling { text, effect, files }) = &entry.body else { continue };
        let sealed = matches!(effect, Some(Effect::Orders | Effect::Answer { .. }));
        if !sealed || campaign.ledger.is_revoked(entry.seq) {
            continue;
        }
        for path in files.keys() {
            let change = sealed_in(campaign, house, path)?;
            all.push(OrderRuling { seq: entry.seq, reason: text.clone(), change });
        }
    }
    Ok(all)
}

/// What is sealed to the campaign in a file that the ledger lists.
fn sealed_in<T: serde::de::DeserializeOwned>(
    campaign: &Campaign,
    house: &Identity,
    path: &str,
) -> Result<T, Problem> {
    let read = || {
        let text = packed::open(&campaign.listed(path)?, house)?;
        serde_json::from_str(&text)
            .map_err(|e| Problem::refused(format!("this is not a ruling: {e}")))
    };
    read().map_err(|p: Problem| p.at(path))
}

/// Carries out rulings on orders.
///
/// # Errors
/// If a line is not there, or none of this game's.
pub(in crate::referee) fn carry_out(
    game: &dyn AnyGame,
    orders: &mut BTreeMap<Seat, AnySheet>,
    rulings: &[OrderRuling],
) -> Result<(), Problem> {
    for OrderRuling { seq, change: Change { seat, what }, .. } in rulings {
        let What::Amend { amendment, .. } = what else { continue };
        let amended = game.amended(orders.get(seat), amendment);
        let amended = amended.map_err(|p| p.at(Entry::path(*seq)))?;
        orders.insert(seat.clone(), amended);
    }
    Ok(())
}
