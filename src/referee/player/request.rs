//! What players ask for by mail beside their orders: small signed files. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Seat};
use crate::referee::record::campaign::Campaign;
use crate::seal::{Opened, Recipient, SigningKey, sealed, sign_file, sshsig};

/// The kind of file.
const KIND: &str = "request-v1";
/// Characters that a question may have, as in an order file.
pub const QUESTION: usize = 1000;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Where the campaign stands, as everybody may know it.
    Status,
    /// One's own report of this cycle again.
    Report(u32),
    /// A question to the moderator, for their eyes alone.
    Question(String),
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

impl Request {
    /// A request of a seat.
    pub fn new(campaign: &str, seat: Seat, ask: Ask) -> Self {
        Self { adjutant: KIND.to_owned(), campaign: campaign.to_owned(), seat, ask }
    }

    /// The request's text with its author's signature.
    pub fn sign(&self, key: &SigningKey) -> String {
        sign_file(key, sshsig::REQUEST, &yaml::write(self))
    }

    /// The same, encrypted to a cycle.
    ///
    /// # Errors
    /// If nothing can be encrypted to it.
    pub fn seal(&self, key: &SigningKey, to: &Recipient) -> Result<String, Problem> {
        sealed::seal(self.sign(key).as_bytes(), to)
    }

    /// A request out of a signed file, if a seat of the campaign signed it for itself.
    pub(in crate::referee) fn of(campaign: &Campaign, opened: &Opened) -> Option<Self> {
        let request: Self = yaml::read(&opened.bytes, Origin::Mail).ok()?;
        let own = campaign.holder(&request.seat, u32::MAX)?.signing == opened.key.to_string();
        (own && request.adjutant == KIND && request.campaign == campaign.id()).then_some(request)
    }
}

/// An order file, signed so that it can be forecast and nothing else, and encrypted to its cycle.
///
/// # Errors
/// If nothing can be encrypted to it.
pub fn to_forecast(orders: &str, key: &SigningKey, to: &Recipient) -> Result<String, Problem> {
    sealed::seal(sign_file(key, sshsig::FORECAST, orders).as_bytes(), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_written_as_it_is_read() {
        let asks = [
            (Ask::Status, "ask: status\n"),
            (Ask::Report(3), "ask:\n  report: 3\n"),
            (Ask::Question("May I?".into()), "ask:\n  question: May I?\n"),
        ];
        for (ask, line) in asks {
            let request = Request::new("pell#9f3c0a12", "union".parse().unwrap(), ask);
            let text = yaml::write(&request);
            assert!(text.contains(line), "{text}");
            assert_eq!(yaml::read::<Request>(text.as_bytes(), Origin::Mail).unwrap(), request);
        }
    }
}
