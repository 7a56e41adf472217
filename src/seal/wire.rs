//! The strings of the SSH wire format (RFC 4251, section 5): a length in four bytes, then bytes.

/// Appends one string.
pub(super) fn put(out: &mut Vec<u8>, field: &[u8]) {
    let length = u32::try_from(field.len()).expect("fields are short");
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(field);
}

/// Takes one string off the front; `None` if there is not a whole one.
pub(super) fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (field, after) = after.split_at_checked(length)?;
    *rest = after;
    Some(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_strings_are_taken() {
        let mut bytes = Vec::new();
        put(&mut bytes, b"ab");
        put(&mut bytes, b"");
        let mut rest = &bytes[..];
        assert_eq!(take(&mut rest), Some(&b"ab"[..]));
        assert_eq!(take(&mut rest), Some(&b""[..]));
        assert_eq!(take(&mut rest), None);
        assert_eq!(take(&mut &[0, 0, 0, 2, 1][..]), None);
        assert_eq!(take(&mut &[255, 255, 255, 255, 1][..]), None);
    }
}
