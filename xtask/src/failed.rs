//! How a task ends that failed.

use std::error::Error;
use std::io;
use std::process::ExitCode;

/// Prints the error with its causes.
pub fn failed(error: &(dyn Error + 'static)) -> ExitCode {
    let printing = error.downcast_ref::<io::Error>();
    if printing.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // `| head` has enough.
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error}");
    let mut source = error.source();
    while let Some(cause) = source {
        eprintln!("  caused by: {cause}");
        source = cause.source();
    }
    ExitCode::FAILURE
}
