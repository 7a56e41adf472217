//! The switches of a turn format.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::{Problem, canonical};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// The switches of a turn format, by name.
pub type Options = BTreeMap<String, OptionSpec>;

/// The value of every switch of a campaign.
pub type Chosen = BTreeMap<String, String>;

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
    let values = canonical::value(settled);
    serde_json::from_value(values)
        .map_err(|e| Problem::refused(format!("the options do not fit this program: {e}")))
}

/// Every number in a table, in lists and as a key too, lies in its range: that of the first row
/// which names the number or the table around it, else the `usual` one. So nothing is forgotten,
/// and no sum of a whole game overflows.
///
/// # Errors
/// The first number that does not, with where it stands, such as `fleet: price`.
pub fn check_numbers<T: Serialize>(
    table: &T,
    ranges: &[(&'static str, RangeInclusive<i64>)],
    usual: RangeInclusive<i64>,
) -> Result<(), Problem> {
    let table = canonical::value(table);
    let names = |row: &'static str| row.split(": ").collect::<Vec<_>>();
    let rows: Vec<_> = ranges.iter().map(|(row, range)| (names(row), range)).collect();
    each_number(&table, &mut Vec::new(), &mut |path, number| {
        let row = rows.iter().find(|(names, _)| is_named(path, names));
        let range = row.map_or(&usual, |(_, range)| range);
        if range.contains(&number) {
            return Ok(());
        }
        let (path, least, most) = (path.join(": "), range.start(), range.end());
        Err(Problem::refused(format!("{path} cannot be {number}, only {least} to {most}")))
    })
}

/// True if the names of a row lead to a number or what is around it: `price`, or `fleet: price`.
fn is_named(path: &[&str], names: &[&str]) -> bool {
    path.windows(names.len()).any(|fields| fields == names)
}

/// A table of a format has a line for each of these keys.
///
/// # Errors
/// The first that has none.
pub fn check_whole<K: Ord + Display, V>(
    name: &str,
    table: &BTreeMap<K, V>,
    keys: impl IntoIterator<Item = K>,
) -> Result<(), Problem> {
    match keys.into_iter().find(|key| !table.contains_key(key)) {
        Some(key) => Err(Problem::refused(format!("the table {name} has no line {key}"))),
        None => Ok(()),
    }
}

/// True for what a number may begin with.
fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || c == '-' || c == '+'
}

/// Judges the numbers in a value, each with the fields that lead to it.
fn each_number<'a>(
    value: &'a Value,
    path: &mut Vec<&'a str>,
    judge: &mut impl FnMut(&[&str], i64) -> Result<(), Problem>,
) -> Result<(), Problem> {
    match value {
        Value::Number(number) => judge(path, number.as_i64().unwrap_or(i64::MAX)),
        Value::Array(items) => items.iter().try_for_each(|item| each_number(item, path, judge)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if name.starts_with(is_of_number)
                    && let Ok(key) = name.parse()
                {
                    judge(path, key)?;
                }
                // The value of a `Number` goes by the name of its row.
                let inner = name != "value";
                path.extend(inner.then_some(name.as_str()));
                each_number(value, path, judge)?;
                path.truncate(path.len() - usize::from(inner));
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_all_its_lines() {
        let table = BTreeMap::from([(2, "few"), (3, "many")]);
        assert!(check_whole("set-up", &table, 2..=3).is_ok());
        let problem = check_whole("set-up", &table, 2..=5).unwrap_err();
        assert_eq!(problem.what, "the table set-up has no line 4");
    }

    #[test]
    fn every_number_has_a_range() {
        let row = |value| Number { source: Source::Invented, value };
        let table = |dice, price, key: u32| {
            let prices = BTreeMap::from([("fleet", BTreeMap::from([("price", row(price))]))]);
            serde_json::json!({"dice": [dice], "units": prices, "chits": BTreeMap::from([(key, 1)])})
        };
        let check = |dice, price, key| {
            let checked = check_numbers(&table(dice, price, key), &[("dice", 1..=6)], 0..=1000);
            checked.err().map(|problem| problem.what)
        };
        assert_eq!(check(6, 1000, 9), None);
        assert_eq!(check(0, 1, 9).as_deref(), Some("dice cannot be 0, only 1 to 6"));
        let dear = Some("units: fleet: price cannot be 1001, only 0 to 1000".to_owned());
        assert_eq!(check(1, 1001, 9), dear);
        assert_eq!(check(1, 1, 1001).as_deref(), Some("chits cannot be 1001, only 0 to 1000"));
    }
}
