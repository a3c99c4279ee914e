//! Ingests that take longer than a request may, and those that run at the same time.

use invoices_sandbox::Endpoint;
use serde_json::json;

use crate::answer::Answer;
use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const GOES_ON: &str = "The ingest takes longer than a request may and continues; ask again to join it.";
const RETAIL: &str = "/v1/invoices/retail/ingest";
const RENTAL: &str = "/v1/invoices/rental/ingest";
const LATEST: &str = "/v1/invoices/rental/ingest/latest";

async fn post(user: &User<'_>, path: &str) -> Answer {
    let request = user.world.http.post(user.world.url(path)).bearer_auth(&user.token);
    Answer::of(request.send().await.unwrap()).await
}

fn fill(world: &World) {
    for order in 204_118..204_121 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

on_both_databases! {
    /// The answer comes in time with what is known, the work goes on, and asking again joins it.
    async fn a_long_ingest_goes_on_behind_its_answer(world: World) {
        let world = world.with_settings(|config| config.server.ingest_timeout_seconds = 0).await;
        fill(&world);
        let alva = world.connects("Alva").await;
        let held = world.sandbox.hold_messages();
        world
            .while_working(async {
                let first = post(&alva, RETAIL).await;
                assert_eq!((first.message(), &first.data(200)["totalEmailsFound"]), (GOES_ON, &json!(0)));
                world.sandbox.wait_for_calls(Endpoint::Fetch, 3).await;
                let again = post(&alva, RETAIL).await;
                assert_eq!(again.message(), GOES_ON);
                assert_eq!(again.data(200)["dateRange"], json!({"start": "2026/10/19", "end": "2026/11/18"}));
                for path in [RENTAL, LATEST] {
                    let answer = post(&alva, path).await;
                    assert_eq!((answer.message(), answer.data(200)), (GOES_ON, &json!(null)), "{path}");
                }
                drop(held);
            })
            .await;
        assert_eq!(alva.lists_retail().await.len(), 3);
        assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 4, "the joined calls fetched nothing twice");
        assert_eq!(alva.notifications().await.len(), 1);
    }

    /// Equal calls at once are one run, different ones come after each other, and nothing comes home twice.
    async fn calls_at_once_share_their_work(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        let calls = async {
            tokio::join!(post(&alva, RETAIL), post(&alva, RETAIL), post(&alva, RENTAL), post(&alva, RENTAL), post(&alva, LATEST), post(&alva, LATEST))
        };
        let answers = world.while_working(Box::pin(calls)).await;
        for answer in [&answers.0, &answers.1, &answers.2, &answers.3, &answers.4, &answers.5] {
            assert!(matches!(answer.status, 200 | 201), "{answer:?}");
        }
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 4);
        assert_eq!((alva.lists_retail().await.len(), alva.notifications().await.len()), (3, 1));
    }

    /// One user's work does not keep another's.
    async fn a_long_ingest_keeps_nobody_else(world: World) {
        let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
        bo.connects("bo@example.com").await;
        fill(&world);
        let held = world.sandbox.hold_messages();
        let long = async { post(&alva, RETAIL).await };
        let short = async {
            world.sandbox.wait_for_calls(Endpoint::Fetch, 3).await;
            let worker = invoices_app::Worker::new(world.app.clone());
            let working = async { while !worker.run_one().await.unwrap() {} };
            let (answer, ()) = tokio::join!(post(&bo, RETAIL), working);
            drop(held);
            answer
        };
        let (long, short) = world.while_working(Box::pin(async { tokio::join!(long, short) })).await;
        assert_eq!(short.data(200)["totalEmailsFound"], 0);
        assert_eq!(long.data(200)["totalEmailsFound"], 3);
    }
}
