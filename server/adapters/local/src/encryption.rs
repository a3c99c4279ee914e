//! The format of an encrypted file.
//!
//! ```text
//! "INVSEAL" version(1) key-id(8) nonce(24) ciphertext-and-tag
//! ```
//!
//! The cipher is XChaCha20-Poly1305. The associated data is the header before the nonce and the user's id, so that a file
//! can't be moved to another user and its header can't be changed. Each encryption uses a new random nonce of 192 bits,
//! which is long enough to make collisions negligible. The first bytes are kept from an earlier name of the format.

use chacha20poly1305::XNonce;
use chacha20poly1305::aead::{Aead, Generate, Payload};
use invoices_domain::UserId;
use zeroize::Zeroizing;

use crate::keyring::{KEY_ID, KeyId, Keyring};

const MAGIC: &[u8; 7] = b"INVSEAL";
const VERSION: u8 = 1;
const HEADER: usize = MAGIC.len() + 1 + KEY_ID;
const NONCE: usize = 24;

/// Why a file could not be decrypted, or nothing could be encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecryptionError {
    /// Too short, or without the header.
    #[error("not an encrypted file")]
    NotEncrypted,
    /// Written by a later version of this program.
    #[error("encrypted in the unknown version {0}")]
    UnknownVersion(u8),
    /// The key that encrypted it is not among those configured.
    #[error("encrypted with a key that is not configured")]
    UnknownKey,
    /// The file was changed, truncated, or moved from another user.
    #[error("the file was changed, or is another user's")]
    Broken,
    /// The decrypted content can't be decoded, or the content can't be encrypted.
    #[error("the content can't be encrypted or decoded")]
    Content,
}

/// Encrypts bytes for one user with the current key.
pub(crate) fn encrypt(keys: &Keyring, user: UserId, plain: &[u8]) -> Result<Vec<u8>, DecryptionError> {
    let (id, cipher) = keys.current();
    let header = header(id);
    let nonce = XNonce::generate();
    let aad = associated(&header, user);
    let encrypted = cipher
        .encrypt(&nonce, Payload { msg: plain, aad: &aad })
        .map_err(|_| DecryptionError::Content)?;
    Ok([&header[..], nonce.as_slice(), &encrypted].concat())
}

/// Decrypts a file of this user that any configured key encrypted.
pub(crate) fn decrypt(keys: &Keyring, user: UserId, file: &[u8]) -> Result<Zeroizing<Vec<u8>>, DecryptionError> {
    let id = key_id_of(file)?;
    let cipher = keys.find(id).ok_or(DecryptionError::UnknownKey)?;
    let (header, rest) = file.split_at_checked(HEADER).ok_or(DecryptionError::NotEncrypted)?;
    let (nonce, encrypted) = rest.split_first_chunk::<NONCE>().ok_or(DecryptionError::Broken)?;
    let aad = associated(header, user);
    let plain = cipher
        .decrypt(
            &XNonce::from(*nonce),
            Payload {
                msg: encrypted,
                aad: &aad,
            },
        )
        .map_err(|_| DecryptionError::Broken)?;
    Ok(Zeroizing::new(plain))
}

/// The id of the key that encrypted a file, from its header.
pub(crate) fn key_id_of(file: &[u8]) -> Result<KeyId, DecryptionError> {
    let rest = file.strip_prefix(MAGIC).ok_or(DecryptionError::NotEncrypted)?;
    let (version, rest) = rest.split_first().ok_or(DecryptionError::NotEncrypted)?;
    if *version != VERSION {
        return Err(DecryptionError::UnknownVersion(*version));
    }
    rest.first_chunk::<KEY_ID>()
        .copied()
        .ok_or(DecryptionError::NotEncrypted)
}

fn header(id: KeyId) -> Vec<u8> {
    [&MAGIC[..], &[VERSION], &id].concat()
}

/// The header has a fixed length, so the concatenation with the user's id is unambiguous.
fn associated(header: &[u8], user: UserId) -> Vec<u8> {
    [header, user.to_string().as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyring::testing::{key, keyring};
    use proptest::prelude::*;

    // Shows: Connecting a mail account | Tokens are encrypted, each for its user
    #[test]
    fn only_the_user_of_a_file_can_decrypt_it() {
        let keys = keyring(&[key(1)]);
        let user = UserId::random();
        let file = encrypt(&keys, user, b"tokens").unwrap();
        assert_eq!(decrypt(&keys, user, &file).unwrap().as_slice(), b"tokens");
        assert_eq!(
            decrypt(&keys, UserId::random(), &file).unwrap_err(),
            DecryptionError::Broken
        );
        assert!(!file.windows(6).any(|part| part == b"tokens"));
    }

    #[test]
    fn a_previous_key_decrypts_and_no_longer_encrypts() {
        let user = UserId::random();
        let old = encrypt(&keyring(&[key(1)]), user, b"tokens").unwrap();
        let both = keyring(&[key(2), key(1)]);
        assert_eq!(decrypt(&both, user, &old).unwrap().as_slice(), b"tokens");
        let new = encrypt(&both, user, b"tokens").unwrap();
        assert_ne!(key_id_of(&new), key_id_of(&old));
        assert_eq!(
            decrypt(&keyring(&[key(2)]), user, &old).unwrap_err(),
            DecryptionError::UnknownKey
        );
    }

    #[test]
    fn an_unknown_format_or_key_is_an_error() {
        let keys = keyring(&[key(1)]);
        let user = UserId::random();
        for (file, error) in [
            (&b""[..], DecryptionError::NotEncrypted),
            (b"INVSEAL", DecryptionError::NotEncrypted),
            (b"INVSEAL\x01short", DecryptionError::NotEncrypted),
            (b"INVSEAL\x02", DecryptionError::UnknownVersion(2)),
            (b"{\"access_token\":\"x\"}", DecryptionError::NotEncrypted),
            (b"INVSEAL\x01aaaaaaaa", DecryptionError::UnknownKey),
        ] {
            assert_eq!(decrypt(&keys, user, file).unwrap_err(), error);
        }
    }

    proptest! {
        // Shows: Threats | Mail tokens are read…
        #[test]
        fn no_changed_or_cut_file_is_decrypted(at in 0usize..1000, flip in 1u8.., plain in prop::collection::vec(any::<u8>(), 0..80)) {
            let keys = keyring(&[key(1)]);
            let user = UserId::random();
            let file = encrypt(&keys, user, &plain).unwrap();
            let at = at % file.len();
            let mut changed = file.clone();
            changed[at] ^= flip;
            prop_assert!(decrypt(&keys, user, &changed).is_err());
            prop_assert!(decrypt(&keys, user, &file[..at]).is_err());
            let decrypted = decrypt(&keys, user, &file).unwrap();
            prop_assert_eq!(decrypted.as_slice(), plain.as_slice());
        }
    }
}
