//! Where a provider's OAuth endpoints are, and what is wrong with their settings.

use invoices_settings::{HttpUrl, ImapOAuth};
use reqwest::Url;

/// Microsoft's endpoints of a tenant. See
/// <https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow> and
/// <https://learn.microsoft.com/entra/identity-platform/v2-oauth2-device-code>.
const MICROSOFT: &str = "https://login.microsoftonline.com";
/// Whose accounts Microsoft lets in by default: everybody's.
const COMMON: &str = "common";
/// Whose account it is, mail by IMAP, and a refresh token.
const MICROSOFT_SCOPES: &str = "openid email offline_access https://outlook.office.com/IMAP.AccessAsUser.All";

/// The endpoints of a provider, and the scopes to ask for.
pub(crate) struct Endpoints {
    pub authorize: Url,
    pub token: Url,
    /// `None` if the provider gives no device codes.
    pub device: Option<Url>,
    pub scopes: String,
}

impl Endpoints {
    /// The endpoints that the settings name. An error is what is wrong with them.
    pub fn of(settings: &ImapOAuth) -> Result<Self, String> {
        if settings.client_id.trim().is_empty() {
            return Err("client_id is empty".into());
        }
        let urls = [&settings.authorize_url, &settings.token_url, &settings.device_url];
        if urls.iter().any(|url| url.is_some()) || !settings.scopes.is_empty() {
            Self::of_other(settings)
        } else {
            Self::of_microsoft(settings.tenant.as_deref().unwrap_or(COMMON))
        }
    }

    fn of_microsoft(tenant: &str) -> Result<Self, String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
        let has_name = tenant.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !has_name || !tenant.chars().all(is_plain) {
            return Err(format!(
                "tenant {tenant:?} is not common, organizations, consumers, an id or a domain"
            ));
        }
        let endpoint = |name| {
            let url = format!("{MICROSOFT}/{tenant}/oauth2/v2.0/{name}");
            Url::parse(&url).map_err(|error| error.to_string())
        };
        Ok(Endpoints {
            authorize: endpoint("authorize")?,
            token: endpoint("token")?,
            device: Some(endpoint("devicecode")?),
            scopes: MICROSOFT_SCOPES.into(),
        })
    }

    fn of_other(settings: &ImapOAuth) -> Result<Self, String> {
        if settings.tenant.is_some() {
            return Err("tenant is Microsoft's; remove it, or the addresses and scopes of another provider".into());
        }
        let (Some(authorize), Some(token)) = (&settings.authorize_url, &settings.token_url) else {
            return Err("another provider than Microsoft needs authorize_url, token_url and scopes".into());
        };
        let is_scope = |scope: &String| !scope.is_empty() && !scope.contains(char::is_whitespace);
        if settings.scopes.is_empty() || !settings.scopes.iter().all(is_scope) {
            return Err("scopes must be a list of words, such as [\"openid\", \"email\", \"mail\"]".into());
        }
        Ok(Endpoints {
            authorize: url("authorize_url", authorize)?,
            token: url("token_url", token)?,
            device: settings
                .device_url
                .as_ref()
                .map(|device| url("device_url", device))
                .transpose()?,
            scopes: settings.scopes.join(" "),
        })
    }
}

/// An address that carries tokens, so http is for this machine alone.
fn url(name: &str, address: &HttpUrl) -> Result<Url, String> {
    let url = Url::parse(address).map_err(|error| format!("{name}: {error}"))?;
    let is_loopback = match url.host_str() {
        Some("localhost" | "[::1]") => true,
        Some(host) => host.parse::<std::net::Ipv4Addr>().is_ok_and(|host| host.is_loopback()),
        None => false,
    };
    if url.scheme() == "https" || is_loopback {
        Ok(url)
    } else {
        Err(format!(
            "{name}: {address}: http is for this machine only, because it carries users' tokens; use https"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(json: &str) -> ImapOAuth {
        let mut value: serde_json::Value = serde_json::from_str(json).unwrap();
        value["client_id"] = "app".into();
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn microsoft_is_the_default_with_a_tenant() {
        let endpoints = Endpoints::of(&settings("{}")).unwrap();
        assert_eq!(
            endpoints.authorize.as_str(),
            "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"
        );
        let one = Endpoints::of(&settings(r#"{"tenant": "0f3c6b4e-0000-4000-8000-000000000000"}"#)).unwrap();
        assert_eq!(one.device.unwrap().path().split('/').nth(1).unwrap().len(), 36);
        for tenant in ["", "a/b", "..", "a b", "a?b", "%2e"] {
            let settings = ImapOAuth {
                tenant: Some(tenant.into()),
                ..settings("{}")
            };
            assert!(Endpoints::of(&settings).is_err(), "{tenant}");
        }
    }

    #[test]
    fn another_provider_is_whole_and_encrypted() {
        let both = r#""authorize_url": "https://a.example.com/", "token_url": "https://a.example.com/token""#;
        let whole = Endpoints::of(&settings(&format!(r#"{{{both}, "scopes": ["openid", "mail"]}}"#))).unwrap();
        assert_eq!((whole.scopes.as_str(), whole.device), ("openid mail", None));
        for wrong in [
            format!("{{{both}}}"),
            format!(r#"{{{both}, "scopes": ["openid mail"]}}"#),
            format!(r#"{{{both}, "scopes": ["mail"], "tenant": "common"}}"#),
            r#"{"device_url": "https://a.example.com/device"}"#.into(),
            r#"{"scopes": ["mail"]}"#.into(),
            r#"{"authorize_url": "http://a.example.com/", "token_url": "https://a.example.com/", "scopes": ["mail"]}"#
                .into(),
        ] {
            assert!(Endpoints::of(&settings(&wrong)).is_err(), "{wrong}");
        }
        let local = both.replace("https://a.example.com", "http://127.0.0.1:8400");
        assert!(Endpoints::of(&settings(&format!(r#"{{{local}, "scopes": ["mail"]}}"#))).is_ok());
    }
}
