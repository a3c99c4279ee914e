//! Deleting an account: all of its data, also while other work runs.

use chrono::TimeDelta;
use invoices_app::job::object_created_again;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const ME: &str = "/v1/user/me";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// A user with a retail invoice.
async fn user_with_invoice(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    alva
}

/// No table has a row of the user, and no file is left.
async fn assert_deleted(user: &User<'_>) {
    let world = user.world;
    for table in [
        "users",
        "messages",
        "documents",
        "retail_invoices",
        "retail_details",
        "retail_sources",
        "rental_invoices",
        "cursors",
        "notifications",
    ] {
        assert_eq!(world.rows(table, user.id).await, 0, "{table}");
    }
    let id = user.id.to_string();
    let left: Vec<String> = world.files().into_iter().filter(|file| file.contains(&id)).collect();
    assert_eq!(left, Vec::<String>::new());
}

async fn assert_counts_as_deleted(user: &User<'_>) {
    user.gets(ME).await.fails(404, "USER_NOT_FOUND");
    user.ingests_retail().await.fails(404, "USER_NOT_FOUND");
    user.ingests_rental().await.fails(401, "INVALID_CREDENTIALS");
    user.gets("/v1/invoices/retail").await.fails(401, "INVALID_CREDENTIALS");
    let login = json!({"email": user.email, "password": user.password});
    user.world
        .post("/v1/auth/login", &login)
        .await
        .fails(401, "INVALID_CREDENTIALS");
    let tokens = user.world.sandbox.issue_tokens();
    user.stores_tokens(&tokens.access, None)
        .await
        .fails(401, "INVALID_CREDENTIALS");
}

// Shows: Profile and deletion of the account | `DELETE /v1/user/me` removes rental and retail invoices, details, mail tokens, all stored files and the user; the message names the user id
// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_of_a_user_is_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let bo = world.connects("Bo").await;
    bo.fetches_retail().await;
    let answer = alva.deletes(ME).await;
    assert_eq!(
        (answer.data(200), answer.message()),
        (&json!(null), format!("User {} deleted successfully!", alva.id).as_str())
    );
    assert_deleted(&alva).await;
    assert_counts_as_deleted(&alva).await;
    alva.deletes(ME).await.fails(401, "INVALID_CREDENTIALS");
    assert_eq!(
        (bo.lists_retail().await.len(), world.objects().len()),
        (1, 1),
        "Bo's data is kept"
    );
    assert_eq!(bo.profile().await.data(200)["mail_account_connected"], true);
}

/// The answer does not wait for the provider.
// Shows: Connecting a mail account | Disconnecting an account and…
// Shows: Threats | Tokens of a deleted account still open the mailbox | the grant is revoked at the provider, if it can be reached
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grant_is_revoked_at_the_provider(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let bo = world.signs_up("Bo").await;
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
    alva.deletes(ME).await.data(200);
    world.provider_called(Endpoint::Revoke, 1).await;
    bo.stores_tokens(&tokens.access, None)
        .await
        .fails(400, "INVALID_CREDENTIALS");
    // A provider that is down does not delay the deletion.
    bo.connects("bo@example.com").await;
    world.sandbox.fail(Fault::Reset);
    bo.deletes(ME).await.data(200);
    assert_deleted(&bo).await;
}

// Shows: Profile and deletion of the account | The address can sign up again, as a new user
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_email_can_sign_up_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    alva.deletes(ME).await.data(200);
    let body = json!({"email": alva.email, "name": "Alva", "password": "another password"});
    let answer = world.post("/v1/auth/signup", &body).await;
    assert_eq!(answer.status, 201);
    let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
    let again = User {
        id: world.app.verify_token(&token).unwrap(),
        token,
        ..alva
    };
    assert_eq!(again.lists_retail().await, Vec::<Value>::new());
    assert_eq!(again.profile().await.data(200)["mail_account_connected"], false);
    again.connects("alva@example.com").await;
    assert_eq!(again.fetches_retail().await["totalEmailsFound"], 1, "it starts anew");
}

// Shows: Profile and deletion of the account | A deletion that a failing…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_store_that_is_down_delays_the_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let down = world.without("objects");
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    assert_counts_as_deleted(&alva).await;
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    drop(down);
    alva.deletes(ME).await.data(200);
    assert_deleted(&alva).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_schedule_orders_nothing_for_a_user_who_is_being_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    world.tick().await;
    let _down = world.without("objects");
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    world.clock.forward(TimeDelta::days(1));
    world.tick().await;
    let ingests = "(SELECT * FROM jobs WHERE kind = 'ingest') AS ingests";
    assert!(world.rows(ingests, bo.id).await > 0);
    assert_eq!(world.rows(ingests, alva.id).await, 0);
}

/// An event that was received before the deletion and handled after it leaves one.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweeper_removes_jobs_of_a_user_who_is_gone(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let key = world.objects()[0].parse().unwrap();
    world.tick().await;
    alva.deletes(ME).await.data(200);
    let job = object_created_again(&key, "late", world.now());
    world.app.store().enqueue(job, world.now()).await.unwrap();
    let others = "(SELECT * FROM jobs WHERE kind <> 'delete-account') AS others";
    assert_eq!(world.rows(others, alva.id).await, 1);
    world.clock.forward(TimeDelta::minutes(11));
    world.tick().await;
    assert_eq!(world.rows(others, alva.id).await, 0);
}

// Shows: Profile and deletion of the account | A deletion that a failing…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_deletion_is_finished_without_another_request(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let down = world.without("secrets");
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    drop(down);
    world.clock.forward(TimeDelta::hours(2));
    world.drain().await;
    assert_deleted(&alva).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_that_failed_for_good_can_be_requested_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let down = world.without("objects");
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    drop(down);
    world
        .sql("UPDATE jobs SET state = 'dead', finished_at = created_at")
        .await;
    alva.deletes(ME).await.data(200);
    assert_deleted(&alva).await;
}

/// It stops at its next message, and the deletion runs after it.
// Shows: Profile and deletion of the account | From the moment of the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_ingest_stops(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    let alva = world.connects("Alva").await;
    for order in 204_110..204_120 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    let request = |method, path: &str| {
        world
            .http
            .request(method, world.url(path))
            .bearer_auth(&alva.token)
            .send()
    };
    let held = world.sandbox.hold_messages();
    let ingest = request(reqwest::Method::POST, "/v1/invoices/retail/ingest");
    let deletion = async {
        world.provider_called(Endpoint::Fetch, 1).await;
        let release = async {
            world.deletion_started(alva.id).await;
            drop(held);
        };
        tokio::join!(request(reqwest::Method::DELETE, ME), release).0
    };
    let (ingest, deletion) = world.while_working(async { tokio::join!(ingest, deletion) }).await;
    assert_eq!(deletion.unwrap().status(), 200);
    Answer::of(ingest.unwrap()).await.fails(404, "USER_NOT_FOUND");
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 1);
    assert_deleted(&alva).await;
}

// Shows: Profile and deletion of the account | From the moment of the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_after_the_deletion_write_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let key = world.objects().remove(0);
    let file = world.folder.path().join("objects").join(&key);
    let html = std::fs::read(&file).unwrap();
    alva.deletes(ME).await.data(200);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, html).unwrap();
    for again in ["", "#1"] {
        let job = object_created_again(&key.parse().unwrap(), again, world.now());
        world.app.store().enqueue(job, world.now()).await.unwrap();
        world.drain().await;
    }
    std::fs::remove_file(&file).unwrap();
    for table in ["users", "messages", "documents", "retail_invoices"] {
        assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
    }
}

// Shows: Profile and deletion of the account | Two simultaneous deletions are one, and both are answered
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_simultaneous_deletions_are_both_answered(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoice(&world).await;
    let delete = || world.http.delete(world.url(ME)).bearer_auth(&alva.token).send();
    let (one, two) = world.while_working(async { tokio::join!(delete(), delete()) }).await;
    let statuses = [one.unwrap().status().as_u16(), two.unwrap().status().as_u16()];
    // The second request may arrive when the account is deleted already.
    assert!(
        statuses.contains(&200) && statuses.iter().all(|status| [200, 401].contains(status)),
        "{statuses:?}"
    );
    assert_deleted(&alva).await;
}
