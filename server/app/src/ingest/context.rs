//! What an ingest runs with, and how it stops early.

use chrono::{DateTime, Utc};
use invoices_db::{Inbox, Job};
use invoices_domain::mail::{Credentials, MailAccount};
use invoices_domain::ports::MailError;
use invoices_domain::{AccountName, EmailPattern, MailAddress, Source, UserId};

use crate::app::App;
use crate::error::Error;
use crate::source::Sources;

/// Why a run stops early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The account is deleted or being deleted.
    UserGone,
    /// The mail account must be reconnected.
    Reconnect,
    /// Something failed; a later run continues.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        match error.into() {
            Error::NoMailbox(_) => Stop::Reconnect,
            other => Stop::Failed(other),
        }
    }
}

/// The job and the mail account of a run.
pub(crate) struct Context<'a> {
    pub app: &'a App,
    pub job: &'a Job,
    pub user: UserId,
    /// What the ledger knows the mails by.
    pub account: AccountName,
    /// The connected account; `None` if the mails are those that the user submitted.
    pub connected: Option<MailAccount>,
    /// All mail accounts of the user: a landlord's month is processed once for all of them.
    pub accounts: Vec<MailAddress>,
    /// The trusted authentication server in `Authentication-Results`, if there is one for these mails.
    pub authserv_id: Option<String>,
    /// The landlords and vendors that count for the user.
    pub sources: Sources,
    /// The senders that the user trusts.
    pub trusted: Vec<MailAddress>,
    pub started: DateTime<Utc>,
}

impl Context<'_> {
    /// The connected account, of a run that searches one.
    pub fn connected(&self) -> Result<&MailAccount, MailError> {
        self.connected.as_ref().ok_or(MailError::Reconnect)
    }

    /// Whether the account is at an IMAP server.
    pub fn is_imap(&self) -> bool {
        let credentials = self.connected.as_ref().map(|account| &account.credentials);
        matches!(credentials, Some(Credentials::Imap(_)))
    }

    /// The user's addresses at other mailboxes, from which mails are forwarded to this one. Those that were forwarded from this one
    /// are not searched for: they are in it themselves.
    pub fn forwarders(&self) -> Vec<EmailPattern> {
        let own = |address: &&MailAddress| self.account == AccountName::Address((*address).clone());
        let others = self.sources.forwarders.iter().filter(|address| !own(address));
        others.filter_map(|address| address.as_str().parse().ok()).collect()
    }

    /// The account's part of the ledger.
    pub fn inbox(&self, source: Source) -> Inbox {
        Inbox {
            user_id: self.user,
            account: self.account.clone(),
            source,
        }
    }
}
