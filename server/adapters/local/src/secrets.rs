//! Mail tokens in sealed files of this machine.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use invoices_domain::UserId;
use invoices_domain::mail::MailSecret;
use invoices_domain::ports::{Dependency, DependencyError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::disk;
use crate::keyring::{KeyError, Keyring};
use crate::seal::{self, SealError};

const EXTENSION: &str = "sealed";
const LOCK: &str = ".lock";
/// Tokens of one account take a few kilobytes; what is larger was not written here.
const MAX_FILE: u64 = 256 * 1024;

/// Where [`SealedSecrets`] keeps its files, and the key that seals them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretsSettings {
    /// The folder of the sealed files. Made when it is missing, always given mode 0700, and no link.
    pub folder: PathBuf,
    /// The key: 32 bytes in base64 (`openssl rand -base64 32`). Without it, the key file's.
    #[serde(default)]
    pub key: Option<SecretString>,
    /// The key file: one key a line, the first seals, all of them open. Made with a random key on first use, refused
    /// when others may read it. Default: the folder's name with `.key` at its end, beside the folder.
    #[serde(default)]
    pub key_file: Option<PathBuf>,
    /// Keys that no longer seal but still open. What they sealed is sealed anew at start, so one start after a
    /// rotation they can go.
    #[serde(default)]
    pub previous_keys: Vec<SecretString>,
}

impl SecretsSettings {
    /// A folder and the key file beside it.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        SecretsSettings {
            folder: folder.into(),
            key: None,
            key_file: None,
            previous_keys: Vec::new(),
        }
    }

    /// The key file that counts when no key is given.
    pub fn key_file(&self) -> PathBuf {
        self.key_file
            .clone()
            .unwrap_or_else(|| self.folder.with_added_extension("key"))
    }
}

/// The secret store could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No key could be had.
    #[error("failed to get the key that seals secrets")]
    Key(#[source] KeyError),
    /// The folder is a link, or no folder: somebody else may decide where secrets go.
    #[error("{0} must be a folder, not a link")]
    NotAFolder(PathBuf),
    /// The folder can't be made, read or made private.
    #[error("failed to open the secrets' folder {path}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// Why one user's file could not be read or written.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error("failed to read or write a sealed file")]
    Io(#[source] io::Error),
    #[error("failed to open a sealed file")]
    Seal(#[source] SealError),
}

/// Mail tokens, one file a user, `<folder>/<user>.sealed`, sealed with XChaCha20-Poly1305 for that user alone.
///
/// A file that was changed, cut off, exchanged for another user's or sealed with an unknown key is an error, never
/// another user's tokens. Who can write the folder can put an older file of the same user back; the provider's answer then
/// decides, as for any old token.
#[derive(Clone)]
pub struct SealedSecrets {
    folder: PathBuf,
    keys: Arc<Keyring>,
    sealed: Arc<SealedAnew>,
}

/// What became of the sealed files when the store was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SealedAnew {
    /// Files that a previous key had sealed, and the first key seals now.
    pub anew: usize,
    /// Files that the first key had sealed already.
    pub before: usize,
    /// Whose files open with none of the keys, or were changed. They stay as they are.
    pub unreadable: Vec<UserId>,
}

impl SealedSecrets {
    /// Opens or makes the folder and the key, removes what cut-off writes left, and seals anew what a previous key sealed.
    pub fn open(settings: &SecretsSettings) -> Result<Self, OpenError> {
        let folder = &settings.folder;
        let failed = |source| OpenError::Folder {
            path: folder.clone(),
            source,
        };
        disk::make_folders(folder).map_err(failed)?;
        if !fs::symlink_metadata(folder).map_err(failed)?.is_dir() {
            return Err(OpenError::NotAFolder(folder.clone()));
        }
        disk::make_private(folder, 0o700).map_err(failed)?;
        let folder = folder.canonicalize().map_err(failed)?;
        let files = sealed_files(&folder).map_err(failed)?;
        let keys = match &settings.key {
            Some(key) => Keyring::of(key, &settings.previous_keys),
            None => Keyring::from_file(&settings.key_file(), &settings.previous_keys, files.is_empty()),
        };
        let mut secrets = SealedSecrets {
            folder,
            keys: Arc::new(keys.map_err(OpenError::Key)?),
            sealed: Arc::default(),
        };
        secrets.sealed = Arc::new(secrets.tidy(&files).map_err(failed)?);
        Ok(secrets)
    }

    /// What became of the files when the store was opened.
    pub fn sealed_anew(&self) -> &SealedAnew {
        &self.sealed
    }

    /// Nobody writes while the lock is held, so every unfinished file is a leftover, and sealing anew can't
    /// undo a newer write. A file that doesn't open stays as it is, for its user's next call to report.
    fn tidy(&self, files: &[(UserId, PathBuf)]) -> io::Result<SealedAnew> {
        let _lock = self.lock()?;
        disk::remove_unfinished(&self.folder, Duration::ZERO)?;
        let mut done = SealedAnew::default();
        for (user, path) in files {
            match self.seal_anew(*user, path) {
                Ok(true) => done.anew += 1,
                Ok(false) => done.before += 1,
                Err(error) => {
                    tracing::warn!(%user, error = &error as &dyn std::error::Error, "a sealed file can't be opened");
                    done.unreadable.push(*user);
                }
            }
        }
        if done.anew > 0 {
            tracing::info!(files = done.anew, "sealed anew what a previous key had sealed");
        }
        Ok(done)
    }

    /// Whether it was sealed by another key before. Each file is replaced whole, so being cut off loses nothing.
    fn seal_anew(&self, user: UserId, path: &Path) -> Result<bool, FileError> {
        let Some(file) = read(path)? else { return Ok(false) };
        let plain = seal::open(&self.keys, user, &file).map_err(FileError::Seal)?;
        if seal::sealed_by(&file).map_err(FileError::Seal)? == self.keys.current().0 {
            return Ok(false);
        }
        let sealed = seal::seal(&self.keys, user, &plain).map_err(FileError::Seal)?;
        disk::replace(path, &sealed).map_err(FileError::Io)?;
        Ok(true)
    }

    /// Excludes every other writer, in this process and in others, until it is dropped.
    fn lock(&self) -> io::Result<File> {
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.folder.join(LOCK))?;
        lock.lock()?;
        Ok(lock)
    }

    fn file(&self, user: UserId) -> PathBuf {
        self.folder.join(format!("{user}.{EXTENSION}"))
    }

    fn get_blocking(&self, user: UserId) -> Result<Option<MailSecret>, FileError> {
        let Some(file) = read(&self.file(user))? else {
            return Ok(None);
        };
        let plain = seal::open(&self.keys, user, &file).map_err(FileError::Seal)?;
        let unreadable = FileError::Seal(SealError::Content);
        let Ok(json) = std::str::from_utf8(&plain) else {
            return Err(unreadable);
        };
        // A JSON error may quote what it read, so it is not kept.
        MailSecret::from_json(&SecretString::from(json))
            .map(Some)
            .map_err(|_| unreadable)
    }

    fn put_blocking(&self, user: UserId, secret: &MailSecret) -> Result<(), FileError> {
        let json = secret.to_json();
        let sealed = seal::seal(&self.keys, user, json.expose_secret().as_bytes()).map_err(FileError::Seal)?;
        let _lock = self.lock().map_err(FileError::Io)?;
        disk::replace(&self.file(user), &sealed).map_err(FileError::Io)
    }

    fn delete_blocking(&self, user: UserId) -> Result<(), FileError> {
        let _lock = self.lock().map_err(FileError::Io)?;
        disk::remove(&self.file(user)).map_err(FileError::Io)
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SealedSecrets) -> Result<T, FileError> + Send + 'static,
    ) -> Result<T, DependencyError> {
        let secrets = self.clone();
        disk::blocking(Dependency::SecretStore, move || work(&secrets)).await
    }
}

/// A file that is there, up to the bound; a link is none of ours.
fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() && found.len() <= MAX_FILE => {}
        Ok(_) => return Err(FileError::Seal(SealError::NotSealed)),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileError::Io(error)),
    }
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::Io(error)),
    }
}

/// The users that have a file, and their files.
fn sealed_files(folder: &Path) -> io::Result<Vec<(UserId, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let (Some(user), true) = (
            stem.and_then(|stem| stem.parse().ok()),
            path.extension().is_some_and(|e| e == EXTENSION),
        ) {
            files.push((user, path));
        }
    }
    Ok(files)
}

#[async_trait]
impl Secrets for SealedSecrets {
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, DependencyError> {
        self.blocking(move |secrets| secrets.get_blocking(user)).await
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        let secret = secret.clone();
        self.blocking(move |secrets| secrets.put_blocking(user, &secret)).await
    }

    async fn delete(&self, user: UserId) -> Result<(), DependencyError> {
        self.blocking(move |secrets| secrets.delete_blocking(user)).await
    }
}
