//! Files that the service sends.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use futures::TryStreamExt;
use invoices_client::progenitor_client::ByteStream;
use invoices_client::{Error, ResponseValue};
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// The file that a download becomes. It appears when the download is complete.
pub struct Target {
    /// Its location.
    pub path: PathBuf,
    replaces: bool,
}

impl Target {
    /// Fails if the file exists and must not be replaced.
    pub fn new(path: PathBuf, replaces: bool) -> Result<Self, Failure> {
        if path.exists() && !replaces {
            return Err(Failure::Input(format!(
                "{} exists; use --force to replace it",
                path.display()
            )));
        }
        Ok(Target { path, replaces })
    }

    /// A temporary file beside it.
    pub fn begin(&self) -> Result<NamedTempFile, Failure> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(|error| self.failed(error))
    }

    /// Gives the complete file its name.
    pub fn finish(&self, file: NamedTempFile) -> Result<(), Failure> {
        file.as_file().sync_all().map_err(|error| self.failed(error))?;
        let kept = if self.replaces {
            file.persist(&self.path)
        } else {
            file.persist_noclobber(&self.path)
        };
        kept.map(drop).map_err(|error| self.failed(error.error))
    }

    /// The failure that this error of the system is.
    pub fn failed(&self, source: io::Error) -> Failure {
        Failure::file(format!("write {}", self.path.display()))(source)
    }
}

/// Writes what the service sends, piece by piece. `progress` gets the length of each.
pub async fn copy(
    response: ResponseValue<ByteStream>,
    target: &mut impl Write,
    failed: impl Fn(io::Error) -> Failure,
    progress: impl Fn(usize),
) -> Result<(), Failure> {
    let mut pieces = response.into_inner().into_inner();
    while let Some(piece) = pieces.try_next().await.map_err(Error::Unreachable)? {
        target.write_all(&piece).map_err(&failed)?;
        progress(piece.len());
    }
    target.flush().map_err(failed)
}
