//! The program itself over a mailbox of the sandbox's, driven through its API.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::database::count;
use crate::program::{mailbox, program};

/// How often it is asked how far it is.
const GLANCE: Duration = Duration::from_millis(20);

/// A service with one user and the user's mailbox. Everything is new, and gone when dropped.
pub struct Bed {
    pub sandbox: SandboxHandle,
    service: Child,
    base_url: String,
    database: String,
    token: String,
    http: reqwest::Client,
    _folder: TempDir,
}

impl Bed {
    /// Starts it with these settings besides the mailbox.
    pub async fn start(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let mut service = Command::new(program())
            .arg("serve")
            .current_dir(folder.path())
            .env_remove("INVOICES_CONFIG")
            .env("INVOICES__LOG__FORMAT", "json")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .envs(mailbox(&sandbox))
            .env(
                "INVOICES__RENTAL__LANDLORDS",
                r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#,
            )
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(service.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it starts").unwrap();
            let line: Value = serde_json::from_str(&line).unwrap_or_default();
            if line["fields"]["message"] == "ready" {
                break line["fields"]["address"].as_str().unwrap().to_owned();
            }
        };
        // What it says later is read, so that it never waits for a reader, and shown where something is wrong.
        std::thread::spawn(move || {
            for line in lines
                .map_while(Result::ok)
                .filter(|line| !line.contains(r#""level":"INFO""#))
            {
                eprintln!("{line}");
            }
        });
        let mut bed = Bed {
            base_url: format!("http://{address}"),
            database: format!("sqlite:{}", folder.path().join("data/invoices.db").display()),
            token: String::new(),
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            sandbox,
            service,
            _folder: folder,
        };
        let account = json!({"email": "alva@example.com", "name": "Alva", "password": "a password of some length"});
        let signed_up = bed.post("/v1/auth/signup", &account).await;
        signed_up["data"]["access_token"]
            .as_str()
            .unwrap()
            .clone_into(&mut bed.token);
        let tokens = bed.sandbox.issue_tokens();
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        bed.post("/v1/auth/mail/store-tokens", &tokens).await;
        bed
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.http.post(format!("{}{path}", self.base_url)).json(body);
        let answer = request.bearer_auth(&self.token).send().await.unwrap();
        let status = answer.status();
        let body = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    /// Asks for an ingest and waits until all of its work is done, documents read and all. Returns how long that took.
    pub async fn ingest(&self, kind: &str, body: &Value) -> Duration {
        let started = Instant::now();
        self.post(&format!("/v1/invoices/{kind}/ingest"), body).await;
        while self.rows("jobs WHERE state IN ('ready', 'running')").await > 0 {
            tokio::time::sleep(GLANCE).await;
        }
        started.elapsed()
    }

    /// How many rows there are of a table.
    pub async fn rows(&self, sql: &str) -> i64 {
        count(&self.database, &format!("SELECT count(*) AS rows FROM {sql}")).await
    }

    /// What the provider was asked since the last look: pages of searches, messages.
    pub fn calls(&self) -> (u64, u64) {
        let calls = (
            self.sandbox.calls(Endpoint::Search),
            self.sandbox.calls(Endpoint::Fetch),
        );
        self.sandbox.reset_calls();
        calls
    }

    /// The most memory that the service has had, in MiB.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.service.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        kib.unwrap_or_default() / 1024
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        // Already gone where it failed.
        let _ = self.service.kill();
        let _ = self.service.wait();
    }
}
