//! A whole service for one test.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::future::join_all;
use invoices_app::{App, Ports, Worker};
use invoices_domain::UserId;
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_service::settings::Config;
use invoices_service::start::{Loops, Service};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::answer::Answer;
use super::clock::TestClock;
use super::database::{Database, count, execute, tables};
use super::program::files_below;
use super::setup::{app, configure, parts};
use super::wait::{LIMIT, until, within, within_limit};

/// The time at which every test starts, a Wednesday.
pub const START: &str = "2026-11-18T09:00:00Z";

/// A service with its mailbox, clock and database.
pub struct World {
    pub app: App,
    pub clock: Arc<TestClock>,
    pub sandbox: SandboxHandle,
    /// Boxed, because the futures of all tests hold it.
    pub config: Box<Config>,
    pub database: Database,
    pub http: reqwest::Client,
    service: Option<Service>,
    base_url: String,
    /// Holds objects, secrets and, for SQLite, the database.
    pub folder: TempDir,
}

impl World {
    pub async fn start(database: Database) -> Self {
        Self::with(database, |_| {}).await
    }

    /// A world with changed settings.
    pub async fn with(database: Database, change: impl FnOnce(&mut Config)) -> Self {
        // It fails when another test has installed it already.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = SandboxSettings {
            address: "alva@example.com".into(),
            ..SandboxSettings::default()
        };
        let sandbox = Sandbox::start(sandbox).await.unwrap();
        let mut config = Box::new(Config::in_folder(folder.path()));
        config.database.url = database.create(folder.path()).await;
        configure(&mut config, &sandbox);
        change(&mut config);
        let clock = Arc::new(TestClock::at(START.parse().unwrap()));
        let app = app(&config, &clock).await;
        let service = start(&config, &app).await;
        World {
            base_url: format!("http://{}", service.address().unwrap()),
            service: Some(service),
            // Loading the system's root certificates takes longer than most tests.
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            app,
            clock,
            sandbox,
            config,
            database,
            folder,
        }
    }

    /// Stops the service and starts another one on the same data.
    pub async fn restart(&mut self) {
        self.restart_with(|_| {}).await;
    }

    async fn restart_with(&mut self, change: impl FnOnce(&mut Ports)) {
        within("the service to stop", self.service.take().unwrap().stop()).await;
        let mut parts = Box::pin(parts(&self.config, &self.clock)).await;
        change(&mut parts.ports);
        self.app = parts.build().unwrap();
        let service = start(&self.config, &self.app).await;
        self.base_url = format!("http://{}", service.address().unwrap());
        self.service = Some(service);
    }

    /// Restarts the service with changed settings.
    pub async fn with_settings(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self.restart().await;
        self
    }

    /// Restarts the service with changed ports.
    pub async fn with_ports(mut self, change: impl FnOnce(&mut Ports)) -> Self {
        self.restart_with(change).await;
        self
    }

    /// Restarts the service with these vendors and no others.
    pub async fn with_only_vendors(self, vendors: &serde_json::Value) -> Self {
        let file = self.folder.path().join("vendors.json");
        std::fs::write(&file, vendors.to_string()).unwrap();
        let change = |config: &mut Config| {
            config.retail.vendors_file = Some(file);
            config.retail.replace_vendors = true;
        };
        self.with_settings(change).await
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Restarts the service with health checks and metrics.
    pub async fn with_operations(self) -> Self {
        let any_port = "127.0.0.1:0".parse().unwrap();
        self.with_settings(|config| config.operations.address = Some(any_port))
            .await
    }

    /// Where the health checks and metrics are served.
    pub fn operations(&self) -> SocketAddr {
        self.service().operations().unwrap()
    }

    /// The service, whose workers and schedule the test runs.
    pub fn service(&self) -> &Service {
        self.service.as_ref().unwrap()
    }

    /// Status and text of an answer on the address for operators.
    pub async fn asks_operations(&self, path: &str) -> (u16, String) {
        let address = self.operations();
        let answer = async {
            let answer = self.http.get(format!("http://{address}{path}")).send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        within(format!("the answer to GET {path}"), answer).await
    }

    pub fn now(&self) -> DateTime<Utc> {
        use invoices_domain::ports::Clock;
        self.clock.now()
    }

    /// Runs every job that is due.
    #[track_caller]
    pub fn drain(&self) -> impl Future<Output = ()> {
        let workers = pools(self.service());
        let drained = async move {
            let mut idle = 0;
            for worker in workers.iter().cycle() {
                while worker.run_one().await.unwrap() {
                    idle = 0;
                }
                // One pool's jobs may have enqueued jobs of another.
                idle += 1;
                if idle == workers.len() {
                    break;
                }
            }
        };
        within("the due jobs to end", drained)
    }

    /// Runs one due job.
    #[track_caller]
    pub fn works_once(&self) -> impl Future<Output = ()> {
        let workers = pools(self.service());
        let worked = async move {
            for worker in workers {
                if worker.run_one().await.unwrap() {
                    return;
                }
            }
            panic!("no job is due");
        };
        within("a due job to end", worked)
    }

    /// Runs jobs during a call, and those that are due after it.
    #[track_caller]
    pub fn while_working<T>(&self, call: impl Future<Output = T>) -> impl Future<Output = T> {
        self.while_working_within(LIMIT, call)
    }

    /// The same for a call that may take until the limit.
    #[track_caller]
    pub fn while_working_within<T>(&self, limit: Duration, call: impl Future<Output = T>) -> impl Future<Output = T> {
        let worked = async move {
            let stop = CancellationToken::new();
            let called = async {
                let result = call.await;
                stop.cancel();
                result
            };
            let workers = pools(self.service());
            let running = workers.iter().map(|worker| worker.run(stop.clone()));
            tokio::join!(called, join_all(running)).0
        };
        // Waits inside of the call end first: their names say more.
        let limit = limit + Duration::from_secs(5);
        let worked = within_limit(limit, "a call and the jobs that run during it", worked);
        let drained = self.drain();
        async move {
            let result = worked.await;
            drained.await;
            result
        }
    }

    /// Sends a request and reads the answer, while jobs run.
    #[track_caller]
    pub fn send(&self, request: reqwest::RequestBuilder) -> impl Future<Output = Answer> {
        self.while_working(Answer::to(request))
    }

    /// Waits until the mail provider got this many requests since the last reset.
    #[track_caller]
    pub fn provider_called(&self, endpoint: Endpoint, count: u64) -> impl Future<Output = ()> {
        within(
            format!("{count} requests for {endpoint:?}"),
            self.sandbox.wait_for_calls(endpoint, count),
        )
    }

    /// Waits until a user counts as deleted.
    #[track_caller]
    pub fn deletion_started(&self, user: UserId) -> impl Future<Output = ()> {
        until("the user to count as deleted", async move || {
            self.app.live_user(user).await.unwrap().is_none()
        })
    }

    /// Waits until there is a job that has not ended.
    #[track_caller]
    pub fn job_enqueued(&self) -> impl Future<Output = ()> {
        until("a job to be enqueued", async || {
            self.app.store().live_jobs().await.unwrap() > 0
        })
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.http.get(self.url(path))).await
    }

    pub async fn post(&self, path: &str, body: &serde_json::Value) -> Answer {
        self.send(self.http.post(self.url(path)).json(body)).await
    }

    /// Enqueues what the schedule says is due, and runs it. Returns the number of jobs that the schedule enqueued.
    pub async fn tick(&self) -> usize {
        let jobs = self.service().tick().await.unwrap();
        self.drain().await;
        jobs
    }

    /// Runs SQL past the service.
    pub async fn sql(&self, sql: &str) {
        execute(&self.config.database.url, sql).await;
    }

    /// The rows that belong to a user, by table. Lists every table with a column `user_id`.
    pub async fn owned(&self, user: UserId) -> BTreeMap<String, Vec<String>> {
        let url = &self.config.database.url;
        let mut owned = BTreeMap::new();
        for table in tables(url).await {
            if table.columns.iter().any(|column| column == "user_id") {
                let rows = table.rows(url, &format!("WHERE user_id = '{user}'")).await;
                owned.insert(table.name, rows);
            }
        }
        owned
    }

    /// All rows of a table.
    pub async fn rows_of(&self, table: &str) -> Vec<String> {
        let url = &self.config.database.url;
        let table = tables(url).await.into_iter().find(|known| known.name == table);
        table.expect("the table exists").rows(url, "").await
    }

    /// The number of rows of a table that belong to a user.
    pub async fn rows(&self, table: &str, user: UserId) -> i64 {
        count(
            &self.config.database.url,
            &format!("SELECT count(*) AS rows FROM {table} WHERE user_id = '{user}'"),
        )
        .await
    }

    /// Replaces a folder of the service by a file, which makes every access fail, until the guard is dropped.
    pub fn without(&self, folder: &str) -> MissingFolder {
        let place = self.folder.path().join(folder);
        let away = place.with_extension("away");
        std::fs::rename(&place, &away).unwrap();
        std::fs::write(&place, "").unwrap();
        MissingFolder { place, away }
    }

    /// The paths of all files and folders of the service.
    pub fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                found.push(path.display().to_string());
                if path.is_dir() {
                    walk(&path, found);
                }
            }
        }
        let mut found = Vec::new();
        walk(self.folder.path(), &mut found);
        found
    }

    /// The keys of all objects in the folder of the object store.
    pub fn objects(&self) -> Vec<String> {
        let mut files = files_below(&self.folder.path().join("objects"));
        files.retain(|file| file.starts_with("invoices/"));
        files
    }
}

/// A service whose loops the test runs. On the heap, as the futures of all tests hold it.
pub async fn start(config: &Config, app: &App) -> Service {
    Box::pin(Service::start_with(config, app.clone(), Loops::Caller))
        .await
        .unwrap()
}

/// A worker of each pool of a service. The others of a pool find the same jobs.
pub fn pools(service: &Service) -> Vec<Arc<Worker>> {
    let mut workers = service.workers().to_vec();
    workers.dedup_by(|one, other| one.kinds() == other.kinds());
    workers
}

/// Puts the folder back when dropped.
pub struct MissingFolder {
    place: PathBuf,
    away: PathBuf,
}

impl Drop for MissingFolder {
    fn drop(&mut self) {
        std::fs::remove_file(&self.place).unwrap();
        std::fs::rename(&self.away, &self.place).unwrap();
    }
}
