//! The keys that encrypt and decrypt secrets, from the settings or a key file.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::Generate;
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::access::secure_file;
use crate::disk;
use crate::mode::Access;

/// The length of a key's id, in bytes.
pub(crate) const KEY_ID: usize = 8;
/// The first bytes of the SHA-256 of a key. An encrypted file contains it, to find the key that decrypts it.
pub(crate) type KeyId = [u8; KEY_ID];

/// The keys could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The text is not 32 bytes in base64.
    #[error("an encryption key is 32 bytes in base64")]
    Malformed,
    /// The key file is empty.
    #[error("the key file {0} contains no key")]
    Empty(PathBuf),
    /// The key file may be read by other users of the machine, and its mode can't be changed.
    #[error("the key file {0} is readable by other users; set its mode to 0600")]
    Exposed(PathBuf),
    /// The key file is missing, but encrypted files exist, which a new key could not decrypt.
    #[error("the key file {0} is missing, but secrets that it encrypted exist")]
    Gone(PathBuf),
    /// The key that encrypts now is not among the new keys.
    #[error("the key that encrypts now must be among the new keys, at least as a previous one")]
    Dropped,
    /// The key file can't be read or written.
    #[error("failed to read or write the key file {path}")]
    File {
        /// The key file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// The first key encrypts; all keys decrypt.
pub struct Keyring {
    /// Never empty.
    keys: Vec<(KeyId, XChaCha20Poly1305)>,
}

impl Keyring {
    /// Keys of 32 bytes in base64, the current key first.
    pub(crate) fn from_keys(current: &SecretString, previous: &[SecretString]) -> Result<Self, KeyError> {
        let texts = std::iter::once(current).chain(previous);
        let keys = texts
            .map(|text| decode(text.expose_secret()))
            .collect::<Result<_, _>>()?;
        Ok(Keyring { keys })
    }

    /// Keys from a file with one key per line, the current key first. With `may_create`, a missing file is created with a
    /// random key.
    pub(crate) fn from_file(path: &Path, previous: &[SecretString], may_create: bool) -> Result<Self, KeyError> {
        let failed = |source| KeyError::File {
            path: path.to_owned(),
            source,
        };
        match fs::metadata(path) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                let tightened = secure_file(path, Access::Owner);
                if !tightened.is_ok_and(|tightened| tightened) {
                    return Err(KeyError::Exposed(path.to_owned()));
                }
                tracing::warn!(file = %path.display(), "other users could read the key file; set its mode to 0600");
            }
            Ok(_) => {}
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            Err(_) if !may_create => return Err(KeyError::Gone(path.to_owned())),
            Err(_) => {
                let folder = disk::parent(path);
                disk::make_folders(folder, Access::Owner).map_err(failed)?;
                // If another process created the file first, its key is used.
                disk::create(folder, path, random_key().as_bytes(), Access::Owner).map_err(failed)?;
                tracing::info!(file = %path.display(), "created a new encryption key; keep a backup of it");
            }
        }
        Keyring::read(path, previous)
    }

    /// Like [`Keyring::from_file`], but the file must exist, and its mode is neither checked nor changed.
    pub(crate) fn read(path: &Path, previous: &[SecretString]) -> Result<Self, KeyError> {
        let failed = |source| KeyError::File {
            path: path.to_owned(),
            source,
        };
        let text = Zeroizing::new(fs::read_to_string(path).map_err(failed)?);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let texts: Vec<SecretString> = lines.map(SecretString::from).chain(previous.iter().cloned()).collect();
        match texts.split_first() {
            Some((current, previous)) => Keyring::from_keys(current, previous),
            None => Err(KeyError::Empty(path.to_owned())),
        }
    }

    /// The key that encrypts.
    pub(crate) fn current(&self) -> (KeyId, &XChaCha20Poly1305) {
        let (id, cipher) = &self.keys[0];
        (*id, cipher)
    }

    /// The ids of all keys, the first one's first.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &KeyId> {
        self.keys.iter().map(|(id, _)| id)
    }

    /// The key with this id.
    pub(crate) fn find(&self, id: KeyId) -> Option<&XChaCha20Poly1305> {
        self.keys
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, cipher)| cipher)
    }
}

/// Decodes 32 bytes in base64.
fn decode(text: &str) -> Result<(KeyId, XChaCha20Poly1305), KeyError> {
    let bytes = Zeroizing::new(STANDARD.decode(text.trim()).map_err(|_| KeyError::Malformed)?);
    let cipher = XChaCha20Poly1305::new_from_slice(&bytes).map_err(|_| KeyError::Malformed)?;
    let digest: [u8; 32] = Sha256::digest(bytes.as_slice()).into();
    let id = *digest
        .first_chunk::<KEY_ID>()
        .expect("a digest is longer than a key's name");
    Ok((id, cipher))
}

/// A new random key in the format of the key file.
fn random_key() -> Zeroizing<String> {
    let key = Zeroizing::new(<[u8; 32]>::generate());
    Zeroizing::new(STANDARD.encode(key.as_slice()) + "\n")
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A key of 32 equal bytes.
    pub(crate) fn key(byte: u8) -> SecretString {
        STANDARD.encode([byte; 32]).into()
    }

    /// These keys, the current one first.
    pub(crate) fn keyring(keys: &[SecretString]) -> Keyring {
        Keyring::from_keys(&keys[0], &keys[1..]).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::key;
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_key_is_32_bytes_in_base64() {
        for text in [
            "",
            "short",
            &STANDARD.encode([1; 31]),
            &STANDARD.encode([1; 33]),
            "not base64!",
        ] {
            assert!(
                matches!(Keyring::from_keys(&text.into(), &[]), Err(KeyError::Malformed)),
                "{text}"
            );
        }
        assert!(Keyring::from_keys(&key(1), &[]).is_ok());
    }

    #[test]
    fn the_key_file_is_made_once_and_only_for_its_owner() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("keys/secrets.key");
        let first = Keyring::from_file(&path, &[], true).unwrap().current().0;
        let second = Keyring::from_file(&path, &[], true).unwrap().current().0;
        assert_eq!(first, second);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_key_file_that_others_may_read_is_tightened_or_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("secrets.key");
        Keyring::from_file(&path, &[], true).unwrap();
        disk::set_mode(&path, 0o640).unwrap();
        assert!(Keyring::from_file(&path, &[], true).is_ok());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        // A link's target is not changed.
        disk::set_mode(&path, 0o640).unwrap();
        let link = folder.path().join("link.key");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(
            Keyring::from_file(&link, &[], true),
            Err(KeyError::Exposed(_))
        ));
    }

    #[test]
    fn further_lines_of_the_key_file_are_previous_keys() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("secrets.key");
        let lines = format!("{}\n\n{}\n", key(2).expose_secret(), key(1).expose_secret());
        fs::write(&path, lines).unwrap();
        disk::set_mode(&path, 0o600).unwrap();
        let keys = Keyring::from_file(&path, &[key(3)], true).unwrap();
        assert_eq!(keys.keys.len(), 3);
        assert_eq!(keys.current().0, testing::keyring(&[key(2)]).current().0);
        fs::write(&path, "\n").unwrap();
        assert!(matches!(Keyring::from_file(&path, &[], true), Err(KeyError::Empty(_))));
    }
}
