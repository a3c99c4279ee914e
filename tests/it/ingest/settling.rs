//! An ingest is answered when what it stored is read.

use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, marked, notice, rent_mail};
use invoices_tests::support::reader::{Fate, failing_reader};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;

use super::concurrent::run_of;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const RETAIL: &str = "/v1/invoices/retail";

async fn asks(user: &User<'_>, method: &str, path: &str) -> Answer {
    let request = user.world.http.request(method.parse().unwrap(), user.world.url(path));
    Answer::to(request.bearer_auth(&user.token)).await
}

// Shows: Ingests | An ingest's answer waits, at most 15 seconds, until what it stored is read: a list right after it is complete
// Shows: Ingests | The three ingests answer with the headers `Ingest-Run`, the run's id, and `Ingest-State`: `fetching`, `parsing` or `done`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_right_after_an_ingest_is_complete(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    for order in 0..20 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "113,67"));
    }
    let notices = [("Hyresavi_1.pdf", notice(5100, "2026-11-30"))];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &notices));
    let alva = world.connects("Alva").await;
    world
        .while_working(async {
            let fetched = asks(&alva, "POST", "/v1/invoices/retail/ingest").await;
            assert_eq!(run_of(&fetched).1, "done");
            assert_eq!(asks(&alva, "GET", RETAIL).await.data(200)["invoiceCount"], 20);
            let rental = asks(&alva, "POST", "/v1/invoices/rental/ingest").await;
            assert_eq!(run_of(&rental).1, "done");
            assert_ne!(run_of(&rental).0, run_of(&fetched).0);
            let listed = asks(&alva, "GET", "/v1/invoices/rental").await;
            assert_eq!(listed.data(200)["invoiceCount"], 1);
            let latest = asks(&alva, "POST", "/v1/invoices/rental/ingest/latest").await;
            assert_eq!((latest.status, run_of(&latest).1), (200, "done"));
        })
        .await;
}

// Shows: Ingests | An ingest's answer waits…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_takes_long_is_not_waited_for(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let program = failing_reader(world.folder.path(), Fate::Hangs);
    let world = world
        .with_settings(|config| {
            config.reader.program = Some(program);
            config.reader.timeout_seconds = Seconds::new(3);
            config.pipeline.settle_seconds = Seconds::new(1);
        })
        .await;
    let notices = [("Hyresavi_1.pdf", marked(notice(5100, "2026-11-30")))];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &notices));
    let alva = world.connects("Alva").await;
    let answer = alva.ingests_rental().await;
    assert_eq!(answer.data(200)["invoiceCount"], 1);
    assert_eq!(run_of(&answer).1, "parsing");
}

/// Without an active vendor there is nothing to run.
// Shows: Ingests | The three ingests answer…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_without_vendors_has_no_run(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database)
        .await
        .with_only_vendors(&serde_json::json!([]))
        .await;
    let alva = world.connects("Alva").await;
    let answer = alva.ingests_retail().await;
    answer.data(200);
    assert_eq!(answer.headers["Ingest-State"], "done");
    assert!(!answer.headers.contains_key("Ingest-Run"));
}
