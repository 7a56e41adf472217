//! The switches of a turn format.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::Problem;

/// Where a number or choice comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The rulebook's text gives it.
    Rulebook,
    /// Another publication about the game gives it.
    Published,
    /// The rulebook can be read in more than one way; this is one of them.
    Reading,
    /// The rulebook is silent; it is ours.
    Invented,
}

/// A number of a turn format and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Where it comes from.
    pub source: Source,
    /// The number.
    pub value: u32,
}

/// A switch that the moderator sets when he founds a campaign.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionSpec {
    /// What holds if nobody sets it.
    pub default: String,
    /// Every value it may have.
    pub values: Vec<String>,
    /// What it decides, in a sentence.
    pub about: String,
    /// Where the default comes from.
    pub source: Source,
}

/// The value of every switch: those given, else those of the format.
///
/// # Errors
/// An unknown switch or value, with those that exist.
pub fn settle(
    specs: &BTreeMap<String, OptionSpec>,
    given: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Problem> {
    for (name, value) in given {
        let Some(spec) = specs.get(name) else {
            let names: Vec<_> = specs.keys().map(String::as_str).collect();
            return Err(Problem::usage(format!("there is no option \"{name}\""))
                .hint(format!("the options are: {}", names.join(", "))));
        };
        if !spec.values.contains(value) {
            return Err(Problem::usage(format!("option {name} cannot be \"{value}\""))
                .hint(format!("it can be: {}", spec.values.join(", "))));
        }
    }
    let value = |(name, spec): (&String, &OptionSpec)| {
        (name.clone(), given.get(name).unwrap_or(&spec.default).clone())
    };
    Ok(specs.iter().map(value).collect())
}

/// The settled switches as a game's own type, whose names and values are those of the format.
///
/// # Errors
/// A switch or value that this program does not have.
pub fn typed<T: DeserializeOwned>(settled: &BTreeMap<String, String>) -> Result<T, Problem> {
    let values = serde_json::to_value(settled).expect("options are text");
    serde_json::from_value(values)
        .map_err(|e| Problem::refused(format!("the options do not fit this program: {e}")))
}
