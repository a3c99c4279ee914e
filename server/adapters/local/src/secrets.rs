//! Mail tokens in encrypted files of a folder.

mod inspection;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use invoices_domain::UserId;
use invoices_domain::mail::{Credentials, MailSecret};
use invoices_domain::ports::{Dependency, DependencyError, SecretError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::disk;
use crate::encryption::{self, DecryptionError};
use crate::keyring::{KeyError, Keyring};
use crate::mode::Access;

pub use inspection::SecretsInspection;

/// Kept from an earlier name of the format.
const EXTENSION: &str = "sealed";
const LOCK: &str = ".lock";
/// The maximum size of a file. The tokens of one account take a few kilobytes.
const MAX_FILE: u64 = 256 * 1024;

/// The settings of [`FolderSecrets`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretsSettings {
    /// The folder of the encrypted files. Created if it is missing. It must not be a link.
    pub folder: PathBuf,
    /// Who may read the folder. Only the service's own user may read the key file. Default: the service's own user.
    #[serde(skip)]
    pub access: Access,
    /// The key: 32 bytes in base64 (`openssl rand -base64 32`). Default: the key file.
    #[serde(default)]
    pub key: Option<SecretString>,
    /// The key file: one key per line; the first encrypts, all decrypt. Created with a random key on first use. Its mode is set
    /// to 0600, or it is refused if other users can read it. Default: the folder's path with the suffix `.key`.
    #[serde(default)]
    pub key_file: Option<PathBuf>,
    /// Previous keys, which only decrypt. The first key encrypts their files again at start, so they can be removed after one
    /// start.
    #[serde(default)]
    pub previous_keys: Vec<SecretString>,
}

impl SecretsSettings {
    /// A folder, with the default key file.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        SecretsSettings {
            folder: folder.into(),
            access: Access::Owner,
            key: None,
            key_file: None,
            previous_keys: Vec::new(),
        }
    }

    /// The path of the key file.
    pub fn key_file(&self) -> PathBuf {
        self.key_file
            .clone()
            .unwrap_or_else(|| self.folder.with_added_extension("key"))
    }
}

/// The store could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The keys could not be loaded.
    #[error("failed to load the key that encrypts secrets")]
    Key(#[source] KeyError),
    /// The folder or its key file is missing, and nothing is to be created.
    #[error("{0} does not exist: run the command in the service's folder, or name its settings with --config")]
    Missing(PathBuf),
    /// The path is a link, whose owner could redirect the secrets, or not a folder.
    #[error("{0} must be a folder, not a link")]
    NotAFolder(PathBuf),
    /// The folder can't be created or read, or its mode can't be set.
    #[error("failed to open the secrets' folder {path}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// An error of one user's file.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error("failed to read or write an encrypted file")]
    Io(#[source] io::Error),
    #[error("failed to encrypt or decrypt a file")]
    Encryption(#[source] DecryptionError),
}

/// Mail tokens in one file per user, `<folder>/<user>.sealed`, encrypted with XChaCha20-Poly1305 for that user.
///
/// A file that was changed, truncated, replaced by another user's or encrypted with an unknown key is an error. Someone who
/// can write to the folder can restore an older file of the same user; then the provider decides whether the old token
/// works.
#[derive(Clone)]
pub struct FolderSecrets {
    folder: PathBuf,
    access: Access,
    /// The copies of a store share them.
    keys: Arc<RwLock<Arc<Keyring>>>,
    rotation: Arc<RotationReport>,
}

/// Keys that [`FolderSecrets::replace_keys`] takes.
pub struct LoadedKeys(Keyring);

/// What the rotation of keys did when the store was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RotationReport {
    /// Files of a previous key that the first key encrypted again.
    pub rotated: usize,
    /// Files that the first key had encrypted already.
    pub unchanged: usize,
    /// The users whose files no key decrypts. These files are not changed.
    pub unreadable: Vec<UserId>,
}

impl FolderSecrets {
    /// Opens or creates the folder and the key, removes temporary files of interrupted writes, and encrypts files of previous
    /// keys again.
    pub fn open(settings: &SecretsSettings) -> Result<Self, OpenError> {
        let folder = &settings.folder;
        let failed = |source| OpenError::Folder {
            path: folder.clone(),
            source,
        };
        disk::make_folders(folder, settings.access).map_err(failed)?;
        if !fs::symlink_metadata(folder).map_err(failed)?.is_dir() {
            return Err(OpenError::NotAFolder(folder.clone()));
        }
        disk::set_mode(folder, settings.access.folder_mode()).map_err(failed)?;
        let folder = folder.canonicalize().map_err(failed)?;
        let files = encrypted_files(&folder).map_err(failed)?;
        let keys = match &settings.key {
            Some(key) => Keyring::from_keys(key, &settings.previous_keys),
            None => Keyring::from_file(&settings.key_file(), &settings.previous_keys, files.is_empty()),
        };
        let mut secrets = FolderSecrets {
            folder,
            access: settings.access,
            keys: Arc::new(RwLock::new(Arc::new(keys.map_err(OpenError::Key)?))),
            rotation: Arc::default(),
        };
        secrets.rotation = Arc::new(secrets.rotate_all(&files).map_err(failed)?);
        Ok(secrets)
    }

    /// The same, but creates nothing: an error if the folder or the key is missing.
    pub fn open_existing(settings: &SecretsSettings) -> Result<Self, OpenError> {
        if !settings.folder.is_dir() {
            return Err(OpenError::Missing(settings.folder.clone()));
        }
        if settings.key.is_none() && !settings.key_file().is_file() {
            return Err(OpenError::Missing(settings.key_file()));
        }
        FolderSecrets::open(settings)
    }

    /// What the rotation of keys did when the store was opened.
    pub fn rotation(&self) -> &RotationReport {
        &self.rotation
    }

    /// The keys that the settings name now. They must include the one that encrypts, or what it has encrypted could not be read.
    pub fn load_keys(&self, settings: &SecretsSettings) -> Result<LoadedKeys, KeyError> {
        let keys = match &settings.key {
            Some(key) => Keyring::from_keys(key, &settings.previous_keys)?,
            None => Keyring::from_file(&settings.key_file(), &settings.previous_keys, false)?,
        };
        match keys.find(self.keys().current().0) {
            Some(_) => Ok(LoadedKeys(keys)),
            None => Err(KeyError::Dropped),
        }
    }

    /// Uses these keys from now on. Returns whether they are others.
    pub fn replace_keys(&self, LoadedKeys(keys): LoadedKeys) -> bool {
        let mut current = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let are_others = !keys.ids().eq(current.ids());
        *current = Arc::new(keys);
        are_others
    }

    fn keys(&self) -> Arc<Keyring> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Removes temporary files and encrypts files of previous keys again. With the lock held no other process writes, so every
    /// temporary file is a leftover and no newer file is overwritten. A file that no key decrypts is kept; the user's next call
    /// reports it.
    fn rotate_all(&self, files: &[(UserId, PathBuf)]) -> io::Result<RotationReport> {
        let _lock = self.lock()?;
        disk::remove_unfinished(&self.folder, Duration::ZERO)?;
        let mut report = RotationReport::default();
        for (user, path) in files {
            match self.rotate(*user, path) {
                Ok(true) => report.rotated += 1,
                Ok(false) => report.unchanged += 1,
                Err(error) => {
                    tracing::warn!(%user, error = &error as &dyn std::error::Error, "a file can't be decrypted");
                    report.unreadable.push(*user);
                }
            }
        }
        if report.rotated > 0 {
            tracing::info!(files = report.rotated, "encrypted files of a previous key again");
        }
        Ok(report)
    }

    /// Encrypts a file again if another key encrypted it, and returns whether it did. The file is replaced atomically.
    fn rotate(&self, user: UserId, path: &Path) -> Result<bool, FileError> {
        let Some(file) = read(path)? else { return Ok(false) };
        let plain = encryption::decrypt(&self.keys(), user, &file).map_err(FileError::Encryption)?;
        if encryption::key_id_of(&file).map_err(FileError::Encryption)? == self.keys().current().0 {
            return Ok(false);
        }
        let encrypted = encryption::encrypt(&self.keys(), user, &plain).map_err(FileError::Encryption)?;
        disk::replace(path, &encrypted, self.access).map_err(FileError::Io)?;
        Ok(true)
    }

    /// Takes the lock on the folder, against writers in this and other processes, until it is dropped.
    fn lock(&self) -> io::Result<File> {
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(Access::Owner.file_mode())
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
        let plain = encryption::decrypt(&self.keys(), user, &file).map_err(FileError::Encryption)?;
        let unreadable = FileError::Encryption(DecryptionError::Content);
        let Ok(json) = std::str::from_utf8(&plain) else {
            return Err(unreadable);
        };
        // A JSON error can contain parts of the secret, so it is dropped.
        MailSecret::from_json(&SecretString::from(json))
            .map(Some)
            .map_err(|_| unreadable)
    }

    fn put_blocking(&self, user: UserId, secret: &MailSecret) -> Result<(), FileError> {
        let json = secret.to_json();
        let encrypted =
            encryption::encrypt(&self.keys(), user, json.expose_secret().as_bytes()).map_err(FileError::Encryption)?;
        let _lock = self.lock().map_err(FileError::Io)?;
        disk::replace(&self.file(user), &encrypted, self.access).map_err(FileError::Io)
    }

    /// Compares and replaces with the lock held, so that no newer tokens are overwritten.
    fn drop_credentials_blocking(&self, user: UserId, dead: &Credentials) -> Result<bool, FileError> {
        let _lock = self.lock().map_err(FileError::Io)?;
        let Some(secret) = self.get_blocking(user)?.and_then(|secret| secret.without(dead)) else {
            return Ok(false);
        };
        let json = secret.to_json();
        let encrypted =
            encryption::encrypt(&self.keys(), user, json.expose_secret().as_bytes()).map_err(FileError::Encryption)?;
        disk::replace(&self.file(user), &encrypted, self.access).map_err(FileError::Io)?;
        Ok(true)
    }

    fn delete_blocking(&self, user: UserId) -> Result<(), FileError> {
        let _lock = self.lock().map_err(FileError::Io)?;
        disk::remove(&self.file(user)).map_err(FileError::Io)
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&FolderSecrets) -> Result<T, FileError> + Send + 'static,
    ) -> Result<T, DependencyError> {
        let secrets = self.clone();
        disk::blocking(Dependency::SecretStore, move || work(&secrets)).await
    }
}

/// Reads a file of at most `MAX_FILE` bytes; `None` if it is missing. A link is refused.
fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() && found.len() <= MAX_FILE => {}
        Ok(_) => return Err(FileError::Encryption(DecryptionError::NotEncrypted)),
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

/// The encrypted files, with their users.
fn encrypted_files(folder: &Path) -> io::Result<Vec<(UserId, PathBuf)>> {
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
impl Secrets for FolderSecrets {
    /// Reads the file on the calling thread. A profile reads it, and that takes less time than to wake another thread.
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, SecretError> {
        self.get_blocking(user).map_err(|error| match error {
            FileError::Encryption(damage) => SecretError::Damaged(damage.into()),
            error @ FileError::Io(_) => DependencyError::new(Dependency::SecretStore, error).into(),
        })
    }

    async fn drop_credentials(&self, user: UserId, dead: &Credentials) -> Result<bool, SecretError> {
        let dead = dead.clone();
        // A damaged file isn't a failure of the store.
        let drop = move |secrets: &FolderSecrets| match secrets.drop_credentials_blocking(user, &dead) {
            Err(FileError::Encryption(damage)) => Ok(Err(damage)),
            result => result.map(Ok),
        };
        self.blocking(drop)
            .await?
            .map_err(|damage| SecretError::Damaged(damage.into()))
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        let secret = secret.clone();
        self.blocking(move |secrets| secrets.put_blocking(user, &secret)).await
    }

    async fn delete(&self, user: UserId) -> Result<(), DependencyError> {
        self.blocking(move |secrets| secrets.delete_blocking(user)).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        let check = |secrets: &FolderSecrets| {
            let _lock = secrets.lock()?;
            disk::check_writable(&secrets.folder)
        };
        self.blocking(move |secrets| check(secrets).map_err(FileError::Io))
            .await
    }
}
