//! Decrypts files whose user password is empty, as many producers encrypt to forbid changes, or known.

use lopdf::encryption::PasswordAlgorithm;
use lopdf::{Dictionary, EncryptionState, Object, ObjectId, Stream, StringFormat, encryption};
use parser_model::{PdfPassword, Reason};

use super::budget::Budget;
use super::resolve::{Resolve, copied};

/// Maximum number of bytes of a string or name in an encryption dictionary. Keys have at most 127.
const MAX_TEXT: usize = 1_000;

pub struct Decryptor {
    state: EncryptionState,
    /// The encryption dictionary, which is not itself encrypted.
    dictionary: Option<ObjectId>,
}

impl Decryptor {
    /// The decryptor for a file with this trailer, by no password or one of these; `None` if the file is not encrypted.
    pub fn new(
        file: &impl Resolve,
        budget: &Budget,
        trailer: &Dictionary,
        passwords: &[PdfPassword],
    ) -> Result<Option<Self>, Reason> {
        let Some(value) = file.get(trailer, b"Encrypt") else {
            return Ok(None);
        };
        let dict = value.dict().ok_or(Reason::PdfEncryption)?;
        if !file.has_name(dict, b"Filter", b"Standard") {
            return Err(Reason::PdfEncryption);
        }
        // `lopdf` reads the encryption dictionary and the file identifier from a document, so it gets one
        // that holds only these two.
        let mut document = lopdf::Document::new();
        document.objects.insert((1, 0), copy(file, budget, &value, 4));
        document.trailer.set("Encrypt", Object::Reference((1, 0)));
        let id = file
            .get(trailer, b"ID")
            .map_or_else(empty_id, |id| copy(file, budget, &id, 2));
        document.trailer.set("ID", id);
        let Some(password) = password(&document, passwords) else {
            let revision = dict.get(b"R").and_then(Object::as_i64).unwrap_or(0);
            return Err(if (2..=6).contains(&revision) {
                Reason::PdfPassword
            } else {
                Reason::PdfEncryption
            });
        };
        let state = EncryptionState::decode(&document, password).map_err(|_| Reason::PdfEncryption)?;
        Ok(Some(Decryptor {
            state,
            dictionary: value.id(),
        }))
    }

    /// Decrypts the strings in an indirect object that is not a stream.
    pub fn decrypt_strings(&self, id: ObjectId, object: &mut Object) {
        if Some(id) != self.dictionary && !matches!(object, Object::Stream(_)) {
            // A string that can't be decrypted stays as it is. It is unreadable text and does no harm.
            let _ = encryption::decrypt_object(&self.state, id, object);
        }
    }

    /// The decrypted bytes of a stream. Cross-reference streams are never encrypted.
    pub fn decrypt_stream(&self, id: ObjectId, dict: &Dictionary, raw: &[u8]) -> Option<Vec<u8>> {
        if dict.has_type(b"XRef") {
            return Some(raw.to_vec());
        }
        // These keys decide whether and how a stream is encrypted.
        let mut relevant = Dictionary::new();
        for key in [&b"Type"[..], b"Filter", b"DecodeParms"] {
            if let Ok(value) = dict.get(key) {
                relevant.set(key, copied(value)?);
            }
        }
        let mut object = Object::Stream(Stream::new(relevant, raw.to_vec()));
        encryption::decrypt_object(&self.state, id, &mut object).ok()?;
        match object {
            Object::Stream(stream) => Some(stream.content),
            _ => None,
        }
    }
}

/// The password that opens a document, as its revision writes it: none, or the user's or owner's.
fn password(document: &lopdf::Document, given: &[PdfPassword]) -> Option<Vec<u8>> {
    if document.authenticate_user_password("").is_ok() {
        return Some(Vec::new());
    }
    let opens = |given: &&PdfPassword| document.authenticate_password(given.expose()).is_ok();
    let password = given.iter().find(opens)?;
    let algorithm = PasswordAlgorithm::try_from(document).ok()?;
    algorithm.sanitize_password(password.expose()).ok()
}

fn empty_id() -> Object {
    let empty = Object::String(Vec::new(), StringFormat::Hexadecimal);
    Object::Array(vec![empty.clone(), empty])
}

/// A copy with all references resolved, at most `depth` levels deep. Its objects count, because they can be more than in the file.
fn copy(file: &impl Resolve, budget: &Budget, object: &Object, depth: usize) -> Object {
    let Some(value) = file.resolve(object).filter(|_| depth > 0 && budget.count_object()) else {
        return Object::Null;
    };
    match &*value {
        Object::Array(items) => Object::Array(
            items
                .iter()
                .take(32)
                .map(|item| copy(file, budget, item, depth - 1))
                .collect(),
        ),
        Object::Dictionary(dict) => {
            let mut copied = Dictionary::new();
            for (key, value) in dict.iter().filter(|(key, _)| key.len() <= MAX_TEXT).take(64) {
                copied.set(key.clone(), copy(file, budget, value, depth - 1));
            }
            Object::Dictionary(copied)
        }
        Object::Stream(_) | Object::Reference(_) => Object::Null,
        Object::String(text, _) | Object::Name(text) if text.len() > MAX_TEXT => Object::Null,
        other => other.clone(),
    }
}
