//! Whether the provider's hosts answer at all.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::Error;
use reqwest::header::DATE;

use crate::mailbox::Gmail;
use crate::settings::{address, addresses};

/// The timeout of the question to one host.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The answer of a host of the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The status. Any status shows that the host answers: the question has no token and names nothing.
    pub status: u16,
    /// The host's time, from the header `Date`.
    pub date: Option<DateTime<Utc>>,
}

impl Gmail {
    /// The hosts of the settings' addresses: `https://gmail.googleapis.com`.
    pub fn hosts(&self) -> BTreeSet<String> {
        let addresses = addresses(&self.settings).into_iter();
        let urls = addresses.filter_map(|(name, text)| address(name, text).ok());
        urls.map(|url| url.origin().ascii_serialization()).collect()
    }

    /// Asks a host for its root, once and without a token. It costs no quota.
    pub async fn probe(&self, host: &str) -> Result<Probe, Error> {
        let answer = self
            .http
            .client
            .get(host)
            .timeout(TIMEOUT)
            .send()
            .await
            .map_err(Error::without_url)?;
        let date = answer.headers().get(DATE).and_then(|date| date.to_str().ok());
        let date = date.and_then(|date| DateTime::parse_from_rfc2822(date).ok());
        Ok(Probe {
            status: answer.status().as_u16(),
            date: date.map(|date| date.to_utc()),
        })
    }
}
