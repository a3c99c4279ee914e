//! Reads mails from what people have: mbox files, Maildirs, folders of `.eml` and `.emlx` files, archives as Google Takeout
//! writes them, and single documents.
//!
//! One message is in memory at a time, archives are read as streams, and nothing is written.

pub mod emlx;
mod hidden;
pub mod mbox;
mod scan;
mod walk;

use std::io;

use bytes::Bytes;
use chrono::{DateTime, Utc};

pub use hidden::{Hidden, labels};
pub use scan::{Limits, scan, size};
pub use walk::{Entry, Kind, walk};

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where, for people: a path, the entry of an archive, the number of a message.
    pub place: String,
    /// What.
    pub content: Content,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A mail, as it was sent.
    Mail {
        /// Its bytes, without the quotes of an mbox.
        message: Bytes,
        /// Whether it is in a folder, or has a label, that a search skips.
        hidden: Option<Hidden>,
        /// When it was received, by the `From ` line of an mbox, the name of a Maildir's file or Apple Mail.
        received_at: Option<DateTime<Utc>>,
    },
    /// A document that isn't part of a mail.
    Document {
        /// Its format.
        format: Format,
        /// The name of its file.
        name: String,
        /// Its bytes.
        bytes: Bytes,
        /// When its file was last changed.
        modified_at: Option<DateTime<Utc>>,
    },
    /// Something that can't be read, for this reason. The rest is still read.
    Unreadable(String),
}

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// PDF.
    Pdf,
    /// HTML.
    Html,
}

/// The same error, with the path that it is about.
pub(crate) fn about(path: &std::path::Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
