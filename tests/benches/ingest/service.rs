//! The program with one user and a mailbox of the sandbox, called through its API.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::database::count;
use invoices_tests::support::program::{mailbox, program};
use invoices_tests::support::wait::within_limit;
use serde_json::{Value, json};

/// The pause between two checks whether the jobs have ended.
const PAUSE: Duration = Duration::from_millis(20);
/// Longer than the largest mailbox takes.
const LIMIT: Duration = Duration::from_hours(1);

/// Where the data of all services is kept.
pub static FOLDERS: OnceLock<PathBuf> = OnceLock::new();

/// A process. It is killed when it is dropped.
pub struct Service {
    pub sandbox: SandboxHandle,
    process: Child,
    base_url: String,
    database: String,
    token: String,
    http: reqwest::Client,
    folder: PathBuf,
}

impl Service {
    /// Starts it on SQLite with these settings, one user signed up and the mailbox connected.
    pub async fn start(settings: &[(&str, &str)]) -> Self {
        let mut service = Self::launch(SandboxSettings::default(), None, settings).await;
        let address = service.sandbox.address().to_owned();
        service.token = service.sign_up(&address).await;
        service
    }

    /// Starts it without a user, on the PostgreSQL of this URL or on SQLite.
    pub async fn launch(sandbox: SandboxSettings, postgres: Option<&str>, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir_in(FOLDERS.get().unwrap()).unwrap().keep();
        let sandbox = Sandbox::start(sandbox).await.unwrap();
        let sqlite = format!("sqlite:{}", folder.join("data/invoices.db").display());
        let mut process = Command::new(program())
            .arg("serve")
            .current_dir(&folder)
            .env_remove("INVOICES_CONFIG")
            .env("INVOICES__LOG__FORMAT", "json")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .envs(mailbox(&sandbox))
            .env(
                "INVOICES__RENTAL__LANDLORDS",
                r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#,
            )
            .envs(postgres.map(|url| ("INVOICES__DATABASE__URL", url)))
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it starts").unwrap();
            let line: Value = serde_json::from_str(&line).unwrap_or_default();
            if line["fields"]["message"] == "ready" {
                break line["fields"]["address"].as_str().unwrap().to_owned();
            }
        };
        // Reads the log, so that the process never blocks on a full pipe, and prints warnings.
        std::thread::spawn(move || {
            for line in lines
                .map_while(Result::ok)
                .filter(|line| !line.contains(r#""level":"INFO""#))
            {
                eprintln!("{line}");
            }
        });
        Service {
            base_url: format!("http://{address}"),
            database: postgres.map_or(sqlite, str::to_owned),
            token: String::new(),
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            sandbox,
            process,
            folder,
        }
    }

    /// Signs a user up and connects the mailbox of this address. Returns the user's token.
    pub async fn sign_up(&self, address: &str) -> String {
        let account = json!({"email": address, "name": "Alva", "password": "a password of some length"});
        let signed_up = self.post("/v1/auth/signup", "", &account).await;
        let token = signed_up["data"]["access_token"].as_str().unwrap().to_owned();
        let tokens = self.sandbox.issue_tokens_for(address, SandboxHandle::default_scopes());
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        self.post("/v1/auth/mail/store-tokens", &token, &tokens).await;
        token
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let request = self.http.post(format!("{}{path}", self.base_url)).json(body);
        let answer = request.bearer_auth(token).send().await.unwrap();
        let status = answer.status();
        let body = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    /// Requests an ingest and waits until all of its jobs have ended. Returns how long that took.
    pub async fn ingest(&self, kind: &str, body: &Value) -> Duration {
        let started = Instant::now();
        self.post(&format!("/v1/invoices/{kind}/ingest"), &self.token, body)
            .await;
        let ended = async {
            while self.rows("jobs WHERE state IN ('ready', 'running')").await > 0 {
                tokio::time::sleep(PAUSE).await;
            }
        };
        within_limit(LIMIT, "the jobs of the ingest to end", ended).await;
        started.elapsed()
    }

    /// The address of the database.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// The process's id.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// The folder of the originals.
    pub fn objects(&self) -> PathBuf {
        self.folder.join("data/objects")
    }

    /// The number of rows of a table.
    pub async fn rows(&self, sql: &str) -> i64 {
        count(&self.database, &format!("SELECT count(*) AS rows FROM {sql}")).await
    }

    /// Requests to the provider since the last call: pages of searches, messages.
    pub fn calls(&self) -> (u64, u64) {
        let calls = (
            self.sandbox.calls(Endpoint::Search),
            self.sandbox.calls(Endpoint::Fetch),
        );
        self.sandbox.reset_calls();
        calls
    }

    /// The peak memory of the process in MiB.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        kib.unwrap_or_default() / 1024
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It fails for a process that has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
