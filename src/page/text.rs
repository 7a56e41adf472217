//! Running text.

use serde::{Deserialize, Serialize};

/// Running text, built span by span: `Text::plain("Norway fires").rule("cw26")`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text(pub Vec<Span>);

/// A piece of running text. Line feeds in it count as spaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Span {
    /// Nothing special.
    Plain(String),
    /// Not to be overlooked.
    Strong(String),
    /// To be typed or compared letter by letter.
    Code(String),
    /// The identifier of a rule.
    Rule(String),
    /// The label of a draw, by which a single die can be checked.
    Draw(String),
    /// Words that lead to a file beside this one.
    Link {
        /// The words.
        words: String,
        /// A relative path, such as `cycles/0001.html`. Renderers follow no other.
        to: String,
    },
}

impl Text {
    /// Text that begins plainly.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::default().and(text)
    }

    /// Adds plain text. No space is put between spans.
    #[must_use]
    pub fn and(self, text: impl Into<String>) -> Self {
        self.with(Span::Plain(text.into()))
    }

    /// Adds text that is not to be overlooked.
    #[must_use]
    pub fn strong(self, text: impl Into<String>) -> Self {
        self.with(Span::Strong(text.into()))
    }

    /// Adds text to be typed or compared letter by letter.
    #[must_use]
    pub fn code(self, text: impl Into<String>) -> Self {
        self.with(Span::Code(text.into()))
    }

    /// Adds the identifier of a rule, after a space.
    #[must_use]
    pub fn rule(self, id: impl Into<String>) -> Self {
        self.apart().with(Span::Rule(id.into()))
    }

    /// Words in which code stands between backticks, and identifiers of rules in square brackets.
    pub fn marked(words: &str) -> Self {
        let pieces = words.split('`').enumerate().filter(|(_, piece)| !piece.is_empty());
        pieces.fold(Self::default(), |text, (n, piece)| {
            if n.is_multiple_of(2) { text.and_cited(piece) } else { text.code(piece) }
        })
    }

    /// Adds words in which identifiers of rules stand in square brackets.
    fn and_cited(self, words: &str) -> Self {
        let cited = words.match_indices('[').find_map(|(at, _)| {
            let (id, rest) = words[at + 1..].split_once(']')?;
            is_rule(id).then(|| (&words[..at], id, rest))
        });
        match cited {
            Some((before, id, rest)) => {
                let text = if before.is_empty() { self } else { self.and(before) };
                text.with(Span::Rule(id.to_owned())).and_cited(rest)
            }
            None if words.is_empty() => self,
            None => self.and(words),
        }
    }

    /// Adds the label of a draw, after a space.
    #[must_use]
    pub fn draw(self, label: impl Into<String>) -> Self {
        self.apart().with(Span::Draw(label.into()))
    }

    /// Adds words that lead to a file beside this one.
    #[must_use]
    pub fn link(self, words: impl Into<String>, to: impl Into<String>) -> Self {
        self.with(Span::Link { words: words.into(), to: to.into() })
    }

    /// Adds a span.
    #[must_use]
    pub fn with(mut self, span: Span) -> Self {
        self.0.push(span);
        self
    }

    /// True if there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| span.content().trim().is_empty())
    }

    /// What there is to read, without marks.
    pub fn words(&self) -> String {
        self.0.iter().map(Span::content).collect()
    }

    /// The same without the labels of draws.
    #[must_use]
    pub fn without_draws(&self) -> Self {
        Self(self.0.iter().filter(|span| !matches!(span, Span::Draw(_))).cloned().collect())
    }

    fn apart(self) -> Self {
        if self.0.is_empty() { self } else { self.and(" ") }
    }
}

impl Span {
    /// The words of the span.
    pub fn content(&self) -> &str {
        match self {
            Self::Plain(s) | Self::Strong(s) | Self::Code(s) | Self::Rule(s) | Self::Draw(s) => s,
            Self::Link { words, .. } => words,
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::plain(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::plain(text)
    }
}

/// True for what names a rule: small letters and a number, such as `cw21`.
pub(crate) fn is_rule(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let numbered = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    numbered && digits.len() < word.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stands_between_backticks() {
        let marked = Text::marked("order `pick` ranks them");
        assert_eq!(marked, Text::plain("order ").code("pick").and(" ranks them"));
        let marked = Text::marked("at `a [b1]` [as] it fires [md83]; or not [md84]");
        let cited = Text::plain("at ").code("a [b1]").and(" [as] it fires ");
        let cited = cited.with(Span::Rule("md83".into())).and("; or not ");
        assert_eq!(marked, cited.with(Span::Rule("md84".into())));
    }

    #[test]
    fn rules_and_draws_stand_apart() {
        let text = Text::plain("Norway ").strong("fires").rule("cw26");
        let plain = |s: &str| Span::Plain(s.into());
        let expected =
            [plain("Norway "), Span::Strong("fires".into()), plain(" "), Span::Rule("cw26".into())];
        assert_eq!(text.0, expected);
        assert_eq!(Text::default().rule("cw1").0.len(), 1);
        assert!(Text::plain(" ").is_empty());
    }
}
