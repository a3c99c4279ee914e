//! Files in a zip archive (APPNOTE.TXT 6.3). Encrypted ones and those of other methods than "deflate" are left out.
//!
//! `zip::ZipArchive` keeps an index of all entries, however many there are, and refuses all of them if one is damaged. Here a
//! few entries are read, one after the other. The `zip` crate can do so, but calls it unstable.

use std::io::Read;

use flate2::read::DeflateDecoder;

use crate::charset::decode;
use crate::steps;

/// Maximum number of files examined per archive.
const MAX_FILES: usize = 100;
/// The end of an archive has at most this many bytes: the record of its directory and a comment.
const MAX_END: usize = 22 + 65_535;

/// The mark that an archive begins with.
pub(super) const MARK: &[u8] = b"PK\x03\x04";

/// The files with their names without folders, of at most `room` bytes together. What does not fit is left out.
pub(super) fn files(archive: &[u8], room: usize) -> Vec<(String, Vec<u8>)> {
    let (mut found, mut room) = (Vec::new(), room);
    let mut at = directory(archive);
    for _ in 0..MAX_FILES {
        let Some((entry, next)) = at.and_then(|at| Entry::read(archive, at)) else {
            break;
        };
        at = Some(next);
        // A file that does not fit is decompressed as far as there is room.
        if !steps::spend(1) {
            break;
        }
        if let Some(bytes) = entry.content(archive, room) {
            room -= bytes.len();
            found.push((entry.name, bytes));
        }
    }
    found
}

/// The offset of the archive's central directory.
fn directory(archive: &[u8]) -> Option<usize> {
    let from = archive.len().saturating_sub(MAX_END);
    let end = archive[from..].windows(4).rposition(|mark| mark == b"PK\x05\x06")? + from;
    number(archive, end + 16, 4)
}

/// A little-endian number of this many bytes.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let digits = bytes.get(at..at.checked_add(size)?)?;
    Some(digits.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

struct Entry {
    name: String,
    /// Whether it is a file that can be read.
    is_readable: bool,
    is_deflated: bool,
    /// The length of the compressed data.
    length: usize,
    /// The offset of its own header.
    at: usize,
}

impl Entry {
    /// The entry of the directory at a place, and where the next one begins.
    fn read(archive: &[u8], at: usize) -> Option<(Self, usize)> {
        let field = |offset: usize, size: usize| number(archive, at.checked_add(offset)?, size);
        if field(0, 4)? != 0x0201_4b50 {
            return None;
        }
        let (flags, method) = (field(8, 2)?, field(10, 2)?);
        let name_end = at + 46 + field(28, 2)?;
        let path = decode(archive.get(at + 46..name_end)?, Some("ibm850"));
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let entry = Entry {
            is_readable: flags & 1 == 0
                && matches!(method, 0 | 8)
                && !name.is_empty()
                && !path.starts_with("__MACOSX/"),
            name: name.to_owned(),
            is_deflated: method == 8,
            length: field(20, 4)?,
            at: field(42, 4)?,
        };
        Some((entry, name_end + field(30, 2)? + field(32, 2)?))
    }

    /// The bytes of the file, if there are at most `room`.
    fn content(&self, archive: &[u8], room: usize) -> Option<Vec<u8>> {
        if !self.is_readable || number(archive, self.at, 4)? != 0x0403_4b50 {
            return None;
        }
        let start = self.at + 30 + number(archive, self.at + 26, 2)? + number(archive, self.at + 28, 2)?;
        let data = archive.get(start..start.checked_add(self.length)?)?;
        let mut bytes = Vec::new();
        if self.is_deflated {
            let limit = u64::try_from(room).ok()?.saturating_add(1);
            DeflateDecoder::new(data).take(limit).read_to_end(&mut bytes).ok()?;
        } else {
            bytes.extend_from_slice(data);
        }
        (steps::spend(bytes.len()) && bytes.len() <= room).then_some(bytes)
    }
}

#[cfg(test)]
pub(super) mod tests;
