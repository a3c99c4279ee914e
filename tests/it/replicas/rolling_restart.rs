//! Three processes behind haproxy with the shipped configuration. Each is restarted in turn while users send requests, or their
//! bucket fails: every request is answered, and every write happens once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use futures::future::join_all;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::cloud::Cloud;
use invoices_tests::support::database::{Database, count};
use invoices_tests::support::mails::grocery;
use invoices_tests::support::program::mailbox;
use invoices_tests::support::proxy::{Backend, Proxy};
use invoices_tests::support::relay::{Behaviour, Relay};
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::{until, within_limit};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

/// The users who send requests at the same time.
const CLIENTS: usize = 6;
const RECEIPTS: usize = 3;
const PASSWORD: &str = "a password of some length";
const LIMIT: Duration = Duration::from_mins(4);

/// Three processes on one database and one folder, and their proxy.
struct Cluster {
    backends: [Backend; 3],
    proxy: Proxy,
    settings: Vec<(&'static str, String)>,
    url: String,
    folder: TempDir,
    sandbox: SandboxHandle,
}

impl Cluster {
    async fn start() -> (Self, Vec<Replica>) {
        Cluster::start_with(&[]).await
    }

    async fn start_with(changed: &[(&'static str, String)]) -> (Self, Vec<Replica>) {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let url = Database::Postgres.create(folder.path()).await;
        let mut settings = mailbox(&sandbox);
        settings.extend([
            ("INVOICES__DATABASE__URL", url.clone()),
            ("INVOICES__SERVER__REPLICAS", "3".into()),
            ("INVOICES__SERVER__SHARED_FOLDERS", "true".into()),
            ("INVOICES__SERVER__TRUSTED_PROXIES", r#"["127.0.0.0/8"]"#.into()),
            ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "100000".into()),
            // The work of a killed process is soon continued.
            ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "3".into()),
        ]);
        settings.extend_from_slice(changed);
        let backends = [Backend::free(), Backend::free(), Backend::free()];
        let proxy = Proxy::start(folder.path(), &backends);
        let cluster = Cluster {
            backends,
            proxy,
            settings,
            url,
            folder,
            sandbox,
        };
        let replicas = join_all((0..3).map(|number| cluster.replica(number))).await;
        cluster.proxy.sends_to(3).await;
        (cluster, replicas)
    }

    /// Starts a process at the addresses that the proxy knows.
    async fn replica(&self, number: usize) -> Replica {
        let Backend { api, operations } = self.backends[number];
        let mut settings = self.settings.clone();
        settings.extend([
            ("INVOICES__SERVER__ADDRESS", format!("127.0.0.1:{api}")),
            ("INVOICES__OPERATIONS__ADDRESS", format!("127.0.0.1:{operations}")),
        ]);
        Replica::start(self.folder.path(), &settings).await
    }

    /// Stops each process in turn with SIGTERM and starts it again.
    async fn rolls(&self, replicas: Vec<Replica>) -> Vec<Replica> {
        let mut restarted = Vec::new();
        for (number, replica) in replicas.into_iter().enumerate() {
            assert_eq!(replica.stop().await, Some(0));
            restarted.push(self.replica(number).await);
            self.proxy.sends_to(3).await;
        }
        restarted
    }
}

/// What the clients have seen.
#[derive(Default)]
struct Seen {
    stop: AtomicBool,
    requests: AtomicU64,
    signed_up: AtomicU64,
    slowest: AtomicU64,
    lost: std::sync::Mutex<Vec<String>>,
}

/// A user, who keeps connections to the proxy open.
struct Client<'a> {
    cluster: &'a Cluster,
    seen: &'a Seen,
    http: reqwest::Client,
    email: String,
    token: String,
}

impl<'a> Client<'a> {
    async fn signs_up(cluster: &'a Cluster, seen: &'a Seen, number: usize) -> Self {
        let mut client = Client {
            cluster,
            seen,
            // It repeats nothing.
            http: reqwest::Client::builder()
                .tls_certs_only([])
                .retry(reqwest::retry::never())
                .build()
                .unwrap(),
            email: address(),
            token: String::new(),
        };
        let mailbox = format!("mailbox-{number}@example.com");
        for receipt in 0..RECEIPTS {
            let order = (204_118 + 100 * number + receipt).to_string();
            let received = Utc::now() - TimeDelta::days(20);
            cluster.sandbox.add_to(&mailbox, &grocery(received, &order, "100,00"));
        }
        let body = client.writes_account(&client.email).await.expect("an account");
        client.token = body["data"]["access_token"].as_str().unwrap().to_owned();
        let tokens = cluster
            .sandbox
            .issue_tokens_for(&mailbox, SandboxHandle::default_scopes());
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        client
            .post("/v1/auth/mail/store-tokens", &tokens, StatusCode::CREATED)
            .await
            .expect("a mail account");
        client
    }

    /// Sends requests of each kind until it is stopped.
    async fn sends_requests(&self) {
        let login = json!({"email": self.email, "password": PASSWORD});
        while !self.seen.stop.load(Ordering::SeqCst) {
            for path in ["/v1/user/me", "/v1/invoices/retail", "/v1/invoices/rental"] {
                let request = self.request(Method::GET, path);
                self.send(path, request, StatusCode::OK).await;
            }
            self.post("/v1/auth/login", &login, StatusCode::OK).await;
            self.writes_account(&address()).await;
            self.post("/v1/invoices/retail/ingest", &json!({}), StatusCode::OK)
                .await;
        }
    }

    /// An account that is written twice is refused the second time.
    async fn writes_account(&self, email: &str) -> Option<Value> {
        let account = json!({"email": email, "name": "Alva", "password": PASSWORD});
        let body = self.post("/v1/auth/signup", &account, StatusCode::CREATED).await;
        self.seen
            .signed_up
            .fetch_add(u64::from(body.is_some()), Ordering::SeqCst);
        body
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, self.cluster.proxy.url(path));
        request.bearer_auth(&self.token)
    }

    async fn post(&self, path: &str, body: &Value, expected: StatusCode) -> Option<Value> {
        let request = self.request(Method::POST, path).json(body);
        self.send(path, request, expected).await
    }

    /// The body of the expected answer. Anything else counts as lost.
    async fn send(&self, path: &str, request: RequestBuilder, expected: StatusCode) -> Option<Value> {
        let started = Instant::now();
        let answer = async {
            let answer = request.send().await.map_err(|error| format!("{error:?}"))?;
            let status = answer.status();
            let body = answer.text().await.map_err(|error| format!("{error:?}"))?;
            if status != expected {
                return Err(format!("{status}: {body}"));
            }
            serde_json::from_str(&body).map_err(|error| error.to_string())
        };
        let answer: Result<Value, String> = answer.await;
        let elapsed = u64::try_from(started.elapsed().as_millis()).unwrap();
        self.seen.requests.fetch_add(1, Ordering::SeqCst);
        self.seen.slowest.fetch_max(elapsed, Ordering::SeqCst);
        match answer {
            Ok(body) => Some(body),
            Err(problem) => {
                let at = Utc::now().time();
                self.seen.lost.lock().unwrap().push(format!("{at} {path}: {problem}"));
                None
            }
        }
    }
}

fn address() -> String {
    format!("{}@example.com", Uuid::new_v4().simple())
}

/// Sends requests during a restart. Returns what the clients saw.
async fn under_load<T>(cluster: &Cluster, restart: impl Future<Output = T>) -> (Seen, T) {
    let seen = Seen::default();
    let started = Instant::now();
    let clients = join_all((0..CLIENTS).map(|number| Client::signs_up(cluster, &seen, number))).await;
    let load = join_all(clients.iter().map(Client::sends_requests));
    let restart = async {
        let restarted = restart.await;
        seen.stop.store(true, Ordering::SeqCst);
        restarted
    };
    let (_, restarted) = within_limit(LIMIT, "the restarts", async { tokio::join!(load, restart) }).await;
    let (requests, elapsed) = (seen.requests.load(Ordering::SeqCst), started.elapsed());
    println!(
        "{requests} requests in {:.1} s, {:.0} a second, the slowest took {} ms, {} were lost",
        elapsed.as_secs_f64(),
        f64::from(u32::try_from(requests).unwrap()) / elapsed.as_secs_f64(),
        seen.slowest.load(Ordering::SeqCst),
        seen.lost.lock().unwrap().len(),
    );
    drop(clients);
    (seen, restarted)
}

#[ignore = "a walk: three replicas under load"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_behind_a_proxy_loses_no_request() {
    let (cluster, replicas) = Cluster::start().await;
    let (seen, _replicas) = under_load(&cluster, cluster.rolls(replicas)).await;
    assert_eq!(*seen.lost.lock().unwrap(), Vec::<String>::new());
    let rows = async |sql: &str| count(&cluster.url, &format!("SELECT count(*) AS rows FROM {sql}")).await;
    until("all jobs to end", async || {
        rows("jobs WHERE state IN ('ready', 'running')").await == 0
    })
    .await;
    let signed_up = i64::try_from(seen.signed_up.load(Ordering::SeqCst)).unwrap();
    assert_eq!(rows("users").await, signed_up, "each account is written once");
    let receipts = i64::try_from(CLIENTS * RECEIPTS).unwrap();
    assert_eq!(rows("retail_invoices").await, receipts, "each receipt is read once");
    assert_eq!(rows("documents").await, receipts);
    assert_eq!(rows("jobs WHERE state = 'dead'").await, 0);
}

/// The load is such that a loss shows: a killed process loses what it is doing.
#[ignore = "a walk: three replicas under load"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_behind_a_proxy_loses_requests() {
    let (cluster, mut replicas) = Cluster::start().await;
    let kill = async {
        let hold = cluster.sandbox.hold_messages();
        // By then every client waits for an ingest.
        let ingests = "SELECT count(*) AS rows FROM jobs WHERE kind = 'ingest'";
        until("the clients to wait", async || {
            count(&cluster.url, ingests).await == i64::try_from(CLIENTS).unwrap()
        })
        .await;
        let busy = cluster.proxy.busy().await.expect("a process that a client waits for");
        replicas.remove(busy).kill().await;
        drop(hold);
    };
    let (seen, ()) = under_load(&cluster, kill).await;
    assert_ne!(*seen.lost.lock().unwrap(), Vec::<String>::new());
}

/// No request of this load needs the bucket once the receipts are stored.
#[ignore = "a walk: three replicas under load"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_that_is_slow_or_gone_takes_no_process_out() {
    let cloud = Cloud::start().await;
    let bucket = Relay::to(&cloud.endpoint).await;
    let mut settings = cloud.variables();
    settings.retain(|(name, _)| name.starts_with("INVOICES__AWS__") || *name == "INVOICES__OBJECTS__STORE");
    settings.push(("INVOICES__AWS__OBJECTS_URL", bucket.url()));
    let (cluster, _replicas) = Cluster::start_with(&settings).await;
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    // Of the first process.
    let is_up = async || {
        let url = format!("http://127.0.0.1:{}/healthz", cluster.backends[0].operations);
        let body: Value = http.get(url).send().await.unwrap().json().await.unwrap();
        body["dependencies"]["objects"] == "ok"
    };
    let outage = async {
        let receipts = i64::try_from(CLIENTS * RECEIPTS).unwrap();
        let stored = "SELECT count(*) AS rows FROM retail_invoices";
        until("the receipts to be stored", async || {
            count(&cluster.url, stored).await == receipts
        })
        .await;
        for behaviour in [Behaviour::Lags, Behaviour::Hangs, Behaviour::Refuses] {
            bucket.behaves(Behaviour::Forwards);
            until("the bucket to be seen", is_up).await;
            bucket.behaves(behaviour);
            // Long enough for three checks of the proxy.
            let started = Instant::now();
            until("the bucket to be missed", async || {
                (behaviour == Behaviour::Lags || !is_up().await) && started.elapsed() > Duration::from_secs(10)
            })
            .await;
        }
    };
    let (seen, ()) = under_load(&cluster, outage).await;
    assert_eq!(*seen.lost.lock().unwrap(), Vec::<String>::new());
    cluster.proxy.sends_to(3).await;
}
