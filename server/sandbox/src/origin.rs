//! The location of a message's bytes.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use invoices_archive::mbox;

/// The place a message is read from at each request: a mailbox of gigabytes is indexed, not loaded.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// In memory.
    Memory(Bytes),
    /// A file of its own.
    File(PathBuf),
    /// A range of a file.
    Range {
        file: Arc<Path>,
        start: u64,
        length: u64,
        /// Whether its `From ` lines are quoted, as in an mbox.
        is_quoted: bool,
    },
}

impl Origin {
    /// The message as it was sent.
    pub(crate) fn read(&self) -> io::Result<Bytes> {
        match self {
            Origin::Memory(bytes) => Ok(bytes.clone()),
            Origin::File(path) => match fs::read(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => fs::read(moved(path).ok_or(error)?),
                read => read,
            }
            .map(Bytes::from),
            Origin::Range {
                file,
                start,
                length,
                is_quoted,
            } => {
                let mut file = File::open(file)?;
                file.seek(SeekFrom::Start(*start))?;
                let mut bytes = Vec::new();
                file.take(*length).read_to_end(&mut bytes)?;
                Ok(if *is_quoted { mbox::unquoted(bytes) } else { bytes }.into())
            }
        }
    }
}

/// The current path of a Maildir file that a mail program has moved: it moves read mails from `new` to `cur`, and appends
/// flags after a colon to the name (<https://cr.yp.to/proto/maildir.html>).
fn moved(path: &Path) -> Option<PathBuf> {
    let unique = |path: &Path| Some(path.file_name()?.to_str()?.split(':').next()?.to_owned());
    let (name, maildir) = (unique(path)?, path.parent()?.parent()?);
    ["cur", "new"].iter().find_map(|folder| {
        let mut entries = fs::read_dir(maildir.join(folder)).ok()?.flatten();
        entries
            .find(|entry| unique(&entry.path()).as_ref() == Some(&name))
            .map(|entry| entry.path())
    })
}
