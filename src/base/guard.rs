//! What text may come in.

use super::Problem;
use super::text::is_treacherous;

/// The bytes as text, if there are at most `limit` of them, they are UTF-8, and no character in
/// them is treacherous (tabs and carriage returns count).
pub fn guarded(bytes: &[u8], limit: usize) -> Result<&str, Problem> {
    if bytes.len() > limit {
        return Err(Problem::refused(format!("{} bytes; the limit is {limit}", bytes.len())));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let before = String::from_utf8_lossy(&bytes[..e.valid_up_to()]).into_owned();
        let (line, column) = end_of(&before);
        Problem::refused("the text is not UTF-8 here")
            .spot(line, column)
            .hint("save the file as UTF-8")
    })?;
    let bad = |line: &str| line.char_indices().find(|(_, c)| is_treacherous(*c));
    let found =
        |(n, line): (usize, &str)| bad(line).map(|(at, c)| (n, line[..at].chars().count(), c));
    match text.lines().enumerate().find_map(found) {
        None if !text.contains('\r') => Ok(text),
        None => Err(Problem::refused("the file has Windows line ends (CRLF)")
            .hint("save it with LF line ends, or run `adjutant fmt` on an order file")),
        Some((line, before, c)) => {
            let hint = match c {
                '\t' => "use spaces, or run `adjutant fmt`",
                '\u{FEFF}' | '\u{200B}'..='\u{200D}' | '\u{2060}' => "run `adjutant fmt`",
                _ => "delete it; it cannot be seen, so retype the words around it if need be",
            };
            let what = format!("{} is not allowed", named(c));
            Err(Problem::refused(what).spot(line as u64 + 1, before as u64 + 1).hint(hint))
        }
    }
}

/// Line and column, from 1, of what comes behind a text.
fn end_of(text: &str) -> (u64, u64) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() as u64 + 1, last.chars().count() as u64 + 1)
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
    use crate::base::Spot;

    #[test]
    fn guarded_names_the_line() {
        let problem = guarded("ok\nb\u{2066}d\n".as_bytes(), 100).unwrap_err();
        assert_eq!(problem.spot, Some(Spot { line: 2, column: 2 }), "{problem}");
        let problem = guarded(b"ok\na\xff\n", 100).unwrap_err();
        assert_eq!(problem.spot, Some(Spot { line: 2, column: 2 }), "{problem}");
        assert!(guarded(b"a\r\nb", 100).is_err());
        assert!(guarded(b"abc", 2).is_err());
        assert_eq!(guarded("Wyatt’s\n".as_bytes(), 100).unwrap(), "Wyatt’s\n");
    }
}
