//! A mail or document that kills its reader, or makes it hang, costs attempts at itself and nothing else.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_db::JobKind;
use invoices_domain::{DocumentState, MessageState};
use invoices_sandbox::{Endpoint, Sandbox, SandboxSettings};
use invoices_service::settings::Seconds;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::database::count;
use invoices_tests::support::mails::{at, grocery, marked, marked_mail, notice, rent_mail};
use invoices_tests::support::program::{mailbox, program};
use invoices_tests::support::reader::{Fate, failing_reader};
use invoices_tests::support::replica::Replica;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
/// More than a child of a debug build takes for its first document on a busy machine.
const READER_SECONDS: u64 = 6;

/// A world whose readers fail at the mark.
async fn world(database: Database, fate: Fate) -> World {
    let world = World::start(database).await;
    let program = failing_reader(world.folder.path(), fate);
    world
        .with_settings(|config| {
            config.reader.program = Some(program);
            config.reader.concurrency = 1;
            if matches!(fate, Fate::Hangs) {
                config.reader.timeout_seconds = Seconds::new(READER_SECONDS);
            }
        })
        .await
}

/// Lets time pass until every attempt is used up.
async fn pass_time(world: &World) {
    for _ in 0..6 {
        world.clock.forward(TimeDelta::minutes(11));
        world.tick().await;
    }
}

/// The reasons of what failed, messages and documents.
async fn reasons(user: &User<'_>) -> Vec<String> {
    let rows = user.world.app.store().ledger(user.id, 10).await.unwrap();
    let mut failed = Vec::new();
    for row in rows {
        failed.extend(row.reason.filter(|_| row.state == MessageState::Failed));
        let documents = row.documents.into_iter().filter(|d| d.state == DocumentState::Failed);
        failed.extend(documents.map(|document| document.reason.unwrap_or_default()));
    }
    failed
}

async fn attempts(world: &World, table: &str) -> i64 {
    count(
        &world.config.database.url,
        &format!("SELECT CAST(max(attempts) AS BIGINT) AS rows FROM {table}"),
    )
    .await
}

// Shows: Threats | A mail or document takes all…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_fails_its_reader_is_failed_after_its_attempts(#[values(Fate::Dies, Fate::Hangs)] fate: Fate) {
    let world = world(Sqlite, fate).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let pdfs = [
        ("Hyresavi_1.pdf", marked(notice(5100, "2026-11-30"))),
        ("Hyresavi_2.pdf", notice(5200, "2026-12-31")),
    ];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    pass_time(&world).await;
    let said = match fate {
        Fate::Dies => "the reader ended without an answer".to_owned(),
        Fate::Hangs => format!("the reader took more than {READER_SECONDS} seconds"),
    };
    let failed = reasons(&alva).await;
    assert!(failed.len() == 1 && failed[0].contains(&said), "{failed:?}");
    assert_eq!(attempts(&world, "documents").await, 3);
    // The others are read, and the failed one is never tried again.
    assert_eq!(world.rows("rental_invoices", alva.id).await, 1);
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
    world.sandbox.reset_calls();
    pass_time(&world).await;
    assert_eq!(reasons(&alva).await, failed);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Threats | A mail or document takes all…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_fails_its_reader_is_failed_after_its_attempts(#[values(Fate::Dies, Fate::Hangs)] fate: Fate) {
    let world = world(Sqlite, fate).await;
    world
        .sandbox
        .add(&marked_mail(&grocery(at(NOVEMBER), "204117", "90,00")));
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let mut alva = world.connects("Alva").await;
    let data = alva.fetches_retail().await;
    assert_eq!(data["errors"].as_array().map(Vec::len), Some(1), "{data}");
    world.tick().await;
    assert_eq!(
        world.rows("retail_invoices", alva.id).await,
        1,
        "the other mail is read"
    );
    pass_time(&world).await;
    let failed = reasons(&alva).await;
    assert!(failed.len() == 1 && failed[0].contains("the reader"), "{failed:?}");
    assert_eq!(attempts(&world, "messages").await, 3);
    world.sandbox.reset_calls();
    alva.comes_back_after(TimeDelta::zero()).await;
    // Without dates, the search would start after it.
    alva.ingests_days("2026-11-09", "2026-11-11").await.data(200);
    pass_time(&world).await;
    assert_eq!(reasons(&alva).await, failed);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0, "it is not fetched again");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// The program's file is away for a while, as during an upgrade.
// Shows: Ingests | A reader that can't be started costs no attempt
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_can_not_be_started_costs_no_attempt() {
    let world = World::start(Sqlite).await;
    let path = world.folder.path().join("reader");
    std::os::unix::fs::symlink(program(), &path).unwrap();
    let world = world
        .with_settings(|config| {
            config.reader.program = Some(path.clone());
            // Every reading starts a reader.
            (config.reader.concurrency, config.reader.renew_after) = (1, 1);
        })
        .await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    world.tick().await;
    world.sandbox.add(&grocery(world.now(), "204118", "100,00"));
    std::fs::remove_file(&path).unwrap();
    for _ in 0..5 {
        alva.ingests_retail().await;
    }
    std::os::unix::fs::symlink(program(), &path).unwrap();
    // A worker of ingests alone stores the document and does not read it.
    world.clock.forward(TimeDelta::minutes(11));
    world.service().tick().await.unwrap();
    let worker = Worker::only(world.app.clone(), |kind| {
        matches!(kind, JobKind::Ingest | JobKind::Sweep)
    });
    within("the ingests to end", async { while worker.run_one().await.unwrap() {} }).await;
    std::fs::remove_file(&path).unwrap();
    pass_time(&world).await;
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
    std::os::unix::fs::symlink(program(), &path).unwrap();
    pass_time(&world).await;
    assert_eq!(reasons(&alva).await, Vec::<String>::new());
    assert_eq!(world.rows("retail_invoices", alva.id).await, 2);
}

/// The process ends within its own limit while a reader hangs, and leaves none behind.
// Shows: Threats | A mail or document takes all…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_reader_does_not_keep_the_program_from_ending() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(SandboxSettings {
        address: "alva@example.com".into(),
        ..SandboxSettings::default()
    })
    .await
    .unwrap();
    sandbox.add(&marked_mail(&grocery(chrono::Utc::now(), "204117", "90,00")));
    let mut settings = mailbox(&sandbox);
    let program = failing_reader(folder.path(), Fate::Hangs);
    settings.extend([
        ("INVOICES__READER__PROGRAM", program.display().to_string()),
        ("INVOICES__READER__TIMEOUT_SECONDS", "600".into()),
        ("INVOICES__SERVER__SHUTDOWN_SECONDS", "2".into()),
    ]);
    let replica = Replica::start(folder.path(), &settings).await;
    let token = replica.connects(&sandbox).await;
    let ingest = replica.post("/v1/invoices/retail/ingest", &token, &json!({}));
    let waiting = tokio::spawn(ingest.send());
    let database = format!("sqlite:{}", folder.path().join("data/invoices.db").display());
    let given = "SELECT CAST(count(*) AS BIGINT) AS rows FROM messages WHERE attempts = 1";
    until("the mail to be given to the reader", || async {
        count(&database, given).await == 1
    })
    .await;
    let started = Instant::now();
    assert_eq!(replica.stop().await, Some(0));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let _ = within("the request to end", waiting).await;
}
