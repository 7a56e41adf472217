//! Text from outside: what may be read, and how it is shown.

use std::fmt::Write as _;

use super::Problem;

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

/// The bytes as text, if there are at most `limit` of them, they are UTF-8, and no character in
/// them is treacherous (tabs and carriage returns count).
pub fn guarded(bytes: &[u8], limit: usize) -> Result<&str, Problem> {
    if bytes.len() > limit {
        return Err(Problem::refused(format!("{} bytes; the limit is {limit}", bytes.len())));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let line = 1 + bytes[..e.valid_up_to()].split(|b| *b == b'\n').count() - 1;
        Problem::refused(format!("line {line} is not UTF-8")).hint("save the file as UTF-8")
    })?;
    let bad = |line: &str| line.chars().find(|c| is_treacherous(*c));
    match text.lines().enumerate().find_map(|(n, line)| Some((n, bad(line)?))) {
        None if !text.contains('\r') => Ok(text),
        None => Err(Problem::refused("the file has Windows line ends (CRLF)")
            .hint("save it with LF line ends, or run `adjutant fmt` on an order file")),
        Some((line, c)) => {
            let hint = match c {
                '\t' => "use spaces, or run `adjutant fmt`",
                '\u{FEFF}' | '\u{200B}'..='\u{200D}' | '\u{2060}' => "run `adjutant fmt`",
                _ => "delete it; it cannot be seen, so retype the words around it if need be",
            };
            let what = format!("line {} has {}, which is not allowed", line + 1, named(c));
            Err(Problem::refused(what).hint(hint))
        }
    }
}

/// A treacherous character in words that its author knows.
fn named(c: char) -> String {
    let what = match c {
        '\t' => return "a tab".to_owned(),
        '\r' => return "a carriage return".to_owned(),
        '\u{FEFF}' => "a byte order mark",
        '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' => "an invisible character",
        '\u{2028}' | '\u{2029}' => "a line separator",
        c if c.is_control() => "a control character",
        _ => "a text direction mark",
    };
    format!("{what} (U+{:04X})", u32::from(c))
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

    #[test]
    fn guarded_names_the_line() {
        let problem = guarded("ok\nb\u{2066}d\n".as_bytes(), 100).unwrap_err();
        assert!(problem.what.contains("line 2"), "{problem}");
        assert!(guarded(b"ok\n\xff\n", 100).unwrap_err().what.contains("line 2"));
        assert!(guarded(b"a\r\nb", 100).is_err());
        assert!(guarded(b"abc", 2).is_err());
        assert_eq!(guarded("Wyatt’s\n".as_bytes(), 100).unwrap(), "Wyatt’s\n");
    }
}
