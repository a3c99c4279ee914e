//! What an ingest reports, and how it ended.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_domain::ports::Dependency;
use invoices_domain::{AccountName, IngestReason, MailAccountId, MailAddress, MessageId, Month, UserId, VendorId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::payload;
use crate::error::Error;

/// What an ingest did, kept as its job's result. It is written while the ingest runs, for requests that wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IngestReport {
    /// How it ended; `None` while it runs.
    pub end: Option<IngestEnd>,
    /// Ids that the searches returned. Ids that a later pass finds again are not counted again.
    pub searched: u64,
    /// Messages that the ledger did not know, or that failed before.
    pub found: u64,
    /// Messages fetched.
    pub fetched: u64,
    /// Messages that the last pass could not fetch; they stay pending, unless they are gone.
    pub unfetched: u64,
    /// Whether messages had left the mailbox, or their folder, before they were fetched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub any_gone: bool,
    /// Whether messages of the last pass stay pending because the account may not store them. `errors` holds only a few.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub account_full: bool,
    /// Documents newly stored.
    pub stored: u64,
    /// Messages that are still pending, when a pass has ended and another follows.
    pub left: Option<u64>,
    /// The state of the current month, for the ingest of one month.
    pub latest: Option<Latest>,
    /// Mails newly stored by vendor, for retail ingests.
    pub by_vendor: BTreeMap<VendorId, u64>,
    /// The days searched, for retail ingests.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Up to when the passes' searches covered each vendor's mails in each account, for retail ingests: a later pass looks only
    /// for what came since.
    #[serde(rename = "mailboxes_searched_to", skip_serializing_if = "BTreeMap::is_empty")]
    pub searched_to: BTreeMap<AccountName, BTreeMap<VendorId, DateTime<Utc>>>,
    /// How far the search has come, for discoveries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery: Option<DiscoveryProgress>,
    /// What went wrong on the way, safe to show.
    pub errors: Vec<IngestProblem>,
}

/// How far a search for senders of invoices has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscoveryProgress {
    /// How many mails look like purchases or rent.
    pub mails: u64,
    /// How many senders were examined.
    pub senders: u64,
    /// Whether there are more than one search looks at.
    pub more: bool,
}

/// The contract's bound on `errors`.
const MAX_PROBLEMS: usize = 20;

impl IngestReport {
    /// A report that states only how the ingest ended.
    pub fn ended(end: IngestEnd) -> Self {
        IngestReport {
            end: Some(end),
            ..IngestReport::default()
        }
    }

    /// The report that a job's result is. One without a result has done nothing yet.
    pub(crate) fn of(result: Option<Value>) -> Result<Self, Error> {
        let report = result.map(serde_json::from_value).transpose();
        Ok(report.map_err(Error::internal)?.unwrap_or_default())
    }

    /// Adds an error for the caller, up to the contract's bound.
    pub(crate) fn add_error(&mut self, vendor: Option<VendorId>, message: Option<&MessageId>, cause: ProblemCause) {
        self.add_problem(IngestProblem {
            vendor_id: vendor,
            message_id: message.map(MessageId::to_string),
            account_id: None,
            error: cause.sentence(),
            cause,
        });
    }

    /// The same of a mailbox that could not be read.
    pub(crate) fn add_mailbox_error(&mut self, user: UserId, address: &MailAddress, cause: ProblemCause) {
        self.add_problem(IngestProblem {
            vendor_id: None,
            message_id: None,
            account_id: Some(MailAccountId::new(user, address).to_string()),
            error: format!("{address}: {}", cause.sentence()),
            cause,
        });
    }

    fn add_problem(&mut self, problem: IngestProblem) {
        if self.errors.len() < MAX_PROBLEMS {
            self.errors.push(problem);
        }
    }
}

/// How an ingest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IngestEnd {
    /// It did what was asked.
    Done,
    /// The mail account must be reconnected.
    Reconnect,
    /// The account was deleted meanwhile.
    UserGone,
    /// An internal error.
    Defect,
    /// A dependency failed.
    #[serde(untagged)]
    Failed(Dependency),
}

impl IngestEnd {
    /// Every end but [`IngestEnd::Done`].
    pub(crate) const FAILURES: [IngestEnd; 9] = [
        IngestEnd::Reconnect,
        IngestEnd::UserGone,
        IngestEnd::Defect,
        IngestEnd::Failed(Dependency::MailProvider),
        IngestEnd::Failed(Dependency::Database),
        IngestEnd::Failed(Dependency::ObjectStore),
        IngestEnd::Failed(Dependency::SecretStore),
        IngestEnd::Failed(Dependency::NameServer),
        IngestEnd::Failed(Dependency::Reader),
    ];

    /// Its name in metrics, as jobs keep it.
    pub(crate) fn name(self) -> String {
        payload(&self).as_str().unwrap_or_default().to_owned()
    }
}

/// One thing that went wrong in an ingest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IngestProblem {
    /// The vendor concerned.
    pub vendor_id: Option<VendorId>,
    /// The message concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// The mail account concerned, if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    /// What happened, safe to show.
    pub error: String,
    /// The same for programs. Earlier versions state none.
    #[serde(default)]
    pub cause: ProblemCause,
}

/// Why something went wrong in an ingest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCause {
    /// The message is no longer in the mailbox. The next pass finds the same.
    Gone,
    /// The account may not store the message now.
    NoRoom,
    /// The message could not be fetched.
    FetchFailed,
    /// The mailbox could not be searched.
    SearchFailed,
    /// The mail account must be connected again.
    Reconnect,
    /// One that this version doesn't know.
    #[default]
    #[serde(other)]
    Unknown,
}

impl ProblemCause {
    /// Its code for programs; `None` if it is unknown.
    pub const fn code(self) -> Option<&'static str> {
        match self {
            ProblemCause::Gone => Some("gone"),
            ProblemCause::NoRoom => Some("no-room"),
            ProblemCause::FetchFailed => Some("fetch-failed"),
            ProblemCause::SearchFailed => Some("search-failed"),
            ProblemCause::Reconnect => Some("reconnect"),
            ProblemCause::Unknown => None,
        }
    }

    /// The sentence for the user.
    fn sentence(self) -> String {
        let sentence = match self {
            ProblemCause::Gone => return IngestReason::Gone.to_string(),
            ProblemCause::NoRoom => return IngestReason::AccountFull.to_string(),
            ProblemCause::FetchFailed => "the message could not be fetched; the next run tries again",
            ProblemCause::SearchFailed => "the mailbox search failed; the next run tries again",
            ProblemCause::Reconnect => "the mail account must be reconnected",
            ProblemCause::Unknown => "the ingest failed for another reason",
        };
        sentence.to_owned()
    }
}

/// The state of a month's rent notice. The month is the one in which the run started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Latest {
    /// A mail of the month was newly stored.
    Ingested,
    /// The month was processed before.
    Processed,
    /// No matching mail was received.
    NotDispatched,
}

/// The contract's sentence on the state of a month.
pub fn month_sentence(latest: Latest, month: Month) -> String {
    match latest {
        Latest::Ingested => format!("Invoice for {month} found and ingested successfully!"),
        Latest::Processed => format!("Invoice for {month} has already been processed."),
        Latest::NotDispatched => format!("Rental invoice for {month} has not been dispatched yet."),
    }
}
