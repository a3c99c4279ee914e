//! Prometheus with the shipped alarms, and the queries of the shipped dashboard.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use invoices_tests::support::database::Database;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::wait::until;
use invoices_tests::support::world::World;
use serde_json::Value;
use tokio::process::{Child, Command};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const DASHBOARD: &str = include_str!("../../../deploy/grafana.json");

/// Prometheus. It is killed when dropped.
struct Prometheus {
    _child: Child,
    http: reqwest::Client,
    base: String,
}

impl Prometheus {
    /// Starts a server that scrapes a process and evaluates the shipped alarms, each second.
    fn start(folder: &Path, target: &str) -> Self {
        let alarms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/alerts.yaml");
        let alarms = alarms.canonicalize().unwrap();
        let configuration = format!(
            "global: {{ scrape_interval: 1s, evaluation_interval: 1s }}\n\
             rule_files: [ \"{}\" ]\n\
             scrape_configs: [ {{ job_name: invoices, static_configs: [ {{ targets: [ \"{target}\" ] }} ] }} ]\n",
            alarms.display()
        );
        let file = folder.join("prometheus.yml");
        std::fs::write(&file, configuration).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", file.display()))
            .arg(format!("--storage.tsdb.path={}", folder.join("series").display()))
            .arg(format!("--web.listen-address={address}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("prometheus is missing: run the tests with `cargo xtask test`, or apt-get install prometheus");
        Prometheus {
            _child: child,
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            base: format!("http://{address}/api/v1"),
        }
    }

    /// The data of an answer; `None` while the server does not answer.
    async fn get(&self, path: &str, query: &[(&str, &str)]) -> Option<Value> {
        let request = self.http.get(format!("{}/{path}", self.base)).query(query);
        let answer: Value = request.send().await.ok()?.json().await.ok()?;
        assert_eq!(answer["status"], "success", "{path} {query:?}: {answer}");
        Some(answer["data"].clone())
    }

    async fn result(&self, expression: &str) -> Vec<Value> {
        let data = self.get("query", &[("query", expression)]).await;
        let result = data.map(|data| data["result"].as_array().unwrap().clone());
        result.unwrap_or_default()
    }

    /// The shipped alarms.
    async fn alarms(&self) -> Vec<Value> {
        let data = self.get("rules", &[]).await.unwrap_or_default();
        let groups = data["groups"].as_array().cloned().unwrap_or_default();
        groups
            .iter()
            .flat_map(|group| group["rules"].as_array().unwrap().clone())
            .collect()
    }
}

/// The queries of the dashboard.
fn panels() -> Vec<String> {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.filter_map(|panel| panel["targets"].as_array()).flatten();
    let queries = targets.map(|target| target["expr"].as_str().unwrap());
    queries.map(|query| query.replace("$__rate_interval", "1m")).collect()
}

/// The metrics that queries name.
fn metrics(queries: &[String]) -> BTreeSet<&str> {
    let words = queries
        .iter()
        .flat_map(|query| query.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with("invoices_")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_alarms_and_the_dashboard_ask_for_metrics_that_are_served() {
    let world = World::start(Database::Sqlite).await.with_operations().await;
    world.tick().await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);

    let target = world.operations().to_string();
    let prometheus = Prometheus::start(world.folder.path(), &target);
    until("a scrape", async || {
        let up = prometheus.result("up{job=\"invoices\"} == 1").await;
        !up.is_empty()
    })
    .await;
    until("an evaluation of every alarm", async || {
        let alarms = prometheus.alarms().await;
        !alarms.is_empty() && alarms.iter().all(|alarm| alarm["health"] != "unknown")
    })
    .await;
    let alarms = prometheus.alarms().await;
    let failed: Vec<&Value> = alarms.iter().filter(|alarm| alarm["health"] != "ok").collect();
    assert!(failed.is_empty(), "{failed:?}");

    let of_alarms = alarms.iter().map(|alarm| alarm["query"].as_str().unwrap().to_owned());
    let queries: Vec<String> = of_alarms.chain(panels()).collect();
    assert!(queries.len() > 30, "{queries:?}");
    for query in &queries {
        prometheus.result(query).await;
    }
    for metric in metrics(&queries) {
        let series = prometheus.result(metric).await;
        assert!(!series.is_empty(), "nothing serves {metric}");
    }
}
