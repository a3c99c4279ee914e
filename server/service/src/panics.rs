//! The panic hook. It logs the location of a panic and no data.
//!
//! A formatted message may contain secrets: `unwrap` prints the `Debug` of the error. So the hook logs a message only if it is a
//! literal of the source code.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, PanicHookInfo};

/// Logs panics of this process from now on, instead of printing them to standard error.
pub fn install_hook() {
    panic::set_hook(Box::new(|info| {
        let location = info
            .location()
            .map_or_else(|| "an unknown location".to_owned(), ToString::to_string);
        let (message, backtrace) = (literal_message(info), Backtrace::capture());
        if tracing::dispatcher::has_been_set() {
            tracing::error!(location, panic_message = message, "panicked");
        } else {
            eprintln!("panicked at {location}: {message}");
        }
        // A backtrace has the names of functions and no arguments. It exists only if `RUST_BACKTRACE` asks for it.
        if backtrace.status() == BacktraceStatus::Captured {
            eprintln!("{backtrace}");
        }
    }));
}

/// The message, if it is a literal.
fn literal_message(info: &PanicHookInfo<'_>) -> &'static str {
    let literal = info.payload().downcast_ref::<&'static str>();
    literal.copied().unwrap_or("(a formatted message is not logged)")
}
