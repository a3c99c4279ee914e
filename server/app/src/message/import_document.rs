//! Documents that a user has as files, without a mail.
//!
//! The user names the landlord or vendor that a document is from. It becomes a mail of that sender, and is kept and read as
//! such: with the same ledger, and with the same rules for a document that comes twice.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::Operator;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::RawMessage;
use invoices_domain::sources::LandlordId;
use invoices_domain::{EmailPattern, Landlord, MailAddress, Source, UserId, Vendor};

use crate::app::App;
use crate::error::Error;
use crate::message::import::HandedOver;
use crate::source::Sources;

/// A document in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    /// Whether it is a PDF. Otherwise it is HTML.
    pub is_pdf: bool,
    /// The name of the file.
    pub name: String,
    /// Its bytes.
    pub bytes: Bytes,
    /// When it was received, if the caller knows.
    pub received_at: Option<DateTime<Utc>>,
}

/// A landlord or vendor that documents are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentSource {
    /// A landlord.
    Landlord(LandlordId, Landlord),
    /// A vendor.
    Vendor(Vendor),
}

impl Sources {
    /// Every active landlord and vendor, as a source of documents.
    pub fn of_documents(&self) -> Vec<DocumentSource> {
        let landlords = self.landlords.iter().filter(|listed| listed.active);
        landlords
            .map(|listed| DocumentSource::Landlord(listed.landlord_id, listed.landlord.clone()))
            .chain(self.active_vendors(None).into_iter().map(DocumentSource::Vendor))
            .collect()
    }

    /// The sources with this id, or else with this sender: a pattern as it is configured, or an address that it matches.
    pub fn named(&self, name: &str) -> Vec<DocumentSource> {
        let (all, name) = (self.of_documents(), name.trim().to_lowercase());
        let with_id: Vec<_> = all.iter().filter(|source| source.id() == name).cloned().collect();
        if !with_id.is_empty() {
            return with_id;
        }
        let address: Option<MailAddress> = name.parse().ok();
        let sends = |pattern: &EmailPattern| {
            let matches = |address: &MailAddress| pattern.matches(address).is_some();
            pattern.as_str() == name || address.as_ref().is_some_and(matches)
        };
        all.into_iter()
            .filter(|source| source.senders().iter().any(sends))
            .collect()
    }
}

impl DocumentSource {
    /// The id, as the API has it.
    pub fn id(&self) -> String {
        match self {
            DocumentSource::Landlord(id, _) => id.to_string(),
            DocumentSource::Vendor(vendor) => vendor.vendor_id.to_string(),
        }
    }

    /// The senders of its mails.
    pub fn senders(&self) -> &[EmailPattern] {
        match self {
            DocumentSource::Landlord(_, landlord) => std::slice::from_ref(&landlord.sender),
            DocumentSource::Vendor(vendor) => &vendor.email_patterns,
        }
    }

    /// The source of the ingest that reads its mails.
    fn ingest(&self) -> Source {
        match self {
            DocumentSource::Landlord(..) => Source::Rental,
            DocumentSource::Vendor(_) => Source::Retail,
        }
    }

    /// A sender and a subject that are the source's.
    fn header(&self, file_name: &str) -> Option<(MailAddress, String)> {
        let phrase = match self {
            DocumentSource::Landlord(_, landlord) => Some(&landlord.subject),
            DocumentSource::Vendor(vendor) => vendor.subject_keywords.first(),
        };
        let subject = match phrase {
            Some(phrase) if !phrase.trim().is_empty() => phrase.clone(),
            _ => file_name.to_owned(),
        };
        let sender = self.senders().iter().find_map(|pattern| {
            let sender = address_of(pattern)?;
            let matches = match self {
                DocumentSource::Landlord(_, landlord) => landlord.matches(&sender, &subject),
                DocumentSource::Vendor(vendor) => vendor.matches(&sender, &subject).is_some(),
            };
            matches.then_some(sender)
        });
        Some((sender?, subject))
    }
}

impl App {
    /// Imports a document of one of the user's landlords or vendors, which `by` confirms as genuine. Importing it again changes
    /// nothing.
    pub async fn hand_over_document(
        &self,
        user: UserId,
        source: &DocumentSource,
        document: DocumentFile,
        by: Operator,
    ) -> Result<HandedOver, Error> {
        if !document.is_pdf && source.ingest() == Source::Rental {
            return Ok(HandedOver::Unreadable("a landlord's notice must be a PDF".into()));
        }
        let Some((sender, subject)) = source.header(&document.name) else {
            return Ok(HandedOver::Unreadable(
                "no address is one of the source's senders".into(),
            ));
        };
        let message = mail_with(&sender, &subject, &document);
        let id = match self.new_message(user, &message).await? {
            Ok(id) => id,
            Err(settled) => return Ok(settled),
        };
        let mail = RawMessage {
            id,
            received_at: document.received_at.and_then(|at| self.plausible(at)),
            bytes: message,
        };
        self.keep(user, mail, vec![source.ingest()], Some(by)).await
    }
}

/// An address that a pattern matches.
fn address_of(pattern: &EmailPattern) -> Option<MailAddress> {
    let filled = pattern.as_str().replace('*', "documents");
    let address = if filled.contains('@') {
        filled
    } else {
        format!("documents@{filled}")
    };
    address.parse().ok()
}

/// A mail with the document. The same document gives the same bytes, whenever its file was written.
fn mail_with(sender: &MailAddress, subject: &str, document: &DocumentFile) -> Bytes {
    let (boundary, name) = (sha256_hex(&document.bytes), encoded(&document.name));
    let subject = subject.replace(char::is_control, " ");
    let headers = if document.is_pdf {
        format!("Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''{name}\r\n")
    } else if std::str::from_utf8(&document.bytes).is_ok() {
        "Content-Type: text/html; charset=utf-8\r\n".to_owned()
    } else {
        "Content-Type: text/html\r\n".to_owned()
    };
    let beginning = format!(
        "From: <{sender}>\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=\"{boundary}\"\r\n\r\n\
         --{boundary}\r\n{headers}Content-Transfer-Encoding: binary\r\n\r\n"
    );
    let end = format!("\r\n--{boundary}--\r\n");
    Bytes::from([beginning.as_bytes(), &document.bytes, end.as_bytes()].concat())
}

/// A file name as RFC 8187 writes it.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_gives_an_address_that_it_matches() {
        for (pattern, address) in [
            ("hyra@landlord.example.com", "hyra@landlord.example.com"),
            ("shop.example.com", "documents@shop.example.com"),
            ("*@*.example.com", "documents@documents.example.com"),
        ] {
            let pattern: EmailPattern = pattern.parse().unwrap();
            let found = address_of(&pattern).unwrap();
            assert_eq!(found.as_str(), address);
            assert!(pattern.matches(&found).is_some());
        }
    }
}
