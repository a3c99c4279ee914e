//! Where a message's bytes are.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use crate::mbox;

/// Where a message is read from each time it is asked for: a mailbox of gigabytes is indexed, not loaded.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// It was handed over.
    Memory(Bytes),
    /// A file of its own.
    File(PathBuf),
    /// A stretch of an mbox file, as it stands there: quoted.
    Mbox { file: Arc<Path>, start: u64, length: u64 },
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
            Origin::Mbox { file, start, length } => {
                let mut file = File::open(file)?;
                file.seek(SeekFrom::Start(*start))?;
                let mut quoted = Vec::new();
                file.take(*length).read_to_end(&mut quoted)?;
                Ok(mbox::unquoted(quoted).into())
            }
        }
    }
}

/// Where a mail program has put a Maildir's file since: it moves what was read from `new` to `cur`, and writes flags
/// behind a colon into the name (<https://cr.yp.to/proto/maildir.html>).
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
