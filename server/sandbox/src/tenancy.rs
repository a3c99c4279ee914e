//! The tokens of a provider like Microsoft's: a refresh token is good for one renewal, which gives the next one.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::tokens::random;

/// What a user answers to a device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceDecision {
    /// Nothing yet.
    Pending,
    /// Nothing yet, and the program asks too often.
    SlowDown,
    /// The user agrees.
    Allow,
    /// The user refuses.
    Decline,
    /// The user was too slow.
    Expire,
}

/// What was granted, and is known by both tokens.
#[derive(Clone)]
pub(crate) struct MailGrant {
    pub(crate) address: String,
    pub(crate) scope: String,
}

/// The tokens, and the device codes with their scopes.
#[derive(Default)]
pub(crate) struct Tenant {
    refresh: HashMap<String, MailGrant>,
    access: HashMap<String, (MailGrant, Instant)>,
    devices: HashMap<String, String>,
    pub(crate) decision: Option<DeviceDecision>,
}

impl Tenant {
    /// The access token and the refresh token of a grant.
    pub(crate) fn issue(&mut self, grant: &MailGrant, lifetime: Duration) -> (String, String) {
        let tokens = (secret("access"), secret("refresh"));
        self.access
            .insert(tokens.0.clone(), (grant.clone(), Instant::now() + lifetime));
        self.refresh.insert(tokens.1.clone(), grant.clone());
        tokens
    }

    /// The grant of a refresh token, which is used up.
    pub(crate) fn take_refresh(&mut self, token: &str) -> Option<MailGrant> {
        self.refresh.remove(token)
    }

    /// The address of a valid access token.
    pub(crate) fn address_of(&self, access: &str) -> Option<&str> {
        let (grant, expires_at) = self.access.get(access)?;
        (*expires_at > Instant::now()).then_some(grant.address.as_str())
    }

    pub(crate) fn add_device(&mut self, scope: &str) -> String {
        let code = secret("device");
        self.devices.insert(code.clone(), scope.to_owned());
        code
    }

    /// The scope of a device code.
    pub(crate) fn device(&self, code: &str) -> Option<&String> {
        self.devices.get(code)
    }

    pub(crate) fn end_device(&mut self, code: &str) {
        self.devices.remove(code);
    }

    pub(crate) fn expire_access(&mut self) {
        self.access.clear();
    }

    pub(crate) fn revoke_all(&mut self) {
        self.access.clear();
        self.refresh.clear();
    }
}

fn secret(kind: &str) -> String {
    format!("sandbox-{kind}-{}", random())
}
