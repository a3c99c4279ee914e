//! The kinds of work that jobs carry, and what they report.

pub(crate) mod cron;
mod failures;
pub(crate) mod retention;
pub mod schedule;
pub(crate) mod sweep;
mod work;
pub(crate) mod worker;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_db::JobKind;
use invoices_domain::ports::{Dependency, NotificationKind};
use invoices_domain::{
    AccountName, DateWindow, IngestReason, MessageId, Month, RentalInvoiceRecord, SubType, UserId, VendorId,
};
use serde::{Deserialize, Serialize};

pub use work::{
    REQUESTED, Work, fan_out, ingest, object_created, object_created_again, requested_key, run_of, user_lane,
};
pub(crate) use work::{arguments, payload};

/// Which ingest runs, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ingest", rename_all = "kebab-case")]
pub enum Ingest {
    /// Every rent notice of a month that is not processed.
    Rental,
    /// The rent notice of the current month.
    RentalLatest,
    /// The mails of active vendors.
    Retail {
        /// The days asked for; `None` for what is new.
        days: Option<(NaiveDate, NaiveDate)>,
        /// Only vendors of this category.
        sub_type: Option<SubType>,
    },
    /// Senders of invoices that are neither landlords nor vendors yet.
    Discover {
        /// How many days back.
        days: u16,
    },
    /// Messages that earlier runs found and did not fetch. Jobs of earlier versions call them `owed`.
    #[serde(alias = "owed")]
    Pending,
    /// The mails that the user submitted.
    Import,
}

impl Ingest {
    /// A retail ingest of whole days.
    pub fn retail(days: Option<DateWindow>, sub_type: Option<SubType>) -> Self {
        Ingest::Retail {
            days: days.map(|days| (days.start(), days.end())),
            sub_type,
        }
    }

    /// Its name in metrics.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Ingest::Rental => "rental",
            Ingest::RentalLatest => "rental-latest",
            Ingest::Retail { .. } => "retail",
            Ingest::Discover { .. } => "discover",
            Ingest::Pending => "pending",
            Ingest::Import => "import",
        }
    }

    /// The kind of its jobs.
    pub(crate) const fn kind(&self) -> JobKind {
        match self {
            Ingest::Discover { .. } => JobKind::Discover,
            Ingest::Import => JobKind::Import,
            Ingest::Rental | Ingest::RentalLatest | Ingest::Retail { .. } | Ingest::Pending => JobKind::Ingest,
        }
    }
}

/// The payload of an ingest job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IngestOrder {
    /// Whose mailbox.
    pub user: UserId,
    /// What.
    #[serde(flatten)]
    pub ingest: Ingest,
    /// Whether a schedule ordered it: no request waits then, and the job is tried again when a dependency fails.
    #[serde(default)]
    pub scheduled: bool,
}

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
    /// The state of the current month, for [`Ingest::RentalLatest`].
    pub latest: Option<Latest>,
    /// Mails newly stored by vendor, for [`Ingest::Retail`].
    pub by_vendor: BTreeMap<VendorId, u64>,
    /// The days searched, for [`Ingest::Retail`].
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// How far the passes' searches have come, for [`Ingest::Retail`]: a later pass looks only for what came since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_to: Option<SearchedTo>,
    /// How far the search has come, for [`Ingest::Discover`].
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

/// Up to when the searches of a job covered each vendor's mails in an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedTo {
    /// The account: a user may connect another between two passes.
    pub account: AccountName,
    /// A vendor that is absent has not been searched for.
    pub vendors: BTreeMap<VendorId, DateTime<Utc>>,
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

    /// Adds an error for the caller, up to the contract's bound.
    pub(crate) fn add_error(&mut self, vendor: Option<VendorId>, message: Option<&MessageId>, cause: ProblemCause) {
        if self.errors.len() < MAX_PROBLEMS {
            self.errors.push(IngestProblem {
                vendor_id: vendor,
                message_id: message.map(MessageId::to_string),
                error: cause.sentence(),
                cause,
            });
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
    /// The mail provider failed.
    MailProvider,
    /// The database failed.
    Database,
    /// Object storage failed.
    ObjectStore,
    /// The secret store failed.
    SecretStore,
    /// The name server that publishes the keys of signatures failed.
    NameServer,
    /// The process that reads mails failed.
    Reader,
    /// The account was deleted meanwhile.
    UserGone,
    /// An internal error.
    Defect,
}

impl IngestEnd {
    /// Every end but [`IngestEnd::Done`].
    pub(crate) const FAILURES: [IngestEnd; 9] = [
        IngestEnd::Reconnect,
        IngestEnd::MailProvider,
        IngestEnd::Database,
        IngestEnd::ObjectStore,
        IngestEnd::SecretStore,
        IngestEnd::NameServer,
        IngestEnd::Reader,
        IngestEnd::UserGone,
        IngestEnd::Defect,
    ];

    /// Its name in metrics.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            IngestEnd::Done => "done",
            IngestEnd::Reconnect => "reconnect",
            IngestEnd::MailProvider => "mail-provider",
            IngestEnd::Database => "database",
            IngestEnd::ObjectStore => "object-store",
            IngestEnd::SecretStore => "secret-store",
            IngestEnd::NameServer => "name-server",
            IngestEnd::Reader => "reader",
            IngestEnd::UserGone => "user-gone",
            IngestEnd::Defect => "defect",
        }
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
    /// One that this version doesn't know.
    #[default]
    #[serde(other)]
    Unknown,
}

impl ProblemCause {
    /// The sentence for the user.
    fn sentence(self) -> String {
        let sentence = match self {
            ProblemCause::Gone => return IngestReason::Gone.to_string(),
            ProblemCause::NoRoom => return IngestReason::AccountFull.to_string(),
            ProblemCause::FetchFailed => "the message could not be fetched; the next run tries again",
            ProblemCause::SearchFailed => "the mailbox search failed; the next run tries again",
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

/// An object is stored and is to be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCreated {
    /// Its key.
    pub key: String,
}

/// What happened to a rental invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeKind {
    /// It is new.
    Insert,
    /// It states something else.
    Modify,
    /// It is gone.
    Remove,
}

/// A change of a rental invoice with its old and new image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RentalChanged {
    /// What happened.
    pub event: ChangeKind,
    /// Whose invoice.
    pub user: UserId,
    /// The record before.
    pub old_image: Option<RentalInvoiceRecord>,
    /// The record now.
    pub new_image: Option<RentalInvoiceRecord>,
}

/// Rental invoices of earlier months were recorded. The user gets one notification for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryRecorded {
    /// Whose.
    pub user: UserId,
}

/// Documents are asked about. The user gets one notification for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionsAsked {
    /// Whose.
    pub user: UserId,
}

/// The user must be notified of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionRaised {
    /// Whose account.
    pub user: UserId,
    /// What.
    pub condition: NotificationKind,
}

/// Someone asked for a new password for an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordForgotten {
    /// Whose address it is; `None` if no account has it. Then there is nothing to do.
    pub user: Option<UserId>,
}

/// An account to delete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeleteAccount {
    /// Whose.
    pub user: UserId,
}

/// Originals of messages that were removed because of their age.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedOriginals {
    /// Whose.
    pub user: UserId,
    /// Their keys.
    pub keys: Vec<String>,
}

/// Why an attempt at deleting an account failed, kept as its job's result for the requests that wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionFailure {
    /// The job's number of attempts when it failed. A result with another number is of an earlier attempt.
    pub attempt: i32,
    /// The dependency that failed; `None` for a bug of ours.
    pub dependency: Option<Dependency>,
}

/// The contract's sentence on the state of a month.
pub fn month_sentence(latest: Latest, month: Month) -> String {
    match latest {
        Latest::Ingested => format!("Invoice for {month} found and ingested successfully!"),
        Latest::Processed => format!("Invoice for {month} has already been processed."),
        Latest::NotDispatched => format!("Rental invoice for {month} has not been dispatched yet."),
    }
}
