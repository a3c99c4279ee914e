//! Probes and metrics, and processes with one role.

use invoices_sandbox::Fault;
use invoices_service::settings::Role;
use invoices_service::start::Service;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, receipt, rent_mail};
use invoices_tests::support::setup::app;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

async fn readiness(world: &World) -> (u16, Value) {
    let (status, text) = world.asks_operations("/readyz").await;
    (status, serde_json::from_str(&text).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_says_what_fails_and_why() {
    let world = World::start(Sqlite).await;
    let world = world.with_operations().await;
    let (status, body) = readiness(&world).await;
    let all_ok = json!({"database": "ok", "migrations": "ok"});
    assert_eq!(
        (status, &body),
        (200, &json!({"ready": true, "stopping": false, "checks": all_ok}))
    );
    // As if the program were newer than the tables.
    world
        .sql("CREATE TABLE kept AS SELECT * FROM __diesel_schema_migrations; DELETE FROM __diesel_schema_migrations")
        .await;
    let (status, body) = readiness(&world).await;
    assert_eq!(status, 503);
    assert!(
        body["checks"]["migrations"].as_str().unwrap().contains("tables"),
        "{body}"
    );
    world
        .sql("INSERT INTO __diesel_schema_migrations SELECT * FROM kept")
        .await;
    assert_eq!(readiness(&world).await.0, 200);
    // The API does not serve it.
    world.get("/readyz").await.fails(404, "INVALID_REQUEST");
}

/// Waits until the state of a dependency begins so. The process stays healthy and ready.
async fn until_dependency(world: &World, dependency: &str, state: &str) {
    until(format!("{dependency} to be {state}"), async || {
        let (status, body) = world.asks_operations("/healthz").await;
        assert_eq!((status, readiness(world).await.0), (200, 200), "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&body["healthy"], &body["workers"]["died"]), (&json!(true), &json!(0)));
        let found = body["dependencies"][dependency].as_str();
        found.is_some_and(|found| found.starts_with(state))
    })
    .await;
    let (_, metrics) = world.asks_operations("/metrics").await;
    let up = i32::from(state == "ok");
    let line = format!("invoices_dependency_up{{dependency=\"{dependency}\"}} {up}");
    assert!(metrics.lines().any(|stated| stated == line), "{line} in\n{metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dependency_that_fails_is_named_and_the_process_stays_ready() {
    let world = World::start(Sqlite).await.with_operations().await;
    let alva = world.connects("Alva").await;
    until_dependency(&world, "objects", "ok").await;
    world.sandbox.fail(Fault::Search500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    let missing = world.without("secrets");
    until_dependency(&world, "secrets", "the secret store failed").await;
    until_dependency(&world, "provider", "the last call failed: status 500").await;
    alva.lists_retail().await;
    drop(missing);
    world.sandbox.clear_faults();
    // These can still be read, but not written.
    let staging = world.without("objects/.staging");
    let lock = world.folder.path().join("secrets/.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    until_dependency(&world, "objects", "the object storage failed").await;
    until_dependency(&world, "secrets", "the secret store failed").await;
    drop(staging);
    std::fs::remove_dir(&lock).unwrap();
    alva.ingests_retail().await.data(200);
    for dependency in ["objects", "secrets", "provider"] {
        until_dependency(&world, dependency, "ok").await;
    }
    assert_eq!(world.objects(), Vec::<String>::new(), "a check leaves nothing behind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_metrics_count_requests_jobs_and_ticks() {
    let world = World::start(Sqlite).await;
    let world = world.with_operations().await;
    let alva = world.connects("Alva").await;
    alva.ingests_retail().await.data(200);
    alva.gets("/v1/nowhere").await.fails(404, "INVALID_REQUEST");
    world.tick().await;
    world.sql("UPDATE jobs SET state = 'dead'").await;
    let (status, text) = world.asks_operations("/metrics").await;
    assert_eq!(status, 200);
    for line in [
        "invoices_requests_total{operation=\"retail_ingest\",status=\"200\"} 1",
        "invoices_requests_total{operation=\"\",status=\"404\",code=\"INVALID_REQUEST\"} 1",
        "invoices_request_duration_seconds_count{operation=\"retail_ingest\"} 1",
        "invoices_jobs{kind=\"ingest\",state=\"dead\"} 1",
        "invoices_jobs{kind=\"object-created\",state=\"due\"} 0",
        "invoices_oldest_due_job_seconds{kind=\"ingest\"} 0.0",
        "invoices_database_up 1",
        "invoices_passwords_verified_total 0",
    ] {
        assert!(text.lines().any(|stated| stated == line), "{line} in\n{text}");
    }
    assert!(
        text.contains("invoices_last_tick_timestamp_seconds{tick=\"sweep\"}") && text.ends_with("# EOF\n"),
        "{text}"
    );
    world
        .sql("UPDATE jobs SET state = 'ready', run_at = '2026-11-18T08:00:00.000000Z' WHERE kind = 'ingest'")
        .await;
    let (_, text) = world.asks_operations("/metrics").await;
    assert!(
        text.contains("invoices_jobs{kind=\"ingest\",state=\"due\"} 1"),
        "{text}"
    );
    world.sql("ALTER TABLE jobs RENAME TO missing").await;
    let (status, text) = world.asks_operations("/metrics").await;
    assert!(
        status == 200 && text.contains("invoices_database_up 0") && !text.contains("invoices_jobs"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_metrics_count_what_becomes_of_ingests_documents_and_logins() {
    let world = World::start(Sqlite).await.with_operations().await;
    let metrics = async |lines: &[&str]| {
        let (_, text) = world.asks_operations("/metrics").await;
        for line in lines {
            assert!(text.lines().any(|stated| stated == *line), "{line} in\n{text}");
        }
    };
    // An alarm on an increase needs the value before the first event.
    metrics(&[
        "invoices_ingests_failed_total{origin=\"schedule\",reason=\"mail-provider\"} 0",
        "invoices_notifications_total{outcome=\"failed\"} 0",
        "invoices_mail_tokens_died_total 0",
        "invoices_reader_killed_total{reason=\"time-limit\"} 0",
    ])
    .await;
    world.tick().await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let html = "<p>Veckans erbjudande</p>";
    world.sandbox.add(&receipt(
        "kvitto@willys.se",
        "Ditt kvitto från Willys",
        at(NOVEMBER),
        html,
    ));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    world.sandbox.fail(Fault::Search500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    world.clock.set(at("2026-11-28T12:00:00Z"));
    world.tick().await;
    world.sandbox.clear_faults();
    let wrong = json!({"email": alva.email, "password": "not the password"});
    world
        .post("/v1/auth/login", &wrong)
        .await
        .fails(401, "INVALID_CREDENTIALS");
    metrics(&[
        "invoices_ingests_started_total{ingest=\"retail\",origin=\"request\"} 2",
        "invoices_ingests_done_total{ingest=\"retail\",origin=\"request\"} 1",
        "invoices_ingests_done_total{ingest=\"rental\",origin=\"request\"} 1",
        "invoices_ingests_failed_total{origin=\"request\",reason=\"mail-provider\"} 1",
        "invoices_ingests_failed_total{origin=\"schedule\",reason=\"mail-provider\"} 2",
        "invoices_documents_total{parser=\"rental\",outcome=\"invoice\"} 1",
        "invoices_documents_total{parser=\"grocery\",outcome=\"invoice\"} 1",
        "invoices_documents_total{parser=\"grocery\",outcome=\"rejected\"} 1",
        // The second reminds of the first.
        "invoices_notifications_total{outcome=\"published\"} 2",
        "invoices_logins_total{outcome=\"wrong-credentials\"} 1",
    ])
    .await;
    let (_, text) = world.asks_operations("/metrics").await;
    assert!(text.contains("invoices_provider_calls_total{status=\"500\"}"), "{text}");
    assert!(!text.contains("invoices_provider_quota_units_total 0\n"), "{text}");

    let bo = world.signs_up("Bo").await;
    let tokens = world.sandbox.issue_tokens();
    bo.stores_tokens(&tokens.access, Some(&tokens.refresh)).await.data(201);
    world.sandbox.revoke(&tokens.refresh);
    bo.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    metrics(&[
        "invoices_mail_tokens_died_total 1",
        "invoices_ingests_failed_total{origin=\"request\",reason=\"reconnect\"} 1",
    ])
    .await;
}

/// Neither process can wake the other.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_api_process_waits_for_a_worker_in_another_process(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let alva = world.connects("Alva").await;
    let mut elsewhere = world.config.clone();
    elsewhere.server.roles = vec![Role::Worker];
    let app = app(&elsewhere, &world.clock).await;
    let worker = Service::start(&elsewhere, app).await.unwrap();
    assert_eq!(worker.address(), None, "it has no API");
    let request = world
        .http
        .post(world.url("/v1/invoices/retail/ingest"))
        .bearer_auth(&alva.token);
    let answer = within("the ingest that the other process runs", Answer::to(request)).await;
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    within("the other process to stop", worker.stop()).await;
}
