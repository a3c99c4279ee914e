//! What a sandbox is made of.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use crate::quota::Quota;

/// The settings of a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxSettings {
    /// A folder of `.eml` files, a Maildir, an mbox file, or a folder of any of those, indexed with its sub-folders once
    /// at start; what lies below a folder `spam` or `trash`, or is labelled so, is found only when asked for. Default
    /// none: an empty mailbox.
    pub mailbox: Option<PathBuf>,
    /// The account's address. Default `alva.testsson@example.com`.
    pub address: String,
    /// Where it listens. Default 127.0.0.1; everybody who reaches it can read the mailbox of a token it hands out.
    pub bind: IpAddr,
    /// The port; 0 for a free one. Default 0.
    pub port: u16,
    /// The OAuth client that tokens are made for. Default `sandbox-client`.
    pub client_id: String,
    /// Its secret. Default `sandbox-secret`.
    pub client_secret: String,
    /// How long an access token works. Default one hour.
    pub access_lifetime: Duration,
    /// Whether a mail without an `Authentication-Results` header gets one on top that says its sender is real, as the
    /// provider would have written it on receipt. Default yes.
    pub stamp_authentication: bool,
    /// What may be asked of the mail API in a minute; more is turned away as the provider does. Default none: anything.
    pub quota: Option<Quota>,
}

impl Default for SandboxSettings {
    fn default() -> Self {
        SandboxSettings {
            mailbox: None,
            address: "alva.testsson@example.com".into(),
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            client_id: "sandbox-client".into(),
            client_secret: "sandbox-secret".into(),
            access_lifetime: Duration::from_hours(1),
            stamp_authentication: true,
            quota: None,
        }
    }
}
