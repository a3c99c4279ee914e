//! The cost of a user, of a scheduled run and of a mail: calls of the provider, rows, bytes and processor time.
//!
//! Every figure is the difference between two moments, without what the idle service uses in the same time, divided by the
//! number of runs or mails. `docs/capacity.md` has them.

#![allow(clippy::cast_precision_loss, reason = "figures are printed with a few digits")]

use std::fs;
use std::time::{Duration, Instant};

use chrono::Utc;
use invoices_app::job::Ingest;
use invoices_db::{DatabaseSettings, FanOut, JobKind, Store};
use invoices_sandbox::{Endpoint, Quota, SandboxSettings};
use invoices_tests::support::database::{count, execute, tables};
use invoices_tests::support::mails::{ReceiptText, grocery_of, notice, rent_mail};
use invoices_tests::support::program::files_below;
use invoices_tests::support::wait::within_limit;
use serde_json::json;
use test_servers::postgres::Postgres;

use crate::service::Service;
use crate::{figure, processor, received};

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Effort {
    users: u32,
    /// How often each user's mailbox is searched, and how many new mails each user gets.
    ticks: u32,
    mails: u32,
    /// How long the idle service is observed.
    idle: Duration,
}

pub const WHOLE: Effort = Effort {
    users: 100,
    ticks: 10,
    mails: 10,
    idle: Duration::from_secs(20),
};
pub const QUICK: Effort = Effort {
    users: 10,
    ticks: 3,
    mails: 5,
    idle: Duration::from_secs(3),
};
/// PostgreSQL adds what an idle connection did to its statistics within ten seconds.
const STATISTICS: Duration = Duration::from_secs(11);
/// The pause between two checks whether the jobs have ended.
const PAUSE: Duration = Duration::from_millis(250);
const LIMIT: Duration = Duration::from_mins(10);
/// An access token is renewed a minute before it expires, so one of this lifetime is used for a second. Ticks are further
/// apart, and each run renews its token, as it does when it is a day after the last one.
const TOKEN: Duration = Duration::from_secs(61);
const BETWEEN_TICKS: Duration = Duration::from_millis(1_500);
/// Schedules that are never due, and limits that are never reached. The sweeper runs at each fifth minute and does little.
const SETTINGS: &[(&str, &str)] = &[
    ("INVOICES__SCHEDULE__RENTAL_LATEST", "0 0 0 1 1 *"),
    ("INVOICES__SCHEDULE__RETAIL", "0 0 0 1 1 *"),
    ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "1000000"),
];

/// Measures on both databases.
pub async fn costs(effort: Effort) {
    measure("SQLite", None, effort).await;
    let server = Postgres::durable().unwrap();
    measure("PostgreSQL", Some(&server.url()), effort).await;
}

async fn measure(name: &'static str, postgres: Option<&str>, effort: Effort) {
    let Effort {
        users,
        ticks,
        mails,
        idle,
    } = effort;
    let sandbox = SandboxSettings {
        access_lifetime: TOKEN,
        ..SandboxSettings::default()
    };
    let service = Service::launch(sandbox, postgres, SETTINGS).await;
    let mut bench = Bench::new(&service, postgres, users).await;
    let at_rest = bench.observe(tokio::time::sleep(idle)).await;
    bench.idle = Some(at_rest);
    let signed_up = bench.observe(sign_up(&service, users)).await;
    signed_up.print(name, "a user who signs up and connects a mailbox", users);
    let nothing = bench.ticks(&Ingest::RentalLatest, ticks).await;
    nothing.print(name, "a rental run, the month's notice awaited", users * ticks);
    add_to_all(&service, effort, |number| {
        let pdf = notice(5_000 + i64::from(number), "2026-11-30");
        rent_mail(received(number), &[("Hyresavi.pdf", pdf)])
    });
    let notices = bench.ticks(&Ingest::RentalLatest, 1).await;
    assert_eq!(service.rows("rental_invoices").await, i64::from(users * mails));
    notices
        .less(&nothing, ticks)
        .print(name, "a rent notice (PDF)", users * mails);
    let processed = bench.ticks(&Ingest::RentalLatest, ticks).await;
    processed.print(name, "a rental run, the month processed", users * ticks);
    // The first retail run has no cursors yet.
    bench.fire(&Ingest::retail(None, None), 1).await;
    let nothing = bench.ticks(&Ingest::retail(None, None), ticks).await;
    nothing.print(name, "a retail run, nothing new", users * ticks);
    // The usual size of a shop's mail is that of its inline styles.
    let more =
        "<p style=\"margin:0;padding:0;font-family:Arial,sans-serif;font-size:14px\">Tack för att du handlar.</p>";
    let more = more.repeat(240);
    add_to_all(&service, effort, |number| {
        let order = (1_000_000 + number).to_string();
        let text = ReceiptText {
            order: Some(&order),
            more: &more,
            ..ReceiptText::default()
        };
        grocery_of(received(number), &text)
    });
    let receipts = bench.ticks(&Ingest::retail(None, None), 1).await;
    assert_eq!(service.rows("retail_invoices").await, i64::from(users * mails));
    receipts
        .less(&nothing, ticks)
        .print(name, "a receipt (HTML)", users * mails);
}

fn address(user: u32) -> String {
    format!("user-{user}@example.com")
}

async fn sign_up(service: &Service, users: u32) {
    for user in 0..users {
        service.sign_up(&address(user)).await;
    }
}

fn add_to_all(service: &Service, effort: Effort, mail: impl Fn(u32) -> Vec<u8>) {
    for number in 0..effort.mails {
        let eml = mail(number);
        for user in 0..effort.users {
            service.sandbox.add_to(&address(user), &eml);
        }
    }
}

struct Bench<'s> {
    service: &'s Service,
    users: u32,
    store: Store,
    /// The first process of PostgreSQL.
    postgres: Option<u32>,
    ticks: u32,
    /// What the service uses without work.
    idle: Option<Used>,
}

impl<'s> Bench<'s> {
    async fn new(service: &'s Service, postgres: Option<&str>, users: u32) -> Self {
        let settings = DatabaseSettings {
            connections: 1,
            ..DatabaseSettings::new(service.database().to_owned())
        };
        let postgres = match postgres {
            Some(url) => {
                let first_line = "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::bigint AS rows";
                u32::try_from(count(url, first_line).await).ok()
            }
            None => None,
        };
        Bench {
            service,
            users,
            store: Store::open(&settings).await.unwrap(),
            postgres,
            ticks: 0,
            idle: None,
        }
    }

    /// Fires ticks as the schedule does, each after the jobs of the one before, and returns what they used.
    async fn ticks(&mut self, ingest: &Ingest, times: u32) -> Used {
        let before = self.before().await;
        self.fire(ingest, times).await;
        self.since(before).await
    }

    async fn fire(&mut self, ingest: &Ingest, times: u32) {
        for _ in 0..times {
            let name = format!("costs-{}", self.ticks);
            self.ticks += 1;
            let mut payload = json!(ingest);
            payload["scheduled"] = true.into();
            let jobs = FanOut {
                kind: JobKind::Ingest,
                key_prefix: format!("{name}/"),
                lane_prefix: "user:".into(),
                payload,
                spread_minutes: 0,
            };
            let now = Utc::now();
            let fired = self.store.fire_tick(&name, now, jobs, now).await.unwrap();
            assert_eq!(fired, Some(self.users as usize));
            let ended = async {
                while self.store.live_jobs().await.unwrap() > 0 {
                    tokio::time::sleep(PAUSE).await;
                }
            };
            within_limit(LIMIT, "the jobs of a tick to end", ended).await;
            tokio::time::sleep(BETWEEN_TICKS).await;
        }
    }

    /// What the service and its database used while `work` ran, without what they use idle.
    async fn observe(&self, work: impl Future<Output = ()>) -> Used {
        let before = self.before().await;
        work.await;
        self.since(before).await
    }

    async fn before(&self) -> Moment {
        Moment {
            stored: self.stored().await,
            at: Instant::now(),
            used: self.used().await,
        }
    }

    async fn since(&self, before: Moment) -> Used {
        if self.postgres.is_some() {
            tokio::time::sleep(STATISTICS).await;
        }
        let used = self.used().await.minus(&before.used, 1.0);
        let took = before.at.elapsed().as_secs_f64();
        let stored = self.stored().await.minus(&before.stored, 1.0);
        let used = Used { took, ..used }.plus(&stored);
        match &self.idle {
            Some(idle) => used.minus(idle, took / idle.took),
            None => used,
        }
    }

    async fn used(&self) -> Used {
        let (service, sandbox) = (self.service, &self.service.sandbox);
        let calls = |endpoint| sandbox.calls(endpoint) as f64;
        let mut used = Used {
            searches: calls(Endpoint::Search),
            messages: calls(Endpoint::Fetch),
            tokens: calls(Endpoint::Token),
            service: milliseconds(processor::own(service.pid())),
            readers: milliseconds(processor::children(service.pid())),
            ..Used::default()
        };
        if let Some(postgres) = self.postgres {
            let statistics = async |column: &str| {
                let sql =
                    format!("SELECT CAST({column} AS bigint) AS rows FROM pg_stat_database WHERE datname = 'postgres'");
                count(service.database(), &sql).await as f64
            };
            used.database = milliseconds(processor::own(postgres) + processor::children(postgres));
            used.transactions = statistics("xact_commit").await;
            used.active = statistics("active_time * 1000").await / 1000.0;
        }
        used
    }

    async fn stored(&self) -> Used {
        let url = self.service.database();
        let size = if self.postgres.is_some() {
            // Without it the size would also depend on when old versions of rows are removed.
            execute(url, "VACUUM FULL").await;
            "SELECT pg_database_size(current_database()) AS rows"
        } else {
            "SELECT page_count * page_size AS rows FROM pragma_page_count(), pragma_page_size()"
        };
        let (mut rows, bytes) = (0, count(url, size).await);
        for table in tables(url).await {
            rows += count(url, &format!("SELECT count(*) AS rows FROM {}", table.name)).await;
        }
        let folder = self.service.objects();
        let files = files_below(&folder);
        let sizes = files.iter().map(|file| fs::metadata(folder.join(file)).unwrap().len());
        Used {
            rows: rows as f64,
            bytes: bytes as f64,
            objects: files.len() as f64,
            object_bytes: sizes.sum::<u64>() as f64,
            ..Used::default()
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A moment, and what was used until then.
struct Moment {
    stored: Used,
    at: Instant,
    used: Used,
}

/// The consumption. Times are in milliseconds, except for `took` in seconds.
#[derive(Clone, Copy, Default)]
struct Used {
    took: f64,
    searches: f64,
    messages: f64,
    /// Renewals of access tokens.
    tokens: f64,
    rows: f64,
    bytes: f64,
    objects: f64,
    object_bytes: f64,
    /// Processor time.
    service: f64,
    readers: f64,
    database: f64,
    /// Committed transactions, and how long statements were executed.
    transactions: f64,
    active: f64,
}

impl Used {
    fn plus(&self, other: &Used) -> Used {
        self.minus(other, -1.0)
    }

    /// Subtracts `times` as much as the other.
    fn minus(&self, other: &Used, times: f64) -> Used {
        let minus = |one: f64, other: f64| one - times * other;
        Used {
            took: self.took,
            searches: minus(self.searches, other.searches),
            messages: minus(self.messages, other.messages),
            tokens: minus(self.tokens, other.tokens),
            rows: minus(self.rows, other.rows),
            bytes: minus(self.bytes, other.bytes),
            objects: minus(self.objects, other.objects),
            object_bytes: minus(self.object_bytes, other.object_bytes),
            service: minus(self.service, other.service),
            readers: minus(self.readers, other.readers),
            database: minus(self.database, other.database),
            transactions: minus(self.transactions, other.transactions),
            active: minus(self.active, other.active),
        }
    }

    /// Without one tick of those that were observed together.
    fn less(&self, ticks: &Used, observed: u32) -> Used {
        self.minus(ticks, 1.0 / f64::from(observed))
    }

    fn print(&self, database: &str, what: &str, times: u32) {
        let price = Quota::default();
        let units = self.searches * price.list as f64 + self.messages * price.get as f64;
        for (name, unit, used) in [
            ("searches", "", self.searches),
            ("messages fetched", "", self.messages),
            ("quota", "units", units),
            ("renewals of tokens", "", self.tokens),
            ("rows", "", self.rows),
            ("size in the database", "bytes", self.bytes),
            ("originals", "", self.objects),
            ("size of originals", "bytes", self.object_bytes),
            ("transactions", "", self.transactions),
            ("time of statements", "ms", self.active),
            ("processor of PostgreSQL", "ms", self.database),
            ("processor of the service", "ms", self.service),
            ("processor of the readers", "ms", self.readers),
        ] {
            figure(&format!("{what}: {name}"), unit, database, used / f64::from(times));
        }
    }
}
