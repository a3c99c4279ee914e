//! The program is killed again and again, at every crash point and at random times, while mails arrive, users ingest, delete
//! invoices and delete their accounts, its readers are killed, and dependencies fail. In the end every invoice is stored
//! exactly once.
//!
//! The test runs one round for each crash point and a few others; `cargo xtask chaos` runs hundreds. A seed determines mails,
//! faults and times, but not how far the program gets by then.

mod checks;
mod faults;
mod readers;
mod receiver;
mod report;
mod users;

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures::stream::{self, StreamExt};
use invoices_app::crash::{Point, VARIABLE};
use invoices_sandbox::sample::{LANDLORD, RENT_SUBJECT};
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use reqwest::Method;
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::faults::Faults;
use self::readers::ReaderKills;
use self::receiver::Receiver;
use self::users::{Client, INGESTS, TestUser};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::execute;
use invoices_tests::support::program::mailbox;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::within;
use rstest::rstest;

/// Users who keep their accounts.
const USERS: usize = 4;
/// The limit of every wait.
const LIMIT: Duration = Duration::from_mins(2);
/// How long the first round of a crash point waits for the program to reach it. A machine that does other work may need minutes.
const FIRST_LIMIT: Duration = Duration::from_mins(5);
/// How long another round waits for it.
const ROUND_LIMIT: Duration = Duration::from_secs(4);
/// The signal that ends a process at a crash point.
const SIGABRT: i32 = 6;
/// How often the scheduler checks what is due.
const TICK: Duration = Duration::from_secs(15);
/// The pause between two checks of the end state.
const PAUSE: Duration = Duration::from_millis(200);
/// Makes retries due at once. A document whose readers were killed a few times would wait for minutes.
const RETRIES_ARE_DUE: &str = "UPDATE jobs SET run_at = created_at WHERE state = 'ready'";

/// How many rounds and mails, and the seed of all random choices.
struct Plan {
    seed: u64,
    rounds: usize,
    mails: usize,
}

impl Plan {
    fn of_environment() -> Self {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
        let size = |name: &str, short: usize| number(name).map_or(short, |number| usize::try_from(number).unwrap());
        let rounds = size("INVOICES_CHAOS_ROUNDS", Point::ALL.len() + 2);
        Plan {
            seed: number("INVOICES_CHAOS_SEED").unwrap_or(1),
            rounds,
            mails: size("INVOICES_CHAOS_MESSAGES", 3 * rounds),
        }
    }
}

/// How the program dies in a round.
#[derive(Clone, Copy)]
enum Death {
    /// At a crash point, when it gets there for the nth time.
    At(Point, u32),
    /// This long after this many messages were fetched.
    Fetching(u64, Duration),
    /// This long after its start.
    Starting(Duration),
}

/// The exit status and the log of a process that ended by itself.
struct Ended {
    status: ExitStatus,
    log: Vec<Value>,
}

struct Chaos {
    name: &'static str,
    plan: Plan,
    rng: Rng,
    sandbox: SandboxHandle,
    folder: TempDir,
    database: String,
    settings: Vec<(&'static str, String)>,
    http: reqwest::Client,
    users: Vec<TestUser>,
    /// Users who will delete their accounts, and those who have started to.
    future_deletions: Vec<TestUser>,
    deletions: Vec<TestUser>,
    faults: Faults,
    readers: ReaderKills,
    receiver: Receiver,
    delivered: usize,
    /// Deaths by place, and how many of them missed the place.
    deaths: BTreeMap<String, (usize, usize)>,
    problems: Vec<String>,
}

impl Chaos {
    /// Starts the sandbox, and signs up the users who stay and this many who will delete their accounts.
    async fn start(database: Database, plan: Plan, leaving: usize) -> Self {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let url = database.create(folder.path()).await;
        let receiver = Receiver::start().await;
        let mut chaos = Chaos {
            name: match database {
                Database::Sqlite => "SQLite",
                Database::Postgres => "PostgreSQL",
            },
            rng: Rng::with_seed(plan.seed),
            settings: settings(&sandbox, &receiver, &folder, &url),
            faults: Faults::new(folder.path()),
            readers: ReaderKills::default(),
            receiver,
            database: url,
            http: reqwest::Client::builder()
                .tls_certs_only([])
                .pool_max_idle_per_host(0)
                .timeout(LIMIT)
                .build()
                .unwrap(),
            plan,
            sandbox,
            folder,
            users: Vec::new(),
            future_deletions: Vec::new(),
            deletions: Vec::new(),
            delivered: 0,
            deaths: BTreeMap::new(),
            problems: Vec::new(),
        };
        chaos.sign_up(USERS + leaving).await;
        chaos
    }

    /// Signs all users up before the first fault.
    async fn sign_up(&mut self, all: usize) {
        let replica = Replica::start(self.folder.path(), &self.settings).await;
        let client = Client::to(&self.http, &replica);
        let joining = stream::iter(0..all).map(|number| TestUser::signs_up(&client, &self.sandbox, number));
        self.users = within("the users to sign up", joining.buffered(4).collect()).await;
        self.future_deletions = self.users.split_off(USERS);
        assert_eq!(replica.stop().await, Some(0));
    }

    async fn round(&mut self, number: usize) {
        let death = self.death(number);
        let first_time = number < Point::ALL.len();
        let due = (self.plan.mails * (number + 1)).div_ceil(self.plan.rounds);
        let mails = due.saturating_sub(self.delivered).max(2);
        let deleted_later = matches!(death, Death::At(Point::OriginalsDeleted, _)) || self.rng.u32(0..4) == 0;
        let receiver = self.rng.usize(0..USERS);
        self.users[receiver].gets_mail(&self.sandbox, &mut self.rng, mails, deleted_later);
        self.delivered += mails;
        let deletes_account =
            matches!(death, Death::At(point, _) if point >= Point::ObjectsErased) || self.rng.u32(0..10) == 0;
        if deletes_account && let Some(mut user) = self.future_deletions.pop() {
            user.gets_mail(&self.sandbox, &mut self.rng, 3, false);
            self.deletions.push(user);
        }
        self.faults.inject(&self.sandbox, &mut self.rng, first_time);
        let fills_disk = !first_time && self.rng.u32(0..6) == 0;
        self.sandbox.reset_calls();
        let ended = self.run_program(death, first_time, fills_disk).await;
        self.faults.clear(&self.sandbox);
        self.note(death, ended, first_time);
        let problems = self.receiver.problems(&self.database).await;
        self.problems.extend(problems);
    }

    fn death(&mut self, round: usize) -> Death {
        if let Some(point) = Point::ALL.get(round) {
            return Death::At(*point, 1);
        }
        let moment = |rng: &mut Rng, limit| Duration::from_millis(rng.u64(0..limit));
        match self.rng.u32(0..10) {
            0 => Death::Starting(moment(&mut self.rng, 600)),
            1..=5 => {
                let point = Point::ALL[self.rng.usize(0..Point::ALL.len())];
                // These points are reached once in a run of the program.
                let most = if point >= Point::Swept { 1 } else { 4 };
                Death::At(point, self.rng.u32(1..=most))
            }
            _ => Death::Fetching(self.rng.u64(0..12), moment(&mut self.rng, 300)),
        }
    }

    /// Starts the program, lets all users call it, kills its readers, and then kills it. Returns how it ended when it ended by
    /// itself.
    async fn run_program(&mut self, death: Death, first_time: bool, fills_disk: bool) -> Option<Ended> {
        let limit = if first_time { FIRST_LIMIT } else { ROUND_LIMIT };
        let mut settings = self.settings.clone();
        if let Death::At(point, nth) = death {
            settings.push((VARIABLE, format!("{point}:{nth}")));
        }
        let mut replica = Replica::spawn(self.folder.path(), &settings);
        let program = replica.id();
        let mut using = JoinSet::new();
        let ends = async {
            if replica.is_ready().await {
                if fills_disk {
                    self.faults.fill_disk();
                }
                let client = Client::to(&self.http, &replica);
                for user in &self.users {
                    using.spawn(user.client(&client).uses(user.to_delete()));
                }
                for user in &self.deletions {
                    using.spawn(user.client(&client).deletes_account());
                }
                if first_time {
                    using.spawn(make_retries_due(self.database.clone()));
                }
            }
            tokio::select! {
                status = replica.ends() => status,
                never = self.readers.go_on(program, &mut self.rng) => match never {},
            }
        };
        let killed = async {
            match death {
                Death::At(..) => sleep(limit).await,
                Death::Starting(after) => sleep(after).await,
                Death::Fetching(messages, then) => {
                    // When nothing is left to fetch, any time will do.
                    let _ = timeout(limit / 2, self.sandbox.wait_for_calls(Endpoint::Fetch, messages)).await;
                    sleep(then).await;
                }
            }
        };
        let status = tokio::select! {
            status = ends => Some(status),
            () = killed => None,
        };
        replica.kill().await;
        using.shutdown().await;
        status.map(|status| Ended {
            status,
            log: replica.log(),
        })
    }

    fn note(&mut self, death: Death, ended: Option<Ended>, first_time: bool) {
        let place = match death {
            Death::At(point, _) => point.to_string(),
            Death::Fetching(..) => "(at a random time)".to_owned(),
            Death::Starting(_) => "(during its start)".to_owned(),
        };
        let counted = self.deaths.entry(place.clone()).or_default();
        counted.0 += 1;
        match (death, ended) {
            (Death::At(..), Some(ended)) if ended.status.signal() == Some(SIGABRT) => {}
            (_, Some(ended)) => {
                let last: Vec<String> = ended.log.iter().rev().take(5).map(ToString::to_string).collect();
                let status = ended.status;
                self.problems
                    .push(format!("it ended by itself, {place}: {status}: {last:#?}"));
            }
            (Death::At(..), None) => {
                counted.1 += 1;
                if first_time {
                    self.problems.push(format!("it never reached {place}"));
                }
            }
            (_, None) => {}
        }
    }

    /// Clears all faults and repeats what was interrupted. Notes what differs from the expected end state.
    async fn finish(&mut self) {
        self.faults.age_unfinished();
        let replica = Replica::start(self.folder.path(), &self.settings).await;
        let client = Client::to(&self.http, &replica);
        for (number, user) in self.users.iter().enumerate() {
            for ingest in INGESTS {
                let answer = timeout(LIMIT, user.client(&client).sends(Method::POST, ingest, None)).await;
                if !matches!(answer, Ok(Some((200..=204, _)))) {
                    let warned = warnings(&replica.log());
                    self.problems
                        .push(format!("{ingest} of user {number}: {answer:?}: {warned:#?}"));
                }
            }
        }
        for user in &self.deletions {
            if timeout(LIMIT, user.client(&client).deletes_account()).await != Ok(Some(())) {
                self.problems.push("an account could not be deleted".to_owned());
            }
        }
        let (started, users) = (Instant::now(), USERS + self.future_deletions.len());
        let problems = loop {
            execute(&self.database, RETRIES_ARE_DUE).await;
            for user in &self.users {
                user.client(&client).deletes(&user.to_delete()).await;
            }
            let problems = checks::problems(&client, &self.users, users, &self.database, self.folder.path()).await;
            if problems.is_empty() || started.elapsed() > 3 * TICK {
                break problems;
            }
            sleep(PAUSE).await;
        };
        self.problems.extend(problems);
        if replica.stop().await != Some(0) {
            self.problems.push("it did not stop with status 0".to_owned());
        }
        let problems = self.receiver.problems(&self.database).await;
        self.problems.extend(problems);
    }
}

/// Lets no job wait for its next attempt, until the future is dropped.
async fn make_retries_due(database: String) -> Option<()> {
    loop {
        sleep(5 * PAUSE).await;
        execute(&database, RETRIES_ARE_DUE).await;
    }
}

/// The last warnings and errors of a log.
fn warnings(log: &[Value]) -> Vec<String> {
    let warned = log.iter().rev().filter(|line| line["level"] != "INFO");
    warned.take(5).map(ToString::to_string).collect()
}

// Shows: Ingests | Wherever and however often the program dies, and whatever dependency fails, in the end every invoice exists once with its amount, and is notified once
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled(#[values(Sqlite, Postgres)] database: Database) {
    let plan = Plan::of_environment();
    let leaving = Point::ALL.len() + plan.rounds / 4;
    let mut chaos = Chaos::start(database, plan, leaving).await;
    let started = Instant::now();
    for round in 0..chaos.plan.rounds {
        chaos.round(round).await;
        if (round + 1) % 50 == 0 {
            println!(
                "{}: {} rounds in {:.0} s",
                chaos.name,
                round + 1,
                started.elapsed().as_secs_f64()
            );
        }
    }
    let (killing, finishing) = (started.elapsed(), Instant::now());
    chaos.finish().await;
    let report = report::of(&chaos, killing, finishing.elapsed());
    println!("{report}");
    assert!(chaos.problems.is_empty(), "with seed {}:\n{report}", chaos.plan.seed);
}

fn settings(
    sandbox: &SandboxHandle,
    receiver: &Receiver,
    folder: &TempDir,
    database: &str,
) -> Vec<(&'static str, String)> {
    let landlord = format!("[{{sender={LANDLORD:?},subject={RENT_SUBJECT:?}}}]");
    let mut settings = mailbox(sandbox);
    settings.extend([
        ("INVOICES__DATA", folder.path().join("data").display().to_string()),
        ("INVOICES__DATABASE__URL", database.to_owned()),
        ("INVOICES__DATABASE__CONNECTIONS", "4".into()),
        ("INVOICES_TEST__MAIL__RETRY_PAUSE_MILLISECONDS", "1".into()),
        ("INVOICES__MAIL__QUOTA__USER_UNITS_PER_MINUTE", "1000000".into()),
        ("INVOICES__MAIL__QUOTA__PROJECT_UNITS_PER_MINUTE", "1000000".into()),
        // So small that a search has several pages.
        ("INVOICES_TEST__MAIL__PAGE_SIZE", "7".into()),
        ("INVOICES__RENTAL__LANDLORDS", landlord),
        ("INVOICES__PUSH__URL", receiver.url()),
        ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "10000".into()),
        ("INVOICES__AUTH__TOKEN_LIFETIME_SECONDS", "86400".into()),
        ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "1".into()),
        // So small that an ingest has several passes.
        ("INVOICES_TEST__PIPELINE__INGEST_BATCH_SIZE", "5".into()),
        // Each death, of the program or of a reader, costs the documents in work an attempt.
        ("INVOICES_TEST__PIPELINE__PARSE_ATTEMPTS", "1000000".into()),
        ("INVOICES_TEST__PIPELINE__SWEEP_AFTER_MINUTES", "0".into()),
        ("INVOICES_TEST__SCHEDULE__SWEEP", "* * * * * *".into()),
    ]);
    settings
}
