//! One entry, and its one form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Body;
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Time, text};

/// One entry of the ledger. Its file is hashed and signed as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// Position in the ledger, from 0.
    pub seq: u64,
    /// SHA-256 of the file before; 32 zero bytes in entry 0.
    pub prev: Digest,
    /// When it was written.
    pub time: Time,
    /// The cycle it belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u32>,
    /// The deputy who wrote it; absent if the moderator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What it says.
    pub body: Body,
}

impl Entry {
    /// The path of an entry's file from the campaign's directory: `ledger/000042.yaml`.
    pub fn path(seq: u64) -> String {
        format!("ledger/{seq:06}.yaml")
    }

    /// The path of its signature: `ledger/000042.sig`.
    pub fn signature_path(seq: u64) -> String {
        format!("ledger/{seq:06}.sig")
    }

    /// Reads an entry. Only the form in which [`Entry::write`] writes it is accepted, so that
    /// one entry has one file and nothing can hide in comments or spelling.
    ///
    /// # Errors
    /// If the bytes are no entry, or not in that form; `place` is left to the caller.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let entry = Self::read_signed(bytes)?;
        let written = yaml::write(&entry);
        if written.as_bytes() == bytes {
            return Ok(entry);
        }
        let same = written.bytes().zip(bytes).take_while(|(ours, theirs)| ours == *theirs);
        let line = 1 + same.filter(|(byte, _)| *byte == b'\n').count();
        Err(Problem::refused("the entry is not in canonical form")
            .at(format!("line {line}"))
            .hint("restore the file; ledger files are never edited"))
    }

    /// Reads an entry that the moderator signed, and so wrote: its form was checked then, and
    /// `verify` checks it again.
    ///
    /// # Errors
    /// If the bytes are no entry; `place` is left to the caller.
    pub fn read_signed(bytes: &[u8]) -> Result<Self, Problem> {
        let entry: Self = yaml::read(bytes, Origin::House)?;
        entry.check()?;
        Ok(entry)
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// If it contains what no entry may contain, or text that would not read back unchanged.
    pub fn write(&self) -> Result<String, Problem> {
        self.check()?;
        let written = yaml::write(self);
        match Self::read(written.as_bytes()) {
            Ok(back) if back == *self => Ok(written),
            _ => {
                Err(Problem::refused("the entry contains text that would not read back unchanged")
                    .hint("use plain sentences"))
            }
        }
    }

    fn check(&self) -> Result<(), Problem> {
        self.body.check(self.cycle)?;
        let value = serde_json::to_value(self).expect("our own types are plain data");
        // YAML can spell out characters that the guard before the parser does not see.
        if is_harmless(&value) {
            Ok(())
        } else {
            Err(Problem::refused("the entry contains control or text direction characters")
                .hint("remove tabs, control characters and text direction marks"))
        }
    }
}

fn is_harmless(value: &Value) -> bool {
    let plain = |text: &str| !text.contains(text::is_treacherous);
    match value {
        Value::String(text) => plain(text),
        Value::Array(items) => items.iter().all(is_harmless),
        Value::Object(fields) => fields.iter().all(|(key, v)| plain(key) && is_harmless(v)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::super::{Ruling, sample};
    use super::*;

    fn ruling(text: &str) -> Entry {
        Entry {
            seq: 3,
            prev: Digest::of(b"x"),
            time: sample::time("2026-07-01T18:00:00Z"),
            cycle: None,
            by: None,
            body: Body::Ruling(Ruling { text: text.into(), effect: None, files: BTreeMap::new() }),
        }
    }

    #[test]
    fn one_entry_has_one_form() {
        let text = sample::entries().remove(0).write().unwrap();
        assert!(Entry::read(text.as_bytes()).is_ok());
        let respellings = [
            text.replace("seq: 0", "seq: 00"),
            text.replace("seq: 0", "seq:  0"),
            text.replace("seq: 0", "seq: 0 # first"),
            text.replace("seq: 0", "seq: 0\nextra: 1"),
            format!("{text}\n"),
            format!("---\n{text}"),
            text.trim_end().to_owned(),
        ];
        for other in respellings {
            assert_ne!(other, text);
            assert!(Entry::read(other.as_bytes()).is_err(), "{other}");
        }
    }

    #[test]
    fn treacherous_text_is_refused() {
        assert!(ruling("a\u{1b}[2J").write().is_err());
        assert!(ruling("a\u{202e}b").write().is_err());
        let text = ruling("a-b").write().unwrap().replace("a-b", "\"a\\eb\"");
        assert!(Entry::read(text.as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in "[ -~\n’é#:|>&*\\-]{0,200}") {
            // A text YAML cannot carry is refused when written, never changed.
            let entry = ruling(&text);
            if let Ok(written) = entry.write() {
                prop_assert_eq!(Entry::read(written.as_bytes()).unwrap(), entry);
            }
        }

        #[test]
        fn plain_sentences_are_always_written(text in "[A-Za-z0-9’é,.:#-]{1,12}( [A-Za-z0-9’é,.:#-]{1,12}){0,30}") {
            prop_assert!(ruling(&text).write().is_ok(), "{}", text);
        }
    }
}
