//! A connected mail account, and searches in it.

mod accounts;
mod consent;
mod credentials;
mod mark;

use std::fmt;

use bytes::Bytes;
use chrono::{DateTime, NaiveDateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates::Window;
use crate::ids::{MailAddress, MessageId};
use crate::reading::Authentication;
use crate::text_enum;
use crate::vendor::EmailPattern;

pub use accounts::{AccountChange, AccountEdit, ConnectTo, MAX_ACCOUNTS, MailAccounts};
pub use consent::{ConsentRequest, DeviceAnswer, DeviceRequest, ExchangedTokens, SLOW_DOWN};
pub use credentials::{
    ConnectedBy, Credentials, ImapLogin, ImapSecret, MailAccount, MailSecret, MailServer, MailTokens, SignIn,
};
pub use mark::{Look, MailMark};

/// The identity provider's answer about an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedAccount {
    /// The account's address.
    pub address: MailAddress,
    /// The scopes that were granted.
    pub scope: Vec<String>,
    /// Seconds until the access token expires, if the provider states them.
    pub expires_in: Option<u64>,
}

// The doc comments are those of the OpenAPI document.
text_enum! {
    /// Where the provider redirects the browser after the consent.
    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[schemars(rename = "ConsentRedirect")]
    Redirect: RedirectError {
        /// To `/v1/auth/mail/callback` of this service.
        #[default]
        Service = "service",
        /// To a program on the user's machine, which listens at the address that the operator has registered.
        Localhost = "localhost",
    }
}

/// The text names no redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither service nor localhost")]
pub struct RedirectError;

/// The criteria of one vendor or landlord: one of the senders, and one of the subject words, if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// Any of these.
    pub senders: Vec<EmailPattern>,
    /// Any of these, or none.
    pub subject_words: Vec<String>,
}

/// One search of a mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSearch {
    /// A mail matches when one of these matches. Never empty.
    pub any_of: Vec<Sought>,
    /// When it was received; `None` for any time.
    pub window: Option<Window>,
}

impl MailSearch {
    /// Packs criteria, in order, into as few searches as `fits` allows, and returns with each search the keys of its
    /// criteria. Criteria that do not fit by themselves become a search of their own.
    pub fn pack<T>(
        sought: impl IntoIterator<Item = (T, Sought)>,
        window: Option<Window>,
        fits: impl Fn(&MailSearch) -> bool,
    ) -> Vec<(MailSearch, Vec<T>)> {
        let mut searches: Vec<(MailSearch, Vec<T>)> = Vec::new();
        for (whom, part) in sought {
            if let Some((search, of)) = searches.last_mut() {
                search.any_of.push(part);
                if fits(search) {
                    of.push(whom);
                    continue;
                }
                let part = search.any_of.pop().into_iter().collect();
                searches.push((MailSearch { any_of: part, window }, vec![whom]));
            } else {
                let any_of = vec![part];
                searches.push((MailSearch { any_of, window }, vec![whom]));
            }
        }
        searches
    }
}

/// A search for mails that look like purchases or rent, from whomever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseSearch {
    /// A mail matches that has one of these words anywhere, or that the provider itself takes for a purchase.
    pub words: Vec<&'static str>,
    /// Not from these senders. A provider leaves out those that don't fit into a query, so the caller checks the sender.
    pub except: Vec<EmailPattern>,
    /// When it was received.
    pub window: Window,
}

/// A message's metadata in the mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHeaders {
    /// The one address of the `From` header; `None` if it is absent, malformed or not one.
    pub sender: Option<MailAddress>,
    /// The subject as the provider writes it.
    pub subject: String,
}

/// The provider's token for the next page of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageToken(pub String);

/// One page of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPage {
    /// The messages, newest first as the provider gives them.
    pub ids: Vec<MessageId>,
    /// `None` on the last page.
    pub next: Option<PageToken>,
}

/// A whole message.
#[derive(Clone)]
pub struct RawMessage {
    /// The provider's id.
    pub id: MessageId,
    /// When the provider received it (`internalDate`). `None` for a mail of a file that doesn't say it.
    pub received_at: Option<DateTime<Utc>>,
    /// The MIME message, attachments included.
    pub bytes: Bytes,
}

impl fmt::Debug for RawMessage {
    /// Leaves the mail's text out: it does not belong in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawMessage")
            .field("id", &self.id)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// What a mail contains, as far as an ingest needs it. It is serialized without the bytes of its documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailContent {
    /// The one address of the `From` header; `None` if it is absent, malformed or not one.
    pub sender: Option<MailAddress>,
    /// The display name of that address.
    pub sender_name: Option<String>,
    /// The subject, decoded; empty if absent.
    pub subject: String,
    /// The `Message-ID` header, without its angle brackets.
    pub header_id: Option<String>,
    /// When the topmost `Received` header says that it was delivered. Anyone can write one into a file.
    pub delivered: Option<DateTime<Utc>>,
    /// When its `Date` header says that it was written.
    pub dated: Option<DateTime<Utc>>,
    /// What the mail provider says of the sender.
    pub authentication: Authentication,
    /// What it forwards, if it is from an address of the user.
    pub forwarded: Option<Forwarded>,
    /// The text that a person sees, as the HTML document that is kept.
    pub html: Option<Original>,
    /// Attached pages and the texts of attached mails, as HTML documents.
    pub pages: Vec<Original>,
    /// E-invoices in XML.
    #[serde(with = "places")]
    pub e_invoices: Vec<Bytes>,
    /// The PDFs, those of attached mails and archives too.
    pub pdfs: Vec<PdfAttachment>,
}

/// Serializes documents as their number of places in a list.
mod places {
    use super::{Bytes, Deserialize, Serialize};
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(documents: &[Bytes], serializer: S) -> Result<S::Ok, S::Error> {
        vec![(); documents.len()].serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Bytes>, D::Error> {
        let places = Vec::<()>::deserialize(deserializer)?;
        Ok(vec![Bytes::new(); places.len()])
    }
}

/// What a mail from an address of the user forwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forwarded {
    /// The mails that are attached to it. Its own documents are left out.
    Attached(Vec<AttachedMail>),
    /// The mail that its text quotes. Only the user's word says that the quotation is true.
    Quoted(QuotedMail),
}

/// A mail that is attached to another one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttachedMail {
    /// The one address of its `From` header.
    pub sender: Option<MailAddress>,
    /// Its subject.
    pub subject: String,
    /// When its topmost `Received` header says that it was delivered.
    pub delivered: Option<DateTime<Utc>>,
    /// When its `Date` header says that it was written.
    pub dated: Option<DateTime<Utc>>,
    /// The mail as it was sent.
    #[serde(skip)]
    pub bytes: Bytes,
}

/// The headers of a mail that another mail quotes in its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedMail {
    /// Its sender.
    pub sender: MailAddress,
    /// The sender's name.
    pub sender_name: Option<String>,
    /// Its subject.
    pub subject: String,
    /// Its date by the user's clock, if it can be read.
    pub dated: Option<NaiveDateTime>,
}

impl MailContent {
    /// The bytes of its documents: the text, the pages, the e-invoices, the PDFs and the mails that it forwards.
    pub fn documents(&self) -> impl Iterator<Item = &Bytes> {
        let pages = self.html.iter().chain(&self.pages).map(|page| &page.bytes);
        let pdfs = self.pdfs.iter().map(|pdf| &pdf.bytes);
        let mails = self.forwarded_mails().iter().map(|mail| &mail.bytes);
        pages.chain(&self.e_invoices).chain(pdfs).chain(mails)
    }

    /// The places of the same bytes, in the same order.
    pub fn documents_mut(&mut self) -> impl Iterator<Item = &mut Bytes> {
        let pages = self.html.iter_mut().chain(&mut self.pages).map(|page| &mut page.bytes);
        let pdfs = self.pdfs.iter_mut().map(|pdf| &mut pdf.bytes);
        let mails = match &mut self.forwarded {
            Some(Forwarded::Attached(mails)) => mails.as_mut_slice(),
            Some(Forwarded::Quoted(_)) | None => &mut [],
        };
        let mails = mails.iter_mut().map(|mail| &mut mail.bytes);
        pages.chain(&mut self.e_invoices).chain(pdfs).chain(mails)
    }

    /// The attached mails that it forwards.
    pub fn forwarded_mails(&self) -> &[AttachedMail] {
        match &self.forwarded {
            Some(Forwarded::Attached(mails)) => mails,
            Some(Forwarded::Quoted(_)) | None => &[],
        }
    }

    /// The size of its documents in bytes.
    pub fn size(&self) -> u64 {
        self.documents().map(|bytes| bytes.len() as u64).sum()
    }

    /// Whether it has documents beside its text.
    pub fn has_files(&self) -> bool {
        !(self.pages.is_empty() && self.e_invoices.is_empty() && self.pdfs.is_empty())
    }
}

/// A document as it is kept.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// The document, in the charset that its writer used.
    #[serde(skip)]
    pub bytes: Bytes,
    /// The charset that the mail declares, right or wrong.
    pub charset: Option<String>,
}

/// A PDF attachment.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfAttachment {
    /// The sender's file name, as written.
    pub name: Option<String>,
    /// The file.
    #[serde(skip)]
    pub bytes: Bytes,
}

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Original")
            .field("bytes", &self.bytes.len())
            .field("charset", &self.charset)
            .finish()
    }
}

impl fmt::Debug for AttachedMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttachedMail")
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PdfAttachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PdfAttachment")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sought(n: usize) -> Sought {
        Sought {
            senders: vec![format!("shop{n}.example.com").parse().unwrap()],
            subject_words: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn packing_loses_nothing_and_fits(parts in 0usize..40, most in 0usize..12) {
            let packed = MailSearch::pack((0..parts).map(|n| (n, sought(n))), None, |s| s.any_of.len() <= most);
            let order: Vec<usize> = packed.iter().flat_map(|(_, of)| of.clone()).collect();
            prop_assert_eq!(order, (0..parts).collect::<Vec<_>>());
            for (search, of) in &packed {
                prop_assert_eq!(&search.any_of, &of.iter().map(|n| sought(*n)).collect::<Vec<_>>());
                prop_assert!(search.any_of.len() <= most.max(1));
            }
            prop_assert_eq!(packed.len(), parts.div_ceil(most.max(1)));
        }
    }
}
