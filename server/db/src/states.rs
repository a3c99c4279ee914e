//! The states of jobs, notifications and other rows, as columns hold them and as operators name them.

use invoices_domain::text_enum;

text_enum! {
    /// The state of a job.
    JobState: UnknownState {
        /// It waits for a worker, or for its `run_at`.
        Ready = "ready",
        /// A worker holds its lease.
        Running = "running",
        /// It succeeded.
        Done = "done",
        /// It failed for the last time.
        Dead = "dead",
    }
}

impl JobState {
    /// Whether the job is not finished.
    pub const fn is_live(self) -> bool {
        matches!(self, JobState::Ready | JobState::Running)
    }
}

text_enum! {
    /// The state of a job as operators see it.
    ShownJobState: UnknownState {
        /// It waits for a worker, or for its `run_at`.
        Ready = "ready",
        /// A worker holds its lease.
        Running = "running",
        /// It did what was asked.
        Done = "done",
        /// It is done and reports a failure, such as an ingest whose mail account must be connected again.
        Failed = "failed",
        /// It failed for the last time.
        Dead = "dead",
    }
}

text_enum! {
    /// Whether a message to a webhook was delivered.
    DeliveryState: UnknownState {
        /// Not yet: it is sent, or sent again.
        Pending = "pending",
        /// Its receiver accepted it.
        Delivered = "delivered",
        /// It was given up.
        Failed = "failed",
    }
}

text_enum! {
    /// Whether a notification was sent.
    NotificationState: UnknownState {
        /// Not yet.
        Pending = "pending",
        /// It was sent.
        Sent = "sent",
        /// It is not sent itself, but as part of another notification.
        Collected = "collected",
    }
}

text_enum! {
    /// What an operator did to a user.
    Act: UnknownState {
        /// Started the deletion of the account.
        Delete = "delete",
        /// Set a new password.
        ResetPassword = "reset-password",
        /// Made the access tokens invalid.
        LogOut = "log-out",
        /// Invited an address to sign up.
        Invite = "invite",
        /// Withdrew an invitation.
        Uninvite = "uninvite",
        /// Released messages from quarantine.
        Release = "release",
        /// Vouched for a sender.
        Trust = "trust",
        /// Vouched for a sender no more.
        Distrust = "distrust",
    }
}

text_enum! {
    /// Whether an invitation can be used.
    InvitationState: UnknownState {
        /// It can.
        Open = "open",
        /// A user signed up with it.
        Used = "used",
        /// Its time is over.
        Expired = "expired",
    }
}

text_enum! {
    /// What a user has answered to a suggestion.
    SuggestionState: UnknownState {
        /// Nothing yet.
        Open = "open",
        /// It became a landlord or vendor.
        Accepted = "accepted",
        /// It is not to be made again.
        Refused = "refused",
    }
}

text_enum! {
    /// Whether an account can be used.
    UserState: UnknownState {
        /// It can.
        Live = "live",
        /// It is being deleted.
        Deleting = "deleting",
    }
}

/// A stored text that isn't a state this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown state in a column")]
pub struct UnknownState;
