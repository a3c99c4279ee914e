//! Metrics for Prometheus: what this process does, and the job queue of all processes.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use invoices_api::{Answered, Observer};
use invoices_app::{App, Check};
use invoices_db::{Backlog, JobKind, StoreError, StoredKind};
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// The content type of `/metrics`.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// In seconds. A list takes milliseconds, an ingest up to minutes.
const BUCKETS: [f64; 10] = [0.005, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0, 60.0, 300.0];
/// The time limit of the queries: a scrape must not wait for a database that is down.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

type Label = Vec<(&'static str, String)>;
type Seconds = Gauge<f64, AtomicU64>;

/// Metrics of the requests that this process answered.
#[derive(Clone)]
pub struct Requests {
    answers: Family<Label, Counter>,
    seconds: Family<Label, Histogram>,
}

impl Default for Requests {
    fn default() -> Self {
        Requests {
            answers: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
        }
    }
}

impl Requests {
    /// An observer that counts requests.
    pub fn observer(&self) -> Observer {
        let requests = self.clone();
        Arc::new(move |answered: Answered| {
            let operation = vec![("operation", answered.operation)];
            let mut answer = operation.clone();
            answer.push(("status", answered.status.as_str().to_owned()));
            // There are few: a status has one to four codes.
            answer.extend(answered.code.map(|code| ("code", code.as_str().to_owned())));
            requests.answers.get_or_create(&answer).inc();
            requests
                .seconds
                .get_or_create(&operation)
                .observe(answered.elapsed.as_secs_f64());
        })
    }

    fn register(&self, registry: &mut Registry) {
        registry.register("requests", "Requests answered", self.answers.clone());
        registry.register(
            "request_duration_seconds",
            "Time to answer a request",
            self.seconds.clone(),
        );
    }
}

/// All metrics. Without a database those of the queue are missing, and `invoices_database_up` is 0.
pub async fn text(app: &App, requests: &Requests, dependencies: &[Check]) -> Result<String, fmt::Error> {
    let mut registry = Registry::with_prefix("invoices");
    let build = vec![("version", env!("CARGO_PKG_VERSION"))];
    registry.register("build", "The version of the program", Info::new(build));
    requests.register(&mut registry);
    app.register_metrics(&mut registry);
    registry.register(
        "passwords_verified",
        "Passwords verified for logins; each takes some tens of milliseconds of CPU time",
        ConstCounter::new(app.passwords_verified()),
    );
    register_limits(&mut registry, app);
    let states = Family::<Label, Gauge>::default();
    for check in dependencies {
        let label = vec![("dependency", check.of.to_owned())];
        states.get_or_create(&label).set(i64::from(check.problem.is_none()));
    }
    let help = "Whether the last check of a dependency succeeded";
    registry.register("dependency_up", help, states);
    registry.register(
        "machine_ahead_seconds",
        "How far this machine's clock is ahead of the database's, whose time is used",
        ConstGauge::new(app.machine_ahead().as_seconds_f64()),
    );
    let up = Gauge::<i64>::default();
    registry.register(
        "database_up",
        "Whether the database answered the queries for these metrics",
        up.clone(),
    );
    registry.register(
        "database_damaged",
        "Whether a query or a check has found the SQLite file damaged",
        ConstGauge::new(i64::from(app.store().damage().is_some())),
    );
    if let Ok(Some(queue)) = tokio::time::timeout(QUERY_TIMEOUT, Queue::of(app)).await {
        up.set(1);
        queue.register(&mut registry);
    }
    let mut text = String::new();
    encode_registry(&mut text, &registry)?;
    encode_eof(&mut text)?;
    Ok(text)
}

fn register_limits(registry: &mut Registry, app: &App) {
    let (usage, in_flight) = (app.throttle_usage(), app.bytes_in_flight());
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let size = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    let gauges = [
        (
            "waiting_requests",
            "Requests waiting for their ingest",
            count(app.waiting_for_ingests()),
        ),
        (
            "throttle_entries",
            "Keys counted by the callers' limits",
            count(usage.entries),
        ),
        ("throttle_bytes", "Memory of these counters", count(usage.bytes)),
        (
            "delayed_logins",
            "Logins delayed after too many failed ones",
            count(usage.delayed),
        ),
        (
            "bytes_in_flight",
            "Weight of the messages and documents in memory",
            size(in_flight.held),
        ),
        (
            "bytes_in_flight_peak",
            "The maximum weight since the process started",
            size(in_flight.peak),
        ),
    ];
    for (name, help, value) in gauges {
        registry.register(name, help, ConstGauge::new(value));
    }
}

/// The jobs of all processes, by kind, and the schedule.
#[derive(Default)]
struct Queue {
    jobs: Family<Label, Gauge>,
    oldest: Family<Label, Seconds>,
    ticks: Family<Label, Seconds>,
    problems: Family<Label, Gauge>,
    asked: Gauge,
}

impl Queue {
    async fn of(app: &App) -> Option<Self> {
        let queue = Queue::default();
        let now = app.now();
        let store = app.store();
        let queries = async {
            Ok::<_, StoreError>((
                store.backlog(now).await?,
                store.last_ticks().await?,
                store.waiting().await?,
            ))
        };
        let (backlog, ticks, waiting) = queries
            .await
            .inspect_err(|error| tracing::warn!(%error, "failed to query the job queue"))
            .ok()?;
        // A kind without jobs has the value 0: a missing series would look like a failed scrape.
        let known = JobKind::ALL
            .iter()
            .map(|kind| (StoredKind::from(*kind), Backlog::default()));
        for (kind, jobs) in known.chain(backlog).collect::<BTreeMap<_, _>>() {
            let label = |state: Option<&str>| {
                let state = state.map(|state| ("state", state.to_owned()));
                [("kind", kind.to_string())].into_iter().chain(state).collect::<Label>()
            };
            let states = [
                ("due", jobs.due),
                ("waiting", jobs.waiting),
                ("running", jobs.running),
                ("dead", jobs.dead),
            ];
            for (state, count) in states {
                queue.jobs.get_or_create(&label(Some(state))).set(count);
            }
            let age = jobs
                .oldest_due
                .map_or(0.0, |since| (now - since).as_seconds_f64().max(0.0));
            queue.oldest.get_or_create(&label(None)).set(age);
        }
        for (name, at) in ticks {
            let at = at.timestamp_millis();
            #[allow(clippy::cast_precision_loss, reason = "a time in milliseconds has 41 bits")]
            queue.ticks.get_or_create(&vec![("tick", name)]).set(at as f64 / 1e3);
        }
        for (problem, users) in waiting.problems {
            let label = vec![("problem", problem.to_string())];
            queue.problems.get_or_create(&label).set(users);
        }
        queue.asked.set(waiting.asked);
        Some(queue)
    }

    fn register(self, registry: &mut Registry) {
        let oldest = "Time that the oldest due job has waited for a worker";
        registry.register("jobs", "Jobs that have not finished successfully", self.jobs);
        registry.register("oldest_due_job_seconds", oldest, self.oldest);
        registry.register(
            "last_tick_timestamp_seconds",
            "The last tick of each schedule",
            self.ticks,
        );
        let users = "Users with a problem that they were notified of, until it is solved";
        registry.register("users_with_problem", users, self.problems);
        let asked = "Documents whose total or password the user is asked for";
        registry.register("documents_asked", asked, self.asked);
    }
}
