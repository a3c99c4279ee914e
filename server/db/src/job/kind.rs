//! The kinds of jobs.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use invoices_domain::text_enum;

use crate::states::UnknownState;

text_enum! {
    /// What a job does. Processes of a version without a kind leave its jobs alone.
    JobKind: UnknownState {
        /// Fetches a user's mails from the mailbox.
        Ingest = "ingest",
        /// Searches a user's mailbox for senders of invoices.
        Discover = "discover",
        /// Fetches the mails that a user submitted.
        Import = "import",
        /// Reads a stored document.
        ObjectCreated = "object-created",
        /// Notifies a user of a new rental invoice.
        RentalChanged = "rental-changed",
        /// Notifies a user of several rental invoices of earlier months at once.
        HistoryRecorded = "history-recorded",
        /// Notifies a user of documents that are asked about.
        QuestionsAsked = "questions-asked",
        /// Notifies a user that something is wrong.
        ConditionRaised = "condition-raised",
        /// Sends an event to a webhook.
        WebhookDelivery = "webhook-delivery",
        /// Deletes an account.
        DeleteAccount = "delete-account",
        /// Deletes the originals of messages that were removed because of their age.
        RemovedOriginals = "removed-originals",
        /// Mails a code that sets a new password.
        PasswordForgotten = "password-forgotten",
        /// Enqueues interrupted work and deletes what has expired.
        Sweep = "sweep",
        /// Looks for new mail in every mailbox.
        Watch = "watch",
        /// Reminds users of rent that is due, and of notices that have not come.
        Remind = "remind",
    }
}

text_enum! {
    /// The workers that run a job. A pool has workers of its own, so that its jobs don't wait for those of other pools.
    Pool: UnknownState {
        /// Jobs that wait for nothing but the service's own dependencies.
        Own = "own",
        /// Jobs that wait for receivers that users choose.
        Deliveries = "deliveries",
    }
}

/// The part of an invoice's way through the service that a job does.
enum Stage {
    /// Finds senders.
    Search,
    /// Stores documents.
    Fetch,
    /// Parses documents and notifies of the results.
    Read,
    /// Something else.
    Other,
}

impl JobKind {
    /// The workers that run its jobs.
    pub const fn pool(self) -> Pool {
        match self {
            JobKind::WebhookDelivery => Pool::Deliveries,
            _ => Pool::Own,
        }
    }

    /// Whether its jobs are kept after the deletion of their user: the request that waits for a deletion reads its job.
    pub const fn outlives_user(self) -> bool {
        matches!(self, JobKind::DeleteAccount)
    }

    /// Every kind has an arm, so that a new one can't be forgotten: what waits for documents would go on too early.
    const fn stage(self) -> Stage {
        match self {
            JobKind::Discover => Stage::Search,
            JobKind::Ingest | JobKind::Import => Stage::Fetch,
            JobKind::ObjectCreated | JobKind::RentalChanged => Stage::Read,
            // The service does it: more may come.
            JobKind::HistoryRecorded
            | JobKind::QuestionsAsked
            | JobKind::ConditionRaised
            | JobKind::WebhookDelivery
            | JobKind::DeleteAccount
            | JobKind::RemovedOriginals
            | JobKind::PasswordForgotten
            | JobKind::Sweep
            | JobKind::Watch
            | JobKind::Remind => Stage::Other,
        }
    }

    /// Whether its jobs are ingests.
    pub const fn is_ingest(self) -> bool {
        matches!(self.stage(), Stage::Search | Stage::Fetch)
    }

    /// Whether its jobs store documents.
    pub const fn stores_documents(self) -> bool {
        matches!(self.stage(), Stage::Fetch)
    }

    /// Whether its jobs follow from stored documents. A command that reads documents runs them itself.
    pub const fn follows_documents(self) -> bool {
        matches!(self.stage(), Stage::Read)
    }
}

/// The kind of a stored job.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredKind {
    /// One that this version knows.
    Known(JobKind),
    /// One of another version.
    Unknown(String),
}

impl StoredKind {
    /// The kind, if this version knows it.
    pub const fn known(&self) -> Option<JobKind> {
        match self {
            StoredKind::Known(kind) => Some(*kind),
            StoredKind::Unknown(_) => None,
        }
    }
}

impl From<JobKind> for StoredKind {
    fn from(kind: JobKind) -> Self {
        StoredKind::Known(kind)
    }
}

impl PartialEq<JobKind> for StoredKind {
    fn eq(&self, other: &JobKind) -> bool {
        self.known() == Some(*other)
    }
}

impl fmt::Display for StoredKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredKind::Known(kind) => kind.fmt(f),
            StoredKind::Unknown(text) => f.pad(text),
        }
    }
}

impl FromStr for StoredKind {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.parse().map_or_else(
            |_: UnknownState| StoredKind::Unknown(text.to_owned()),
            StoredKind::Known,
        ))
    }
}
