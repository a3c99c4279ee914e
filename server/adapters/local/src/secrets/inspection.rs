//! Whether the keys open what is stored, found without changing anything.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use invoices_domain::UserId;

use super::{FileError, FolderSecrets, OpenError, SecretsSettings, encrypted_files, read};
use crate::encryption;
use crate::keyring::{KeyError, Keyring};

/// What the keys open of a folder with secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretsInspection {
    /// The encrypted files.
    pub files: usize,
    /// How many of them were tried.
    pub tried: usize,
    /// How many of these a previous key encrypted.
    pub previous_key: usize,
    /// The users whose files no key decrypts.
    pub unreadable: Vec<UserId>,
}

impl SecretsSettings {
    /// Reads the keys and changes nothing. `None` if [`FolderSecrets::open`] would create the key file.
    fn keys(&self, may_create: bool) -> Result<Option<Keyring>, KeyError> {
        if let Some(key) = &self.key {
            return Keyring::from_keys(key, &self.previous_keys).map(Some);
        }
        let path = self.key_file();
        match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound && may_create => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(KeyError::Gone(path)),
            _ => Keyring::read(&path, &self.previous_keys).map(Some),
        }
    }

    /// Checks the keys that [`FolderSecrets::open`] would load, and changes nothing.
    pub fn check_keys(&self) -> Result<(), KeyError> {
        let files = encrypted_files(&self.folder).unwrap_or_default();
        self.keys(files.is_empty()).map(drop)
    }
}

impl FolderSecrets {
    /// Tries the keys on at most `limit` files. Creates nothing and changes nothing.
    pub fn inspect(settings: &SecretsSettings, limit: usize) -> Result<SecretsInspection, OpenError> {
        let folder = &settings.folder;
        let failed = |source| OpenError::Folder {
            path: folder.clone(),
            source,
        };
        match fs::symlink_metadata(folder) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(OpenError::NotAFolder(folder.clone())),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(OpenError::Missing(folder.clone())),
            Err(error) => return Err(failed(error)),
        }
        let files = encrypted_files(folder).map_err(failed)?;
        let mut inspection = SecretsInspection {
            files: files.len(),
            ..SecretsInspection::default()
        };
        let Some(keys) = settings.keys(files.is_empty()).map_err(OpenError::Key)? else {
            return Ok(inspection);
        };
        for (user, path) in files.iter().take(limit) {
            inspection.tried += 1;
            match opens(&keys, *user, path) {
                Ok(current) => inspection.previous_key += usize::from(!current),
                Err(FileError::Io(source)) => return Err(failed(source)),
                Err(FileError::Encryption(_)) => inspection.unreadable.push(*user),
            }
        }
        Ok(inspection)
    }
}

/// Whether the first key encrypted a file. A file that is gone by now counts as one of the first key.
fn opens(keys: &Keyring, user: UserId, path: &Path) -> Result<bool, FileError> {
    let Some(file) = read(path)? else { return Ok(true) };
    encryption::decrypt(keys, user, &file).map_err(FileError::Encryption)?;
    Ok(encryption::key_id_of(&file).map_err(FileError::Encryption)? == keys.current().0)
}
