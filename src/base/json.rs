//! A value in its canonical encoding, kept as text: it is written again and again, and seldom looked
//! into.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::canonical;

/// A value in its canonical encoding.
#[derive(Debug, Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    /// A value of ours.
    ///
    /// # Panics
    /// As [`canonical::encode`].
    pub fn of<T: Serialize>(value: &T) -> Self {
        Self::from_canonical(canonical::encode(value))
    }

    /// A text that is in the canonical encoding already.
    ///
    /// # Panics
    /// If it is not JSON.
    pub fn from_canonical(text: String) -> Self {
        Self(RawValue::from_string(text).expect("the canonical encoding is JSON"))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The value.
    ///
    /// # Panics
    /// Never: it was written by this program.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.text()).expect("the canonical encoding is JSON")
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Json {}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// A value from outside is put into the canonical encoding.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        if canonical::is_canonical(&value) {
            Ok(Self::of(&value))
        } else {
            Err(D::Error::custom("fractions are not allowed"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_is_put_in_order() {
        let read = |text: &str| serde_json::from_str::<Json>(text);
        let json = read(r#"{ "b": "\u003e", "a": [1, {"d": 2, "c": null}] }"#).unwrap();
        assert_eq!(json.text(), r#"{"a":[1,{"c":null,"d":2}],"b":">"}"#);
        assert_eq!(json, Json::of(&json.value()));
        assert_eq!(canonical::encode(&[&json]), format!("[{}]", json.text()));
        assert!(read("[0.5]").unwrap_err().to_string().starts_with("fractions"));
    }
}
