//! A value and where it stands in its file.

use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_saphyr::Location;

/// What the reader of YAML takes for a question after the place of a value; it answers with a
/// mapping of the value and its places. The reader's own type asks it too, and is compiled for
/// twenty kinds of values that no file has.
const QUESTION: &str = "__yaml_spanned";

/// A value and where it stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub referenced: Location,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_newtype_struct(QUESTION, Question(PhantomData))
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(to)
    }
}

struct Question<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Question<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a YAML file")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Spanned<T>, D::Error> {
        from.deserialize_any(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut answer: A) -> Result<Spanned<T>, A::Error> {
        let (mut value, mut place) = (None, Location::UNKNOWN);
        while let Some(field) = answer.next_key::<String>()? {
            match field.as_str() {
                "value" => value = Some(answer.next_value()?),
                "referenced" => {
                    place = answer.next_value()?;
                    break;
                }
                _ => drop(answer.next_value::<IgnoredAny>()?),
            }
        }
        let value = value.ok_or_else(|| serde::de::Error::missing_field("value"))?;
        Ok(Spanned { value, referenced: place })
    }
}
