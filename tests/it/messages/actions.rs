//! Releasing a mail from quarantine, and trying again what failed.

use std::path::PathBuf;

use chrono::TimeDelta;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, marked, marked_mail, notice, rent_mail, unauthenticated};
use invoices_tests::support::reader::{Fate, failing_reader};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

use super::{NOVEMBER, listed, path};

// Shows: Messages | `POST /v1/mail/messages/{message_id}/release` has a mail in quarantine fetched and read; another time it changes nothing
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_released_mail_is_fetched_and_read(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world
        .sandbox
        .add(&unauthenticated(&grocery(at(NOVEMBER), "204118", "113,67")));
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    alva.fetches_retail().await;
    assert!(alva.lists_retail().await.is_empty());
    let quarantined = listed(&alva, "?state=quarantined").await;
    let release = format!("{}/release", path(&quarantined[0]));
    bo.posts_nothing(&release).await.fails(404, "INVALID_REQUEST");
    let released = alva.posts_nothing(&release).await;
    assert_eq!(
        released.body["message"],
        "The message is released and will be fetched now."
    );
    world.drain().await;
    assert_eq!(alva.lists_retail().await[0]["total_amount"], json!(113.67));
    let again = alva.posts_nothing(&release).await;
    assert_eq!(again.body["message"], "The message is not in quarantine.");
    assert_eq!(again.data(200)["messages"][0]["state"], "fetched");
    world.drain().await;
    assert_eq!(alva.lists_retail().await.len(), 1);
}

/// A world whose readers die at the mark, with what they died of three times, and the program of readers that don't.
async fn world_with_failures(database: Database) -> (World, Option<PathBuf>) {
    let world = World::start(database).await;
    let working = world.config.reader.program.clone();
    let program = failing_reader(world.folder.path(), Fate::Dies);
    let world = world
        .with_settings(|config| config.reader.program = Some(program))
        .await;
    world
        .sandbox
        .add(&marked_mail(&grocery(at(NOVEMBER), "204117", "90,00")));
    // An ingest of which everything fails is an error.
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let pdf = ("Hyresavi_1297534008.pdf", marked(notice(5100, "2026-11-30")));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    (world, working)
}

async fn pass_time(world: &World) {
    for _ in 0..6 {
        world.clock.forward(TimeDelta::minutes(11));
        world.tick().await;
    }
}

// Shows: Messages | `POST /v1/mail/messages/{message_id}/retry` gives what failed one more attempt
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_failed_is_tried_again_once() {
    let (mut world, working) = world_with_failures(Sqlite).await;
    let (id, email, password) = {
        let mut alva = world.connects("Alva").await;
        alva.fetches_retail().await;
        alva.ingests_rental().await.data(200);
        pass_time(&world).await;
        alva.comes_back_after(TimeDelta::zero()).await;
        let failed = listed(&alva, "?state=failed").await;
        assert_eq!(failed.len(), 2, "{failed:#?}");
        for message in &failed {
            assert_eq!(message["can_be_retried"], true);
            let tried = alva.posts_nothing(&format!("{}/retry", path(message))).await;
            assert_eq!(tried.body["message"], "The failed parts will be tried again now.");
        }
        world.drain().await;
        let failed = listed(&alva, "?state=failed").await;
        assert_eq!(failed.len(), 2, "the reader died of each again, once: {failed:#?}");
        (alva.id, alva.email, alva.password)
    };
    world.config.reader.program = working;
    world.restart().await;
    let mut alva = User {
        world: &world,
        id,
        email,
        password,
        token: String::new(),
    };
    alva.comes_back_after(TimeDelta::zero()).await;
    for message in listed(&alva, "?state=failed").await {
        alva.posts_nothing(&format!("{}/retry", path(&message))).await.data(200);
    }
    world.drain().await;
    assert!(listed(&alva, "?state=failed").await.is_empty());
    assert_eq!(alva.lists_retail().await.len(), 2, "{:#?}", listed(&alva, "").await);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
}

// Shows: Messages | `POST /v1/mail/messages/{message_id}/retry` gives what…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_not_failed_is_not_tried_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    alva.fetches_retail().await;
    let message = listed(&alva, "").await.remove(0);
    let retry = format!("{}/retry", path(&message));
    bo.posts_nothing(&retry).await.fails(404, "INVALID_REQUEST");
    let tried = alva.posts_nothing(&retry).await;
    assert_eq!(tried.body["message"], "No part of the message has failed.");
    assert_eq!(tried.data(200)["messages"][0], message);
}
