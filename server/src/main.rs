//! The `invoices` program.

#![warn(
    clippy::print_stdout,
    reason = "`println!` panics when the reader of the output ends, as `head` does"
)]

mod commands;

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

/// Reading a document takes many small allocations on many threads. The system's allocator is slower there and returns less
/// freed memory to the system. `.cargo/config.toml` configures this one.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    commands::run()
}
