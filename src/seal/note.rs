//! What a player writes to themselves. Nobody else opens it, the moderator no more than others; it comes back
//! with a report. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use super::{PlayerSecret, PublicKey, packet, sealed, sshsig};
use crate::base::{Problem, Seat, guard, yaml};

/// The kind of file.
const KIND: &str = "note-v1";
/// Bytes of text that a note may have.
pub const LONGEST: usize = 4000;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    adjutant: String,
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// Its author's seat.
    pub seat: Seat,
    /// The cycle with whose report it comes back.
    pub cycle: u32,
    /// What it says.
    pub text: String,
}

impl Note {
    /// A note of a seat's player.
    ///
    /// # Errors
    /// If it is empty, too long, or could harm a terminal.
    pub fn new(campaign: &str, (seat, cycle): (Seat, u32), text: &str) -> Result<Self, Problem> {
        let (campaign, text) = (campaign.to_owned(), text.trim_end().to_owned());
        if text.trim().is_empty() {
            return Err(Problem::refused("the note is empty"));
        }
        if text.len() > LONGEST {
            let bytes = text.len();
            let what = format!("the note has {bytes} bytes; the limit is {LONGEST}");
            return Err(Problem::refused(what));
        }
        guard::guarded(text.as_bytes(), LONGEST)?;
        Ok(Self { adjutant: KIND.to_owned(), campaign, seat, cycle, text })
    }

    /// The file: YAML and a signature under [`sshsig::NOTE`], encrypted to its author.
    ///
    /// # Errors
    /// If nothing can be encrypted to them.
    pub fn seal(&self, key: &PlayerSecret) -> Result<String, Problem> {
        let text = packet::sign_file(key.signing(), sshsig::NOTE, &yaml::write(self));
        sealed::seal(text.as_bytes(), &key.identity().recipient())
    }

    /// What it says, for its author.
    pub fn told(&self) -> String {
        let Self { campaign, cycle, text, .. } = self;
        format!("Your note in {campaign}, for the report of cycle {cycle}:\n\n{text}\n")
    }

    /// Opens a file, if it is a note that its reader wrote: whoever knows their recipient could encrypt one to them.
    pub fn open(bytes: &[u8], key: &PlayerSecret) -> Option<Self> {
        let text = sealed::open(bytes, key.identity(), sealed::MAIL_LIMIT).ok()?;
        let opened = packet::open_own(&text, sshsig::NOTE).ok()?;
        let note: Self = yaml::read(&opened.bytes, yaml::Origin::Mail).ok()?;
        let own = opened.key == PublicKey::of(key.signing());
        (own && note.adjutant == KIND).then_some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_author_reads_a_note_and_only_as_their_own() {
        let [own, other] = [1, 2].map(|n| PlayerSecret::generate([n; 96]));
        let seat = || "union".parse().unwrap();
        let note = Note::new("pell#00000000", (seat(), 3), "They bluff at 3.\n").unwrap();
        let file = note.seal(&own).unwrap();
        assert_eq!(Note::open(file.as_bytes(), &own), Some(note.clone()));
        assert_eq!(Note::open(file.as_bytes(), &other), None);
        // Somebody else's, encrypted to the reader.
        let text = packet::sign_file(other.signing(), sshsig::NOTE, &yaml::write(&note));
        let forged = sealed::seal(text.as_bytes(), &own.identity().recipient()).unwrap();
        assert_eq!(Note::open(forged.as_bytes(), &own), None);
        for bad in [" \n", &"é".repeat(2001), "a\u{202E}b"] {
            Note::new("pell#00000000", (seat(), 3), bad).unwrap_err();
        }
    }
}
