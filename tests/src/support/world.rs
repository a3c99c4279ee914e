//! A whole service for one test.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_app::{App, Ports, Worker, schedule};
use invoices_domain::UserId;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use invoices_server::config::Config;
use invoices_server::start::{self, Service};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::answer::Answer;
use crate::clock::TestClock;
use crate::database::{Database, count, execute, tables};
use crate::program::{files_below, program};
use crate::user::User;

/// When every test begins: a Wednesday morning.
pub const START: &str = "2026-11-18T09:00:00Z";
/// Nothing a test waits for takes this long; a test that does is stuck.
const STUCK: Duration = Duration::from_mins(1);

/// A service with its mailbox, clock and database.
pub struct World {
    pub app: App,
    pub clock: Arc<TestClock>,
    pub sandbox: SandboxHandle,
    /// Boxed, since every test's future holds it.
    pub config: Box<Config>,
    pub database: Database,
    pub http: reqwest::Client,
    service: Option<Service>,
    worker: Worker,
    base_url: String,
    /// Where objects, secrets and (for SQLite) the database lie.
    pub folder: TempDir,
}

impl World {
    pub async fn start(database: Database) -> Self {
        Self::with(database, |_| {}).await
    }

    /// A world whose settings differ.
    pub async fn with(database: Database, change: impl FnOnce(&mut Config)) -> Self {
        // A second install is refused, and then the first one serves.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings {
            address: "alva@example.com".into(),
            ..SandboxSettings::default()
        })
        .await
        .unwrap();
        let mut config = Box::new(Config::in_folder(folder.path()).unwrap());
        config.server.address = "127.0.0.1:0".parse().unwrap();
        config.database.url = database.create(folder.path()).await;
        config.database.connections = 4;
        let base = sandbox.base_url();
        config.mail.gmail_url.clone_from(&base);
        config.mail.token_url = format!("{base}/token");
        config.mail.tokeninfo_url = format!("{base}/tokeninfo");
        config.mail.userinfo_url = format!("{base}/oauth2/v3/userinfo");
        config.mail.client_id = Some(sandbox.client().0.to_owned());
        config.mail.client_secret = Some(sandbox.client().1.to_owned().into());
        config.mail.retry_pause_milliseconds = 1;
        // No test waits for a real minute; all users of a world share one mailbox.
        config.mail.quota.user_units_per_minute = config.mail.quota.project_units_per_minute;
        config.rental.landlords =
            serde_json::from_str(r#"[{"sender": "hyra@landlord.example.com", "subject": "Hyresavi"}]"#).unwrap();
        config.auth.attempts_per_minute = 10_000;
        config.reader.program = Some(program());
        change(&mut config);
        let clock = Arc::new(TestClock::at(START.parse().unwrap()));
        let app = start::app_at(&config, clock.clone()).await.unwrap();
        let service = Service::start(&config, app.clone(), false).await.unwrap();
        World {
            base_url: format!("http://{}", service.address().unwrap()),
            worker: Worker::new(app.clone()),
            service: Some(service),
            // Reading the machine's root certificates takes longer than most tests.
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            app,
            clock,
            sandbox,
            config,
            database,
            folder,
        }
    }

    /// The same data served by a new process, so to speak.
    pub async fn restart(&mut self) {
        self.restart_with(|_| {}).await;
    }

    async fn restart_with(&mut self, change: impl FnOnce(&mut Ports)) {
        self.service.take().unwrap().stop().await;
        self.app = start::app_with(&self.config, self.clock.clone(), change).await.unwrap();
        let service = Service::start(&self.config, self.app.clone(), false).await.unwrap();
        self.base_url = format!("http://{}", service.address().unwrap());
        self.worker = Worker::new(self.app.clone());
        self.service = Some(service);
    }

    /// The same data served with other settings.
    pub async fn with_settings(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self.restart().await;
        self
    }

    /// The same data served through changed ports.
    pub async fn with_ports(mut self, change: impl FnOnce(&mut Ports)) -> Self {
        self.restart_with(change).await;
        self
    }

    /// The same data served with none but these vendors.
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

    /// Where operators ask.
    pub fn operations(&self) -> std::net::SocketAddr {
        self.service.as_ref().unwrap().operations().unwrap()
    }

    pub fn now(&self) -> DateTime<Utc> {
        use invoices_domain::ports::Clock;
        self.clock.now()
    }

    /// Runs every job that is due.
    pub async fn drain(&self) {
        let drained = async { while self.worker.run_one().await.unwrap() {} };
        tokio::time::timeout(STUCK, drained).await.expect("jobs never ended");
    }

    /// Runs jobs while something is in flight, and what is due after.
    pub async fn while_working<T>(&self, call: impl Future<Output = T>) -> T {
        self.while_working_within(STUCK, call).await
    }

    /// The same for something that takes its time.
    pub async fn while_working_within<T>(&self, limit: Duration, call: impl Future<Output = T>) -> T {
        let stop = CancellationToken::new();
        let called = async {
            let result = call.await;
            stop.cancel();
            result
        };
        let done = async { tokio::join!(called, self.worker.run(stop.clone())).0 };
        let result = tokio::time::timeout(limit, done).await.expect("the call never ended");
        self.drain().await;
        result
    }

    /// Sends a request as it is and reads the answer, while jobs run.
    pub async fn ask(&self, request: reqwest::RequestBuilder) -> Answer {
        self.while_working(async { Answer::of(request.send().await.unwrap()).await })
            .await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(self.http.get(self.url(path))).await
    }

    pub async fn post(&self, path: &str, body: &serde_json::Value) -> Answer {
        self.ask(self.http.post(self.url(path)).json(body)).await
    }

    /// A user who signed up.
    pub async fn signs_up(&self, name: &str) -> User<'_> {
        let email = format!("{}-{}@example.com", name.to_lowercase(), Uuid::new_v4().simple());
        let password = "a password of some length";
        let answer = self
            .post(
                "/v1/auth/signup",
                &serde_json::json!({"email": email, "name": name, "password": password}),
            )
            .await;
        assert_eq!(answer.status, 201, "{:?}", answer.body);
        let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
        let id = self.app.verify_token(&token).unwrap();
        User {
            world: self,
            id,
            email,
            password: password.into(),
            token,
        }
    }

    /// A user with a connected mailbox.
    pub async fn connects(&self, name: &str) -> User<'_> {
        let user = self.signs_up(name).await;
        let tokens = self.sandbox.issue_tokens();
        user.stores_tokens(&tokens.access, Some(&tokens.refresh))
            .await
            .data(201);
        user
    }

    /// Lets the schedule look at the time, and runs what it enqueued.
    pub async fn tick(&self) -> usize {
        let jobs = schedule::run_due(&self.app).await.unwrap();
        self.drain().await;
        jobs
    }

    /// SQL behind the service's back.
    pub async fn sql(&self, sql: &str) {
        execute(&self.config.database.url, sql).await;
    }

    /// Every row of every table that has a user's column, by table: what is this user's alone.
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

    /// How many rows of a table are a user's.
    pub async fn rows(&self, table: &str, user: UserId) -> i64 {
        count(
            &self.config.database.url,
            &format!("SELECT count(*) AS rows FROM {table} WHERE user_id = '{user}'"),
        )
        .await
    }

    /// Takes a folder of the service away, until what this returns is dropped: a file lies in its place.
    pub fn without(&self, folder: &str) -> Away {
        let place = self.folder.path().join(folder);
        let away = place.with_extension("away");
        std::fs::rename(&place, &away).unwrap();
        std::fs::write(&place, "").unwrap();
        Away { place, away }
    }

    /// Every file of the service, and every folder.
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

    /// Every file below the objects' folder.
    pub fn objects(&self) -> Vec<String> {
        let mut files = files_below(&self.folder.path().join("objects"));
        files.retain(|file| file.starts_with("invoices/"));
        files
    }
}

/// A folder that is not in its place.
pub struct Away {
    place: PathBuf,
    away: PathBuf,
}

impl Drop for Away {
    fn drop(&mut self) {
        std::fs::remove_file(&self.place).unwrap();
        std::fs::rename(&self.away, &self.place).unwrap();
    }
}
