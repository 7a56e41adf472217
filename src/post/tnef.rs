//! `winmail.dat`: what Outlook packs attachments into (MS-OXTNEF).

/// How such a file begins.
const SIGNATURE: u32 = 0x223E_9F78;
/// The attribute with the bytes of an attachment.
const ATTACH_DATA: u32 = 0x0006_800F;
/// The attribute with a text body that is not compressed.
const BODY: u32 = 0x0002_800C;

/// The attachments and the plain body, in the order in which they stand; `None` if it is another kind
/// of file. What is cut short ends the list.
pub(super) fn files(file: &[u8]) -> Option<Vec<Vec<u8>>> {
    if number(file, 0)? != SIGNATURE {
        return None;
    }
    let mut found = Vec::new();
    // The signature and the key, then attributes: level, id, length, bytes, checksum.
    let mut at = 6;
    while let (Some(id), Some(length)) = (number(file, at + 1), number(file, at + 5)) {
        let from = at + 9;
        let Some(to) = from.checked_add(length as usize).filter(|to| *to <= file.len()) else {
            break;
        };
        if id == ATTACH_DATA || id == BODY {
            found.push(file[from..to].to_vec());
        }
        at = to + 2;
    }
    Some(found)
}

fn number(file: &[u8], at: usize) -> Option<u32> {
    let bytes = file.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(id: u32, bytes: &[u8]) -> Vec<u8> {
        let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        [&[2][..], &id.to_le_bytes(), &length, bytes, &[0, 0]].concat()
    }

    #[test]
    fn attachments_are_found_and_nothing_is_read_behind_the_end() {
        let head = [&SIGNATURE.to_le_bytes()[..], &[1, 0]].concat();
        let whole =
            [head, attribute(0x0001_8010, b"title"), attribute(ATTACH_DATA, b"packet")].concat();
        assert_eq!(files(&whole), Some(vec![b"packet".to_vec()]));
        for cut in 4..whole.len() {
            assert!(files(&whole[..cut]).is_some_and(|found| found.len() <= 1), "{cut}");
        }
        assert_eq!(files(b"plain text"), None);
        assert_eq!(files(b""), None);
        let huge = [&whole[..6], &[2], &ATTACH_DATA.to_le_bytes()[..], &[0xFF; 4]].concat();
        assert_eq!(files(&huge), Some(Vec::new()));
    }
}
