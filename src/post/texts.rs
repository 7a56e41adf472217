//! The texts of letters in one language, with places for values: `src/post/texts`, or the moderator's
//! own. A text that names a value it does not have is refused, with its line.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::sentences::{Sentences, fill, translated};
use crate::base::Problem;
use crate::base::words::nearest;
use crate::base::yaml::{self, Origin};

/// The languages that come with the program.
const SHIPPED: &[(&str, &str)] =
    &[("en", include_str!("texts/en.yaml")), ("de", include_str!("texts/de.yaml"))];

/// The same, read.
static READ: LazyLock<Vec<(&str, Language)>> = LazyLock::new(|| {
    let read = |file: &str| yaml::read(file.as_bytes(), Origin::House);
    let language = |(name, file): &(&'static str, &str)| {
        (*name, read(file).expect("what is shipped can be read"))
    };
    SHIPPED.iter().map(language).collect()
});

/// Every letter, and the values it has.
const LETTERS: &[(&str, &[&str])] = &[
    ("welcome", &["seat", "campaign", "game", "key", "moderator", "links"]),
    (
        "report",
        &[
            "cycle", "seat", "path", "when", "next", "deadline", "due", "silence", "drop", "card",
            "note",
        ],
    ),
    ("end", &["outcome", "cycle", "path", "note"]),
    ("revealed", &[]),
    ("reminder", &["cycle", "deadline", "without"]),
    ("last", &["cycle", "deadline", "without"]),
    ("decision", &["sentence", "deadline"]),
    ("players-word", &["sentence"]),
    ("vote", &["seat", "what", "open", "how"]),
    ("vote-back", &["seat", "what"]),
    ("receipt", &["cycle", "received", "verdict", "became", "why"]),
    ("notice", &["received", "why", "people"]),
    ("over", &[]),
    ("no-report", &["cycle", "newest"]),
    ("again", &["cycle"]),
    ("status", &["campaign", "stage", "deadline", "seats"]),
    ("word", &["told"]),
    ("own-word", &["told"]),
    ("word-refused", &["told"]),
    ("question", &["cycle"]),
    ("forecast", &[]),
    ("press", &["cycle"]),
    ("locked", &["cycle", "until"]),
];

/// Every phrase that letters are made of, and the values it has.
const PHRASES: &[(&str, &[&str])] = &[
    ("without-defaults", &[]),
    ("without-staff", &[]),
    ("card", &[]),
    ("links", &[]),
    ("no-links", &[]),
    ("no-links-now", &[]),
    ("due", &["deadline"]),
    ("due-round", &["round"]),
    ("due-now", &["cycle", "deadline"]),
    ("silent-once", &[]),
    ("silent", &["count"]),
    ("drop-next", &[]),
    ("drop-later", &["count"]),
    ("no-report", &[]),
    ("report-of", &["cycle"]),
    ("note", &[]),
    ("motion-draw", &[]),
    ("motion-win", &["seat"]),
    ("motion-deadline", &["time"]),
    ("motion-pause", &["time"]),
    ("vote-open", &["seats"]),
    ("vote-how", &["arguments"]),
    ("read", &[]),
    ("read-last", &[]),
    ("plain", &[]),
    ("people", &[]),
    ("accepted", &[]),
    ("superseded", &[]),
    ("equivocation", &[]),
    ("late", &[]),
    ("refused", &[]),
    ("held", &[]),
    ("became-accepted", &[]),
    ("became-bound", &[]),
    ("became-idle", &[]),
    ("became-superseded", &[]),
    ("became-withdrawn", &[]),
    ("became-equivocation", &[]),
    ("became-late", &[]),
    ("became-refused", &[]),
    ("became-held", &[]),
    ("act-deadline", &["cycle", "from", "to", "earlier", "paid", "reason"]),
    ("act-none", &[]),
    ("act-earlier", &[]),
    ("act-paid", &["seats"]),
    ("act-close", &["cycle", "deadline", "seats", "reason"]),
    ("act-keys-signed", &["player", "seat", "from"]),
    ("act-keys", &["player", "seat", "from", "because"]),
    ("act-takes-over", &["player", "seat", "before", "from", "because"]),
    ("act-claim", &["player", "seat", "entry", "until", "because"]),
    ("act-objection", &["seat", "reason"]),
    ("act-substitute", &["name", "seat", "until"]),
    ("act-name-corrected", &["player", "seat", "before"]),
    ("act-keys-corrected", &["player", "seat"]),
    ("act-takes-over-early", &["player", "seat", "before"]),
    ("act-calendar", &["reason"]),
    ("act-pause", &["until", "moved", "reason"]),
    ("act-pause-moved", &["time"]),
    ("act-resumed", &["now", "reason"]),
    ("act-resumed-now", &["time"]),
    ("act-by", &["deputy", "act"]),
    ("act-undone", &["cycle", "reason", "next", "but"]),
    ("act-undone-anew", &["seats"]),
    ("act-set", &["by", "reason", "next"]),
    ("act-absence", &["seat", "dates", "reason"]),
    ("act-dropped", &["seat", "player", "from", "reason"]),
    ("act-resigned", &["seat", "player", "from", "reason"]),
    ("act-late", &["seat", "cycle", "reason"]),
    ("act-withheld", &["cycle", "seats", "reason"]),
    ("act-orders", &["cycle", "reason"]),
    ("act-answered", &["seat", "cycle"]),
    ("act-answer", &["seat", "question", "answer"]),
    ("act-preview", &["cycle", "reason"]),
    ("act-amended", &["seat", "what", "reason"]),
    ("act-put-in", &["text"]),
    ("act-struck", &["line"]),
    ("act-revoked", &["entry", "act", "reason"]),
    ("act-ruling", &["text"]),
    ("office-handed-over", &["name", "from", "reason"]),
    ("office-appointed", &["name", "until", "rights", "reason"]),
    ("office-dismissed", &["name", "reason"]),
    ("office-extend", &[]),
    ("office-take", &[]),
    ("office-close", &[]),
    ("and", &[]),
];

/// The texts of one language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    #[serde(default)]
    letters: BTreeMap<String, Template>,
    #[serde(default)]
    phrases: BTreeMap<String, String>,
    /// What is said in English, by that, with its places.
    #[serde(default)]
    sentences: Sentences,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    subject: String,
    text: String,
}

/// The file of a language that comes with the program.
pub fn shipped(language: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == language).map(|(_, file)| *file)
}

/// The languages that come with the program.
pub fn languages() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

impl Language {
    /// Reads the moderator's file of a language. What it leaves out is as the program has it: in that
    /// language, or else in English.
    ///
    /// # Errors
    /// With line, if it names a text or a value that there is not.
    pub fn read(language: &str, file: &[u8]) -> Result<Self, Problem> {
        let own: Self = yaml::read(file, Origin::House)?;
        let text = &String::from_utf8_lossy(file);
        for (name, template) in &own.letters {
            let known = known("letter", LETTERS, name).map_err(|p| at(text, (name, name), p))?;
            for words in [&template.subject, &template.text] {
                fits(words, known).map_err(|wrong| at(text, (name, &wrong.0), wrong.1))?;
            }
        }
        for (name, words) in &own.phrases {
            let known = known("phrase", PHRASES, name).map_err(|p| at(text, (name, name), p))?;
            fits(words, known).map_err(|wrong| at(text, (name, &wrong.0), wrong.1))?;
        }
        for (said, words) in &own.sentences {
            let known: Vec<&str> = places(said).collect();
            fits(words, &known).map_err(|wrong| at(text, (said, &wrong.0), wrong.1))?;
        }
        let Self { mut letters, mut phrases, mut sentences } = Self::shipped(language);
        letters.extend(own.letters);
        phrases.extend(own.phrases);
        sentences.extend(own.sentences);
        Ok(Self { letters, phrases, sentences })
    }

    /// The texts in English, as the program has them.
    pub fn english() -> &'static Self {
        &READ[0].1
    }

    /// The texts of a language as the program has them; in English, if it does not.
    pub fn shipped(language: &str) -> Self {
        let (_, read) = READ.iter().find(|(name, _)| *name == language).unwrap_or(&READ[0]);
        read.clone()
    }

    /// Subject and text of a letter.
    ///
    /// # Panics
    /// If there is no such letter, which only a fault of this program can ask for.
    pub fn letter(&self, name: &str, values: &[(&str, String)]) -> (String, String) {
        let Template { subject, text } = self.letters.get(name).expect("a letter of ours");
        (fill(subject.trim_end(), values), lines(text, values))
    }

    /// A sentence that is said in English; as it is, if this language has no other.
    pub fn sentence(&self, said: &str) -> String {
        translated(&self.sentences, said)
    }

    /// Every sentence that this language has, in English.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.sentences.keys().map(String::as_str)
    }

    /// A phrase.
    ///
    /// # Panics
    /// As [`Language::letter`].
    pub fn phrase(&self, name: &str, values: &[(&str, String)]) -> String {
        fill(self.phrases.get(name).expect("a phrase of ours"), values)
    }
}

/// The values of a text.
fn known(
    kind: &str,
    all: &'static [(&'static str, &'static [&'static str])],
    name: &str,
) -> Result<&'static [&'static str], Problem> {
    if let Some((_, values)) = all.iter().find(|(known, _)| *known == name) {
        return Ok(values);
    }
    let problem = Problem::refused(format!("there is no {kind} {name}"));
    let names = || all.iter().map(|(name, _)| *name);
    Err(match nearest(name, names()) {
        Some(meant) => problem.hint(format!("did you mean {meant}?")),
        None => problem.hint(format!("there are: {}", names().collect::<Vec<_>>().join(", "))),
    })
}

/// Every place of a text has a value; else the place that has none.
fn fits(words: &str, known: &[&str]) -> Result<(), Box<(String, Problem)>> {
    match places(words).find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let problem = Problem::refused(format!("there is no value {{{name}}} in this text"));
            let values: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
            let hint = match &values[..] {
                [] => "it has none".to_owned(),
                values => format!("it has {}", values.join(", ")),
            };
            Err(Box::new((format!("{{{name}}}"), problem.hint(hint))))
        }
    }
}

/// A problem with the line in which a text has a word: the first behind the line with its name.
fn at(file: &str, (name, word): (&str, &str), problem: Problem) -> Problem {
    let begins = |line: &str| line.trim_start().starts_with(&format!("{name}:"));
    let found = (1..).zip(file.lines()).skip_while(|(_, line)| !begins(line));
    let mut found = found.filter_map(|(n, line)| Some((n, line.find(word)?)));
    match found.next() {
        Some((line, byte)) => problem.spot(line, byte as u64 + 1),
        None => problem.at(name),
    }
}

/// The names in braces.
fn places(words: &str) -> impl Iterator<Item = &str> {
    words.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        (plain && !name.is_empty()).then_some(name)
    })
}

/// The lines of a text, without those in which a value is empty.
fn lines(words: &str, values: &[(&str, String)]) -> String {
    let empty = |line: &&str| {
        places(line).any(|name| values.iter().any(|(known, v)| *known == name && v.is_empty()))
    };
    words.lines().filter(|line| !empty(line)).map(|line| fill(line, values) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text_and_names_only_its_values() {
        for language in languages() {
            let file = shipped(language).unwrap();
            Language::read(language, file.as_bytes()).unwrap();
            let read = Language::shipped(language);
            let named = |all: &[(&str, &[&str])]| -> Vec<String> {
                let mut names: Vec<String> = all.iter().map(|(n, _)| (*n).to_owned()).collect();
                names.sort_unstable();
                names
            };
            assert_eq!(read.letters.keys().cloned().collect::<Vec<_>>(), named(LETTERS));
            assert_eq!(read.phrases.keys().cloned().collect::<Vec<_>>(), named(PHRASES));
        }
    }

    #[test]
    fn a_line_without_its_value_is_left_out_and_values_are_not_looked_into() {
        let values = [("a", "{b}".to_owned()), ("b", String::new()), ("c", "1\n2".to_owned())];
        assert_eq!(lines("x {a} {\n{b} y\nz {c}\n\n{d}\n", &values), "x {b} {\nz 1\n2\n\n{d}\n");
        assert_eq!(fill("s{b}{a}", &values), "s{b}");
    }

    #[test]
    fn an_unknown_value_is_refused_with_its_line() {
        let file = "letters:\n  again:\n    subject: \"once more: {cycle}\"\n    text: |\n      Hi.\n      \
                    Cycle {cyle}.\n";
        let problem = Language::read("de", file.as_bytes()).unwrap_err();
        assert_eq!(problem.place.as_deref(), Some("line 6, column 13"));
        assert_eq!(problem.what, "there is no value {cyle} in this text");
        assert_eq!(problem.hint.unwrap(), "it has {cycle}");
        let problem = Language::read("en", b"phrases:\n  laet: x\n").unwrap_err();
        assert_eq!(problem.place.as_deref(), Some("line 2, column 3"));
        assert_eq!(problem.what, "there is no phrase laet");
        assert_eq!(problem.hint.unwrap(), "did you mean late?");
        assert!(Language::read("en", b"letters: {report: {subject: x}}\n").is_err());
    }

    #[test]
    fn what_a_moderator_leaves_out_is_as_it_was() {
        let own = b"letters:\n  again:\n    subject: wieder\n    text: |\n      Hier, {cycle}.\n";
        let own = Language::read("de", own).unwrap();
        let values = [("cycle", "3".to_owned())];
        assert_eq!(own.letter("again", &values), ("wieder".to_owned(), "Hier, 3.\n".to_owned()));
        assert_eq!(own.phrase("late", &[]), "zu spät");
        let other = Language::read("fr", b"phrases: {late: en retard}\n").unwrap();
        assert_eq!(other.phrase("late", &[]), "en retard");
        assert_eq!(other.phrase("refused", &[]), "refused");
    }
}
