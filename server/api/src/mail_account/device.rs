//! Connecting a mail account with a code that the user types on another device.

use std::time::Duration;

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::mail_account::no_such;
use crate::operation::{Failure, Operation, Success};
use crate::secret::Secret;
use crate::sentence;

/// At which server the account is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct DeviceConnectBody {
    /// The name of a configured IMAP server with `device_code`.
    pub server: String,
}

/// A code for another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceCode {
    /// What the user types.
    pub user_code: String,
    /// The page on which the user types it.
    pub verification_uri: String,
    /// The state to pass to the finish.
    #[schemars(with = "Secret")]
    pub state: String,
    /// Seconds until it expires.
    pub expires_in: u64,
    /// Seconds to wait before each finish.
    pub interval: u64,
}

/// Which code is asked about.
#[derive(Deserialize, JsonSchema)]
pub struct FinishDeviceBody {
    /// The `state` of the code. Not blank.
    #[schemars(with = "Secret", regex(pattern = r"\S"))]
    pub state: SecretString,
    /// Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it,
    /// an account whose address is known is renewed, and any other replaces the first.
    #[schemars(regex = "crate::pattern::ACCOUNT")]
    pub account_id: Option<String>,
}

/// How far the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceState {
    /// The user has not agreed yet: finish again after `interval` seconds.
    Pending,
    /// The account is connected.
    Connected,
}

/// How far the user is, and the account once it is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceConnection {
    /// How far the user is.
    pub state: DeviceState,
    /// While pending: seconds until the next finish. It can be longer than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<u64>,
    /// Once connected: the name of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Once connected: the account's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Once connected: whether another account was connected before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_switch: Option<bool>,
}

pub(crate) fn operations() -> [Operation; 2] {
    [begin(), finish()]
}

fn begin() -> Operation {
    let begun = Success::new(201, "The code.")
        .envelope(sentence::DEVICE_CODE_STARTED)
        .link("finish", "mail_connect_device_finish")
        .because("Connects the account once the user has agreed.");
    Operation::new("mail_connect_device").success(begun).failures([
        ApiError::invalid_field("server", "expected a string")
            .when("A field has the wrong type; the message names it."),
        ApiError::forbidden("The provider of this mail server gives no device codes.")
            .when("The provider of the server gives no device codes."),
        ApiError::not_found("There is no mail server with this name.").when("No such server is configured."),
        ApiError::rate_limited(Duration::from_secs(30)).when("Too many attempts by this user within a minute."),
        Failure::dependency("mail provider", "The provider or the database failed."),
    ])
}

fn finish() -> Operation {
    let asked = Success::new(200, "How far the user is.").envelope(sentence::DEVICE_PENDING);
    Operation::new("mail_connect_device_finish").success(asked).failures([
        ApiError::invalid_field("state", "expected a string").when("A field has the wrong type; the message names it."),
        ApiError::mail_tokens_rejected("This consent is unknown, used or expired, or another user started it.").when(
            "The code is unknown, used or expired, another user started it, the user declined, or the account \
             is another one.",
        ),
        no_such(),
        ApiError::rate_limited(Duration::from_secs(30)).when("Too many attempts within a minute for this account."),
        Failure::dependency(
            "mail provider",
            "The provider, the mail server, the secret store or the database failed. The call can be repeated.",
        ),
    ])
}
