//! Runs of ingests, looked at while they run and later.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::concurrent::run_of;
use super::schedule::without_sweeps;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const RETAIL: &str = "/v1/invoices/retail/ingest";
const RENTAL: &str = "/v1/invoices/rental/ingest";
const LATEST: &str = "/v1/invoices/rental/ingest/latest";
const RUNS: &str = "/v1/ingest/runs";

async fn orders(user: &User<'_>, path: &str, prefer: &str) -> Answer {
    let request = user.world.http.post(user.world.url(path)).bearer_auth(&user.token);
    Answer::to(request.header("Prefer", prefer)).await
}

/// Without any work in the background.
async fn looks_at(user: &User<'_>, run: &str) -> Value {
    let path = format!("{RUNS}/{run}");
    let request = user.world.http.get(user.world.url(&path)).bearer_auth(&user.token);
    Answer::to(request).await.data(200).clone()
}

/// Three receipts and a notice.
fn add_mails(world: &World) {
    for order in 204_118..204_121 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    let notices = [("Hyresavi_1.pdf", notice(5100, "2026-11-30"))];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &notices));
}

// Shows: Ingests | With `Prefer: respond-async` the three ingests answer 202 immediately, with the run, `Location` and `Preference-Applied`; if there is nothing to run, or the request is refused, the response is the usual one
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_is_ordered_now_and_looked_at_later(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    // Nothing works in the background yet: an answer that waited would never come.
    let ordered = orders(&alva, RETAIL, "wait=5, Respond-Async").await;
    let run = ordered.data(202).clone();
    let id = run["run_id"].as_str().unwrap().to_owned();
    assert_eq!(ordered.body["code"], 202);
    assert_eq!(run_of(&ordered), (id.as_str(), "fetching"));
    assert_eq!(ordered.header("location"), Some(format!("{RUNS}/{id}").as_str()));
    assert_eq!(ordered.header("preference-applied"), Some("respond-async"));
    assert_eq!((&run["state"], &run["ingest"]), (&json!("queued"), &json!("retail")));
    assert_eq!(run["scheduled"], false);
    let joined = orders(&alva, RETAIL, "respond-async").await;
    assert_eq!(joined.data(202)["run_id"], run["run_id"], "an equal order joins");
    for (path, ingest) in [(RENTAL, "rental"), (LATEST, "rental-latest")] {
        let ordered = orders(&alva, path, "respond-async").await;
        assert_eq!(ordered.data(202)["ingest"], ingest);
    }
    world.drain().await;
    let ended = looks_at(&alva, &id).await;
    assert_eq!(ended["state"], "done");
    let counts = json!({"searched": 3, "found": 3, "fetched": 3, "stored": 3, "unread": 0});
    assert_eq!(ended["counts"], counts);
    assert!(ended["finished_at"].is_string() && ended.get("error").is_none());
    assert_eq!(alva.lists_retail().await.len(), 3);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
}

// Shows: Ingests | `GET /v1/ingest/runs/{run_id}` says how far a run has come: `queued`, `fetching`, `parsing`, `done` or `failed`, with counts, what failed, and the error that its request was answered with
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_shows_its_progress_while_it_fetches(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let held = world.sandbox.hold_messages();
    world
        .while_working(async {
            let id = orders(&alva, RETAIL, "respond-async").await.data(202)["run_id"].clone();
            let id = id.as_str().unwrap();
            world.provider_called(Endpoint::Fetch, 3).await;
            let run = looks_at(&alva, id).await;
            assert_eq!(
                (&run["state"], &run["counts"]["fetched"]),
                (&json!("fetching"), &json!(0))
            );
            drop(held);
            while looks_at(&alva, id).await["state"] != "done" {
                tokio::task::yield_now().await;
            }
        })
        .await;
}

/// The documents of a run are read after it has ended.
// Shows: Ingests | `GET /v1/ingest/runs/{run_id}` says how…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_is_done_when_what_it_stored_is_read(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let run = orders(&alva, RETAIL, "respond-async").await.data(202)["run_id"].clone();
    let id = run.as_str().unwrap();
    world.works_once().await;
    let run = looks_at(&alva, id).await;
    assert_eq!(
        (&run["state"], &run["counts"]["unread"]),
        (&json!("parsing"), &json!(3))
    );
    world.drain().await;
    assert_eq!(looks_at(&alva, id).await["state"], "done");
}

// Shows: Ingests | A 502 of an ingest that has a run names it in the header `Ingest-Run`
// Shows: Ingests | `GET /v1/ingest/runs/{run_id}` says how…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_failed_says_why(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::Search500);
    for path in [RENTAL, LATEST, RETAIL] {
        let refused = alva.posts_nothing(path).await;
        refused.fails(502, "DEPENDENCY_FAILURE");
        let run = refused.header("ingest-run").expect(path);
        assert_eq!(looks_at(&alva, run).await["state"], "failed", "{path}");
    }
    let refused = alva.ingests_retail().await;
    refused.fails(502, "DEPENDENCY_FAILURE");
    let runs = alva.gets(RUNS).await.data(200)["runs"].clone();
    let failed = &runs[0];
    assert_eq!(failed["state"], "failed");
    assert_eq!(failed["error"], refused.body["error"], "as the request was answered");
    assert_eq!(failed["problems"][0]["error_code"], "search-failed");
    world.sandbox.clear_faults();
    alva.fetches_retail().await;
    assert_eq!(alva.gets(RUNS).await.data(200)["runs"][0]["state"], "done");
}

// Shows: Ingests | `GET /v1/ingest/runs` lists the caller's runs in pages, those of the schedule included
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_are_listed_in_pages_with_those_of_the_schedule(#[values(Sqlite, Postgres)] database: Database) {
    let world = without_sweeps(World::start(database).await).await;
    world.tick().await;
    add_mails(&world);
    let mut alva = world.connects("Alva").await;
    let mut bo = world.connects("Bo").await;
    for _ in 0..3 {
        alva.fetches_retail().await;
    }
    // A Monday at six: the receipts, the notices of all months, and those of the weekday before. All are ordered for both.
    world.clock.set(at("2026-11-23T06:00:00Z"));
    assert_eq!(world.tick().await, 6 + 1, "and the reminders of all");
    alva.comes_back_after(TimeDelta::zero()).await;
    bo.comes_back_after(TimeDelta::zero()).await;
    let (mut listed, mut cursor) = (vec![], String::new());
    loop {
        let page = alva.gets(&format!("{RUNS}?limit=2{cursor}")).await.data(200).clone();
        listed.extend(page["runs"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(listed.len(), 6);
    assert_eq!(
        (&listed[0]["scheduled"], &listed[0]["ingest"]),
        (&json!(true), &json!("retail"))
    );
    for run in &listed {
        let id = run["run_id"].as_str().unwrap();
        assert_eq!(looks_at(&alva, id).await, *run);
        bo.gets(&format!("{RUNS}/{id}")).await.fails(404, "INVALID_REQUEST");
        bo.gets(&format!("{RUNS}?cursor={id}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    assert_eq!(bo.gets(RUNS).await.data(200)["runs"].as_array().unwrap().len(), 3);
    for wrong in ["limit=0", "limit=101", "limit=x", "cursor=x"] {
        alva.gets(&format!("{RUNS}?{wrong}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    alva.gets(&format!("{RUNS}/x")).await.fails(404, "INVALID_REQUEST");
}

/// There is no run to look at.
// Shows: Ingests | With `Prefer: respond-async` the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_runs_nothing_is_answered_as_ever(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await.with_only_vendors(&json!([])).await;
    let alva = world.connects("Alva").await;
    let answer = orders(&alva, RETAIL, "respond-async").await;
    assert_eq!(answer.data(200)["totalEmailsFound"], 0);
    assert!(!answer.headers.contains_key("Ingest-Run"));
    let stranger = world.signs_up("Bo").await;
    let answer = orders(&stranger, RENTAL, "respond-async").await;
    answer.fails(502, "MAIL_TOKEN_EXPIRED");
}
