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
    fn guarded_names_the_line() {
        let problem = guarded("ok\nb\u{2066}d\n".as_bytes(), 100).unwrap_err();
        assert!(problem.what.contains("line 2"), "{problem}");
        assert!(guarded(b"ok\n\xff\n", 100).unwrap_err().what.contains("line 2"));
        assert!(guarded(b"a\r\nb", 100).is_err());
        assert!(guarded(b"abc", 2).is_err());
        assert_eq!(guarded("Wyatt’s\n".as_bytes(), 100).unwrap(), "Wyatt’s\n");
    }
}
