//! What is told of a panic: where it happened, and nothing that the code had at hand.
//!
//! A message that was put together at run time may hold anything: `unwrap` alone prints the error's `Debug`. So the log
//! gets those words only that stand in the program's text.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, PanicHookInfo};

/// From now on the log is told of panics of this process, in place of standard error.
pub fn keep_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        let (words, backtrace) = (words(info), Backtrace::capture());
        if tracing::dispatcher::has_been_set() {
            tracing::error!(place, words, "panicked");
        } else {
            eprintln!("panicked at {place}: {words}");
        }
        // It names functions, not what they were called with. Whoever asks for one reads standard error.
        if backtrace.status() == BacktraceStatus::Captured {
            eprintln!("{backtrace}");
        }
    }));
}

/// The message, where it is a text of the program's own.
fn words(info: &PanicHookInfo<'_>) -> &'static str {
    let literal = info.payload().downcast_ref::<&'static str>();
    literal.copied().unwrap_or("(its message is kept out of the log)")
}
