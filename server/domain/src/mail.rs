//! A connected mail account, and searches in it.

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::dates::Window;
use crate::ids::{MailAddress, MessageId, UserId};
use crate::reading::Authentication;
use crate::vendor::EmailPattern;

/// The OAuth tokens that the user stored. `Debug` does not show them.
#[derive(Clone, Debug)]
pub struct MailTokens {
    /// Grants access to the mailbox until it expires.
    pub access_token: SecretString,
    /// Renews the access token.
    pub refresh_token: Option<SecretString>,
    /// When the access token expires.
    pub expires_at: DateTime<Utc>,
    /// The scopes that the provider granted.
    pub scope: Vec<String>,
}

impl MailTokens {
    /// Whether both hold the same tokens.
    pub fn is_same(&self, other: &MailTokens) -> bool {
        let exposed = |token: &SecretString| token.expose_secret().to_owned();
        self.access_token.expose_secret() == other.access_token.expose_secret()
            && self.refresh_token.as_ref().map(exposed) == other.refresh_token.as_ref().map(exposed)
    }
}

/// A login at an IMAP server. `Debug` does not show the password.
#[derive(Clone, Debug)]
pub struct ImapLogin {
    /// The name of the server in the operator's settings.
    pub server: String,
    /// The user name.
    pub user: String,
    /// The password of an app.
    pub password: SecretString,
}

/// What grants access to a mailbox. `Debug` does not show the secrets.
#[derive(Clone, Debug)]
pub enum Credentials {
    /// Tokens of the provider's API.
    OAuth(MailTokens),
    /// A login at an IMAP server.
    Imap(ImapLogin),
}

impl Credentials {
    /// Whether both hold the same secrets.
    pub fn is_same(&self, other: &Credentials) -> bool {
        match (self, other) {
            (Credentials::OAuth(one), Credentials::OAuth(other)) => one.is_same(other),
            (Credentials::Imap(one), Credentials::Imap(other)) => {
                (&one.server, &one.user) == (&other.server, &other.user)
                    && one.password.expose_secret() == other.password.expose_secret()
            }
            _ => false,
        }
    }

    /// The tokens, where there are any.
    pub fn tokens(&self) -> Option<&MailTokens> {
        match self {
            Credentials::OAuth(tokens) => Some(tokens),
            Credentials::Imap(_) => None,
        }
    }
}

/// A user's entry in the secret store: the account that was last connected, and what grants access to it while that is valid.
#[derive(Clone, Debug)]
pub struct MailSecret {
    /// The account's address: verified by the identity provider, or the address of the login at an IMAP server.
    pub address: MailAddress,
    /// `None` after the provider rejected them, or the access token expired and there was no refresh token.
    pub credentials: Option<Credentials>,
}

/// The stored form. Exists only between a [`MailSecret`] and encrypted bytes. What earlier versions stored has no `imap`.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredSecret {
    address: String,
    access_token: Option<String>,
    refresh_token: Option<String>,
    expires_at: Option<DateTime<Utc>>,
    scope: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imap: Option<StoredLogin>,
}

#[derive(Serialize, Deserialize)]
struct StoredLogin {
    server: String,
    user: String,
    password: String,
}

impl MailSecret {
    /// The bytes to encrypt.
    pub fn to_json(&self) -> SecretString {
        let address = self.address.to_string();
        let stored = match &self.credentials {
            Some(Credentials::OAuth(tokens)) => StoredSecret {
                address,
                access_token: Some(tokens.access_token.expose_secret().to_owned()),
                refresh_token: tokens.refresh_token.as_ref().map(|t| t.expose_secret().to_owned()),
                expires_at: Some(tokens.expires_at),
                scope: tokens.scope.clone(),
                imap: None,
            },
            Some(Credentials::Imap(login)) => StoredSecret {
                address,
                imap: Some(StoredLogin {
                    server: login.server.clone(),
                    user: login.user.clone(),
                    password: login.password.expose_secret().to_owned(),
                }),
                ..StoredSecret::default()
            },
            None => StoredSecret {
                address,
                ..StoredSecret::default()
            },
        };
        serde_json::to_string(&stored).expect("a map of texts is JSON").into()
    }

    /// From decrypted bytes.
    pub fn from_json(json: &SecretString) -> Result<Self, serde_json::Error> {
        let stored: StoredSecret = serde_json::from_str(json.expose_secret())?;
        let login = stored.imap.map(|login| {
            Credentials::Imap(ImapLogin {
                server: login.server,
                user: login.user,
                password: login.password.into(),
            })
        });
        let tokens = stored
            .access_token
            .zip(stored.expires_at)
            .map(|(access_token, expires_at)| {
                Credentials::OAuth(MailTokens {
                    access_token: access_token.into(),
                    refresh_token: stored.refresh_token.map(Into::into),
                    expires_at,
                    scope: stored.scope,
                })
            });
        Ok(MailSecret {
            address: stored.address.parse().map_err(serde::de::Error::custom)?,
            credentials: login.or(tokens),
        })
    }

    /// Forgets these credentials and keeps the address. `None` if the secret has others, or none.
    pub fn without(self, dead: &Credentials) -> Option<Self> {
        let same = self.credentials.as_ref().is_some_and(|stored| stored.is_same(dead));
        same.then_some(MailSecret {
            credentials: None,
            ..self
        })
    }

    /// The account, while it is connected.
    pub fn account(&self, user: UserId) -> Option<MailAccount> {
        let credentials = self.credentials.clone()?;
        Some(MailAccount {
            user,
            address: self.address.clone(),
            credentials,
        })
    }
}

/// A connected account of a user.
#[derive(Clone, Debug)]
pub struct MailAccount {
    /// The owner.
    pub user: UserId,
    /// Its address.
    pub address: MailAddress,
    /// What grants access to it.
    pub credentials: Credentials,
}

/// The identity provider's answer about an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedAccount {
    /// The account's address.
    pub address: MailAddress,
    /// The scopes that were granted.
    pub scope: Vec<String>,
    /// Seconds until the access token expires, where the provider states them.
    pub expires_in: Option<u64>,
}

/// Where the provider sends a user's browser after the consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Redirect {
    /// To the service's own callback.
    Service,
    /// To a program on the user's machine.
    Localhost,
}

impl Redirect {
    /// The name in the database and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Redirect::Service => "service",
            Redirect::Localhost => "localhost",
        }
    }
}

impl fmt::Display for Redirect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text names no redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither service nor localhost")]
pub struct RedirectError;

impl FromStr for Redirect {
    type Err = RedirectError;
    fn from_str(text: &str) -> Result<Self, RedirectError> {
        [Redirect::Service, Redirect::Localhost]
            .into_iter()
            .find(|redirect| redirect.as_str() == text)
            .ok_or(RedirectError)
    }
}

/// A consent that a user is asked for (RFC 6749, section 4.1, with PKCE, RFC 7636). `Debug` does not show the secrets.
#[derive(Clone, Debug)]
pub struct ConsentRequest {
    /// The provider's page, for the user's browser.
    pub page: String,
    /// Comes back with the code, and names this request.
    pub state: SecretString,
    /// Proves to the provider that the code is exchanged by whoever asked for the consent.
    pub verifier: SecretString,
}

/// Tokens that the provider gave for a code. `Debug` does not show them.
#[derive(Clone, Debug)]
pub struct ExchangedTokens {
    /// Grants access to the mailbox until it expires.
    pub access_token: SecretString,
    /// Renews the access token.
    pub refresh_token: Option<SecretString>,
    /// Seconds until the access token expires.
    pub expires_in: Option<u64>,
}

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
    /// Not from these senders. A provider leaves out those for which a query has no room, so the caller checks the sender.
    pub except: Vec<EmailPattern>,
    /// When it was received.
    pub window: Window,
}

/// What a mailbox tells of a message without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHeaders {
    /// The one address of the `From` header; `None` where it is absent, malformed or not one.
    pub sender: Option<MailAddress>,
    /// The subject as the provider writes it.
    pub subject: String,
}

/// The provider's token for the next page of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageToken(pub String);

/// One page of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// When the provider received it (`internalDate`).
    pub received_at: DateTime<Utc>,
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

/// What a mail contains, as far as an ingest needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    /// The one address of the `From` header; `None` where it is absent, malformed or not one.
    pub sender: Option<MailAddress>,
    /// The display name of that address.
    pub sender_name: Option<String>,
    /// The subject, decoded; empty where absent.
    pub subject: String,
    /// The `Message-ID` header, without its angle brackets.
    pub header_id: Option<String>,
    /// When the topmost `Received` header says that it was delivered, else when it says that it was written. The sender may
    /// have written either.
    pub dated: Option<DateTime<Utc>>,
    /// What the mail provider says of the sender.
    pub authentication: Authentication,
    /// The text that a person sees, as the HTML document that is kept.
    pub html: Option<Original>,
    /// The PDFs, those of a forwarded mail too.
    pub pdfs: Vec<PdfAttachment>,
}

impl MailContent {
    /// The size of its documents in bytes.
    pub fn size(&self) -> u64 {
        let pdfs = self.pdfs.iter().map(|pdf| pdf.bytes.len() as u64);
        self.html.iter().map(|html| html.bytes.len() as u64).chain(pdfs).sum()
    }
}

/// A document as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Original {
    /// The document, in the charset that its writer used.
    pub bytes: Bytes,
    /// The charset that the mail declares, right or wrong.
    pub charset: Option<String>,
}

/// A PDF attachment.
#[derive(Clone, PartialEq, Eq)]
pub struct PdfAttachment {
    /// The sender's file name, as written.
    pub name: Option<String>,
    /// The file.
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
