//! How a command fails.

use std::io;
use std::time::Duration;

use invoices_domain::ports::{Dependency, DependencyError, MailError};

/// The wait after a server says that it is overloaded (RFC 5530).
const UNAVAILABLE_PAUSE: Duration = Duration::from_mins(1);
/// How much of a server's sentence is kept.
const MAX_SENTENCE: usize = 200;
/// What servers say when a command may succeed later: codes of RFC 5530, and Gmail's limit on connections.
const TEMPORARY: &[&str] = &[
    "UNAVAILABLE",
    "INUSE",
    "LIMIT",
    "SERVERBUG",
    "CONTACTADMIN",
    "OVERQUOTA",
    "TOO MANY",
    "TRY AGAIN",
    "TEMPORAR",
];

/// Why a command failed. No variant has a part of a mail in it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(io::Error),
    /// The connection was closed.
    #[error("the server closed the connection")]
    Closed,
    /// The server sent more than a command may answer.
    #[error("the answer is too long")]
    TooLong,
    /// The server took too long.
    #[error("there was no answer in time")]
    Late,
    /// The answer is not IMAP.
    #[error("the answer is not IMAP")]
    Malformed,
    /// The server refused the user name or the password.
    #[error("the login was refused: {0}")]
    Login(String),
    /// The server answered NO or BAD.
    #[error("the server refused a command: {0}")]
    Refused(String),
}

impl Failure {
    /// Whether the same command may succeed on a new connection.
    pub fn is_of_connection(&self) -> bool {
        matches!(self, Failure::Connection(_) | Failure::Closed | Failure::Late)
    }

    /// Whether the connection can be used further.
    pub fn leaves_connection(&self) -> bool {
        matches!(self, Failure::Refused(_))
    }

    /// Whether the server refused a command because it is busy.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Failure::Refused(sentence) if is_temporary(sentence))
    }

    /// The failure of a login that the server answered with NO.
    pub fn of_login(sentence: &str) -> Self {
        if is_temporary(sentence) {
            Failure::refused(sentence)
        } else {
            Failure::Login(cut(sentence))
        }
    }

    /// A sentence of a server, which answered NO or BAD.
    pub fn refused(sentence: &str) -> Self {
        Failure::Refused(cut(sentence))
    }
}

fn is_temporary(sentence: &str) -> bool {
    let sentence = sentence.to_uppercase();
    TEMPORARY.iter().any(|reason| sentence.contains(reason))
}

fn cut(sentence: &str) -> String {
    sentence
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_SENTENCE)
        .collect()
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Failure::Closed,
            _ => Failure::Connection(error),
        }
    }
}

impl From<Failure> for MailError {
    fn from(failure: Failure) -> Self {
        if let Failure::Login(_) = failure {
            return MailError::Reconnect;
        }
        let is_busy = failure.is_temporary();
        MailError::Dependency(DependencyError {
            which: Dependency::MailProvider,
            retry_after: is_busy.then_some(UNAVAILABLE_PAUSE),
            source: Box::new(failure),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refused_login_means_that_the_user_must_act() {
        for sentence in [
            "[AUTHENTICATIONFAILED] Authentication failed.",
            "[ALERT] Application-specific password required",
            "LOGIN failed",
        ] {
            let failure = Failure::of_login(sentence);
            assert!(matches!(MailError::from(failure), MailError::Reconnect), "{sentence}");
        }
        for sentence in [
            "[UNAVAILABLE] Temporary authentication failure.",
            "[ALERT] Too many simultaneous connections. (Failure)",
            "LOGIN temporarily not possible",
        ] {
            let failure = Failure::of_login(sentence);
            assert!(
                matches!(MailError::from(failure), MailError::Dependency(_)),
                "{sentence}"
            );
        }
    }
}
