//! A value whose fields keep the order of their type, for people to read: what is hashed or kept has them sorted.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, de};
use serde_json::Value;

/// A value as its type lists it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ordered {
    /// A text, a number, true or false, or nothing.
    Plain(Value),
    /// A list.
    List(Vec<Ordered>),
    /// Fields by name.
    Fields(Vec<(String, Ordered)>),
}

impl Ordered {
    /// The value of something that can be written as JSON, as all data of a game can.
    pub(super) fn of<T: Serialize>(value: &T) -> Self {
        let text = serde_json::to_string(value).expect("data is JSON");
        serde_json::from_str(&text).expect("JSON is read again")
    }

    /// True of nothing.
    pub(super) fn is_null(&self) -> bool {
        *self == Self::Plain(Value::Null)
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Ordered, E> {
        Ok(Ordered::Plain(Value::Null))
    }

    fn visit_bool<E: de::Error>(self, it: bool) -> Result<Ordered, E> {
        Ok(Ordered::Plain(it.into()))
    }

    fn visit_i64<E: de::Error>(self, it: i64) -> Result<Ordered, E> {
        Ok(Ordered::Plain(it.into()))
    }

    fn visit_u64<E: de::Error>(self, it: u64) -> Result<Ordered, E> {
        Ok(Ordered::Plain(it.into()))
    }

    fn visit_str<E: de::Error>(self, it: &str) -> Result<Ordered, E> {
        Ok(Ordered::Plain(it.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Ordered, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = all.next_element()? {
            items.push(item);
        }
        Ok(Ordered::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Ordered, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = all.next_entry()? {
            fields.push(field);
        }
        Ok(Ordered::Fields(fields))
    }
}
