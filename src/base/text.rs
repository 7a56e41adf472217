//! Text from outside: what may be read, and how it is shown.

use std::fmt::Write as _;

/// True for characters that steer a terminal or turn the reading direction.
///
/// C0 and C1 controls except line feed, the bidirectional marks, embeddings, overrides and
/// isolates of Unicode (UAX #9), zero-width characters, line and paragraph separators, and the
/// byte order mark.
pub fn is_treacherous(c: char) -> bool {
    match c {
        // Most of all text, so it comes first.
        '\n' | ' '..='~' => false,
        '\u{061C}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}' => true,
        _ => c.is_control(),
    }
}

/// The text with every treacherous character written as `\u{..}`; tabs become a space.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            c if is_treacherous(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// JSON with every treacherous character in its strings escaped; it reads back the same.
pub fn harmless_json(json: &str) -> String {
    escaped_json(json, is_treacherous)
}

/// JSON with some characters in its strings escaped; it reads back the same.
pub fn escaped_json(json: &str, escape: impl Fn(char) -> bool) -> String {
    // Nearly all of it is ASCII that stays as it is.
    let ascii: [bool; 128] =
        std::array::from_fn(|byte| u8::try_from(byte).is_ok_and(|b| escape(b.into())));
    let odd = |byte: &u8| ascii.get(usize::from(*byte)).copied().unwrap_or(true);
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.as_bytes().iter().position(odd) {
        let c = rest[at..].chars().next().expect("a character begins there");
        let end = at + c.len_utf8();
        if escape(c) {
            out.push_str(&rest[..at]);
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_and_direction_marks_are_shown_not_sent() {
        assert_eq!(harmless("a\u{1b}[2Jb\u{202E}c\td\n"), "a\\u{1b}[2Jb\\u{202e}c d\n");
    }

    #[test]
    fn json_is_escaped_and_reads_the_same() {
        let text = "a\u{9b}b\u{202E}\n\u{1b}";
        let json = harmless_json(&serde_json::to_string_pretty(&[text]).unwrap());
        assert!(!json.contains(is_treacherous));
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }
}
