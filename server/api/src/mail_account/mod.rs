//! The mail accounts that are connected.

pub mod connect;
pub mod imap;
pub mod tokens;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::ApiError;
use crate::ingest::IngestRun;
use crate::operation::{Failure, Operation, Success};
use crate::sentence;

/// Which mail account.
#[derive(Deserialize, JsonSchema)]
pub struct MailAccountPath {
    /// The `account_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub account_id: String,
}

/// How a mail account was connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MailAccountMethod {
    /// By the provider's consent page.
    Consent,
    /// With OAuth tokens that a client stored.
    Tokens,
    /// By a login at an IMAP server.
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
}

/// A mail account of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailAccount {
    /// Its id, a UUID. It stays the same when the account is connected again.
    #[schemars(with = "crate::id::Uuid")]
    pub account_id: String,
    /// Its address.
    pub address: String,
    /// `google`, or the name of the IMAP server. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// How it was connected. Absent if an earlier version connected it and did not record this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connected_by: Option<MailAccountMethod>,
    /// Whether the mailbox can be read.
    pub state: MailAccountState,
    /// The caller's last finished ingest. Absent if there was none in the last few days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_run: Option<IngestRun>,
    /// When the schedule starts the next ingest. Absent if the account must be reconnected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_run_at: Option<DateTime<Utc>>,
}

/// The mail accounts of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailAccounts {
    /// The accounts; at most one.
    pub accounts: Vec<MailAccount>,
}

pub(crate) fn operations() -> [Operation; 2] {
    [list(), disconnect()]
}

fn list() -> Operation {
    let disconnect = json!({
        "operationId": "mail_account_disconnect",
        "parameters": {"account_id": "$response.body#/data/accounts/0/account_id"},
        "description": "It can be disconnected.",
    });
    let listed = Success::new(200, "The accounts.")
        .envelope("listed", sentence::MAIL_ACCOUNTS_RETRIEVED)
        .link("disconnect", disconnect);
    Operation::new("mail_account_list")
        .success(listed)
        .failures([secret_store()])
}

fn disconnect() -> Operation {
    let message = sentence::MAIL_ACCOUNT_DISCONNECTED;
    Operation::new("mail_account_disconnect")
        .success(Success::new(200, "It is disconnected.").envelope("disconnected", message))
        .failures([
            Failure::new(
                ApiError::not_found("No such mail account."),
                "The caller has no mail account with this id.",
            ),
            secret_store(),
        ])
}

fn secret_store() -> Failure {
    Failure::dependency("secret store", "The secret store or database failed.")
}
