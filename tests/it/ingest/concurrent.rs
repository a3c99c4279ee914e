//! Ingests that outlast their request, and ingests at the same time.

use invoices_sandbox::Endpoint;
use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const CONTINUES: &str = "The ingest takes longer than a request can wait. It continues; repeat the request to join it.";
const RETAIL: &str = "/v1/invoices/retail/ingest";
const RENTAL: &str = "/v1/invoices/rental/ingest";
const LATEST: &str = "/v1/invoices/rental/ingest/latest";

async fn post(user: &User<'_>, path: &str) -> Answer {
    let request = user.world.http.post(user.world.url(path)).bearer_auth(&user.token);
    Answer::to(request).await
}

fn add_mails(world: &World) {
    for order in 204_118..204_121 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

/// What the headers say: the run and its state.
pub fn run_of(answer: &Answer) -> (&str, &str) {
    let header = |name: &str| answer.headers[name].to_str().unwrap();
    (header("Ingest-Run"), header("Ingest-State"))
}

/// The answer reports the progress, and an equal request joins the run.
// Shows: Ingests | An ingest that takes longer than its limit answers 200 with the counts so far and a message that it continues; the same call joins it
// Shows: Ingests | The three ingests answer…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_ingest_continues_after_its_answer(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world
        .with_settings(|config| config.server.ingest_timeout_seconds = Seconds::new(0))
        .await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let held = world.sandbox.hold_messages();
    world
        .while_working(async {
            let first = post(&alva, RETAIL).await;
            assert_eq!(
                (first.message(), &first.data(200)["totalEmailsFound"]),
                (CONTINUES, &json!(0))
            );
            world.provider_called(Endpoint::Fetch, 3).await;
            let again = post(&alva, RETAIL).await;
            assert_eq!(again.message(), CONTINUES);
            assert_eq!(run_of(&first), run_of(&again), "it joined the run");
            assert_eq!(run_of(&first).1, "fetching");
            assert_eq!(
                again.data(200)["dateRange"],
                json!({"start": "2026/10/19", "end": "2026/11/18"})
            );
            for path in [RENTAL, LATEST] {
                let answer = post(&alva, path).await;
                assert_eq!(
                    (answer.message(), answer.data(200)),
                    (CONTINUES, &json!(null)),
                    "{path}"
                );
            }
            drop(held);
        })
        .await;
    assert_eq!(alva.lists_retail().await.len(), 3);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(
        world.sandbox.calls(Endpoint::Fetch),
        4,
        "the joined calls fetched nothing twice"
    );
    assert_eq!(alva.notifications().await.len(), 1);
}

/// Different ones run after each other, and nothing is ingested twice.
// Shows: Ingests | Equal simultaneous calls are one run, others wait for each other; one user's work does not delay other users
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_calls_at_once_share_one_run(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let calls = async {
        tokio::join!(
            post(&alva, RETAIL),
            post(&alva, RETAIL),
            post(&alva, RENTAL),
            post(&alva, RENTAL),
            post(&alva, LATEST),
            post(&alva, LATEST)
        )
    };
    let answers = world.while_working(Box::pin(calls)).await;
    for answer in [&answers.0, &answers.1, &answers.2, &answers.3, &answers.4, &answers.5] {
        assert!(matches!(answer.status, 200 | 201), "{answer:?}");
    }
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 4);
    assert_eq!(
        (alva.lists_retail().await.len(), alva.notifications().await.len()),
        (3, 1)
    );
}

// Shows: Ingests | Equal simultaneous calls are…
// Shows: Threats | One user's ten thousand…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_ingest_does_not_delay_other_users(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    bo.connects("bo@example.com").await;
    add_mails(&world);
    let held = world.sandbox.hold_messages();
    let long = async { post(&alva, RETAIL).await };
    let short = async {
        world.provider_called(Endpoint::Fetch, 3).await;
        let worker = invoices_app::Worker::of_pool(world.app.clone(), invoices_db::Pool::Own);
        let working = within("a job of Bo to run", async {
            while !worker.run_one().await.unwrap() {}
        });
        let (answer, ()) = tokio::join!(post(&bo, RETAIL), working);
        drop(held);
        answer
    };
    let (long, short) = world.while_working(Box::pin(async { tokio::join!(long, short) })).await;
    assert_eq!(short.data(200)["totalEmailsFound"], 0);
    assert_eq!(long.data(200)["totalEmailsFound"], 3);
}
