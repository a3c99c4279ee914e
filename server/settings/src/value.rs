//! The types of values that are more than a number or a text.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::text_conversions;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is shown of a secret.
pub(crate) const MASK: &str = "********";

macro_rules! units {
    ($($(#[doc = $doc:literal])* $unit:ident = $milliseconds:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(from = "u64", into = "u64")]
        pub struct $unit(Duration);

        impl $unit {
            /// A span of this many.
            pub const fn new(number: u64) -> Self {
                $unit(Duration::from_millis(number.saturating_mul($milliseconds)))
            }

            /// The same as a signed span.
            pub fn delta(self) -> TimeDelta {
                TimeDelta::from_std(self.0).unwrap_or(TimeDelta::MAX)
            }
        }

        impl From<u64> for $unit {
            fn from(number: u64) -> Self {
                $unit::new(number)
            }
        }

        impl From<$unit> for u64 {
            fn from(unit: $unit) -> Self {
                u64::try_from(unit.0.as_millis() / $milliseconds).unwrap_or(u64::MAX)
            }
        }

        impl Deref for $unit {
            type Target = Duration;

            fn deref(&self) -> &Duration {
                &self.0
            }
        }
    )*};
}

units! {
    /// A span that the settings file states in milliseconds.
    Milliseconds = 1;
    /// A span that the settings file states in seconds.
    Seconds = 1_000;
    /// A span that the settings file states in minutes.
    Minutes = 60_000;
    /// A span that the settings file states in days of 24 hours.
    Days = 86_400_000;
}

/// A secret. It is masked wherever settings are shown.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// The secret as the type that forgets it when dropped.
    pub fn into_inner(self) -> SecretString {
        self.0
    }
}

impl Deref for Secret {
    type Target = SecretString;

    fn deref(&self) -> &SecretString {
        &self.0
    }
}

impl ExposeSecret<str> for Secret {
    fn expose_secret(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Secret(text.into())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(text.into())
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.expose_secret() == other.expose_secret()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl Serialize for Secret {
    /// The mask: settings are only ever shown.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

impl<'de> Deserialize<'de> for Secret {
    /// The error does not quote the value.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match toml::Value::deserialize(deserializer)? {
            toml::Value::String(text) => Ok(text.into()),
            other => Err(serde::de::Error::custom(format!(
                "it must be a string, not {}",
                other.type_str()
            ))),
        }
    }
}

/// The address of a server: `http` or `https`, with a host and without a fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HttpUrl(String);

/// The text is not the address of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an http or https address")]
pub struct UrlError;

impl HttpUrl {
    /// The same path on another server.
    #[must_use]
    pub(crate) fn on(&self, server: &HttpUrl) -> HttpUrl {
        let path = self.0.splitn(4, '/').nth(3).unwrap_or_default();
        HttpUrl(format!("{}/{path}", server.0.trim_end_matches('/')))
    }
}

impl FromStr for HttpUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let uri: http::Uri = text.parse().map_err(|_| UrlError)?;
        let is_server =
            matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
        // The parser drops a fragment, and takes every number for a port.
        let has_port = |authority: &http::uri::Authority| match authority.as_str().rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => authority.port_u16().is_some_and(|port| port > 0),
            _ => true,
        };
        if !is_server || text.contains('#') || !uri.authority().is_some_and(has_port) {
            return Err(UrlError);
        }
        Ok(HttpUrl(text.to_owned()))
    }
}

text_conversions!(HttpUrl);

impl Deref for HttpUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
