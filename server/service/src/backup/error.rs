//! Why a backup or its restoration fails.

use std::io;
use std::path::{Path, PathBuf};

use invoices_db::StoreError;

use crate::start::StartError;

/// Why nothing was backed up or restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// It would overwrite or mix up something, or lacks something; the text says what to do.
    #[error("{0}")]
    Refused(String),
    /// Files of the backup are missing or changed.
    #[error("the backup is damaged: {}", .0.join("; "))]
    Damaged(Vec<String>),
    /// A file can't be read or written.
    #[error("failed to copy {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The database can't be opened.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The database can't be copied.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An error of a file.
pub(super) fn file_error(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| BackupError::File { path, source }
}
