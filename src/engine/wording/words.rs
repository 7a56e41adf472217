//! A reason as people read it.

/// A reason in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What is so, without a full stop.
    pub what: String,
    /// What would be right, or what to do.
    pub hint: Option<String>,
}

impl Words {
    /// What is so, without a hint.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), hint: None }
    }

    /// Adds what would be right; an empty hint is none.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into()).filter(|hint| !hint.is_empty());
        self
    }

    /// Adds what was probably meant, if there is something near.
    #[must_use]
    pub fn nearest(self, nearest: Option<&str>) -> Self {
        match nearest {
            Some(name) => self.hint(format!("did you mean {name}?")),
            None => self,
        }
    }

    /// Both in one line.
    pub fn line(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{} ({hint})", self.what),
            None => self.what.clone(),
        }
    }
}
