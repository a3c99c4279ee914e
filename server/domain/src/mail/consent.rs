//! How a user is asked for consent, and what the provider answers.

use secrecy::SecretString;

use super::credentials::ImapLogin;

/// A consent that a user is asked for (RFC 6749, section 4.1, with PKCE, RFC 7636). `Debug` does not show the secrets.
#[derive(Clone, Debug)]
pub struct ConsentRequest {
    /// The provider's page, for the user's browser.
    pub page: String,
    /// Comes back with the code, and names this request.
    pub state: SecretString,
    /// Proves to the provider that the code is exchanged by the client that asked for the consent.
    pub verifier: SecretString,
}

/// Tokens that the provider gave, for a code or to the client that submits them. `Debug` does not show them.
#[derive(Clone, Debug)]
pub struct ExchangedTokens {
    /// Grants access to the mailbox until it expires.
    pub access_token: SecretString,
    /// Renews the access token.
    pub refresh_token: Option<SecretString>,
    /// Seconds until the access token expires.
    pub expires_in: Option<u64>,
}

/// A code that a user types on another device (RFC 8628, section 3.2). `Debug` does not show the secret.
#[derive(Clone, Debug)]
pub struct DeviceRequest {
    /// What the tokens are asked for with.
    pub device_code: SecretString,
    /// What the user types.
    pub user_code: String,
    /// Where the user types it.
    pub verification_uri: String,
    /// Seconds until both codes expire.
    pub expires_in: u64,
    /// Seconds between two questions.
    pub interval: u64,
}

/// The provider's answer about a device code (RFC 8628, section 3.5).
#[derive(Clone, Debug)]
pub enum DeviceAnswer {
    /// The user has not answered yet.
    Pending,
    /// Nor that, and it was asked too soon: the interval is longer by [`SLOW_DOWN`] from now on.
    SlowDown,
    /// The user agreed.
    Granted(ImapLogin),
}

/// How many seconds longer the interval gets after [`DeviceAnswer::SlowDown`].
pub const SLOW_DOWN: u64 = 5;
