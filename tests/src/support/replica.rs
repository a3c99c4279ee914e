//! The program itself as one of several processes on one database, killed and restarted as machines do.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

use crate::program::program;

/// One process. Dropping it kills it.
pub struct Replica {
    child: Child,
    ready: Option<oneshot::Receiver<String>>,
    address: String,
    log: Arc<Mutex<Vec<Value>>>,
}

impl Replica {
    /// Starts one with these settings and waits until it answers.
    pub async fn start(folder: &Path, settings: &[(&str, String)]) -> Self {
        let mut replica = Replica::spawn(folder, settings);
        assert!(replica.answers().await, "it did not start: {:?}", replica.log());
        replica
    }

    /// Starts one with these settings.
    pub fn spawn(folder: &Path, settings: &[(&str, String)]) -> Self {
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
                    // Nobody waits any more where the test has failed.
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
        }
    }

    /// Waits until it answers; `false` when it ended before.
    pub async fn answers(&mut self) -> bool {
        if let Some(ready) = self.ready.take() {
            self.address = ready.await.unwrap_or_default();
        }
        !self.address.is_empty()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it said so far.
    pub fn log(&self) -> Vec<Value> {
        self.log.lock().unwrap().clone()
    }

    /// How often it said these words so far.
    pub fn said(&self, words: &str) -> usize {
        let said = |line: &&Value| line["fields"]["message"] == words;
        self.log().iter().filter(said).count()
    }

    /// It is gone at once, whatever it was doing.
    pub async fn kill(&mut self) {
        // One that has ended can't be killed.
        let _ = self.child.start_kill();
        self.ended().await;
    }

    /// Waits until it has ended.
    pub async fn ended(&mut self) -> ExitStatus {
        self.child.wait().await.unwrap()
    }

    /// Asks it to end, and waits until it has.
    pub async fn stop(mut self) -> Option<i32> {
        let id = self.child.id().unwrap().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .await
                .unwrap()
                .success()
        );
        self.ended().await.code()
    }
}
