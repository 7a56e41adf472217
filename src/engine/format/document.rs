//! A game's values as they leave it: JSON with sorted keys and integers only.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::{Problem, canonical};

/// Kinds of documents, each a type of its own, so that none is taken for another.
macro_rules! documents {
    ($($(#[$doc:meta])* $name:ident, $word:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $name(pub String);

            impl Encoded for $name {
                const WORD: &'static str = $word;

                fn wrap(text: String) -> Self {
                    Self(text)
                }

                fn text(&self) -> &str {
                    &self.0
                }
            }
        )*
    };
}

documents! {
    /// All that is true between two cycles.
    Position, "position";
    /// All that a cycle made.
    RecordDoc, "record";
    /// What one reader may know of a position.
    ViewDoc, "view";
    /// What one reader may know of a record.
    News, "account of a cycle";
    /// One event.
    EventDoc, "event";
}

/// A kind of document.
pub(in crate::engine) trait Encoded: Sized {
    /// What it is, in errors.
    const WORD: &'static str;

    /// The document of this text.
    fn wrap(text: String) -> Self;

    /// Its text.
    fn text(&self) -> &str;

    /// The document of a value.
    fn of<T: Serialize>(value: &T) -> Self {
        Self::wrap(canonical::encode(value))
    }

    /// The value of a document.
    ///
    /// # Errors
    /// If it is none of this game, or has a field that this version does not know.
    fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_str(self.text()).map_err(|e| {
            Problem::refused(format!("this {} is not one of this game: {e}", Self::WORD))
        })
    }
}

/// A document as this version writes it.
pub(in crate::engine) fn current<D: Encoded, T: Serialize + DeserializeOwned>(
    document: &D,
) -> Result<D, Problem> {
    let value: T = document.read()?;
    Ok(D::of(&value))
}
