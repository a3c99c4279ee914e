//! What grants access to a mailbox, and its stored form.

use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, Serializer};

use crate::ids::{IdError, MailAddress, UserId};

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

/// An IMAP server at which users may have accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailServer {
    /// The name by which users choose it.
    pub name: String,
    /// Its host name.
    pub host: String,
    /// The domain of user names that have none.
    pub domain: Option<String>,
    /// How users prove who they are.
    pub sign_in: SignIn,
}

/// How users of an IMAP server prove who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignIn {
    /// With the password of an app.
    Password,
    /// On the consent page of the server's provider.
    Consent {
        /// Whether the provider also gives codes for devices without a browser (RFC 8628).
        device: bool,
    },
}

impl MailServer {
    /// The address of the account with this user name. `None` if the name isn't an address and has no domain.
    ///
    /// ```
    /// use invoices_domain::mail::{MailServer, SignIn};
    /// let (name, host, domain) = ("example".into(), "imap.example.com".into(), Some("example.com".into()));
    /// let server = MailServer { name, host, domain, sign_in: SignIn::Password };
    /// assert_eq!(server.address("alva").unwrap().as_str(), "alva@example.com");
    /// assert_eq!(server.address("alva@example.org").unwrap().as_str(), "alva@example.org");
    /// ```
    pub fn address(&self, user: &str) -> Option<MailAddress> {
        match &self.domain {
            Some(domain) if !user.contains('@') => format!("{user}@{domain}").parse().ok(),
            _ => user.parse().ok(),
        }
    }
}

/// A login at an IMAP server. `Debug` does not show the secret.
#[derive(Clone, Debug)]
pub struct ImapLogin {
    /// The name of the server in the operator's settings.
    pub server: String,
    /// The user name.
    pub user: String,
    /// What proves that it is this user.
    pub secret: ImapSecret,
}

/// What a user logs in with at an IMAP server. `Debug` does not show it.
#[derive(Clone, Debug)]
pub enum ImapSecret {
    /// The password of an app.
    Password(SecretString),
    /// The tokens of a consent, for SASL's mechanism XOAUTH2.
    OAuth(MailTokens),
}

impl ImapSecret {
    /// Whether both are the same.
    pub fn is_same(&self, other: &ImapSecret) -> bool {
        match (self, other) {
            (ImapSecret::Password(one), ImapSecret::Password(other)) => one.expose_secret() == other.expose_secret(),
            (ImapSecret::OAuth(one), ImapSecret::OAuth(other)) => one.is_same(other),
            _ => false,
        }
    }
}

impl ImapLogin {
    /// The tokens, if it logs in with them.
    pub fn tokens(&self) -> Option<&MailTokens> {
        match &self.secret {
            ImapSecret::OAuth(tokens) => Some(tokens),
            ImapSecret::Password(_) => None,
        }
    }
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
                (&one.server, &one.user) == (&other.server, &other.user) && one.secret.is_same(&other.secret)
            }
            _ => false,
        }
    }

    /// The tokens, if there are any.
    pub fn tokens(&self) -> Option<&MailTokens> {
        match self {
            Credentials::OAuth(tokens) => Some(tokens),
            Credentials::Imap(login) => login.tokens(),
        }
    }
}

/// How a user connected a mail account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConnectedBy {
    /// By the provider's consent page.
    Consent,
    /// With OAuth tokens that a client stored.
    Tokens,
    /// By a login at the IMAP server with this name, or by the consent page of that server's provider.
    Imap(String),
}

/// A mail account as the secret store keeps it: its address, and what grants access to it while that is valid.
#[derive(Clone, Debug)]
pub struct MailSecret {
    /// The account's address: verified by the identity provider, or the address of the login at an IMAP server.
    pub address: MailAddress,
    /// `None` after the provider rejected them, or the access token expired and there was no refresh token.
    pub credentials: Option<Credentials>,
    /// How it was connected. Earlier versions did not record it.
    pub connected_by: Option<ConnectedBy>,
    /// What the user calls it.
    pub name: Option<String>,
    /// Whether the user does not want it to be read.
    pub paused: bool,
}

/// The stored form. Exists only between a [`MailSecret`] and encrypted bytes. What earlier versions stored has no `imap`.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct StoredSecret {
    address: String,
    #[serde(serialize_with = "expose_any")]
    access_token: Option<SecretString>,
    #[serde(serialize_with = "expose_any")]
    refresh_token: Option<SecretString>,
    expires_at: Option<DateTime<Utc>>,
    scope: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imap: Option<StoredLogin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connected_by: Option<ConnectedBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
}

/// Has a password or tokens. Earlier versions require a password, so they leave an account with tokens alone: as tokens of their own
/// they would send them to Google.
#[derive(Serialize, Deserialize)]
struct StoredLogin {
    server: String,
    user: String,
    #[serde(flatten, with = "StoredImapSecret")]
    secret: ImapSecret,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ImapSecret")]
enum StoredImapSecret {
    #[serde(rename = "password", serialize_with = "expose")]
    Password(SecretString),
    #[serde(rename = "oauth", with = "StoredTokens")]
    OAuth(MailTokens),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MailTokens")]
struct StoredTokens {
    #[serde(serialize_with = "expose")]
    access_token: SecretString,
    #[serde(serialize_with = "expose_any")]
    refresh_token: Option<SecretString>,
    expires_at: DateTime<Utc>,
    scope: Vec<String>,
}

fn expose<S: Serializer>(secret: &SecretString, serializer: S) -> Result<S::Ok, S::Error> {
    secret.expose_secret().serialize(serializer)
}

#[allow(clippy::ref_option, reason = "serde passes a reference")]
fn expose_any<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    secret.as_ref().map(ExposeSecret::expose_secret).serialize(serializer)
}

impl MailSecret {
    pub(super) fn to_stored(&self) -> StoredSecret {
        let common = StoredSecret {
            address: self.address.to_string(),
            connected_by: self.connected_by.clone(),
            name: self.name.clone(),
            paused: self.paused,
            ..StoredSecret::default()
        };
        match &self.credentials {
            Some(Credentials::OAuth(tokens)) => StoredSecret {
                access_token: Some(tokens.access_token.clone()),
                refresh_token: tokens.refresh_token.clone(),
                expires_at: Some(tokens.expires_at),
                scope: tokens.scope.clone(),
                ..common
            },
            Some(Credentials::Imap(login)) => StoredSecret {
                imap: Some(StoredLogin {
                    server: login.server.clone(),
                    user: login.user.clone(),
                    secret: login.secret.clone(),
                }),
                ..common
            },
            None => common,
        }
    }

    pub(super) fn of_stored(stored: StoredSecret) -> Result<Self, IdError> {
        let login = stored
            .imap
            .map(|StoredLogin { server, user, secret }| ImapLogin { server, user, secret });
        let tokens = stored
            .access_token
            .zip(stored.expires_at)
            .map(|(access_token, expires_at)| {
                Credentials::OAuth(MailTokens {
                    access_token,
                    refresh_token: stored.refresh_token,
                    expires_at,
                    scope: stored.scope,
                })
            });
        Ok(MailSecret {
            address: stored.address.parse()?,
            credentials: login.map(Credentials::Imap).or(tokens),
            connected_by: stored.connected_by,
            name: stored.name,
            paused: stored.paused,
        })
    }

    /// The provider: the name of the IMAP server, else `google`. `None` if an earlier version connected the account and its
    /// credentials are gone.
    pub fn provider(&self) -> Option<&str> {
        match (&self.connected_by, &self.credentials) {
            (Some(ConnectedBy::Imap(server)), _) => Some(server),
            (_, Some(Credentials::Imap(login))) => Some(&login.server),
            (None, None) => None,
            (Some(_), _) | (None, Some(Credentials::OAuth(_))) => Some("google"),
        }
    }

    /// Whether the user must connect it again before it can be read.
    pub fn needs_reconnect(&self) -> bool {
        self.credentials.is_none() && !self.paused
    }

    /// The account, while it is connected and not paused.
    pub fn readable(&self, user: UserId) -> Option<MailAccount> {
        let credentials = self.credentials.clone().filter(|_| !self.paused)?;
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
