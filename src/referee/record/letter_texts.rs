//! The texts of a campaign's letters: those that come with the program, and what the moderator changed
//! under `letters/`, each seat in its language. `docs/post.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Seat};
use crate::campaign::{Store, layout};
use crate::post::texts::{Language, languages, shipped};

/// The language of seats for which none is chosen.
const DEFAULT: &str = "en";

/// Which language each seat reads: `letters/languages.yaml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Languages {
    #[serde(default = "english")]
    default: String,
    #[serde(default)]
    seats: BTreeMap<Seat, String>,
}

fn english() -> String {
    DEFAULT.to_owned()
}

/// The texts of a campaign.
#[derive(Debug, Clone)]
pub struct Texts {
    all: BTreeMap<String, Language>,
    default: String,
    seats: BTreeMap<Seat, String>,
}

impl Texts {
    /// Reads the texts of a campaign.
    ///
    /// # Errors
    /// With file and line, if one names a value that there is not, or a language that there is not is
    /// chosen.
    pub fn of(store: &Store) -> Result<Self, Problem> {
        let mut all: BTreeMap<String, Language> = BTreeMap::new();
        for name in languages() {
            all.insert(name.to_owned(), Language::shipped(name));
        }
        for name in store.list("letters")? {
            let Some(language) = name.strip_suffix(".yaml") else { continue };
            let path = layout::letters(language);
            if path == layout::LANGUAGES {
                continue;
            }
            let read = Language::read(language, &store.need(&path)?);
            all.insert(language.to_owned(), read.map_err(|p| p.at(&path))?);
        }
        let Languages { default, seats } = match store.read(layout::LANGUAGES)? {
            Some(bytes) => {
                yaml::read(&bytes, Origin::House).map_err(|p| p.at(layout::LANGUAGES))?
            }
            None => Languages { default: english(), seats: BTreeMap::new() },
        };
        let missing = seats.values().chain([&default]).find(|name| !all.contains_key(*name));
        if let Some(name) = missing {
            let names = all.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(Problem::refused(format!("there are no texts in the language {name}"))
                .at(layout::LANGUAGES)
                .hint(format!("there are {names}; write others to letters/{name}.yaml")));
        }
        Ok(Self { all, default, seats })
    }

    /// Writes the texts of a language that come with the program into the campaign, to be changed; of
    /// another language those in English, to be translated.
    ///
    /// # Errors
    /// If they are there already, or the name is none of a language.
    pub fn write(store: &Store, language: &str) -> Result<String, Problem> {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-';
        let path = layout::letters(language);
        if language.is_empty() || !language.chars().all(plain) || path == layout::LANGUAGES {
            return Err(Problem::usage("this is not the name of a language").hint("give it as de"));
        }
        if store.read(&path)?.is_some() {
            return Err(Problem::refused("the file is there already").at(&path));
        }
        let text = shipped(language).or_else(|| shipped(DEFAULT)).unwrap_or_default();
        store.write(&path, text.as_bytes())?;
        Ok(path)
    }

    /// The languages there are, and the one of each seat that has its own.
    pub fn summary(&self) -> String {
        let all = self.all.keys().cloned().collect::<Vec<_>>().join(", ");
        let mut out = format!("languages {all}\ndefault   {}\n", self.default);
        for (seat, language) in &self.seats {
            let _ = writeln!(out, "seat      {seat}: {language}");
        }
        out
    }

    /// Subject and text of a letter to a seat.
    pub fn letter(
        &self,
        seat: &Seat,
        (name, values): (&str, &[(&str, String)]),
    ) -> (String, String) {
        self.language(seat).letter(name, values)
    }

    /// A phrase for a seat.
    pub fn phrase(&self, seat: &Seat, name: &str, values: &[(&str, String)]) -> String {
        self.language(seat).phrase(name, values)
    }

    /// What is said in English, for a seat.
    pub fn sentence(&self, seat: &Seat, said: &str) -> String {
        self.language(seat).sentence(said)
    }

    fn language(&self, seat: &Seat) -> &Language {
        let name = self.seats.get(seat).unwrap_or(&self.default);
        self.all.get(name).expect("the languages were checked when they were read")
    }
}
