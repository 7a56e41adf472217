//! Files that were written together, as the bytes of one object.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::base::{Digest, Problem};

/// The largest bundle that is read, unpacked: 256 MiB.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Files, by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What stands before the files of a bundle or an index: a line of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Head {
    /// The format.
    pub(super) adjutant: String,
    /// The number of the bundle; of an index, that of the newest bundle it knows.
    pub(super) number: u32,
    /// Of a bundle: who made it, drawn for it alone. An index has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) by: String,
    /// Of a bundle: the digest of the one before it; none in the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Digest>,
    /// Of an index: the digests of all bundles, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) bundles: Vec<Digest>,
    /// Of an index: which bundle each file is in.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) lies: BTreeMap<String, u32>,
    /// The paths and lengths of the files that follow.
    pub(super) files: Vec<(String, usize)>,
}

/// The bytes of an object with this head and these files.
pub(super) fn write(mut head: Head, files: &Files) -> Vec<u8> {
    head.files = files.iter().map(|(path, bytes)| (path.clone(), bytes.len())).collect();
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    let line = serde_json::to_string(&head).expect("a head is plain data");
    let mut put = |bytes: &[u8]| out.write_all(bytes).expect("memory takes what it is given");
    put(line.as_bytes());
    put(b"\n");
    for bytes in files.values() {
        put(bytes);
    }
    out.finish().expect("memory takes what it is given")
}

/// Reads such an object.
///
/// # Errors
/// If it is none.
pub(super) fn read(bytes: &[u8], format: &str) -> Result<(Head, Files), Problem> {
    let refused = || Problem::refused(format!("the object is no {format}"));
    let mut text = Vec::new();
    let mut unpacked = GzDecoder::new(bytes).take(LARGEST + 1);
    unpacked.read_to_end(&mut text).map_err(|_| refused())?;
    if text.len() as u64 > LARGEST {
        return Err(Problem::refused("the object is too large"));
    }
    let end = text.iter().position(|byte| *byte == b'\n').ok_or_else(refused)?;
    let head: Head = serde_json::from_slice(&text[..end]).map_err(|_| refused())?;
    if head.adjutant != format {
        return Err(refused());
    }
    let mut rest = &text[end + 1..];
    let mut files = Files::new();
    for (path, length) in &head.files {
        let (file, behind) = rest.split_at_checked(*length).ok_or_else(refused)?;
        if !is_path(path) || files.insert(path.clone(), file.to_owned()).is_some() {
            return Err(refused());
        }
        rest = behind;
    }
    if rest.is_empty() && head.lies.keys().all(|path| is_path(path)) {
        Ok((head, files))
    } else {
        Err(refused())
    }
}

/// True for the path of a file in a campaign: whoever fills a store must not choose where a copy of it writes.
fn is_path(path: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
    };
    path.split('/').all(part)
}
