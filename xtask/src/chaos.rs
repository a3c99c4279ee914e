//! Kills the program hundreds of times and looks whether anything is lost or doubled.
//!
//! The tests do the work (`tests/it/chaos`), the same that `cargo xtask test` runs for a few rounds.

use std::ffi::OsString;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Result, test};

/// Kill the program again and again while mail comes and everything around it fails, then look whether all is there, once.
///
/// Every round starts the program on the data that the one before left, lets users ingest, delete and leave, and kills it at a
/// named moment (`INVOICES_CRASH_AT`) or at any other. Prints what was done and what differs in the end.
#[derive(clap::Args)]
pub struct Chaos {
    /// How often it is killed
    #[arg(long, default_value_t = 300)]
    rounds: usize,

    /// What chance begins with: the same mails, faults and moments [default: another each time]
    #[arg(long)]
    seed: Option<u64>,

    /// How many mails come [default: three a round]
    #[arg(long)]
    messages: Option<usize>,

    /// Where rows are kept
    #[arg(long, value_enum, default_value = "both")]
    database: Database,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Database {
    Sqlite,
    Postgres,
    /// At the same time, each with a program, users and mails of its own.
    Both,
}

/// Fails where anything differs in the end.
pub fn run(wanted: &Chaos) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut variables: Vec<(&'static str, OsString)> = vec![
        ("INVOICES_CHAOS_ROUNDS", wanted.rounds.to_string().into()),
        ("INVOICES_CHAOS_SEED", wanted.seed.unwrap_or(now).to_string().into()),
    ];
    if let Some(messages) = wanted.messages {
        variables.push(("INVOICES_CHAOS_MESSAGES", messages.to_string().into()));
    }
    let tests = match wanted.database {
        Database::Sqlite => "chaos::nothing_is_lost_or_doubled::database_1_Sqlite",
        Database::Postgres => "chaos::nothing_is_lost_or_doubled::database_2_Postgres",
        Database::Both => "chaos::",
    };
    let package = ["--package", "invoices-tests", "--test", "it", tests];
    test::with(
        &[&package[..], &["--", "--nocapture", "--test-threads=2"]].concat(),
        &variables,
    )
}
