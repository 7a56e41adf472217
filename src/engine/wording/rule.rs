//! The identifier of a rule.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One identifier for a rule, the same in the rulebook page, the code, the case file and the
/// report line: the game's letters and a number, such as `cw26`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rule(Cow<'static, str>);

impl Rule {
    /// The rule of that identifier.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The identifier.
    pub fn id(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Constants for the rules of a game, each with a word about it: `/// Where ships stop. STOP = "cw26";`.
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $id:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::engine::Rule = $crate::engine::Rule::new($id);)*
    };
}
pub use rules;
