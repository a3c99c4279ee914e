//! The settings of a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use crate::quota::Quota;
use crate::sample::ACCOUNT;

/// The id of the OAuth client.
pub(crate) const CLIENT_ID: &str = "sandbox-client";
/// The client's secret.
pub(crate) const CLIENT_SECRET: &str = "sandbox-secret";

/// The settings of a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxSettings {
    /// A folder of `.eml` files, a Maildir, an mbox file, or a folder of any of those, indexed with its sub-folders at start.
    /// Messages in a folder `spam` or `trash`, or with such a label, are found only by `includeSpamTrash`. Default none: an
    /// empty mailbox.
    pub mailbox: Option<PathBuf>,
    /// The account's address. Default `alva.testsson@example.com`.
    pub address: String,
    /// The port on this machine to listen on; 0 for a free one. Default 0.
    pub port: u16,
    /// The lifetime of an access token. Default one hour.
    pub access_lifetime: Duration,
    /// Whether a mail without an `Authentication-Results` header gets one in which all checks pass, as a provider adds on
    /// receipt. Default true.
    pub stamp_authentication: bool,
    /// The mail API's quota; calls over it are rejected as by the provider. Default none: unlimited.
    pub quota: Option<Quota>,
}

impl Default for SandboxSettings {
    fn default() -> Self {
        SandboxSettings {
            mailbox: None,
            address: ACCOUNT.into(),
            port: 0,
            access_lifetime: Duration::from_hours(1),
            stamp_authentication: true,
            quota: None,
        }
    }
}
