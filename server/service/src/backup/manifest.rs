//! The list of a backup's files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};

use invoices_domain::ids::hex;
use invoices_local::FilesBelow;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{BackupError, file_error};
use super::files;

const NAME: &str = "manifest.json";
/// Raised when a version can't restore what the one before wrote.
pub(super) const FORMAT: u32 = 1;

/// What a backup consists of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub format: u32,
    pub created_at: String,
    /// Of the program that wrote it.
    pub version: String,
    pub database: Database,
    pub originals: Place,
    pub secrets: Place,
    /// By their paths in the backup.
    pub files: BTreeMap<String, FileDigest>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Database {
    Sqlite,
    Postgres,
}

/// Where something is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Place {
    /// In the backup.
    Here,
    /// In a service, which has to back it up itself.
    Elsewhere(String),
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileDigest {
    bytes: u64,
    sha256: String,
}

impl Manifest {
    /// Writes it once everything else is on the disk.
    pub fn write(&self, folder: &Path) -> Result<(), BackupError> {
        rustix::fs::sync();
        let unfinished = folder.join(".manifest");
        let path = folder.join(NAME);
        let written = serde_json::to_vec_pretty(self)
            .map_err(io::Error::from)
            .and_then(|text| {
                let mut file = files::create(&unfinished)?;
                file.write_all(&text)?;
                file.sync_all()?;
                fs::rename(&unfinished, &path)?;
                File::open(folder)?.sync_all()
            });
        written.map_err(file_error(&path))
    }

    /// Reads it, and compares each file with its digest.
    pub fn read(folder: &Path) -> Result<Self, BackupError> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let folder = folder.display();
                return Err(BackupError::Refused(format!(
                    "{folder} has no {NAME}: it isn't a backup, or `invoices backup` was cut off"
                )));
            }
            Err(error) => return Err(file_error(&path)(error)),
        };
        let read: Result<Manifest, _> = serde_json::from_slice(&text);
        let manifest = read.map_err(|error| BackupError::Damaged(vec![format!("{NAME} can't be read: {error}")]))?;
        if manifest.format != FORMAT {
            return Err(BackupError::Refused(format!(
                "the backup is of the format {}, and this program reads {FORMAT}: use version {} of the program",
                manifest.format, manifest.version
            )));
        }
        let problems: Vec<_> = manifest
            .files
            .iter()
            .filter_map(|(path, expected)| problem(folder, path, expected))
            .collect();
        if problems.is_empty() {
            Ok(manifest)
        } else {
            Err(BackupError::Damaged(problems))
        }
    }

    /// The files below a folder of the backup, by their paths in that folder.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let paths = self.files.keys();
        paths.filter_map(move |path| path.strip_prefix(folder)?.strip_prefix('/'))
    }
}

fn problem(folder: &Path, path: &str, expected: &FileDigest) -> Option<String> {
    // The manifest may come from elsewhere.
    let is_inside = |part| matches!(part, Component::Normal(_));
    if !Path::new(path).components().all(is_inside) {
        return Some(format!("{path} is not a file of a backup"));
    }
    match digest(&folder.join(path)) {
        Ok(found) if found == *expected => None,
        Ok(_) => Some(format!("{path} was changed")),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(format!("{path} is missing")),
        Err(error) => Some(format!("{path} can't be read: {error}")),
    }
}

/// The digests of all files of a backup.
pub(super) fn digests(folder: &Path) -> Result<BTreeMap<String, FileDigest>, BackupError> {
    let digest_of = |file: io::Result<PathBuf>| {
        let file = file.map_err(file_error(folder))?;
        let path = folder.join(&file);
        let found = digest(&path).map_err(file_error(&path))?;
        Ok((file.to_string_lossy().into_owned(), found))
    };
    FilesBelow::new(folder).map(digest_of).collect()
}

fn digest(path: &Path) -> io::Result<FileDigest> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => {
                hash.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
    let sha256 = hex(&hash.finalize());
    Ok(FileDigest { bytes, sha256 })
}
