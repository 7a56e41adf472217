//! The report that a reader receives: a text to read, data for his program, and a proof.
//! `docs/formats/report.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::campaign::Campaign;
use crate::base::text::harmless_json;
use crate::base::{Digest, Problem, canonical};
use crate::engine::{Document, Reader};
use crate::games;
use crate::ledger::ReportProof;
use crate::page::{Block, Page, Text};
use crate::report::{self, Rulebook};

const DATA: &str = "\n<!-- adjutant report\n";
const PROOF: &str = "<!-- adjutant proof\n";
const END: &str = "\n-->\n";

/// Where the next orders go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Next {
    /// The cycle.
    pub cycle: u32,
    /// What sealed packets are encrypted to.
    pub recipient: String,
}

/// What a report tells a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Always `report-v1`.
    pub adjutant: String,
    /// The campaign's name and first digits of its digest.
    pub campaign: String,
    /// The digest of the ledger's first entry.
    pub genesis: Digest,
    /// The game.
    pub game: String,
    /// SHA-256 of the turn format.
    pub format: Digest,
    /// SHA-256 of the scenario.
    pub scenario: Digest,
    /// The value of every option.
    pub options: BTreeMap<String, String>,
    /// The cycle that was resolved; 0 for the beginning.
    pub cycle: u32,
    /// Who reads it.
    pub reader: Reader,
    /// Where the next orders go; `None` when the game is over.
    pub next: Option<Next>,
    /// The document.
    pub page: Page,
    /// The view.
    pub seen: Value,
}

impl Data {
    /// The view as the game's table takes it.
    pub fn view(&self) -> Document {
        Document(canonical::encode(&self.seen))
    }

    /// The report's text.
    pub fn text(&self) -> String {
        // In JSON a `>` stands in texts only, so the comment cannot end early.
        let data = harmless_json(&canonical::encode(self)).replace('>', "\\u003e");
        format!("{}{DATA}{data}{END}", report::markdown(&self.page))
    }
}

/// A report as its reader decrypted it.
#[derive(Debug, Clone)]
pub struct Report {
    /// The bytes that the report tree commits to.
    pub text: String,
    /// What it tells a program.
    pub data: Data,
    /// What came with it, outside the bytes that are committed to.
    pub trailer: Option<Trailer>,
}

/// What is encrypted together with a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trailer {
    /// The head of the ledger when the report was made, for the order file.
    pub head: Digest,
    /// The proof that the ledger commits to the report.
    pub proof: ReportProof,
}

impl Report {
    /// Reads a decrypted report, with its proof if it has one.
    ///
    /// # Errors
    /// If it is no report.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::refused("this is no report").hint("decrypt it first");
        let data_at = text.find(DATA).ok_or_else(wrong)?;
        let rest = &text[data_at + DATA.len()..];
        let end = rest.find(END).ok_or_else(wrong)?;
        let data: Data = serde_json::from_str(&rest[..end])
            .map_err(|e| Problem::refused(format!("the report's data cannot be read: {e}")))?;
        if data.adjutant != "report-v1" {
            return Err(Problem::refused(format!("{} is no report I know", data.adjutant)));
        }
        if !canonical::is_canonical(&data.seen) {
            return Err(Problem::refused("the report's data holds a fraction"));
        }
        let (_, tail) = rest.split_at(end + END.len());
        let text = text[..text.len() - tail.len()].to_owned();
        Ok(Self { text, data, trailer: trailer(tail)? })
    }
}

fn trailer(tail: &str) -> Result<Option<Trailer>, Problem> {
    let inside = tail.trim().strip_prefix(PROOF.trim()).and_then(|t| t.strip_suffix("-->"));
    let Some(inside) = inside else { return Ok(None) };
    serde_json::from_str(inside.trim())
        .map(Some)
        .map_err(|e| Problem::refused(format!("the report's proof cannot be read: {e}")))
}

impl Trailer {
    /// The report and this, as they are encrypted.
    pub fn after(&self, text: &str) -> String {
        format!("{text}{PROOF}{}{END}", canonical::encode(self))
    }
}

/// Puts the campaign's facts around the game's page.
///
/// `due` says what is expected of the reader, `send` how he sends it.
pub fn frame(page: Page, data: &Data, due: &str, send: Option<[Text; 3]>) -> Page {
    let reader = match &data.reader {
        Reader::Seat(seat) => seat.as_str(),
        Reader::Public => "everybody",
        Reader::Moderator => "the moderator",
    };
    let mut facts = vec![
        ("Campaign".to_owned(), Text::plain("").code(&data.campaign)),
        ("Report for".to_owned(), Text::plain(reader)),
    ];
    if data.cycle > 0 {
        facts.push(("Cycle".to_owned(), Text::plain(data.cycle.to_string())));
    }
    let mut blocks = vec![Block::Facts(facts)];
    blocks.extend(page.blocks);
    let page = Page { blocks, ..page }.heading(2, "What is due next");
    let page = page.paragraph(due);
    let Some(next) = &data.next else { return page };
    let page = match send {
        Some(send) => page.list(send),
        None => page,
    };
    page.facts([
        ("Cycle", Text::plain(next.cycle.to_string())),
        ("Encrypt to", Text::plain("").code(&next.recipient)),
    ])
}

/// How orders are sent: encrypted, if the phase is sealed.
pub fn how_to_send(sealed: bool) -> [Text; 3] {
    let signed = Text::plain("Without it: sign the order file with ")
        .code("ssh-keygen -Y sign -n orders-v1@adjutant");
    [
        Text::plain("With Adjutant: ")
            .code("adjutant template")
            .and(" writes an order file to fill in, ")
            .code("check")
            .and(" and ")
            .code("forecast")
            .and(" try it, ")
            .code("seal")
            .and(" makes the packet."),
        if sealed {
            signed.and(" and encrypt both with ").code("age -a").and(" to the recipient below.")
        } else {
            signed.and(" and put the signature behind it.")
        },
        Text::plain("Send the packet to the moderator and keep the receipt. Until the deadline a ")
            .and("packet with a higher sequence takes the place of an earlier one."),
    ]
}

/// The page with the deadline of the cycle that it asks orders for, if the ledger at hand knows it.
#[must_use]
pub fn with_deadline(mut page: Page, data: &Data, campaign: Option<&Campaign>) -> Page {
    let same = campaign.filter(|c| c.ledger.genesis_digest() == data.genesis);
    let deadline = same.zip(data.next.as_ref()).and_then(|(c, n)| c.ledger.deadline(n.cycle));
    if let (Some(deadline), Some(Block::Facts(facts))) = (deadline, page.blocks.last_mut()) {
        facts.push(("Deadline".to_owned(), Text::plain(deadline)));
    }
    page
}

/// A page as one HTML file, with the rules of its game that it cites.
///
/// # Errors
/// If this program has no such game.
pub fn html(page: &Page, game: &str) -> Result<String, Problem> {
    let rules = games::named(game)?.shipped().rules;
    Ok(report::html(page, &Rulebook::read(rules)?))
}
