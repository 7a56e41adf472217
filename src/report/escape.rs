//! Words from outside inside markup.

use super::one_line;

/// Words on one line, without markup.
pub(super) fn words(text: &str) -> String {
    escape(one_line(text).trim())
}

/// The text with everything spelt out that means something in HTML, or nothing in XML.
pub(super) fn escape(text: &str) -> String {
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
    out
}

/// Code points that Unicode keeps free for ever.
fn is_no_character(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}
