//! The database server crashes during an ingest and recovers.

use invoices_app::Worker;
use invoices_db::Pool;
use invoices_sandbox::Endpoint;
use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use serde_json::json;
use test_servers::postgres::Postgres;
use tokio_util::sync::CancellationToken;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const RECEIPTS: u64 = 20;

// Shows: Ingests | A mail that was found…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_crashes_in_the_middle_of_an_ingest_loses_nothing() {
    let mut server = Postgres::start().unwrap();
    let url = server.url();
    let world = World::with(Database::Postgres, |config| {
        config.database.url = url;
        config.database.connect_timeout_seconds = Seconds::new(2);
        config.operations.address = Some("127.0.0.1:0".parse().unwrap());
    })
    .await;
    for order in 0..RECEIPTS {
        let order = (204_118 + order).to_string();
        world.sandbox.add(&grocery(at(NOVEMBER), &order, "100,00"));
    }
    let alva = world.connects("Alva").await;
    let (worker, stop) = (Worker::of_pool(world.app.clone(), Pool::Own), CancellationToken::new());
    let working = tokio::spawn({
        let stop = stop.clone();
        async move { worker.run(stop).await }
    });
    let as_alva = |request: reqwest::RequestBuilder| {
        let request = request.bearer_auth(&alva.token);
        async { Answer::to(request).await }
    };
    let ready = || async { world.asks_operations("/readyz").await.0 };
    let ingest = || as_alva(world.http.post(world.url("/v1/invoices/retail/ingest")));

    let hold = world.sandbox.hold_messages();
    let interrupted = tokio::spawn(ingest());
    world.provider_called(Endpoint::Fetch, 1).await;
    server.crash().unwrap();
    // The mails arrive, and can't be stored.
    drop(hold);
    let body = json!({"email": alva.email, "password": alva.password});
    let (profile, list, login) = tokio::join!(
        as_alva(world.http.get(world.url("/v1/user/me"))),
        as_alva(world.http.get(world.url("/v1/invoices/retail"))),
        as_alva(world.http.post(world.url("/v1/auth/login")).json(&body)),
    );
    for answer in [profile, list, login] {
        answer.fails(502, "DEPENDENCY_FAILURE");
    }
    within("the answer to the interrupted ingest", interrupted)
        .await
        .unwrap()
        .fails(502, "DEPENDENCY_FAILURE");
    assert_eq!(ready().await, 503);

    server.recover().unwrap();
    assert_eq!(ready().await, 200);
    // The clock is not moved: recovery needs no expired lease and no sweeper.
    // A request may still join the run that failed, and gets its error. The next one starts a new run.
    let mut answer = ingest().await;
    if answer.status == 502 {
        answer = ingest().await;
    }
    assert_eq!(answer.data(200)["errors"], json!([]));
    stop.cancel();
    within("the worker to stop", working).await.unwrap();
    world.drain().await;
    assert_eq!(
        world.rows("retail_invoices", alva.id).await,
        i64::try_from(RECEIPTS).unwrap()
    );
    assert_eq!(world.objects().len() as u64, RECEIPTS);
    world.sandbox.reset_calls();
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
}
