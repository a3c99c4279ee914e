//! Opens files that are encrypted with an empty user password, as many are to forbid changes.

use lopdf::{Dictionary, EncryptionState, Object, ObjectId, Stream, StringFormat, encryption};

use super::Refusal;
use super::file::File;

/// What decrypts a file.
pub struct Cipher {
    state: EncryptionState,
    /// The object that describes the encryption is itself in clear.
    own: Option<ObjectId>,
}

impl Cipher {
    /// The cipher of a file; none where it is not encrypted.
    pub fn of(file: &File<'_>) -> Result<Option<Self>, Refusal> {
        let Some(held) = file.get(file.trailer(), b"Encrypt") else {
            return Ok(None);
        };
        let own = held.id();
        let described = held.entries().ok_or(Refusal::UnsupportedEncryption)?;
        if !file.is(described, b"Filter", b"Standard") {
            return Err(Refusal::UnsupportedEncryption);
        }
        // The library finds these two in a document; this one holds nothing else.
        let mut document = lopdf::Document::new();
        document.objects.insert((1, 0), copy(file, &held, 4));
        document.trailer.set("Encrypt", Object::Reference((1, 0)));
        let id = file
            .get(file.trailer(), b"ID")
            .map_or_else(empty_id, |id| copy(file, &id, 2));
        document.trailer.set("ID", id);
        if document.authenticate_user_password("").is_err() {
            let revision = described.get(b"R").and_then(Object::as_i64).unwrap_or(0);
            return Err(if (2..=6).contains(&revision) {
                Refusal::NeedsPassword
            } else {
                Refusal::UnsupportedEncryption
            });
        }
        let state = EncryptionState::decode(&document, "").map_err(|_| Refusal::UnsupportedEncryption)?;
        Ok(Some(Cipher { state, own }))
    }

    /// Decrypts the strings in an object that was read from the file.
    pub fn decrypt_strings(&self, id: ObjectId, object: &mut Object) {
        if Some(id) != self.own && !matches!(object, Object::Stream(_)) {
            // What can't be decrypted stays as it is: unreadable text harms nobody.
            let _ = encryption::decrypt_object(&self.state, id, object);
        }
    }

    /// A stream's bytes in clear.
    pub fn decrypt_stream(&self, id: ObjectId, dict: &Dictionary, raw: &[u8]) -> Option<Vec<u8>> {
        if dict.has_type(b"XRef") {
            return Some(raw.to_vec());
        }
        let mut exempt = Dictionary::new();
        for key in [&b"Type"[..], b"Filter", b"DecodeParms"] {
            if let Ok(value) = dict.get(key) {
                exempt.set(key, value.clone());
            }
        }
        let mut object = Object::Stream(Stream::new(exempt, raw.to_vec()));
        encryption::decrypt_object(&self.state, id, &mut object).ok()?;
        match object {
            Object::Stream(stream) => Some(stream.content),
            _ => None,
        }
    }
}

fn empty_id() -> Object {
    let empty = Object::String(Vec::new(), StringFormat::Hexadecimal);
    Object::Array(vec![empty.clone(), empty])
}

/// A copy in which nothing refers elsewhere.
fn copy(file: &File<'_>, object: &Object, depth: usize) -> Object {
    let Some(held) = file.follow(object).filter(|_| depth > 0) else {
        return Object::Null;
    };
    match &*held {
        Object::Array(items) => Object::Array(items.iter().take(32).map(|item| copy(file, item, depth - 1)).collect()),
        Object::Dictionary(dict) => {
            let mut copied = Dictionary::new();
            for (key, value) in dict.iter().take(64) {
                copied.set(key.clone(), copy(file, value, depth - 1));
            }
            Object::Dictionary(copied)
        }
        Object::Stream(_) | Object::Reference(_) => Object::Null,
        other => other.clone(),
    }
}
