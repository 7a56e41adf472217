//! YAML as JSON with the same keys, values and order, for what the program reads each time it starts:
//! its reader of JSON takes a tenth of the time. It names the digest of the YAML that it was made of, and
//! stands for no other.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::yaml::{self, Origin};
use super::{Digest, Problem, erased};

/// What was made of a document.
#[derive(serde::Deserialize)]
struct Made<'a> {
    /// The digest of the YAML.
    of: Digest,
    /// The same as JSON.
    #[serde(borrow)]
    json: &'a RawValue,
}

/// Makes it of a document.
///
/// # Errors
/// If that is no YAML.
pub fn of(yaml: &[u8], origin: Origin) -> Result<String, Problem> {
    let Transcoded(json) = yaml::read(yaml, origin)?;
    Ok(format!("{{\"of\":\"{}\",\"json\":{json}}}\n", Digest::of(yaml)))
}

/// Reads a document from what was made of it; `None` if that is of another document.
pub fn read<T: DeserializeOwned>(made: &str, yaml: &[u8]) -> Option<T> {
    let made: Made<'_> = serde_json::from_str(made).ok()?;
    if made.of != Digest::of(yaml) {
        return None;
    }
    // The type is read from YAML too, and so is compiled for this reader already.
    let mut from = serde_json::Deserializer::from_str(made.json.get());
    let read: Result<T, serde_json::Error> =
        erased::filled(|wish| erased::read(&mut from, wish, None));
    read.ok()
}

/// A document as JSON without spaces. Keys are texts, whatever they look like.
struct Transcoded(String);

impl<'de> Deserialize<'de> for Transcoded {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any).map(Self)
    }
}

/// A key, as it is written.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|key| Self(scalar(key)))
    }
}

fn scalar(value: impl Into<Value>) -> String {
    value.into().to_string()
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain data")
    }

    fn visit_bool<E>(self, value: bool) -> Result<String, E> {
        Ok(scalar(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<String, E> {
        Ok(scalar(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<String, E> {
        Ok(scalar(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<String, E> {
        Ok(scalar(value))
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok(scalar(()))
    }

    fn visit_none<E>(self) -> Result<String, E> {
        Ok(scalar(()))
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<String, D::Error> {
        Transcoded::deserialize(from).map(|inner| inner.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<String, A::Error> {
        let mut all = Vec::new();
        while let Some(Transcoded(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(format!("[{}]", all.join(",")))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<String, A::Error> {
        let mut all = Vec::new();
        while let Some((Key(key), Transcoded(value))) = entries.next_entry()? {
            all.push(format!("{key}:{value}"));
        }
        Ok(format!("{{{}}}", all.join(",")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn nothing_changes_but_how_it_is_written() {
        let yaml = "z: {2: [yes, true, -3], \"1\": null}\n# a comment\na: 'no \"quotes\"'\n";
        let json = of(yaml.as_bytes(), Origin::House).unwrap();
        let wanted = r#""json":{"z":{"2":["yes",true,-3],"1":null},"a":"no \"quotes\""}}"#;
        assert!(json.trim_end().ends_with(wanted), "{json}");
    }

    #[test]
    fn it_stands_for_the_document_that_it_was_made_of_and_no_other() {
        let yaml = b"one: 1\n";
        let json = of(yaml, Origin::House).unwrap();
        let numbers = |yaml: &[u8]| read::<BTreeMap<String, u32>>(&json, yaml);
        assert_eq!(numbers(yaml).unwrap()["one"], 1);
        assert!(numbers(b"one: 2\n").is_none());
        assert!(numbers(b"one: 1 # as before\n").is_none());
        assert!(read::<u32>(&json, yaml).is_none());
        assert!(read::<u32>("{}", yaml).is_none());
    }
}
