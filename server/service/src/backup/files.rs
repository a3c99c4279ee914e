//! Copies of files that only their owner can read, whatever the umask.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use super::error::{BackupError, file_error};

/// Makes a folder for a backup. An error if there is something in it.
pub(super) fn make_empty(folder: &Path) -> Result<(), BackupError> {
    if !is_empty(folder).map_err(file_error(folder))? {
        let folder = folder.display();
        return Err(BackupError::Refused(format!(
            "{folder} is not empty: name a folder that is new or empty. A backup that was cut off can be deleted"
        )));
    }
    make_folders(folder).map_err(file_error(folder))
}

fn make_folders(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// A new file, empty.
pub(super) fn create(file: &Path) -> io::Result<File> {
    if let Some(folder) = file.parent() {
        make_folders(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)
}

/// Copies a file. An error if the copy exists.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut copy = create(to)?;
    io::copy(&mut source, &mut copy)?;
    copy.sync_all()
}

/// The same, without a copy of the bytes if both are on one file system that has hard links.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        make_folders(folder)?;
    }
    match fs::hard_link(from, to) {
        Err(error) if ![ErrorKind::NotFound, ErrorKind::AlreadyExists].contains(&error.kind()) => copy(from, to),
        linked => linked,
    }
}

/// Whether a folder has no entry; `true` if it is missing.
fn is_empty(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}
