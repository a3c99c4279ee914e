//! The mail accounts that are connected.

pub mod connect;
pub mod device;
pub mod imap;
pub mod tokens;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::ingest::IngestRun;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::sentence;

/// Which mail account.
#[derive(Deserialize, JsonSchema)]
pub struct MailAccountPath {
    /// The `account_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub account_id: String,
}

/// A change to a mail account. Absent fields stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MailAccountEditBody {
    /// The name in the list. An empty one removes it.
    #[schemars(
        length(max = 100),
        regex(pattern = r"^([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*)?$")
    )]
    pub name: Option<String>,
    /// Whether ingests leave it out. Nothing of it is removed.
    pub paused: Option<bool>,
}

/// How a mail account was connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MailAccountMethod {
    /// By the provider's consent page.
    Consent,
    /// With OAuth tokens that a client stored.
    Tokens,
    /// By a login at an IMAP server, or by the consent page of that server's provider.
    Imap,
}

/// Whether a mailbox can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MailAccountState {
    /// It is searched by ingests.
    Connected,
    /// The provider refused the tokens or the password: connect it again.
    Reconnect,
    /// The caller has paused it: ingests leave it out.
    Paused,
}

/// A mail account of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailAccount {
    /// Its id, a UUID. It stays the same when the account is connected again.
    #[schemars(with = "crate::id::Uuid")]
    pub account_id: String,
    /// Its address.
    pub address: String,
    /// The caller's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `google`, or the name of the IMAP server. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// How it was connected. Absent if an earlier version connected it and did not record this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connected_by: Option<MailAccountMethod>,
    /// Whether the mailbox can be read.
    pub state: MailAccountState,
    /// The caller's last finished ingest, which reads all accounts. Absent if there was none in the last few days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_run: Option<IngestRun>,
    /// When the schedule starts the next ingest. Absent if the account is paused or must be reconnected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_run_at: Option<DateTime<Utc>>,
}

/// The mail accounts of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailAccounts {
    /// The accounts in the order in which they were connected, at most ten.
    pub accounts: Vec<MailAccount>,
}

pub(crate) fn operations() -> [Operation; 3] {
    [
        Operation::new("mail_account_list")
            .success(
                Success::new(200, "The accounts.")
                    .envelope(sentence::MAIL_ACCOUNTS_RETRIEVED)
                    .link("disconnect", "mail_account_disconnect")
                    .passing("account_id", "$response.body#/data/accounts/0/account_id")
                    .because("It can be disconnected."),
            )
            .failures([secret_store()]),
        Operation::new("mail_account_edit")
            .body(RequestBody::OptionalJson)
            .ok("The account.", sentence::MAIL_ACCOUNT_CHANGED)
            .failures([
                Failure::wrong_field("paused", "expected a boolean"),
                no_such(),
                secret_store(),
            ]),
        Operation::new("mail_account_disconnect")
            .ok("It is disconnected.", sentence::MAIL_ACCOUNT_DISCONNECTED)
            .failures([no_such(), secret_store()]),
    ]
}

/// The failure of what names an account by its id.
fn no_such() -> Failure {
    ApiError::not_found("No such mail account.").when("The caller has no mail account with this id.")
}

fn secret_store() -> Failure {
    Failure::dependency("secret store", "The secret store or database failed.")
}
