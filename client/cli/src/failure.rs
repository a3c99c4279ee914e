//! Why a command failed, and its exit code.

use std::error::Error;
use std::io;

use invoices_client::progenitor_client;
use invoices_client::types::ErrorEnvelope;
use invoices_terminal::{CLOSED, is_closed, printable};

/// What `--help` says of the exit codes.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    the service refused the request, or an error occurred
  2    invalid arguments, or an answer is needed and standard input isn't a terminal
  3    not logged in, or the access token is no longer valid: log in again
  4    not found in this account
  5    the service can't be reached, or the address isn't the service's
  141  the reader of the output has closed it
`hand-over` has those that mail servers expect: see its --help.";

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The call of an operation failed.
    #[error(transparent)]
    Service(invoices_client::Error),
    /// There is no access token.
    #[error("not logged in")]
    LoggedOut,
    /// What the user gave can't be used.
    #[error("{0}")]
    Input(String),
    /// Standard input has no mail.
    #[error("{0}")]
    NoMail(&'static str),
    /// The account has nothing of this name.
    #[error("{0}")]
    Missing(String),
    /// What was asked for did not succeed.
    #[error("{0}")]
    Outcome(String),
    /// A file or folder of this machine failed.
    #[error("failed to {what}")]
    File {
        /// What was tried.
        what: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The output can't be written.
    #[error("failed to write the output")]
    Output(#[source] io::Error),
}

impl Failure {
    /// For `map_err`: what was tried with a file.
    pub fn file(what: impl Into<String>) -> impl Fn(io::Error) -> Failure {
        let what = what.into();
        move |source| Failure::File {
            what: what.clone(),
            source,
        }
    }

    /// Whether only a new login helps.
    pub fn needs_login(&self) -> bool {
        match self {
            Failure::LoggedOut => true,
            Failure::Service(error) => error.status() == Some(401),
            _ => false,
        }
    }

    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Output(error) if is_closed(error) => CLOSED,
            Failure::Input(_) | Failure::NoMail(_) => 2,
            _ if self.needs_login() => 3,
            Failure::Missing(_) => 4,
            Failure::Service(error) if error.status() == Some(404) => 4,
            Failure::Service(invoices_client::Error::Unreachable(_) | invoices_client::Error::Unexpected(_)) => 5,
            _ => 1,
        }
    }

    /// The exit code of `hand-over`, as in sysexits.h. A mail server tries again at 75 (`EX_TEMPFAIL`), and returns the mail to its
    /// sender at any other. Every failure whose cause isn't the mail is 75, including a wrong setup and an expired token. A retry
    /// does no harm, because the service recognises a mail that it has.
    pub fn delivery_code(&self) -> u8 {
        match self {
            Failure::NoMail(_) => 2,
            // `EX_DATAERR`.
            Failure::Outcome(_) => 65,
            Failure::Service(error) if matches!(error.status(), Some(400 | 413 | 415)) => 65,
            _ => 75,
        }
    }

    /// The failure and its sources in one line, without anything that a terminal obeys.
    pub fn line(&self) -> String {
        let mut text = self.to_string();
        let mut source = self.source();
        while let Some(error) = source {
            let more = error.to_string();
            // Some libraries repeat the source in their own text.
            if !text.contains(&more) {
                text = format!("{text}: {more}");
            }
            source = error.source();
        }
        printable(&text)
    }
}

impl From<invoices_client::Error> for Failure {
    fn from(error: invoices_client::Error) -> Self {
        Failure::Service(error)
    }
}

impl From<progenitor_client::Error<ErrorEnvelope>> for Failure {
    fn from(error: progenitor_client::Error<ErrorEnvelope>) -> Self {
        Failure::Service(error.into())
    }
}
