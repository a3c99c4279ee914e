//! The `invoices` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    invoices_server::commands::run()
}
