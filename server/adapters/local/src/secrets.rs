//! Mail tokens and passwords of PDFs in encrypted files of a folder.

mod inspection;
mod settings;

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use invoices_domain::mail::{AccountChange, MailAccounts};
use invoices_domain::ports::{Dependency, DependencyError, SecretError, Secrets};
use invoices_domain::{PasswordChange, PdfPasswords, UserId};
use secrecy::{ExposeSecret, SecretString};

use crate::disk;
use crate::encryption::{self, DecryptionError};
use crate::keyring::{KeyError, Keyring};
use crate::mode::Access;

pub use inspection::SecretsInspection;
pub use settings::{OpenError, SecretsSettings};

/// Kept from an earlier name of the format.
const EXTENSION: &str = "sealed";
/// Between a user's id and the extension in the name of the file with the passwords of PDFs.
const PDF_PASSWORDS: &str = "pdf";
const LOCK: &str = ".lock";
/// The maximum size of a file. The tokens of one account take a few kilobytes.
const MAX_FILE: u64 = 256 * 1024;

/// An error of one user's file.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error("failed to read or write an encrypted file")]
    Io(#[source] io::Error),
    #[error("failed to encrypt or decrypt a file")]
    Encryption(#[source] DecryptionError),
}

/// Mail tokens in one file per user, `<folder>/<user>.sealed`, and passwords of PDFs in `<folder>/<user>.pdf.sealed`, encrypted
/// with XChaCha20-Poly1305 for that user.
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
        let keys = settings.load_keys(files.is_empty()).map_err(OpenError::Key)?;
        let mut secrets = FolderSecrets {
            folder,
            access: settings.access,
            keys: Arc::new(RwLock::new(Arc::new(keys))),
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
    pub fn load_keys(&self, settings: &SecretsSettings) -> Result<Keyring, KeyError> {
        let keys = settings.load_keys(false)?;
        match keys.find(self.keys().current().0) {
            Some(_) => Ok(keys),
            None => Err(KeyError::Dropped),
        }
    }

    /// Uses these keys, which [`Self::load_keys`] checked, from now on. Returns whether they are others.
    pub fn replace_keys(&self, keys: Keyring) -> bool {
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
        self.replace(user, path, &plain)?;
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

    fn passwords_file(&self, user: UserId) -> PathBuf {
        self.folder.join(format!("{user}.{PDF_PASSWORDS}.{EXTENSION}"))
    }

    /// The content of a user's file; `None` if it is missing. A JSON error can contain parts of the secret, so it is dropped.
    fn decrypted<T>(
        &self,
        user: UserId,
        path: &Path,
        from_json: impl Fn(&SecretString) -> Result<T, serde_json::Error>,
    ) -> Result<Option<T>, FileError> {
        let Some(file) = read(path)? else {
            return Ok(None);
        };
        let plain = encryption::decrypt(&self.keys(), user, &file).map_err(FileError::Encryption)?;
        let unreadable = || FileError::Encryption(DecryptionError::Content);
        let json = std::str::from_utf8(&plain).map_err(|_| unreadable())?;
        from_json(&SecretString::from(json)).map(Some).map_err(|_| unreadable())
    }

    /// Replaces a user's file. The lock must be held.
    fn replace(&self, user: UserId, path: &Path, content: &[u8]) -> Result<(), FileError> {
        let encrypted = encryption::encrypt(&self.keys(), user, content).map_err(FileError::Encryption)?;
        disk::replace(path, &encrypted, self.access).map_err(FileError::Io)
    }

    fn mail_accounts_blocking(&self, user: UserId) -> Result<MailAccounts, FileError> {
        let accounts = self.decrypted(user, &self.file(user), MailAccounts::from_json)?;
        Ok(accounts.unwrap_or_default())
    }

    /// Reads and replaces with the lock held, so that no newer tokens are overwritten.
    fn change_mail_accounts_blocking(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, FileError> {
        let _lock = self.lock().map_err(FileError::Io)?;
        let (before, is_damaged) = match self.mail_accounts_blocking(user) {
            Err(FileError::Encryption(_)) => (MailAccounts::default(), true),
            known => (known?, false),
        };
        let path = self.file(user);
        match before.clone().with(change).to_json() {
            Some(json) => self.replace(user, &path, json.expose_secret().as_bytes())?,
            None if is_damaged => {}
            None => disk::remove(&path).map_err(FileError::Io)?,
        }
        Ok(before)
    }

    fn pdf_passwords_blocking(&self, user: UserId) -> Result<PdfPasswords, FileError> {
        let passwords = self.decrypted(user, &self.passwords_file(user), PdfPasswords::from_json)?;
        Ok(passwords.unwrap_or_default())
    }

    fn change_pdf_passwords_blocking(&self, user: UserId, change: PasswordChange) -> Result<(), FileError> {
        let _lock = self.lock().map_err(FileError::Io)?;
        let known = match self.pdf_passwords_blocking(user) {
            Err(FileError::Encryption(_)) => PdfPasswords::default(),
            known => known?,
        };
        let (path, passwords) = (self.passwords_file(user), known.with(change));
        if passwords.is_empty() {
            return disk::remove(&path).map_err(FileError::Io);
        }
        self.replace(user, &path, passwords.to_json().expose_secret().as_bytes())
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

fn secret_error(error: FileError) -> SecretError {
    match error {
        FileError::Encryption(damage) => SecretError::Damaged(damage.into()),
        error @ FileError::Io(_) => DependencyError::new(Dependency::SecretStore, error).into(),
    }
}

/// Reads a file of at most `MAX_FILE` bytes; `None` if it is missing. A link is refused.
fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let Some(found) = disk::if_present(fs::symlink_metadata(path)).map_err(FileError::Io)? else {
        return Ok(None);
    };
    if !found.is_file() || found.len() > MAX_FILE {
        return Err(FileError::Encryption(DecryptionError::NotEncrypted));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes));
    let read = disk::if_present(read).map_err(FileError::Io)?;
    Ok(read.map(|_| bytes))
}

/// The encrypted files, with their users.
fn encrypted_files(folder: &Path) -> io::Result<Vec<(UserId, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let user = stem.map(|stem| stem.strip_suffix(&format!(".{PDF_PASSWORDS}")).unwrap_or(stem));
        if let (Some(user), true) = (
            user.and_then(|user| user.parse().ok()),
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
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError> {
        self.mail_accounts_blocking(user).map_err(secret_error)
    }

    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        self.blocking(move |secrets| secrets.change_mail_accounts_blocking(user, change))
            .await
    }

    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError> {
        self.blocking(move |secrets| secrets.delete_blocking(user)).await
    }

    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError> {
        self.pdf_passwords_blocking(user).map_err(secret_error)
    }

    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError> {
        self.blocking(move |secrets| secrets.change_pdf_passwords_blocking(user, change))
            .await
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
