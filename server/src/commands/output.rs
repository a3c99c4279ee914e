//! What commands print.

use std::error::Error;
use std::iter;
use std::process::ExitCode;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use invoices_service::MissingEngine;
pub use invoices_service::error_line;
pub use invoices_terminal::{CLOSED, printable};

/// The exit code of a command that needs an engine which this build lacks: `EX_CONFIG` of `sysexits.h`.
const MISSING_ENGINE: u8 = 78;

/// What a command returns.
pub type Outcome = Result<ExitCode, Box<dyn Error>>;

/// The exit code of a command that has said what it did.
pub fn success(all: bool) -> ExitCode {
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

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

/// Whether the reader of the command's output has ended, as `head` does. Commands return this error of printing as it is.
///
/// The service ignores SIGPIPE, and a command may write to sockets and readers, so the signal itself can't end it.
pub fn is_closed(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref().is_some_and(invoices_terminal::is_closed)
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

#[cfg(test)]
mod tests {
    use std::io;

    use invoices_service::Engine;
    use invoices_service::settings::ConfigError;

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
