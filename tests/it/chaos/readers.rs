//! Kills readers, the children of the program that take mails apart and read documents.

use std::convert::Infallible;
use std::fs;
use std::ops::Range;
use std::time::Duration;

use fastrand::Rng;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::database::count;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::until_limit;
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::users::Client;
use super::{Chaos, LIMIT, Plan, USERS, checks, report};

/// The pause before each kill, in milliseconds.
const PAUSE: Range<u64> = 300..2_500;
/// How long a kill at a random time waits for a reader that is at work.
const WAIT: Duration = Duration::from_millis(200);
/// The same after mails arrived, until an ingest has found them.
const WAIT_FOR_BATCH: Duration = Duration::from_secs(8);
/// What the limit of three attempts allows for one document.
const KILLS_OF_A_BATCH: usize = 2;
/// Few enough that the readers are still working when they are killed.
const MAILS_OF_A_BATCH: usize = 8;

/// How many readers were killed.
#[derive(Default)]
pub struct ReaderKills {
    pub at_work: usize,
    pub idle: usize,
}

struct ReaderChild {
    id: String,
    /// Whether it computes, and does not wait for input.
    at_work: bool,
}

impl ReaderKills {
    /// Kills readers of a program at random times until the future is dropped.
    pub async fn go_on(&mut self, program: u32, rng: &mut Rng) -> Infallible {
        loop {
            sleep(Duration::from_millis(rng.u64(PAUSE))).await;
            self.kill_one(program, rng, WAIT).await;
        }
    }

    /// Kills a reader: one at work, if there is one in time.
    async fn kill_one(&mut self, program: u32, rng: &mut Rng, limit: Duration) {
        let is_at_work = || readers(program).iter().any(|reader| reader.at_work);
        let _ = timeout(limit, async {
            while !is_at_work() {
                sleep(Duration::from_millis(1)).await;
            }
        })
        .await;
        let mut readers = readers(program);
        if readers.iter().any(|reader| reader.at_work) {
            readers.retain(|reader| reader.at_work);
        }
        let Some(reader) = rng.choice(&readers) else {
            return;
        };
        // It fails for a reader that has ended.
        let killed = Command::new("kill").args(["-KILL", &reader.id]).output().await.unwrap();
        if killed.status.success() {
            *if reader.at_work {
                &mut self.at_work
            } else {
                &mut self.idle
            } += 1;
        }
    }
}

/// The children of a process that are readers.
fn readers(program: u32) -> Vec<ReaderChild> {
    let threads = fs::read_dir(format!("/proc/{program}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let ids: Vec<String> = children
        .flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    ids.into_iter().filter_map(reader).collect()
}

/// `None` for a process that has ended, or that does not run its program yet.
fn reader(id: String) -> Option<ReaderChild> {
    let arguments = fs::read_to_string(format!("/proc/{id}/cmdline")).ok()?;
    let is_reader = arguments.split('\0').nth(1) == Some("reader");
    // The state follows the name, which is in parentheses.
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, state) = stat.rsplit_once(") ")?;
    let at_work = state.starts_with('R');
    is_reader.then_some(ReaderChild { id, at_work })
}

/// Two readers are killed for each batch of mails, and a batch is finished before the next one arrives: no document loses more
/// than two of its three attempts, so none may fail.
// Shows: Ingests | A reader that is killed costs the document that it reads one of three attempts, and nothing else
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_readers_fail_no_document() {
    let mut chaos = Chaos::start(Sqlite, Plan::of_environment(), 0).await;
    chaos.settings.extend([
        ("INVOICES_TEST__PIPELINE__PARSE_ATTEMPTS", "3".into()),
        // A lease that expires on a slow machine would cost an attempt, too.
        ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "120".into()),
    ]);
    let replica = Replica::start(chaos.folder.path(), &chaos.settings).await;
    let (client, program) = (Client::to(&chaos.http, &replica), replica.id());
    let mut using = JoinSet::new();
    for user in &chaos.users {
        using.spawn(user.client(&client).uses(Vec::new()));
    }
    for batch in 0..chaos.plan.rounds.div_ceil(8) {
        let user = &mut chaos.users[batch % USERS];
        user.gets_mail(&chaos.sandbox, &mut chaos.rng, MAILS_OF_A_BATCH, false);
        chaos.delivered += MAILS_OF_A_BATCH;
        for _ in 0..KILLS_OF_A_BATCH {
            chaos.readers.kill_one(program, &mut chaos.rng, WAIT_FOR_BATCH).await;
        }
        until_limit(LIMIT, "a batch to be finished", async || {
            let pending = "SELECT (SELECT count(*) FROM messages WHERE state = 'found') \
                + (SELECT count(*) FROM documents WHERE state IN ('found', 'stored')) AS rows";
            let is_read = checks::invoice_problems(&user.client(&client), batch, user)
                .await
                .is_empty();
            is_read && count(&chaos.database, pending).await == 0
        })
        .await;
    }
    using.shutdown().await;
    // Its jobs are given back: after a kill their long leases would have to expire.
    assert_eq!(replica.stop().await, Some(0));
    chaos.finish().await;
    if chaos.readers.at_work == 0 {
        chaos.problems.push("no reader was killed at its work".to_owned());
    }
    let report = report::of(&chaos, Duration::ZERO, Duration::ZERO);
    println!("{report}");
    assert!(chaos.problems.is_empty(), "with seed {}:\n{report}", chaos.plan.seed);
}
