//! Interrupted notifications, counted where they arrive: at the push endpoint, or in a queue that is subscribed to the topic.

use chrono::TimeDelta;
use invoices_tests::support::cloud::Cloud;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
/// The state that a worker leaves that dies before it writes the job's outcome.
const LOSE_JOB: &str = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL \
     WHERE kind = 'rental-changed'";

fn add_mail(world: &World) {
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

/// Runs the notification's job again, as another worker does after the first one died.
async fn repeat_job(world: &World) {
    world.sql(LOSE_JOB).await;
    world.clock.forward(TimeDelta::minutes(5));
    world.drain().await;
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// A world with a push endpoint and a rental invoice.
async fn world(database: Database, push: &MockServer) -> World {
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(204))
        .mount(push)
        .await;
    let world = World::with(database, |config| config.push.url = Some(push.uri().parse().unwrap())).await;
    add_mail(&world);
    world.connects("Alva").await.ingests_rental().await.data(200);
    world
}

/// The keys of the notifications that arrived, in order.
async fn arrived(push: &MockServer) -> Vec<String> {
    let requests = push.received_requests().await.unwrap();
    let keys = requests.iter().map(|request| &request.headers["idempotency-key"]);
    keys.map(|key| key.to_str().unwrap().to_owned()).collect()
}

// Shows: Events and notifications | A notification that is marked as sent is not published again
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notification_that_is_marked_as_sent_does_not_arrive_again(#[values(Sqlite, Postgres)] database: Database) {
    let push = MockServer::start().await;
    let world = world(database, &push).await;
    assert_eq!(arrived(&push).await.len(), 1);
    for _ in 0..2 {
        repeat_job(&world).await;
        assert_eq!(arrived(&push).await.len(), 1);
    }
}

/// Nobody knows whether it arrived, so it is published again. Its key says that it is the same.
// Shows: Events and notifications | A notification that was…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notification_that_may_have_arrived_is_published_again_with_its_key(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let push = MockServer::start().await;
    let world = world(database, &push).await;
    world
        .sql("UPDATE notifications SET state = 'pending', sent_at = NULL")
        .await;
    repeat_job(&world).await;
    repeat_job(&world).await;
    let keys = arrived(&push).await;
    assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
}

// Shows: Events and notifications | A notification that is…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notification_that_is_marked_as_sent_does_not_reach_the_topic_again() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    add_mail(&world);
    world.connects("Alva").await.ingests_rental().await.data(200);
    assert_eq!(cloud.notifications().await.len(), 1);
    repeat_job(&world).await;
    assert_eq!(cloud.notifications().await.len(), 0);
    world
        .sql("UPDATE notifications SET state = 'pending', sent_at = NULL")
        .await;
    repeat_job(&world).await;
    assert_eq!(cloud.notifications().await.len(), 1);
}
