//! Mail accounts at IMAP servers.

use std::time::Duration;

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation, Success};
use crate::secret::Secret;
use crate::sentence;

/// A login at an IMAP server.
#[derive(Deserialize, JsonSchema)]
pub struct ImapLoginBody {
    /// The name of a configured server.
    pub server: String,
    /// The user name: an e-mail address, or only the part before the `@` if the server has a domain.
    #[schemars(
        length(min = 1, max = 320),
        regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*\S[^\x00-\x1f\x7f-\x9f]*$")
    )]
    pub user: String,
    /// The password. Most providers require an app password.
    #[schemars(
        with = "Secret",
        length(min = 1, max = 1024),
        regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")
    )]
    pub password: SecretString,
    /// Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it,
    /// an account whose address is known is renewed, and any other replaces the first.
    #[schemars(regex = "crate::pattern::ACCOUNT")]
    pub account_id: Option<String>,
}

/// A configured IMAP server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailServer {
    /// Its name, for the login.
    pub name: String,
    /// Its host name.
    pub host: String,
    /// The domain added to user names without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// How its users sign in.
    pub sign_in: MailSignIn,
    /// Whether its provider also gives codes for devices without a browser.
    pub device_code: bool,
}

/// How users of an IMAP server sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailSignIn {
    /// With a user name and a password.
    Password,
    /// On the provider's consent page.
    Consent,
}

/// The IMAP servers whose mail accounts can be connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailServers {
    /// In the operator's order.
    pub servers: Vec<MailServer>,
    /// Whether Gmail accounts can be connected through Google's consent page.
    pub gmail: bool,
}

/// The account that is now connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImapConnection {
    /// The name of its server.
    pub server: String,
    /// The account's address.
    pub email: String,
    /// Whether another account was connected before.
    pub account_switch: bool,
    /// What happened, as a sentence for people.
    pub message: String,
}

pub(crate) fn operations() -> [Operation; 2] {
    [list(), connect()]
}

fn list() -> Operation {
    let listed = Success::new(200, "The servers.")
        .envelope(sentence::MAIL_SERVERS_RETRIEVED)
        .link("connect", "mail_connect_imap")
        .because("Connects a mail account at one of the servers.");
    Operation::new("mail_server_list").success(listed)
}

fn connect() -> Operation {
    let connected = Success::new(201, "The account is connected.").envelope(sentence::MAIL_ACCOUNT_CONNECTED);
    Operation::new("mail_connect_imap").success(connected).failures([
        Failure::wrong_field("user", "expected a string"),
        ApiError::not_found("There is no mail server with this name.")
            .when("No such server is configured, or the caller has no mail account with this id."),
        ApiError::mail_tokens_rejected("The mail server refused the user name or the password.")
            .when("The server refused the login or takes no passwords, or the account is another one."),
        ApiError::rate_limited(Duration::from_secs(30))
            .when("Too many attempts within a minute by this user or for this account."),
        Failure::dependency("mail provider", "The mail server, secret store or database failed."),
    ])
}
