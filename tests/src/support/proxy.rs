//! haproxy before several processes, as `deploy/haproxy.cfg` configures it.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use tokio::process::{Child, Command};

use super::wait::until;

const CONFIGURATION: &str = include_str!("../../../deploy/haproxy.cfg");

/// Where a process behind the proxy listens.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The port of the API.
    pub api: u16,
    /// The port of `/readyz`.
    pub operations: u16,
}

impl Backend {
    /// Two free ports.
    pub fn free() -> Self {
        // Held until both are known.
        let (api, operations) = (bind(), bind());
        Backend {
            api: port(&api),
            operations: port(&operations),
        }
    }
}

fn bind() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

fn port(listener: &TcpListener) -> u16 {
    listener.local_addr().unwrap().port()
}

/// haproxy. It is killed when dropped.
pub struct Proxy {
    _child: Child,
    port: u16,
    statistics: u16,
}

impl Proxy {
    /// Starts haproxy with the shipped configuration, except for the addresses and the limit of requests: tests send them from
    /// one address.
    pub fn start(folder: &Path, backends: &[Backend; 3]) -> Self {
        let listeners = (bind(), bind());
        let (port, statistics) = (port(&listeners.0), port(&listeners.1));
        let mut configuration = replaced(CONFIGURATION, "bind :8080", &format!("bind 127.0.0.1:{port}"));
        configuration = replaced(&configuration, "rate gt 1000", "rate gt 1000000");
        for (number, Backend { api, operations }) in (1..).zip(backends) {
            configuration = replaced(
                &configuration,
                &format!("server replica-{number} replica-{number}:8080"),
                &format!("server replica-{number} 127.0.0.1:{api} port {operations}"),
            );
        }
        let statistics_page = format!(
            "\nfrontend statistics\n    bind 127.0.0.1:{statistics}\n    stats enable\n    stats uri /statistics\n"
        );
        configuration += &statistics_page;
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, configuration).unwrap();
        drop(listeners);
        let child = Command::new("haproxy")
            .arg("-f")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            // It reports which processes are up.
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("haproxy is missing: run the tests with `cargo xtask test`, or apt-get install haproxy");
        Proxy {
            _child: child,
            port,
            statistics,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Waits until the proxy sends requests to this number of processes.
    pub async fn sends_to(&self, processes: usize) {
        until(format!("{processes} ready processes"), async || {
            let lines = self.statistics().await;
            lines.iter().filter(|line| line.contains(",UP,")).count() == processes
        })
        .await;
    }

    /// The number of a process that requests wait for, from 0 on.
    pub async fn busy(&self) -> Option<usize> {
        // The fifth column is the number of requests at the moment.
        let is_busy = |line: &String| line.split(',').nth(4).is_some_and(|requests| requests != "0");
        self.statistics().await.iter().position(is_busy)
    }

    /// haproxy's state of each process: a line of CSV.
    async fn statistics(&self) -> Vec<String> {
        let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
        let url = format!("http://127.0.0.1:{}/statistics;csv", self.statistics);
        let Ok(answer) = http.get(url).send().await else {
            return Vec::new();
        };
        let table = answer.text().await.unwrap_or_default();
        let lines = table.lines().filter(|line| line.starts_with("replicas,replica-"));
        lines.map(str::to_owned).collect()
    }
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from} in deploy/haproxy.cfg");
    text.replace(from, to)
}
