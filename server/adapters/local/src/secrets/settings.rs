//! Where the encrypted files and their keys are.

use std::io;
use std::path::PathBuf;

use secrecy::SecretString;

use crate::keyring::{KeyError, Keyring};
use crate::mode::Access;

/// The settings of [`FolderSecrets`].
#[derive(Clone, Debug)]
pub struct SecretsSettings {
    /// The folder of the encrypted files. Created if it is missing. It must not be a link.
    pub folder: PathBuf,
    /// Who may read the folder. Only the service's own user may read the key file. Default: the service's own user.
    pub access: Access,
    /// The key: 32 bytes in base64 (`openssl rand -base64 32`). Default: the key file.
    pub key: Option<SecretString>,
    /// The key file: one key per line; the first encrypts, all decrypt. Created with a random key on first use. Its mode is set
    /// to 0600, or it is refused if other users can read it. Default: the folder's path with the suffix `.key`.
    pub key_file: Option<PathBuf>,
    /// Previous keys, which only decrypt. The first key encrypts their files again at start, so they can be removed after one
    /// start.
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

    /// The keys. With `may_create`, a missing key file is created.
    pub(super) fn load_keys(&self, may_create: bool) -> Result<Keyring, KeyError> {
        match &self.key {
            Some(key) => Keyring::from_keys(key, &self.previous_keys),
            None => Keyring::from_file(&self.key_file(), &self.previous_keys, may_create),
        }
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
