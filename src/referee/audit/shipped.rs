//! Whether a campaign plays by the files that come with the program, or by its own.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, VERSION, words};
use crate::campaign::layout;
use crate::referee::record::campaign::Campaign;

/// Differences that are named one by one.
const NAMED: usize = 5;

/// What the campaign plays by, in a sentence. It is no fault to play by other files; players want to
/// know.
///
/// # Errors
/// If a file of the campaign cannot be read.
pub(in crate::referee) fn told(campaign: &Campaign) -> Result<String, Problem> {
    let genesis = campaign.ledger.genesis();
    let shipped = campaign.shelf.named(&genesis.game)?.shipped();
    let scenario = shipped.scenarios.iter().find(|(name, _)| *name == genesis.scenario);
    let own = [
        ("turn format", layout::FORMAT, &genesis.format, Some(shipped.format)),
        ("scenario", layout::SCENARIO, &genesis.scenario_digest, scenario.map(|(_, text)| *text)),
    ];
    let mut sentences = Vec::new();
    for (what, path, digest, shipped) in own {
        let Some(shipped) = shipped else {
            sentences.push(format!("the {what} does not come with adjutant {VERSION}"));
            continue;
        };
        if Digest::of(shipped.as_bytes()) != *digest {
            let found = differences(&campaign.store.need(path)?, shipped.as_bytes())
                .map_err(|p| p.at(path))?;
            sentences.push(format!("the {what} is not that of adjutant {VERSION}: {found}"));
        }
    }
    if sentences.is_empty() {
        return Ok(format!("turn format and scenario are those of adjutant {VERSION}"));
    }
    Ok(sentences.join("; "))
}

/// Where two files differ, by the paths of their values.
fn differences(own: &[u8], shipped: &[u8]) -> Result<String, Problem> {
    let values = |bytes| -> Result<BTreeMap<String, String>, Problem> {
        let mut found = BTreeMap::new();
        collect(&yaml::read::<Value>(bytes, Origin::House)?, "", &mut found);
        Ok(found)
    };
    let (own, shipped) = (values(own)?, values(shipped)?);
    let paths: BTreeSet<&String> = own.keys().chain(shipped.keys()).collect();
    let differ: Vec<&String> =
        paths.into_iter().filter(|path| own.get(*path) != shipped.get(*path)).collect();
    Ok(match differ.len() {
        0 => "only its comments differ".to_owned(),
        n if n <= NAMED => format!("{} differ", words::names(&differ)),
        n => {
            let first: Vec<&str> = differ[..NAMED].iter().map(|path| path.as_str()).collect();
            format!("{} and {} more differ", first.join(", "), n - NAMED)
        }
    })
}

/// Every value that holds no other, as text, by its path.
fn collect(value: &Value, path: &str, found: &mut BTreeMap<String, String>) {
    let below =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, &below(name), found);
            }
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                collect(item, &below(&(n + 1).to_string()), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.insert(path.to_owned(), value.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn differences_are_named_by_their_paths() {
        let told = |own: &str, shipped: &str| {
            differences(own.as_bytes(), shipped.as_bytes()).expect("YAML")
        };
        assert_eq!(told("a: 1 # one\n", "a: 1\n"), "only its comments differ");
        assert_eq!(told("a: {b: [1, 2]}\n", "a: {b: [1, 3], c: 1}\n"), "a.b.2 and a.c differ");
        let lines = |n: u32| (0..7).map(|i| format!("k{i}: {n}")).collect::<Vec<_>>();
        let many = |n: u32| lines(n).join("\n") + "\n";
        assert_eq!(told(&many(1), &many(2)), "k0, k1, k2, k3, k4 and 2 more differ");
    }
}
