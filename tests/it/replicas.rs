//! Three processes of the program on one PostgreSQL and one account of AWS, with the system's clock: one is killed in the
//! middle of work, all are restarted one by one, all look at the schedule. Nothing is lost, and nothing is done twice.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures::future::join_all;
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::RwLock;
use uuid::Uuid;

use crate::cloud::Cloud;
use crate::database::{Database, count, execute};
use crate::mails::{grocery, notice, rent_mail};
use crate::program::mailbox;
use crate::replica::Replica;

const USERS: usize = 6;
const RECEIPTS: usize = 4;
/// Nothing takes this long.
const STUCK: Duration = Duration::from_mins(2);
/// How often another process is asked how far it is.
const GLANCE: Duration = Duration::from_millis(50);

/// Three processes, and before them what sends each request to one that takes it.
struct Fleet {
    replicas: RwLock<Vec<Option<Replica>>>,
    next: AtomicUsize,
    settings: Vec<(&'static str, String)>,
    url: String,
    cloud: Cloud,
    /// Holds nothing that any of them needs.
    folder: TempDir,
    sandbox: SandboxHandle,
    http: reqwest::Client,
}

/// A person with an app.
struct Person {
    email: String,
    token: String,
}

impl Fleet {
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
            ("INVOICES__PIPELINE__LEASE_SECONDS", "3".into()),
            ("INVOICES__SCHEDULE__RENTAL_LATEST", "0 0 0 1 1 *".into()),
            // Hourly: one tick is due, whichever minute it is.
            ("INVOICES__SCHEDULE__RETAIL", "0 0 * * * *".into()),
        ]);
        // All at once, on the same tables.
        let replicas = join_all((0..3).map(|_| Replica::start(folder.path(), &settings))).await;
        Fleet {
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

    /// Sends a request as a load balancer does: to one after the other, until one takes it. `None` when it was cut off,
    /// so that nobody knows what became of it.
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
                tokio::time::sleep(GLANCE).await;
            }
        };
        tokio::time::timeout(STUCK, sent)
            .await
            .expect("nobody takes the request")
    }

    async fn posts(&self, path: &str, token: &str, body: &Value) -> Option<(StatusCode, Value)> {
        self.send(|http, replica| http.post(replica.url(path)).bearer_auth(token).json(body))
            .await
    }

    /// A list or the like, asked for again where the answer was cut off.
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

    /// Someone with a mailbox of receipts and two rent notices.
    async fn welcomes(&self, number: usize) -> Person {
        let mailbox = format!("mailbox-{number}@example.com");
        let month_ago = Utc::now() - TimeDelta::days(20);
        for receipt in 0..RECEIPTS {
            let order = (204_118 + 100 * number + receipt).to_string();
            self.sandbox.add_to(&mailbox, &grocery(month_ago, &order, "100,00"));
        }
        for (days, file) in [(20, "Hyresavi_1.pdf"), (75, "Hyresavi_2.pdf")] {
            let received = Utc::now() - TimeDelta::days(days);
            let due = (received + TimeDelta::days(15)).date_naive().to_string();
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
        Person { email, token }
    }

    /// Asks for both ingests, again where the answer was cut off.
    async fn ingests(&self, person: &Person) {
        for kind in ["retail", "rental"] {
            let path = format!("/v1/invoices/{kind}/ingest");
            while self
                .posts(&path, &person.token, &json!({}))
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

    /// Waits until a query counts as many rows.
    async fn until(&self, sql: &str, rows: i64) {
        let reached = async {
            while self.rows(sql).await != rows {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let why = format!("{sql} never became {rows}");
        tokio::time::timeout(STUCK, reached).await.expect(&why);
    }

    /// Everyone has everything, and nothing twice.
    async fn is_complete(&self, people: &[Person]) {
        self.until("jobs WHERE state IN ('ready', 'running')", 0).await;
        for person in people {
            let retail = self.reads("/v1/invoices/retail", &person.token).await;
            assert_eq!(retail["invoiceCount"], RECEIPTS, "{retail}");
            let rental = self.reads("/v1/invoices/rental", &person.token).await;
            assert_eq!(rental["invoiceCount"], 2, "{rental}");
            let login = json!({"email": person.email, "password": "a password of some length"});
            let (status, body) = self.posts("/v1/auth/login", "", &login).await.unwrap();
            assert_eq!(status, StatusCode::OK, "{body}");
        }
        let (all, notices) = (
            i64::try_from(people.len()).unwrap(),
            2 * i64::try_from(people.len()).unwrap(),
        );
        assert_eq!(self.rows("notifications WHERE state = 'sent'").await, notices);
        assert_eq!(self.rows("notifications").await, notices);
        assert_eq!(self.rows("jobs WHERE kind = 'rental-changed'").await, notices);
        let documents = all * i64::try_from(RECEIPTS).unwrap() + notices;
        assert_eq!(self.rows("documents WHERE state = 'parsed'").await, documents);
        assert_eq!(self.rows("documents").await, documents);
        assert_eq!(self.rows("jobs WHERE state = 'dead'").await, 0);
        assert_eq!(i64::try_from(self.cloud.keys().await.len()).unwrap(), documents);
        // Told at least once: who was killed after publishing could not note it.
        let told: BTreeSet<String> = self.cloud.notifications().await.iter().map(about).collect();
        assert_eq!(i64::try_from(told.len()).unwrap(), notices, "{told:?}");
    }
}

/// Whom a notification tells what.
fn about(notification: &Value) -> String {
    let user = &notification["MessageAttributes"]["user_id"]["Value"];
    format!("{user}: {}", notification["Message"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_three_is_killed_in_the_middle_of_everyone_s_ingest() {
    let fleet = Fleet::start().await;
    let people = join_all((0..USERS).map(|number| fleet.welcomes(number))).await;
    let hold = fleet.sandbox.hold_messages();
    let everyone = join_all(people.iter().map(|person| fleet.ingests(person)));
    let kill = async {
        // Each process has jobs in hand by then.
        fleet.sandbox.wait_for_calls(Endpoint::Fetch, RECEIPTS as u64 * 4).await;
        let killed = fleet.replicas.write().await[0].take();
        killed.unwrap().kill().await;
        drop(hold);
    };
    tokio::time::timeout(STUCK, async { tokio::join!(everyone, kill) })
        .await
        .expect("an ingest never ended");
    fleet.is_complete(&people).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_three_are_restarted_one_by_one_with_a_migration_while_people_go_on_and_a_tick_falls_due() {
    let fleet = Fleet::start().await;
    // The tables as the version before had them.
    let down = include_str!("../../migrations/postgres/2026-11-21-000000_listed_in_order/down.sql");
    execute(&fleet.url, down).await;
    execute(
        &fleet.url,
        "DELETE FROM __diesel_schema_migrations WHERE version = '20261121000000'",
    )
    .await;
    let mut people = join_all((0..USERS / 2).map(|number| fleet.welcomes(number))).await;
    // While the service was down, some say, a tick went by. All three look for it, at the same time.
    let missed = "INSERT INTO ticks VALUES ('retail', now() - interval '3 hours') \
                  ON CONFLICT (name) DO UPDATE SET last_at = excluded.last_at";
    execute(&fleet.url, missed).await;
    let restart = async {
        for turn in 0..3 {
            let old = fleet.replicas.write().await[turn].take().unwrap();
            assert_eq!(old.stop().await, Some(0));
            let new = Replica::start(fleet.folder.path(), &fleet.settings).await;
            fleet.replicas.write().await[turn] = Some(new);
        }
    };
    let newcomers = join_all((USERS / 2..USERS).map(async |number| {
        let person = fleet.welcomes(number).await;
        fleet.ingests(&person).await;
        person
    }));
    let known = join_all(people.iter().map(|person| fleet.ingests(person)));
    let all = async { tokio::join!(restart, newcomers, known).1 };
    let newcomers = tokio::time::timeout(STUCK, all).await.expect("it never ended");
    people.extend(newcomers);
    let migrated = {
        let replicas = fleet.replicas.read().await;
        let said = replicas
            .iter()
            .flatten()
            .map(|replica| replica.said("the database was migrated"));
        said.collect::<Vec<_>>()
    };
    assert_eq!(migrated, [1, 0, 0], "the first of the new ones migrates");
    // Whoever had signed up when the tick fired has one job of it.
    fleet
        .until(
            "ticks WHERE name = 'retail' AND last_at > now() - interval '2 hours'",
            1,
        )
        .await;
    fleet.is_complete(&people).await;
    let ticks = "(SELECT DISTINCT split_part(key, '/', 1) FROM jobs WHERE key LIKE 'retail@%') AS ticks";
    assert_eq!(fleet.rows(ticks).await, 1);
    let twice = "(SELECT user_id FROM jobs WHERE key LIKE 'retail@%' GROUP BY user_id HAVING count(*) > 1) AS twice";
    assert_eq!(fleet.rows(twice).await, 0);
    assert!(fleet.rows("jobs WHERE key LIKE 'retail@%'").await >= i64::try_from(USERS / 2).unwrap());
}
