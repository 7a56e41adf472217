//! Words from outside inside markup.

use std::fmt;

use super::one_line;

/// Words from outside, escaped: they can stand in markup and can make none. Only [`escape`] and
/// [`words`] make them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Escaped(String);

impl Escaped {
    /// Our own words, which need no escaping.
    pub(super) fn ours(words: &'static str) -> Self {
        Self(words.to_owned())
    }

    /// True if there is nothing to read.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Words on one line, without markup.
pub(super) fn words(text: &str) -> Escaped {
    escape(one_line(text).trim())
}

/// The text with everything spelt out that means something in HTML, or nothing in XML.
pub(super) fn escape(text: &str) -> Escaped {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if is_no_character(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Escaped(out)
}

/// Code points that Unicode keeps free for ever.
fn is_no_character(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}
