//! Base64 between BEGIN and END lines, as OpenSSH and age write it.

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The label of an SSHSIG block.
pub(super) const SSHSIG: &str = "SSH SIGNATURE";
/// The label of an age file.
pub(super) const AGE: &str = "AGE ENCRYPTED FILE";

/// Padding is decoration: with or without it, one text has one value.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A block found in a text.
pub(super) struct Block<'a> {
    /// Everything before the BEGIN marker.
    pub(super) before: &'a str,
    /// The text between the markers.
    pub(super) inside: &'a str,
    /// Everything behind the END marker.
    pub(super) after: &'a str,
}

/// The opening marker.
pub(super) fn begin(label: &str) -> String {
    format!("-----BEGIN {label}-----")
}

fn end(label: &str) -> String {
    format!("-----END {label}-----")
}

/// The bytes as an armored block of lines of `columns` characters, ended by a line feed.
pub(super) fn write(label: &str, columns: usize, bytes: &[u8]) -> String {
    let text = BASE64.encode(bytes);
    let mut out = begin(label);
    out.reserve(text.len() + text.len() / columns + 2 * out.len());
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, behind) = rest.split_at(columns.min(rest.len()));
        out.push('\n');
        out.push_str(line);
        rest = behind;
    }
    out.push('\n');
    out.push_str(&end(label));
    out.push('\n');
    out
}

/// The first whole block in the text. The marker may be anywhere in its line, because a file
/// without a final line feed, joined to its signature, has it at the end of its last line.
pub(super) fn find<'a>(text: &'a str, label: &str) -> Option<Block<'a>> {
    let (before, rest) = text.split_once(&begin(label))?;
    let (inside, after) = rest.split_once(&end(label))?;
    Some(Block { before, inside, after })
}

/// How often a block of that label begins in the text.
pub(super) fn count(text: &str, label: &str) -> usize {
    text.matches(&begin(label)).count()
}

/// The bytes of a block of which only the line breaks and blanks may have changed.
pub(super) fn decode(inside: &str) -> Option<Vec<u8>> {
    let text: String = inside.split_ascii_whitespace().collect();
    BASE64.decode(text).ok()
}

/// The bytes of a block that came by mail: quote marks, indentation, blanks of every kind and
/// the escapes of quoted-printable are taken out first. That is safe for what is authenticated
/// afterwards, and here everything is.
pub(super) fn decode_mangled(inside: &str) -> Option<Vec<u8>> {
    // What came through whole, or was never mailed, is spared the search.
    decode(inside).or_else(|| decode_dross(inside))
}

fn decode_dross(inside: &str) -> Option<Vec<u8>> {
    let mut text = String::with_capacity(inside.len());
    for line in inside.lines() {
        let line = line.trim_end();
        let line = line.strip_suffix("=20").unwrap_or(line);
        // `=` pads the end or is an escape; neither carries a bit.
        text.extend(line.replace("=3D", "").chars().filter(|c| !is_dross(*c)));
    }
    BASE64.decode(text).ok()
}

fn is_dross(c: char) -> bool {
    matches!(c, '>' | '|' | '=' | '-' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
        || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_block_may_begin_at_the_end_of_a_line() {
        let text = format!("orders: []{}tail\n", write(AGE, 64, b"hello"));
        let block = find(&text, AGE).unwrap();
        assert_eq!((block.before, block.after), ("orders: []", "\ntail\n"));
        assert_eq!(decode(block.inside).unwrap(), b"hello");
        assert_eq!(count(&text, AGE), 1);
        assert!(find(&text, SSHSIG).is_none());
    }

    #[test]
    fn letters_are_never_dropped() {
        assert!(decode("aGVs bG8").is_some_and(|b| b == b"hello"));
        assert!(decode("aGVs!bG8=").is_none());
        assert!(decode_mangled("\n> aGVs!bG8=\n").is_none());
        assert_eq!(decode_mangled("\n>  aGVs=20\r\n> bG=\r\n> 8=3D\r\n").unwrap(), b"hello");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(bytes: Vec<u8>, columns in 1usize..80) {
            let text = write(AGE, columns, &bytes);
            let block = find(&text, AGE).unwrap();
            prop_assert_eq!(&decode(block.inside).unwrap(), &bytes);
            prop_assert_eq!(&decode_mangled(block.inside).unwrap(), &bytes);
        }
    }
}
