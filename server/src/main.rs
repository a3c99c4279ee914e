//! The `invoices` program.

mod commands;

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

/// Documents are read with many small allocations, on many threads: the system's allocator takes longer for each and
/// keeps more of what is freed. How it shares and gives back memory is said in `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    commands::run()
}
