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

/// What Microsoft says of a login with a password, by host: it refuses all of them, the right ones too. See
/// <https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online>.
const NO_PASSWORDS: &str = "BASIC AUTHENTICATION IS DISABLED";
const HOST_WITHOUT_PASSWORDS: &str = "outlook.office365.com";
/// What Microsoft answers to each command after a login that was right, if the mailbox is closed to IMAP.
const IMAP_OFF: &str = "AUTHENTICATED BUT NOT CONNECTED";

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
    /// The server takes no passwords.
    #[error("the server takes no passwords: {0}")]
    NoPasswords(String),
    /// The login is right, and the mailbox is closed to IMAP.
    #[error("the mailbox is closed to IMAP: {0}")]
    ImapOff(String),
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

    /// The same of a login with a password, at this host.
    pub fn of_password(sentence: &str, host: &str) -> Self {
        match Failure::of_login(sentence) {
            Failure::Login(sentence)
                if sentence.to_uppercase().contains(NO_PASSWORDS)
                    || host.eq_ignore_ascii_case(HOST_WITHOUT_PASSWORDS) =>
            {
                Failure::NoPasswords(sentence)
            }
            failure => failure,
        }
    }

    /// A sentence of a server, which answered NO or BAD.
    pub fn refused(sentence: &str) -> Self {
        if sentence.to_uppercase().contains(IMAP_OFF) {
            Failure::ImapOff(cut(sentence))
        } else {
            Failure::Refused(cut(sentence))
        }
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
        match failure {
            Failure::Login(_) => return MailError::Reconnect,
            Failure::NoPasswords(_) => return MailError::NoPasswords,
            Failure::ImapOff(_) => return MailError::ImapOff,
            _ => {}
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

    #[test]
    fn what_microsoft_says_is_told_apart() {
        let by_host = |host| Failure::of_password("LOGIN failed.", host);
        assert!(matches!(by_host("Outlook.Office365.com"), Failure::NoPasswords(_)));
        assert!(matches!(by_host("imap.example.com"), Failure::Login(_)));
        let disabled = Failure::of_password("Basic authentication is disabled.", "imap.example.com");
        assert!(matches!(MailError::from(disabled), MailError::NoPasswords));
        let busy = Failure::of_password("[UNAVAILABLE] Try again", "outlook.office365.com");
        assert!(matches!(MailError::from(busy), MailError::Dependency(_)));
        let off = Failure::refused("User is authenticated but not connected.");
        assert!(!off.leaves_connection() && matches!(MailError::from(off), MailError::ImapOff));
    }
}
