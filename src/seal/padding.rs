//! Size classes: what is stored sealed is padded, so that its length tells nothing.

use crate::base::Problem;

/// Bytes of the size classes: 64 KiB, then four times as much each, to 16 MiB.
pub const CLASSES: [usize; 5] = [1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24];

/// The smallest class that holds so many bytes.
///
/// # Errors
/// If not even the largest does.
pub fn class_of(len: usize) -> Result<usize, Problem> {
    CLASSES.into_iter().find(|class| len <= *class).ok_or_else(|| {
        Problem::failed(format!("{len} bytes are more than the largest size class of 16 MiB"))
    })
}

/// The text with line feeds behind it to `class` bytes. A text without a final line feed gets one.
///
/// # Panics
/// If the text does not fit: the caller asks [`class_of`] first, or uses [`pad`].
pub fn pad_to(text: &str, class: usize) -> String {
    let mut out = ended(text);
    assert!(out.len() <= class, "a text of {} bytes does not fit {class}", out.len());
    out.extend(std::iter::repeat_n('\n', class - out.len()));
    out
}

/// The text padded to its own class.
///
/// # Errors
/// If it is longer than the largest class.
pub fn pad(text: &str) -> Result<String, Problem> {
    let text = ended(text);
    Ok(pad_to(&text, class_of(text.len())?))
}

/// The text without its padding: of the line feeds at its end one is left.
pub fn unpad(text: &str) -> &str {
    // Bytes, not characters: most of a file may be padding.
    let end = text.bytes().rposition(|byte| byte != b'\n').map_or(0, |at| at + 1);
    &text[..text.len().min(end + 1)]
}

fn ended(text: &str) -> String {
    let mut out = text.to_owned();
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn classes_are_stepped() {
        assert_eq!(class_of(0).unwrap(), 65_536);
        assert_eq!(class_of(65_536).unwrap(), 65_536);
        assert_eq!(class_of(65_537).unwrap(), 262_144);
        assert_eq!(class_of(1 << 24).unwrap(), 1 << 24);
        assert!(class_of((1 << 24) + 1).is_err());
        assert_eq!(pad(&"x".repeat(65_536)).unwrap().len(), 262_144);
        assert_eq!(unpad(""), "");
        assert_eq!(unpad("a"), "a");
        assert_eq!(unpad("\n\n"), "\n");
    }

    proptest! {
        #[test]
        fn padding_comes_off(text in "(.|\n){0,200}[a-z]") {
            let padded = pad(&text).unwrap();
            prop_assert_eq!(padded.len(), 65_536);
            prop_assert_eq!(unpad(&padded), format!("{text}\n"));
        }
    }
}
