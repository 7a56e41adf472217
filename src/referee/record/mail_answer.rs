//! What is answered to a mail that brings something else than packets.

use super::letter_texts::Texts;
use crate::base::Seat;
use crate::post::compose::Attached;

/// What is answered, fit for everybody's eyes; the path of a report that goes along, or what else does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it is about.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The cycle of the report.
    pub report: Option<u32>,
    /// A file for the player alone.
    pub attached: Option<Attached>,
}

impl Answer {
    /// An answer in a seat's language.
    pub(in crate::referee) fn of(
        texts: &Texts,
        seat: &Seat,
        said: (&str, &[(&str, String)]),
    ) -> Self {
        let (subject, text) = texts.letter(seat, said);
        Self { subject, text, report: None, attached: None }
    }
}
