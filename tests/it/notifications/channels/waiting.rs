//! Quiet hours and weekly messages.

use invoices_sandbox::Fault;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::at;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;
use wiremock::ResponseTemplate;

use super::{add_ntfy, answers, asks_for_a_test, gets_notice, received, service, texts, world};

const PREFERENCES: &str = "/v1/user/me/preferences";

/// Moves the clock to a time and runs what is due then.
async fn at_time(world: &World, user: &mut User<'_>, time: &str) {
    user.comes_back_after(at(time) - world.now()).await;
    world.drain().await;
}

// Shows: Notification channels | In the user's quiet…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_wait_for_the_end_of_quiet_hours(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let mut alva = world.connects("Alva").await;
    let night = json!({"time_zone": "Europe/Helsinki", "quiet_hours": {"from": "22:00", "to": "07:00"}});
    alva.puts(PREFERENCES, &night).await.data(200);
    let phone = service(ResponseTemplate::new(503)).await;
    let path = add_ntfy(&alva, &phone, json!({})).await;
    // Helsinki is two hours ahead of UTC.
    at_time(&world, &mut alva, "2026-11-18T19:59:58Z").await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);
    assert_eq!(received(&phone).await.len(), 1);
    answers(&phone, ResponseTemplate::new(200)).await;
    // It is sent again after five seconds, but they are quiet.
    at_time(&world, &mut alva, "2026-11-18T20:00:10Z").await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    at_time(&world, &mut alva, "2026-11-19T04:59:59Z").await;
    assert!(received(&phone).await.is_empty());
    // A test is for someone who is awake.
    asks_for_a_test(&alva, &path).await;
    world.drain().await;
    assert_eq!(texts(&phone).await[0].0, "Test");
    at_time(&world, &mut alva, "2026-11-19T05:00:00Z").await;
    let mut subjects: Vec<String> = texts(&phone).await.into_iter().map(|(subject, _)| subject).collect();
    subjects.sort();
    assert_eq!(
        subjects,
        ["Connect your mail account again", "New invoice available!", "Test"]
    );
}

// Shows: Notification channels | A weekly channel…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_weekly_channel_gets_one_message_on_monday(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let mut alva = world.connects("Alva").await;
    let phone = service(ResponseTemplate::new(503)).await;
    let path = add_ntfy(&alva, &phone, json!({"delivery": "weekly"})).await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);
    gets_notice(&world, 1, "2026-12-31");
    alva.ingests_rental().await.data(200);
    at_time(&world, &mut alva, "2026-11-23T06:59:00Z").await;
    assert!(
        received(&phone).await.is_empty(),
        "it is a minute to eight in Stockholm"
    );
    at_time(&world, &mut alva, "2026-11-23T07:00:00Z").await;
    let [(subject, message)] = &texts(&phone).await[..] else {
        panic!("one message")
    };
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(subject, &format!("{} notifications of the last week", lines.len()));
    assert_eq!(
        lines[0],
        "New invoice available!: New rental invoice of 5100 SEK with due date of 2026-11-30 is now available!"
    );
    assert_eq!(lines.len(), alva.notifications().await.len());
    // What comes while it is sent again belongs to the next one.
    let first = received(&phone).await.remove(0).body;
    answers(&phone, ResponseTemplate::new(200)).await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    at_time(&world, &mut alva, "2026-11-23T07:00:05Z").await;
    assert_eq!(received(&phone).await.remove(0).body, first);
    assert_eq!(super::shown(&alva, &path).await["last_delivery"]["event"], "digest");
    at_time(&world, &mut alva, "2026-11-30T07:00:00Z").await;
    let sent = texts(&phone).await;
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[1].0, "1 notification of the last week");
    at_time(&world, &mut alva, "2026-12-07T07:00:00Z").await;
    assert_eq!(received(&phone).await.len(), 2, "there was none");
}
