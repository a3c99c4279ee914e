//! Many simulated histories of `tests/histories`; its tests run a few.

use crate::{Result, tool};

/// Simulate whole histories of the service: mails, users, faults, kills and clock jumps, all chosen by a seed.
///
/// Each history runs the use cases on a database in memory, on one thread. At the end nothing may be lost or doubled. A history that
/// fails is replayed and made as short as it still fails. The variable `HISTORIES_LOG` prints all of its steps.
#[derive(clap::Args)]
pub struct Histories {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of histories, each with the next seed. An hour takes about 10,000
    #[arg(long, default_value_t = 500)]
    count: u64,

    /// How many run at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

/// Fails if a history does.
pub fn run(arguments: &Histories) -> Result<()> {
    // The development profile: release builds have no crash points, and take minutes to compile.
    let options = [
        ("--seed", arguments.seed),
        ("--count", arguments.count),
        ("--threads", arguments.threads),
    ];
    let mut cargo = tool::cargo();
    cargo.args(["run", "--quiet", "--package", "invoices-histories", "--"]);
    for (name, value) in options {
        cargo.args([name, &value.to_string()]);
    }
    tool::run(&mut cargo)
}
