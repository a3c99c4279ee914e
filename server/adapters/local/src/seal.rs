//! The format of a sealed file.
//!
//! ```text
//! "INVSEAL" version(1) key-id(8) nonce(24) ciphertext-and-tag
//! ```
//!
//! The cipher is XChaCha20-Poly1305. The associated data is the header before the nonce and the user's id, so that a file
//! can't be moved to another user and its header can't be changed. Every seal uses a new random nonce of 192 bits, which
//! is long enough to make collisions negligible.

use chacha20poly1305::XNonce;
use chacha20poly1305::aead::rand_core::RngCore;
use chacha20poly1305::aead::{Aead, OsRng, Payload};
use invoices_domain::UserId;
use zeroize::Zeroizing;

use crate::keyring::{KEY_ID, KeyId, Keyring};

const MAGIC: &[u8; 7] = b"INVSEAL";
const VERSION: u8 = 1;
const HEADER: usize = MAGIC.len() + 1 + KEY_ID;
const NONCE: usize = 24;

/// Why a sealed file could not be opened, or nothing could be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// Too short, or not a sealed file.
    #[error("not a sealed file")]
    NotSealed,
    /// Written by a later version of this program.
    #[error("sealed in the unknown version {0}")]
    UnknownVersion(u8),
    /// The key that sealed it is not among those configured.
    #[error("sealed with a key that is not configured")]
    UnknownKey,
    /// The file was changed, truncated, or moved from another user.
    #[error("the seal is broken")]
    Broken,
    /// The content of a valid seal can't be decoded.
    #[error("the sealed content can't be read")]
    Content,
}

/// Seals bytes for one user with the current key.
pub(crate) fn seal(keys: &Keyring, user: UserId, plain: &[u8]) -> Result<Vec<u8>, SealError> {
    let (id, cipher) = keys.current();
    let header = header(id);
    let mut nonce = XNonce::default();
    OsRng.fill_bytes(&mut nonce);
    let aad = associated(&header, user);
    let sealed = cipher
        .encrypt(&nonce, Payload { msg: plain, aad: &aad })
        .map_err(|_| SealError::Content)?;
    Ok([&header[..], nonce.as_slice(), &sealed].concat())
}

/// Opens a file that was sealed for this user with any configured key.
pub(crate) fn open(keys: &Keyring, user: UserId, file: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
    let id = key_id_of(file)?;
    let cipher = keys.find(id).ok_or(SealError::UnknownKey)?;
    let (header, rest) = file.split_at_checked(HEADER).ok_or(SealError::NotSealed)?;
    let (nonce, sealed) = rest.split_at_checked(NONCE).ok_or(SealError::Broken)?;
    let aad = associated(header, user);
    let plain = cipher
        .decrypt(XNonce::from_slice(nonce), Payload { msg: sealed, aad: &aad })
        .map_err(|_| SealError::Broken)?;
    Ok(Zeroizing::new(plain))
}

/// The id of the key that sealed a file, from its header.
pub(crate) fn key_id_of(file: &[u8]) -> Result<KeyId, SealError> {
    let rest = file.strip_prefix(MAGIC).ok_or(SealError::NotSealed)?;
    let (version, rest) = rest.split_first().ok_or(SealError::NotSealed)?;
    if *version != VERSION {
        return Err(SealError::UnknownVersion(*version));
    }
    rest.first_chunk::<KEY_ID>().copied().ok_or(SealError::NotSealed)
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

    #[test]
    fn what_is_sealed_opens_for_its_user_only() {
        let keys = keyring(&[key(1)]);
        let user = UserId::random();
        let file = seal(&keys, user, b"tokens").unwrap();
        assert_eq!(open(&keys, user, &file).unwrap().as_slice(), b"tokens");
        assert_eq!(open(&keys, UserId::random(), &file).unwrap_err(), SealError::Broken);
        assert!(!file.windows(6).any(|part| part == b"tokens"));
    }

    #[test]
    fn a_previous_key_opens_and_no_longer_seals() {
        let user = UserId::random();
        let old = seal(&keyring(&[key(1)]), user, b"tokens").unwrap();
        let both = keyring(&[key(2), key(1)]);
        assert_eq!(open(&both, user, &old).unwrap().as_slice(), b"tokens");
        let new = seal(&both, user, b"tokens").unwrap();
        assert_ne!(key_id_of(&new), key_id_of(&old));
        assert_eq!(
            open(&keyring(&[key(2)]), user, &old).unwrap_err(),
            SealError::UnknownKey
        );
    }

    #[test]
    fn what_is_no_sealed_file_is_named() {
        let keys = keyring(&[key(1)]);
        let user = UserId::random();
        for (file, error) in [
            (&b""[..], SealError::NotSealed),
            (b"INVSEAL", SealError::NotSealed),
            (b"INVSEAL\x01short", SealError::NotSealed),
            (b"INVSEAL\x02", SealError::UnknownVersion(2)),
            (b"{\"access_token\":\"x\"}", SealError::NotSealed),
            (b"INVSEAL\x01aaaaaaaa", SealError::UnknownKey),
        ] {
            assert_eq!(open(&keys, user, file).unwrap_err(), error);
        }
    }

    proptest! {
        #[test]
        fn no_changed_or_cut_file_opens(at in 0usize..1000, flip in 1u8.., plain in prop::collection::vec(any::<u8>(), 0..80)) {
            let keys = keyring(&[key(1)]);
            let user = UserId::random();
            let file = seal(&keys, user, &plain).unwrap();
            let at = at % file.len();
            let mut changed = file.clone();
            changed[at] ^= flip;
            prop_assert!(open(&keys, user, &changed).is_err());
            prop_assert!(open(&keys, user, &file[..at]).is_err());
            let opened = open(&keys, user, &file).unwrap();
            prop_assert_eq!(opened.as_slice(), plain.as_slice());
        }
    }
}
