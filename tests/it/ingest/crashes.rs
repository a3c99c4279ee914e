//! Work that a process leaves when it dies between two steps is finished by the next run, event or sweep.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::job::object_created_again;
use invoices_db::{JobKind, JobState, NewJob};
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// A user whose receipt and rent notice are ingested.
async fn user_with_invoices(world: &World) -> User<'_> {
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    world.tick().await;
    assert_complete(&alva).await;
    alva
}

/// There is one of each, as without a crash.
async fn assert_complete(user: &User<'_>) {
    let world = user.world;
    assert_eq!(
        (
            world.rows("retail_invoices", user.id).await,
            world.rows("rental_invoices", user.id).await
        ),
        (1, 1)
    );
    assert_eq!(world.rows("documents", user.id).await, 2);
    assert_eq!(user.notifications().await.len(), 1);
    assert_eq!(world.objects().len(), 2, "{:?}", world.objects());
    let ledger = user.ledger().await;
    let parsed = ledger
        .iter()
        .filter(|(_, line)| line.starts_with("fetched [") && line.ends_with(" parsed]"))
        .count();
    assert_eq!(parsed, 2, "{ledger:?}");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// Runs the sweeper twice: what the first sweep makes ready, the second one enqueues.
async fn run_sweeper(world: &World) {
    for _ in 0..2 {
        world.clock.forward(TimeDelta::minutes(11));
        world.tick().await;
    }
}

const DELETE_INVOICES: &str = "DELETE FROM jobs; DELETE FROM retail_sources; DELETE FROM retail_invoices; DELETE FROM rental_invoices; DELETE FROM notifications;";

// Shows: Ingests | A mail that was found is never lost, and never becomes two invoices, wherever the process dies
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_found_but_not_fetched_are_fetched(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    world.sql(DELETE_INVOICES).await;
    world
        .sql("DELETE FROM documents; UPDATE messages SET state = 'found', received_at = NULL, sender = NULL")
        .await;
    for key in world.objects() {
        std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
    }
    run_sweeper(&world).await;
    assert_complete(&alva).await;
}

/// Either the bytes are missing, or the row does not say that they are stored.
// Shows: Ingests | A mail that was found…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_whose_bytes_are_missing_or_unrecorded_are_completed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    for lost in [true, false] {
        world.sql(DELETE_INVOICES).await;
        world
            .sql(
                "UPDATE messages SET state = 'found', attempts = 0; UPDATE documents SET state = 'found', attempts = 0",
            )
            .await;
        for key in world.objects().into_iter().filter(|_| lost) {
            std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
        }
        run_sweeper(&world).await;
        assert_complete(&alva).await;
    }
    // The next ingest completes them, too.
    world.sql(DELETE_INVOICES).await;
    world
        .sql("UPDATE messages SET state = 'found', attempts = 0; UPDATE documents SET state = 'found', attempts = 0")
        .await;
    let mut alva = alva;
    alva.comes_back_after(TimeDelta::zero()).await;
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
    assert_complete(&alva).await;
}

// Shows: Ingests | A mail that was found…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stored_documents_without_a_job_are_parsed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    world.sql(DELETE_INVOICES).await;
    world.sql("UPDATE documents SET state = 'stored', attempts = 0").await;
    run_sweeper(&world).await;
    assert_complete(&alva).await;
}

// Shows: Ingests | A mail that was found…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_of_a_dead_worker_are_finished(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    let cut_off = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL";
    for sql in [
        format!("{cut_off} WHERE kind = 'object-created'"),
        format!("UPDATE documents SET state = 'stored', attempts = 1; {cut_off} WHERE kind = 'object-created'"),
        format!("{cut_off} WHERE id = (SELECT max(id) FROM jobs WHERE kind = 'ingest')"),
    ] {
        world.sql(&sql).await;
        world.clock.forward(TimeDelta::minutes(5));
        world.drain().await;
        assert_complete(&alva).await;
    }
}

// Shows: Events and notifications | A notification that was not sent when the process died is sent
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unsent_notification_is_sent(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    world
        .sql("UPDATE notifications SET state = 'pending', sent_at = NULL")
        .await;
    for _ in 0..2 {
        world.sql("UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL WHERE kind = 'rental-changed'").await;
        world.clock.forward(TimeDelta::minutes(5));
        world.drain().await;
        assert_complete(&alva).await;
    }
}

/// The sweeper fetches them without a request of the user.
// Shows: Ingests | What failed to be fetched…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_left_by_an_outage_are_fetched(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    world.tick().await;
    world.sandbox.fail(Fault::Fetch500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
    run_sweeper(&world).await;
    assert_eq!(world.rows("documents", alva.id).await, 0, "the outage goes on");
    world.sandbox.clear_faults();
    // The retry of the sweeper's run is due later.
    world.clock.forward(TimeDelta::hours(1));
    run_sweeper(&world).await;
    assert_complete(&alva).await;
}

// Shows: Rental invoices | A processed month is skipped;…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_notice_of_a_month_is_fetched_after_an_interrupted_run(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let adds = |number: i64| {
        world.sandbox.add(&rent_mail(
            at(NOVEMBER),
            &[(&format!("Hyresavi_{number}.pdf"), notice(5100 + number, "2026-11-30"))],
        ))
    };
    let invoices = || world.rows("rental_invoices", alva.id);
    adds(1);
    adds(2);
    world.sandbox.fail(Fault::Fetch500);
    alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
    world.clock.forward(TimeDelta::minutes(1));
    world.sandbox.fail_after(Fault::Fetch500, 1);
    alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
    assert_eq!(invoices().await, 1);
    world.sandbox.clear_faults();
    world.tick().await;
    run_sweeper(&world).await;
    assert_eq!(invoices().await, 2, "{:?}", alva.ledger().await);
    // A notice that arrives later belongs to a month that is processed.
    adds(3);
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    assert_eq!(invoices().await, 2);
}

/// It is on a page of the search that failed.
// Shows: Rental invoices | A processed month is skipped;…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_notice_of_a_month_is_fetched_after_an_interrupted_search(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.mail.page_size = 1).await;
    for (name, rent) in [("Hyresavi_1.pdf", 5100), ("Hyresavi_2.pdf", 5200)] {
        world
            .sandbox
            .add(&rent_mail(at(NOVEMBER), &[(name, notice(rent, "2026-11-30"))]));
    }
    let alva = world.connects("Alva").await;
    world.tick().await;
    world.sandbox.fail_after(Fault::Search500, 1);
    alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    run_sweeper(&world).await;
    let mut alva = alva;
    alva.comes_back_after(TimeDelta::hours(1)).await;
    alva.ingests_rental().await.data(200);
    assert_eq!(
        world.rows("rental_invoices", alva.id).await,
        2,
        "{:?}",
        alva.ledger().await
    );
}

/// The sweeper does not retry it.
// Shows: Ingests | A file that kills its reader is `failed` after three attempts
// Shows: Threats | A mail or document takes all…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_kills_the_process_fails_after_three_attempts(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    world.sql(DELETE_INVOICES).await;
    world.sql("UPDATE documents SET state = 'stored', attempts = 3").await;
    for key in world.objects() {
        let job = object_created_again(&key.parse().unwrap(), "#3", world.now());
        world.app.store().enqueue(job, world.now()).await.unwrap();
    }
    world.drain().await;
    let failed = "fetched [html failed]";
    assert!(
        alva.ledger().await.iter().any(|(_, line)| line == failed),
        "{:?}",
        alva.ledger().await
    );
    world.sandbox.reset_calls();
    for _ in 0..10 {
        world.clock.forward(TimeDelta::minutes(11));
        world.tick().await;
    }
    let lines: Vec<String> = alva.ledger().await.into_iter().map(|(_, line)| line).collect();
    assert!(lines.iter().all(|line| line.contains("failed]")), "{lines:?}");
    assert_eq!(
        (
            world.rows("retail_invoices", alva.id).await,
            world.sandbox.calls(Endpoint::Fetch)
        ),
        (0, 0)
    );
}

/// The worker may be what the job kills, so it is not claimed without limit. A deletion is, because it must finish.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_worker_after_worker_loses_is_dead_unless_it_deletes_an_account(
    #[values(Sqlite, Postgres)] database: Database,
    #[values((JobKind::Ingest, JobState::Dead), (JobKind::DeleteAccount, JobState::Done))] (kind, end): (
        JobKind,
        JobState,
    ),
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let store = world.app.store();
    let job = NewJob {
        kind,
        key: "one".into(),
        user: Some(alva.id),
        lane: None,
        join_key: None,
        payload: json!({"user": alva.id, "ingest": "rental"}),
        run_at: world.now(),
    };
    let id = store.enqueue(job, world.now()).await.unwrap().id;
    let lease = Duration::from_mins(1);
    for lost in 0..8 {
        let job = store
            .claim("a worker that dies", &[kind], i64::MAX, lease, world.now())
            .await
            .unwrap();
        assert_eq!(job.unwrap().lost_leases, lost);
        world.clock.forward(TimeDelta::minutes(2));
    }
    world.drain().await;
    let job = store.job(id).await.unwrap().unwrap();
    assert_eq!(job.state, end, "{job:?}");
    if end == JobState::Dead {
        assert_eq!(
            job.last_error.as_deref(),
            Some("8 workers in a row lost it without a result")
        );
        assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
    } else {
        assert_eq!(world.rows("users", alva.id).await, 0);
    }
}

/// All data is kept, and tokens stay valid.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_changes_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let mut world = World::start(database).await;
    let (id, token, email, password) = {
        let alva = user_with_invoices(&world).await;
        (alva.id, alva.token, alva.email, alva.password)
    };
    world.restart().await;
    let alva = User {
        world: &world,
        id,
        email,
        password,
        token,
    };
    assert_complete(&alva).await;
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    alva.detail_of(&alva.lists_retail().await[0]).await;
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    assert_complete(&alva).await;
}
