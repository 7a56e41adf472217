//! How places are written: `Par`, `Spa/nc`.

use std::fmt;
use std::str::FromStr;

use adjutant::prelude::*;

/// A coast of a province that has two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coast {
    /// The east coast.
    East,
    /// The north coast.
    North,
    /// The south coast.
    South,
}

impl Coast {
    const ALL: [(Self, &str); 3] = [(Self::East, "ec"), (Self::North, "nc"), (Self::South, "sc")];
}

/// The letters of a province, and a coast if one is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 3], Option<Coast>);

names! {
    /// A place of the map: a province, or a coast of one.
    plain Place: Code;
}

impl Place {
    /// The province, without a coast.
    #[must_use]
    pub fn province(self) -> Self {
        Self(Code(self.0.0, None))
    }

    /// The coast, if one is named.
    #[must_use]
    pub fn coast(self) -> Option<Coast> {
        self.0.1
    }

    /// This province with a coast.
    #[must_use]
    pub fn on(self, coast: Option<Coast>) -> Self {
        Self(Code(self.0.0, coast))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).unwrap_or("?"))?;
        match Coast::ALL.iter().find(|(coast, _)| Some(*coast) == self.1) {
            Some((_, letters)) => write!(f, "/{letters}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("\"{text}\" is no place, such as Par or Spa/nc");
        let (letters, coast) = match text.split_once('/') {
            Some((letters, coast)) => (letters, Some(coast)),
            None => (text, None),
        };
        let known = |word: &str| Coast::ALL.iter().find(|(_, it)| it.eq_ignore_ascii_case(word));
        let coast = coast.map(|word| known(word).ok_or_else(unknown)).transpose()?;
        let mut code: [u8; 3] = letters.as_bytes().try_into().map_err(|_| unknown())?;
        if !code.iter().all(u8::is_ascii_alphabetic) {
            return Err(unknown());
        }
        code.make_ascii_lowercase();
        code[0].make_ascii_uppercase();
        Ok(Self(code, coast.map(|(coast, _)| *coast)))
    }
}

impl adjutant::serde::Serialize for Code {
    fn serialize<S: adjutant::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> adjutant::serde::Deserialize<'de> for Code {
    fn deserialize<D: adjutant::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(adjutant::serde::de::Error::custom)
    }
}

impl JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut adjutant::schemars::SchemaGenerator) -> adjutant::schemars::Schema {
        adjutant::schemars::json_schema!({
            "type": "string",
            "pattern": "^[A-Za-z]{3}(/([Ee]|[Nn]|[Ss])[Cc])?$",
        })
    }
}
