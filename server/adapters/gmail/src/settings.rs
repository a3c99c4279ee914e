//! What is wrong with the provider's settings.

use invoices_settings::GmailSettings;
use reqwest::Url;

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

/// The settings that hold addresses, with their names.
pub(crate) fn addresses(settings: &GmailSettings) -> [(&'static str, &str); 5] {
    [
        ("gmail_url", &settings.gmail_url),
        ("token_url", &settings.token_url),
        ("tokeninfo_url", &settings.tokeninfo_url),
        ("userinfo_url", &settings.userinfo_url),
        ("revoke_url", &settings.revoke_url),
    ]
}

/// Every setting that can't be used.
pub fn problems(settings: &GmailSettings) -> Vec<SettingsError> {
    let addresses = addresses(settings).into_iter();
    let mut problems: Vec<_> = addresses.filter_map(|(name, text)| address(name, text).err()).collect();
    if !settings.quota.allows_one_call() {
        problems.push(SettingsError::Quota);
    }
    // An id without a secret is useful: tokens of other clients are refused.
    if settings.client_secret.is_some() && settings.client_id.is_none() {
        problems.push(SettingsError::Client);
    }
    problems
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
        assert!(matches!(problems(&settings)[..], [SettingsError::Client]));
        assert!(problems(&GmailSettings::default()).is_empty());
    }
}
