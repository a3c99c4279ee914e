//! The database server dies in the middle of work, and comes back.

use invoices_app::Worker;
use invoices_sandbox::Endpoint;
use serde_json::json;
use test_postgres::Postgres;
use tokio_util::sync::CancellationToken;

use crate::answer::Answer;
use crate::database::Database;
use crate::mails::{at, grocery};
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const RECEIPTS: u64 = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_crashes_in_the_middle_of_an_ingest_loses_nothing() {
    let mut server = Postgres::start().unwrap();
    let url = server.url();
    let world = World::with(Database::Postgres, |config| {
        config.database.url = url;
        config.database.connect_timeout_seconds = 2;
        config.operations.address = Some("127.0.0.1:0".parse().unwrap());
    })
    .await;
    for order in 0..RECEIPTS {
        let order = (204_118 + order).to_string();
        world.sandbox.add(&grocery(at(NOVEMBER), &order, "100,00"));
    }
    let alva = world.connects("Alva").await;
    let (worker, stop) = (Worker::new(world.app.clone()), CancellationToken::new());
    let working = tokio::spawn({
        let stop = stop.clone();
        async move { worker.run(stop).await }
    });
    let as_alva = |request: reqwest::RequestBuilder| {
        let request = request.bearer_auth(&alva.token);
        async { Answer::of(request.send().await.unwrap()).await }
    };
    let ready = || async {
        let url = format!("http://{}/readyz", world.operations());
        world.http.get(url).send().await.unwrap().status().as_u16()
    };
    let ingest = || as_alva(world.http.post(world.url("/v1/invoices/retail/ingest")));

    let hold = world.sandbox.hold_messages();
    let interrupted = tokio::spawn(ingest());
    world.sandbox.wait_for_calls(Endpoint::Fetch, 1).await;
    server.crash().unwrap();
    // Its mails come, and can't be stored.
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
    interrupted.await.unwrap().fails(502, "DEPENDENCY_FAILURE");
    assert_eq!(ready().await, 503);

    server.recover().unwrap();
    assert_eq!(ready().await, 200);
    // No clock was moved: no lease has to run out, no sweeper to come by.
    // Whoever asks at once may still join the run that failed, and learns that it did. The next one is a new run.
    let mut brought = ingest().await;
    if brought.status == 502 {
        brought = ingest().await;
    }
    assert_eq!(brought.data(200)["errors"], json!([]));
    stop.cancel();
    working.await.unwrap();
    world.drain().await;
    assert_eq!(
        world.rows("retail_invoices", alva.id).await,
        i64::try_from(RECEIPTS).unwrap()
    );
    assert_eq!(world.objects().len() as u64, RECEIPTS);
    world.sandbox.reset_calls();
    assert_eq!(alva.finds_retail().await["totalEmailsFound"], 0);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
}
