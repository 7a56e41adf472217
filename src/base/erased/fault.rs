//! What fails on the side of a type, on its way to the format.

use std::fmt::{self, Display, Formatter};

use serde::de::{self, Unexpected};

use super::Words;

/// What fails on the side of a type.
#[derive(Debug)]
pub(super) enum Fault {
    /// It came from the format, which keeps it; this is how it reads.
    Passed(String),
    Custom(String),
    /// What was met, and what was expected.
    Type(String, String),
    Value(String, String),
    Length(usize, String),
    Variant(String, Words),
    Field(String, Words),
    Missing(&'static str),
    Duplicate(&'static str),
}

impl Fault {
    /// The same as an error of the format.
    pub(super) fn told<E: de::Error>(&self) -> E {
        match self {
            Self::Passed(text) | Self::Custom(text) => E::custom(text),
            Self::Type(met, wanted) => E::invalid_type(Unexpected::Other(met), &wanted.as_str()),
            Self::Value(met, wanted) => E::invalid_value(Unexpected::Other(met), &wanted.as_str()),
            Self::Length(length, wanted) => E::invalid_length(*length, &wanted.as_str()),
            Self::Variant(name, all) => E::unknown_variant(name, all),
            Self::Field(name, all) => E::unknown_field(name, all),
            Self::Missing(name) => E::missing_field(name),
            Self::Duplicate(name) => E::duplicate_field(name),
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.told::<de::value::Error>().fmt(f)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(text: T) -> Self {
        Self::Custom(text.to_string())
    }

    fn invalid_type(met: Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Self::Type(met.to_string(), wanted.to_string())
    }

    fn invalid_value(met: Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Self::Value(met.to_string(), wanted.to_string())
    }

    fn invalid_length(length: usize, wanted: &dyn de::Expected) -> Self {
        Self::Length(length, wanted.to_string())
    }

    fn unknown_variant(name: &str, all: Words) -> Self {
        Self::Variant(name.to_owned(), all)
    }

    fn unknown_field(name: &str, all: Words) -> Self {
        Self::Field(name.to_owned(), all)
    }

    fn missing_field(name: &'static str) -> Self {
        Self::Missing(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::Duplicate(name)
    }
}
