//! The kinds of work that jobs carry, and what they report.

mod failures;
mod report;
pub(crate) mod retention;
pub mod schedule;
pub(crate) mod sweep;
pub(crate) mod watch;
mod work;
pub(crate) mod worker;

use chrono::NaiveDate;
use invoices_db::JobKind;
use invoices_domain::ports::{Dependency, NotificationKind};
use invoices_domain::{DateWindow, RentalInvoiceRecord, SubType, UserId};
use serde::{Deserialize, Serialize};

pub use report::{DiscoveryProgress, IngestEnd, IngestProblem, IngestReport, Latest, ProblemCause, month_sentence};
pub use work::{
    REQUESTED, Work, fan_out, ingest, object_created, object_created_again, requested_key, run_of, user_lane,
};
pub(crate) use work::{arguments, payload, read_again};

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

/// The payload of a job that needs to know no more than whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfUser {
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
