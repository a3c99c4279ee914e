//! The program as a process of its own, of which several may run on one database.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use invoices_sandbox::SandboxHandle;
use serde_json::{Value, json};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

use super::answer::Answer;
use super::program::program;
use super::wait::{until, within};

/// One process. It is killed when dropped.
pub struct Replica {
    child: Child,
    ready: Option<oneshot::Receiver<String>>,
    address: String,
    log: Arc<Mutex<Vec<Value>>>,
    has_tls: bool,
    http: reqwest::Client,
}

impl Replica {
    /// Starts a process with these settings and waits until it is ready.
    pub async fn start(folder: &Path, settings: &[(&str, String)]) -> Self {
        let mut replica = Replica::spawn(folder, settings);
        assert!(replica.is_ready().await, "it did not start: {:?}", replica.log());
        replica
    }

    /// Starts a process with these settings.
    pub fn spawn(folder: &Path, settings: &[(&str, String)]) -> Self {
        // An error means that another test has chosen it.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // With TLS, clients trust the certificate of the process.
        let certificate = settings.iter().find(|(name, _)| *name == "INVOICES__SERVER__TLS_CERT");
        let roots = certificate.map(|(_, file)| reqwest::Certificate::from_pem(&std::fs::read(file).unwrap()).unwrap());
        let has_tls = roots.is_some();
        // Loading the system's root certificates takes longer than most tests.
        let http = reqwest::Client::builder().tls_certs_only(roots).build().unwrap();
        let (log_end, log_start) = std::io::pipe().unwrap();
        let child = Command::new(program())
            .arg("serve")
            .current_dir(folder)
            .env_remove("INVOICES_CONFIG")
            .env("INVOICES__LOG__FORMAT", "json")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stderr(log_start)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(log_end).lines();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (ready, is_ready) = oneshot::channel();
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            let mut ready = Some(ready);
            for line in lines.map_while(Result::ok) {
                let Ok(line) = serde_json::from_str::<Value>(&line) else {
                    eprintln!("{line}");
                    continue;
                };
                if line["fields"]["message"] == "ready"
                    && let (Some(ready), Some(address)) = (ready.take(), line["fields"]["address"].as_str())
                {
                    // A test that failed has dropped the receiver.
                    let _ = ready.send(address.to_owned());
                }
                kept.lock().unwrap().push(line);
            }
        });
        Replica {
            child,
            ready: Some(is_ready),
            address: String::new(),
            log,
            has_tls,
            http,
        }
    }

    /// The id of the process, which must not have ended.
    pub fn id(&self) -> u32 {
        self.child.id().expect("the process runs")
    }

    /// Waits until the process takes requests. `false` when it ended before.
    pub async fn is_ready(&mut self) -> bool {
        if let Some(ready) = self.ready.take() {
            self.address = within("the process to be ready", ready).await.unwrap_or_default();
        }
        !self.address.is_empty()
    }

    /// The address of the API.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn url(&self, path: &str) -> String {
        let scheme = if self.has_tls { "https" } else { "http" };
        format!("{scheme}://{}{path}", self.address)
    }

    /// A POST to the process with a user's token.
    pub fn post(&self, path: &str, token: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(self.url(path)).bearer_auth(token).json(body)
    }

    /// A GET of the process with a user's token.
    pub fn get(&self, path: &str, token: &str) -> reqwest::RequestBuilder {
        self.http.get(self.url(path)).bearer_auth(token)
    }

    /// Signs a user up and connects the sandbox's mail account. Returns the user's token.
    pub async fn connects(&self, sandbox: &SandboxHandle) -> String {
        let account = json!({"name": "Alva", "email": "alva@example.com", "password": "a password of some length"});
        let answer = Answer::to(self.post("/v1/auth/signup", "", &account)).await;
        assert_eq!(answer.status, 201, "{:?}", answer.body);
        let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
        let tokens = sandbox.issue_tokens();
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        let answer = Answer::to(self.post("/v1/auth/mail/store-tokens", &token, &tokens)).await;
        answer.data(201);
        token
    }

    /// What the process has logged so far.
    pub fn log(&self) -> Vec<Value> {
        self.log.lock().unwrap().clone()
    }

    /// How many lines of the log have this message.
    pub fn logged(&self, message: &str) -> usize {
        let is_it = |line: &&Value| line["fields"]["message"] == message;
        self.log().iter().filter(is_it).count()
    }

    /// Sends SIGHUP and waits for a new line of the log with this message. Returns its fields.
    pub async fn reload(&self, message: &str) -> Value {
        let before = self.logged(message);
        self.signal("-HUP").await;
        until(format!("a line with {message:?}"), async || {
            self.logged(message) > before
        })
        .await;
        let log = self.log();
        let mut lines = log.iter().rev().map(|line| &line["fields"]);
        lines.find(|fields| fields["message"] == message).unwrap().clone()
    }

    /// Kills the process, whatever it is doing.
    pub async fn kill(&mut self) {
        // It fails for a process that has ended.
        let _ = self.child.start_kill();
        within("the killed process to end", self.ends()).await;
    }

    /// Waits until the process ends by itself. The caller sets the limit.
    pub async fn ends(&mut self) -> ExitStatus {
        self.child.wait().await.unwrap()
    }

    /// Sends a signal, such as `-HUP`.
    pub async fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.id().to_string()]).status();
        assert!(sent.await.unwrap().success());
    }

    /// Sends SIGTERM and waits until the process has ended. Returns its exit code.
    pub async fn stop(mut self) -> Option<i32> {
        self.signal("-TERM").await;
        within("the process to end after SIGTERM", self.ends()).await.code()
    }
}
