//! `invoices-cli`, the command line client of the invoice service.

#![warn(
    clippy::print_stdout,
    reason = "`println!` panics when the reader of the output ends, as `head` does"
)]

mod argument;
mod commands;
mod consent;
mod download;
mod failure;
mod find;
mod output;
mod pages;
mod profile;
mod prompt;
mod rows;
mod session;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
