//! Three processes of the program on one PostgreSQL and one AWS account, with the system clock. One is killed, all are
//! restarted, all run the schedule: nothing is lost or done twice.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures::future::join_all;
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::cloud::Cloud;
use invoices_tests::support::database::{Database, count, execute};
use invoices_tests::support::mails::{grocery, notice, rent_mail};
use invoices_tests::support::program::mailbox;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::{until_limit, within, within_limit};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::RwLock;
use uuid::Uuid;

const USERS: usize = 6;
const RECEIPTS: usize = 4;
/// The limit of every wait.
const LIMIT: Duration = Duration::from_mins(2);
/// The pause between two attempts of a request.
const PAUSE: Duration = Duration::from_millis(50);

/// Three processes and a load balancer for them.
struct Cluster {
    replicas: RwLock<Vec<Option<Replica>>>,
    next: AtomicUsize,
    settings: Vec<(&'static str, String)>,
    url: String,
    cloud: Cloud,
    /// The working directory. The processes keep no data there.
    folder: TempDir,
    sandbox: SandboxHandle,
    http: reqwest::Client,
}

struct User {
    email: String,
    token: String,
}

impl Cluster {
    async fn start() -> Self {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let url = Database::Postgres.create(folder.path()).await;
        let cloud = Cloud::start().await;
        let mut settings = cloud.variables();
        settings.extend(mailbox(&sandbox));
        settings.extend([
            ("INVOICES__DATABASE__URL", url.clone()),
            ("INVOICES__SERVER__REPLICAS", "3".into()),
            (
                "INVOICES__AUTH__JWT_SECRET",
                "the same for all replicas, 32 bytes or more".into(),
            ),
            (
                "INVOICES__RENTAL__LANDLORDS",
                r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#.into(),
            ),
            ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "10000".into()),
            ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "3".into()),
            ("INVOICES__SCHEDULE__RENTAL_LATEST", "0 0 0 1 1 *".into()),
            // Hourly, so that one tick is due at any time.
            ("INVOICES__SCHEDULE__RETAIL", "0 0 * * * *".into()),
        ]);
        // All of them migrate the same database at once.
        let replicas = join_all((0..3).map(|_| Replica::start(folder.path(), &settings))).await;
        Cluster {
            replicas: RwLock::new(replicas.into_iter().map(Some).collect()),
            next: AtomicUsize::new(0),
            settings,
            url,
            cloud,
            folder,
            sandbox,
            http: reqwest::Client::builder()
                .tls_certs_only([])
                .pool_max_idle_per_host(0)
                .build()
                .unwrap(),
        }
    }

    /// Makes the tables those of the previous version. Returns how many migrations it undid: none if there is only the first.
    async fn undo_newest_migration(&self) -> usize {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/postgres");
        let mut migrations: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        migrations.sort();
        let [_, .., newest] = &migrations[..] else { return 0 };
        execute(&self.url, &fs::read_to_string(newest.join("down.sql")).unwrap()).await;
        let newest = "(SELECT max(version) FROM __diesel_schema_migrations)";
        let undone = format!("DELETE FROM __diesel_schema_migrations WHERE version = {newest}");
        execute(&self.url, &undone).await;
        1
    }

    /// Sends a request to one process after the other until one answers. `None` when the connection broke, so that
    /// the outcome is unknown.
    async fn send(
        &self,
        request: impl Fn(&reqwest::Client, &Replica) -> reqwest::RequestBuilder,
    ) -> Option<(StatusCode, Value)> {
        let sent = async {
            loop {
                let turn = self.next.fetch_add(1, Ordering::Relaxed);
                let request = {
                    let replicas = self.replicas.read().await;
                    replicas[turn % replicas.len()]
                        .as_ref()
                        .map(|replica| request(&self.http, replica))
                };
                let Some(request) = request else {
                    continue;
                };
                match request.send().await {
                    Ok(answer) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => {}
                    Ok(answer) => {
                        let status = answer.status();
                        let body = answer.bytes().await.ok()?;
                        return Some((status, serde_json::from_slice(&body).expect("an answer is JSON")));
                    }
                    Err(error) if error.is_connect() => {}
                    Err(_) => return None,
                }
                tokio::time::sleep(PAUSE).await;
            }
        };
        within_limit(LIMIT, "a process that takes the request", sent).await
    }

    async fn posts(&self, path: &str, token: &str, body: &Value) -> Option<(StatusCode, Value)> {
        self.send(|http, replica| http.post(replica.url(path)).bearer_auth(token).json(body))
            .await
    }

    /// Reads a list, again when the connection broke.
    async fn reads(&self, path: &str, token: &str) -> Value {
        loop {
            let answer = self
                .send(|http, replica| http.get(replica.url(path)).bearer_auth(token))
                .await;
            if let Some((status, body)) = answer {
                assert_eq!(status, StatusCode::OK, "{path}: {body}");
                return body["data"].clone();
            }
        }
    }

    /// Signs up a user with a mailbox of receipts and two rent notices.
    async fn signs_up(&self, number: usize) -> User {
        let mailbox = format!("mailbox-{number}@example.com");
        let month_ago = Utc::now() - TimeDelta::days(20);
        for receipt in 0..RECEIPTS {
            let order = (204_118 + 100 * number + receipt).to_string();
            self.sandbox.add_to(&mailbox, &grocery(month_ago, &order, "100,00"));
        }
        // One is due, and one was due in an earlier month.
        for (days, term, file) in [(20, 45, "Hyresavi_1.pdf"), (75, 15, "Hyresavi_2.pdf")] {
            let received = Utc::now() - TimeDelta::days(days);
            let due = (received + TimeDelta::days(term)).date_naive().to_string();
            let total = 5_100 + i64::try_from(number).unwrap();
            self.sandbox
                .add_to(&mailbox, &rent_mail(received, &[(file, notice(total, &due))]));
        }
        let email = format!("{}@example.com", Uuid::new_v4().simple());
        let account = json!({"email": email, "name": "Alva", "password": "a password of some length"});
        let (status, body) = self.posts("/v1/auth/signup", "", &account).await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{body}");
        let token = body["data"]["access_token"].as_str().unwrap().to_owned();
        let tokens = self.sandbox.issue_tokens_for(&mailbox, SandboxHandle::default_scopes());
        let body = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        let (status, body) = self.posts("/v1/auth/mail/store-tokens", &token, &body).await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{body}");
        User { email, token }
    }

    /// Requests both ingests, again when the connection broke.
    async fn ingests(&self, user: &User) {
        for kind in ["retail", "rental"] {
            let path = format!("/v1/invoices/{kind}/ingest");
            while self
                .posts(&path, &user.token, &json!({}))
                .await
                .is_none_or(|(status, body)| {
                    assert!(status == StatusCode::OK, "{kind}: {status} {body}");
                    false
                })
            {}
        }
    }

    async fn rows(&self, sql: &str) -> i64 {
        count(&self.url, &format!("SELECT count(*) AS rows FROM {sql}")).await
    }

    /// Waits until a query counts this number of rows.
    async fn until(&self, sql: &str, rows: i64) {
        let what = format!("{rows} rows of {sql}");
        until_limit(LIMIT, what, async || self.rows(sql).await == rows).await;
    }

    /// Every user has all invoices, and none twice.
    async fn assert_complete(&self, users: &[User]) {
        self.until("jobs WHERE state IN ('ready', 'running')", 0).await;
        for user in users {
            let retail = self.reads("/v1/invoices/retail", &user.token).await;
            assert_eq!(retail["invoiceCount"], RECEIPTS, "{retail}");
            let rental = self.reads("/v1/invoices/rental", &user.token).await;
            assert_eq!(rental["invoiceCount"], 2, "{rental}");
            let login = json!({"email": user.email, "password": "a password of some length"});
            let (status, body) = self.posts("/v1/auth/login", "", &login).await.unwrap();
            assert_eq!(status, StatusCode::OK, "{body}");
        }
        let (all, notices) = (
            i64::try_from(users.len()).unwrap(),
            2 * i64::try_from(users.len()).unwrap(),
        );
        assert_eq!(self.rows("notifications WHERE state = 'sent'").await, notices);
        assert_eq!(self.rows("notifications WHERE state <> 'collected'").await, notices);
        assert_eq!(self.rows("jobs WHERE kind = 'rental-changed'").await, notices);
        let documents = all * i64::try_from(RECEIPTS).unwrap() + notices;
        assert_eq!(self.rows("documents WHERE state = 'parsed'").await, documents);
        assert_eq!(self.rows("documents").await, documents);
        assert_eq!(self.rows("jobs WHERE state = 'dead'").await, 0);
        assert_eq!(i64::try_from(self.cloud.keys().await.len()).unwrap(), documents);
        // At least once: a process may be killed after it published and before it recorded that.
        let notified: BTreeSet<String> = self
            .cloud
            .notifications()
            .await
            .iter()
            .map(recipient_and_message)
            .collect();
        assert_eq!(i64::try_from(notified.len()).unwrap(), notices, "{notified:?}");
    }
}

fn recipient_and_message(notification: &Value) -> String {
    let user = &notification["MessageAttributes"]["user_id"]["Value"];
    format!("{user}: {}", notification["Message"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_one_of_three_processes_loses_nothing() {
    let cluster = Cluster::start().await;
    let users = join_all((0..USERS).map(|number| cluster.signs_up(number))).await;
    let hold = cluster.sandbox.hold_messages();
    let all = join_all(users.iter().map(|user| cluster.ingests(user)));
    let kill = async {
        // By then each process runs jobs.
        within(
            "the processes to fetch",
            cluster.sandbox.wait_for_calls(Endpoint::Fetch, RECEIPTS as u64 * 4),
        )
        .await;
        let killed = cluster.replicas.write().await[0].take();
        killed.unwrap().kill().await;
        drop(hold);
    };
    within_limit(LIMIT, "the ingests of all users", async { tokio::join!(all, kill) }).await;
    cluster.assert_complete(&users).await;
}

#[ignore = "a walk: three replicas under load"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_with_a_migration_and_a_due_tick_loses_nothing() {
    let cluster = Cluster::start().await;
    let migrating = cluster.undo_newest_migration().await;
    let mut users = join_all((0..USERS / 2).map(|number| cluster.signs_up(number))).await;
    // A tick was missed. All three processes check the schedule at the same time.
    let missed = "INSERT INTO ticks VALUES ('retail', now() - interval '3 hours') \
                  ON CONFLICT (name) DO UPDATE SET last_at = excluded.last_at";
    execute(&cluster.url, missed).await;
    let restart = async {
        for turn in 0..3 {
            let old = cluster.replicas.write().await[turn].take().unwrap();
            assert_eq!(old.stop().await, Some(0));
            let new = Replica::start(cluster.folder.path(), &cluster.settings).await;
            cluster.replicas.write().await[turn] = Some(new);
        }
    };
    let new_users = join_all((USERS / 2..USERS).map(async |number| {
        let user = cluster.signs_up(number).await;
        cluster.ingests(&user).await;
        user
    }));
    let known = join_all(users.iter().map(|user| cluster.ingests(user)));
    let all = async { tokio::join!(restart, new_users, known).1 };
    let new_users = within_limit(LIMIT, "the restarts and the ingests of all users", all).await;
    users.extend(new_users);
    let migrated = {
        let replicas = cluster.replicas.read().await;
        let lines = replicas
            .iter()
            .flatten()
            .map(|replica| replica.logged("the database was migrated"));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(migrated, [migrating, 0, 0], "the first of the new ones migrates");
    // Users who had signed up when the tick fired have one job of it.
    cluster
        .until(
            "ticks WHERE name = 'retail' AND last_at > now() - interval '2 hours'",
            1,
        )
        .await;
    cluster.assert_complete(&users).await;
    let ticks = "(SELECT DISTINCT split_part(key, '/', 1) FROM jobs WHERE key LIKE 'retail@%') AS ticks";
    assert_eq!(cluster.rows(ticks).await, 1);
    let twice = "(SELECT user_id FROM jobs WHERE key LIKE 'retail@%' GROUP BY user_id HAVING count(*) > 1) AS twice";
    assert_eq!(cluster.rows(twice).await, 0);
    assert!(cluster.rows("jobs WHERE key LIKE 'retail@%'").await >= i64::try_from(USERS / 2).unwrap());
}
