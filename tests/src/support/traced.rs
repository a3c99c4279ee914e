//! The program as a process with its whole log, and everything that it has stored.

use std::path::Path;
use std::process::Stdio;

use invoices_sandbox::SandboxHandle;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use super::database::tables;
use super::program::program;
use super::wait::within;

pub const JWT_SECRET: &str = "planted-jwt-secret-of-many-bytes-4713";
/// 32 bytes in base64.
pub const ENCRYPTION_KEY: &str = "cGxhbnRlZC1zZWFsaW5nLWtleS1vZi0zMi1ieXRlcyE=";

/// The program, whose log is kept.
pub struct TracedService {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    pub url: String,
    log: Vec<String>,
}

impl TracedService {
    /// Starts the program and waits until it is ready. `level` is that of its log.
    pub async fn start(data: &Path, database: &str, sandbox: &SandboxHandle, level: &str) -> Self {
        Self::start_with(data, database, sandbox, level, &[]).await
    }

    /// The same with more variables.
    pub async fn start_with(
        data: &Path,
        database: &str,
        sandbox: &SandboxHandle,
        level: &str,
        variables: &[(&str, String)],
    ) -> Self {
        let mut child = Command::new(program())
            .arg("serve")
            .current_dir(data)
            .envs([
                ("INVOICES__DATA", data.to_str().unwrap()),
                ("INVOICES__DATABASE__URL", database),
                ("INVOICES__SERVER__ADDRESS", "127.0.0.1:0"),
                ("INVOICES__LOG__FILTER", level),
                ("INVOICES__AUTH__JWT_SECRET", JWT_SECRET),
                ("INVOICES__SECRETS__KEY", ENCRYPTION_KEY),
                ("INVOICES__MAIL__PROVIDER_URL", &sandbox.base_url()),
                ("INVOICES__MAIL__CLIENT_ID", sandbox.client().0),
                ("INVOICES__MAIL__CLIENT_SECRET", sandbox.client().1),
                ("INVOICES_TEST__MAIL__RETRY_PAUSE_MILLISECONDS", "1"),
                (
                    "INVOICES__RENTAL__LANDLORDS",
                    r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#,
                ),
                ("RUST_BACKTRACE", "full"),
            ])
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, mut lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = output.next_line().await {
                let _ = sender.send(line);
            }
        });
        let mut log = vec![];
        let address = loop {
            let line = within("the service to be ready", lines.recv())
                .await
                .unwrap_or_else(|| panic!("it did not start:\n{}", log.join("\n")));
            let address = line
                .split_once("ready address=")
                .map(|(_, rest)| rest.split(' ').next().unwrap().to_owned());
            log.push(line);
            if let Some(address) = address {
                break address;
            }
        };
        let url = format!("http://{address}");
        TracedService { child, lines, url, log }
    }

    /// Stops the program and returns its whole log.
    pub async fn stop(mut self) -> String {
        let pid = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
        let ended = within("the service to stop", self.child.wait()).await;
        assert!(ended.unwrap().success());
        let rest = async {
            while let Some(line) = self.lines.recv().await {
                self.log.push(line);
            }
        };
        within("the end of the log", rest).await;
        self.log.join("\n")
    }
}

/// The content of every file below a folder, by path.
pub fn all_bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_bytes(&path));
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
    found
}

/// The rows of all tables as text, by table.
pub async fn all_rows(url: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for table in tables(url).await {
        let rows = table.rows(url, "").await;
        found.extend(rows.into_iter().map(|row| (table.name.clone(), row)));
    }
    found
}
