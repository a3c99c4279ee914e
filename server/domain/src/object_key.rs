//! Keys of stored originals.
//!
//! `invoices/{user_id}/rental/{filename}.pdf`,
//! `invoices/{user_id}/retail/{sub_type}/{vendor}_{date}_{hash}.html` and the same with another ending for the files of a
//! vendor's mail, see [`RetailPart`].

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use unicode_normalization::UnicodeNormalization;

use crate::ids::{MessageId, RentalInvoiceId, UserId, VendorId};
use crate::retail_part::RetailPart;
use crate::sub_type::SubType;

/// The longest file name in bytes, extension included.
const MAX_NAME: usize = 120;
const EXTENSION: &str = ".pdf";

/// A PDF's file name in the form that object keys need: NFC, at most 120 bytes, no separators or control characters, `.pdf` at its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName(String);

impl FileName {
    /// Makes a sender's file name safe: separators and control characters become `-`. `None` if nothing is left to name a file
    /// by.
    pub fn of_attachment(name: &str) -> Option<Self> {
        let clean: String = name
            .nfc()
            .map(|c| {
                if c == '/' || c == '\\' || c.is_control() {
                    '-'
                } else {
                    c
                }
            })
            .collect();
        let stem = match clean.rfind('.') {
            Some(at) if clean[at..].eq_ignore_ascii_case(EXTENSION) => &clean[..at],
            _ => clean.as_str(),
        };
        let stem = stem.trim_matches(|c: char| c == '.' || c.is_whitespace());
        if stem.is_empty() || stem.chars().all(|c| c == '-') {
            return None;
        }
        let stem = cut(stem, MAX_NAME - EXTENSION.len());
        Some(FileName(format!("{stem}{EXTENSION}")))
    }

    /// The name of a PDF that came without one.
    pub fn of_message(id: &MessageId) -> Self {
        FileName(format!("mail_{}{EXTENSION}", id.hash16()))
    }

    /// The same name with the first eight hex digits of the content's SHA-256, for a PDF whose plain name is used by other
    /// bytes.
    #[must_use]
    pub fn with_content_hash(&self, sha256_hex: &str) -> Self {
        let tail = format!("_{}", sha256_hex.get(..8).unwrap_or(sha256_hex));
        let stem = cut(self.stem(), MAX_NAME - EXTENSION.len() - tail.len());
        FileName(format!("{stem}{tail}{EXTENSION}"))
    }

    /// The name without its extension.
    pub fn stem(&self) -> &str {
        self.0.strip_suffix(EXTENSION).unwrap_or(&self.0)
    }

    /// The name with its extension.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The invoice that a PDF of this name becomes.
    pub fn rental_invoice_id(&self) -> RentalInvoiceId {
        RentalInvoiceId::of_file_stem(self.stem())
    }
}

/// The longest head of `text` that has at most `max` bytes.
fn cut(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].trim_end_matches(|c: char| c == '.' || c.is_whitespace())
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The key of a stored original, in its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKey {
    /// A landlord's PDF.
    Rental {
        /// The owner.
        user: UserId,
        /// The PDF's name.
        file: FileName,
    },
    /// A part of a vendor's mail.
    Retail {
        /// The owner.
        user: UserId,
        /// The vendor's category.
        sub_type: SubType,
        /// The vendor.
        vendor: VendorId,
        /// The day on which the mail was received, in the service's time zone.
        date: NaiveDate,
        /// [`MessageId::hash16`] of the mail.
        hash: String,
        /// Which part of the mail.
        part: RetailPart,
    },
}

/// The text isn't a key of a stored original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the key of an invoice object")]
pub struct ObjectKeyError;

impl ObjectKey {
    /// The prefix of every key.
    pub const PREFIX: &str = "invoices/";

    /// The prefix of everything that a user owns.
    pub fn user_prefix(user: UserId) -> String {
        format!("{}{user}/", Self::PREFIX)
    }

    /// The owner.
    pub fn user(&self) -> UserId {
        match self {
            ObjectKey::Rental { user, .. } | ObjectKey::Retail { user, .. } => *user,
        }
    }

    /// The name of the file: the last part of the key.
    pub fn file_name(&self) -> String {
        let key = self.to_string();
        key.rsplit('/').next().unwrap_or_default().to_owned()
    }

    /// The media type of the object.
    pub fn content_type(&self) -> &'static str {
        match self {
            ObjectKey::Retail {
                part: RetailPart::Html | RetailPart::Page(_),
                ..
            } => "text/html; charset=utf-8",
            ObjectKey::Retail {
                part: RetailPart::EInvoice(_),
                ..
            } => "application/xml",
            ObjectKey::Rental { .. } | ObjectKey::Retail { .. } => "application/pdf",
        }
    }

    /// The keys that the parts of a vendor's mail can have, this one among them. A landlord's PDF is one object.
    pub fn of_same_mail(&self) -> Vec<ObjectKey> {
        match self {
            ObjectKey::Rental { .. } => vec![self.clone()],
            ObjectKey::Retail {
                user,
                sub_type,
                vendor,
                date,
                hash,
                ..
            } => RetailPart::all()
                .map(|part| ObjectKey::Retail {
                    user: *user,
                    sub_type: sub_type.clone(),
                    vendor: vendor.clone(),
                    date: *date,
                    hash: hash.clone(),
                    part,
                })
                .collect(),
        }
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectKey::Rental { user, file } => write!(f, "invoices/{user}/rental/{file}"),
            ObjectKey::Retail {
                user,
                sub_type,
                vendor,
                date,
                hash,
                part,
            } => {
                let ending = part.ending();
                write!(f, "invoices/{user}/retail/{sub_type}/{vendor}_{date}_{hash}{ending}")
            }
        }
    }
}

impl FromStr for ObjectKey {
    type Err = ObjectKeyError;

    /// Accepts exactly the keys that [`fmt::Display`] writes.
    fn from_str(text: &str) -> Result<Self, ObjectKeyError> {
        let parts: Vec<&str> = text.split('/').collect();
        let key = match parts[..] {
            ["invoices", user, "rental", file] => ObjectKey::Rental {
                user: user.parse().map_err(|_| ObjectKeyError)?,
                file: FileName::of_attachment(file).ok_or(ObjectKeyError)?,
            },
            ["invoices", user, "retail", sub_type, file] => {
                let (stem, extension) = file.rsplit_once('.').ok_or(ObjectKeyError)?;
                let pieces: Vec<&str> = stem.split('_').collect();
                let (vendor, date, hash, number) = match pieces[..] {
                    [vendor, date, hash] => (vendor, date, hash, None),
                    [vendor, date, hash, number] => (vendor, date, hash, Some(number)),
                    _ => return Err(ObjectKeyError),
                };
                // The comparison below refuses every other spelling of a number.
                let part = RetailPart::of_ending(number, extension).ok_or(ObjectKeyError)?;
                if hash.len() != 16 || !hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
                    return Err(ObjectKeyError);
                }
                ObjectKey::Retail {
                    user: user.parse().map_err(|_| ObjectKeyError)?,
                    sub_type: sub_type.parse().map_err(|_| ObjectKeyError)?,
                    vendor: vendor.parse().map_err(|_| ObjectKeyError)?,
                    date: date.parse().map_err(|_| ObjectKeyError)?,
                    hash: hash.to_owned(),
                    part,
                }
            }
            _ => return Err(ObjectKeyError),
        };
        if key.to_string() == text {
            Ok(key)
        } else {
            Err(ObjectKeyError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // Shows: Retail invoices | A mail whose invoice…
    #[test]
    fn a_key_reads_back() {
        let user = UserId::random();
        for tail in [
            "rental/Hyresavi_1297534008.pdf",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef.html",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef.pdf",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef_2.pdf",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef_50.pdf",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef_1.html",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef.xml",
            "retail/food-delivery/foodora_2026-11-02_0123456789abcdef_2.xml",
        ] {
            let text = format!("invoices/{user}/{tail}");
            assert_eq!(text.parse::<ObjectKey>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_foreign_key_is_refused() {
        let user = UserId::random();
        for text in [
            String::new(),
            "invoices/user_1/rental/a.pdf".into(),
            format!("invoices/{user}/rental/../a.pdf"),
            format!("invoices/{user}/rental/a.PDF"),
            format!("/invoices/{user}/rental/a.pdf"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-13-02_0123456789abcdef.html"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_xyz.html"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_1.pdf"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_02.pdf"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_51.pdf"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_0.html"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_11.html"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_1.xml"),
            format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef.PDF"),
        ] {
            assert_eq!(text.parse::<ObjectKey>(), Err(ObjectKeyError), "{text}");
        }
    }

    // Shows: Rental invoices | `InvoiceID` is `Invoice_` and…
    #[test]
    fn attachment_names_become_safe() {
        let name = |n: &str| FileName::of_attachment(n).map(|f| f.as_str().to_owned());
        assert_eq!(name("../../etc/passwd").as_deref(), Some("-..-etc-passwd.pdf"));
        assert_eq!(name("Hyresavi_1.PDF").as_deref(), Some("Hyresavi_1.pdf"));
        assert_eq!(name("a\0b.pdf").as_deref(), Some("a-b.pdf"));
        for nothing in ["", ".pdf", "..", "/", "\u{7}"] {
            assert_eq!(name(nothing), None, "{nothing:?}");
        }
        assert_eq!(
            FileName::of_attachment("A\u{30a}r.pdf"),
            FileName::of_attachment("År.pdf")
        );
    }

    #[test]
    fn every_part_of_a_mail_has_a_key_that_reads_back() {
        let user = UserId::random();
        let text = format!("invoices/{user}/retail/food-delivery/foodora_2026-11-02_0123456789abcdef_3.pdf");
        let key: ObjectKey = text.parse().unwrap();
        let keys = key.of_same_mail();
        assert!(keys.contains(&key) && keys.is_sorted());
        for key in keys {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
    }

    proptest! {
        // Shows: Rental invoices | Names of attachments become safe file names, the same however they are composed, as are ids in paths
        // Shows: Threats | A file name or an id leads out of the originals' folder | keys consist of checked parts, links are not followed
        #[test]
        fn any_attachment_name_makes_a_key_that_reads_back(name in ".{0,300}") {
            if let Some(file) = FileName::of_attachment(&name) {
                prop_assert!(file.as_str().len() <= MAX_NAME);
                let other = file.with_content_hash("0123456789abcdef");
                prop_assert!(other.as_str().len() <= MAX_NAME);
                for file in [file, other] {
                    let key = ObjectKey::Rental { user: UserId::random(), file };
                    prop_assert_eq!(key.to_string().parse(), Ok(key));
                }
            }
        }
    }
}
