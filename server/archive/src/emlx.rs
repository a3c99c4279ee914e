//! The format `.emlx`, in which Apple Mail keeps a mail: a line with the number of its bytes, the mail, and a property list.

use bytes::Bytes;
use chrono::{DateTime, Utc};

/// The flag of a mail that is deleted.
const DELETED: u64 = 1 << 1;

/// A mail of Apple Mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emlx {
    /// The first byte of the message in the file.
    pub start: usize,
    /// The message.
    pub message: Bytes,
    /// When it was received, by the property list.
    pub received_at: Option<DateTime<Utc>>,
    /// Whether its user deleted it.
    pub is_deleted: bool,
}

/// Reads a file of this format. `None` if it has another format or is incomplete.
pub fn read(file: &Bytes) -> Option<Emlx> {
    let start = file.iter().position(|byte| *byte == b'\n')? + 1;
    let length: usize = std::str::from_utf8(&file[..start]).ok()?.trim().parse().ok()?;
    let end = start.checked_add(length).filter(|end| *end <= file.len())?;
    let properties = String::from_utf8_lossy(&file[end..]);
    let seconds = number(&properties, "date-received").and_then(|seconds| i64::try_from(seconds).ok());
    Some(Emlx {
        start,
        message: file.slice(start..end),
        received_at: seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)),
        is_deleted: number(&properties, "flags").is_some_and(|flags| flags & DELETED != 0),
    })
}

/// The integral part of a number in a property list.
fn number(properties: &str, key: &str) -> Option<u64> {
    let (_, after) = properties.split_once(&format!("<key>{key}</key>"))?;
    let (tag, value) = after.trim_start().strip_prefix('<')?.split_once('>')?;
    let digits = value.split(['.', '<']).next()?;
    matches!(tag, "integer" | "real").then(|| digits.trim().parse().ok())?
}
