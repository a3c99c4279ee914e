//! The provider's URLs, and the limits of calls.

use reqwest::Url;
use secrecy::SecretString;
use serde::Deserialize;

use crate::quota::QuotaSettings;

/// The settings of [`Gmail`](crate::Gmail).
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GmailSettings {
    /// The Gmail API's base URL. Default `https://gmail.googleapis.com/`.
    pub gmail_url: String,
    /// The page at which a user consents. Default `https://accounts.google.com/o/oauth2/v2/auth`.
    pub authorize_url: String,
    /// The service's address for the provider to send browsers back to: `/v1/auth/mail/callback` below the address that users
    /// know. It must be among the client's redirect URIs. Default none: then only programs on a user's machine can connect.
    pub callback_url: Option<String>,
    /// The address on a user's machine for the same. `invoices connect` listens there. Default
    /// `http://localhost:8399/callback`.
    pub localhost_callback_url: String,
    /// The URL that renews access tokens. Default `https://oauth2.googleapis.com/token`.
    pub token_url: String,
    /// The URL that returns an access token's scopes. Default `https://oauth2.googleapis.com/tokeninfo`.
    pub tokeninfo_url: String,
    /// The URL that returns the account's address. Default `https://www.googleapis.com/oauth2/v3/userinfo`.
    pub userinfo_url: String,
    /// The URL that revokes a grant. Default `https://oauth2.googleapis.com/revoke`.
    pub revoke_url: String,
    /// The id of the OAuth client. If set, a token of another client is refused. Default none.
    pub client_id: Option<String>,
    /// The client's secret. Without id and secret no token is renewed: an account works until its access token expires.
    /// Default none.
    pub client_secret: Option<SecretString>,
    /// The maximum size of a message, in bytes of MIME, whatever a caller allows. Default 36 MiB: Gmail's limit, with its
    /// encoding.
    pub max_message_bytes: u64,
    /// The timeout of a call, including its body, in seconds. Default 60.
    pub timeout_seconds: u64,
    /// The number of ids in a page of a search, 1 to 500. Default 500.
    pub page_size: u32,
    /// The maximum length of a search query, in characters. Gmail documents no limit for queries, but 1500 for filters.
    /// Default 1500.
    pub max_query_length: usize,
    /// The maximum pause before the first retry of a call, in milliseconds; it doubles with every retry. After two
    /// attempts, or five if the provider limits the rate, the job retries later. Default 800.
    pub retry_pause_milliseconds: u64,
    /// The quota.
    pub quota: QuotaSettings,
}

impl Default for GmailSettings {
    fn default() -> Self {
        GmailSettings {
            gmail_url: "https://gmail.googleapis.com/".into(),
            authorize_url: "https://accounts.google.com/o/oauth2/v2/auth".into(),
            callback_url: None,
            localhost_callback_url: "http://localhost:8399/callback".into(),
            token_url: "https://oauth2.googleapis.com/token".into(),
            tokeninfo_url: "https://oauth2.googleapis.com/tokeninfo".into(),
            userinfo_url: "https://www.googleapis.com/oauth2/v3/userinfo".into(),
            revoke_url: "https://oauth2.googleapis.com/revoke".into(),
            client_id: None,
            client_secret: None,
            max_message_bytes: 36 * 1024 * 1024,
            timeout_seconds: 60,
            page_size: 500,
            max_query_length: 1500,
            retry_pause_milliseconds: 800,
            quota: QuotaSettings::default(),
        }
    }
}

/// The settings can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Not an http or https address.
    #[error("{name} is not an http or https address")]
    Address {
        /// The setting.
        name: &'static str,
    },
    /// The page size is not 1 to 500.
    #[error("page_size must be 1 to 500")]
    PageSize,
    /// The quota does not allow even one call, for example because too many replicas share the project's quota.
    #[error("quota: the units per minute must allow the most expensive call")]
    Quota,
    /// The secret is set without the id.
    #[error("client_secret is set, but client_id is not")]
    Client,
    /// The HTTP client can't be created, for example without root certificates.
    #[error("failed to create an HTTP client")]
    HttpClient(#[source] reqwest::Error),
}

impl GmailSettings {
    /// The settings that hold addresses, with their names.
    pub(crate) fn addresses(&self) -> [(&'static str, &str); 5] {
        [
            ("gmail_url", &self.gmail_url),
            ("token_url", &self.token_url),
            ("tokeninfo_url", &self.tokeninfo_url),
            ("userinfo_url", &self.userinfo_url),
            ("revoke_url", &self.revoke_url),
        ]
    }

    /// Every setting that can't be used.
    pub fn problems(&self) -> Vec<SettingsError> {
        let addresses = self.addresses().into_iter();
        let mut problems: Vec<_> = addresses.filter_map(|(name, text)| address(name, text).err()).collect();
        if !(1..=500).contains(&self.page_size) {
            problems.push(SettingsError::PageSize);
        }
        if !self.quota.allows_one_call() {
            problems.push(SettingsError::Quota);
        }
        // An id without a secret is useful: tokens of other clients are refused.
        if self.client_secret.is_some() && self.client_id.is_none() {
            problems.push(SettingsError::Client);
        }
        problems
    }

    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }
}

/// Parses a URL setting.
pub(crate) fn address(name: &'static str, text: &str) -> Result<Url, SettingsError> {
    let url = Url::parse(text).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or(SettingsError::Address { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_http_with_a_host() {
        for text in ["", "gmail", "file:///etc/passwd", "data:x", "http://"] {
            assert!(address("gmail_url", text).is_err(), "{text}");
        }
        assert!(address("gmail_url", "http://127.0.0.1:1/").is_ok());
    }

    #[test]
    fn a_secret_without_its_id_is_refused() {
        let settings = GmailSettings {
            client_secret: Some("x".into()),
            ..GmailSettings::default()
        };
        assert!(matches!(settings.check(), Err(SettingsError::Client)));
        assert!(GmailSettings::default().check().is_ok());
    }
}
