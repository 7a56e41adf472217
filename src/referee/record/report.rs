//! The report that a reader receives: a text to read, data for their program, and a proof.
//! `docs/formats/report.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::acts::Act;
use super::office_keys::Deed;
use crate::base::text::{escaped_json, is_treacherous};
use crate::base::{Digest, Json, Problem, VERSION, canonical};
use crate::engine::{AnyGame, News, Outcome, Reader, Shelf, ViewDoc};
use crate::ledger::ReportProof;
use crate::page::Page;
use crate::render::{self, Rulebook};
use crate::seal::{SigningKey, VrfProof, cut, sign_file, sshsig};

mod frame;

pub use frame::Around;

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
    /// True if links do not come with orders: they are given once the cycle is locked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lock: bool,
    /// True if orders of sealed phases are sealed to a round of drand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub timelock: bool,
}

/// What a report tells a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Always `report-v1`.
    pub adjutant: String,
    /// The version of the program that wrote it.
    pub version: String,
    /// The campaign's name and first digits of its digest.
    pub campaign: String,
    /// The digest of the ledger's first entry.
    pub genesis: Digest,
    /// The game.
    pub game: String,
    /// The edition of its rules.
    pub edition: u32,
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
    /// True if the reader's orders were due and did not come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missed: bool,
    /// How often in a row the reader's orders were due and did not come, this time included, and after how
    /// often their seat is dropped, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nmr: Option<(u32, u32)>,
    /// True if the computer staff ordered for the reader.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub staff: bool,
    /// What the moderator decided since the report before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<Act>,
    /// How the game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What the reader may know of the position.
    pub seen: Json,
    /// What the reader may know of the cycle; `None` for the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub news: Option<Json>,
    /// A proof for each draw of which the reader witnessed the dice, by its name; none in a campaign without
    /// proven dice.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dice: BTreeMap<String, VrfProof>,
}

impl Data {
    /// What it asks orders for.
    ///
    /// # Errors
    /// If it asks for none.
    pub fn asked(&self) -> Result<&Next, Problem> {
        let next = self.next.as_ref();
        next.ok_or_else(|| Problem::nothing("this report asks for no orders"))
    }

    /// The view as the game takes it.
    pub fn view(&self) -> ViewDoc {
        ViewDoc(self.seen.text().to_owned())
    }

    /// The account of the cycle as the game takes it.
    pub fn news(&self) -> Option<News> {
        self.news.as_ref().map(|news| News(news.text().to_owned()))
    }

    /// The report's text: the page for readers without this program, and the data.
    pub fn text(&self, page: &Page) -> String {
        // In JSON a `>` stands in texts only, so the comment cannot end early.
        let data = escaped_json(&canonical::encode(self), |c| c == '>' || is_treacherous(c));
        format!("{}{DATA}{data}{END}", render::markdown(page))
    }

    /// The report as a page, in the words of this program.
    ///
    /// # Errors
    /// If the data is none of this game's.
    pub fn page(&self, game: &dyn AnyGame) -> Result<Page, Problem> {
        self.page_with(game, None)
    }

    /// The page with what the campaign at hand knows of the cycle that it asks orders for.
    ///
    /// # Errors
    /// If the data is none of this game's.
    pub fn page_with(&self, game: &dyn AnyGame, at: Option<Around<'_>>) -> Result<Page, Problem> {
        let told = game.told(&self.view(), self.news().as_ref());
        let (page, agenda) = told.map_err(|p| self.written_elsewhere(p))?;
        Ok(self.paged(page, &agenda, at))
    }

    /// What goes into a template or onto a terminal as it is must be plain words, and the view that
    /// of the reader.
    fn is_sound(&self) -> Result<(), Problem> {
        #[derive(Deserialize)]
        struct Seen {
            #[serde(default)]
            phase: Value,
            reader: Value,
        }
        let altered =
            || Problem::refused("the report was not made by this program, or was altered");
        let seen: Seen = serde_json::from_str(self.seen.text()).map_err(|_| altered())?;
        let reader = canonical::value(&self.reader);
        let recipient = self.next.as_ref().map_or("", |next| &next.recipient);
        let texts = [&self.campaign, &self.version, &self.game].map(String::as_str);
        let plain = texts.into_iter().chain([recipient]).all(is_plain)
            && is_plain_all(&seen.phase)
            && self.options.iter().all(|(name, value)| is_plain(name) && is_plain(value));
        let follows =
            self.next.as_ref().is_none_or(|next| Some(next.cycle) == self.cycle.checked_add(1));
        if plain && follows && seen.reader == reader { Ok(()) } else { Err(altered()) }
    }

    /// The problem, with the version that wrote what cannot be read.
    fn written_elsewhere(&self, problem: Problem) -> Problem {
        written_by(problem, &self.version)
    }
}

/// True for words on one line that steer no terminal.
fn is_plain(text: &str) -> bool {
    !text.contains(|c| c == '\n' || is_treacherous(c))
}

fn is_plain_all(value: &Value) -> bool {
    match value {
        Value::String(text) => is_plain(text),
        Value::Array(items) => items.iter().all(is_plain_all),
        Value::Object(fields) => fields.iter().all(|(name, v)| is_plain(name) && is_plain_all(v)),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// The problem, with the version that wrote what this one cannot read.
#[must_use]
pub fn written_by(problem: Problem, version: &str) -> Problem {
    if version == VERSION || problem.hint.is_some() {
        return problem;
    }
    problem.hint(format!("adjutant {version} wrote it, and this is {VERSION}"))
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
    /// Text and trailer, and the signature over both; nobody has checked it yet.
    pub signed: Option<Signed>,
}

/// What a signature is said to be over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The text, exactly.
    pub text: String,
    /// The block behind it.
    pub armor: String,
}

/// What is encrypted together with a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trailer {
    /// The head of the ledger when the report was made, for the order file.
    pub head: Digest,
    /// The proof that the ledger commits to the report.
    pub proof: ReportProof,
    /// The entries that handed the office over, for readers without a ledger.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub office: Vec<Deed>,
}

impl Report {
    /// The words it was sent in, as Markdown.
    pub fn markdown(&self) -> &str {
        self.text.find(DATA).map_or(&self.text, |at| &self.text[..at])
    }

    /// Reads a decrypted report, with its proof and signature if it has them. It proves nothing:
    /// that is for [`prove`](super::proof::prove).
    ///
    /// # Errors
    /// If it is not a report.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let (text, armor) = cut(text);
        let (start, end) = data_at(text)?;
        let signature = |armor: &str| Signed { text: text.to_owned(), armor: armor.to_owned() };
        let signed = armor.map(signature);
        let data = data(&text[start..end])?;
        if data.adjutant != "report-v1" {
            return Err(Problem::refused(format!("unknown kind of report: {}", data.adjutant)));
        }
        data.is_sound()?;
        let (text, tail) = text.split_at(end + END.len());
        Ok(Self { text: text.to_owned(), data, trailer: trailer(tail)?, signed })
    }

    /// The bytes of a decrypted report that the report tree commits to, whoever wrote its data.
    ///
    /// # Errors
    /// If it is not a report.
    pub(in crate::referee) fn committed(text: &str) -> Result<String, Problem> {
        let (_, end) = data_at(text)?;
        Ok(text[..end + END.len()].to_owned())
    }
}

/// From where to where the data of a report stands in its text.
fn data_at(text: &str) -> Result<(usize, usize), Problem> {
    let wrong = || Problem::refused("this is not a report").hint("decrypt it first");
    let start = text.find(DATA).ok_or_else(wrong)? + DATA.len();
    let length = text[start..].find(END).ok_or_else(wrong)?;
    Ok((start, start + length))
}

/// The data of a report. What this version does not know is refused with the version that wrote it.
fn data(text: &str) -> Result<Data, Problem> {
    #[derive(Deserialize)]
    struct Writer {
        version: String,
    }
    serde_json::from_str(text).map_err(|e| {
        let problem = Problem::refused(format!("the report's data cannot be read: {e}"));
        match serde_json::from_str::<Writer>(text) {
            Ok(writer) => written_by(problem, &writer.version),
            Err(_) => problem,
        }
    })
}

fn trailer(tail: &str) -> Result<Option<Trailer>, Problem> {
    let inside = tail.split_once(PROOF).and_then(|(_, proof)| proof.trim().strip_suffix("-->"));
    let Some(inside) = inside else { return Ok(None) };
    serde_json::from_str(inside.trim())
        .map(Some)
        .map_err(|e| Problem::refused(format!("the report's proof cannot be read: {e}")))
}

impl Trailer {
    /// The report and this, signed by the moderator, as they are encrypted. In between stands what
    /// an order file needs and only the ledger says, for readers without this program.
    pub fn after(&self, text: &str, moderator: &SigningKey, deadline: Option<&str>) -> String {
        let deadline = deadline.unwrap_or("the moderator says it when the cycle opens");
        let words = format!(
            "\n## For your order file\n\n- **Head**: `{}`\n- **Deadline**: {deadline}\n\n",
            self.head
        );
        let whole = format!("{text}{words}{PROOF}{}{END}", canonical::encode(self));
        sign_file(moderator, sshsig::REPORT, &whole)
    }
}

/// A page as one HTML file, with the rules of its game that it cites.
///
/// # Errors
/// If this program has no such game.
pub fn html(page: &Page, game: &str, shelf: Shelf) -> Result<String, Problem> {
    Ok(render::html(page, &rulebook(game, shelf)?))
}

/// A page with the rules of its game that it cites at the end.
///
/// # Errors
/// If this program has no such game.
pub fn with_rules(page: &Page, game: &str, shelf: Shelf) -> Result<Page, Problem> {
    let told = rulebook(game, shelf)?.told(&page.cited());
    Ok(if told.is_empty() { page.clone() } else { page.clone().folded("Rules cited", told) })
}

/// The rules of a game, for the pages that cite them.
///
/// # Errors
/// If this program has no such game.
pub(in crate::referee) fn rulebook(game: &str, shelf: Shelf) -> Result<Rulebook, Problem> {
    Rulebook::read(shelf.named(game)?.shipped().rules)
}
