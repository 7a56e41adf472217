//! Names of things -> paths, one table: those that the ledger lists are its own. `docs/formats/campaign.md`.

pub use crate::base::paths::{
    calendar, cycle, held, packet, packet_number, packets, press, press_signed, public_map,
    public_report, record, report, report_again, ruling, settings, staff, state, word,
};

/// The turn format, copied when the campaign is created.
pub const FORMAT: &str = "format.yaml";
/// The scenario, copied when the campaign is created.
pub const SCENARIO: &str = "scenario.yaml";
/// The signed note over the ledger; the only file that is replaced.
pub const CHECKPOINT: &str = "checkpoint";
/// The directory of what witnesses cosigned.
pub const WITNESSES: &str = "witnesses";
/// The directory of the ledger.
pub const LEDGER: &str = "ledger";
/// The first entry; a directory that has it is a campaign.
pub const GENESIS: &str = "ledger/000000.yaml";
/// A note for whoever finds the directory.
pub const README: &str = "README.md";
/// Held while a command writes.
pub const LOCK: &str = ".lock";
/// Files that are not whole yet; what is found there was left by a command that was killed.
pub const UNFINISHED: &str = ".new";
/// Keeps the lock out of a repository.
pub const GITIGNORE: &str = ".gitignore";
/// Keeps line ends as they are in a repository.
pub const GITATTRIBUTES: &str = ".gitattributes";

/// The calendar as its moderator edits it; the one in force is its copy under [`calendar`].
pub const CALENDAR: &str = "campaign.yaml";
/// Questions that came by mail.
pub const QUESTIONS: &str = "questions";
/// Which language the letters to each seat are written in.
pub const LANGUAGES: &str = "letters/languages.yaml";

/// The texts of letters in a language, where the moderator changed them.
pub fn letters(language: &str) -> String {
    format!("letters/{language}.yaml")
}

/// The newest checkpoint that the witness with this key id cosigned.
pub fn witnessed(id: &str) -> String {
    format!("{WITNESSES}/{id}.checkpoint")
}

/// What `run` remembers from one time to the next; replaced each time.
pub const LAST_RUN: &str = "last-run.yaml";

/// The receipt of a seat's last packet in a cycle that was refused, encrypted to the cycle.
pub fn refused(cycle: u32, seat: &str) -> String {
    format!("cycles/{cycle:04}/refused/{seat}.age")
}

/// The receipt that it was given when it was opened, encrypted to its cycle.
pub fn judged(cycle: u32, entry: u64) -> String {
    format!("cycles/{cycle:04}/held/{entry:06}.receipt.age")
}

/// A message, in the open after the reveal.
pub fn revealed_press(cycle: u32, entry: u64) -> String {
    format!("revealed/{cycle:04}/press/{entry:06}.yaml")
}

/// Words of a seat's players on whether reports may leave in plain text, encrypted to the moderator.
pub fn plain_text(seat: &str) -> String {
    format!("players/{seat}.plain.age")
}

/// A player's note to themselves, in the word by which it came, encrypted to the moderator.
pub fn note(seat: &str) -> String {
    format!("players/{seat}.note.age")
}

/// A seat's address, encrypted to the moderator.
pub fn address(seat: &str) -> String {
    format!("players/{seat}.age")
}

/// The address of who had a seat before, encrypted to the moderator.
pub fn former_address(seat: &str) -> String {
    format!("players/{seat}.former.age")
}

/// True if a file's name is that of a packet of a seat.
pub fn is_packet_of(name: &str, seat: &str) -> bool {
    let nth = name.strip_suffix(".age").and_then(|name| name.rsplit_once('-'));
    nth.is_some_and(|(of, _)| of == seat)
}

/// A question that came for a cycle as the nth (from 1), encrypted to the campaign.
pub fn question(cycle: u32, nth: u32) -> String {
    format!("{QUESTIONS}/{cycle:04}-{nth:03}.age")
}

/// An order file that counted, in the open after the reveal.
pub fn revealed_orders(cycle: u32, seat: &str) -> String {
    format!("revealed/{cycle:04}/orders/{seat}.yaml")
}

/// A seat's report, in the open after the reveal.
pub fn revealed_report(cycle: u32, seat: &str) -> String {
    format!("revealed/{cycle:04}/reports/{seat}.md")
}

/// The record, in the open after the reveal.
pub fn revealed_record(cycle: u32) -> String {
    format!("revealed/{cycle:04}/record.json")
}
