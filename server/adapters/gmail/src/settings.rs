//! Where the provider is, and how much is asked of it.

use reqwest::Url;
use secrecy::SecretString;
use serde::Deserialize;

use crate::quota::QuotaSettings;

/// The settings of [`Gmail`](crate::Gmail).
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GmailSettings {
    /// The Gmail API's base. Default `https://gmail.googleapis.com/`.
    pub gmail_url: String,
    /// Where access tokens are renewed. Default `https://oauth2.googleapis.com/token`.
    pub token_url: String,
    /// Where the scopes of an access token are asked for. Default `https://oauth2.googleapis.com/tokeninfo`.
    pub tokeninfo_url: String,
    /// Where the account's address is asked for. Default `https://www.googleapis.com/oauth2/v3/userinfo`.
    pub userinfo_url: String,
    /// The OAuth client that users gave their consent to. With it, a token made for another client is refused. Default none.
    pub client_id: Option<String>,
    /// Its secret. Without id and secret nothing is renewed: an account works until its access token expires. Default none.
    pub client_secret: Option<SecretString>,
    /// The largest message that is read, in bytes of MIME. Default 36 MiB: what Gmail accepts, with its encoding.
    pub max_message_bytes: u64,
    /// How long one call may take, its body included, in seconds. Default 60.
    pub timeout_seconds: u64,
    /// How many ids one page of a search holds, 1 to 500. Default 500.
    pub page_size: u32,
    /// The longest query of one search, in characters. Gmail names no limit; its filters end at 1500. Default 1500.
    pub max_query_length: usize,
    /// The longest pause before a call is tried again, in milliseconds; it doubles with every try. After two tries, five
    /// where the provider asks to slow down, the job that called tries again later. Default 800.
    pub retry_pause_milliseconds: u64,
    /// What the provider may be asked in a minute.
    pub quota: QuotaSettings,
}

impl Default for GmailSettings {
    fn default() -> Self {
        GmailSettings {
            gmail_url: "https://gmail.googleapis.com/".into(),
            token_url: "https://oauth2.googleapis.com/token".into(),
            tokeninfo_url: "https://oauth2.googleapis.com/tokeninfo".into(),
            userinfo_url: "https://www.googleapis.com/oauth2/v3/userinfo".into(),
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
    /// A page holds 1 to 500 ids.
    #[error("page_size must be 1 to 500")]
    PageSize,
    /// A call would never fit, for instance because too many replicas share the project's budget.
    #[error("quota: a minute's budget must hold the dearest call")]
    Quota,
    /// The id and the secret go together.
    #[error("client_id and client_secret go together")]
    Client,
    /// The HTTP client can't be made, for instance without root certificates.
    #[error("failed to make an HTTP client")]
    HttpClient(#[source] reqwest::Error),
}

impl GmailSettings {
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        if !(1..=500).contains(&self.page_size) {
            return Err(SettingsError::PageSize);
        }
        if !self.quota.holds_a_call() {
            return Err(SettingsError::Quota);
        }
        // An id alone is of use: it tells tokens of other clients apart.
        if self.client_secret.is_some() && self.client_id.is_none() {
            return Err(SettingsError::Client);
        }
        Ok(())
    }
}

/// An address of the settings.
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
