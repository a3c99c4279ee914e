//! The program itself is killed again and again, at every moment that has a name and at any other, while mail comes,
//! people ingest, delete and leave, and everything around it fails. In the end everything is there once.
//!
//! Here each named moment comes once, and a few others. `cargo xtask chaos` goes on for hundreds of rounds. A seed gives
//! the same mails, faults and moments; how far the program comes by then is the machine's affair.

mod people;
mod report;
mod verdict;
mod weather;

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

use self::people::{INGESTS, Person, Phone};
use self::weather::Weather;
use crate::database::{Database, execute};
use crate::program::mailbox;
use crate::replica::Replica;

/// People who stay to the end.
const PEOPLE: usize = 4;
/// Nothing takes this long.
const STUCK: Duration = Duration::from_mins(2);
/// How long a round waits for the program to come to where it is to die.
const PATIENCE: Duration = Duration::from_secs(4);
/// The signal that a process ends by when it dies at a named moment.
const ABORTED: i32 = 6;
/// The scheduler looks whether something is due every quarter of a minute.
const TICK: Duration = Duration::from_secs(15);
/// How often the end is looked for.
const GLANCE: Duration = Duration::from_millis(200);

/// How long it goes on, and with what chances.
struct Plan {
    seed: u64,
    rounds: usize,
    mails: usize,
}

impl Plan {
    fn of_environment() -> Self {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
        let size = |name: &str, short: usize| number(name).map_or(short, |number| usize::try_from(number).unwrap());
        let rounds = size("INVOICES_CHAOS_ROUNDS", Point::ALL.len() + 6);
        Plan {
            seed: number("INVOICES_CHAOS_SEED").unwrap_or(1),
            rounds,
            mails: size("INVOICES_CHAOS_MESSAGES", 3 * rounds),
        }
    }
}

/// How a round ends.
#[derive(Clone, Copy)]
enum Death {
    /// There, when it comes there so often.
    At(Point, u32),
    /// So long after so many messages were fetched.
    Fetching(u64, Duration),
    /// So long after it was started.
    Starting(Duration),
}

/// How it ended by itself, and what it had said.
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
    people: Vec<Person>,
    /// Those who will leave, and those who have begun to.
    leavers: Vec<Person>,
    leaving: Vec<Person>,
    weather: Weather,
    delivered: usize,
    /// Deaths by place, and how many of them came too late to be there.
    deaths: BTreeMap<String, (usize, usize)>,
    problems: Vec<String>,
}

impl Chaos {
    async fn begin(database: Database) -> Self {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let plan = Plan::of_environment();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let url = database.create(folder.path()).await;
        let mut chaos = Chaos {
            name: match database {
                Database::Sqlite => "SQLite",
                Database::Postgres => "PostgreSQL",
            },
            rng: Rng::with_seed(plan.seed),
            settings: settings(&sandbox, &folder, &url),
            weather: Weather::over(folder.path()),
            database: url,
            http: reqwest::Client::builder()
                .tls_certs_only([])
                .pool_max_idle_per_host(0)
                .build()
                .unwrap(),
            plan,
            sandbox,
            folder,
            people: Vec::new(),
            leavers: Vec::new(),
            leaving: Vec::new(),
            delivered: 0,
            deaths: BTreeMap::new(),
            problems: Vec::new(),
        };
        chaos.everyone_joins().await;
        chaos
    }

    /// Before anything goes wrong.
    async fn everyone_joins(&mut self) {
        let replica = Replica::start(self.folder.path(), &self.settings).await;
        let phone = Phone::to(&self.http, &replica);
        let all = PEOPLE + Point::ALL.len() + self.plan.rounds / 4;
        let joining = stream::iter(0..all).map(|number| Person::joins(&phone, &self.sandbox, number));
        self.people = joining.buffered(4).collect().await;
        self.leavers = self.people.split_off(PEOPLE);
        assert_eq!(replica.stop().await, Some(0));
    }

    async fn round(&mut self, number: usize) {
        let death = self.death(number);
        let first_time = number < Point::ALL.len();
        let due = (self.plan.mails * (number + 1)).div_ceil(self.plan.rounds);
        let mails = due.saturating_sub(self.delivered).max(2);
        let regretted = matches!(death, Death::At(Point::OriginalsDeleted, _)) || self.rng.u32(0..4) == 0;
        let lucky = self.rng.usize(0..PEOPLE);
        self.people[lucky].gets_mail(&self.sandbox, &mut self.rng, mails, regretted);
        self.delivered += mails;
        let leaves = matches!(death, Death::At(point, _) if point >= Point::ObjectsErased) || self.rng.u32(0..10) == 0;
        if leaves && let Some(mut leaver) = self.leavers.pop() {
            leaver.gets_mail(&self.sandbox, &mut self.rng, 3, false);
            self.leaving.push(leaver);
        }
        self.weather.turns(&self.sandbox, &mut self.rng, first_time);
        let fills = !first_time && self.rng.u32(0..6) == 0;
        self.sandbox.reset_calls();
        let ended = self.life(death, if first_time { STUCK } else { PATIENCE }, fills).await;
        self.weather.clears(&self.sandbox);
        self.note(death, ended, first_time);
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
                // What comes once a life does not come a second time.
                let most = if point >= Point::Swept { 1 } else { 4 };
                Death::At(point, self.rng.u32(1..=most))
            }
            _ => Death::Fetching(self.rng.u64(0..12), moment(&mut self.rng, 300)),
        }
    }

    /// Starts the program, lets everybody use it, and kills it if it does not die by itself: then this is how.
    async fn life(&mut self, death: Death, patience: Duration, fills: bool) -> Option<Ended> {
        let mut settings = self.settings.clone();
        if let Death::At(point, nth) = death {
            settings.push((VARIABLE, format!("{point}:{nth}")));
        }
        let mut replica = Replica::spawn(self.folder.path(), &settings);
        let mut using = JoinSet::new();
        let ends = async {
            if replica.answers().await {
                if fills {
                    self.weather.fills_the_disk();
                }
                let phone = Phone::to(&self.http, &replica);
                for person in &self.people {
                    using.spawn(person.phone(&phone).uses(person.doomed()));
                }
                for person in &self.leaving {
                    using.spawn(person.phone(&phone).leaves());
                }
            }
            replica.ended().await
        };
        let killed = async {
            match death {
                Death::At(..) => sleep(patience).await,
                Death::Starting(after) => sleep(after).await,
                Death::Fetching(messages, then) => {
                    // Where nothing is left to fetch, any moment will do.
                    let _ = timeout(patience / 2, self.sandbox.wait_for_calls(Endpoint::Fetch, messages)).await;
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
            Death::Fetching(..) => "(any moment)".to_owned(),
            Death::Starting(_) => "(while it starts)".to_owned(),
        };
        let counted = self.deaths.entry(place.clone()).or_default();
        counted.0 += 1;
        match (death, ended) {
            (Death::At(..), Some(ended)) if ended.status.signal() == Some(ABORTED) => {}
            (_, Some(ended)) => {
                let last: Vec<String> = ended.log.iter().rev().take(5).map(ToString::to_string).collect();
                let status = ended.status;
                self.problems
                    .push(format!("it ended by itself, {place}: {status}: {last:#?}"));
            }
            (Death::At(..), None) => {
                counted.1 += 1;
                if first_time {
                    self.problems.push(format!("it never came to {place}"));
                }
            }
            (_, None) => {}
        }
    }

    /// Nothing goes wrong any more, and everybody does once more what was cut off. What differs then stays so.
    async fn settles(&mut self) {
        self.weather.ages_the_unfinished();
        let replica = Replica::start(self.folder.path(), &self.settings).await;
        let phone = Phone::to(&self.http, &replica);
        for (number, person) in self.people.iter().enumerate() {
            for ingest in INGESTS {
                let answer = timeout(STUCK, person.phone(&phone).asks(Method::POST, ingest, None)).await;
                if !matches!(answer, Ok(Some((200..=204, _)))) {
                    let warned = warnings(&replica.log());
                    self.problems
                        .push(format!("{ingest} of user {number}: {answer:?}: {warned:#?}"));
                }
            }
        }
        for person in &self.leaving {
            if timeout(STUCK, person.phone(&phone).leaves()).await != Ok(Some(())) {
                self.problems.push("someone could not leave".to_owned());
            }
        }
        let (began, staying) = (Instant::now(), PEOPLE + self.leavers.len());
        let problems = loop {
            // Nobody waits for the hour that a job may be put off.
            execute(
                &self.database,
                "UPDATE jobs SET run_at = created_at WHERE state = 'ready'",
            )
            .await;
            for person in &self.people {
                person.phone(&phone).deletes(&person.doomed()).await;
            }
            let problems = verdict::problems(&phone, &self.people, staying, &self.database, self.folder.path()).await;
            if problems.is_empty() || began.elapsed() > 3 * TICK {
                break problems;
            }
            sleep(GLANCE).await;
        };
        self.problems.extend(problems);
        if replica.stop().await != Some(0) {
            self.problems.push("it did not stop in order".to_owned());
        }
    }
}

/// The last that a process warned of.
fn warnings(log: &[Value]) -> Vec<String> {
    let warned = log.iter().rev().filter(|line| line["level"] != "INFO");
    warned.take(5).map(ToString::to_string).collect()
}

async fn nothing_is_lost_or_doubled(database: Database) {
    let mut chaos = Chaos::begin(database).await;
    let began = Instant::now();
    for round in 0..chaos.plan.rounds {
        chaos.round(round).await;
        if (round + 1) % 50 == 0 {
            println!(
                "{}: {} rounds in {:.0} s",
                chaos.name,
                round + 1,
                began.elapsed().as_secs_f64()
            );
        }
    }
    let (died, settled) = (began.elapsed(), Instant::now());
    chaos.settles().await;
    let report = report::of(&chaos, died, settled.elapsed());
    println!("{report}");
    assert!(chaos.problems.is_empty(), "with seed {}:\n{report}", chaos.plan.seed);
}

fn settings(sandbox: &SandboxHandle, folder: &TempDir, database: &str) -> Vec<(&'static str, String)> {
    let landlord = format!("[{{sender={LANDLORD:?},subject={RENT_SUBJECT:?}}}]");
    let mut settings = mailbox(sandbox);
    settings.extend([
        ("INVOICES__DATA", folder.path().join("data").display().to_string()),
        ("INVOICES__DATABASE__URL", database.to_owned()),
        ("INVOICES__DATABASE__CONNECTIONS", "4".into()),
        ("INVOICES__MAIL__RETRY_PAUSE_MILLISECONDS", "1".into()),
        ("INVOICES__MAIL__QUOTA__USER_UNITS_PER_MINUTE", "1000000".into()),
        ("INVOICES__MAIL__QUOTA__PROJECT_UNITS_PER_MINUTE", "1000000".into()),
        // So few that a search has pages.
        ("INVOICES__MAIL__PAGE_SIZE", "7".into()),
        ("INVOICES__RENTAL__LANDLORDS", landlord),
        ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "10000".into()),
        ("INVOICES__AUTH__TOKEN_LIFETIME_SECONDS", "86400".into()),
        ("INVOICES__PIPELINE__LEASE_SECONDS", "1".into()),
        // So few that an ingest has passes.
        ("INVOICES__PIPELINE__PASS_MESSAGES", "5".into()),
        // Each death costs the documents in hand an attempt, and of those there are many here.
        ("INVOICES__PIPELINE__PARSE_ATTEMPTS", "1000000".into()),
        ("INVOICES__PIPELINE__SWEEP_AFTER_MINUTES", "0".into()),
        ("INVOICES__SCHEDULE__SWEEP", "* * * * * *".into()),
    ]);
    settings
}

/// However often the program dies, and of whatever.
mod sqlite {
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_lost_or_doubled() {
        super::nothing_is_lost_or_doubled(super::Database::Sqlite).await;
    }
}

/// However often the program dies, and of whatever.
mod postgres {
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_lost_or_doubled() {
        super::nothing_is_lost_or_doubled(super::Database::Postgres).await;
    }
}
