//! Many rounds of the tests in `tests/it/chaos`; `cargo xtask test` runs a few.

use std::ffi::OsString;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Result, test};

/// Kill the program repeatedly while mail arrives and its dependencies fail, then check that nothing is lost or duplicated.
///
/// Each round starts the program on the data of the round before, lets users ingest, delete and leave, kills its readers at
/// random, and kills the program at a crash point (`INVOICES_CRASH_AT`) or at a random time. Another test kills only readers,
/// two for each batch of mails. Prints the actions and the differences at the end.
#[derive(clap::Args)]
pub struct Chaos {
    /// The number of rounds; each ends with a kill
    #[arg(long, default_value_t = 300)]
    rounds: usize,

    /// The seed of the random numbers: equal seeds give the same mails, faults and times [default: the time of day]
    #[arg(long)]
    seed: Option<u64>,

    /// The number of mails [default: three per round]
    #[arg(long)]
    messages: Option<usize>,

    /// The databases to run on
    #[arg(long, value_enum, default_value = "both")]
    database: Database,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Database {
    Sqlite,
    Postgres,
    /// Both at the same time, each with its own program, users and mails.
    Both,
}

/// Fails if anything is lost or duplicated.
pub fn run(arguments: &Chaos) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut variables: Vec<(&'static str, OsString)> = vec![
        ("INVOICES_CHAOS_ROUNDS", arguments.rounds.to_string().into()),
        ("INVOICES_CHAOS_SEED", arguments.seed.unwrap_or(now).to_string().into()),
    ];
    if let Some(messages) = arguments.messages {
        variables.push(("INVOICES_CHAOS_MESSAGES", messages.to_string().into()));
    }
    let skipped = match arguments.database {
        Database::Sqlite => &["--skip", "database_2_Postgres"][..],
        Database::Postgres => &["--skip", "database_1_Sqlite"],
        Database::Both => &[],
    };
    let package = ["--package", "invoices-tests", "--test", "it", "chaos::"];
    let options = ["--", "--nocapture", "--test-threads=2"];
    test::with(&[&package[..], &options, skipped].concat(), &variables)
}
