//! The program itself as one of several processes on one database, killed and restarted as machines do.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;
use tokio::sync::oneshot;

use crate::world::program;

/// One process.
pub struct Replica {
    child: Child,
    address: String,
    log: Arc<Mutex<Vec<Value>>>,
}

impl Replica {
    /// Starts one with these settings and waits until it answers.
    pub async fn start(folder: &Path, settings: &[(&str, String)]) -> Self {
        let mut child = Command::new(program())
            .arg("serve")
            .current_dir(folder)
            .env_remove("INVOICES_CONFIG")
            .env("INVOICES__LOG__FORMAT", "json")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
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
        let address = is_ready
            .await
            .unwrap_or_else(|_| panic!("it did not start: {:?}", log.lock().unwrap()));
        Replica { child, address, log }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it said so far with these words.
    pub fn said(&self, words: &str) -> usize {
        let log = self.log.lock().unwrap();
        log.iter().filter(|line| line["fields"]["message"] == words).count()
    }

    /// It is gone at once, whatever it was doing.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, and waits until it has.
    pub async fn stop(self) -> Option<i32> {
        let mut replica = self;
        let id = replica.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let (replica, code) = tokio::task::spawn_blocking(move || {
            let code = replica.child.wait().unwrap().code();
            (replica, code)
        })
        .await
        .unwrap();
        drop(replica);
        code
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        // Already gone where the test ends well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
