//! What commands print.

use std::error::Error;
use std::process::ExitCode;
use std::str::FromStr;
use std::{io, iter};

use chrono::{DateTime, Utc};
use invoices_service::MissingEngine;
pub use invoices_service::error_line;

/// The exit code of a command that needs an engine which this build lacks: `EX_CONFIG` of `sysexits.h`.
const MISSING_ENGINE: u8 = 78;

/// The exit code of a command that failed with this error.
pub fn exit_code(error: &(dyn Error + 'static)) -> ExitCode {
    if sources(error).any(<dyn Error>::is::<MissingEngine>) {
        ExitCode::from(MISSING_ENGINE)
    } else {
        ExitCode::FAILURE
    }
}

/// An error and its sources.
fn sources<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

/// The exit code of a command whose output nobody reads on: what shells report of a program that SIGPIPE ended.
pub const CLOSED: u8 = 128 + 13;

/// Whether the reader of the command's output has ended, as `head` does. Commands return this error of printing as it is.
///
/// The service ignores SIGPIPE, and a command may write to sockets and readers, so the signal itself can't end it.
pub fn is_closed(error: &(dyn Error + 'static)) -> bool {
    let printing = error.downcast_ref::<io::Error>();
    printing.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A time in UTC, as tables show it.
pub fn minutes(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%M").to_string()
}

/// A time in UTC to the second, as tables show it.
pub fn seconds(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// An argument that names a state.
pub fn parse_state<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "there is no such state")
}

/// Replaces control characters, which a terminal would obey. Senders of mail wrote parts of what is shown.
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use invoices_service::Engine;
    use invoices_service::config::ConfigError;

    use super::*;

    #[test]
    fn a_missing_engine_has_its_own_message_and_exit_code() {
        let source = MissingEngine(Engine::Postgres);
        let setting = ConfigError::MissingEngine {
            key: "database.url",
            source,
        };
        assert_eq!(
            error_line(&setting),
            "database.url: this program was built without PostgreSQL; \
             build it with `cargo build --release --features postgres`, or with `--features full` for every engine"
        );
        let code = |error: &(dyn Error + 'static)| format!("{:?}", exit_code(error));
        assert_eq!(code(&setting), format!("{:?}", ExitCode::from(MISSING_ENGINE)));
        assert_eq!(code(&source), code(&setting));
        assert_eq!(
            code(&io::Error::other("anything else")),
            format!("{:?}", ExitCode::FAILURE)
        );
    }
}
