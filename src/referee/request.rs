//! What players ask for by mail beside their orders: small signed files. `docs/formats/packet.md`.
//!
//! None is secret, and none can be used against its author: what it brings goes to the address that is
//! kept for the seat, and nothing in the campaign changes.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::status;
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Seat};
use crate::post::Message;
use crate::seal::packet::is_likely;
use crate::seal::{SigningKey, open, sign_file, sshsig};

/// The kind of file.
const KIND: &str = "request-v1";

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Where the campaign stands, as everybody may know it.
    Status,
    /// One's own report of this cycle again.
    Report(u32),
}

/// A request as it is signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Always `request-v1`.
    pub adjutant: String,
    /// The campaign's name and first digits of its digest.
    pub campaign: String,
    /// Whose it is.
    pub seat: Seat,
    /// What is asked for.
    pub ask: Ask,
}

/// What is answered, fit for everybody's eyes; and the path of a report that goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it is about.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The report.
    pub report: Option<String>,
}

impl Request {
    /// A request of a seat.
    pub fn new(campaign: &str, seat: Seat, ask: Ask) -> Self {
        Self { adjutant: KIND.to_owned(), campaign: campaign.to_owned(), seat, ask }
    }

    /// The request's text with its author's signature.
    pub fn sign(&self, key: &SigningKey) -> String {
        sign_file(key, sshsig::REQUEST, &yaml::write(self))
    }

    /// The first request in a mail that a seat of the campaign signed for itself.
    ///
    /// # Errors
    /// If the ledger's keys cannot be read.
    pub fn find(campaign: &Campaign, message: &Message) -> Result<Option<Self>, Problem> {
        let keys = campaign.keys(u32::MAX)?;
        let mut signed = message.offers.iter().filter(|offer| is_likely(offer)).take(16);
        Ok(signed.find_map(|offer| {
            let opened = open(offer, None, &keys, sshsig::REQUEST).ok()?;
            let request: Self = yaml::read(&opened.bytes, Origin::Mail).ok()?;
            let own = campaign.holder(&request.seat, u32::MAX)?.signing == opened.key.to_string();
            (own && request.adjutant == KIND && request.campaign == campaign.id())
                .then_some(request)
        }))
    }

    /// What is asked for.
    ///
    /// # Errors
    /// If the disk fails. What cannot be had is an answer, too.
    pub fn answer(&self, campaign: &Campaign) -> Result<Answer, Problem> {
        match self.ask {
            Ask::Status => standing(campaign),
            Ask::Report(cycle) => Ok(again(campaign, &self.seat, cycle)),
        }
    }
}

fn again(campaign: &Campaign, seat: &Seat, cycle: u32) -> Answer {
    let newest = campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
    if newest.is_none_or(|newest| cycle > newest) {
        let newest = newest.map_or("none".to_owned(), |cycle| format!("that of cycle {cycle}"));
        let text = format!("There is no report of cycle {cycle} yet; the newest is {newest}.\n");
        return Answer { subject: "no such report".to_owned(), text, report: None };
    }
    Answer {
        subject: format!("your report of cycle {cycle} again"),
        text: format!("Your report of cycle {cycle} is attached, as it was sent.\n"),
        report: Some(campaign.report(seat, cycle)),
    }
}

fn standing(campaign: &Campaign) -> Result<Answer, Problem> {
    let status = status::public(campaign)?;
    let mut text = format!("{}: {}.\n", status.campaign, status.stage);
    if let Some(deadline) = &status.deadline_in_words {
        let _ = writeln!(text, "Orders are due by {deadline}.");
    }
    text.push('\n');
    for line in &status.seats {
        let _ = writeln!(text, "{}: {}", line.seat, line.orders);
    }
    Ok(Answer { subject: "how the campaign stands".to_owned(), text, report: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_written_as_it_is_read() {
        let asks = [(Ask::Status, "ask: status\n"), (Ask::Report(3), "ask:\n  report: 3\n")];
        for (ask, line) in asks {
            let request = Request::new("pell#9f3c0a12", "union".parse().unwrap(), ask);
            let text = yaml::write(&request);
            assert!(text.contains(line), "{text}");
            assert_eq!(yaml::read::<Request>(text.as_bytes(), Origin::Mail).unwrap(), request);
        }
    }
}
