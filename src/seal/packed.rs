//! What is kept sealed is packed first: compressed, and lengthened to a size class, so that its
//! length tells nothing.
//!
//! A packed text is one gzip member (RFC 1952) and nothing else. It is made longer inside, by empty
//! deflate blocks, so every program that reads gzip takes it without a word.

use std::io::{Read, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc, bufread};

use super::sealed::{self, HOUSE_LIMIT, Identity};
use crate::base::Problem;

/// Bytes of the smallest size class. Each class is twice the one before; the largest has 16 MiB.
pub const SMALLEST: usize = 4 * 1024;

/// Deflate, no name, no time, no system: the same for everything.
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];
/// An empty stored block, from one byte boundary to another.
const STORED: [u8; 5] = [0, 0, 0, 0xFF, 0xFF];
/// An empty block of fixed codes, and an empty stored one.
const FIXED_AND_STORED: [u8; 6] = [2, 0, 0, 0, 0xFF, 0xFF];
/// The last block: empty, of fixed codes.
const LAST: [u8; 2] = [3, 0];
/// From here on, every number of bytes is a sum of fives and sixes.
const FILL: usize = 20;

/// A text as gzip, to be written with any length from [`Packed::shortest`] on.
#[derive(Debug, Clone)]
pub struct Packed {
    /// The header and the blocks with the text, ending at a byte boundary.
    start: Vec<u8>,
    /// Checksum and length of the text, as they end the member.
    trailer: [u8; 8],
}

impl Packed {
    /// Compresses a text.
    ///
    /// # Errors
    /// If it has more than 16 MiB: [`unpack`] would refuse it.
    pub fn of(text: &str) -> Result<Self, Problem> {
        if text.len() > HOUSE_LIMIT {
            let len = text.len();
            return Err(Problem::failed(format!("{len} bytes of text are more than 16 MiB")));
        }
        let mut deflate = DeflateEncoder::new(HEADER.to_vec(), Compression::default());
        deflate.write_all(text.as_bytes()).expect("memory takes it");
        deflate.flush().expect("memory takes it");
        let mut sum = Crc::new();
        sum.update(text.as_bytes());
        let mut trailer = [0; 8];
        trailer[..4].copy_from_slice(&sum.sum().to_le_bytes());
        trailer[4..].copy_from_slice(&sum.amount().to_le_bytes());
        Ok(Self { start: deflate.get_ref().clone(), trailer })
    }

    /// The fewest bytes that this can be written with.
    pub fn shortest(&self) -> usize {
        self.bare() + FILL
    }

    fn bare(&self) -> usize {
        self.start.len() + LAST.len() + self.trailer.len()
    }

    /// The gzip member, `len` bytes long.
    ///
    /// # Panics
    /// If that is less than [`Packed::shortest`].
    pub fn write(&self, len: usize) -> Vec<u8> {
        assert!(len >= self.shortest(), "{len} bytes are less than {}", self.shortest());
        let fill = len - self.bare();
        let sixes = fill % STORED.len();
        let fives = (fill - sixes * FIXED_AND_STORED.len()) / STORED.len();
        let mut out = Vec::with_capacity(len);
        out.extend(&self.start);
        out.extend(FIXED_AND_STORED.repeat(sixes));
        out.extend(STORED.repeat(fives));
        out.extend(LAST);
        out.extend(self.trailer);
        out
    }
}

/// The smallest size class that holds so many bytes.
///
/// # Errors
/// If not even the largest does.
pub fn class_of(len: usize) -> Result<usize, Problem> {
    let class = len.checked_next_power_of_two().map(|class| class.max(SMALLEST));
    class.filter(|class| *class <= HOUSE_LIMIT).ok_or_else(|| {
        Problem::failed(format!("{len} bytes are more than the largest size class of 16 MiB"))
    })
}

/// A text as gzip in its own size class.
///
/// # Errors
/// If it is longer than the largest class.
pub fn pack(text: &str) -> Result<Vec<u8>, Problem> {
    let packed = Packed::of(text)?;
    Ok(packed.write(class_of(packed.shortest())?))
}

/// True if it begins as gzip does.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&HEADER[..2])
}

/// The text that is kept in a sealed file.
///
/// # Errors
/// As [`sealed::open`] and [`unpack`].
pub fn open(sealed: &[u8], identity: &Identity) -> Result<String, Problem> {
    unpack(&sealed::open(sealed, identity, HOUSE_LIMIT)?)
}

/// The text of one gzip member, at most 16 MiB long.
///
/// # Errors
/// If it is no gzip, was altered, holds more than that, or something stands behind it.
pub fn unpack(bytes: &[u8]) -> Result<String, Problem> {
    let mut member = bufread::GzDecoder::new(bytes);
    let mut text = Vec::new();
    let limit = HOUSE_LIMIT as u64;
    // One byte more than allowed: so it shows that there is more, and never grows beyond.
    (&mut member).take(limit + 1).read_to_end(&mut text).map_err(|_| {
        Problem::refused("what is encrypted is not gzip, or was altered or cut short")
    })?;
    if text.len() > HOUSE_LIMIT {
        return Err(Problem::refused(format!("it unpacks to more than {HOUSE_LIMIT} bytes")));
    }
    if !member.into_inner().is_empty() {
        return Err(Problem::refused("there is extra data after the gzip data"));
    }
    String::from_utf8(text).map_err(|_| Problem::refused("this is not UTF-8"))
}

#[cfg(test)]
#[path = "packed_tests.rs"]
mod tests;
